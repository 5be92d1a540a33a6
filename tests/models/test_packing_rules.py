"""What designers ask of packings: touching, border, fault lines, numbers; against plain geometry on every lattice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import isclose, pi
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.backends import ENGINES
from tests.helpers import given_some, made
from tests.lattice_brute import (
    MIRROR,
    QUARTER,
    SIXTH,
    UNIT,
    Brute,
    Cell,
    Linear,
    Piece,
    Point,
    Shape,
    after,
    around,
    at_origin,
    cell,
    image,
    moved,
    shifted,
)
from tests.models.test_lattices import MOST, figures, packing
from tests.models.test_packing import instance_text, records, tally
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.loading import loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.engines.casewise import OpenedCases
from zenkai_solver.solvers.engines.cpsat import CpSatBackend
from zenkai_solver.solvers.engines.table import auto

STICKS = ("sticks", "trigs", "twigs")
SIDES = {
    "squares": 4,
    "cubes": 6,
    "hexagons": 6,
    "triangles": 3,
    "sticks": 6,
    "trigs": 10,
    "twigs": 4,
    "tans": 3,
    "spheres": 12,
}


def touching(lattice: str, a: Cell, b: Cell, corners: bool) -> bool:
    """By an edge (in space a face, of spheres and sticks a point), or by a corner at least."""
    if lattice in ("cubes", "spheres"):
        steps = [abs(x - y) for x, y in zip(*a, *b)]
        near = max(steps) == UNIT if corners else sum(steps) == UNIT
        return near if lattice == "cubes" else sum(x * x for x in steps) == 2 * UNIT**2
    return len(a & b) >= (1 if corners or lattice in STICKS else 2)


@cache
def near(plain: Brute, corners: bool) -> list[set[int]]:
    """The cells that touch each one, also beyond the ends of a wrapped board."""
    name, every = plain.lattice, plain.number.items()
    return [{j for x, j in every if x != one and touching(name, one, x, corners)} for one in plain.cells]


@cache
def outer(plain: Brute) -> set[int]:
    """The cells that have less neighbours than sides."""
    name, cells = plain.lattice, plain.cells
    sides = [sum(x != one and touching(name, one, x, False) for x in plain.number) for one in cells]
    return {i for i, number in enumerate(sides) if number < SIDES[name]}


@cache
def fault_lines(plain: Brute) -> set[tuple[bool, ...]]:
    """Of each straight line along an edge of a flat cell that cuts no cell: which ones lie on one side."""
    found = set()
    for ends in {pair for one in plain.cells for pair in combinations(sorted(one), 2)}:
        sides = [{side for point in one if (side := _side(ends, point))} for one in plain.cells]
        if all(len(own) == 1 for own in sides) and len(set.union(*sides)) == 2:
            found.add(tuple(1 in own for own in sides))
    return found


def _side(ends: Sequence[Sequence[int]], point: Sequence[int]) -> int:
    """1 or -1; 0 on the line."""
    (ax, ay), (bx, by), (x, y) = *ends, point
    across = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return (across > 0) - (across < 0)


@cache
def turned(plain: Brute, matrix: Linear) -> list[int]:
    """Where each cell goes when the board is turned about its middle; -1 is outside it."""
    there = [next(iter(image([one], matrix))) for one in plain.cells]
    by = tuple(x - y for x, y in zip(middle(plain.cells), middle(there)))
    return [plain.number.get(next(iter(shifted([one], by))), -1) for one in there]


def right(data: Mapping[str, Any], plain: Brute, solution: Iterable[Any]) -> bool:
    own = list(solution)
    if data["touch"] != "any":
        groups = [set(group) for group in data.get("alike", [])]
        for (one, a), (other, b) in combinations(own, 2):
            alike = one == other or any({one, other} <= group for group in groups)
            beside = near(plain, data["touch"] == "never")
            if alike and any(j in beside[i] for i in a for j in b):
                return False
    for label, places in own:
        if data["border"] != "any" and bool(places & outer(plain)) != data["border"]:
            return False
        if data.get("inner") == label and places & outer(plain):
            return False
    for matrix in data["symmetric"]:
        places = turned(plain, matrix)
        if {frozenset(places[i] for i in a) for _, a in own} != {a for _, a in own}:
            return False
    lo, hi = data["range"]
    if not lo <= len(own) <= hi:
        return False
    if data.get("no_crossings") and any(
        sum(bool(places & there) for _, places in own) > 3 for there in meeting(plain)
    ):
        return False
    if data["no_fault_line"] and data["lattice"] != "cubes":
        for side in fault_lines(plain):
            if not any(len({side[i] for i in places}) == 2 for _, places in own):
                return False
    elif data["no_fault_line"]:
        for axis, at in enumerate(zip(*data["cells"])):
            for line in range(min(at), max(at)):
                spans = [{data["cells"][i][axis] <= line for i in places} for _, places in own]
                if not any(len(span) == 2 for span in spans):
                    return False
    return True


@cache
def meeting(plain: Brute) -> list[set[int]]:
    """The cells that meet at each corner of a cell, or of a cube along each edge."""
    halves = [[x * UNIT // 2 for x in step] for step in product((-1, 0, 1), repeat=3) if step.count(0) == 1]

    def ends(one: Cell) -> Iterable[Point]:
        return one if plain.lattice != "cubes" else [tuple(x + y for x, y in zip(*one, by)) for by in halves]

    at: dict[Point, set[int]] = {}
    for one, i in plain.number.items():
        for end in ends(one):
            at.setdefault(end, set()).add(i)
    return [at[end] for one in plain.cells for end in ends(one)]


BOXES = {"cubes": "2x2x2", "spheres": "3x3x3", "sticks": "2x2", "trigs": "2x2", "twigs": "2x2", "tans": "2x2"}


@pytest.mark.parametrize("name", LATTICES)
def test_contacts_are_those_of_plain_geometry(name: str) -> None:
    """Of every two cells of a board: do they share an edge, or at least a corner?"""
    one = {"A": [list(LATTICES[name].classes[0])]} if name != "squares" else "monominoes"
    keys = {"pieces": one, "counts": "any", "fill": "partial"}
    own = packing(lattice=name, board=BOXES.get(name, "4x4"), **keys).region
    cells = {x: cell(name, own.coordinates(x)) for x in own.cells}
    for corners in (False, True):
        pairs = {frozenset(pair) for pair in own.touching(at_corners=corners)}
        wanted = {
            frozenset((a, b))
            for a, b in combinations(own.cells, 2)
            if touching(name, cells[a], cells[b], corners)
        }
        assert pairs == wanted


def convex_on(plain: Brute, part: Sequence[int]) -> bool:
    """A polygon as large as its hull; wrapped, one angle about each corner; else all in some row between two."""
    own = set(part)
    if plain.lattice not in ("triangles", "tans"):
        return all(any(way <= own for way in ways) for (a, b), ways in rows(plain).items() if {a, b} <= own)
    if not plain.repeats:
        cells = [plain.cells[i] for i in part]
        return hull_area({point for one in cells for point in one}) == sum(map(hull_area, cells))
    return all(_one_angle(plain, own, point) for i in part for point in plain.cells[i])


@cache
def rows(plain: Brute) -> dict[tuple[int, int], list[set[int]]]:
    """The cells in each straight row between two of a board; -1 is outside it."""
    name, every = plain.lattice, plain.number.items()
    at = {
        tuple(x + len(one) * y for x, y in zip(moved(matrix, gravity(one)), by)): i
        for (matrix, by), (one, i) in product(plain.repeated, every)
    }
    steps: dict[Shape, set[Point]] = {}
    for one, other in product(plain.cells, plain.number):
        if one != other and touching(name, one, other, False):
            step = tuple(y - x for x, y in zip(gravity(one), gravity(other)))
            for own in (one, other):
                steps.setdefault(at_origin([own]), set()).update((step, tuple(-x for x in step)))
    found: dict[tuple[int, int], list[set[int]]] = {}
    for a, one in enumerate(plain.cells):
        for step in steps.get(at_origin([one]), ()):
            row: list[int] = []
            for n in range(1, 16):
                b = at.get(tuple(x + n * y for x, y in zip(gravity(one), step)), -1)
                found.setdefault((a, b), []).append(set(row))
                row.append(b)
    return {pair: ways for pair, ways in found.items() if pair[1] not in (-1, pair[0])}


@cache
def gravity(one: Cell) -> Point:
    """The middle of a cell, times the number of its corners."""
    return tuple(map(sum, zip(*one)))


def _cross(a: Sequence[int], b: Sequence[int], c: Sequence[int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull_area(points: Iterable[Sequence[int]]) -> int:
    """Twice the area of the convex hull: the chain below and the chain above."""
    chains, ordered = [], sorted(points)
    for way in (ordered, ordered[::-1]):
        chain: list[Sequence[int]] = []
        for point in way:
            while len(chain) > 1 and _cross(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains += chain[:-1]
    return sum(_cross(chains[0], a, b) for a, b in pairwise(chains))


def _one_angle(plain: Brute, own: set[int], point: Sequence[int]) -> bool:
    """Do the cells of the part at this point, wherever it is on the plane, fill one angle, not over a half-turn?"""
    wedges = []
    for one, i in plain.number.items():
        if i in own and point in one:
            a, b = (around(tuple(x - y for x, y in zip(end, point))) for end in one - {point})
            wedges.append((min(a, b), max(a, b)) if abs(a - b) < pi else (max(a, b), min(a, b) + 2 * pi))
    filled, ends = sum(b - a for a, b in wedges), sorted(x % (2 * pi) for wedge in wedges for x in wedge)
    widest = max(b - a for a, b in pairwise([*ends, ends[0] + 2 * pi]))
    return isclose(filled, 2 * pi) or (widest > pi - 0.001 and isclose(filled, 2 * pi - widest))


def right_as_a_map(data: Mapping[str, Any], plain: Brute, solution: Iterable[Any]) -> bool:
    """Sums, holes and three colours, by trying all colourings."""
    own, cells = list(solution), plain.cells
    if "total" in data:
        lo, hi = data["sum"]
        if not lo <= sum(data["weights"].get(label, 0) for label, _ in own) <= hi:
            return False
    if "holes" in data:
        left = set(range(len(cells))) - {i for _, places in own for i in places}
        parts = 0
        while left:
            parts, part = parts + 1, [left.pop()]
            for i in part:
                beside = left & near(plain, False)[i]
                part += beside
                left -= beside
            if data.get("convex_holes") and not convex_on(plain, part):
                return False
        if not data["range of holes"][0] <= parts <= data["range of holes"][1]:
            return False
    covered = {i for _, places in own for i in places}
    if "free" in data:
        lo, hi = data["range of free"]
        if not lo <= len(cells) - len(covered) <= hi:
            return False
    if not covered.issuperset(range(0, len(cells), data["covered"]) if "covered" in data else ()):
        return False
    if "three_colourable" in data:
        corners = data["three_colourable"] == "corners"
        edges = [
            (a, b)
            for a, b in combinations(range(len(own)), 2)
            if any(j in near(plain, corners)[i] for i in own[a][1] for j in own[b][1])
        ]
        colourings = product(range(3), repeat=max(0, len(own) - 1))
        return any(all((0, *k)[a] != (0, *k)[b] for a, b in edges) for k in colourings)
    return True


def every_nth(puzzle: Packing, data: Mapping[str, Any]) -> str:
    """A drawing of the board on which every so many-th of the cells must be covered."""
    own = {tuple(cell) for cell in data["cells"][:: data["covered"]]}
    signs = ["#" if puzzle.region.coordinates(cell) in own else "+" for cell in puzzle.region.cells]
    return "\n".join(row.rstrip() for row in puzzle.region.board(signs)) + "\n"


def as_board(puzzle: Packing, data: Mapping[str, Any], solution: Iterable[Any]) -> Board:
    number = {
        (label, frozenset(puzzle.region.coordinates(cell) for cell in cells)): var
        for var, (label, cells) in enumerate(puzzle.placements, 1)
    }
    own = [(label, frozenset(tuple(data["cells"][i]) for i in places)) for label, places in solution]
    return puzzle.decode(tuple(sorted(number[one] for one in own)))


def middle(cells: Iterable[Cell]) -> tuple[Fraction, ...]:
    """The centre of gravity of all corners."""
    points = [point for cell in cells for point in cell]
    return tuple(sum(axis, Fraction(0)) / len(points) for axis in zip(*points))


LEFT_RIGHT = MIRROR
UP_DOWN: Linear = ((2, 0), (0, -2))
HALF_TURN = after(MIRROR, UP_DOWN)
SYMMETRIES = {
    "half-turn": HALF_TURN,
    "left-right": LEFT_RIGHT,
    "up-down": UP_DOWN,
    "quarter-turn": QUARTER,
    "third-turn": after(SIXTH, SIXTH),
    "sixth-turn": SIXTH,
    "falling-diagonal": ((0, 2), (2, 0)),
    "rising-diagonal": ((0, -2), (-2, 0)),
}
IN_SPACE: dict[str, Linear] = {  # of layer, row, column
    "half-turn layers": ((2, 0, 0), (0, -2, 0), (0, 0, -2)),
    "half-turn rows": ((-2, 0, 0), (0, 2, 0), (0, 0, -2)),
    "half-turn columns": ((-2, 0, 0), (0, -2, 0), (0, 0, 2)),
    "quarter-turn layers": ((2, 0, 0), (0, 0, 2), (0, -2, 0)),
    "quarter-turn rows": ((0, 0, 2), (0, 2, 0), (-2, 0, 0)),
    "quarter-turn columns": ((0, 2, 0), (-2, 0, 0), (0, 0, 2)),
    "left-right": ((2, 0, 0), (0, 2, 0), (0, 0, -2)),
    "up-down": ((2, 0, 0), (0, -2, 0), (0, 0, 2)),
    "front-back": ((-2, 0, 0), (0, 2, 0), (0, 0, 2)),
    "point": ((-2, 0, 0), (0, -2, 0), (0, 0, -2)),
}


OF_SQUARES = tuple(name for name in SYMMETRIES if name not in ("third-turn", "sixth-turn"))
OF_HEXAGONS = ("half-turn", "third-turn", "sixth-turn", "left-right", "up-down")
ABLE = {
    **dict.fromkeys(("squares", "sticks", "tans"), OF_SQUARES),
    **dict.fromkeys(("hexagons", "triangles"), OF_HEXAGONS),
    **dict.fromkeys(("cubes", "spheres"), tuple(IN_SPACE)),
}


@given_some(
    100, st.sampled_from([(lattice, name) for lattice, names in ABLE.items() for name in names]), st.data()
)
def test_symmetric_boards_agree_with_plain_geometry(case: tuple[str, str], draws: st.DataObject) -> None:
    lattice, name = case
    shapes: dict[str, list[str]] = {
        "tans": ["1x1", "1x2", "2x2"],
        "cubes": ["1x2x3", "2x2x2", "2x2x3"],
        "spheres": ["2x2x3", "3x3x3", "2x2x2"],
        "squares": ["4x4", "3x4", ".##.\n####\n####\n.##."],
        "hexagons": ["3x3", "2x4", ".#.#.\n#.#.#\n.#.#."],
        "triangles": ["2x2", "2x3", ".^v^v^.\n^v^v^v^\nv^v^v^v\n.v^v^v.", ".^.\n^v^"],
        "sticks": ["2x2", "1x2"],
    }
    board = draws.draw(st.sampled_from(shapes[lattice]))
    pieces = {x: [list(v) for v in draws.draw(figures(LATTICES[lattice], 3))] for x in "AB"}
    keys: dict[str, Any] = {"lattice": lattice, "board": board, "pieces": pieces, "counts": "any"}
    keys |= {"fill": draws.draw(st.sampled_from(["exact", "partial"]))}
    try:
        if lattice == "squares":
            pieces = {}
            keys["pieces"] = draws.draw(st.sampled_from(["dominoes", "trominoes", "one-sided tetrominoes"]))
        puzzle = packing(**keys, symmetric=name)
    except InstanceError:
        return
    own = puzzle.region
    plain = Brute(
        lattice,
        [own.coordinates(cell) for cell in own.cells],
        [Piece(p.label, p.shape, 0, 99) for p in puzzle.pieces],
        flips=lattice not in ("cubes", "spheres") and "one-sided" not in str(keys["pieces"]),
        exact=keys["fill"] == "exact",
    )
    every = plain.solutions(MOST)
    if every is None:
        return
    data = {**keys, "touch": "any", "border": "any", "no_fault_line": False, "range": (0, 99)}
    data["symmetric"] = [(IN_SPACE if own.coordinates(own.cells[0])[2:] else SYMMETRIES)[name]]
    wanted = {one for one in every if right(data, plain, one)}
    found = tally({**keys, "symmetric": name}, "auto")
    assert found.all == tally({**keys, "symmetric": name}, "sat", "all").all == len(wanted)
    if name.endswith("-turn") or name == "point":  # no symmetry makes another move of these
        assert found.count == plain.orbits(wanted), "no symmetry of the board is lost"


@pytest.mark.parametrize(
    ("lattice", "board", "pieces"),
    [
        ("squares", "3x5", ["dominoes", "trominoes"]),
        ("triangles", "3x4", ["diamonds", "triamonds"]),
        ("tans", "2x2", {"A": [[-1, 0], [0, 1]], "B": [[-1, 0], [0, -1], [0, 1], [0, 2]]}),
    ],
)
def test_fault_lines_are_those_of_plain_geometry(lattice: str, board: str, pieces: Any) -> None:
    keys: dict[str, Any] = {"lattice": lattice, "board": board, "pieces": pieces, "counts": "any"}
    puzzle = packing(**keys, no_fault_line=True)
    own = puzzle.region
    plain = Brute(
        lattice,
        [own.coordinates(cell) for cell in own.cells],
        [Piece(p.label, p.shape, 0, 99) for p in puzzle.pieces],
        flips=True,
        exact=True,
    )
    every = plain.solutions(100_000)
    data = {**keys, "touch": "any", "border": "any", "no_fault_line": True, "range": (0, 99), "symmetric": []}
    wanted = {one for one in every or () if right(data, plain, one)}
    assert 0 < len(wanted) < len(every or ())
    found = tally({**keys, "no_fault_line": True}, "auto")
    assert found.all == tally({**keys, "no_fault_line": True}, "sat", "all").all == len(wanted)
    assert found.count == plain.orbits(wanted)
    kept = [not list(puzzle.violations(one.board)) for one in records(keys, "sat", "all")]
    assert kept.count(True) == len(wanted)


@pytest.mark.parametrize(
    ("lattice", "board", "periods"),
    [
        ("squares", "2x4", [(4 * UNIT, 0)]),
        ("cubes", "2x2x2", []),
        ("triangles", "2x2", []),
        ("sticks", "+ + + +\n  |\n+-+-+-+\n  |\n+ + + +", []),
        ("trigs", "1x2", []),
        ("tans", "1x2", []),
    ],
)
def test_points_where_pieces_meet_are_those_of_plain_geometry(
    lattice: str, board: str, periods: list[Point]
) -> None:
    one = LATTICES[lattice].classes[0]
    two: Any = {"A": [list(one)], "B": [list(one), list(LATTICES[lattice].neighbours(one)[0])]}
    pieces = two if lattice != "squares" else ["A\n", "BB\n"]
    keys: dict[str, Any] = {"lattice": lattice, "board": board, "pieces": pieces, "counts": "any"}
    keys |= {"wrap": "cylinder"} if periods else {}
    puzzle = packing(**keys, no_crossings=True)
    cells = [puzzle.region.coordinates(cell) for cell in puzzle.region.cells]
    plain = Brute(lattice, cells, [Piece(p.label, p.shape, 0, 99) for p in puzzle.pieces], periods=periods)
    every = plain.solutions(100_000) or set()
    met = [max(sum(bool(own & there) for _, own in one) for there in meeting(plain)) for one in every]
    found = tally({**keys, "no_crossings": True}, "sat", "all").all
    assert 0 < found == sum(most < 4 for most in met) < len(met)
    kept = [not list(puzzle.violations(as_board(puzzle, {"cells": cells}, one))) for one in every]
    assert kept == [most < 4 for most in met]


@pytest.mark.parametrize("board", ["2x1", "1x2"])
def test_squares_of_tans_have_a_fault_line_between_them(board: str) -> None:
    square = {"A": [[0, 1], [1, 0], [0, -1], [-1, 0]]}
    keys = {"lattice": "tans", "board": board, "pieces": square, "counts": "any"}
    assert tally(keys, "sat", "all").all == 1
    assert tally({**keys, "no_fault_line": True}, "sat", "all").all == 0


@pytest.mark.parametrize(
    ("keys", "count", "everything"),
    [
        ({"board": "5x6", "pieces": "dominoes", "counts": "any", "no_fault_line": True}, None, 6),
        ({"board": "6x6", "pieces": "dominoes", "counts": "any", "no_fault_line": True}, None, 0),
        ({"board": "6x10", "pieces": "pentominoes", "border": True}, 2, 8),
    ],
)
def test_what_is_published(keys: dict[str, Any], count: int | None, everything: int) -> None:
    """R. L. Graham, Fault-free tilings of rectangles, 1981; M. Gardner, Mathematical Games, October 1965."""
    found = tally(keys, "auto")
    assert found.all == everything
    assert count in (None, found.count)


def test_rules_part_all_boards_as_the_boards_themselves_say() -> None:
    """Cases in which each constraint matters: gaps of holes, weights from both sides, turned mirror images."""
    keys: dict[str, Any] = {"board": "3x4", "pieces": "tetrominoes", "counts": "0..1", "fill": "partial"}
    convex_only = packing(**keys, holes="one", convex_holes=True)
    boards = [own.board for own in records({**keys, "holes": "one"}, "sat", "all")]
    wanted = sum(not list(convex_only.violations(board)) for board in boards)
    assert 0 < wanted < len(boards)
    assert tally({**keys, "holes": "one", "convex_holes": True}, "sat", "all").all == wanted
    keys = {"board": "4x5", "pieces": "pentominoes", "counts": "0..1"}
    weights = {"weights": {"I": 5, "L": -2, "P": 3, "others": 1}}
    parts = [tally({**keys, **weights, "total": own}, "sat", "all").all for own in ("..4", "5..8", "9..")]
    assert all(parts)
    assert sum(parts) == tally(keys, "auto", "all").all
    turned = tally({"board": "6x6", "pieces": "tetrominoes", "counts": "any", "symmetric": "quarter-turn"})
    assert (turned.count, turned.all) == (11, 21)


def test_free_cells_part_all_boards_and_covered_ones_are_kept() -> None:
    keys: dict[str, Any] = {"board": "2x4", "pieces": "dominoes", "counts": "any", "fill": "partial"}
    parts = [tally({**keys, "free": own}, "sat", "all").all for own in ("..2", "3..5", "6..")]
    assert parts == [5 + 26, 29, 10 + 1], "the matchings of a ladder; OEIS A030186 has 71"
    for drawn, order in {"#+++\n++++": 1, "#++#\n++++": 2, "#++#\n#++#": 4}.items():
        assert packing(**keys, covered=drawn)._group.order == order


def test_three_colours_are_tested_on_all_solutions_and_stated_as_constraints() -> None:
    keys = {"board": "4x5", "pieces": "pentominoes", "counts": "0..1"}
    for wish, less in ((True, False), ("corners", True)):
        prepared = prepare(loads(instance_text({**keys, "three_colourable": wish}), "x"))
        assert isinstance(prepared.opened, OpenedCases)
        assert prepared.backend.name == "exactcover"
        by_test, stated = (tally({**keys, "three_colourable": wish}, own) for own in ("auto", "sat"))
        assert (by_test.count, by_test.all, by_test.digest) == (stated.count, stated.all, stated.digest)
        assert (by_test.all < tally(keys, "auto").all) or not less


@pytest.mark.slow
def test_three_colourable_boards_of_6x10() -> None:
    """Of the 2,339 boards, where pieces touch along an edge, and also at a corner."""
    keys = {"board": "6x10", "pieces": "pentominoes"}
    found = [tally({**keys, "three_colourable": wish}, "auto").count for wish in (True, "corners")]
    assert found == [1022, 94]


def test_one_square_touches_the_border_of_3x3_in_eight_places() -> None:
    keys = {"board": "3x3", "pieces": "monominoes", "counts": 1, "fill": "partial"}
    found = [tally({**keys, "border": wish}, "sat", "all").all for wish in (True, False)]
    assert found == [8, 1]


def test_a_wish_of_one_of_two_mirror_images_leaves_no_mirrors() -> None:
    """L and J are each other's, so what only one of them must do is not the same in a mirror."""
    keys = {"board": "4x5", "pieces": "one-sided tetrominoes", "counts": "0..1", "fill": "partial"}
    wishes = ({}, {"L": True}, {"L": True, "J": True}, {"L": False}, {"O": True})
    assert [packing(**keys, border=wish or "any").symmetries().order for wish in wishes] == [4, 2, 4, 2, 4]


