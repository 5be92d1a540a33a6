"""MiniZinc data for the nonogram challenge model: X columns, Y rows, and the clues padded with zeros.

    X = 13; maxlengthx = 2; cols = [| 1, 0 | ... |]; Y = 13; maxlengthy = 2; rows = [| 0, 3 | ... |];
The names used by other MiniZinc models of nonograms are read, too: rows_n, row_rule_len, row_rules and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.clues import only_black
from zenkai_solver.models.nonogram.sheet import Sheet

NAMES = {"rows": ("rows", "row_rules"), "columns": ("cols", "columns", "col_rules")}
ARRAY = re.compile(r"\[\|.*\|\s*\]", re.DOTALL)
LENGTH = re.compile(r"\d{1,6}")
NO_WORD = re.compile(r"\W+")
SIZES = {"rows": ("Y", "rows", "rows_n", "r"), "columns": ("X", "cols", "cols_n", "c")}


class Value(NamedTuple):
    """The value assigned to a name, and the line where it begins."""

    text: str
    line: int


def read(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    values = dict(_values(re.sub(r"%[^\n]*", "", text)))
    return Sheet(_side(values, "rows"), _side(values, "columns"))


def _values(text: str) -> Iterator[tuple[str, Value]]:
    """The assignments `name = value;`, in linear time."""
    line = 1
    for statement in text.split(";")[:-1]:
        left, _, right = statement.partition("=")
        name = NO_WORD.split(left.rstrip())[-1]
        yield name, Value(right.strip(), line + left.rstrip().count("\n"))
        line += statement.count("\n")


def _side(values: dict[str, Value], side: str) -> tuple[Blocks, ...]:
    given = [values[name] for name in NAMES[side] if name in values]
    value = next((value for value in given if ARRAY.fullmatch(value.text)), None)
    if value is None:
        raise fault(f"no array {' or '.join(NAMES[side])} of the form [| ... |]", 1)
    clues = tuple(_clue(row, value.line) for row in value.text[2:-1].rstrip()[:-1].split("|"))
    sizes = (values[name].text for name in SIZES[side] if name in values)
    stated = next((int(size) for size in sizes if LENGTH.fullmatch(size)), len(clues))
    if stated != len(clues):
        raise fault(f"{len(clues)} clues for {stated} {side}", value.line)
    return clues


def _clue(row: str, line: int) -> Blocks:
    words = [word for word in re.split(r"[\s,]+", row) if word]
    if not all(map(LENGTH.fullmatch, words)):
        raise fault(f"{row.strip()!r:.60} is not a list of lengths", line)
    return tuple((int(word), 1) for word in words if int(word))


def write(sheet: Sheet, _: str = "") -> str:
    only_black(sheet, "dzn")
    return _array("X", "maxlengthx", "cols", sheet.columns) + _array("Y", "maxlengthy", "rows", sheet.rows)


def _array(size: str, longest: str, name: str, clues: tuple[Blocks, ...]) -> str:
    width = max(1, *map(len, clues)) if len(clues) > 1 else max(1, len(clues[0]))
    rows = (", ".join(["0"] * (width - len(clue)) + [str(length) for length, _ in clue]) for clue in clues)
    body = "\n    | ".join(rows)
    return f"{size} = {len(clues)};\n{longest} = {width};\n{name} = [| {body} |];\n"
