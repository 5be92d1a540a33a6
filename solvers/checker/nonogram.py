"""Counting the pictures of a nonogram along a certificate.

A cell is the set of inks that it may still have, as bits: 1 white, 2 the first ink, 4 the second ... The
certificate is a list of numbers. Below the number of lines, it names a line (rows first, then columns), which
the checker solves: of every cell the inks remain that occur in some filling of the line by its blocks. Where
a line has no filling the branch is dead. Above, it names a cell: its inks are tried one after the other, each
followed by its own part of the list. A picture counts when each of its lines has been checked in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .cover import Refused

Blocks = tuple[tuple[int, int], ...]  # length and ink, from 1
MOST = 500


def clues(data: dict[str, Any]) -> tuple[list[Blocks], int]:
    """The blocks of all rows, then of all columns, and the number of rows."""
    if wrong := set(data) - {"rows", "columns", "inks"}:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    inks = {str(ink): n for n, ink in enumerate(data.get("inks", {"": ""}), 1)}
    lines = [tuple(_block(block, inks) for block in line) for line in [*data["rows"], *data["columns"]]]
    if not 0 < len(data["rows"]) <= MOST or not 0 < len(data["columns"]) <= MOST:
        raise Refused("the instance: no rows or columns, or too many")
    return lines, len(data["rows"])


def _block(block: Any, inks: dict[str, int]) -> tuple[int, int]:
    text = str(block)
    digits = text.rstrip("".join(inks)) if "" not in inks else text
    if isinstance(block, bool) or not digits.isdigit() or text[len(digits) :] not in inks:
        raise Refused(f"the instance: {text:.40} is no block")
    return int(digits), inks[text[len(digits) :]]


def solved(cells: Sequence[int], blocks: Blocks) -> list[int]:
    """Of each cell the inks of all fillings; all 0 if there is none.

    States: so many cells of the pattern are passed; the pattern is the blocks, with a white cell between two
    of one ink. From a state the next cell is the next of the pattern, or white between blocks.
    """
    pattern: list[int] = []
    stay = [True]
    for number, (length, ink) in enumerate(blocks):
        if number and blocks[number - 1][1] == ink:
            pattern.append(1)
            stay.append(False)  # more white cells are passed before this one
        pattern += [1 << ink] * length
        stay += [False] * (length - 1) + [True]
    reach = [1]  # bit s: state s can be reached
    moves = [(s, s + 1, ink) for s, ink in enumerate(pattern)] + [
        (s, s, 1) for s, may in enumerate(stay) if may
    ]
    for cell in cells:
        reach.append(_bits(t for s, t, ink in moves if reach[-1] >> s & 1 and cell & ink))
    left, found = 1 << len(pattern), []
    for at in range(len(cells) - 1, -1, -1):
        used = [(s, ink) for s, t, ink in moves if left >> t & 1 and reach[at] >> s & 1 and cells[at] & ink]
        found.append(_bits(ink.bit_length() - 1 for _, ink in used))
        left = _bits(s for s, _ in used)
    return found[::-1] if left & 1 else [0] * len(cells)


def _bits(numbers: Iterator[int]) -> int:
    return sum(1 << n for n in set(numbers))


def total(lines: Sequence[Blocks], height: int, steps: Iterator[int]) -> int:
    """The number of pictures. Raises Refused."""
    width = len(lines) - height
    inks = max((ink for line in lines for _, ink in line), default=1)
    found = _count([(2 << inks) - 1] * (height * width), lines, height, steps)
    if next(steps, None) is not None:
        raise Refused("the certificate goes on when the search has ended")
    return found


def places(line: int, height: int, width: int) -> range:
    """The cells of a line."""
    return (
        range(line * width, (line + 1) * width)
        if line < height
        else range(line - height, height * width, width)
    )


def _count(cells: list[int], lines: Sequence[Blocks], height: int, steps: Iterator[int]) -> int:
    width = len(lines) - height
    while any(cell & (cell - 1) for cell in cells):
        step = next(steps, -1)
        if not 0 <= step < len(lines) + len(cells):
            raise Refused("the certificate ends before the search does, or names no line and no cell")
        if step >= len(lines):
            tried = [
                1 << ink
                for ink in range(cells[step - len(lines)].bit_length())
                if cells[step - len(lines)] >> ink & 1
            ]
            parts = ([*cells[: step - len(lines)], ink, *cells[step - len(lines) + 1 :]] for ink in tried)
            return sum(_count(part, lines, height, steps) for part in parts)
        own = places(step, height, width)
        after = solved([cells[i] for i in own], lines[step])
        for i, inks in zip(own, after):
            cells[i] = inks
        if 0 in after:
            return 0
    return int(
        all(
            any(solved([cells[i] for i in places(n, height, width)], line)) or not places(n, height, width)
            for n, line in enumerate(lines)
        )
    )


def right(board: Sequence[str], lines: Sequence[Blocks], height: int, marks: str) -> bool:
    """Is the board a picture with these lines? `marks`: white, then the inks."""
    width = len(lines) - height
    if len(board) != height or any(len(row) != width or not set(row) <= set(marks) for row in board):
        return False
    cells = [1 << marks.index(mark) for row in board for mark in row]
    return all(
        any(solved([cells[i] for i in places(n, height, width)], line)) for n, line in enumerate(lines)
    )
