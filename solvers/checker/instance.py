"""The words and drawings of instances, and the covers of packings and sudokus. What is not known is refused.

A plain part of YAML is read: one line per value, of words, whole numbers, [lists] and {mappings}; a list of
`- ` lines; a drawing after `|`. What only names the puzzle or says what is expected is passed over.
"""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import groupby, product
from textwrap import dedent
from typing import Any

from .cover import Cover, Option
from .search import require

# printable, in all versions of Unicode, and no end of a line to YAML
PLAIN = re.compile(
    "[\n -~\xa1-\xac\xae-\u02ff\u0370-\u058f\u1e00-\u1fff"
    "\u2010-\u2027\u2030-\u205e\u2070-\u2bff\u3001-\ud7ff]*"
)
# none of these takes more than linear time
ENTRY = r"(?:#.*)?\n|([a-z_]+):(| .*)\n((?:[ -].*\n)*)"
ITEM = r"- (.*)\n((?: .*\n)*)"
DRAWING = re.compile(r"( +)\S.*\n(?:\1\S.*\n)*")
# what ends with its line
CLOSED = r"""[A-Za-z0-9]((?!:( |$)).)*|"[^"\\]*"|'[^']*'|\{\w+: \d+(, \w+: \d+)*\}"""
PASSED_OVER = re.compile(rf"(?a)(?:title|source|expect|symmetry): +(?:{CLOSED})")
NUMBER = r"\d+\.\.\d+|[1-9]\d*(?:[A-Za-z]|x[1-9]\d*)"  # with a word: 0..2, 3r, 6x10
WORD = r"(?!(?:yes|no|on|off|true|false|null)\b)[A-Za-z](?:[-\w. ]*[\w.])?"  # what YAML reads as one too
QUOTED = re.compile(rf"(?ai){NUMBER}|{WORD}")
MARKS = re.compile(r"([]\[{},] *|: +)")  # between words
SIZES = ("mono", "do", "tro", "tetro", "pento", "hexo")
SET = re.compile(rf"(?:(free|one-sided|fixed) )?({'|'.join(SIZES)})mino(?:es)?")
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
MOST_DEPTH = 100  # lists and mappings within each other
MOST_TRIED = 1 << 22  # cells of the images of all pieces, times the cells of the board
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
BOXES = {4: 2, 6: 2, 8: 2, 9: 3, 10: 2, 12: 3, 15: 3, 16: 4, 20: 4, 24: 4, 25: 5}  # the height of a box

Shape = tuple[tuple[Any, ...], ...]  # row and column of each cell, and a mark perhaps; at the origin


def read(text: str) -> dict[str, Any]:
    """The mapping that the text states. Raises Refused, ValueError."""
    require(len(text) <= 1 << 16 and PLAIN.fullmatch(text), "the instance: no plain text")
    said = once([(entry[1], entry) for entry in matches(ENTRY, text) if entry[1]])
    over = {key for key, one in said.items() if PASSED_OVER.fullmatch(one[0].removesuffix("\n").rstrip(" "))}
    return {key: value(*one.groups("")[1:]) for key, one in said.items() if key not in over}


def matches(pattern: str, text: str) -> list[re.Match[str]]:
    """Those that the text consists of."""
    found, of = list[re.Match[str]](), re.compile(pattern)
    while match := of.match(text, found[-1].end() if found else 0):
        found.append(match)
    rest = text[found[-1].end() if found else 0 :]
    require(not rest, f"the instance: this is not read: {rest!r:.80}")
    return found


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    require(len(dict(pairs)) == len(pairs), "the instance: a key given twice")
    return dict(pairs)


def shallow(found: Any, depth: int = 0) -> bool:
    """Is nothing within more than 100 lists and mappings?"""
    inner = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return depth <= MOST_DEPTH and all(shallow(one, depth + 1) for one in inner)


def value(head: str, below: str) -> Any:
    """Of the line, and of those further in: a drawing; a list; or JSON, in which words need no quotes."""
    head = head.strip(" ")
    if head == "|" and DRAWING.fullmatch(below):
        return dedent(below)
    if below and not head:
        items = matches(ITEM, dedent(below))
        require(all(item[1].strip(" ") for item in items), "the instance: a list within a list of lines")
        return [value(*item.groups()) for item in items]
    require(not below and '"' not in head, f"the instance: this is not read: {head + below!r:.80}")
    quoted = "".join(f'"{own}"' if QUOTED.fullmatch(own) else own for own in MARKS.split(head))
    found = json.loads(quoted, object_pairs_hook=once, parse_float=int, parse_constant=int)
    require(shallow(found), "the instance: lists within lists, too deep")
    return found


def drawn(rows: Iterable[str]) -> Shape:
    """Row, column and mark of each cell of a drawing."""
    return tuple((r, c, mark) for r, row in enumerate(rows) for c, mark in enumerate(row))


