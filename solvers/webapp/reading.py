"""From any text that zenkai reads to what the page needs to show and edit it.

The page holds an instance as YAML text and as the mapping that the text states; it changes the mapping and
has it stated again here. So every key can be edited, and there is one writer of YAML.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import MAX_BYTES, InstanceError
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.formats.links import as_instance, recognised
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.lattices.known import CUBES, LATTICES, SQUARES
from zenkai_solver.models.lattices.lattice import Lattice
from zenkai_solver.models.lattices.picture import piece_picture
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.loading import COMMON_KEYS, STATES_A_FAMILY, format_of, loads
from zenkai_solver.models.nonogram import drawing as clues
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.reading import sheet_of
from zenkai_solver.models.nonogram.sheet import MAX_SIDE
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.packing.reading import read_counts
from zenkai_solver.models.packing.reading_pieces import read_pieces
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.models.pieces import Piece
from zenkai_solver.models.puzzle import Instance, Puzzle, Unsolved
from zenkai_solver.models.render import svg
from zenkai_solver.models.render.plane import fills
from zenkai_solver.models.render.solid import cubes
from zenkai_solver.models.sudoku import drawing as digits
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.solvers.batch.stdin import Input, instances
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.sources import NAME, as_yaml
from zenkai_solver.solvers.webapp.canvas import canvas
from zenkai_solver.solvers.webapp.checking import checked_cells, checked_digits
from zenkai_solver.solvers.webapp.entered import with_entered
from zenkai_solver.solvers.webapp.exporting import formats
from zenkai_solver.solvers.webapp.sheets import QUICK, entered, genre_puzzle, seen, text_of, unconditioned
from zenkai_solver.solvers.webapp.turning import turned_text

MOST = 200  # puzzles of a file of many
LENIENT = "\nlenient: true\n"  # so that a sudoku whose givens clash is drawn


def read(text: str, name: str = NAME, board: object = None, check: bool = False) -> dict[str, Any]:
    """What the text is, and what the page needs of it; `error` and `line` where it is not valid.

    `board`: what the user has entered, see `entered`; `check`: also which rules it breaks. With `many`: a
    file of many puzzles, each with its name and text.
    """
    try:
        kind = kind_of(text)
        source = Input(text.encode("utf-8", "replace"), io.BytesIO(), Path(name))
        if kind != "YAML" and source.of_many():
            puzzles = islice(instances(source, RunOptions(())), MOST)
            return {"kind": kind, "many": [{"name": one.name, "text": one.text} for one in puzzles]}
        stated, puzzle = as_instance(text) if kind == "puzz.link" else (text, None)
        quick = kind == "YAML" or (kind == "puzz.link" and puzzle is None)
        instance = loads(stated, name, QUICK) if quick else source.instance(RunOptions(()))
        shown = view(instance, board or [], check)
    except InstanceError as error:
        error.file = None
        return {"kind": "", **_draft(text), "error": str(error), "line": error.line}
    return {"kind": kind, **shown}


def read_sheet(asked: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The same of a sheet of a genre, see `sheets`. Raises Wrong, InstanceError."""
    puzzle = entered(asked)
    board = asked.get("board") or []
    answer = read(text_of(puzzle, asked.get("other", {})), name, board, asked.get("check") is True)
    if "error" in answer:  # the sheet can be worked on all the same
        answer |= {"family": puzzle.family, **seen(puzzle, board)}
    return answer


def kind_of(text: str) -> str:
    """The name of the format. Raises InstanceError for too much text."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise InstanceError((), f"more than {MAX_BYTES:,} bytes, the most that is read")
    if STATES_A_FAMILY.search(text):
        return "YAML"
    if known := recognised(text):
        return known
    if "\n" not in text.strip() and ":" in text:
        return "YAML"
    family, ending = format_of(text)
    return f".{ending}" if ending else family


def stated(data: Mapping[str, Any], turn: object = None) -> str:
    """The YAML text of a mapping; `turn`: how the puzzle is turned, if it is. Raises InstanceError."""
    return as_yaml(data) if turn is None else turned_text(data, str(turn))


def view(instance: Instance, board: object, check: bool) -> dict[str, Any]:
    """The text, its mapping, a picture, where its cells lie on it, and what the family's editor needs."""
    puzzle, data = instance.puzzle, plain(parse_yaml(instance.text).data)
    if genre_puzzle(puzzle):
        named = {"text": instance.text, "data": data, "family": "genre", "name": instance.name}
        return {**named, "formats": formats(instance), **seen(puzzle, board, check)}
    shown = {"text": instance.text, "data": data, "family": puzzle.family, "name": instance.name}
    shown["formats"] = formats(instance)
    picture = puzzle.unsolved_svg() if isinstance(puzzle, Unsolved) else None
    shown |= {"svg": picture, "grid": _grid(unconditioned(puzzle), picture)}
    filled = unconditioned(with_entered(puzzle, board)) if check else None
    if isinstance(filled, Sudoku):
        shown["checked"] = checked_digits(puzzle, filled)
    elif isinstance(filled, Nonogram):
        shown["checked"] = checked_cells(puzzle, filled)
    shown |= {"tray": _tray(data), "canvas": canvas(data)}
    return shown if shown["canvas"] else {**shown, "places": _places(unconditioned(puzzle))}


