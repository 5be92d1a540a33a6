"""Pictures of cells of any lattice: solids, layers of spheres, or polygons and sticks in the plane."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.pieces import Piece
from zenkai_solver.models.render.plane import Tile, circles, tiles
from zenkai_solver.models.render.several import sheet
from zenkai_solver.models.render.solid import cubes, hidden

IN_A_ROW = 5  # pieces per row of a picture
NOTHING: Mapping[int, str] = MappingProxyType({})


def picture(
    area: LatticeRegion,
    labels: Sequence[str],
    known: Collection[str],
    exploded: bool = False,
    marked: Mapping[int, str] = NOTHING,
    dots: Mapping[int, str] = NOTHING,
) -> str:
    """SVG. The `known` labels determine the colours; `marked` and `dots`: colours of rings and dots by cell
    number.

    `exploded`: for cubes, also the separate layers.
    """
    lattice = area.lattice
    if lattice.name == "cubes":
        whole = {solid(v): x for v, x in zip(area.vectors, labels)}
        painted = {solid(area.vectors[i]): shade for i, shade in dots.items()}
        rings = {solid(area.vectors[i]): colour for i, colour in marked.items()}
        return cubes(whole, known, exploded, painted, rings)
    if lattice.name == "spheres":
        return circles({solid(v): x for v, x in zip(area.vectors, labels)}, known, marked, dots)
    step = lattice.scale * lattice.translations[0][0]
    tiles_drawn = list(tiles_of(lattice, area.vectors, labels))
    return tiles(tiles_drawn, lattice.plane, step, known, marked, dots)


def piece_picture(
    lattice: Lattice, piece: Piece, known: Collection[str], shades: Mapping[Vector, str]
) -> str:
    """The piece; of one with cubes that others hide, also its layers."""
    area = region(lattice, piece.shape)
    dots = {i: shades[vector] for i, vector in enumerate(area.vectors) if vector in shades}
    unseen = lattice.name == "cubes" and bool(hidden({solid(vector) for vector in area.vectors}))
    return picture(area, [piece.label] * len(area.cells), known, unseen, dots=dots)


def pieces_picture(lattice: Lattice, pieces: Sequence[Piece]) -> str:
    """The pieces of a set, side by side."""
    known = [piece.label for piece in pieces]
    return sheet([piece_picture(lattice, piece, known, {}) for piece in pieces], IN_A_ROW)


def solid(vector: Vector) -> tuple[int, int, int]:
    layer, row, column = vector
    return layer, row, column


def tiles_of(lattice: Lattice, vectors: Iterable[Vector], labels: Iterable[str]) -> Iterator[Tile]:
    for vector, label in zip(vectors, labels):
        middle = tuple(lattice.scale * x for x in vector)
        yield Tile(label, middle, tuple(lattice.ends(vector)))
