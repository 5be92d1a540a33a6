"""The colours of a packing as they are drawn: of the board, of what lies on it, and of pieces beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Vector, components
from zenkai_solver.models.packing.colours import ANY, Colours
from zenkai_solver.models.packing.problem import PackingProblem
from zenkai_solver.models.pieces import Piece
from zenkai_solver.models.symmetry import Board

Shades = Mapping[Cell, str]  # the colour of each cell that has one


def shades(problem: PackingProblem, board: Board) -> Shades:
    """The colours of the cells; where the board has none, of the pieces that lie there."""
    if problem.colours is None:
        return {}
    cells: dict[str, list[Cell]] = {}
    for cell, label in zip(problem.region.cells, problem.region.labels(board)):
        if label != EMPTY:
            cells.setdefault(label, []).append(cell)
    found = {cell: colour for cell, colour in problem.colours.board.items() if colour != ANY}
    for label, own in cells.items():
        for cell, colour in _of_piece(problem, problem.colours, label, own).items():
            found.setdefault(cell, colour)
    return found


def _of_piece(problem: PackingProblem, colours: Colours, label: str, own: Sequence[Cell]) -> Shades:
    """The colours of a piece as it lies on these cells, in the first way that agrees with the board."""
    piece = problem.piece_on(tuple(own), label)
    for shape, painted in problem.looks[piece] if piece else ():
        for cells in problem.region.lying(shape, own):
            if colours.agree(cells, painted):
                return {cell: colour for cell, colour in zip(cells, painted) if colour != ANY}
    return {}


def of_piece(problem: PackingProblem, piece: Piece) -> dict[Vector, str]:
    """The colours of the cells of a piece as it is given."""
    own = problem.colours.pieces[piece.label] if problem.colours else {}
    return {vector: colour for vector, colour in own.items() if colour != ANY}


def on_tray(problem: PackingProblem, pieces: Iterable[Piece], tray: Board) -> Shades:
    """The colours of the pieces that lie apart on a board of labels, as they are given."""
    by_label = {piece.label: piece for piece in pieces}
    cells = [(r, c) for r, row in enumerate(tray) for c, label in enumerate(row) if label != OUTSIDE]
    found: dict[Cell, str] = {}
    for part in components(cells):
        piece = by_label[tray[part[0][0]][part[0][1]]]
        own = of_piece(problem, piece)
        found |= {cell: own[vector] for cell, vector in zip(part, piece.shape) if vector in own}
    return found


def written(colours: Shades, board: Board) -> list[str]:
    """A page with the colour of each cell, ANY where it has none."""
    return [
        "".join(colours.get((r, c), OUTSIDE if x == OUTSIDE else ANY) for c, x in enumerate(row)).rstrip()
        for r, row in enumerate(board)
    ]
