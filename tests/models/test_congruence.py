"""Which sets of cells are one piece: by rigid motions of bodies, on every lattice, against the code."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
import yaml

from tests.helpers import INSTANCES
from tests.lattice_brute import Brute, Piece
from tests.models.test_lattices import packing
from tests.models.test_packing import tally
from tests.rigid import classes
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.lattice import Figure, Lattice
from zenkai_solver.models.lattices.region import region
from zenkai_solver.models.pieces import KINDS

EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
CELLS = {  # of the largest sets of cells: in the default suite, and in the broad one
    **dict.fromkeys(("squares", "cubes"), (4, 5)),
    **dict.fromkeys(("hexagons", "sticks", "spheres"), (3, 4)),
    **dict.fromkeys(("trigs", "twigs"), (3, 4)),
    "triangles": (5, 7),
    "tans": (4, 8),
}


@cache
def figures(name: str, size: int) -> frozenset[Figure]:
    """All connected sets of so many cells, of tans also of single quarters, each once up to translations."""
    lattice = LATTICES[name]
    if size == 1:
        return frozenset(lattice.normalise([cell]) for cell in lattice.classes)
    return frozenset(
        lattice.normalise((*figure, near))
        for figure in figures(name, size - 1)
        for old in figure
        for near in lattice.neighbours(old)
        if near not in figure
    )


def both_agree(lattice: Lattice, size: int, kind: str) -> int:
    """How many pieces of the kind there are."""
    every = {frozenset(figure): figure for figure in figures(lattice.name, size)}
    found = classes(lattice.name, every, *KINDS[kind])
    for own in found:
        for figure in own:
            images = set(map(frozenset, lattice.images(every[figure], *KINDS[kind])))
            assert images == own, (sorted(figure), "has other images by plain geometry")
    return len(found)


@EVERY
@pytest.mark.parametrize("kind", KINDS)
def test_pieces_are_one_where_a_rigid_motion_takes_one_to_the_other(lattice: Lattice, kind: str) -> None:
    for size in range(1, CELLS[lattice.name][0] + 1):
        both_agree(lattice, size, kind)


@EVERY
@pytest.mark.broad
def test_larger_pieces_are_one_where_a_rigid_motion_takes_one_to_the_other(lattice: Lattice) -> None:
    for kind in KINDS:
        both_agree(lattice, CELLS[lattice.name][1], kind)


# ---- pieces, packings and symmetries that follow from it


BALLROOM = {  # S. Coffin; BurrTools' sample of that name has these boards with these numbers of assemblies
    "pyramid": (
        "..#..\n.#.#.\n#.#.#\n.#.#.\n..#..\n\n.....\n..#..\n.#.#.\n..#..\n\n.....\n.....\n..#..",
        "ABCD",
        2,
    ),
    "tetrahedron": ("#..\n.#.\n..#\n\n.#.\n#.#\n.#.\n\n..#\n.#.\n#..", "ABC", 1),
    "cube": ("3x3x3", "ABCD", 3),
}


@pytest.mark.parametrize("name", BALLROOM)
def test_ball_room(name: str) -> None:
    board, letters, count = BALLROOM[name]
    shipped = yaml.safe_load((INSTANCES / "ballroom.yaml").read_text("utf-8"))["pieces"]
    keys = {"lattice": "spheres", "board": board, "pieces": {x: shipped[x] for x in letters}}
    one, other = (tally(keys, backend) for backend in ("exactcover", "sat"))
    assert one.count == other.count == count
    assert one.digest == other.digest


COUNTED = [  # heaps of random pieces, and BurrTools' numbers of assemblies; turns of the lattice leave 2 and 21
    (
        3,
        [[-2, 0, 0], [-1, 1, 0], [0, -1, -1], [0, 0, 0]],
        [[-1, -2, -1], [-1, -1, 0], [0, -1, 1]],
        [[-2, -1, 1], [-1, 0, 1], [0, 1, 1]],
        [[-3, 0, 1], [-3, 1, 2], [-2, 1, 1]],
    ),
    (
        121,
        [[-1, 0, 1], [0, 0, 0]],
        [[-2, -2, 0], [-2, -1, 1], [-1, -1, 0], [-1, -1, 2]],
        [[-3, 1, 0], [-2, 0, 0], [-1, 0, -1]],
        [[-4, -1, 1], [-4, 0, 0], [-3, 0, 1]],
        [[-4, -1, -1], [-3, -2, 1], [-3, -1, 0], [-3, 0, -1]],
    ),
]


@pytest.mark.parametrize("case", COUNTED, ids=lambda case: case[0])
def test_heaps_of_balls_as_burrtools_counts_them(case: tuple[Any, ...]) -> None:
    count, *pieces = case
    cells = [list(cell) for own in pieces for cell in own]
    keys = {"lattice": "spheres", "cells": cells, "pieces": dict(zip("ABCDE", pieces))}
    assert tally(keys, "auto").count == count


PLATE = [(0, 0, 0), (0, 1, 1), (0, -1, -1), (1, 0, -1), (-1, 0, 1), (1, 1, 0), (-1, -1, 0)]  # and its ring
ABOVE = [(x + 1, y, z + 1) for x, y, z in PLATE]
APART = [
    (x + 2, y - 2, z + 2) for x, y, z in PLATE
]  # three layers up: the plates may be turned against each other
BENT, CHIRAL = [[0, 0, 0], [0, 1, 1], [1, 2, 1]], [[0, 0, 0], [0, 1, 1], [1, 1, 2], [2, 1, 1]]
BOARDS = {
    "plate": PLATE,
    "triangle": [(0, 0, 0), (0, 1, 1), (0, 2, 2), (1, 0, 1), (1, 1, 2), (2, 0, 2)],
    "row": [(0, n, n) for n in range(4)],
    "ball": [(0, 0, 0)],
    "two plates": [*PLATE[:5], *ABOVE[:4]],
    "plates apart": [*PLATE[:1], *PLATE[3:5], *APART[:3]],
    "far apart": [(0, 0, 0), (0, 1, 1), (4, 1, 1), (4, 0, 0), (0, 4, 4)],
    "slanted": [(0, 0, 0), (3, 3, 0), (4, 1, 1), (0, 3, 3)],
    "box": [(x, y, z) for x in range(2) for y in range(3) for z in range(3) if (x + y + z) % 2 == 0],
}


@pytest.mark.parametrize("mirror", [True, False])
@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_balls_have_all_rigid_motions(name: str, mirror: bool) -> None:
    """The order of the group, and orbits, once by matching points and once by the engines."""
    pieces = {"A": [[0, 0, 0]], "B": [[0, 0, 0], [0, 1, 1]], "C": BENT, "D": CHIRAL}
    counts = {"A": "0..1", "B": "0..2", "C": "0..1", "D": "0..1"}
    keys = {
        "lattice": "spheres",
        "cells": list(map(list, BOARDS[name])),
        "pieces": pieces,
        "counts": counts,
        "fill": "partial",
    }
    puzzle = packing(**keys, mirror=mirror)
    cells = [puzzle.region.coordinates(cell) for cell in puzzle.region.cells]
    own = [Piece(x, v, 0, int(counts[x][-1])) for x, v in pieces.items()]
    plain = Brute("spheres", cells, own, flips=False, exact=False, mirror=mirror)
    solutions = plain.solutions(20_000)
    assert solutions is not None
    assert puzzle.symmetries().order == len({tuple(move) for move, _ in plain._moves()})
    found = tally({**keys, "mirror": mirror}, "auto")
    assert (found.count, found.all) == (plain.orbits(solutions), len(solutions))


def test_a_plate_of_balls_turns_by_sixths() -> None:
    """A sixth of a turn is no rotation of the lattice: without it there would be half as many."""
    keys = {"lattice": "spheres", "cells": list(map(list, PLATE)), "pieces": "monospheres", "counts": "any"}
    assert packing(**keys, mirror=False).symmetries().order == 12
    two = {**keys, "groups": ["1x3x3", "1x3x3"], "pieces": "dispheres", "counts": "0..2", "fill": "partial"}
    del two["cells"]
    assert packing(**two).symmetries().order == 2 * 8**2, "each board by itself, and both exchanged"


def test_boards_of_balls_are_exchanged_by_rigid_motions() -> None:
    """Two rhombi of which one is the other's image by a turn that is none of the lattice."""
    keys: dict[str, Any] = {"lattice": "spheres", "pieces": "dispheres", "counts": "any"}
    rhombus = ["#.\n.#\n\n.#\n#.", "#.\n.#\n\n.#\n#."]
    assert packing(**keys, groups=rhombus).symmetries().order % 2 == 0


