"""Colours of a packing: of the cells of the board, and of the cells of its pieces, which turn with them.

A cell of the board takes the cells of its own colour only; ANY on either side goes with every colour. Two
pieces of one shape with other colours are two pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zenkai_solver.models.grid import Cell, Move, Region, Shape, Transform, Vector, Way

ANY = "#"

Look = tuple[Shape, tuple[str, ...]]  # an orientation, and the colour of each of its cells; () if it has none


@dataclass(frozen=True)
class Colours:
    """`board` has a colour, or ANY, for each cell of the region, `pieces` for each cell of each piece."""

    board: Mapping[Cell, str]
    pieces: Mapping[str, Mapping[Vector, str]]

    def agree(self, cells: Iterable[Cell], colours: Iterable[str]) -> bool:
        """May cells of these colours lie on these of the board?"""
        pairs = ((self.board[cell], colour) for cell, colour in zip(cells, colours))
        return all(ANY in pair or pair[0] == pair[1] for pair in pairs)

    def kept(self, region: Region, move: Move) -> bool:
        """Does each cell of the board arrive at one of its colour?"""
        own = [self.board[cell] for cell in region.cells]
        return all(own[target] == own[i] for i, target in enumerate(move.cells))


def look(colours: Mapping[Vector, str], region: Region, transform: Transform) -> Look:
    """What the transform makes of a piece, whose cells turn with their colours."""
    moved = {transform(vector): colour for vector, colour in colours.items()}
    return region.normalise(moved), tuple(moved[vector] for vector in sorted(moved))


def look_along(colours: Sequence[str], region: Region, way: Way) -> Look:
    """What the way makes of a piece with these colours. A cell with parts of two lies on ANY alone."""
    there = {cell: _blended({colours[i] for i in parts}) for cell, parts in way}
    return region.normalise(there), tuple(there[vector] for vector in sorted(there))


def _blended(colours: set[str]) -> str:
    """One colour, ANY, or all of several, which is the colour of no cell."""
    return "".join(sorted(colours - {ANY})) or ANY


def moved(own: Look, region: Region, transform: Transform) -> Look:
    shape, colours = own
    if not colours:
        return region.normalise(map(transform, shape)), ()
    return look(dict(zip(shape, colours)), region, transform)


def checkered(vectors: Sequence[Vector], parity: Mapping[Vector, int]) -> dict[Vector, str]:
    """The first one white, `w`, those beside it black, `b`."""
    first = parity[vectors[0]]
    return {vector: "wb"[parity[vector] != first] for vector in vectors}
