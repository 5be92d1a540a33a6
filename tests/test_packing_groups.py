"""Several boards filled at once: against plain geometry of each board, pages, bad input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lattice_brute import Brute, Piece
from tests.test_lattices import MOST, figures, packing
from tests.test_packing import tally
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.several import SquareBoards

SIZES = {
    "squares": ["2x2", "2x3", "1x4"],
    "cubes": ["1x1x2", "1x2x2"],
    "hexagons": ["2x2", "1x3"],
    "triangles": ["1x2", "2x2"],
    "sticks": ["1x1", "1x2"],
    "trigs": ["1x1", "1x2"],
    "twigs": ["1x1", "1x2"],
    "tans": ["1x1", "1x2"],
    "spheres": ["1x2x3", "2x2x2"],
}


class TwoBoards:
    """Two boards by plain geometry: numbers below `cut` are cells of the first one."""

    def __init__(self, keys: dict[str, Any], puzzle: Any) -> None:
        hi = {label: 99 if count.hi is None else count.hi for label, count in puzzle.counts.items()}
        pieces = [Piece(p.label, p.shape, puzzle.counts[p.label].lo, hi[p.label]) for p in puzzle.pieces]
        boards = [[puzzle.region.coordinates(cell) for cell in board] for board in puzzle.region.boards]
        how: dict[str, Any] = {
            "flips": keys["flips"],
            "exact": keys["fill"] == "exact",
            "mirror": keys["mirror"],
        }
        self.both = Brute(keys["lattice"], [v for board in boards for v in board], pieces, **how)
        self.each = [Brute(keys["lattice"], board, pieces, **how) for board in boards]
        self.cut, self.alike = len(boards[0]), keys["groups"][0] == keys["groups"][1]

    def moves(self) -> Iterator[tuple[list[int], dict[str, str]]]:
        for one, twin in self.each[0]._moves():
            for other, same in self.each[1]._moves():
                if twin == same:
                    cells = [*one, *(i + self.cut for i in other)]
                    yield cells, twin
                    if self.alike:  # cell i of the one board is cell i of the other
                        yield [(i + self.cut) % (2 * self.cut) for i in cells], twin

    def orbits(self, solutions: set[frozenset[Any]]) -> int:
        moves, left, number = list(self.moves()), set(solutions), 0
        while left:
            one, number = left.pop(), number + 1
            for cells, twin in moves:
                left.discard(frozenset((twin[x], frozenset(cells[i] for i in own)) for x, own in one))
        return number


@given(st.sampled_from(sorted(SIZES)), st.data())
@settings(max_examples=60, deadline=None)
def test_groups_agree_with_plain_geometry(name: str, draws: st.DataObject) -> None:
    sizes = st.sampled_from(SIZES[name])
    keys: dict[str, Any] = {
        "lattice": name,
        "groups": [draws.draw(sizes), draws.draw(sizes)],
        "pieces": {x: [list(v) for v in draws.draw(figures(LATTICES[name], 3))] for x in "AB"},
        "counts": draws.draw(st.sampled_from(["any", "0..2", "0..1"])),
        "fill": draws.draw(st.sampled_from(["exact", "partial"])),
        "flips": draws.draw(st.booleans()),
        "mirror": draws.draw(st.booleans()),
    }
    if name == "squares":
        keys["pieces"] = draws.draw(st.sampled_from(["dominoes", "trominoes", "one-sided tetrominoes"]))
    try:
        puzzle = packing(**keys)
    except InstanceError:
        return
    plain = TwoBoards(keys, puzzle)
    solutions = plain.both.solutions(MOST)
    if solutions is None:
        return
    found = tally(keys, "auto")
    assert (found.count, found.all) == (plain.orbits(solutions), len(solutions))
    assert tally(keys, "sat", "all").all == len(solutions)


def test_groups_go_with_other_keys() -> None:
    keys: dict[str, Any] = {"groups": ["2x3", "2x2"], "pieces": "dominoes", "counts": "any"}
    assert tally(keys, "auto").all == 6
    assert tally({**keys, "touch": "corners", "fill": "partial", "counts": "0..2"}, "sat").all > 0
    assert tally({**keys, "groups": ["5x6", "2x2"], "no_fault_line": True}, "auto").all == 0
    whole = {**keys, "groups": ["5x6", "2x1"], "no_fault_line": True}
    assert tally(whole, "auto").all == 6, "each board by itself: the domino cuts its only line"
    assert tally({**keys, "fixed": "AA. ..\n... .."} | {"pieces": "AA"}, "auto").all == 1 * 2
    white = {"board": "wbw wb\nbwb bw", "pieces": "checkered"}
    assert tally({**keys, "colours": white}, "auto").all == 6


def test_boards_lie_side_by_side() -> None:
    puzzle = packing(groups=["2x3", "##\n#."], pieces="monominoes", counts="any")
    assert isinstance(puzzle.region, SquareBoards)
    assert puzzle.region.board(["#"] * 9) == ("### ##", "### # ")
    cubes = packing(lattice="cubes", groups=["2x1x2", "1x1x1"], pieces="monocubes", counts="any")
    assert [len(board) for board in cubes.region.boards] == [4, 1]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"groups": ["2x2"]}, "groups: 1 boards; there are from 2 to 4"),
        ({"groups": ["2x2", "big"]}, "groups[2]: "),
        ({"groups": ["2x2", 3]}, "groups[2]: 3 is not text"),
        ({"groups": "2x2"}, "groups: '2x2' is not a list of boards"),
        ({"groups": ["2x2", "2x2"], "board": "2x2"}, "board: `groups` states the boards"),
        ({"groups": ["2x2", "2x2"], "wrap": "torus"}, "wrap: `groups` states the boards"),
        ({"groups": ["2x2"] * 4}, "groups: the boards have 98,304 symmetries; at most 5,000 are handled"),
        ({"groups": ["2x2"] * 2, "symmetric": "half-turn"}, "symmetric: only for one board"),
        ({"groups": ["40x40", "2x2"]}, "cells are allowed"),
    ],
)
def test_bad_groups_are_one_line(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InstanceError) as error:
        packing(**{"pieces": "dominoes", "counts": "any", **keys})
    assert said in str(error.value)
    assert "\n" not in str(error.value)