def test_a_square_of_tans_lies_about_a_corner_or_about_a_middle() -> None:
    """The same body, moved by half a square: made of four halves, or of a square and four quarters."""
    middle = [[0, 1], [0, -1], [1, 0], [-1, 0], [0, 2], [0, -2], [2, 0], [-2, 0]]
    keys = {"lattice": "tans", "board": "2x2", "pieces": {"A": middle}, "fill": "partial"}
    assert tally(keys, "auto").all == tally(keys, "sat").all == 1
    assert tally({**keys, "board": "3x3"}, "auto").all == 4 + 1
    assert tally({**keys, "board": "3x3", "rotations": False, "flips": False}, "auto").all == 4 + 1
    assert tally({**keys, "board": "3x3", "orientations": 1}, "auto").all == 4 + 1, (
        "a shift is no orientation"
    )
    corner = [[0, 1], [1, 0], [0, 2], [1, 3], [3, 1], [2, 0], [3, 2], [2, 3]]
    twice = {**keys, "pieces": {"A": middle, "B": corner}}
    with pytest.raises(InstanceError, match="given twice"):
        packing(**twice)


@pytest.mark.parametrize(
    ("board", "piece", "ways"),
    [
        *(("wb##", "wb", 2), ("wbwb", "wb", 1), ("wb#b", "wb", 1), ("bw##", "wb", 1)),
        *(("wwww", "ww", 2), ("wbww", "w#", 2), ("wbwb", "w#", 1)),
    ],
)
def test_a_quarter_with_parts_of_two_colours_lies_where_any_may_be(board: str, piece: str, ways: int) -> None:
    """Two quarters on a side make a square, which half a square further lies across: each has parts of both."""
    cells = [(0, 1), (0, 2), (1, 0), (2, 0)]
    own = region(LATTICES["tans"], cells)
    painted = dict(zip(cells, board))
    rows = own.board([painted[own.coordinates(cell)] for cell in own.cells])
    keys: dict[str, Any] = {"lattice": "tans", "cells": list(map(list, cells)), "fill": "partial"}
    keys |= {"pieces": {"A": [[0, 1], [0, 2]]}, "rotations": False, "flips": False}
    colours = {"board": "\n".join(row.replace(" ", ".") for row in rows), "pieces": {"A": piece}}
    assert tally({**keys, "colours": colours}, "auto").all == ways


