"""The search of a nonogram.

A state has some bits per cell: the inks that the cell may still have, 1 white, 2 the first ink, 4 the second
... A step below the number of lines names a line (rows first, then columns), which the checker solves: of
every cell the inks remain that occur in some filling of the line by its blocks; if there is no filling, there
are no solutions. A step above names a cell: its inks are tried one after the other. Where every cell has one
ink the picture counts if each of its lines shows its blocks.
"""

import re
from collections.abc import Collection, Sequence
from itertools import chain, product
from typing import Any

from .instance import Shape, drawn, images, turns
from .search import require

Blocks = tuple[tuple[int, int], ...]  # length and ink, from 1
State = tuple[int, ...]
TRUE, FALSE = 1 << 60, -1 << 60  # among literals


class Nonogram:
    """`lines`: the blocks of all rows, then of all columns; `marks`: of white, and of the inks."""

    def __init__(self, lines: Sequence[Blocks], height: int, marks: Sequence[str] = ".#") -> None:
        width = len(lines) - height
        self.lines, self.height, self.marks = lines, height, marks
        self.cells = [*product(range(height), range(width))]
        self.places = [slice(r * width, (r + 1) * width) for r in range(height)]
        self.places += [slice(c, None, width) for c in range(width)]
        self.inks = 1 + max((ink for line in lines for _, ink in line), default=1)
        self.n_items = len(lines) + len(self.cells)
        self.start: State = ((1 << self.inks) - 1,) * len(self.cells)

    def begins(self, _: Any) -> list[tuple[int, State]]:
        return [(1, self.start)]

    def worth(self, state: State) -> int | None:
        decided = all(cell.bit_count() == 1 for cell in state)
        return int(all(map(solved, (state[own] for own in self.places), self.lines))) if decided else None

    def after(self, state: State, step: int) -> list[State]:
        """The state when a line is solved, or the states for each ink of a cell. Raises Refused."""
        if (place := step - len(self.lines)) >= 0:
            inks = (1 << ink for ink in range(self.inks) if state[place] >> ink & 1)
            return [(*state[:place], ink, *state[place + 1 :]) for ink in inks]
        cells, own = [*state], self.places[step]
        new = solved(state[own], self.lines[step])
        cells[own] = new or state[own]
        return [tuple(cells)] if new else []

    def shows(self, picture: Shape) -> bool:
        """Is it as large as the puzzle, and do its lines show their blocks?"""
        state = tuple(1 << self.marks.index(mark) for *_, mark in picture)
        return [(r, c) for r, c, _ in picture] == self.cells and self.worth(state) == 1

    @property
    def order(self) -> int:
        """How many turns map the clues to themselves."""
        numbers = range(len(self.cells))
        clues = {(tuple(numbers[own]), line) for own, line in zip(self.places, self.lines)}
        clues |= {(own[::-1], line[::-1]) for own, line in clues}
        moved = ({(tuple(to[i] for i in own), line) for own, line in clues} for to in turns(self.cells))
        return sum(own == clues for own in moved)

    @property
    def formula(self) -> dict[str, Any]:
        """The same as clauses: a variable for each ink of each cell and then, of each block and place but
        its last, one that says that the block starts there or before. See `showing`.
        """
        inks = self.inks - 1
        own = [[inks * cell + ink for ink in range(1, self.inks)] for cell in range(len(self.cells))]
        top, clauses = inks * len(own), list[list[int]]()
        for line, blocks in zip(self.places, self.lines):
            room = len(own[line]) - sum(size for size, _ in blocks) - sum(apart(blocks))
            begin = [top + 1 + block * room for block in range(len(blocks))]
            clauses += showing(own[line], blocks, begin, room) if room >= 0 else [[]]
            top += max(0, room) * len(blocks)
        return {"once": own if inks > 1 else [], "clauses": clauses, "projection": [*chain(*own)]}

    def image(self, picture: Shape, orbits: bool) -> tuple[str, int]:
        """The least of the images that are pictures too, of the same clues; how many. Raises Refused."""
        found = {one for one in images(picture, "free" if orbits else "fixed") if self.shows(one)}
        require(picture in found, "a line shows other blocks")
        return "".join(mark for *_, mark in min(found)), len(found)


