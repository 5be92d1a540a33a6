"""Named sets of pieces on each lattice: all pieces of n cells, and some famous sets.

In space the default is `one-sided`: pieces are turned but not mirrored, so mirror images are different
pieces; `free` identifies them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from zenkai_solver.models.lattices.drawing import drawn_pieces
from zenkai_solver.models.lattices.known import CUBES, LATTICES, TANS
from zenkai_solver.models.lattices.lattice import Figure, Lattice, Vector
from zenkai_solver.models.pieces import KINDS, LETTERS, Piece, distinct_labels
from zenkai_solver.models.pieces import SIZES as POLYOMINOES
from zenkai_solver.models.pieces import named_set as polyomino_set

GREEK = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa")
ENDINGS: Mapping[str, tuple[str, int]] = {  # the ending of the names by lattice, and the largest size
    "cubes": ("cubes", 6),
    "hexagons": ("hexes", 6),
    "triangles": ("iamonds", 8),
    "sticks": ("sticks", 5),
    "trigs": ("trigs", 4),
    "twigs": ("twigs", 6),
    "tans": ("aboloes", 5),
    "spheres": ("spheres", 4),
}
IRREGULAR = {"monaboloes": "monoaboloes", "tetraboloes": "tetraaboloes", "pentaboloes": "pentaaboloes"}
IRREGULAR |= {"moniamonds": "monoiamonds", "diamonds": "diiamonds", "triamonds": "triiamonds"} | {
    f"{greek}iamonds": f"{greek}aiamonds" for greek in ("tetr", "pent", "hex", "hept", "oct")
}
SOMA = """
VV.LLL.TTT.ZZ..AA.BB.PP/................A....P.
V..L....T...ZZ.A..B..P./..................B....
"""
BEDLAM = """
eeev/Dvvv/wwzz/fggz
DeBv/DeCh/Dwgg/ffgz
ACBB/DCCh/fwCh/fwxh
AAAB/AyyB/yyxh/yxxx
"""  # a solution that shows the 13 pieces
DRAWN = {"soma": SOMA, "bedlam": BEDLAM}


def sizes(lattice: Lattice) -> dict[str, int]:
    """The names of the lattice's sets, each with the number of cells of its pieces."""
    ending, most = ENDINGS[lattice.name]
    usual = {name: short for short, name in IRREGULAR.items()}
    names = (greek + ending for greek in GREEK[:most])
    return {usual.get(name, name): n for n, name in enumerate(names, 1)}


def set_names(lattice: Lattice) -> list[str]:
    named = list(sizes(lattice))
    names = [*named, *(f"{kind} {name}" for kind in KINDS for name in named)]
    return [*names, *DRAWN, *(f"solid {name}" for name in POLYOMINOES)] if lattice is CUBES else names


def usual_kind(lattice: Lattice) -> str:
    """The kind of a set without a stated kind: free in the plane, one-sided in space."""
    return "free" if lattice.dimension == 2 else "one-sided"


def parse_set_name(name: str, lattice: Lattice) -> tuple[str, tuple[Piece, ...]] | None:
    """The kind and the pieces of a set; None if it is not the name of one."""
    words = name.lower().split()
    if lattice is CUBES and len(words) == 1 and words[0] in DRAWN:
        drawn = drawn_pieces(DRAWN[words[0]], CUBES)
        return "one-sided", tuple(Piece(x, CUBES.normalise(cells)) for x, cells in drawn.items())
    if lattice is CUBES and len(words) == 2 and words[0] == "solid" and words[1] in POLYOMINOES:
        return "one-sided", tuple(solid(POLYOMINOES[words[1]]))
    kind = words.pop(0) if len(words) == 2 and words[0] in KINDS else usual_kind(lattice)
    if len(words) != 1 or words[0] not in sizes(lattice):
        return None
    return kind, named_set(lattice.name, sizes(lattice)[words[0]], kind)


@cache
def polyforms(lattice: str, size: int, kind: str) -> tuple[Figure, ...]:
    """All pieces of `size` cells, sorted, each as the least of its orientations that are generated."""
    space = LATTICES[lattice]
    grown, left, least = _grown(lattice, size), set(_grown(lattice, size)), []
    while left:
        images = grown.intersection(space.images(left.pop(), *KINDS[kind]))
        left -= images
        least.append(min(images))
    return tuple(sorted(least))


@cache
def _grown(lattice: str, size: int) -> frozenset[Figure]:
    """All figures of `size` units, up to translations of the lattice."""
    space = LATTICES[lattice]
    if size == 1:
        return frozenset(space.normalise(one) for cell in space.classes for one in _units(space, cell))
    return frozenset(
        space.normalise((*figure, *unit))
        for figure in _grown(lattice, size - 1)
        for old in figure
        for cell in space.neighbours(old)
        for unit in _units(space, cell)
        if not set(unit) & set(figure) and _beside(space, unit, figure)
    )


def _units(lattice: Lattice, cell: Vector) -> list[Figure]:
    """The units with this cell by which pieces grow: the cell, or for tans, two quarters of a square."""
    if lattice is not TANS:
        return [(cell,)]
    return [(cell, near) for near in lattice.neighbours(cell) if _square(near) == _square(cell)]


def _square(quarter: Vector) -> Vector:
    """The middle of the square of a quarter."""
    return tuple(3 * ((x + 1) // 3) for x in quarter)


def _beside(lattice: Lattice, unit: Figure, figure: Figure) -> bool:
    """Whether unit and figure share a whole side: of tans, a side of a square or the diagonal of one."""
    if lattice is not TANS:
        return True
    across = (x for cell in unit for x in lattice.neighbours(cell) if _square(x) != _square(cell))
    half = [cell for cell in figure if _square(cell) == _square(unit[0])]
    return len(half) == 2 or any(x in figure for x in across)


@cache
def named_set(lattice: str, size: int, kind: str) -> tuple[Piece, ...]:
    """The pieces of a set, with letters; flat pieces in space have the letters of the polyominoes."""
    space = LATTICES[lattice]
    flat = [piece for piece in solid(size) if piece.label in LETTERS.get(size, ())] if space is CUBES else []
    usual = {min(space.images(piece.shape, flips=False)): piece.label for piece in flat}
    pieces = [
        Piece(usual.get(min(space.images(figure, flips=False)), ""), figure)
        for figure in polyforms(lattice, size, kind)
    ]
    return tuple(sorted(distinct_labels(pieces), key=lambda piece: (not usual, piece.label)))


def solid(size: int) -> Iterator[Piece]:
    """The free polyominoes, one cube thick."""
    for piece in polyomino_set("free", size):
        yield Piece(piece.label, CUBES.normalise((0, r, c) for r, c in piece.shape))
