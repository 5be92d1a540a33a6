"""The covers of packings and sudokus, from the instance's own words."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any

from .cover import Cover, Option
from .search import Refused
from .text import Shape, by_mark, images, placed

MOST_CELLS = 1024
SIZES = ("mono", "do", "tro", "tetro", "pento", "hexo")
SET = re.compile(rf"(?:(free|one-sided|fixed) )?({'|'.join(SIZES)})mino(?:es)?")
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
BOXES = {4: 2, 6: 2, 8: 2, 9: 3, 10: 2, 12: 3, 15: 3, 16: 4, 20: 4, 24: 4, 25: 5}  # the height of a box

Reading = tuple[Cover, Callable[[Sequence[str]], list[Option]]]  # and what says which options a board holds


@cache
def pieces_of(entry: str) -> list[set[Shape]]:
    """The images of each piece: of those of a set as they are sorted, of drawn ones by their letters."""
    if re.fullmatch(r"([A-Za-z0-9.]+\n){2,}", entry):
        return [images(placed(cells), "free") for _, cells in sorted(by_mark(entry.split("\n")).items())]
    if (name := SET.fullmatch(entry)) is None:
        raise Refused(f"the instance: the checker does not know the pieces {entry!r:.40}")
    fixed: set[Shape] = {((0, 0),)}
    for _ in range(SIZES.index(name[2])):
        near = [(one, (r + y, c + x)) for one in fixed for r, c in one for y, x in BESIDE]
        fixed = {placed((*one, cell)) for one, cell in near if cell not in one}
    every = {min(own): own for own in (images(shape, name[1] or "free") for shape in fixed)}
    return [own for _, own in sorted(every.items())]


def packing(board: str, pieces: Any, counts: Any = 1, fill: str = "exact") -> Reading:
    """Items: the cells in reading order, then each piece if it is used once at most."""
    size = re.fullmatch("([1-9][0-9]?)x([1-9][0-9]?)", board)
    marks = by_mark(["#" * int(size[2])] * int(size[1]) if size else board.split("\n"))
    shapes = [own for entry in (pieces if isinstance(pieces, list) else [pieces]) for own in pieces_of(entry)]
    if marks.keys() != {"#"} or sum(map(len, shapes)) != len(set().union(*shapes)):
        raise Refused(
            "the instance: a board without cells or not drawn with # and ., or two pieces of one shape"
        )
    n, index = len(marks["#"]), {cell: i for i, cell in enumerate(marks["#"])}
    lo, hi = (0, n) if counts == "any" else map(int, (f"{counts}".split("..") * 2)[:2])  # N is N..N
    if not 0 <= lo <= min(hi, n) or hi < 1 or n > MOST_CELLS:
        raise Refused(f"the instance: {counts!r:.40} of each piece do not fit, or the board is too large")
    options: dict[Any, Option] = {}
    for (p, own), (r, c) in product(enumerate(shapes), index):
        for shape in own:
            lies = tuple(index.get((r + y, c + x - shape[0][1]), -1) for y, x in shape)
            if min(lies) >= 0:
                options[lies] = ((*lies, n + p), -1) if hi == 1 else (lies, p)
    single = range(n, n + len(shapes)) if hi == 1 else range(0)
    must = [*{"exact": range(n), "partial": ()}[fill], *(single if lo else ())]
    groups = [] if hi == 1 else [(lo, min(hi, n))] * len(shapes)
    cover = Cover(n + len(single), [*range(n), *single], must, range(n), options.values(), groups)

    def held(board: Sequence[str]) -> list[Option]:
        return [options[tuple(index.get(cell, -1) for cell in own)] for own in by_mark(board).values()]

    return cover, held


def sudoku(grid: str) -> Reading:
    """Items: the cells, then each digit in each row, in each column and in each box."""
    rows = grid.replace(" ", "").splitlines()
    n, marks = len(rows), "".join(rows)
    if {*map(len, rows)} != {n} or not {*marks} <= {".", *SYMBOLS[:n]}:
        raise Refused("the instance: a grid that the checker does not read")
    high, options = BOXES[n], {}
    for (cell, mark), digit in product(enumerate(marks), range(n)):
        r, c = divmod(cell, n)
        units = (r, n + c, 2 * n + r // high * high + c // (n // high))
        if mark in (".", SYMBOLS[digit]):
            options[cell, SYMBOLS[digit]] = ((cell, *(n * n + unit * n + digit for unit in units)), -1)
    every = range(4 * n * n)
    cover = Cover(len(every), every, every, range(n * n), options.values())
    return cover, lambda board: [options[own] for own in enumerate("".join(board))]
