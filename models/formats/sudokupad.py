"""Links in SudokuPad's format (`scl`): an object in abbreviated JSON, compressed by lz-string.

Names are not quoted, `t` and `f` are true and false, an empty item between commas is null. Read are givens,
regions, cages with sums, and cages that hold title, author, rules and solution. Everything else is a drawing,
whose meaning only the text of the rules defines, and is refused by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats import fpuzzles
from zenkai_solver.models.formats.faults import well_formed
from zenkai_solver.models.formats.lzstring import unpacked
from zenkai_solver.models.formats.stated import StatedSudoku, check_size, names
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES

NAMES = {"ce": "cells", "re": "regions", "ca": "cages", "v": "value", "cs": "cellSize", "sp": "settings"}
NAMES |= {"so": "solution", "ty": "type", "st": "style", "li": "lines", "l": "lines", "ar": "arrows"}
NAMES |= {"a": "arrows", "un": "underlays", "u": "underlays", "ov": "overlays", "o": "overlays"}
SILENT = {"id", "cellSize", "settings", "metadata", "solution", "title", "author", "rules"}
SAID = re.compile(r"(title|author|rules|solution|msgcorrect)\s*:(.*)", re.DOTALL)
TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<number>-?(?:\d+\.?\d*|\.\d+)(?![\w.]))"""
    r"""|(?P<word>\#?[A-Za-z0-9_$.+-]+)|(?P<sign>[\[\]{},:])|(?P<space>\s+)""",
    re.DOTALL,
)
VALUES = {"t": "true", "f": "false", "true": "true", "false": "false", "null": "null", "undefined": "null"}
WORDS = re.compile(
    r"knight|\bking|consecutive|diagonal|disjoint|thermo|arrow|whisper|renban|palindrome|sandwich|kropki|\bdot"
    r"|\bxv\b|\bodd\b|\beven\b|\bline|circle|\bfog\b|may repeat|skyscraper|x-sum|killer|difference|ratio",
    re.IGNORECASE,
)


def from_path(text: str) -> StatedSudoku:
    """The puzzle of what follows the site in a link. Raises InstanceError."""
    text = unquote(text.strip("/"))
    for prefix in ("fpuzzles", "fpuz"):
        if text.startswith(prefix):
            return fpuzzles.from_payload(text[len(prefix) :])
    if text.startswith(("scl", "ctc")):
        return stated(text[3:])
    raise fault("a short link of SudokuPad only names a puzzle: open it and copy the long one")


def stated(payload: str) -> StatedSudoku:
    """The puzzle of what follows `scl`. Raises InstanceError that names a part that cannot be read."""
    try:
        data = json.loads("".join(_tokens(unpacked(payload))))
    except InstanceError:  # which is a ValueError: caught first
        raise
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise fault("SudokuPad: a link without an object")
    with well_formed("SudokuPad"):
        return _stated(_named(data))


def _named(data: Mapping[str, Any]) -> dict[str, Any]:
    """The object with full names in place of abbreviations."""
    return {NAMES.get(key, key): value for key, value in data.items()}


def _tokens(text: str) -> Iterator[str]:
    """The abbreviated JSON as pieces of JSON text. Raises InstanceError."""
    at, before = 0, ""
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise fault(f"SudokuPad: {text[at : at + 10]!r} is not read")
        at = match.end()
        token = _token(match, text[at : at + 1] == ":")
        if token in (",", "]") and before and before in ("[", ","):
            yield "null" if token == "," or before == "," else ""
        if token:
            before = token
            yield token


def _token(match: re.Match[str], is_name: bool) -> str:
    """The token as JSON text."""
    if match["space"]:
        return ""
    if match["text"] and match[0][0] == "'":
        return json.dumps(match[0][1:-1].replace("\\'", "'"))
    if match["word"]:
        return json.dumps(match[0]) if is_name or match[0] not in VALUES else VALUES[match[0]]
    if match["number"] and is_name:
        return json.dumps(match[0])
    if match["number"]:
        return json.dumps(float(match[0]) if "." in match[0] else int(match[0]))
    return match[0]


def _stated(data: Mapping[str, Any]) -> StatedSudoku:
    rows = data.get("cells") or []
    size = len(rows)
    check_size(size)
    if any(len(row) != size for row in rows):
        raise fault("SudokuPad: the cells are no square")
    puzzle = StatedSudoku(size)
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            value = _named(cell or {}).get("value")
            if value not in (None, "") and not re.fullmatch(r"\d{1,2}", str(value)):
                raise fault(f"SudokuPad: {value!r:.40} in a cell is not a digit")
            if value not in (None, ""):
                puzzle.givens[r, c] = int(value)
    _regions(data.get("regions") or [], puzzle)
    for cage in data.get("cages") or []:
        _cage(_named(cage), puzzle)
    known = {"cells", "regions", "cages", *SILENT}
    if drawn := [key for key, value in data.items() if value and key not in known]:
        raise fault(f"SudokuPad: {drawn[0]!r:.40} is a drawing, which is not read")
    _check_words(str(data.get("rules") or (data.get("metadata") or {}).get("rules") or ""))
    return puzzle


def _regions(regions: list[list[list[int]]], puzzle: StatedSudoku) -> None:
    if not regions:
        puzzle.box = DEFAULT_BOXES.get(puzzle.size)
        if puzzle.box is None:
            raise fault("SudokuPad: no regions")
        return
    puzzle.regions = {(r, c): number for number, cells in enumerate(regions) for r, c in cells}
    if len(puzzle.regions) != puzzle.size**2 or sum(map(len, regions)) != puzzle.size**2:
        raise fault("SudokuPad: regions that are not each cell once")


def _cage(cage: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    value = str(cage.get("value") if cage.get("value") is not None else "").strip()
    if match := SAID.fullmatch(value):
        if match[1] == "rules":
            _check_words(match[2])
        return
    cells = names(sorted((int(r), int(c)) for r, c in cage.get("cells") or []))
    if re.fullmatch(r"\d{1,3}", value):
        puzzle.add("killer", f"{value} = {cells}")
    elif cells:
        raise fault(f"SudokuPad: a cage that says {value!r:.40} is a drawing, which is not read")


def _check_words(text: str) -> None:
    if match := WORDS.search(text):
        raise fault(f"SudokuPad: the rules in words say {match[0]!r:.40}, which nothing else states")