def _places(puzzle: Puzzle) -> dict[str, Any] | None:
    """The `cells` of a packing, by row and column of its text, and how many rows a layer has there."""
    if not isinstance(puzzle, Packing):
        return None
    region = puzzle.region
    height = region.height if isinstance(region, LatticeRegion) else region.rows
    return {"cells": region.cells, "height": height}


def _draft(text: str) -> dict[str, Any]:
    """The parts of `view` that exist for a text that is not valid."""
    try:
        data = plain(parse_yaml(text).data)
    except InstanceError:
        return {"text": text}
    draft: dict[str, Any] = {"text": text, "data": data, "family": data.get("puzzle")}
    draft |= {"tray": _tray(data), "canvas": canvas(data)}
    if data.get("puzzle") == Nonogram.family:
        return {**draft, **_clued(data)}
    bare = stated({key: value for key, value in data.items() if key not in ("rules", "where")})
    for shown in (text, bare):  # the board stays where a rule or the condition is wrong
        with suppress(InstanceError):
            drawn = view(loads(shown + LENIENT, NAME), [], False)
            return {**draft, "svg": drawn["svg"], "grid": drawn["grid"]}
    return draft


def _clued(data: Mapping[str, Any]) -> dict[str, Any]:
    """The picture of a nonogram whose clues do not fit together, and where its cells lie; nothing of what is
    none.
    """
    with suppress(InstanceError):
        sheet = sheet_of(Fields({key: value for key, value in data.items() if key not in COMMON_KEYS}))
        if all(1 <= len(lines) <= MAX_SIDE for lines in (sheet.rows, sheet.columns)):
            puzzle = Nonogram(replace(sheet, goal=None, given=None))
            picture = puzzle.unsolved_svg()
            return {"svg": picture, "grid": _grid(puzzle, picture)}
    return {}


def plain(value: Any) -> Any:
    """The value in types of JSON; other values of YAML, such as dates, become text."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else f"{'-' * (value < 0)}.inf"
    return value if isinstance(value, (str, int, float, type(None))) else str(value)


def _grid(puzzle: Puzzle, picture: str | None) -> dict[str, Any] | None:
    """Rows, columns, and in pixels of the picture where the first cell lies and how large a cell is."""
    if picture is None:
        return None
    width, height = svg.size(picture)
    if isinstance(puzzle, Sudoku):
        rows, columns, cell = puzzle.grid.rows, puzzle.grid.columns, digits.CELL
        left = (width - columns * cell) / 2
        symbols = "".join(SYMBOLS[value] for value in puzzle.grid.values)
        outside = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in puzzle.grid]
        more = {"symbols": symbols, "outside": outside}
        return _lattice(rows, columns, left, (height - rows * cell) / 2, cell) | more
    if isinstance(puzzle, Nonogram):
        rows, columns, cell = puzzle.height, puzzle.width, clues.CELL
        left, top = width - clues.MARGIN - columns * cell, height - clues.MARGIN - rows * cell
        inks = {ink.label: ink.rgb for ink in puzzle.sheet.inks} | {EMPTY: puzzle.sheet.background}
        return _lattice(rows, columns, left, top, cell) | {"colours": inks}
    return None


def _lattice(rows: int, columns: int, left: float, top: float, cell: float) -> dict[str, Any]:
    return {"rows": rows, "columns": columns, "left": left, "top": top, "cell": cell}


def _tray(data: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The pieces of a packing, also where they do not fit its board: label, cells, least and most copies."""
    if "pieces" not in data or data.get("puzzle") != "packing":
        return None
    try:
        fields = Fields({key: value for key, value in data.items() if key not in COMMON_KEYS})
        lattice = LATTICES[fields.choice("lattice", tuple(LATTICES), SQUARES.name)]
        chosen = read_pieces(fields, lattice, lambda _: True)
        counts = read_counts(fields, chosen.pieces)
    except InstanceError:
        return None
    known = [piece.label for piece in chosen.pieces]
    paint = fills((), known)
    return [
        {
            "label": piece.label,
            "cells": piece.shape,
            "lo": counts[piece.label].lo,
            "hi": counts[piece.label].hi,
            "fill": paint[piece.label],
            "svg": PICTURES.get(lattice.name, partial(on, lattice))(piece, known),
        }
        for piece in chosen.pieces
    ]


def flat(piece: Piece, known: Sequence[str]) -> str:
    """A piece in the colour that it has on boards of all these pieces."""
    rows, columns = (1 + max(axis) for axis in zip(*piece.shape))
    cells = set(piece.shape)
    board = ["".join(piece.label if (r, c) in cells else " " for c in range(columns)) for r in range(rows)]
    return svg.board_svg(board, labels=known)


def solid(piece: Piece, known: Sequence[str]) -> str:
    """The same for a piece of cubes, in space."""
    places = [(layer, row, column) for layer, row, column in piece.shape]
    return cubes(dict.fromkeys(places, piece.label), known, apart=False)


def on(lattice: Lattice, piece: Piece, known: Sequence[str]) -> str:
    """The same on any lattice."""
    return piece_picture(lattice, piece, known, {})


PICTURES = {SQUARES.name: flat, CUBES.name: solid}
