"""The search of a nonogram.

A state has some bits per cell: the inks that the cell may still have, 1 white, 2 the first ink, 4 the second
... A step below the number of lines names a line (rows first, then columns), which the checker solves: of
every cell the inks remain that occur in some filling of the line by its blocks; if there is no filling, there
are no solutions. A step above names a cell: its inks are tried one after the other. Where every cell has one
ink the picture counts if each of its lines shows its blocks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from .cover import Refused

Blocks = tuple[tuple[int, int], ...]  # length and ink, from 1
MOST = 500


class Nonogram:
    """`lines`: the blocks of all rows, then of all columns; `marks`: of white, and of the inks."""

    def __init__(self, lines: Sequence[Blocks], height: int, marks: str = ".#") -> None:
        self.lines, self.height, self.marks = lines, height, marks
        self.width = len(lines) - height
        self.inks = 1 + max((ink for line in lines for _, ink in line), default=1)
        self.cells = height * self.width
        self.size = len(lines) + self.cells
        self.start = (1 << self.inks * self.cells) - 1

    def places(self, line: int) -> range:
        """The cells of a line."""
        if line < self.height:
            return range(line * self.width, (line + 1) * self.width)
        return range(line - self.height, self.cells, self.width)

    def cell(self, state: int, place: int) -> int:
        return state >> self.inks * place & (1 << self.inks) - 1

    def solved(self, state: int, line: int) -> list[int]:
        """The inks of the line's cells when it is solved."""
        return solved([self.cell(state, place) for place in self.places(line)], self.lines[line])

    def worth(self, state: int) -> int | None:
        if state.bit_count() > self.cells:  # no cell is without ink
            return None
        return int(all(all(self.solved(state, line)) for line in range(len(self.lines))))

    def after(self, state: int, step: int) -> list[int]:
        """The state when a line is solved, or the states for each ink of a cell. Raises Refused."""
        if step >= self.size:
            raise Refused("the certificate names no line and no cell")
        place = step - len(self.lines)
        if place >= 0:
            own = self.cell(state, place)
            bare = state & ~(own << self.inks * place)
            return [bare | 1 << ink << self.inks * place for ink in range(self.inks) if own >> ink & 1]
        new = self.solved(state, step)
        for place, cell in zip(self.places(step), new):
            state ^= (self.cell(state, place) ^ cell) << self.inks * place
        return [state] if all(new) else []

    def picture(self, board: Sequence[str]) -> bool:
        """Is the board a picture with these lines?"""
        if len(board) != self.height or any(len(row) != self.width for row in board):
            return False
        inks = [self.marks.find(mark) for row in board for mark in row]
        state = sum(1 << ink + self.inks * place for place, ink in enumerate(inks) if 0 <= ink < self.inks)
        return state.bit_count() == self.cells and self.worth(state) == 1

    def images(self, board: tuple[str, ...], orbits: bool) -> set[tuple[str, ...]]:
        """The board turned and flipped, what is a picture too: this shows that the clues have the symmetry.

        A board has the clues that it shows. Raises Refused.
        """
        if not self.picture(board):
            raise Refused("the board breaks a rule")
        turned = [board]
        for _ in range(3 if orbits else 0):
            turned.append(tuple("".join(column)[::-1] for column in zip(*turned[-1])))
        flipped = [tuple(row[::-1] for row in one) for one in turned] if orbits else []
        return {one for one in turned + flipped if self.picture(one)}


def nonogram(data: dict[str, Any]) -> Nonogram:
    """Raises Refused if the instance says what is not read here."""
    if wrong := set(data) - {"puzzle", "rows", "columns", "inks"}:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    labels = list(data.get("inks", "#"))
    lines = [*data["rows"], *data["columns"]]
    if not 0 < len(data["rows"]) <= MOST or not 0 < len(data["columns"]) <= MOST:
        raise Refused("the instance: no rows or columns, or too many")
    if any(not isinstance(line, list) for line in lines) or any(len(label) != 1 for label in labels):
        raise Refused("the instance: a clue that is no list, or an ink's label of several characters")
    blocks = [() if line == [0] else tuple(_block(block, labels) for block in line) for line in lines]
    return Nonogram(blocks, len(data["rows"]), "." + "".join(labels))


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
