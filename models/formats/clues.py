"""Nonograms as lists of clues, one per line (formats .cwd, .mk and .nin), and functions for line-based
formats.

cwd    height, width, the clues of the rows, an empty line, the clues of the columns
mk     "height width", the clues of the rows, a line `#`, the clues of the columns
nin    "width height", then the clues of rows and columns; lines that begin with `#` are comments
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import fault
from zenkai_solver.models.nonogram.sheet import Sheet

NUMBERS = re.compile(r"\d{1,6}(?:[\s,]+\d{1,6})*[\s,]*|")


@dataclass(frozen=True)
class NumberedLine:
    """A line of a file with its number from 1."""

    number: int
    text: str


def numbered(text: str) -> list[NumberedLine]:
    return [NumberedLine(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]


def integers(line: NumberedLine) -> list[int]:
    """Numbers separated by spaces or commas."""
    if not NUMBERS.fullmatch(line.text):
        raise fault(f"{line.text!r:.60} is not a list of numbers", line.number)
    return [int(word) for word in re.findall(r"\d+", line.text)]


def lines_of(lines: Sequence[NumberedLine], number: int, what: str) -> tuple[Blocks, ...]:
    """Exactly `number` clues of one ink; an empty line or a single 0 is the empty clue."""
    if len(lines) != number:
        at = lines[-1].number if lines else 1
        raise fault(f"{len(lines)} lines of clues for {number} {what}", at)
    clues = [[] if (blocks := integers(line)) == [0] else blocks for line in lines]
    for line, clue in zip(lines, clues):
        if 0 in clue:
            message = f"0 among the blocks {line.text!r:.60}; an empty line is a single 0"
            raise fault(message, line.number)
    return tuple(tuple((length, 1) for length in clue) for clue in clues)


def only_black(sheet: Sheet, name: str) -> None:
    """Raises InstanceError if the format cannot express the inks of the sheet."""
    if len(sheet.inks) > 1:
        raise fault(f"the format {name} has one ink, but the puzzle has {len(sheet.inks)}")


def lengths(clue: Blocks) -> str:
    return " ".join(str(length) for length, _ in clue) or "0"


def _lines(text: str) -> list[NumberedLine]:
    """The lines without trailing empty ones."""
    lines = numbered(text)
    while lines and not lines[-1].text:
        lines.pop()
    return lines


def read_cwd(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    lines = _lines(text)
    head = [number for line in lines[:2] for number in integers(line)]
    if len(head) != 2 or len(lines) < 3:
        raise fault("the first two lines must be the height and the width", 1)
    height, width = head
    after = lines[2 + height :]
    if after and not after[0].text:
        after = after[1:]
    return Sheet(lines_of(lines[2 : 2 + height], height, "rows"), lines_of(after, width, "columns"))


def read_mk(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    lines = _lines(text)
    head = integers(lines[0]) if lines else []
    if len(head) != 2:
        raise fault("the first line must be the height and the width", 1)
    divider = [i for i, line in enumerate(lines) if line.text == "#"]
    if len(divider) != 1:
        raise fault(f"{len(divider)} lines `#`; one is expected, between rows and columns", len(lines))
    rows = lines_of(lines[1 : divider[0]], head[0], "rows")
    return Sheet(rows, lines_of(lines[divider[0] + 1 :], head[1], "columns"))


def read_nin(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    lines = [line for line in _lines(text) if not line.text.startswith("#")]
    while lines and not lines[-1].text:
        lines.pop()
    head = integers(lines[0]) if lines else []
    if len(head) != 2:
        raise fault("the first line must be the width and the height", 1)
    width, height = head
    clues = lines_of(lines[1:], width + height, f"lines ({height} rows and {width} columns)")
    return Sheet(clues[:height], clues[height:])


def write(sheet: Sheet, name: str) -> str:
    """The text in one of these three formats. Raises InstanceError for a sheet with several inks."""
    only_black(sheet, name)
    rows, columns = ([lengths(clue) for clue in side] for side in (sheet.rows, sheet.columns))
    head = [f"{len(columns)} {len(rows)}"] if name == "nin" else [f"{len(rows)} {len(columns)}"]
    if name == "cwd":
        head = [str(len(rows)), str(len(columns))]
    between = {"cwd": [""], "mk": ["#"], "nin": []}[name]
    return "\n".join([*head, *rows, *between, *columns]) + "\n"
