"""python -I checker.py [SOLUTIONS.jsonl] SOLUTIONS.cert, or SOLUTIONS.jsonl SOLUTIONS.cert INSTANCE.yaml

Check that a file of solutions is complete, or count the solutions of an instance, by a certificate. This file
needs nothing but Python, and can be copied anywhere; -I keeps modules from elsewhere out. The output shows
what is proved: the lines of the instance, each after `| `, and what else the proof depends on; then the
verdict.

A complete file has n different valid solutions; its certificate proves that there are exactly n. The
certificate does not contain the number, but tells the checker how to count: a wrong certificate makes the
check fail, or take longer, but never the count wrong.

The format is defined in FORMAT.md. Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be
read; 3: the number is that of a model which the certificate states itself, and which was not compared with
the instance.
"""

import json
import lzma
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b, sha256
from itertools import accumulate, chain, groupby, islice, product, takewhile
from pathlib import Path
from struct import iter_unpack
from tempfile import SpooledTemporaryFile
from textwrap import dedent
from typing import Any, BinaryIO

# ---- counting along a certificate
#
# Counting the solutions of a search by the steps of a certificate.
#
# A search has states. A state is either decided, and has `worth` 0 or 1 solutions, or the search branches:
# its solutions are those of the states `after` it, disjointly. A step is the number that says how to branch;
# the certificate is the list of the steps, depth first. With a memo (a table of counts by state), a state
# that was counted before has no step. A node is a state with what the search has derived from it.

Spend = Callable[[int], object]  # called before work, with its units; raises Refused beyond a bound


class Refused(Exception):
    """The certificate, or the file, does not prove what it should."""


def require(holds: object, why: str) -> None:
    """Raises Refused, with the reason, if it does not hold."""
    if not holds:
        raise Refused(why)


def budget(most: float) -> Spend:
    """A `Spend` that allows `most` units of work, some 50 ns each; FORMAT.md defines the costs."""

    def spend(units: int) -> None:
        nonlocal most
        most -= units
        require(most >= 0, "it is too much work for the size of its files")

    return spend


FREE = budget(float("inf"))


def count(search: Any, root: Any, steps: Iterator[int], memo: dict[Any, int] | None, spend: Spend) -> int:
    """The number of solutions of the node `root`. A step `n_items` means: count this state with a new memo.

    Raises Refused.
    """
    path, counts = [(root[0], [root])], [0, 0]  # the states in progress; their numbers of solutions so far
    while path:
        while left := path[-1][1]:
            node = left.pop()
            known = memo[node[0]] if memo and node[0] in memo else search.worth(node[0])
            if known is None and (step := next(steps, -1)) == search.n_items and memo is None:
                known = count(search, node, steps, {}, spend)
            if known is not None:
                counts[-1] += known
                continue
            require(0 <= step < search.n_items, "it ends before the search does, or branches on no item")
            new = search.after(node, step, spend)[::-1]
            if memo is None:  # only the sum is needed, not the count of each state
                left += new
            else:
                path.append((node[0], new))
                counts.append(0)
        ended, whole = path.pop()[0], counts.pop()
        counts[-1] += whole
        if memo is not None:
            memo[ended] = whole
    return counts[0]


def total(
    search: Any, steps: Iterator[int], tree: bool, begins: Iterable[tuple[int, Any]], spend: Spend = FREE
) -> int:
    """The number of all solutions: the sum of the counts of the states `begins`, each times its factor.
    `tree`: without a memo. Raises Refused.
    """
    memo: dict[Any, int] | None = None if tree else {}
    number = sum(size * count(search, search.node(root), steps, memo, spend) for size, root in begins)
    require(next(steps, None) is None, "the certificate goes on when the search has ended")
    return number


# ---- covers
#
# Covers, and their symmetries.
#
# A solution is a set of options; each option covers some items. An item of `once` is covered at most once, an
# item of `must` at least once. An option may also add amounts to groups; the sum of each group is between its
# lo and hi. A state is the set of covered items with the sums of the groups: which options can still be
# chosen depends on nothing else. A step is an item that is not covered. For an item of `once` the search
# branches on the options that cover it, and on leaving it uncovered if it is not of `must`. An item of `must`
# alone may be a step only if no option covers it any more. Each option covers at least one of `cells`: when
# all of them are covered, no option is left.

