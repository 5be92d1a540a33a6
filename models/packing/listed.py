"""Cells as lists of whole numbers: of a board, and of pieces by their letters, `{A: [[0, 0], [0, 1]]}`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.lattices.region import connected_parts
from zenkai_solver.models.pieces import Piece


def vectors(entry: Any, lattice: Lattice, where: Where) -> list[Vector]:
    """Cells as lists of integers. Raises InstanceError for one that is no cell, or given twice."""
    found: dict[Vector, None] = {}
    for i, item in enumerate(entry):
        place = (*where, i)
        if not isinstance(item, list) or any(type(x) is not int or abs(x) > 999 for x in item):
            raise InstanceError(place, f"{item!r:.40} is not a list of whole numbers up to 999")
        cell = tuple(item)
        if len(cell) != lattice.dimension or not lattice.is_cell(cell):
            raise InstanceError(place, f"{item} is no cell of {lattice.name}")
        if cell in found:
            raise InstanceError(place, f"{item} is given twice")
        found[cell] = None
    return list(found)


def listed(entry: Mapping[Any, Any], where: Where, lattice: Lattice) -> Iterator[Piece]:
    """The pieces of a mapping of letters to cells. Raises InstanceError."""
    for label, own in entry.items():
        if not isinstance(label, str) or len(label) != 1 or not label.isalnum():
            raise InstanceError(where, f"{label!r:.20} is not a letter or digit")
        if not isinstance(own, list) or not own:
            raise InstanceError((*where, label), "not a list of cells such as [[0, 1], [0, 2]]")
        yield piece_of(label, vectors(own, lattice, (*where, label)), lattice, (*where, label))


def piece_of(label: str, own: Sequence[Vector], lattice: Lattice, where: Where) -> Piece:
    """Raises InstanceError for cells that are not connected."""
    if len(connected_parts(lattice, own)) > 1:
        raise InstanceError(
            where,
            f"the {len(own)} cells of piece {label} are not connected (identical pieces are one piece "
            "with a number in `counts`)",
        )
    return Piece(label, lattice.normalise(own))
