"""The covers of packings and sudokus, from the instance's own words; what is not understood is refused.

A plain part of YAML is read: one line per value, of words, whole numbers, [lists] and {mappings}; a list of
`- ` lines; a drawing after `|`. What only names the puzzle or says what is expected is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, product
from typing import Any

from .cover import Cover, Option, Refused

MOST, MOST_SIDE, MOST_CELLS = 1 << 20, 64, 1024
PASSED_OVER = {"title", "source", "expect", "symmetry"}
ENTRY = re.compile(r"([a-z_]+):(?: +(.*))?\n((?:[ -].*\n)*)|(?:#.*)?\n")
# A value that ends with its line. A word that YAML reads as a word.
CLOSED = re.compile(r"""[A-Za-z0-9]((?!:( |$)).)*|"[^"\\]*"|'[^']*'|\{([a-z]+: \d+(, |(?=\})))*\}""", re.A)
WORD = re.compile(
    r"(?<![^\[{ ,])(?!(?:yes|no|on|off|true|false|null)\b)(?:\d*\.\.\d*|[1-9]\d*([A-Za-z]|(x[1-9]\d*)+)|"
    r"[A-Za-z](?:[-\w. ]*[\w.])?)(?=[]},]|: |$)", re.A | re.I,
)  # fmt: skip

PACKING = {"board", "pieces", "counts", "fill"}
SIZES = ("", "mono", "do", "tro", "tetro", "pento", "hexo")
SET = re.compile(rf"(?:(free|one-sided|fixed) )?({'|'.join(SIZES[1:])})mino(?:es)?")
DRAWN = re.compile(r"(?:[A-Za-z0-9.]+\n){2,}")
SIZE = re.compile(r"([1-9]\d?)x([1-9]\d?)", re.A)
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
BOXES = {4: 2, 6: 2, 8: 2, 9: 3, 10: 2, 12: 3, 15: 3, 16: 4, 20: 4, 24: 4, 25: 5}  # the height of a box

Shape = tuple[tuple[int, int], ...]  # cells in reading order, at the origin
Bounds = tuple[tuple[int, int], ...]
Reading = tuple[Cover, Callable[[Sequence[str]], list[int]]]  # and what says which options a board holds


def read(text: str) -> dict[str, Any]:
    """The mapping that the text states. Raises Refused."""
    found: dict[str, Any] = {}
    at = 0
    while at < len(text):
        entry = ENTRY.match(text, at)
        line = text.count("\n", 0, at) + 1
        if entry is None or len(text) > MOST or not all(map(str.isprintable, entry[0].split("\n"))):
            raise Refused(f"the instance, line {line}: the checker reads no such line")
        try:
            found = once([*found.items(), (entry[1], value(entry))] if entry[1] else [*found.items()])
        except (ValueError, RecursionError) as error:
            raise Refused(f"the instance, line {line}: {error!s:.60}") from None
        at = entry.end()
    if not found:
        raise Refused("the instance: no key")
    return {key: own for key, own in found.items() if key not in PASSED_OVER}


def value(entry: re.Match[str]) -> Any:
    """Of a key. Raises ValueError."""
    head, below = (entry[2] or "").strip(), entry[3].split("\n")[:-1]
    if entry[1] in PASSED_OVER:
        if below or not CLOSED.fullmatch(head):
            raise ValueError("a value that the checker does not pass over")
        return None
    if head or not below:
        return drawing(below, 0) if head == "|" else flow(head, below)
    margin = below[0].find("- ")
    starts = [n for n, line in enumerate(below) if line.startswith(" " * margin + "- ")] + [len(below)]
    items = [(below[a][margin + 2 :].strip(), below[a + 1 : b]) for a, b in pairwise(starts)]
    if starts[0] or below[0][:margin].strip():
        raise ValueError("no list of `- ` lines")
    return [drawing(own, margin + 1) if head == "|" else flow(head, own) for head, own in items]


def drawing(rows: list[str], margin: int) -> str:
    own = len(rows[0]) - len(rows[0].lstrip(" ")) if rows else 0
    if own <= margin or any(row[:own].strip(" ") or row == " " * len(row) for row in rows):
        raise ValueError("a drawing that the checker does not read")
    return "".join(row[own:] + "\n" for row in rows)


def flow(text: str, below: list[str]) -> Any:
    """JSON, in which words need no quotes."""
    if below or '"' in text:
        raise ValueError("a value that the checker does not read")
    words = WORD.sub(r'"\g<0>"', text)
    return json.loads(words, object_pairs_hook=once, parse_float=int, parse_constant=int)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key given twice")
    return dict(pairs)


def reading(
    kinds: Sequence[Iterable[int]], options: dict[Any, Option], groups: Bounds, held: Callable[[Any], Any]
) -> Reading:
    """`kinds`: see `Cover`. `options`: by what a board calls each; `held`: what a board says is there."""
    number = {option: o for o, option in enumerate(sorted(options.values()))}

    def chosen(board: Sequence[str]) -> list[int]:
        names = [*held(board)]
        if not options.keys() >= {*names}:
            raise Refused("a letter whose cells are no piece, or a digit that contradicts the givens")
        return [number[options[name]] for name in names]

    once, must, cells = map(frozenset, kinds)
    return Cover(len(once), once, must, cells, tuple(number), groups), chosen


def placed(cells: Iterable[tuple[int, int]]) -> Shape:
    own = list(cells)
    top, left = (min(ways) for ways in zip(*own))
    return tuple(sorted((r - top, c - left) for r, c in own))