# ---- pieces that fit nowhere


def test_a_piece_that_fits_nowhere_keeps_no_symmetry_away() -> None:
    """The 11 tilings of 2x3 by twos and at most two ones are 5 orbits, and 7 by half turns alone.

    F is not its own mirror image, and longer than the board is wide.
    """
    keys: dict[str, Any] = {"board": "2x3", "pieces": ["monominoes", "dominoes"], "counts": {"M": "0..2"}}
    keys["counts"] |= {"D": "any"}
    without = tally(keys, "auto")
    lost = {**keys, "pieces": [*keys["pieces"], "one-sided pentominoes F"]}
    lost["counts"] = {**keys["counts"], "F": "0..1"}
    with_it = tally(lost, "auto")
    assert (with_it.count, with_it.all) == (without.count, without.all)
    for rule in ({}, {"symmetric": "left-right"}, {"alike": ["MD"], "touch": "corners"}):
        orders = [packing(**own, **rule).symmetries().order for own in (lost, keys)]
        assert orders == [4, 4], rule


def drawn_at_random(rng: random.Random) -> dict[str, Any]:
    """A board with gaps, and pieces of which some are too large for it, or their own mirror images."""
    name = rng.choice(["squares", "hexagons", "triangles", "tans", "cubes", "spheres"])
    lattice = LATTICES[name]
    box = list(lattice.box(SIZES[name], [False] * lattice.dimension))
    pieces = {"A": [list(lattice.classes[0])]}
    for letter, size in (("B", rng.randint(2, 4)), ("C", rng.randint(3, 5))):
        own = [rng.choice(lattice.classes)]
        while len(own) < size:
            own.append(rng.choice(sorted({x for one in own for x in lattice.neighbours(one)} - set(own))))
        pieces[letter] = list(map(list, own))
    gaps = rng.sample(box, rng.randint(0, 2))
    return {
        "lattice": name,
        "cells": [list(cell) for cell in box if cell not in gaps],
        "pieces": pieces,
        "counts": {"A": "0..1", "B": "0..2", "C": "0..1"},
        "fill": "partial",
        "flips": rng.random() < 0.4,
        "mirror": rng.random() < 0.8,
    }


SIZES = {"squares": (2, 3), "hexagons": (2, 3), "triangles": (1, 3), "tans": (1, 2), "cubes": (1, 2, 3)}
SIZES |= {"spheres": (2, 2, 3)}


@pytest.mark.parametrize("number", [30, pytest.param(300, marks=pytest.mark.broad)])
def test_orbits_are_those_of_plain_geometry(number: int) -> None:
    """Solutions up to what takes placements to placements; often a piece that lies nowhere is left out of that."""
    rng, lost = random.Random(14), 0
    for _ in range(number):
        keys = drawn_at_random(rng)
        try:
            puzzle = packing(**keys)
        except InstanceError:
            continue  # two pieces are one
        most = {x: int(count[-1]) for x, count in keys["counts"].items()}
        pieces = [Piece(x, own, 0, most[x]) for x, own in keys["pieces"].items()]
        how = {"flips": keys["flips"], "exact": False, "mirror": keys["mirror"]}
        plain = Brute(keys["lattice"], keys["cells"], pieces, **how)
        solutions = plain.solutions(2_000)
        if solutions is None:
            continue
        found = tally(keys, "auto")
        assert (found.count, found.all) == (plain.orbits(solutions), len(solutions)), keys
        looks = [
            move.transform and puzzle.twins(move.transform) for move in puzzle.region.moves(puzzle.mirror)
        ]
        lost += looks.count(None) > 0 and puzzle.symmetries().order > len(looks) - looks.count(None)
    assert lost >= number // 20, "cases in which some piece that lies nowhere has no image"