FIELD = 17  # bits of a state for the sum of a group; the highest one is set if it is too large
MOST_HI, MOST_ITEMS, MOST_GROUPS = 1 << FIELD - 1, 10_000, 1_000
MOST_BITS, MOST_IMAGES, MOST_GENERATORS = 1 << 28, 1 << 22, 64

Option = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]  # items; (group, amount) pairs; both ascending
Permutation = tuple[int, ...]  # of the options
Node = tuple[int, int, Iterable[int]]  # a state; the options open before, as bits; items covered since then


def bits(numbers: Iterable[int], most: int) -> int:
    """The number with these bits set, all of them below `most`."""
    data = bytearray(most // 8 + 1)
    for number in numbers:
        data[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(data, "little")


def option(items: Iterable[int], adds: Any) -> Option:
    """The option in its canonical form. `adds`: -1 for nothing; a group, to which it adds 1; or pairs of a
    group and an amount.
    """
    pairs = {} if adds == -1 else {adds: 1} if isinstance(adds, int) else dict(adds)
    return tuple(sorted({*items})), tuple(sorted(pairs.items()))


class Cover:
    """Items are 0..n_items-1. A state has a bit for each of them, then a field of FIELD bits for each group.

    The field of a group starts at MOST_HI - 1 - hi, so that its highest bit is set exactly if the sum exceeds
    hi; it never overflows into another field.
    """

    def __init__(self, n_items: int, once: Any, must: Any, cells: Any, options: Any, groups: Any = ()):
        """`options`: the arguments of `option`; `groups`: lo and hi of each. Raises Refused if no cover."""
        self.n_items, self.groups = n_items, [(lo, hi) for lo, hi in groups]
        self.once, self.must, self.cells = map(frozenset[int], (once, must, cells))
        self.options: list[Option] = sorted({option(*arguments) for arguments in options})
        self.number = {option: o for o, option in enumerate(self.options)}
        self.group: list[Permutation] = [tuple(self.number.values())]
        named = self.once.union(self.must, *(items for items, _ in self.options))
        require(0 < n_items <= MOST_ITEMS, f"the model: {n_items} items, of 1 to {MOST_ITEMS:,}")
        require({*range(n_items)} >= named, "the model: an item out of range")
        sums = all(0 <= g < len(self.groups) and 0 < n < MOST_HI for _, adds in self.options for g, n in adds)
        size = len(self.options) * (n_items + FIELD * len(self.groups))
        fits = size <= MOST_BITS and len(self.groups) <= MOST_GROUPS
        require(fits, f"the model: {len(self.options):,} options, {len(self.groups):,} groups are too large")
        whole = all(self.cells & {*items} for items, _ in self.options) and self.cells <= self.once
        bounded = sums and all(0 <= lo <= hi < MOST_HI for lo, hi in self.groups)
        require(whole and bounded, "an option of no cell or group, a cell not of `once`, or wrong bounds")
        self.masks = tuple(bits(items, n_items) for items in (self.once, self.must, self.cells))
        ones = [1 << n_items + FIELD * g for g in range(len(self.groups))]
        self.start = sum(one * (MOST_HI - 1 - hi) for one, (_, hi) in zip(ones, self.groups))
        self.short = sum(one * (hi - lo + 1) for one, (lo, hi) in zip(ones, self.groups))
        above = sum(ones) * MOST_HI  # the highest bits: set from hi + 1 on, with `short` from lo on
        self.full = self.masks[1] | above
        covered = [(bits(items, n_items), sum(n * ones[g] for g, n in adds)) for items, adds in self.options]
        self.moves = [(mask & self.masks[0] | above, mask, more) for mask, more in covered]
        ways: list[list[int]] = [[] for _ in range(n_items)]
        for o, (items, _) in enumerate(self.options):
            for item in items:
                ways[item].append(o)
        self.every = (1 << len(self.options)) - 1
        self.ways = [bits(options, len(self.options)) for options in ways]
        self.beside = [self.every ^ way if i in self.once else self.every for i, way in enumerate(self.ways)]
        self.word = 8 + (n_items + FIELD * len(self.groups) + len(self.options)) // 512  # work per state

    @property
    def stated(self) -> dict[str, Any]:
        """The model as the header of a certificate states it."""
        kinds = {kind: sorted(getattr(self, kind)) for kind in ("once", "must", "cells")}
        options = [[[*items], [*map(list, adds)]] for items, adds in self.options]
        return {"n_items": self.n_items, **kinds, "options": options, "groups": [*map(list, self.groups)]}

    def begins(self, head: dict[str, Any]) -> list[tuple[int, int]]:
        """`roots` with the anchor of the header, and the group of its generators if it states any."""
        if "generators" in head:
            self.group = symmetries(self, head["generators"])
        return roots(self, head["anchor"], self.group)

    def node(self, state: int) -> Node:
        """The first node of a search from the state."""
        return state, self.every, [item for item in range(self.n_items) if state >> item & 1]

    @property
    def order(self) -> int:
        return len(self.group)

    def chosen(self, options: Iterable[int]) -> int:
        """The state after these options are chosen. Raises Refused if they exclude each other."""
        state: int = self.start
        for clash, mask, more in map(self.moves.__getitem__, options):
            require(not (state + more) & clash, "two pieces or digits exclude each other")
            state = state + more | mask
        return state

    def worth(self, state: int) -> int | None:
        """The number of solutions, 0 or 1, if all cells are covered: is every item of `must` covered, and has
        each group its least sum? None if some cell is not covered.
        """
        decided = state & self.masks[2] == self.masks[2]
        return int((state + self.short) & self.full == self.full) if decided else None

    def after(self, node: Node, step: int, spend: Spend = FREE) -> list[Node]:
        """The nodes after each way to cover the item `step`, or to leave it uncovered. Raises Refused."""
        (state, open_, items), (once, must, _) = node, self.masks
        require(((once | must) & ~state) >> step & 1, f"it branches on item {step}, which is covered or free")
        for item in items:
            open_ &= self.beside[item]
        left: list[Node] = [] if must >> step & 1 else [(state | 1 << step, open_, (step,))]
        ways, work = open_ & self.ways[step], 1
        while ways:
            lowest = ways & -ways
            ways ^= lowest
            o = lowest.bit_length() - 1
            clash, mask, add = self.moves[o]
            covered = self.options[o][0]
            work += 2 + len(covered) // 4
            if not (state & clash or state + add & clash):
                left.append((state + add | mask, open_, covered))
        spend(self.word * work)
        require(not left or once >> step & 1, f"nothing covers item {step}, it says, but an option does")
        return left

    def image(self, options: Sequence[Option], orbits: bool) -> tuple[str, int]:
        """The least image of a solution, as a text, and the number of its images: under the group, or with
        `orbits` false under the identity. Raises Refused if it is no solution.
        """
        numbers, (_, must, cells) = [self.number[option] for option in options], self.masks
        # cells outside `must` may stay uncovered
        require(self.worth(self.chosen(numbers) | cells & ~must), "not all is covered, or a sum is too low")
        every = {tuple(sorted(g[o] for o in numbers)) for g in (self.group if orbits else self.group[:1])}
        return str(min(every)), len(every)


def roots(cover: Cover, anchor: int, group: Sequence[Permutation]) -> list[tuple[int, int]]:
    """The states from which to count, each after its factor. Anchor -1: the empty state, with factor 1.

    Every solution contains exactly one option that covers the anchor, an item of both `once` and `must`. A
    symmetry maps the solutions with an option one to one to those with the option's image. So the number of
    all solutions is the sum, over the orbits of these options, of the size of the orbit times the number of
    solutions with its first option.
    """
    if anchor == -1:
        return [(1, cover.start)]
    require(anchor in cover.once & cover.must, f"the anchor, item {anchor}, is not one that is covered once")
    fits = {o for o, (clash, _, more) in enumerate(cover.moves) if not (cover.start + more) & clash}
    at_anchor = frozenset(o for o in fits if anchor in cover.options[o][0])
    orbits = {at_anchor & {element[o] for element in group} for o in at_anchor}
    return [(len(orbit), cover.chosen([min(orbit)])) for orbit in sorted(orbits, key=min)]


def symmetries(cover: Cover, generators: Iterable[Sequence[Sequence[int]]]) -> list[Permutation]:
    """The group of permutations of options that the generators, permutations of items and of groups,
    generate.

    Raises Refused.
    """
    new = elements = {tuple(range(len(cover.options)))}
    stated = [*generators]
    require(len(stated) <= MOST_GENERATORS, f"{len(stated):,} generators; at most {MOST_GENERATORS}")
    made = {moved(cover, items, groups) for items, groups in stated}
    while new:
        new = {tuple(generator[o] for o in element) for element in new for generator in made} - elements
        elements = elements | new
        images = len(elements) * len(cover.options) * len(made)
        require(images <= MOST_IMAGES, "the generators make too large a group")
    return sorted(elements)


def moved(cover: Cover, items: Sequence[int], groups: Sequence[int]) -> Permutation:
    """The permutation of options that permutations of items and groups induce. Raises Refused unless they map
    the cover to itself.
    """
    every = [*range(cover.n_items)], [*range(len(cover.groups))]
    require((sorted(items), sorted(groups)) == every, "a generator is no permutation of the items and groups")
    kinds = all(kind == {items[i] for i in kind} for kind in (cover.once, cover.must, cover.cells))
    images = [option([items[i] for i in old], {groups[g]: n for g, n in adds}) for old, adds in cover.options]
    same = kinds and [cover.groups[g] for g in groups] == cover.groups and sorted(images) == cover.options
    require(same, "a generator does not map the model to itself")
    return tuple(cover.number[image] for image in images)


# ---- instances
#
# The reader of instances, and the covers of packings and sudokus. Everything unknown is refused.
#
# It reads a small part of YAML: one line per value, of words, whole numbers, [lists] and {mappings}; a list
# of `- ` lines; a drawing after `|`. Keys that only name the puzzle or state what is expected are skipped.

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


# ---- nonograms
#
# The search for the solutions of a nonogram.
#
# A state has for each cell the inks that it may still have, as bits (1 white, 2 the first ink, 4 the second,
# ...), and the number of cells that may have several. A step below the number of lines names a line (rows
# first, then columns), which the checker solves completely: each cell keeps the inks that it has in some
# filling of the line; if there is no filling, there is no solution. A larger step names a cell: the search
# branches on its inks. When every cell has one ink, the picture is a solution if each of its lines shows its
# blocks.

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


# ---- formulas
#
# Counting the solutions of a formula: they are listed, and a resolution proof shows that there are no
# others.
#
# The header states the model: `once`, lists of variables of which at most one is true; clauses, lists of
# literals; and a projection, a list of variables. The certificate is a list of numbers. The first is the
# number of solutions, which follow: the true variables of each, then 0. All other variables are false; each
# is tested against the model. A blocking clause then excludes it: some variable of the projection has another
# value.
#
# The positions in the lists of `once` are numbered, and after them the clauses: those of the model, the
# blocking clauses, and the lemmas. For each lemma the certificate names clauses, then 0: the lemma is the
# first of them, resolved with the others in turn: `a or x` and `b or not x` imply `a or b`. A position with
# the variable y states that the other variables of its list are false if y is true: `a or x` implies `a or
# not y`, for all such x at once. The last lemma is the empty clause: there are no further solutions. A number
# -n means clause n, which is not used any more afterwards.

MOST_LISTED, NO_LEMMA = 1 << 20, "the certificate ends, or no lemma follows from clauses {!r:.60}"


class Formula:
    """unless[var]: clauses with the literal -var, each under one of its variables; unless[0]: clauses of
    positive literals only. So a clause not listed under 0 or a true variable is satisfied.
    """

    def __init__(self, once: list[list[int]], clauses: Iterable[Iterable[int]], projection: Iterable[int]):
        self.groups, self.projection = [*map(frozenset[int], once)], frozenset(projection)
        places = ((group, var) for group, variables in zip(self.groups, once) for var in variables)
        given = [*map(frozenset[int], clauses)]
        self.clauses: dict[int, Any] = dict(enumerate(chain(places, given), 1))
        self.variables = self.projection.union(*once, map(abs, chain(*given)))
        self.size = 4 * len(self.variables) + sum(
            map(len, chain(self.groups, given))
        )  # the work of reading it once
        require(min(self.variables, default=1) > 0, "the model: a variable below 1")
        self.unless: dict[int, list[frozenset[int]]] = {}
        for clause in given:
            self.unless.setdefault(max(0, -min(clause, default=0)), []).append(clause)

    def exclude(self, numbers: Iterable[int], spend: Spend = FREE) -> frozenset[int]:
        """Add the blocking clause of the solution with these true variables; this clause. Raises Refused if
        it is no solution.
        """
        spend(8 + 2 * self.size)
        true = self.variables.intersection(numbers)
        literals = true.union(-var for var in self.variables - true)
        broken = map(literals.isdisjoint, chain(*(self.unless.get(var, ()) for var in (0, *true))))
        twice = (len(group & true) > 1 for group in self.groups)
        require(not any(chain(broken, twice)), f"no solution of the formula: {sorted(true)!r:.60}")
        new = frozenset(-lit for lit in literals if abs(lit) in self.projection)
        self.clauses[len(self.clauses) + 1] = new
        return new

    def resolvent(self, numbers: list[int], spend: Spend = FREE) -> Any:
        """The first clause resolved with the others in turn. Raises Refused."""
        try:
            clauses = (self.clauses[n] if n > 0 else self.clauses.pop(-n) for n in numbers)
            literals = {*self.first(next(clauses, None), spend)}
            for other in clauses:
                group, var = other if isinstance(other, tuple) else (other, 0)
                spend(8 + 2 * len(group))
                if var:
                    literals -= group - {var}
                    literals.add(-var)
                else:
                    (lit,) = (lit for lit in other if -lit in literals)
                    literals.remove(-lit)
                    literals |= other - {lit}
            spend(40 + 8 * len(literals))
            return frozenset(literals)
        except (KeyError, ValueError):
            raise Refused(NO_LEMMA.format(numbers)) from None

    def first(self, clause: Any, spend: Spend) -> frozenset[int]:
        """The first clause of a lemma. Raises ValueError for a position, which is no clause."""
        if not isinstance(clause, frozenset):
            raise ValueError
        spend(8 + 2 * len(clause))
        return clause


def listed(data: Iterator[int]) -> list[int]:
    """The numbers up to the next 0, or to the end. Raises Refused."""
    numbers = [*takewhile(bool, islice(data, MOST_LISTED))]
    require(len(numbers) < MOST_LISTED, NO_LEMMA.format(numbers[:9]))
    return numbers


def formula_total(formula: Formula, data: Iterator[int], spend: Spend = FREE) -> int:
    """The number of assignments of the projection that extend to models. Raises Refused."""
    lists = iter(lambda: listed(data), None)
    new = set[frozenset[int]]()
    for count, numbers in enumerate(islice(lists, next(data, 0)), 1):
        new.add(formula.exclude(numbers, spend))
        require(len(new) == count, "a solution is there twice")
    last = len(formula.clauses)
    while formula.clauses.get(last) != frozenset():
        formula.clauses[last := last + 1] = formula.resolvent(next(lists), spend)
    require(next(data, None) is None, "the certificate goes on after the empty clause")
    return len(new)


# ---- files

FORMAT = "zenkai-certificate/4"
COVERS, KINDS = ("cover-dag", "cover-tree"), ("cover-dag", "cover-tree", "lines", "rup")
MOST_LINE, CHUNK = 1 << 22, 1 << 16
WORK, EACH = 1 << 25, 144  # allowed units of work, see FORMAT.md: in any case, and per byte of the files
NUMBERS = re.compile(r'(?:[-\d,[\]{}]|"[a-z_]+":)*')  # JSON of whole numbers, lists and mappings


def opened(path: str) -> tuple[dict[str, Any], BinaryIO]:
    """The header, and the unpacked file, positioned at the numbers. Raises Refused unless the header is valid
    and in its canonical form.
    """
    file = unpacked(path)
    line = file.readline(MOST_LINE)
    head: Any = json.loads(line, parse_float=int, parse_constant=int) if line[-1:] == b"\n" else None
    kind, of = (head.get("kind"), head.get("format")) if isinstance(head, dict) else (None, None)
    known = of == FORMAT and kind in KINDS
    require(known, f"{path}: no certificate that is known: {kind!r:.40} {of!r:.40}")
    cover, stated = ["anchor"] * (kind in COVERS), "model" in head
    words = ["format", "kind", "name", "sha256", "text"]
    keys = [*words, *cover, *["generators", "cuts"] * (stated and kind in COVERS), *["model"] * stated]
    require([*head] == keys, f"{path}: the header has other keys than {', '.join(keys)}, in this order")
    lists = all(isinstance(head.get(key, []), list) for key in ("generators", "cuts"))
    require(
        lists and all(isinstance(head[key], str) for key in words),
        f"{path}: the header has a word that is no text",
    )
    plain = shallow(head.get("cuts")) and NUMBERS.fullmatch(packed([head[key] for key in keys[len(words) :]]))
    require(
        plain and packed(head) + "\n" == line.decode(), f"{path}: the header is not written as it should be"
    )
    require(hashed(head["text"]) == head["sha256"], f"{path}: the text does not have the stated sha256")
    return head, file


def unpacked(path: str) -> Any:
    """The whole content of the xz file, so that damage is noticed before anything is checked.

    Raises LZMAError and EOFError, also for data after the last stream; Refused if it unpacks to more than is
    allowed for its size.
    """
    content: Any = SpooledTemporaryFile(MOST_LINE)  # noqa: SIM115 (larger content is kept on the disk)
    most = MOST_LINE + allowed(path)
    with open(path, "rb") as file:
        stream, data = lzma.LZMADecompressor(lzma.FORMAT_XZ), file.read(CHUNK)
        while True:
            try:
                content.write(stream.decompress(data, CHUNK))
            except lzma.LZMAError as error:
                raise lzma.LZMAError(f"{path}: not in the xz format, or damaged: {error}") from None
            require(content.tell() <= most, f"{path}: it is too much work for the size of its files")
            if stream.eof:
                data = stream.unused_data or file.read(CHUNK)
                if not data:
                    content.seek(0)
                    return content
                stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
            else:
                data = file.read(CHUNK) if stream.needs_input else b""
                if stream.needs_input and not data:
                    raise EOFError(f"{path}: it ends too early")


def allowed(*paths: str) -> int:
    """The units of work that are allowed for files of this size."""
    return WORK + EACH * sum(Path(path).stat().st_size for path in paths)


def same(path: str, text: str) -> bool:
    with open(path, "rb") as file:
        return file.read(MOST_LINE) == text.encode()


def packed(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def numbers(file: BinaryIO, n_items: int, spend: Spend = FREE) -> Iterator[int]:
    """The numbers of the rest of the file: of one byte, or two if there are more than 255 items; of four
    bytes with a sign if `n_items` is 0.
    """
    kind = ">i" if not n_items else "B" if n_items < 256 else ">H"

    def unpacked(piece: bytes) -> Iterator[tuple[int, ...]]:
        spend(len(piece))
        return iter_unpack(kind, piece)

    pieces = map(unpacked, iter(lambda: file.read(CHUNK), b""))
    return chain.from_iterable(chain.from_iterable(pieces))


def puzzle(text: str) -> Any:
    """The Cover or Nonogram that an instance states, and a function from the rows of a board to its options,
    or to its cells with their marks.
    """
    data = read(text)
    kinds: dict[str, Callable[..., Any]] = {"packing": packing, "sudoku": sudoku, "nonogram": nonogram}
    return kinds[data.pop("puzzle")](**data)


def derived(head: dict[str, Any]) -> Any:
    """`puzzle` of the instance; None if the checker cannot read it and the certificate states a model.

    For an instance that the checker reads, the certificate must not state a model.
    """
    try:
        read_here = puzzle(head["text"])
    except Exception:
        known = "model" in head and head["kind"] != "lines"
        require(known, "the checker does not read the instance, and the certificate has no model of it")
        return None
    require("model" not in head, "the checker reads the instance, but the certificate has a model of its own")
    require(
        isinstance(read_here[0], Cover) == (head["kind"] in COVERS), "a certificate of another kind of puzzle"
    )
    return read_here


def formula_of(model: dict[str, Any]) -> dict[str, Any]:
    """The formula that a header states. Raises Refused unless it is in its canonical form."""
    require([*model] == ["once", "clauses", "projection"], "the model: other keys")
    once_each = all(len({*map(abs, lits)}) == len(lits) for lits in (*model["once"], *model["clauses"]))
    rising = model["projection"] == sorted({*model["projection"]})
    require(
        once_each and rising, "the model: a variable is twice in a clause, or the projection does not rise"
    )
    return model


def certified(head: dict[str, Any], file: BinaryIO, spend: Spend = FREE) -> tuple[int, Any]:
    """The number of all solutions, by the certificate, and the result of `derived`. Raises Refused."""
    instance = derived(head)
    if head["kind"] == "rup":
        formula = instance[0].formula if instance else formula_of(head["model"])
        return formula_total(Formula(**formula), numbers(file, 0, spend), spend), instance
    search = instance[0] if instance else Cover(**head["model"])
    normal = instance or packed(search.stated) == packed(head["model"])
    require(normal, "the model: its lists do not rise, or it has other keys")
    steps, tree = numbers(file, search.n_items, spend), head["kind"] != "cover-dag"
    return total(search, steps, tree, search.begins(head), spend), instance


def check(*paths: str) -> tuple[str, int]:
    """The output and the exit code. `paths`: as on the command line. Raises Refused."""
    most = allowed(*paths[:2])
    head, file = opened(paths[len(paths) > 1])
    text, lines = head["text"], (json_lines(paths[0]) if len(paths) > 1 else iter(()))
    require(len(paths) < 3 or same(paths[-1], text), f"{paths[-1]}: another instance")
    top = next(lines, {}) if len(paths) > 1 else head
    require(all(top.get(key) == head[key] for key in ("text", "sha256")), "a certificate of another instance")
    spend = budget(most)
    proved, instance = certified(head, file, spend)
    family = f"read as {read(text)['puzzle']}" if instance else "not read by this checker"
    digest = hashed(packed(head["model"])) if not instance else ""
    shown = [f"| {line}" for line in text.removesuffix("\n").split("\n")]
    shown = ["".join(char if PLAIN.fullmatch(char) else "?" for char in line) for line in shown]
    shown += [f"instance: sha256 {head['sha256']}, {family}"]
    shown += [f"kind: {head['kind']}" + (f"; model: sha256 {digest}" if digest else "")]
    if not instance:
        this = f"this proof shows {proved:,} solutions of the model with digest {digest}"
        return "\n".join(
            [*shown, f"not certified: {this}; that {digest} states the instance was not checked here"]
        ), 3
    shown += [f"group: order {instance[0].order}"]
    verdict = f"{proved:,} solutions in all, and there are no others"
    if len(paths) > 1:
        verdict = compared(paths[0], top, lines, proved, *instance)
    return "\n".join([*shown, f"certified: {verdict}"]), 0


def json_lines(path: str) -> Iterator[dict[str, Any]]:
    """The mappings that the lines of the file state. Raises Refused, with the line, for one that is cut off
    or has a key twice.
    """
    with open(path, "rb") as file:
        for n, line in enumerate(iter(lambda: file.readline(MOST_LINE), b""), 1):
            require(line[-1:] == b"\n", f"{path}:{n}: no whole line")
            entry: Any = json.loads(line, parse_constant=int, object_pairs_hook=once)
            require(isinstance(entry, dict) and shallow(entry), f"{path}:{n}: no mapping, or too deep")
            yield entry


def whole(number: Any) -> int:
    """The number, if it is a whole one; else raises Refused."""
    require(type(number) is int, f"{number!r:.40} is no whole number")
    return int(number)


def compared(path: str, top: Any, lines: Iterator[Any], proved: int, search: Any, read_board: Any) -> str:
    """The verdict on a file of solutions: it must have as many, with their images, as the certificate proves.

    `search` and `read_board`: see `puzzle`. Raises Refused, with the line of a wrong or repeated solution.
    """
    orbits, order, mode = "orbits", whole(top["symmetry"]["order"]), top["symmetry"]["mode"]
    right = mode in (orbits, "all") and order == search.order
    require(right, f"{path}:1: a group of order {order}, or no mode")
    sizes, boards, every, digest, end = dict[str, int](), set[str](), 0, 0, dict[str, Any]()
    for n, line in enumerate(lines, 1):
        if "complete" in line:
            end = line
            break
        try:
            require(whole(line["n"]) == n, f"it is number {n}, not {line['n']}")
            require(isinstance(line["board"], list), "it is no list of rows")
            solution, rows = read_board(line["board"]), "\n".join(line["board"])
            least, size = search.image(solution, True)
            require(whole(line["orbit"]) == size, f"its orbit is {size}, not {line['orbit']}")
            board = least if mode == orbits else search.image(solution, False)[0]
            require(board not in boards, "a solution is there twice, or two are images of each other")
        except Exception as error:
            raise Refused(f"{path}:{n + 1}: the board breaks a rule: {error}") from None
        boards.add(board)
        sizes[least], every = size, every + (size if mode == orbits else 1)
        digest += int.from_bytes(blake2b(rows.encode(), digest_size=16).digest(), "big")
    require(every == proved, f"{path}: {every:,} solutions in all, but there are exactly {proved:,}")
    require(end.get("complete") is True and end.get("reason") is None, f"{path}: it does not end as complete")
    require(next(lines, None) is None, f"{path}: a line after the footer")
    totals = len(sizes), every, f"{digest % (1 << 128):032x}"
    stated = whole(end["count"]), whole(end["all"]), end["digest"]
    require(stated == totals, f"{path}: the footer is not right")
    levels = end.get("levels", [])
    model = not isinstance(levels, list) or "certified (model)" in levels
    require(not model, f"{path}: the footer speaks of a model, or has no list of levels")
    some = f"{totals[0]:,} solutions up to symmetry, {every:,}" if mode == orbits else f"{every:,} solutions"
    return f"{some} in all, and there are no others; digest {totals[2]}"


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 3:
        print("usage: python -I checker.py [SOLUTIONS.jsonl] SOLUTIONS.cert [INSTANCE.yaml]", file=sys.stderr)
        return 2
    first, *rest = arguments
    if rest and first.endswith(".cert") and not rest[0].endswith(".cert"):  # in the other order
        first, rest[0] = rest[0], first
    try:
        output, code = check(first, *rest)
        print(output)
        return code
    except Exception as error:  # whatever goes wrong, nothing is proved
        why = f"refused: {type(error).__name__}: {error}".replace("refused: Refused: ", "refused: ")
        if isinstance(error, (EOFError, lzma.LZMAError)):
            why = f"no certificate: {error}"
        if isinstance(error, OSError) and error.filename:
            why = f"{error.filename}: {error.strerror}"
        print(f"checker: {why:.500}", file=sys.stderr)
        return 2 if isinstance(error, (OSError, EOFError, lzma.LZMAError)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