def test_pieces_by_letter_touch_the_border_or_do_not() -> None:
    keys = {"board": "5x12", "pieces": "pentominoes"}
    apart = [tally({**keys, "border": {"X": wish}}, "exactcover").all for wish in (True, False)]
    assert sum(apart) == 4040
    assert all(apart)


@pytest.mark.parametrize(
    ("keys", "board", "said"),
    [
        ({"touch": "corners"}, ["AAB", "CCB"], "A and C touch at row 1, column 1 and row 2, column 1"),
        ({"touch": "never"}, ["A..", "A..", ".BB"], "A and B touch at row 2, column 1 and row 3, column 2"),
        ({"border": False}, ["AA.", "...", "..."], "A touches the border"),
        (
            {"border": True, "pieces": "monominoes"},
            ["...", ".A.", "..."],
            "A does not touch the border",
        ),
        (
            {"no_crossings": True, "wrap": "cylinder", "pieces": "monominoes"},
            ["ABC", "DEF"],
            "A, B, D and E meet beside row 1, column 1",
        ),
        ({"no_fault_line": True}, ["AAB", "CCB", "DD."], "no piece crosses the line below row 2"),
        ({"symmetric": "half-turn"}, ["AAB", "CCB"], "not its own image under the half-turn"),
        ({"numbers": {"D": 2}}, ["AA.", "..."], "1 pieces of D are used, not 2..2"),
        ({"weights": {"D": 3}, "total": "..5"}, ["AA.", "BB."], "weights of the pieces sum to 6, not -18..5"),
        ({"holes": "one"}, ["AA.", "BB.", ".CC"], "the free cells . make 2 parts, not 1"),
        (
            {"holes": "connected", "convex_holes": True, "pieces": "monominoes"},
            ["...", ".A.", "..B"],
            "is not convex",
        ),
        ({"covered": "+++\n#++"}, ["AA.", "..."], "row 2, column 1 is not covered"),
        ({"free": "5.."}, ["AA.", "..."], "4 cells stay free, not 5.."),
        ({"free": "..3"}, ["AA.", "..."], "4 cells stay free, not 0..3"),
        ({"three_colourable": "corners"}, ["AABB", "CCDD"], "three colours do not suffice"),
        (
            {"three_colourable": True, "pieces": ["monominoes", "dominoes", "trominoes"]},
            ["AAB", "CDB", "CCB"],
            "three colours do not suffice",
        ),
    ],
)
def test_a_broken_rule_is_named(keys: dict[str, Any], board: list[str], said: str) -> None:
    size = f"{len(board)}x{len(board[0])}"
    puzzle = made(
        "packing", {"board": size, "pieces": "dominoes", "counts": "any", "fill": "partial", **keys}
    )
    assert isinstance(puzzle, Packing)
    assert any(said in line for line in puzzle.violations(tuple(board)))


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"touch": "neve"}, 'touch: "neve" is not known; did you mean "never"?'),
        ({"alike": ["D"]}, "alike: has no effect without `touch: corners` or `touch: never`"),
        ({"touch": "never", "alike": ["Q"]}, 'alike[1]: unknown piece "Q"'),
        ({"touch": "never", "alike": ["D", "D"]}, "alike: piece D is in two groups"),
        ({"touch": "never", "alike": ["DD"]}, "alike[1]: piece D is there twice"),
        ({"border": {"Q": True}}, 'border.Q: unknown piece "Q"'),
        ({"border": "yes"}, "border: 'yes' is not true, false or any"),
        ({"numbers": {"D": "x"}}, "numbers.D: 'x' is not a number of pieces"),
        ({"free": 1}, "free: only with `fill: partial`: else no cell stays free"),
        ({"board": "2x3", "free": "9..", "fill": "partial"}, "free: at least 9 cells, but the board has 6"),
        ({"board": "2x3", "covered": "##\n##", "fill": "exact"}, "covered: only with `fill: partial`"),
        ({"board": "2x3", "covered": "##", "fill": "partial"}, "covered: 1 row, but the board has 2"),
        (
            {"board": "2x3", "covered": "###\n#.#", "fill": "partial"},
            "covered: row 2, column 2 is a cell: `#` must be covered, `+` may stay free",
        ),
        (
            {"board": "2x3", "covered": "####\n###", "fill": "partial"},
            "covered: row 1, column 4 is outside the board",
        ),
        ({"weights": {"D": 1}}, "weights: `weights` and `total` need each other"),
        ({"total": 3}, "total: `weights` and `total` need each other"),
        ({"weights": {"Q": 1}, "total": 3}, "weights.Q: unknown key"),
        ({"weights": {"D": 1.5}, "total": 3}, "weights.D: 1.5 is not a whole number from -1000 to 1000"),
        ({"weights": {"D": 1}, "total": "5..3"}, "total: 5..3 is an empty range"),
        ({"weights": {"D": 1}, "total": ".."}, "total: '..' is not a sum of weights"),
        ({"three_colourable": "edges"}, "three_colourable: 'edges' is not true, false or corners"),
        ({"holes": "one"}, "holes: only with `fill: partial`"),
        ({"convex_holes": True, "fill": "partial"}, "convex_holes: has no effect without `holes`"),
        (
            {"no_crossings": True, "lattice": "hexagons", "pieces": "monohexes"},
            "no_crossings: hexagons: at most 3 of their cells meet at a point",
        ),
        (
            {"no_crossings": True, "lattice": "spheres", "board": "2x2x2", "pieces": "monospheres"},
            "no_crossings: spheres: at most 2 of their cells meet at a point",
        ),
        ({"holes": "two", "fill": "partial"}, "holes: 'two' is not a number of pieces"),
        ({"holes": "10", "fill": "partial"}, "holes: '10' is not connected, one or a number from 1 to 9"),
        ({"symmetric": "half-tun"}, 'symmetric: "half-tun" is not known; did you mean "half-turn"?'),
        (
            {"board": "3x4", "symmetric": "quarter-turn"},
            "the board is not its own image under the quarter-turn",
        ),
        (
            {"symmetric": "quarter-turn", "wrap": "cylinder"},
            "symmetric: the board is not its own image under the quarter-turn; under half-turn, left-right",
        ),
        (
            {"symmetric": [[0, 1, 2]], "wrap": "cylinder"},
            "symmetric[1]: the board is not its own image under the shift by [0, 1, 2]",
        ),
        ({"symmetric": [[0, 1]]}, "symmetric[1]: a shift is for boards that are wrapped"),
        ({"symmetric": [["x"]], "wrap": "torus"}, "symmetric[1]: ['x'] is not a vector such as [0, 2]"),
        (
            {"no_fault_line": True, "wrap": "torus"},
            "no_fault_line: only for boards of squares, cubes, triangles and tans that",
        ),
    ],
)
def test_bad_rules_are_one_line(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InstanceError) as error:
        packing(**{"board": "4x4", "pieces": "dominoes", "counts": "any", **keys})
    assert said in str(error.value)


