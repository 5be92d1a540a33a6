"""Several boards filled at once: against plain geometry of each board, pages, bad input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.helpers import given_some
from tests.lattice_brute import Brute, Piece, cell
from tests.models.test_lattices import MOST, figures, packing
from tests.models.test_packing import tally
from tests.models.test_packing_rules import STICKS, touching
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.lattice import SCALABLE, enlarged
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
        others = list(self.each[1]._perms())
        for (one, by), (other, then) in product(self.each[0]._perms(), others):
            twins = [self.both._twins(m) if m else None for m in (by, then)]
            cells = [*one, *(i + self.cut for i in other)]
            for own in (cells, [(i + self.cut) % (2 * self.cut) for i in cells])[: 1 + self.alike]:
                same = twins[0] if twins[0] == twins[1] else None
                twin = self.both._arrivals(own) if same is None else {x: same[x] for x in self.both.placed()}
                if twin is not None:  # cell i of the one board is cell i of the other, if they are alike
                    yield own, twin

    def orbits(self, solutions: set[frozenset[Any]]) -> int:
        moves, left, number = list(self.moves()), set(solutions), 0
        while left:
            one, number = left.pop(), number + 1
            for cells, twin in moves:
                left.discard(frozenset((twin[x], frozenset(cells[i] for i in own)) for x, own in one))
        return number


@given_some(40, st.sampled_from(sorted(SIZES)), st.data())
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


class Alike(Brute):
    """Two boxes by plain geometry: all pairs of ways to fill a part of one, to the same cells."""

    def pairs(self, solutions: set[frozenset[Any]]) -> set[tuple[frozenset[Any], frozenset[Any]]]:
        by_shape: dict[frozenset[int], list[frozenset[Any]]] = {}
        for one in solutions:
            shape = frozenset(i for _, own in one for i in own)
            if self.fills_the_box(shape):
                by_shape.setdefault(shape, []).append(one)
        every = (pair for own in by_shape.values() for pair in product(own, repeat=2))
        return {pair for pair in every if self.enough(pair)}

    def fills_the_box(self, shape: frozenset[int]) -> bool:
        """Is it connected, and as wide as the box in each coordinate?"""
        part = list(shape)[:1]
        for i in part:
            near = {j for j in shape if touching(self.lattice, self.cells[i], self.cells[j], False)}
            part += near - set(part)
        corners = [point for one in self.cells for point in one]
        own = [point for i in shape for point in self.cells[i]]
        return bool(shape) and len(part) == len(shape) and self.sides(own) == self.sides(corners)

    def sides(self, points: list[Any]) -> list[Any]:
        """How far they reach; of hexagons and triangles, and their edges, along the parallelogram's sides."""
        if self.lattice in ("hexagons", "triangles", "trigs", "twigs"):
            points = [(y, x - y) for x, y in points]
        return [(min(axis), max(axis)) for axis in zip(*points)]

    def enough(self, pair: tuple[frozenset[Any], frozenset[Any]]) -> bool:
        labels = Counter(label for one in pair for label, _ in one)
        return all(piece.lo <= labels[piece.label] <= piece.hi for piece in self.pieces)

    def joint_orbits(self, pairs: set[tuple[frozenset[Any], frozenset[Any]]]) -> int:
        moves, left, number = list(self._moves()), set(pairs), 0
        while left:
            one, number = left.pop(), number + 1
            for cells, twin in moves:
                image = [frozenset((twin[x], frozenset(cells[i] for i in own)) for x, own in w) for w in one]
                left -= {(image[0], image[1]), (image[1], image[0])}
        return number


TRIPLES = {  # three pieces of each lattice
    "squares": {"A": [[0, 0]], "B": [[0, 0], [0, 1]], "C": [[0, 0], [0, 1], [1, 0]]},
    "cubes": {"A": [[0, 0, 0]], "B": [[0, 0, 0], [0, 0, 1]], "C": [[0, 0, 0], [0, 0, 1], [0, 1, 0]]},
    "hexagons": {"A": [[0, 0]], "B": [[0, 0], [0, 1]], "C": [[0, 0], [0, 1], [1, 0]]},
    "triangles": {"A": [[1, 1]], "B": [[1, 1], [2, 2]], "C": [[1, 1], [2, 2], [1, 4]]},
    "sticks": {"A": [[0, 1]], "B": [[0, 1], [0, 3]], "C": [[0, 1], [1, 0]]},
    "trigs": {"A": [[0, 1]], "B": [[0, 1], [0, 3]], "C": [[0, 1], [1, 0]]},
    "twigs": {"A": [[0, 1]], "B": [[0, 1], [1, 0]], "C": [[0, 1], [1, 0], [1, 1]]},
    "tans": {"A": [[0, 1]], "B": [[0, 1], [1, 0]]},
    "spheres": {"A": [[0, 0, 0]], "B": [[0, 0, 0], [0, 1, 1]], "C": [[0, 0, 0], [0, 1, 1], [1, 0, 1]]},
}
ALIKE: list[dict[str, Any]] = [
    {"box": "2x2", "lattice": "squares", "counts": "0..2"},
    {"box": "2x2", "lattice": "squares", "counts": {"M": "0..4", "others": "0..1"}},  # corners, not connected
    {"box": "2x3", "lattice": "squares", "counts": {"M": "0..1", "others": "0..2"}, "mirror": False},
    {"box": "2x3", "lattice": "squares", "pieces": "one-sided tetrominoes", "counts": "0..2"},
    {"box": "1x2x2", "lattice": "cubes", "counts": "0..2"},
    {"box": "2x2x2", "lattice": "cubes", "counts": {"A": 0, "others": "1..2"}, "mirror": False},
    {"box": "2x2", "lattice": "hexagons", "counts": "0..2"},
    {"box": "2x3", "lattice": "hexagons", "counts": {"A": "0..1", "B": "0..2", "C": "1..2"}},
    {"box": "1x2", "lattice": "triangles", "counts": "0..2", "mirror": False},
    {"box": "2x2", "lattice": "triangles", "counts": {"A": "0..1", "others": "1..2"}, "flips": False},
    {"box": "1x1", "lattice": "sticks", "counts": "0..2"},
    {"box": "1x1", "lattice": "trigs", "counts": "0..2"},
    {"box": "1x1", "lattice": "twigs", "counts": {"A": "0..4", "B": "0..2", "C": 0}},
    {"box": "1x1", "lattice": "tans", "counts": "0..4"},
    {"box": "2x2x2", "lattice": "spheres", "counts": "0..2"},
]


