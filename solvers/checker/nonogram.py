"""The search for the solutions of a nonogram.

A state has for each cell the inks that it may still have, as bits (1 white, 2 the first ink, 4 the second,
...), and the number of cells that may have several. A step below the number of lines names a line (rows
first, then columns), which the checker solves completely: each cell keeps the inks that it has in some
filling of the line; if there is no filling, there is no solution. A larger step names a cell: the search
branches on its inks. When every cell has one ink, the picture is a solution if each of its lines shows its
blocks.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, groupby, product
from typing import Any

from .instance import Shape, drawn, images, turns
from .search import FREE, Spend, require

Blocks = tuple[tuple[int, int], ...]  # length and ink, from 1
Cells = tuple[int, ...]
State = tuple[Cells, int]
MOST_CELLS, MOST_CLAUSES = 1 << 16, 1 << 22
TRUE, FALSE = 1 << 60, -1 << 60  # among literals


class Nonogram:
    """`lines`: the blocks of all rows, then of all columns; `marks`: the signs of white and of the inks;
    places[line]: the slice of its cells.
    """

    def __init__(self, lines: Sequence[Blocks], height: int, marks: Sequence[str] = ".#") -> None:
        width = len(lines) - height
        self.lines, self.height, self.marks = lines, height, marks
        self.cells = [*product(range(height), range(width))]
        self.places = [slice(r * width, (r + 1) * width) for r in range(height)]
        self.places += [slice(c, None, width) for c in range(width)]
        self.inks = 1 + max((ink for line in lines for _, ink in line), default=1)
        self.n_items = len(lines) + len(self.cells)
        self.start: Cells = ((1 << self.inks) - 1,) * len(self.cells)

    def begins(self, _: Any) -> list[tuple[int, Cells]]:
        return [(1, self.start)]

    def node(self, cells: Cells) -> tuple[State]:
        return ((cells, several(cells)),)

    def worth(self, state: State) -> int | None:
        """The number of solutions, 0 or 1, if all cells are decided, else None."""
        return None if state[1] else int(self.shown(state[0]))

    def shown(self, cells: Cells) -> bool:
        """Do all lines show their blocks?"""
        return all(shown(cells[place]) == line for place, line in zip(self.places, self.lines))

    def after(self, node: tuple[State], step: int, spend: Spend = FREE) -> list[tuple[State]]:
        """The node after a line is solved, or the nodes for the inks of a cell. Raises Refused."""
        ((cells, left),) = node
        if (place := step - len(self.lines)) >= 0:
            inks = [1 << ink for ink in range(self.inks) if cells[place] >> ink & 1]
            spend(len(inks) * (8 + len(cells)))
            fewer = left - several(cells[place : place + 1])
            return [(((*cells[:place], ink, *cells[place + 1 :]), fewer),) for ink in inks]
        every, its_cells, blocks = [*cells], self.places[step], self.lines[step]
        line = cells[its_cells]
        spend(32 * (1 + len(line) + shifts(blocks, len(line)) * (1 + len(blocks))) + len(cells) // 8)
        new = solved(line, blocks)
        every[its_cells] = new or line
        return [((tuple(every), left - several(line) + several(new)),)] if new else []

    def shows(self, picture: Shape) -> bool:
        """Is it as large as the puzzle, and do its lines show their blocks?"""
        cells = tuple(1 << self.marks.index(mark) for *_, mark in picture)
        return [(r, c) for r, c, _ in picture] == self.cells and self.shown(cells)

    @property
    def order(self) -> int:
        """The order of the group of isometries that map the clues to themselves."""
        numbers = range(len(self.cells))
        clues = {(tuple(numbers[place]), line) for place, line in zip(self.places, self.lines)}
        clues |= {(cells[::-1], line[::-1]) for cells, line in clues}
        moved = ({(tuple(to[i] for i in cells), line) for cells, line in clues} for to in turns(self.cells))
        return sum(images == clues for images in moved)

    @property
    def formula(self) -> dict[str, Any]:
        """The nonogram as clauses. Variables: for each cell one for each ink; then for each block one for
        each place but the last that says that the block starts there or before (order encoding). See
        `showing`.
        """
        inks = self.inks - 1
        lengths = [len(self.cells[place]) for place in self.places]
        most = sum((1 + len(line)) * length * (inks + 3) for length, line in zip(lengths, self.lines))
        require(most <= MOST_CLAUSES, f"the instance: its lines make up to {most:,} clauses")
        variables = [[inks * cell + ink for ink in range(1, self.inks)] for cell in range(len(self.cells))]
        top, clauses = inks * len(variables), list[list[int]]()
        for line, blocks in zip(self.places, self.lines):
            room = len(variables[line]) - sum(size for size, _ in blocks) - sum(apart(blocks))
            begin = [top + 1 + block * room for block in range(len(blocks))]
            clauses += showing(variables[line], blocks, begin, room) if room >= 0 else [[]]
            top += max(0, room) * len(blocks)
        once = variables if inks > 1 else []
        return {"once": once, "clauses": clauses, "projection": [*chain(*variables)]}

    def image(self, picture: Shape, orbits: bool) -> tuple[str, int]:
        """The least image of a solution and the number of its images: those under isometries that are
        solutions, too, or with `orbits` false only itself. Raises Refused if it is no solution.
        """
        solutions = {image for image in images(picture, "free" if orbits else "fixed") if self.shows(image)}
        require(picture in solutions, "a line shows other blocks")
        return "".join(mark for *_, mark in min(solutions)), len(solutions)


def nonogram(rows: Any, columns: Any, inks: Collection[str] | None = None) -> tuple[Nonogram, Any]:
    """The nonogram, and the function from the rows of a board to its cells with their marks. Raises Refused,
    ValueError, KeyError.
    """
    require(0 < len(rows) * len(columns) <= MOST_CELLS, "the instance: no rows or columns, or too many")
    listed = all(isinstance(entries, list) for entries in (rows, columns, *rows, *columns))
    require(listed and isinstance(inks or [], (list, dict)), "the instance: no lists")
    plain = all(isinstance(ink, str) and ink.isascii() and ink.isalpha() for ink in inks or ())
    inks = "#" if inks is None else inks
    require(
        plain and len("".join(inks)) == len({*inks}) == len(inks) > 0,
        "the instance: inks that are no letters",
    )
    number = {ink: n for n, ink in enumerate(inks, 1)} | ({} if len(inks) > 1 else {"": 1})
    lines = [tuple(block(clue, number) for clue in line if f"{line}" != "[0]") for line in (*rows, *columns)]
    return Nonogram(lines, len(rows), [".", *inks]), drawn


def block(entry: Any, number: dict[str, int]) -> tuple[int, int]:
    ((size, ink),) = re.findall(r"^([1-9][0-9]{0,2})(\D?)$", f"{entry}", re.A)
    return int(size), number[ink]


def apart(blocks: Blocks) -> list[bool]:
    """For each block: has the next one the same ink, so that a white cell must lie between them?"""
    return [ink == other for (_, ink), (_, other) in zip(blocks, (*blocks[1:], (0, 0)))]


def showing(
    cells: Sequence[Sequence[int]], blocks: Blocks, begin: Sequence[int], room: int
) -> list[list[int]]:
    """The clauses of a line with `room` cells more than the blocks need; begin[b]: the first of the `room`
    variables of block b.

    A block that starts at a place or before also starts at the next place or before; a block starts early
    enough for the next one; a cell that a block covers has its ink; a cell between two blocks is white.
    """
    gaps, stated = apart(blocks), list[list[int]]()
    first = [sum(size for size, _ in blocks[:b]) + sum(gaps[:b]) for b in range(len(blocks))]

    def by(block: int, place: int) -> int:
        """The literal that the block starts at the place or before; TRUE for block -1, which stands for the
        edge before the line, FALSE for the one after the last.
        """
        if not 0 <= block < len(first):
            return TRUE if block < 0 else FALSE
        at = place - first[block]
        return FALSE if at < 0 else TRUE if at >= room else begin[block] + at

    for b, at in enumerate(first):
        stated += [[-by(b, p), by(b, p + 1)] for p in range(at, at + room - 1)]
    for b, (size, _) in enumerate(blocks[:-1]):
        places = range(first[b + 1], first[b + 1] + room + 1)
        stated += [[-by(b + 1, p), by(b, p - size - gaps[b])] for p in places]
    for b, (size, ink) in enumerate(blocks):
        places = range(first[b], first[b] + room + size)
        stated += [[-by(b, i), by(b, i - size), cells[i][ink - 1]] for i in places]
    for b, (size, _) in enumerate(((0, 0), *blocks), -1):
        ended = ((i, -by(b, i - size), by(b + 1, i)) for i in range(len(cells)))
        stated += [[before, after, -ink] for i, before, after in ended for ink in cells[i]]
    return [[lit for lit in lits if lit != FALSE] for lits in stated if TRUE not in lits]


def several(cells: Cells) -> int:
    """How many cells may have several inks."""
    return sum(cell & cell - 1 != 0 for cell in cells)


def shown(cells: Cells) -> Blocks:
    """The blocks of a line whose cells have one ink each."""
    runs = ((len([*run]), cell.bit_length() - 1) for cell, run in groupby(cells))
    return tuple((size, ink) for size, ink in runs if ink)


def steps_of(blocks: Blocks) -> list[tuple[int, int, int]]:
    """For each block its length, its ink, and the number of white cells that must follow it."""
    return [(size, ink, int(gap)) for (size, ink), gap in zip(blocks, apart(blocks))]


def shifts(blocks: Blocks, length: int) -> int:
    """The number of places where each block may begin: the number of further white cells, plus one."""
    return max(0, 1 + length - sum(size + gap for size, _, gap in steps_of(blocks)))


def solved(cells: Cells, blocks: Blocks) -> Cells:
    """The inks that each cell has in some filling of the line; () if there is no filling.

    A filling is a path through points (b, w), by the number of blocks and of further white cells so far;
    point (b, w) lies before cell `ends[b] + w`. Each step of the path is a white cell, or the next block with
    the white cell that must follow it.
    """
    steps, ways = steps_of(blocks), shifts(blocks, len(cells))
    ends = [0, *accumulate(size + gap for size, _, gap in steps)]
    free = {ink: [*runs(cells, 1 << ink)] for ink in {0, *(ink for _, ink, _ in steps)}}
    white = [[free[0][end + w] > 0 for w in range(ways - 1)] for end in ends]
    lies = [
        [free[ink][end + w] >= size and free[0][end + w + size] >= gap for w in range(ways)]
        for end, (size, ink, gap) in zip(ends, steps)
    ]
    met = reached(white, lies, ways)
    on = [
        row[::-1]
        for row in reached([row[::-1] for row in white[::-1]], [row[::-1] for row in lies[::-1]], ways)
    ]
    on.reverse()  # the points from which a path leads to the last one
    begun: list[tuple[int, int, int]] = []  # place, length, ink: steps on paths from first to last
    for end, here, able, there in zip(ends, met, white, on):
        begun += [(end + w, 1, 0) for w in range(ways - 1) if here[w] and able[w] and there[w + 1]]
    for end, (size, ink, gap), here, able, there in zip(ends, steps, met, lies, on[1:]):
        for w in range(ways):
            if here[w] and able[w] and there[w]:
                begun += [(end + w, size, ink), (end + w + size, gap, 0)]
    return painted(len(cells), begun)


def reached(white: Sequence[Sequence[bool]], lies: Sequence[Sequence[bool]], ways: int) -> list[list[bool]]:
    """bool[b][w]: the points to which a path from the first one leads; white[b][w] and lies[b][w]: whether it
    may go on with a white cell, or with block b.
    """
    row, rows = [w == 0 for w in range(ways)], []
    for able, lie in zip(white, (*lies, row)):
        for w in range(1, ways):
            row[w] = row[w] or (row[w - 1] and able[w - 1])
        rows.append(row)
        row = [met and fits for met, fits in zip(row, lie)]
    return rows


def painted(length: int, begun: Iterable[tuple[int, int, int]]) -> Cells:
    """The inks of each cell, from stretches (place, length, ink); () if there are none."""
    edges: dict[int, list[int]] = {}
    for at, size, ink in begun:
        changes = edges.setdefault(ink, [0] * (length + 1))
        changes[at] += 1
        changes[at + size] -= 1
    inks = [[(number > 0) << ink for number in accumulate(changes)] for ink, changes in edges.items()]
    return tuple(map(sum, zip(*inks)))[:length]


def runs(cells: Cells, ink: int) -> Iterator[int]:
    """For each place, and the end of the line, how many successive cells from there on may have the ink."""
    lengths = [0]
    for cell in cells[::-1]:
        lengths.append(lengths[-1] + 1 if cell & ink else 0)
    return reversed(lengths)