# ---- the variables beside the placements

BESIDE: dict[str, Mapping[str, Any]] = {
    "holes": {"holes": "1..2"},
    "convex holes": {"holes": "0..2", "convex_holes": True},
    "touch": {"touch": "never"},
    "border": {"border": True},
    "no fault line": {"no_fault_line": True},
    "total": {"weights": {"A": 2, "others": -1}, "total": "0..1"},
    "symmetric": {"symmetric": "half-turn"},
    "where": {"where": "(A@A1 and B@C2) or (B@A1 and not .@B2) or (A@C2 and .@A2)"},
    "three colours": {"three_colourable": True},
    "three colours where": {"three_colourable": True, "where": "A@A1 or not B@C2"},
}


@pytest.mark.parametrize("name", BESIDE)
def test_a_solution_is_one_assignment_unless_the_model_is_loose(name: str) -> None:
    """And if it is, an engine that visits all assignments searches something else."""
    data = {"board": "2x3", "pieces": "A.BB", "counts": "0..3", "fill": "partial", **BESIDE[name]}
    prepared = prepare(loads(instance_text(data), "test"), "cpsat", "all")
    model = prepared.model
    own = sorted(ENGINES["sat"].solutions(replace(model, projection=tuple(range(1, model.size + 1)))))
    shown = [tuple(var for var in one if var in set(model.projection)) for one in own]
    assert (len(set(shown)) < len(shown)) == model.loose == ("three" in name)
    found = sorted(prepared.opened.solutions())
    assert sorted(auto(model)[0].solutions()) == found
    assert found == sorted(set(shown))
    searched = prepared.opened
    while isinstance(searched, OpenedCases):
        searched = searched.whole
    assert not searched.model.loose
    assert isinstance(searched.backend, CpSatBackend)
