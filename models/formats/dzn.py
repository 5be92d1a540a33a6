"""MiniZinc data for the nonogram challenge model: X columns, Y rows, and the clues padded with zeros.

    X = 13; maxlengthx = 2; cols = [| 1, 0 | ... |]; Y = 13; maxlengthy = 2; rows = [| 0, 3 | ... |];
The names of other models of the field are read too: rows_n, row_rule_len, row_rules and so on.
"""

from __future__ import annotations

import re

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.formats.clues import fault, only_black
from zenkai_solver.models.nonogram.sheet import Sheet

NAMES = {"rows": ("rows", "row_rules"), "columns": ("cols", "columns", "col_rules")}
SIZES = {"rows": ("Y", "rows", "rows_n", "r"), "columns": ("X", "cols", "cols_n", "c")}


def read(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    plain = re.sub(r"%[^\n]*", "", text)
    arrays = {match[1]: match for match in re.finditer(r"(\w+)\s*=\s*\[\|(.*?)\|\s*\]\s*;", plain, re.DOTALL)}
    sizes = {name: int(value) for name, value in re.findall(r"(\w+)\s*=\s*(\d{1,6})\s*;", plain)}
    return Sheet(_side(plain, arrays, sizes, "rows"), _side(plain, arrays, sizes, "columns"))


def _side(
    text: str, arrays: dict[str, re.Match[str]], sizes: dict[str, int], side: str
) -> tuple[Blocks, ...]:
    match = next((arrays[name] for name in NAMES[side] if name in arrays), None)
    if match is None:
        raise fault(1, f"no array {' or '.join(NAMES[side])} of the form [| ... |]")
    line = text.count("\n", 0, match.start()) + 1
    clues = []
    for row in match[2].split("|"):
        words = [word for word in re.split(r"[\s,]+", row) if word]
        if any(not re.fullmatch(r"\d{1,6}", word) for word in words):
            raise fault(line, f"{row.strip()!r:.60} is not a list of lengths")
        clues.append(tuple((int(word), 1) for word in words if int(word)))
    stated = next((sizes[name] for name in SIZES[side] if name in sizes), len(clues))
    if stated != len(clues):
        raise fault(line, f"{len(clues)} clues for {stated} {side}")
    return tuple(clues)


def write(sheet: Sheet) -> str:
    only_black(sheet, "dzn")
    return _array("X", "maxlengthx", "cols", sheet.columns) + _array("Y", "maxlengthy", "rows", sheet.rows)


def _array(size: str, longest: str, name: str, clues: tuple[Blocks, ...]) -> str:
    width = max(1, *map(len, clues)) if len(clues) > 1 else max(1, len(clues[0]))
    rows = (", ".join(["0"] * (width - len(clue)) + [str(length) for length, _ in clue]) for clue in clues)
    body = "\n    | ".join(rows)
    return f"{size} = {len(clues)};\n{longest} = {width};\n{name} = [| {body} |];\n"