@pytest.mark.parametrize("case", ALIKE, ids=lambda case: f"{case['lattice']} {case['box']}")
def test_congruent_boards_agree_with_plain_geometry(case: dict[str, Any]) -> None:
    name = case["lattice"]
    keys = {key: value for key, value in case.items() if key != "box"}
    keys |= {"groups": {"congruent": 2, "box": case["box"]}}
    if name == "squares" and "pieces" not in keys:
        keys["pieces"] = ["monominoes", "dominoes", "AA\nA."]
        keys["counts"] = dict(zip("MDA", case["counts"])) if "A" in case["counts"] else keys["counts"]
    puzzle = packing(**{"pieces": TRIPLES[name], **keys})
    bounds = [(own, puzzle.counts[own.label]) for own in puzzle.pieces]
    free = [Piece(own.label, own.shape, 0, count.hi or 0) for own, count in bounds]
    cells = [puzzle.region.coordinates(cell) for cell in puzzle.region.boards[0]]
    flips = all(freedom.flips for freedom in puzzle.freedom.values())
    plain = Alike(name, cells, free, flips=flips, exact=False, mirror=puzzle.mirror)
    solutions = plain.solutions(20_000)
    assert solutions is not None
    plain.pieces = [Piece(own.label, own.shape, count.lo, count.hi or 0) for own, count in bounds]
    wanted = plain.pairs(solutions)
    assert wanted
    found = tally({"pieces": TRIPLES[name], **keys}, "auto")
    assert (found.count, found.all) == (plain.joint_orbits(wanted), len(wanted))


def test_four_pentominoes_make_one_shape_twice_and_three_do_not() -> None:
    keys: dict[str, Any] = {"groups": {"congruent": 2, "box": "3x4"}, "pieces": "pentominoes F P U Y"}
    found = tally(keys, "sat")
    assert (found.count, found.all) == (1, 8)
    puzzle = packing(**keys)
    right = ("FFUU PYYY", "FUUP PPYU", "FFPP UYUU")
    said = {
        right: "piece",
        ("FFP. .PUU", "FPPU YYPU", "FFUU YYUU"): "alike",
        ("F... F...", ".... ....", "...U ...U"): "a board is not connected",
        ("F... F...", ".... ....", ".... ...."): "a board does not reach each side of its box",
    }
    for board, words in said.items():
        assert any(words in line for line in puzzle.violations(board)), words


@pytest.mark.parametrize(("letter", "count"), [("F", 125), ("I", 19), ("X", 15)])
def test_nine_pentominoes_make_one_three_times_as_large(letter: str, count: int) -> None:
    """The other eleven; a board that is its own image has each solution once for all its images."""
    keys = {"board": f"{letter} times 3", "pieces": "pentominoes", "counts": {letter: 0, "others": "0..1"}}
    assert tally(keys, "auto").count == count


def test_a_piece_is_enlarged_on_each_lattice_where_that_is_one() -> None:
    keys: dict[str, Any] = {"pieces": {"A": [[1, 1], [2, 2], [1, 4]]}, "board": "A times 2", "counts": "any"}
    assert len(packing(lattice="triangles", **keys).region.cells) == 3 * 4
    one: dict[str, Any] = {"pieces": {"A": [[1, 1]]}, "board": "A times 2", "counts": "any"}
    large = packing(lattice="triangles", **one).region
    assert [large.coordinates(cell) for cell in large.cells] == [(1, 1), (2, 2), (1, 4), (4, 1)]
    assert tally({**keys, "lattice": "triangles"}, "auto").all == tally({**keys, "lattice": "triangles"}).all
    solid = {"lattice": "cubes", "pieces": "tricubes", "board": "V times 2", "counts": "any"}
    assert len(packing(**solid).region.cells) == 3 * 8