def nonogram(rows: Any, columns: Any, inks: Collection[str] = "#") -> tuple[Nonogram, Any]:
    """And what says which cells a board holds. Raises Refused, ValueError, KeyError."""
    require(0 < len(rows) * len(columns) <= 250_000, "the instance: no rows or columns, or too many")
    number = {ink: n for n, ink in enumerate(inks, 1)} | ({} if len(inks) > 1 else {"": 1})
    lines = [tuple(block(one, number) for one in line if line != [0]) for line in (*rows, *columns)]
    return Nonogram(lines, len(rows), [".", *inks]), drawn


def block(entry: Any, number: dict[str, int]) -> tuple[int, int]:
    ((size, ink),) = re.findall(r"^([1-9][0-9]{0,2})(\D?)$", f"{entry}", re.A)
    return int(size), number[ink]


def apart(blocks: Blocks) -> list[bool]:
    """Of each block: has the next one the same ink, so that a white cell parts them?"""
    return [ink == other for (_, ink), (_, other) in zip(blocks, (*blocks[1:], (0, 0)))]


def showing(
    cells: Sequence[Sequence[int]], blocks: Blocks, begin: Sequence[int], room: int
) -> list[list[int]]:
    """The clauses of a line, with `room` places more than the blocks need; `begin`: each block's variables.

    What starts at a place or before does so at the next; of two blocks the first starts early enough for
    the second; a cell from which a block that has started has not ended has its ink; between two is white.
    """
    gaps, found = apart(blocks), list[list[int]]()
    first = [sum(size for size, _ in blocks[:b]) + sum(gaps[:b]) for b in range(len(blocks))]

    def by(block: int, place: int) -> int:
        """The literal: it starts there or before. TRUE of the edge before the line, FALSE of that behind."""
        if not 0 <= block < len(first):
            return TRUE if block < 0 else FALSE
        at = place - first[block]
        return FALSE if at < 0 else TRUE if at >= room else begin[block] + at

    for b, at in enumerate(first):
        found += [[-by(b, p), by(b, p + 1)] for p in range(at, at + room - 1)]
    for b, (size, _) in enumerate(blocks[:-1]):
        places = range(first[b + 1], first[b + 1] + room + 1)
        found += [[-by(b + 1, p), by(b, p - size - gaps[b])] for p in places]
    for b, (size, ink) in enumerate(blocks):
        places = range(first[b], first[b] + room + size)
        found += [[-by(b, i), by(b, i - size), cells[i][ink - 1]] for i in places]
    for b, (size, _) in enumerate(((0, 0), *blocks), -1):
        ended = ((i, -by(b, i - size), by(b + 1, i)) for i in range(len(cells)))
        found += [[before, after, -ink] for i, before, after in ended for ink in cells[i]]
    return [[lit for lit in own if lit != FALSE] for own in found if TRUE not in own]


def solved(cells: State, blocks: Blocks) -> State:
    """Of each cell the inks of all fillings; nothing if there is none.

    From the last cell back: a filling of the cells from a place on, by the blocks from a number on, begins
    with a white cell or with a block, which a white cell parts from the next one if that has the same ink.
    """
    begins = [((1 << ink,) * size + (1,) * gap, 1) for (size, ink), gap in zip(blocks, apart(blocks))]
    found: dict[tuple[int, int], State] = {(len(cells), len(blocks)): ()}
    for place, number in product(range(len(cells))[::-1], range(len(blocks) + 1)[::-1]):
        fillings = []
        for begin, used in [((1,), 0), *begins[number : number + 1]]:
            rest = found.get((place + len(begin), number + used))
            if rest is not None and all(map(int.__and__, begin, cells[place:])):
                fillings.append(begin + rest)
        if fillings:
            found[place, number] = tuple(map(int.__or__, fillings[0], fillings[-1]))
    return found.get((0, 0), ())
