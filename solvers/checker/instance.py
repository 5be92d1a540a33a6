"""The reader of instances, and the covers of packings and sudokus. Everything unknown is refused.

It reads a small part of YAML: one line per value, of words, whole numbers, [lists] and {mappings}; a list of
`- ` lines; a drawing after `|`. Keys that only name the puzzle or state what is expected are skipped.
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

# characters that are printable in all versions of Unicode, and no line break in YAML
PLAIN = re.compile(
    "[\n -~\xa1-\xac\xae-\u02ff\u0370-\u058f\u1e00-\u1fff"
    "\u2010-\u2027\u2030-\u205e\u2070-\u2bff\u3001-\ud7ff]*"
)
# none of these patterns takes more than linear time
ENTRY = r"(?:#.*)?\n|([a-z_]+):(| .*)\n((?:[ -].*\n)*)"
ITEM = r"- (.*)\n((?: .*\n)*)"
DRAWING = re.compile(r"( +)\S.*\n(?:\1\S.*\n)*")
# values that end with their line
CLOSED = r"""[A-Za-z0-9]((?!:( |$)).)*|"[^"\\]*"|'[^']*'|\{\w+: \d+(, \w+: \d+)*\}"""
PASSED_OVER = re.compile(rf"(?a)(?:title|source|expect|symmetry): +(?:{CLOSED})")
NUMBER = r"\d+\.\.\d+|[1-9]\d*(?:[A-Za-z]|x[1-9]\d*)"  # words that begin with a number: 0..2, 3r, 6x10
WORD = r"(?!(?:yes|no|on|off|true|false|null)\b)[A-Za-z](?:[-\w. ]*[\w.])?"  # a text to YAML, too
QUOTED = re.compile(rf"(?ai){NUMBER}|{WORD}")
MARKS = re.compile(r"([]\[{},] *|: +)")  # the punctuation between words
SIZES = ("mono", "do", "tro", "tetro", "pento", "hexo")
SET = re.compile(rf"(?:(free|one-sided|fixed) )?({'|'.join(SIZES)})mino(?:es)?")
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
MOST_DEPTH = 100  # lists and mappings within each other
MOST_TRIED = 1 << 22  # cells of the images of all pieces, times the cells of the board
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
BOXES = {4: 2, 6: 2, 8: 2, 9: 3, 10: 2, 12: 3, 15: 3, 16: 4, 20: 4, 24: 4, 25: 5}  # the height of a box

Shape = tuple[tuple[Any, ...], ...]  # (row, column) or (row, column, mark) of each cell, moved to the origin


def read(text: str) -> dict[str, Any]:
    """The mapping that the text states. Raises Refused, ValueError."""
    require(len(text) <= 1 << 16 and PLAIN.fullmatch(text), "the instance: no plain text")
    entries = once([(entry[1], entry) for entry in matches(ENTRY, text) if entry[1]])
    whole = {key: entry[0].removesuffix("\n").rstrip(" ") for key, entry in entries.items()}
    read_here = {key: entry for key, entry in entries.items() if not PASSED_OVER.fullmatch(whole[key])}
    return {key: value(*entry.groups("")[1:]) for key, entry in read_here.items()}


def matches(pattern: str, text: str) -> list[re.Match[str]]:
    """The successive matches that make up the text. Raises Refused if there is a rest."""
    parts, compiled = list[re.Match[str]](), re.compile(pattern)
    while match := compiled.match(text, parts[-1].end() if parts else 0):
        parts.append(match)
    rest = text[parts[-1].end() if parts else 0 :]
    require(not rest, f"the instance: this is not read: {rest!r:.80}")
    return parts


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The mapping of the pairs. Raises Refused if a key is there twice."""
    require(len(dict(pairs)) == len(pairs), "the instance: a key given twice")
    return dict(pairs)


def shallow(data: Any, depth: int = 0) -> bool:
    """Are lists and mappings nested at most MOST_DEPTH deep?"""
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return depth <= MOST_DEPTH and all(shallow(member, depth + 1) for member in inner)


def value(head: str, below: str) -> Any:
    """The value of an entry, from its line and the indented lines below: a drawing, a list, or JSON in which
    words need no quotes. Raises Refused, ValueError.
    """
    head = head.strip(" ")
    if head == "|" and DRAWING.fullmatch(below):
        return dedent(below)
    if below and not head:
        items = matches(ITEM, dedent(below))
        require(all(item[1].strip(" ") for item in items), "the instance: a list within a list of lines")
        return [value(*item.groups()) for item in items]
    require(not below and '"' not in head, f"the instance: this is not read: {head + below!r:.80}")
    quoted = "".join(f'"{word}"' if QUOTED.fullmatch(word) else word for word in MARKS.split(head))
    data = json.loads(quoted, object_pairs_hook=once, parse_float=int, parse_constant=int)
    require(shallow(data), "the instance: lists within lists, too deep")
    return data


def drawn(rows: Iterable[str]) -> Shape:
    """Row, column and mark of each cell of a drawing."""
    return tuple((r, c, mark) for r, row in enumerate(rows) for c, mark in enumerate(row))


def by_mark(rows: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """The cells of each mark, in reading order; `.` and a space are no marks."""
    cells = sorted((mark, r, c) for r, c, mark in drawn(rows) if mark not in ". ")
    return {mark: [(r, c) for _, r, c in group] for mark, group in groupby(cells, lambda cell: cell[0])}


def placed(cells: Collection[tuple[Any, ...]]) -> Shape:
    """The cells moved to the origin, sorted."""
    top, left, *_ = map(min, zip(*cells))
    return tuple(sorted((r - top, c - left, *mark) for r, c, *mark in cells))


def images(shape: Shape, kind: str) -> set[Shape]:
    """The orientations of a shape: free ones are turned and flipped, one-sided ones turned."""
    turned = {shape}
    for _ in range(3 if kind != "fixed" else 0):
        turned |= {placed([(c, -r, *mark) for r, c, *mark in cells]) for cells in turned}
    return turned | {placed([(r, -c, *mark) for r, c, *mark in cells]) for cells in turned if kind == "free"}


def turns(cells: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The isometries of the grid that map the cells to themselves, as permutations of their numbers.

    The identity is the first. For a single row of cells each permutation is there twice.
    """
    number, maps = {cell: i for i, cell in enumerate(cells)}, list[tuple[int, ...]]()
    for (y, x), (sign, other) in product(((0, 1), (1, 0)), product((1, -1), repeat=2)):
        moved = [(sign * cell[y], other * cell[x]) for cell in cells]
        (top, left), (r, c) = map(min, zip(*cells)), map(min, zip(*moved))
        maps.append(tuple(number.get((top + a - r, left + b - c), -1) for a, b in moved))
    return sorted(images for images in maps if min(images) >= 0)


