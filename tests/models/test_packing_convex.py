"""Convex parts of every lattice, flat and wrapped: against plain geometry, published numbers, engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from tests.lattice_brute import UNIT, Brute
from tests.models.test_lattices import FLAT_UNITS, glide, packing
from tests.models.test_packing import tally
from tests.models.test_packing_rules import convex_on, near
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import Region
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.lattice import Vector, minus
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.lattices.sets import polyforms
from zenkai_solver.models.packing.free_cells import convex
from zenkai_solver.models.pieces import named_set

SIZES = {
    "squares": ["2x3", "3x4"],
    "cubes": ["1x2x3", "2x2x3"],
    "hexagons": ["2x3", "3x3"],
    "triangles": ["1x3", "2x2", "2x3"],
    "sticks": ["1x1", "1x2", "2x2"],
    "trigs": ["1x1", "1x2", "2x1"],
    "twigs": ["1x1", "1x2", "2x2"],
    "tans": ["1x1", "1x2", "1x3"],
    "spheres": ["2x2x3", "2x3x3", "3x3x2"],
}
DRAWN = {
    "squares": "##.\n.##\n##.",
    "hexagons": "# # #\n # # \n# # #",
    "triangles": "^v^\nv^.",
    "sticks": "+-+-+\n| | |\n+ +-+",
    "trigs": "+ - + - +\n \\ / \\",
}
WRAPS = ("none", "cylinder", "torus", "moebius", "klein")


def single(lattice: str, board: str, wrap: str) -> dict[str, Any]:
    """Each cell is covered or free."""
    one = "monominoes" if lattice == "squares" else {"A": [list(LATTICES[lattice].classes[0])]}
    own = {"lattice": lattice, "board": board, "wrap": wrap, "pieces": one, "counts": "any", "flips": True}
    return {**own, "fill": "partial"}


def plain_of(lattice: str, board: str, wrap: str, cells: Sequence[Vector]) -> Brute:
    """The board by plain geometry, with the vectors by which it repeats."""
    if wrap == "none":
        return Brute(lattice, cells, [])
    sizes = [int(n) for n in board.split("x")]
    wide, high = FLAT_UNITS.get(lattice, (2, 1))
    slant = 0 if lattice in FLAT_UNITS or wrap == "klein" else 1
    ways = [(UNIT * slant * sizes[0], UNIT * high * sizes[0]), (UNIT * wide * sizes[-1], 0)]
    if len(sizes) == 3:
        ways = [tuple(UNIT * n * (i == j) for j in range(3)) for i, n in enumerate(sizes)]
    periods = {"cylinder": ways[-1:], "torus": ways, "klein": ways[:-1]}
    twist = glide(lattice, sizes, wrap == "klein") if wrap in ("moebius", "klein") else None
    return Brute(lattice, cells, [], periods=periods.get(wrap, []), glide=twist)


def connected_sets(plain: Brute) -> Iterator[list[int]]:
    around = near(plain, False)
    for chosen in product((False, True), repeat=len(plain.cells)):
        own = {i for i, there in enumerate(chosen) if there}
        part = [min(own)] if own else []
        for i in part:
            part += (around[i] & own).difference(part)
        if own and len(part) == len(own):
            yield part


def boards(flat: int, wrapped: int) -> Iterator[tuple[Brute, Region, dict[str, Any]]]:
    """Small boards of every lattice, as they are, drawn with gaps, and wrapped in every way, of so many cells."""
    drawn = [(name, board, "none") for name, board in DRAWN.items()]
    sized = [(name, size, wrap) for name in LATTICES for wrap in WRAPS for size in SIZES[name]]
    for name, board, wrap in [*drawn, *sized]:
        keys = single(name, board, wrap)
        try:
            own = packing(**keys).region
        except InstanceError:
            continue  # of a size whose ends do not fit
        if len(own.cells) <= (flat if wrap == "none" else wrapped):
            yield plain_of(name, board, wrap, [own.coordinates(cell) for cell in own.cells]), own, keys


def convex_parts(plain: Brute, own: Region) -> tuple[int, int]:
    """How many connected sets of cells are convex, and how many are not."""
    wanted = [convex_on(plain, part) for part in connected_sets(plain)]
    found = [convex(own, [own.cells[i] for i in part]) for part in connected_sets(plain)]
    assert found == wanted, (plain.lattice, own.board("x" * len(own.cells)))
    return wanted.count(True), wanted.count(False)


def test_convex_parts_are_those_of_plain_geometry() -> None:
    """And a search for one convex hole finds as many."""
    seen = {(name, kind): (0, 0) for name in LATTICES for kind in ("flat", "wrapped")}
    tried = list[tuple[str, str]]()
    for plain, own, keys in boards(6, 6):
        yes, no = convex_parts(plain, own)
        kind = plain.lattice, "flat" if keys["wrap"] == "none" else "wrapped"
        seen[kind] = seen[kind][0] + yes, seen[kind][1] + no
        if no and kind not in tried:
            tried.append(kind)
            assert tally({**keys, "holes": "one", "convex_holes": True}, "sat", "all").all == yes
    assert all(yes for yes, _ in seen.values())
    assert len(tried) >= 12, "a board on which some parts are convex and some are not"


@pytest.mark.slow
def test_convex_parts_of_larger_boards() -> None:
    """On each lattice some are convex and some are not."""
    seen = dict.fromkeys(LATTICES, (0, 0))
    for plain, own, _ in boards(12, 9):
        yes, no = convex_parts(plain, own)
        seen[plain.lattice] = seen[plain.lattice][0] + yes, seen[plain.lattice][1] + no
    assert all(yes and no for yes, no in seen.values())


def test_numbers_of_convex_pieces_are_those_published() -> None:
    """OEIS A067675 (fixed polyominoes), A096004 (polyiamonds), A245676 (polyaboloes; Wang and Hsiung, 1942)."""

    def number(lattice: str, size: int) -> int:
        boards = [region(LATTICES[lattice], own) for own in polyforms(lattice, size, "free")]
        return sum(convex(own, own.cells) for own in boards)

    own = [[Region(5, 5, piece.shape) for piece in named_set("fixed", size)] for size in range(1, 6)]
    assert [sum(convex(x, x.cells) for x in boards) for boards in own] == [1, 2, 6, 19, 59]
    assert [number("triangles", size) for size in range(1, 8)] == [1, 1, 1, 2, 1, 2, 2]
    assert [number("tans", size) for size in range(1, 5)] == [1, 3, 2, 6]


U, RING = "#.#\n###", "###\n#.#\n###"


@pytest.mark.parametrize(
    ("lattice", "board", "covered", "count"),
    [
        ("squares", U, "", 0),  # the arms are in one row, with the outside between them
        ("squares", U, "02", 1),
        ("squares", RING, "", 0),
        ("squares", "###\n###", "01", 0),  # the same part, with a piece there
        ("hexagons", "# # #\n #   #", "", 0),
        ("triangles", "^v^v^\nv^.^v", "", 0),  # about a corner more than a half-turn
    ],
)
def test_a_row_goes_on_outside_the_board(lattice: str, board: str, covered: str, count: int) -> None:
    """A part is convex or not by its own cells, whether what is beside them is covered or no cell."""
    keys = {**single(lattice, board, "none"), "holes": "one", "convex_holes": True}
    own = packing(**keys).region
    taken = {(int(r), int(c)) for r, c in zip(covered[::2], covered[1::2])}
    part = [cell for cell in own.cells if cell not in taken]
    assert len(own.parts(part)) == 1
    assert convex(own, part) == bool(count)
    drawn = (
        "\n".join(row.rstrip() for row in own.board(["#" if x in taken else "+" for x in own.cells])) + "\n"
    )
    exactly = {**keys, "covered": drawn, "free": len(part)}
    assert tally(exactly, "sat", "all").all == tally(exactly, "cpsat", "all").all == count


def test_no_row_comes_back_to_a_wrapped_board() -> None:
    """So that there it does not matter whether rows go on beyond the border."""
    number = 0
    for name, wrap in product([x for x, own in LATTICES.items() if own.straight], WRAPS[1:]):
        for size in ("3x2", "2x3") if LATTICES[name].dimension == 2 else ("2x2x2",):
            try:
                own = packing(**single(name, size, wrap)).region
            except InstanceError:
                continue  # its ends do not fit
            number += 1
            assert isinstance(own, LatticeRegion)
            for start in own.vectors:
                for other in own.lattice.neighbours(start):
                    step = minus(other, start)
                    row = (tuple(x + n * y for x, y in zip(start, step)) for n in range(4 * len(own.cells)))
                    inside = [own.home(vector) in own.number for vector in row]
                    assert inside == sorted(inside, reverse=True)
    assert number >= 25
