"""What puzzles of a genre and size share: a puzzle has the same model whether others were stated before or not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.genre_cases import linked
from tests.helpers import INSTANCES
from zenkai_solver.models.constraints import Clause
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.formats.links import as_puzzle
from zenkai_solver.models.genres import frame
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import MOST_KNOWN_STEPS
from zenkai_solver.models.genres.sheet import GenreError, GenreSheet
from zenkai_solver.models.genres.stating import Growing, Writer
from zenkai_solver.models.genres.table import GENRES, LINKED
from zenkai_solver.models.loading import load

LINKS = {LINKED[site]: f"https://puzz.link/p?{site}/{boards['url']}" for site, boards in linked().items()}
FEW = ("araf", "fillomino", "kakuro", "lits", "shikaku", "slitherlink", "sukoro", "tentaisho", "yajilin")


def puzzle_by(link: str) -> GenrePuzzle:
    puzzle = as_puzzle(link)[1]
    assert isinstance(puzzle, GenrePuzzle)
    return puzzle


def same(puzzle: GenrePuzzle) -> GenrePuzzle:
    """An equal puzzle, of which nothing is computed yet."""
    sheet = puzzle.sheet
    return GenrePuzzle(
        puzzle.genre, GenreSheet(sheet.rows, sheet.columns, sheet.clues, sheet.on_edges), puzzle.known
    )


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.broad) for name in GENRES]
)
def test_the_model_does_not_depend_on_what_was_stated_before(name: str) -> None:
    puzzle = load(INSTANCES / "genres" / f"{name}.yaml").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    frame.forget_frames()
    alone = same(puzzle)
    alone.sheet.effort.begin(MOST_KNOWN_STEPS)
    model, steps = alone.model(), alone.sheet.effort.left
    other = same(puzzle)
    other.sheet.effort.begin(MOST_KNOWN_STEPS)
    assert other.model() == replace(model, origins=other.model().origins, normal=other.model().normal)
    assert [*other.model().origins] == [*model.origins]
    assert other.sheet.effort.left == steps  # what is kept is spent again
    assert frame._frame.cache_info().hits


def test_puzzles_of_one_size_share_a_frame_and_not_their_clues() -> None:
    one = puzzle_by(LINKS["slitherlink"])
    fewer = {at: clue for at, clue in one.sheet.clues["clues"].items() if at[0] != 1}
    other = GenrePuzzle(one.genre, replace(one.sheet, clues={"clues": fewer}))
    assert other.frame is one.frame
    assert len(other.model().constraints) < len(one.model().constraints)
    assert len(same(one).model().constraints) == len(one.model().constraints)


def test_a_rule_that_asks_for_clues_of_others_is_stated_with_them() -> None:
    """That areas are symmetric is stated by the centres that are given, which another rule names."""
    puzzle = puzzle_by(LINKS["tentaisho"])
    left = puzzle.frame.stated(puzzle.sheet.effort).left
    assert [rule.says for rule in left if not rule.keys]


def test_whoever_asks_a_frame_for_clues_is_refused() -> None:
    clues = frame._NoClues()
    for ask in (lambda: clues["n"], lambda: clues.get("n", {}), lambda: [*clues], lambda: "n" in clues):
        with pytest.raises(frame.ClueNeeded):
            ask()


def test_large_frames_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "MOST_KEPT", 10)
    one = puzzle_by(LINKS["slitherlink"])
    assert same(one).frame is not one.frame


@pytest.mark.parametrize("kept", [False, True])
def test_a_frame_that_takes_too_many_steps_is_refused(kept: bool) -> None:
    """Also where it is there already: what a puzzle may take does not depend on others."""
    puzzle = same(puzzle_by(LINKS["heyawake"]))
    least = puzzle.frame.stated(puzzle.sheet.effort).steps
    if not kept:
        puzzle = same(puzzle)
        frame.forget_frames()
    puzzle.sheet.effort.begin(least - 1)
    with pytest.raises(GenreError, match=f"more than {least - 1:,} steps"):
        puzzle.model()


def test_what_grows_is_not_shared() -> None:
    out = Writer(ModelBuilder(), {})
    out.memo |= {"kept": 1, "grows": Growing()}
    further = out.branched(lambda steps: None)
    further.build.add(Clause((further.named("new"),)))
    assert further.memo == {"kept": 1}
    assert (len(out.build.names), len(out.build.constraints), len(out.build.origins)) == (0, 0, 0)
    assert further.named("new") == 1
    assert out.named("other") == 1
