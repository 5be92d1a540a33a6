"""Counting the pictures of a nonogram along a certificate.

A cell is the set of inks that it may still have, as bits: 1 white, 2 the first ink, 4 the second ... The
certificate is a list of numbers. Below the number of lines, it names a line (rows first, then columns), which
the checker solves: of every cell the inks remain that occur in some filling of the line by its blocks. Where
a line has no filling the branch is dead. Above, it names a cell: its inks are tried one after the other, each
followed by its own part of the list. Where every cell has one ink no number is needed: the picture counts if
each of its lines shows its blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from .cover import Refused

Blocks = tuple[tuple[int, int], ...]  # length and ink, from 1
MOST = 500


def clues(data: dict[str, Any]) -> tuple[list[Blocks], int]:
    """The blocks of all rows, then of all columns, and the number of rows."""
    if wrong := set(data) - {"puzzle", "rows", "columns", "inks"}:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    labels = list(data.get("inks", "#"))
    lines = [*data["rows"], *data["columns"]]
    if not 0 < len(data["rows"]) <= MOST or not 0 < len(data["columns"]) <= MOST:
        raise Refused("the instance: no rows or columns, or too many")
    if any(not isinstance(line, list) for line in lines) or any(len(label) != 1 for label in labels):
        raise Refused("the instance: a clue that is no list, or an ink's label of several characters")
    blocks = [() if line == [0] else tuple(_block(block, labels) for block in line) for line in lines]
    return blocks, len(data["rows"])


def _block(block: Any, labels: Sequence[str]) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,6})(\D?)", str(block))
    label = match and (match[2] or (labels[0] if len(labels) == 1 else ""))
    if not match or isinstance(block, bool) or label not in labels or not 0 < int(match[1]) <= MOST:
        raise Refused(f"the instance: {block!s:.40} is no block")
    return int(match[1]), 1 + labels.index(label)


@cache
def pattern(blocks: Blocks) -> tuple[int, int, dict[int, int]]:
    """How the cells of a filled line go through its blocks, with one white cell between two of one ink.

    In state s the first s cells of this pattern are passed. Returns its length; as bits the states in which
    more white cells may follow; and of each ink the states in which the pattern goes on with it.
    """
    length, stay, inks = 0, 1, {0: 0}
    for number, (size, ink) in enumerate(blocks):
        if number and blocks[number - 1][1] == ink:
            inks[0] |= 1 << length
            length += 1
        inks[ink] = inks.get(ink, 0) | ((1 << size) - 1) << length
        length += size
        stay |= 1 << length
    return length, stay, inks


def solved(cells: Sequence[int], blocks: Blocks) -> list[int]:
    """Of each cell the inks of all fillings; all 0 if there is none."""
    length, stay, inks = pattern(blocks)
    moves = {
        cell: (sum(own for ink, own in inks.items() if cell >> ink & 1), stay if cell & 1 else 0)
        for cell in set(cells)
    }
    reached = [1]  # the states before each cell
    for cell in cells:
        on, same = moves[cell]
        reached.append((reached[-1] & on) << 1 | reached[-1] & same)
    left, found = 1 << length, []  # the states after the cell from which the end can be reached
    for cell, before in zip(reversed(cells), reached[-2::-1]):
        on, same = moves[cell]
        white, new = before & same & left, before & on & left >> 1
        found.append(sum(1 << ink for ink, own in inks.items() if new & own) | (white > 0))
        left = white | new
    return found[::-1] if left & 1 else [0] * len(cells)


def total(lines: Sequence[Blocks], height: int, steps: Iterator[int]) -> int:
    """The number of pictures. Raises Refused."""
    size = height * (len(lines) - height)
    cells = [(2 << max((ink for line in lines for _, ink in line), default=1)) - 1] * size
    undecided, found, alive = size, 0, True
    changes: list[tuple[int, int]] = []  # cells, and the inks that they had
    branches: list[tuple[int, int, int]] = []  # the number of changes before, a cell, the inks not yet tried
    while True:
        if alive and undecided:
            step = next(steps, -1)
            if not 0 <= step < len(lines) + size:
                raise Refused("the certificate ends before the search does, or names no line and no cell")
            own: Sequence[int] = (step - len(lines),)
            if step < len(lines):
                own = places(step, height, len(lines) - height)
                new = solved([cells[i] for i in own], lines[step])
                alive = all(new)
            else:
                branches.append((len(changes), own[0], cells[own[0]]))
                alive, new = False, [cells[own[0]]]
        else:
            found += alive and shown(cells, lines, height)
            while branches and not branches[-1][2]:
                branches.pop()
            if not branches:
                break
            start, cell, inks = branches.pop()
            while len(changes) > start:
                i, before = changes.pop()
                undecided += (before.bit_count() > 1) - (cells[i].bit_count() > 1)
                cells[i] = before
            branches.append((start, cell, inks & inks - 1))
            own, new, alive = (cell,), [inks & -inks], True
        for i, after in zip(own, new):
            if cells[i] != after:
                changes.append((i, cells[i]))
                undecided -= (cells[i].bit_count() > 1) - (after.bit_count() > 1)
                cells[i] = after
    if next(steps, None) is not None:
        raise Refused("the certificate goes on when the search has ended")
    return found


def places(line: int, height: int, width: int) -> range:
    """The cells of a line."""
    if line < height:
        return range(line * width, (line + 1) * width)
    return range(line - height, height * width, width)


def shown(cells: Sequence[int], lines: Sequence[Blocks], height: int) -> bool:
    """Do the cells, of one ink each, show the blocks of each line?"""
    width = len(lines) - height
    for number, line in enumerate(lines):
        runs = groupby(cells[i].bit_length() - 1 for i in places(number, height, width))
        if tuple((len(list(run)), ink) for ink, run in runs if ink) != line:
            return False
    return True


def right(board: Sequence[str], lines: Sequence[Blocks], height: int, marks: str) -> bool:
    """Is the board a picture with these lines? `marks`: white, then the inks."""
    width = len(lines) - height
    if len(board) != height or any(len(row) != width or not set(row) <= set(marks) for row in board):
        return False
    return shown([1 << marks.index(mark) for row in board for mark in row], lines, height)


def images(board: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The board turned and flipped. One of them that is a picture too shows that the clues have the symmetry:
    a board has the clues that it shows.
    """
    turned = [board]
    for _ in range(3):
        turned.append(tuple("".join(column)[::-1] for column in zip(*turned[-1])))
    return {*turned, *(tuple(row[::-1] for row in one) for one in turned)}
