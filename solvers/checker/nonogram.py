"""The search of a nonogram.

A state has some bits per cell: the inks that the cell may still have, 1 white, 2 the first ink, 4 the second
... A step below the number of lines names a line (rows first, then columns), which the checker solves: of
every cell the inks remain that occur in some filling of the line by its blocks; if there is no filling, there
are no solutions. A step above names a cell: its inks are tried one after the other. Where every cell has one
ink the picture counts if each of its lines shows its blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
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
        return solved([self.cell(state, place) for place in self.places(line)], self.lines[line])

    def worth(self, state: int) -> int | None:
        """No cell is without ink; so when there are as many as cells, each has one."""
        if state.bit_count() > self.cells:
            return None
        return int(all(all(self.solved(state, line)) for line in range(len(self.lines))))

    def after(self, state: int, step: int) -> list[int]:
        """The state when a line is solved, or the states for each ink of a cell. Raises Refused."""
        if step >= self.size:
            raise Refused("the certificate names no line and no cell")
        if (place := step - len(self.lines)) >= 0:
            bare, own = self.put(state, [place], [0]), self.cell(state, place)
            return [bare | 1 << self.inks * place + ink for ink in range(self.inks) if own >> ink & 1]
        new = self.solved(state, step)
        return [self.put(state, self.places(step), new)] if all(new) else []

    def put(self, state: int, places: Iterable[int], cells: Sequence[int]) -> int:
        return state ^ sum((self.cell(state, i) ^ new) << self.inks * i for i, new in zip(places, cells))

    def picture(self, board: Sequence[str]) -> bool:
        """Is the board a picture with these lines?"""
        inks = [self.marks.find(mark) for row in board for mark in row]
        if {*map(len, board)} != {self.width} or not all(0 <= ink < self.inks for ink in inks):
            return False
        return self.worth(sum(1 << ink + self.inks * i for i, ink in enumerate(inks))) == 1

    def image(self, board: Sequence[str], orbits: bool) -> tuple[str, int]:
        """The least of the images that are pictures too, of the same clues; how many. Raises Refused."""
        if not self.picture(board):
            raise Refused("the board breaks a rule")
        found = {tuple(board)}
        for _ in range(3 if orbits else 0):
            found |= {tuple("".join(column)[::-1] for column in zip(*one)) for one in found}
            found |= {tuple(row[::-1] for row in one) for one in found}
        found = {one for one in found if self.picture(one)}
        return str(min(found)), len(found)


def nonogram(data: dict[str, Any]) -> Nonogram:
    """Of an instance. Raises Refused if it says what is not read here."""
    if wrong := data.keys() - {"puzzle", "rows", "columns", "inks"}:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    rows, columns, labels = data["rows"], data["columns"], list(data.get("inks", "#"))
    if not 0 < len(rows) <= MOST or not 0 < len(columns) <= MOST or any(len(one) != 1 for one in labels):
        raise Refused("the instance: no rows or columns, too many, or an ink's label of several characters")
    if not all(isinstance(line, list) for line in (*rows, *columns)):
        raise Refused("the instance: a clue that is no list")
    blocks = [() if line == [0] else tuple(block(one, labels) for one in line) for line in (*rows, *columns)]
    return Nonogram(blocks, len(rows), "." + "".join(labels))


def block(entry: Any, labels: Sequence[str]) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d{0,2})(\D?)", str(entry), re.A)
    label = match and (match[2] or (labels[0] if len(labels) == 1 else None))
    if match is None or label not in labels or int(match[1]) > MOST:
        raise Refused(f"the instance: {entry!s:.40} is no block")
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
    moves = [(sum(own for ink, own in inks.items() if cell >> ink & 1), stay * (cell & 1)) for cell in cells]
    reached = [1]  # the states before each cell
    for on, same in moves:
        reached.append((reached[-1] & on) << 1 | reached[-1] & same)
    left, found = 1 << length, []  # the states after the cell from which the end can be reached
    for (on, same), before in zip(reversed(moves), reached[-2::-1]):
        white, new = before & same & left, before & on & left >> 1
        found.append(sum(1 << ink for ink, own in inks.items() if new & own) | (white > 0))
        left = white | new
    return found[::-1] if left & 1 else [0] * len(cells)