def images(shape: Shape, kind: str) -> set[Shape]:
    """A free piece is turned and flipped, a one-sided one is turned, a fixed one is as it is."""
    found = {shape}
    for _ in range(3 if kind != "fixed" else 0):
        found |= {placed((c, -r) for r, c in one) for one in found}
    return found | {placed((r, -c) for r, c in one) for one in found if kind == "free"}


def polyominoes(size: int) -> set[Shape]:
    """All fixed ones."""
    found: set[Shape] = {((0, 0),)}
    for _ in range(size - 1):
        near = [(one, (r + y, c + x)) for one in found for r, c in one for y, x in BESIDE]
        found = {placed((*one, cell)) for one, cell in near if cell not in one}
    return found


def pieces_of(entries: Any) -> list[set[Shape]]:
    """The images of each piece: of those of a set as they are sorted, of drawn ones by their letters."""
    found, kinds = [], set()
    for entry in entries if isinstance(entries, list) else [entries]:
        if name := SET.fullmatch(str(entry)):
            kinds.add(kind := name[1] or "free")
            least = {min(images(shape, kind)) for shape in polyominoes(SIZES.index(name[2]))}
            found += [images(shape, kind) for shape in sorted(least)]
        elif DRAWN.fullmatch(str(entry)):
            kinds.add("free")
            marks = sorted(set(entry) - set(".\n"))
            found += [images(placed(cells_of(entry, mark)), "free") for mark in marks]
        else:
            raise Refused(f"the instance: the checker does not know the pieces {entry!r:.40}")
        if len(kinds) > 1 or sum(map(len, found)) != len(set().union(*found)):
            raise Refused("the instance: pieces of several kinds, or two of one shape")
    return found


def cells_of(text: str, mark: str) -> list[tuple[int, int]]:
    rows = enumerate(text.split("\n"))
    return [(r, c) for r, row in rows for c, own in enumerate(row) if own == mark]


def bounds(entry: Any, most: int) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{0,6})(\.\.)?(\d{0,6})", "0.." if entry == "any" else str(entry), re.A)
    lo, hi = (int(match[1] or 0), int(match[3] or (most if match[2] else match[1]))) if match else (0, 0)
    if not lo <= min(hi, most) or not hi:
        raise Refused(f"the instance: {entry!r:.40} is no number of pieces, or there is no room for them")
    return lo, min(hi, most)


def board_of(text: str) -> list[tuple[int, int]]:
    """Its cells, in reading order."""
    size = SIZE.fullmatch(text)
    rows = ["#" * int(size[2])] * int(size[1]) if size else text.removesuffix("\n").split("\n")
    cells = cells_of("\n".join(rows), "#")
    if max(len(rows), *map(len, rows)) > MOST_SIDE or not 0 < len(cells) <= MOST_CELLS:
        raise Refused("the instance: a board without cells, or with more than the checker reads")
    if len({*map(len, rows)}) > 1 or not {*"".join(rows)} <= {"#", "."}:
        raise Refused("the instance: a board that is not drawn with # and . in rows of one length")
    return cells


def packing(data: dict[str, Any]) -> Reading:
    """Items: the cells in reading order, then each piece if it is used once at most."""
    cells, pieces, fill = board_of(data["board"]), pieces_of(data["pieces"]), data.get("fill", "exact")
    if fill not in ("exact", "partial"):
        raise Refused("the instance: `fill` is exact or partial")
    n, index = len(cells), {cell: i for i, cell in enumerate(cells)}
    lo, hi = bounds(data.get("counts", 1), n)
    options = {}
    for (p, shapes), (r, c) in product(enumerate(pieces), cells):
        for shape in shapes:
            lies = tuple(index.get((r + y, c + x - shape[0][1]), -1) for y, x in shape)
            if min(lies) >= 0:
                options[lies] = ((*lies, n + p), -1) if hi == 1 else (lies, p)
    single = range(n, n + len(pieces) * (hi == 1))
    must = [*range(n * (fill == "exact")), *single[: lo * len(single)]]
    groups = () if hi == 1 else ((lo, hi),) * len(pieces)

    def held(board: Sequence[str]) -> Iterable[Any]:
        lies: dict[str, list[int]] = {}
        for (r, c), i in index.items():
            lies.setdefault(board[r][c], []).append(i)
        lies.pop(".", None)
        return map(tuple, lies.values())

    return reading(([*range(n), *single], must, range(n)), options, groups, held)


def sudoku(data: dict[str, Any]) -> Reading:
    """Items: the cells, then each digit in each row, in each column and in each box."""
    rows = [re.sub("[ |]", "", row).replace("0", ".") for row in data["grid"].split("\n")]
    rows = [row for row in rows if row.strip("-+=")]
    n, marks = len(rows), "".join(rows)
    if n not in BOXES or {*map(len, rows)} != {n} or not {*marks} <= {".", *SYMBOLS[:n]}:
        raise Refused("the instance: a grid that the checker does not read")
    high, options = BOXES[n], {}
    for cell, digit in product(range(n * n), range(n)):
        (r, c), wide = divmod(cell, n), n // high
        units = (r, n + c, 2 * n + r // high * high + c // wide)
        if marks[cell] in (".", SYMBOLS[digit]):
            options[cell, SYMBOLS[digit]] = ((cell, *(n * n + unit * n + digit for unit in units)), -1)

    every = range(4 * n * n)
    return reading((every, every, every[: n * n]), options, (), lambda board: enumerate("".join(board)))


def cover(data: dict[str, Any]) -> Reading:
    """The cover of an instance. Raises Refused, or KeyError, where it is not read here."""
    make, keys = {"packing": (packing, PACKING), "sudoku": (sudoku, {"grid"})}[data["puzzle"]]
    if wrong := data.keys() - keys - {"puzzle"}:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    return make(data)
