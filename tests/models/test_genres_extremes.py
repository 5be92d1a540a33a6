"""Boards of one cell, of one row and of 60x60 without clues, in every genre: solved, checked, drawn, or refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.genre_cases.blank import blank
from tests.helpers import ROOT
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres import reading
from zenkai_solver.models.genres.clues import RoomClue, SwitchClue
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import puzzle_of
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.commands import draw
from zenkai_solver.solvers.python_api.api import solve

FIRST = ("slitherlink", "nurikabe", "starbattle", "fillomino", "masyu", "kakuro")


NAMES = [pytest.param(name, marks=[] if name in FIRST else pytest.mark.slow) for name in GENRES]


@pytest.mark.parametrize("size", [(1, 1), (1, 20), (20, 1)], ids=lambda size: "{}x{}".format(*size))
@pytest.mark.parametrize("name", NAMES)
def test_the_least_boards(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    text = blank(name, *size)
    solutions = [*solve(text, limit=2)]
    for solution in solutions:
        assert list(loads(text, "x").puzzle.violations(solution.board)) == []
    assert len({solution.board for solution in solutions}) == len(solutions)
    path = tmp_path / "blank.yaml"
    path.write_text(text)
    assert draw.main([str(path), "-o", str(tmp_path / "blank.svg")]) == 0


def spoilt(name: str) -> Iterator[tuple[str, dict[str, Any], int | None]]:
    """The example of a genre with a drawing, or a list of clues, that does not fit: the key and the row, if any."""
    document = yaml.safe_load((ROOT / "instances" / "genres" / f"{name}.yaml").read_text())
    sheet = loads(yaml.safe_dump(document), name).puzzle.sheet  # type: ignore[attr-defined]
    stated = {key: value for key, value in document.items() if key not in ("puzzle", "source", "expect")}
    stated["size"] = f"{sheet.rows}x{sheet.columns}"
    for kind in genre(name).given:
        value = stated.get(kind.key)
        if isinstance(value, str) and kind.at in ("cell", "corner", "edge"):
            rows = value.rstrip("\n").splitlines()
            yield kind.key, stated | {kind.key: "\n".join(rows[1:])}, None
            yield kind.key, stated | {kind.key: "\n".join([rows[0] + 100 * " 1", *rows[1:]])}, 1
            if not isinstance(kind, RoomClue):
                sign = next(char for char in value if kind.at != "edge" or char == ".")
                yield kind.key, stated | {kind.key: value.replace(sign, "☃")}, None
        elif isinstance(value, dict):
            first, clues = next(iter(value.items()))
            yield kind.key, stated | {kind.key: {**value, "no such key": clues}}, None
            for bad in ("☃", 10**30, None, {}, 1.5):
                wrong = [bad, *clues[1:]] if isinstance(clues, list) else bad
                yield kind.key, stated | {kind.key: {**value, first: wrong}}, None
        elif value is not None and not isinstance(kind, SwitchClue):
            for bad in ("☃", 10**30, None, {}, [1]):
                yield kind.key, stated | {kind.key: bad}, None


@pytest.mark.parametrize("name", GENRES)
def test_what_does_not_fit_is_refused_in_one_line(name: str) -> None:
    cases = [*spoilt(name)]
    for key, keys, row in cases:
        with pytest.raises(InstanceError) as refused:
            puzzle_of(genre(name), Fields(keys))
        said = str(refused.value)
        assert key in said, (keys, said)
        assert "\n" not in said
        assert len(said) < 200
        assert row is None or f"row {row}" in said, said


def test_a_statement_of_too_many_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no board takes longer than some 5 s to be read."""
    keys = Fields({"size": "10x10", "clues": "..........\n" * 10})
    assert puzzle_of(genre("slitherlink"), keys).sheet.rows == 10
    monkeypatch.setattr(reading, "MOST_KNOWN_STEPS", 100)
    with pytest.raises(InstanceError, match="the rules take more than 100 steps on 10x10 cells"):
        puzzle_of(genre("slitherlink"), keys)


@pytest.mark.parametrize("name", NAMES)
def test_large_boards_are_read_or_refused_in_one_line(name: str) -> None:
    try:
        puzzle = loads(blank(name, 60, 60), "x").puzzle
    except InstanceError as error:
        refused = str(error)
    else:
        assert isinstance(puzzle, GenrePuzzle)
        assert (puzzle.sheet.rows, puzzle.sheet.columns) == (60, 60)
        return
    assert "60x60" in refused
    assert "\n" not in refused
