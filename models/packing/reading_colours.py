"""Reads the colours of a packing.

colours:
  board:   checkered, or a drawing of the board: a letter or digit per cell, `#` where every colour may lie
  pieces:  checkered, or by letter (with `others`): checkered, or a drawing of the piece as for the board

Checkered: the first cell is white, `w`, the cells beside it are black, `b`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, known_key
from zenkai_solver.models.grid import Cell, Region, Vector
from zenkai_solver.models.lattices.drawing import DrawingError, cells_of, marks
from zenkai_solver.models.lattices.lattice import Lattice
from zenkai_solver.models.packing.problem import ANY, Colours, Freedom, PackingProblem, checkered, look_along
from zenkai_solver.models.pieces import Piece

CHECKERED = "checkered"


def read_colours(
    fields: Fields, pieces: Sequence[Piece], freedom: Mapping[str, Freedom], region: Region, lattice: Lattice
) -> Colours | None:
    """The key `colours`; None without it. Raises InstanceError."""
    if "colours" not in fields.data:
        return None
    section = Fields(fields.mapping("colours"), ("colours",))
    section.only(("board", "pieces"))
    board = section.text("board")
    entry = section.get("pieces", (str, dict), "checkered or a mapping of letters to drawings")
    stated = entry if isinstance(entry, dict) else {"others": entry}
    for key in stated:
        known_key(key, ("others", *(piece.label for piece in pieces)), ("colours", "pieces"))
    colours = {}
    for piece in pieces:
        item = stated.get(piece.label, stated.get("others", ANY))
        where = ("colours", "pieces", piece.label) if isinstance(entry, dict) else ("colours", "pieces")
        colours[piece.label] = _of_piece(item, piece, freedom[piece.label], region, lattice, where)
    return Colours(_of_board(board, region, lattice), colours)


def check_colours(puzzle: PackingProblem, colours: Colours) -> None:
    """Raises InstanceError for a colour of the board that no piece has, or the other way round."""
    painted = {puzzle_label: set(of_piece.values()) for puzzle_label, of_piece in colours.pieces.items()}
    able = set[str]().union(*(painted[label] for label in puzzle.counts))
    there = set(colours.board.values())
    for cell, colour in sorted(colours.board.items()):
        if puzzle.exact and ANY not in {*able, colour} and colour not in able:
            message = f"row {cell[0] + 1}, column {cell[1] + 1} is {colour}, a colour that no piece has"
            raise InstanceError(("colours", "board"), message)
    for label in puzzle.counts:
        if ANY not in there and (lost := painted[label] - there - {ANY}):
            message = f"piece {label} has the colour {min(lost)}, which no cell of the board has"
            raise InstanceError(("colours", "pieces"), message)


def _of_board(text: str, region: Region, lattice: Lattice) -> dict[Cell, str]:
    where = ("colours", "board")
    if text.strip() == CHECKERED:
        vectors = [region.coordinates(cell) for cell in region.cells]
        checkered_cells = checkered(vectors, _parity(vectors, lattice, where))
        board = {cell: checkered_cells[vector] for cell, vector in zip(region.cells, vectors)}
        if any(board[a] == board[b] for a, b in region.touching(at_corners=False)):
            raise InstanceError(where, "the board is wrapped so that it cannot be checkered")
        return board
    board = on_page(text, region, where)
    for (r, c), colour in board.items():
        if not colour.isalnum() and colour != ANY:
            message = f"row {r + 1}, column {c + 1} has no colour: write a letter, a digit or {ANY}"
            raise InstanceError(where, message, r)
    return board


def _parity(vectors: Sequence[Vector], lattice: Lattice, where: Where) -> dict[Vector, int]:
    if lattice.parity is None:
        raise InstanceError(where, f"{lattice.name} cannot be checkered")
    return {vector: lattice.parity(vector) for vector in vectors}


def _of_piece(
    item: object, piece: Piece, freedom: Freedom, region: Region, lattice: Lattice, where: Where
) -> dict[Vector, str]:
    """The colour of each cell of the piece in the orientation in which it is stated. Raises InstanceError."""
    if not isinstance(item, str):
        raise InstanceError(where, f"{item!r:.40} is neither checkered nor a drawing of the piece")
    if item.strip() == ANY:
        return dict.fromkeys(piece.shape, ANY)
    if item.strip() == CHECKERED:
        return checkered(piece.shape, _parity(piece.shape, lattice, where))
    drawn = _drawn(item, lattice, where)
    for way, *_ in region.ways(tuple(drawn), freedom.rotations, freedom.flips):
        shape, colours = look_along(tuple(drawn.values()), region, way)
        if shape == region.normalise(piece.shape):
            return dict(zip(piece.shape, colours))
    raise InstanceError(where, f"the drawing is not the piece {piece.label}")


def _drawn(text: str, lattice: Lattice, where: Where) -> dict[Vector, str]:
    drawn = marks(text, lattice)
    for mark in drawn:
        if not mark.char.isalnum() and mark.char != ANY:
            raise InstanceError(where, f"{mark}: a colour is a letter, a digit or {ANY}", mark.line)
    try:
        cells = cells_of(drawn, lattice)
    except DrawingError as error:
        raise InstanceError(where, str(error), error.row) from None
    if not cells:
        raise InstanceError(where, "a drawing without a cell")
    return {cell: mark.char for mark, cell in cells.items()}


def on_page(text: str, region: Region, where: Where) -> dict[Cell, str]:
    """The character of each cell, a space where there is none. Raises InstanceError for one outside."""
    lines = text.rstrip("\n ").split("\n")
    if len(lines) != region.rows:
        raise InstanceError(where, f"{len(lines)} rows, but the board has {region.rows}")
    chars = dict.fromkeys(region.cells, " ")
    for r, line in enumerate(lines):
        for c, char in enumerate(line.rstrip()):
            if (r, c) in region.index:
                chars[r, c] = char
            elif char not in ". ":
                raise InstanceError(where, f"row {r + 1}, column {c + 1} is outside the board", r)
    return chars
