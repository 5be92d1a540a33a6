"""What the line-based nonogram formats share: numbered lines, clues of lengths, errors with their line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.nonogram.sheet import Sheet

NUMBERS = re.compile(r"\d{1,6}(?:[\s,]+\d{1,6})*[\s,]*|")


@dataclass(frozen=True)
class Line:
    """A line of a file with its number from 1."""

    number: int
    text: str


def numbered(text: str) -> list[Line]:
    return [Line(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]


def integers(line: Line) -> list[int]:
    """Numbers separated by spaces or commas."""
    if not NUMBERS.fullmatch(line.text):
        raise fault(line.number, f"{line.text!r:.60} is not a list of numbers")
    return [int(word) for word in re.findall(r"\d+", line.text)]


def blocks(line: Line) -> Blocks:
    """A clue of one ink; nothing or a single 0 is an empty line."""
    lengths = integers(line)
    if lengths == [0]:
        return ()
    if 0 in lengths:
        raise fault(line.number, f"0 among the blocks {line.text!r:.60}; an empty line is a single 0")
    return tuple((length, 1) for length in lengths)


def lines_of(lines: Sequence[Line], number: int, what: str) -> tuple[Blocks, ...]:
    """Exactly `number` clues."""
    if len(lines) != number:
        at = lines[-1].number if lines else 1
        raise fault(at, f"{len(lines)} lines of clues for {number} {what}")
    return tuple(blocks(line) for line in lines)


def only_black(sheet: Sheet, name: str) -> None:
    """Raise InstanceError if the format cannot say what inks the sheet has."""
    if len(sheet.inks) > 1:
        raise InstanceError((), f"the format {name} has one ink, but the puzzle has {len(sheet.inks)}")


def lengths(clue: Blocks, separator: str = " ", empty: str = "0") -> str:
    return separator.join(str(length) for length, _ in clue) or empty