@cache
def pieces_of(entry: str) -> list[set[Shape]]:
    """The orientations of each piece of an entry: a named set, or drawn pieces by letter."""
    if re.fullmatch(r"([A-Za-z0-9.]+\n){2,}", entry):
        return [images(placed(cells), "free") for cells in by_mark(entry.split("\n")).values()]
    name: Any = SET.fullmatch(entry)
    require(name, f"the instance: the checker does not know the pieces {entry!r:.40}")
    fixed: set[Shape] = {((0, 0),)}
    for _ in range(SIZES.index(name[2])):
        grown = [(shape, (r + y, c + x)) for shape in fixed for r, c in shape for y, x in BESIDE]
        fixed = {placed((*shape, cell)) for shape, cell in grown if cell not in shape}
    every = {min(turned): turned for turned in (images(shape, name[1] or "free") for shape in fixed)}
    return [turned for _, turned in sorted(every.items())]


def packing(board: str, pieces: Any, counts: Any = 1, fill: str = "exact") -> tuple[Cover, Any]:
    """The cover of a packing, and the function from the rows of a board to its options. Raises Refused.

    Items: the cells in reading order, then the pieces if each is used at most once.
    """
    size = re.fullmatch("([1-9][0-9]?)x([1-9][0-9]?)", board)
    marks = by_mark(["#" * int(size[2])] * int(size[1]) if size else board.split("\n"))
    require(marks.keys() == {"#"}, "the instance: a board without cells, or not drawn with # and .")
    n, index = len(marks["#"]), {cell: i for i, cell in enumerate(marks["#"])}
    entries = pieces if isinstance(pieces, list) else [pieces]
    shapes = [turned for entry in entries for turned in pieces_of(entry)]
    require(sum(map(len, shapes)) == len(set().union(*shapes)), "the instance: two pieces of one shape")
    lo, hi = (0, n) if counts == "any" else map(int, (f"{counts}".split("..") * 2)[:2])  # N is N..N
    require(0 <= lo <= min(hi, n) and hi > 0 and n <= 1024, f"the instance: {counts!r:.40} of each piece")
    tried = sum(len(turned) * len(min(turned)) for turned in shapes) * n
    require(tried <= MOST_TRIED, f"the instance: its pieces have {tried:,} cells to try")
    options: dict[Any, Option] = {}
    piece: dict[Any, int] = {}
    for (p, turned), (r, c) in product(enumerate(shapes), index):
        for shape in turned:
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
    for to in moves:  # it must also permute the items of the pieces
        pairs = {(piece[lies], piece.get(to[lies])) for lies in placed_at}
        require(
            len(pairs) == len(dict(pairs)) == len({q for _, q in pairs} - {None}), "a turn moves no pieces"
        )
    cover.group = [tuple(cover.number[options[to[lies]]] for lies in placed_at) for to in moves]
    return cover, lambda rows: [options[tuple(map(index.get, cells))] for cells in by_mark(rows).values()]


def sudoku(grid: str) -> tuple[Cover, Any]:
    """As `packing`, for a sudoku. Items: the cells, then each digit in each row, column and box."""
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
    return cover, lambda board: [options[cell] for cell in enumerate("".join(board))]
