"""The supported lattices, as data.

Hexagons and triangles have the coordinates (b, a) of b*e2 + a*e1, where e1 leads to the right and e2 to the
lower right, at 60 degrees; for triangles they are multiplied by 3, so that centres are integral. Sticks are
the edges of squares, represented by their middles times 2; trigs and twigs are the edges of triangles and of
hexagons. Tans are half squares: the lattice has quarter squares, of which two make a tan, so that either
diagonal may cut a square. Spheres are those of the densest packing (the cells of rhombic dodecahedra): the
cubes with even coordinate sum, which touch along edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt

from zenkai_solver.models.lattices.lattice import Lattice, Place, Vector, Wall

SQUARE = (((0, 1), (-1, 0)),)  # a quarter turn, clockwise on the page
SIXTH = (((1, 1), (-1, 0)),)  # a sixth turn, clockwise: e1 goes to e2
CUBE = (((1, 0, 0), (0, 0, 1), (0, -1, 0)), ((0, 1, 0), (0, 0, 1), (1, 0, 0)))
SLANT = ((0.5, sqrt(3) / 2), (1.0, 0.0))
SPHERES = ((1, 0, 1), (0, 1, 1), (0, 0, 2))


def _flat(vector: Vector) -> Place:
    return 0, vector[0], vector[1]


def _plane(place: Place) -> Vector:
    return place[1:]


def _same(vector: Vector) -> Place:
    layer, row, column = vector
    return layer, row, column


def _solid(place: Place) -> Vector:
    return place


def _all(sizes: Sequence[int], _: Sequence[bool]) -> Iterator[Vector]:
    return product(*map(range, sizes))


def _even(sizes: Sequence[int], _: Sequence[bool]) -> Iterator[Vector]:
    return (cell for cell in product(*map(range, sizes)) if sum(cell) % 2 == 0)


# ---- hexagons: each row is shifted by half a cell, one column of text, from the one above


def _hexagon_page(vector: Vector) -> Place:
    return 0, vector[0], 2 * vector[1] + vector[0]


def _hexagon_at(place: Place) -> Vector:
    """Only every second column has a cell; for the others the result is a cell with another place."""
    _, row, column = place
    return row, (column - row) // 2


# ---- triangles: one per column of text; it points up if row + column is even


def _triangle_page(vector: Vector) -> Place:
    row, b = divmod(vector[0], 3)
    return 0, row, 2 * (vector[1] // 3) + row + (1 if b == 1 else 2)


def _triangle_at(place: Place) -> Vector:
    _, row, column = place
    up = (row + column) % 2 == 0
    i = (column - row - (2 if up else 1)) // 2
    return (3 * row + 2, 3 * i + 2) if up else (3 * row + 1, 3 * i + 1)


def _triangles(sizes: Sequence[int], _: Sequence[bool]) -> Iterator[Vector]:
    rows, columns = sizes
    return ((3 * j + k, 3 * i + k) for j in range(rows) for i in range(columns) for k in (1, 2))


def _points_up(vector: Vector) -> bool:
    return vector[0] % 3 == 2


# ---- sticks


def _sticks(sizes: Sequence[int], wrapped: Sequence[bool]) -> Iterator[Vector]:
    rows, columns = (2 * n + (not wrap) for n, wrap in zip(sizes, wrapped))
    return (cell for cell in product(range(rows), range(columns)) if sum(cell) % 2)


# ---- trigs and twigs: the edges of triangles, and of hexagons, by their middles; twice as large as hexagons


SIX: tuple[Vector, ...] = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # the edges around, in turn


def _trigs(sizes: Sequence[int], wrapped: Sequence[bool]) -> Iterator[Vector]:
    rows, columns = (2 * n + (not wrap) for n, wrap in zip(sizes, wrapped))
    return (cell for cell in product(range(rows), range(columns)) if cell[0] % 2 or cell[1] % 2)


def _twigs(sizes: Sequence[int], _: Sequence[bool]) -> Iterator[Vector]:
    """The edges of the hexagons, each once."""
    hexagons = product(*map(range, sizes))
    return iter({(2 * row + b, 2 * column + a): None for row, column in hexagons for b, a in SIX})


def _across(*angles: int) -> tuple[tuple[Vector, Vector], tuple[Vector, Vector]]:
    """A crossing: two lines through a point, each given by two of the six edges there (their angles)."""
    a, b, c, d = (SIX[angle // 60] for angle in angles)
    return (a, b), (c, d)


# ---- tans: halves of squares, each of two quarters; the middle of a square is where both coordinates are 3n


def _quarters(sizes: Sequence[int], _: Sequence[bool]) -> Iterator[Vector]:
    for row, column in product(*map(range, sizes)):
        for r, c in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            yield 3 * row + r, 3 * column + c


def _quarter_parity(vector: Vector) -> int:
    """Squares are checkered, and so are the quarters of each: upper and lower against left and right."""
    square = sum((x + 1) // 3 for x in vector)
    return (square + (vector[1] % 3 == 0)) % 2


SQUARES = Lattice(
    name="squares",
    dimension=2,
    translations=((1, 0), (0, 1)),
    turns=SQUARE,
    mirror=((1, 0), (0, -1)),
    contacts=(((0, 0), (0, 1)),),
    corner_contacts=(((0, 0), (1, 1)),),
    parity=lambda vector: sum(vector) % 2,
    page=_flat,
    at=_plane,
    box=_all,
    walls=(Wall("row", (1, 0)), Wall("column", (0, 1))),
    scale=2,
    corners=(((0, 0), ((-1, -1), (-1, 1), (1, 1), (1, -1))),),
    plane=((0.0, 1.0), (1.0, 0.0)),
)
HEXAGONS = Lattice(
    name="hexagons",
    dimension=2,
    translations=((1, 0), (0, 1)),
    turns=SIXTH,
    mirror=((1, 0), (-1, -1)),
    contacts=(((0, 0), (0, 1)),),
    page=_hexagon_page,
    at=_hexagon_at,
    box=_all,
    scale=3,
    corners=(((0, 0), ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))),),
    plane=SLANT,
)
TRIANGLES = Lattice(
    name="triangles",
    dimension=2,
    translations=((3, 0), (0, 3)),
    turns=SIXTH,
    mirror=((1, 0), (-1, -1)),
    contacts=(((1, 1), (2, 2)),),
    corner_contacts=(((1, 1), (1, -2)), ((1, 1), (-1, -1))),
    page=_triangle_page,
    at=_triangle_at,
    box=_triangles,
    period=3,
    parity=lambda vector: int(_points_up(vector)),
    marks=(("^", _points_up), ("v", lambda vector: not _points_up(vector))),
    walls=tuple(
        Wall(f"strip {sign}", form, 0, 3) for sign, form in (("-", (1, 0)), ("\\", (0, 1)), ("/", (1, 1)))
    ),
    scale=1,
    corners=(((1, 1), ((-1, -1), (-1, 2), (2, -1))), ((2, 2), ((1, 1), (1, -2), (-2, 1)))),
    plane=SLANT,
)
STICKS = Lattice(
    name="sticks",
    dimension=2,
    translations=((2, 0), (0, 2)),
    turns=SQUARE,
    mirror=((1, 0), (0, -1)),
    contacts=(((0, 1), (0, -1)), ((0, 1), (1, 0))),
    page=_flat,
    at=_plane,
    box=_sticks,
    period=2,
    crossings=((((0, -1), (0, 1)), ((-1, 0), (1, 0))),),
    marks=(("-", lambda vector: vector[0] % 2 == 0), ("|", lambda vector: vector[0] % 2 == 1)),
    points="+",
    scale=1,
    corners=(((0, 1), ((0, -1), (0, 1))), ((1, 0), ((-1, 0), (1, 0)))),
    plane=((0.0, 1.0), (1.0, 0.0)),
)
CUBES = Lattice(
    name="cubes",
    dimension=3,
    translations=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    turns=CUBE,
    mirror=((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    contacts=(((0, 0, 0), (0, 0, 1)),),
    corner_contacts=(((0, 0, 0), (0, 1, 1)), ((0, 0, 0), (1, 1, 1))),
    parity=lambda vector: sum(vector) % 2,
    walls=(Wall("layer", (1, 0, 0)), Wall("row", (0, 1, 0)), Wall("column", (0, 0, 1))),
    page=_same,
    at=_solid,
    box=_all,
    scale=2,
    corners=(((0, 0, 0), tuple(x for x in product((-1, 0, 1), repeat=3) if x.count(0) == 1)),),
)
BALLS = Lattice(
    name="spheres",
    dimension=3,
    translations=SPHERES,
    turns=CUBE,
    mirror=((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    contacts=(((0, 0, 0), (0, 1, 1)),),
    page=_same,
    at=_solid,
    box=_even,
    balls=True,
)
TRIGS = Lattice(
    name="trigs",
    dimension=2,
    translations=((2, 0), (0, 2)),
    turns=SIXTH,
    mirror=((1, 0), (-1, -1)),
    contacts=(((0, 1), (1, 0)), ((0, 1), (1, -1)), ((0, 1), (0, -1))),
    page=_hexagon_page,
    at=_hexagon_at,
    box=_trigs,
    period=2,
    crossings=(_across(0, 120, 60, 180), _across(0, 120, 60, 240), _across(0, 180, 60, 240)),
    marks=(
        ("-", lambda vector: vector[0] % 2 == 0),
        ("\\", lambda vector: vector[1] % 2 == 0),
        ("/", lambda vector: vector[0] % 2 == vector[1] % 2),
    ),
    points="+",
    scale=1,
    corners=(((0, 1), ((0, -1), (0, 1))), ((1, 0), ((-1, 0), (1, 0))), ((1, 1), ((1, -1), (-1, 1)))),
    plane=SLANT,
)
TWIGS = Lattice(
    name="twigs",
    dimension=2,
    translations=((2, 0), (0, 2)),
    turns=SIXTH,
    mirror=((1, 0), (-1, -1)),
    contacts=(((0, 1), (1, 0)),),
    page=_hexagon_page,
    at=_hexagon_at,
    box=_twigs,
    period=2,
    marks=(
        ("|", lambda vector: vector[0] % 2 == 0),
        ("/", lambda vector: vector[1] % 2 == 0),
        ("\\", lambda vector: vector[0] % 2 == vector[1] % 2),
    ),
    scale=3,
    corners=(((0, 1), ((2, -1), (-2, 1))), ((1, 0), ((-1, 2), (1, -2))), ((1, 1), ((-1, -1), (1, 1)))),
    plane=SLANT,
)
TANS = Lattice(
    name="tans",
    dimension=2,
    translations=((3, 0), (0, 3)),
    turns=SQUARE,
    mirror=((1, 0), (0, -1)),
    contacts=(((0, 1), (1, 0)), ((0, 1), (0, 2))),
    corner_contacts=(
        *(((0, 1), (0, -1)), ((0, 1), (1, 3)), ((0, 1), (2, 0))),
        *(((0, 1), (3, 1)), ((0, 1), (2, 3)), ((0, 1), (3, 2))),
    ),
    page=_flat,
    at=_plane,
    box=_quarters,
    period=3,
    parity=_quarter_parity,
    walls=(
        *(Wall("row", (1, 0), 1, 3), Wall("column", (0, 1), 1, 3)),
        *(Wall("strip /", (1, 1), 0, 3), Wall("strip \\", (-1, 1), 0, 3)),
    ),
    scale=2,
    corners=(
        ((0, 1), ((0, -2), (-3, 1), (3, 1))),
        ((0, 2), ((0, 2), (3, -1), (-3, -1))),
        ((1, 0), ((-2, 0), (1, 3), (1, -3))),
        ((2, 0), ((2, 0), (-1, -3), (-1, 3))),
    ),
    plane=((0.0, 1.0), (1.0, 0.0)),
    half=(3, 3),
)
LATTICES = {
    each.name: each for each in (SQUARES, CUBES, HEXAGONS, TRIANGLES, STICKS, TRIGS, TWIGS, TANS, BALLS)
}
