"""Cells in no room, where a genre has them: the constraints and the rules agree on every board."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.formats.puzzlink_genres import write
from zenkai_solver.models.genres.genre import Genre, fault
from zenkai_solver.models.genres.layers import Shading
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import as_keys, puzzle_of, puzzle_with
from zenkai_solver.models.genres.table import genre
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.webapp.sheets import entered, seen


def stated(name: str, **keys: Any) -> GenrePuzzle:
    return puzzle_of(genre(name), Fields(keys))


PUZZLES = [
    stated("starbattle", stars=1, regions="a a . b\n. a b b\nc c d d\n. . d ."),
    stated("starbattle", stars=1, regions="abb\n.b.\nc.."),
    stated("lits", rooms="aaaa\nbb.a\nbbb."),
    stated("lits", rooms="..aa\nbbba\nb..a"),
    stated("country", rooms="aab\n..b\nccb"),
    stated("country", rooms="aab\na.b\nccb", numbers={"a": 3}),
    stated("country", rooms="aab\ndab\ndc.", may_miss_rooms=True),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.genre.name)
def test_constraints_and_rules_agree_on_every_board(puzzle: GenrePuzzle) -> None:
    assert 1 <= sum(values == (0,) for values in puzzle.domains.values()) <= 7
    keys = [*puzzle.domains]
    boards = (dict(zip(keys, values)) for values in product(*puzzle.domains.values()))
    kept = {puzzle.board(values) for values in boards if not [*puzzle.broken(values)]}
    found = [puzzle.decode(one) for one in SatBackend().open(puzzle.model()).solutions()]
    assert len(found) == len(kept)
    assert set(found) == kept


def test_some_of_them_have_solutions() -> None:
    numbers = [len([*SatBackend().open(puzzle.model()).solutions()]) for puzzle in PUZZLES]
    assert sum(map(bool, numbers)) >= 4, numbers


def test_nothing_stands_in_a_gap() -> None:
    puzzle = PUZZLES[1]
    assert [*puzzle.violations((".*.", "*..", "..*"))] == ["'*' is no star at R2C1"]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.genre.name)
def test_gaps_are_written_and_read(puzzle: GenrePuzzle) -> None:
    again = puzzle_of(puzzle.genre, Fields(as_keys(puzzle)))
    assert again == puzzle
    assert puzzle.svg(puzzle.board(dict.fromkeys(puzzle.domains, 0)))
    assert puzzle.render(puzzle.board(dict.fromkeys(puzzle.domains, 0)))


def test_before_rooms_are_drawn_no_cell_is_a_gap() -> None:
    """A maker fills a board first."""
    empty = puzzle_with(genre("starbattle"), 5, 5, {})
    assert set(empty.domains.values()) == {(0, 1)}


def test_a_layer_within_no_rooms_is_refused() -> None:
    lamps = Genre("lamps", unknown=(Shading("light", within="rooms"),))
    assert fault(lamps) == "light is within rooms that no key states"


def test_what_cannot_say_a_gap_refuses_it() -> None:
    with pytest.raises(InstanceError, match="no cell that is in no room"):
        write(PUZZLES[0])
    with pytest.raises(InstanceError, match="each cell is in a room"):
        stated("norinori", rooms="aab\n..b\nccb")
    with pytest.raises(InstanceError, match="no cell is in a room"):
        stated("lits", rooms="....\n....")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.genre.name)
def test_the_editor_keeps_gaps(puzzle: GenrePuzzle) -> None:
    sheet = json.loads(json.dumps(seen(puzzle, [])["sheet"]))
    assert entered(sheet).sheet.clues == puzzle.sheet.clues