@pytest.mark.parametrize("name", sorted({*SCALABLE} - {"cubes"}))
def test_a_larger_figure_has_the_same_outline(name: str) -> None:
    """By plain geometry: as many cells as it has to have, and the corners of the figure farther apart."""
    for own, times in product(TRIPLES[name].values(), (2, 3)):
        large = enlarged(LATTICES[name], tuple(map(tuple, own)), times)
        points, wanted = ({p for v in some for p in cell(name, v)} for some in (large, own))
        from_first = {tuple(x - y for x, y in zip(p, map(min, zip(*points)))) for p in points}
        assert len(large) == len(set(large)) == len(own) * times ** (1 if name in STICKS else 2)
        least = list(map(min, zip(*wanted)))
        assert {tuple(times * (x - y) for x, y in zip(p, least)) for p in wanted} <= from_first
        assert max(map(sum, from_first)) == times * max(sum(p) - sum(least) for p in wanted)


def test_sticks_and_tans_fill_a_larger_one() -> None:
    for name, own in (("sticks", {"A": [[0, 1], [1, 0]]}), ("tans", {"A": [[0, 1], [1, 0]]})):
        keys: dict[str, Any] = {"lattice": name, "pieces": own, "board": "A times 2", "counts": "any"}
        assert tally(keys, "auto").all == tally(keys, "sat").all == {"sticks": 0, "tans": 2}[name]


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


def test_boards_are_not_flipped_apart_where_that_changes_the_pieces() -> None:
    """Two L fill 2x4, and two J: a board that is flipped alone would need three of one."""
    keys: dict[str, Any] = {"groups": ["2x4", "2x4"], "pieces": "one-sided tetrominoes J L", "counts": 2}
    assert packing(**keys).symmetries().order == 2 * (4 * 4) // 2
    found = tally(keys, "auto")
    assert (found.count, found.all) == (1, 2)


def test_boards_lie_side_by_side() -> None:
    puzzle = packing(groups=["2x3", "##\n#."], pieces="monominoes", counts="any")
    assert isinstance(puzzle.region, SquareBoards)
    assert puzzle.region.board(["#"] * 9) == ("### ##", "### # ")
    cubes = packing(lattice="cubes", groups=["2x1x2", "1x1x1"], pieces="monocubes", counts="any")
    assert [len(board) for board in cubes.region.boards] == [4, 1]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"groups": ["2x2"]}, "groups: 1 board; there are from 2 to 4"),
        ({"groups": ["2x2", "big"]}, "groups[2]: "),
        ({"groups": ["2x2", 3]}, "groups[2]: 3 is not text"),
        ({"groups": "2x2"}, "groups: '2x2' is not a list of boards"),
        ({"groups": ["2x2", "2x2"], "board": "2x2"}, "board: `groups` states the boards"),
        ({"groups": ["2x2", "2x2"], "wrap": "torus"}, "wrap: `groups` states the boards"),
        ({"groups": ["2x2"] * 4}, "groups: the boards have 98,304 symmetries; at most 5,000 are handled"),
        ({"groups": ["2x2"] * 2, "symmetric": "half-turn"}, "symmetric: only for one board"),
        ({"groups": ["40x40", "2x2"]}, "cells are allowed"),
        ({"groups": {"congruent": 7, "box": "2x2"}}, "groups.congruent: 7 boards; there are from 2 to 6"),
        ({"groups": {"congruent": 2}}, "groups: the key `box` is missing"),
        ({"groups": {"congruent": 2, "box": "##"}}, 'groups.box: "##" is not a size such as 4x5'),
        ({"groups": {"congruent": 2, "box": "2x2", "shape": 1}}, "groups.shape: unknown key"),
        ({"groups": {"congruent": 6, "box": "2x2"}}, "groups: the boards have 5,760 symmetries"),
        ({"groups": {"congruent": 2, "box": "2x2"}, "fill": "partial"}, "fill: the shape of `groups` is"),
        (
            {"groups": {"congruent": 2, "box": "2x2"}, "border": True},
            "border: only for boards that are known",
        ),
        (
            {"groups": {"congruent": 3, "box": "2x2"}, "counts": 1},
            "groups.congruent: 3 boards, but the pieces cover 2 cells, which is no multiple of it",
        ),
        ({"board": "Q times 3"}, 'board: unknown piece "Q"'),
        ({"board": "D times 10"}, "board: 10 times as large; from 2 to 9 are allowed"),
        ({"board": "D times 2", "wrap": "torus"}, "wrap: only a board that is given by its size"),
        (
            {"board": "A times 2", "lattice": "hexagons", "pieces": {"A": [[0, 0]]}},
            "board: hexagons do not make larger hexagons",
        ),
    ],
)
def test_bad_groups_are_one_line(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InstanceError) as error:
        packing(**{"pieces": "dominoes", "counts": "any", **keys})
    assert said in str(error.value)
    assert "\n" not in str(error.value)
