"""The printed form of sudokus: rows of a grid on lines of their own, several puzzles to a file.

    Q: easy, 3            a head, with or without a number or a name; it may be left out
    0,0,3,0,2,0,6,0,0,    cells with or without commas, blanks 0 or . or nothing, the last comma optional
    ...
    A:                    the answer, which is not read

This module splits a text into puzzles; `models.formats.sudoku` reads their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

SIDES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 24, 25)  # of grids whose boxes are known
WHOLE = 16  # cells of a line that is a puzzle of 4x4 rather than a row of 16x16
HEAD = re.compile(r"[Qq]\s{0,9}[\w.#-]{0,40}\s{0,9}(?::(.*))?")  # what follows the colon is a name, or cells
ANSWER = re.compile(r"[Aa](?:nswer)?\s{0,9}\d{0,9}\s{0,9}:(.*)")
CELLS = re.compile(r"[0-9.,_*|\s]+")
ROW = re.compile(r"[0-9A-Pa-p.,_*|\s]{3,200}")
BETWEEN = re.compile(r"[\s|]+")

Line = tuple[int, str]  # line number in the file, text


def head(text: str) -> str | None:
    """The cells of the puzzle on the line of a head, mostly none; None if the line is no head."""
    match = HEAD.fullmatch(text)
    if match is None:
        return None
    rest = (match[1] or "").strip()
    return rest if CELLS.fullmatch(rest) else ""


def widths(row: str) -> set[int]:
    """The possible numbers of cells of a row: after the last comma there may be a blank cell."""
    fields = BETWEEN.sub("", row).split(",")
    if len(fields) == 1 or max(map(len, fields)) > 1:
        return {len("".join(fields))}
    return {len(fields), len(fields) - 1} if not fields[-1] else {len(fields)}


def filled(rows: Sequence[str]) -> list[str]:
    """The rows, with 0 for an empty item before, between or after commas; rows without commas unchanged."""
    if not any("," in row for row in rows):
        return list(rows)
    common = set.intersection(*map(widths, rows))
    side = next((n for n in sorted(common) if n in (len(rows), len(rows) ** 2) or (n**0.5) in SIDES), 0)
    cells = [BETWEEN.sub("", row).split(",") for row in rows]
    return [
        ",".join(text or "0" for text in fields[:side])
        if side in widths(row) and len(fields) >= side
        else row
        for row, fields in zip(rows, cells)
    ]


@dataclass
class Block:
    """The lines of one puzzle so far; it is complete with as many rows as cells in a row."""

    lines: list[Line] = field(default_factory=list)
    headed: bool = False
    common: set[int] = field(default_factory=set)

    def takes(self, line: str) -> bool:
        """Whether this is a row like the others."""
        if not ROW.fullmatch(line):
            return False
        fitting = widths(line) & (self.common if self.lines else set(SIDES))
        return bool(fitting) and (self.headed or bool(fitting - {WHOLE}))

    def add(self, number: int, line: str) -> None:
        self.common = self.common & widths(line) if self.lines else widths(line) & set(SIDES)
        self.lines.append((number, line))

    @property
    def whole(self) -> bool:
        return len(self.lines) in self.common

    @property
    def empty(self) -> bool:
        return not self.lines

    def puzzle(self) -> Line:
        """The number of the first line, and all of them."""
        return self.lines[0][0], "\n".join(line for _, line in self.lines)


@dataclass
class Grouping:
    """Groups rows into puzzles, line by line; a line that is no row is a puzzle by itself."""

    block: Block = field(default_factory=Block)
    answering: bool = False  # the next block, or line, is the answer of the last puzzle

    @property
    def idle(self) -> bool:
        """Whether the next line must begin a puzzle."""
        return self.block.empty and not self.answering

    def group(self, number: int, line: str) -> Iterator[Line]:
        """The puzzles that end with the line, or before it."""
        if (cells := head(line)) is not None:
            yield from self.end()
            self.block = Block(headed=True)
            line = cells
        elif (answer := ANSWER.fullmatch(line)) is not None:
            yield from self.end()
            line, self.answering = "", not answer[1].strip()
        if line:
            yield from self._row(number, line)

    def end(self) -> Iterator[Line]:
        """The puzzle that is left at the end of the text."""
        if not self.block.empty and not self.answering:
            yield self.block.puzzle()
        self.block, self.answering = Block(), False

    def _row(self, number: int, line: str) -> Iterator[Line]:
        if not self.block.takes(line):
            answer = self.answering and self.block.empty
            yield from self.end()
            if answer:
                return
        if not self.block.takes(line):
            yield number, line
            return
        self.block.add(number, line)
        if self.block.whole:
            yield from self.end()