def by_mark(rows: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """The cells of each mark, in reading order; `.` and a space are no marks."""
    cells = sorted((mark, r, c) for r, c, mark in drawn(rows) if mark not in ". ")
    return {mark: [(r, c) for _, r, c in own] for mark, own in groupby(cells, lambda cell: cell[0])}


def placed(cells: Collection[tuple[Any, ...]]) -> Shape:
    top, left, *_ = map(min, zip(*cells))
    return tuple(sorted((r - top, c - left, *mark) for r, c, *mark in cells))


def images(shape: Shape, kind: str) -> set[Shape]:
    """A free piece is turned and flipped, a one-sided one is turned, a fixed one is as it is."""
    found = {shape}
    for _ in range(3 if kind != "fixed" else 0):
        found |= {placed([(c, -r, *mark) for r, c, *mark in one]) for one in found}
    return found | {placed([(r, -c, *mark) for r, c, *mark in one]) for one in found if kind == "free"}


def turns(cells: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The isometries of the grid that map the cells to themselves: of each cell the number of its image.

    The identity is the first. Of a row of cells two of them are the same permutation each time.
    """
    number, found = {cell: i for i, cell in enumerate(cells)}, list[tuple[int, ...]]()
    for (y, x), (sign, other) in product(((0, 1), (1, 0)), product((1, -1), repeat=2)):
        moved = [(sign * cell[y], other * cell[x]) for cell in cells]
        (top, left), (r, c) = map(min, zip(*cells)), map(min, zip(*moved))
        found.append(tuple(number.get((top + a - r, left + b - c), -1) for a, b in moved))
    return sorted(own for own in found if min(own) >= 0)


@cache
def pieces_of(entry: str) -> list[set[Shape]]:
    """The images of each piece: of those of a set as they are sorted, of drawn ones by their letters."""
    if re.fullmatch(r"([A-Za-z0-9.]+\n){2,}", entry):
        return [images(placed(cells), "free") for cells in by_mark(entry.split("\n")).values()]
    name: Any = SET.fullmatch(entry)
    require(name, f"the instance: the checker does not know the pieces {entry!r:.40}")
    fixed: set[Shape] = {((0, 0),)}
    for _ in range(SIZES.index(name[2])):
        near = [(one, (r + y, c + x)) for one in fixed for r, c in one for y, x in BESIDE]
        fixed = {placed((*one, cell)) for one, cell in near if cell not in one}
    every = {min(own): own for own in (images(shape, name[1] or "free") for shape in fixed)}
    return [own for _, own in sorted(every.items())]


def packing(board: str, pieces: Any, counts: Any = 1, fill: str = "exact") -> tuple[Cover, Any]:
    """And what says which options a board holds.

    Items: the cells in reading order, then each piece if it is used once at most.
    """
    size = re.fullmatch("([1-9][0-9]?)x([1-9][0-9]?)", board)
    marks = by_mark(["#" * int(size[2])] * int(size[1]) if size else board.split("\n"))
    require(marks.keys() == {"#"}, "the instance: a board without cells, or not drawn with # and .")
    n, index = len(marks["#"]), {cell: i for i, cell in enumerate(marks["#"])}
    shapes = [own for entry in (pieces if isinstance(pieces, list) else [pieces]) for own in pieces_of(entry)]
    require(sum(map(len, shapes)) == len(set().union(*shapes)), "the instance: two pieces of one shape")
    lo, hi = (0, n) if counts == "any" else map(int, (f"{counts}".split("..") * 2)[:2])  # N is N..N
    require(0 <= lo <= min(hi, n) and hi > 0 and n <= 1024, f"the instance: {counts!r:.40} of each piece")
    tried = sum(len(own) * len(min(own)) for own in shapes) * n
    require(tried <= MOST_TRIED, f"the instance: its pieces have {tried:,} cells to try")
    options: dict[Any, Option] = {}
    piece: dict[Any, int] = {}
    for (p, own), (r, c) in product(enumerate(shapes), index):
        for shape in own:
            lies = tuple(index.get((r + y, c + x - shape[0][1]), -1) for y, x in shape)
            if min(lies) >= 0:
                piece[lies] = p
                options[lies] = ((*lies, n + p), ()) if hi == 1 else (lies, ((p, 1),))
    single = range(n, n + len(shapes)) if hi == 1 else range(0)
    must = [*{"exact": range(n), "partial": ()}[fill], *(single if lo else ())]
    groups = [] if hi == 1 else [(lo, min(hi, n))] * len(shapes)
    cover = Cover(n + len(single), [*range(n), *single], must, range(n), options.values(), groups)
    placed_at = sorted(options, key=lambda lies: cover.number[options[lies]])
    moves = [{lies: tuple(sorted(turn[i] for i in lies)) for lies in placed_at} for turn in turns([*index])]
    for to in moves:  # pieces go to pieces, of which all are alike but for their shapes
        pairs = {(piece[lies], piece.get(to[lies])) for lies in placed_at}
        require(
            len(pairs) == len(dict(pairs)) == len({q for _, q in pairs} - {None}), "a turn moves no pieces"
        )
    cover.group = [tuple(cover.number[options[to[lies]]] for lies in placed_at) for to in moves]
    return cover, lambda rows: [options[tuple(map(index.get, own))] for own in by_mark(rows).values()]


def sudoku(grid: str) -> tuple[Cover, Any]:
    """The same of a sudoku. Items: the cells, then each digit in each row, in each column and in each box."""
    rows = grid.replace(" ", "").splitlines()
    n, marks = len(rows), "".join(rows)
    require({*map(len, rows)} == {n} and {*marks} <= {".", *SYMBOLS[:n]}, "the instance: no grid of digits")
    high, options = BOXES[n], {}
    for (cell, mark), digit in product(enumerate(marks), range(n)):
        r, c = divmod(cell, n)
        units = (r, n + c, 2 * n + r // high * high + c // (n // high))
        if mark in (".", SYMBOLS[digit]):
            options[cell, SYMBOLS[digit]] = ((cell, *(n * n + unit * n + digit for unit in units)), ())
    cover = Cover(4 * n * n, range(4 * n * n), range(4 * n * n), range(n * n), options.values())
    return cover, lambda board: [options[own] for own in enumerate("".join(board))]
