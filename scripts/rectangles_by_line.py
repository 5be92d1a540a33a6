"""The way `line` of rectangles.py: what is below a line across the square, what it cuts, what is above.

The line goes through the middle, or, if n is odd, half a cell above it. The rectangles below it fill a
region of columns of heights 0 to `line`, which is a bar chart, and those above fill another one that hangs
from the top. The line cuts rectangles that stand on the one and reach the other, side by side; so the two bar
charts and the widths of what is cut are the whole tiling but for how each bar chart is filled. The table of
bar charts has for each all sets of rectangles that fill it, in how many ways, with the sum of the products.
So a tiling is one entry of the table, a row of rectangles that the line cuts, and another entry of the table,
of which no two share a rectangle: nothing is merged that the line cuts.

The table comes about by the order of the tops: in a bar chart that is filled, the rectangle that covers the
highest cell, the leftmost of the highest, ends there on both sides and at the top; without it the rest is a
bar chart. So each comes about once, by adding rectangles whose top is not below any other, and above all that
is on the left.

By a reflection the tilings of two bar charts are as many as those of their mirror images, and, if the line
halves the square, as those of the bar charts exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.hashing import find_row
from zenkai_solver.solvers.kernels.jit import inlined, kernel
from zenkai_solver.solvers.kernels.ways import FrontierTable, larger, table

AT_ONCE, CHARTS = 1 << 16, 1 << 8  # entries, charts between two moments at which Ctrl-C is heard
SMALL = 1 << 12  # entries a table begins with


def line_of(n: int) -> int:
    return (n + 1) // 2


class Sets(NamedTuple):
    """Bar charts of n columns, in order, and the sets of rectangles that fill each."""

    charts: np.ndarray  # uint64[chart], four bits per column, the first column highest
    begins: np.ndarray  # int64[chart + 1], its first entry
    forced: np.ndarray  # uint64[chart, 2], what all of its entries use
    used: np.ndarray  # uint64[entry, 2], a bit per number
    ways: np.ndarray  # uint64[entry, 2], how many ways to fill it, and the sum of their products


class Tree(NamedTuple):
    """A node is the heights of some first columns of a chart; node 0 is that of no column."""

    child: np.ndarray  # int32[node, height], the node with one more column, or 0
    forced: np.ndarray  # uint64[node, 2], what all entries of the charts that begin so use
    chart: np.ndarray  # int32[node], the first of them


def bits_of(numbers: np.ndarray) -> np.ndarray:
    """uint64[width, height, 2]: a bit for each number; 0 where there is none. At most 128 numbers."""
    bits = np.zeros((*numbers.shape, 2), np.uint64)
    for (w, h), number in np.ndenumerate(numbers):
        if number >= 0:
            bits[w, h, number >> 6] = 1 << (int(number) & 63)
    return bits


@kernel
def raised(
    n: Any,
    most: Any,
    bits: Any,
    odds: Any,
    entries: Any,
    ways: Any,
    begin: Any,
    end: Any,
    t: Any,
    used: Any,
) -> Any:
    """Add a rectangle, in every way, to entries begin..end-1; no column gets higher than `most`.

    An entry has three words: the heights, the first column highest, and what is used.
    Returns the first entry not treated, as the table may be too small for what comes about, and its rows.
    """
    height = np.empty(n, np.int64)
    key = np.empty(3, np.uint64)
    for s in range(begin, end):
        if used + n * n * (most + 1) > len(t.keys):
            return s, used
        top = 0
        for c in range(n):
            height[c] = np.int64((entries[s, 0] >> np.uint64(4 * (n - 1 - c))) & np.uint64(15))
            top = max(top, height[c])
        before = 0  # the least top that is higher than all columns on the left
        for left in range(n):
            low, right, rise = height[left], left, np.uint64(0)
            while right < n and height[right] == low:
                rise |= np.uint64(1) << np.uint64(4 * (n - 1 - right))
                right += 1
                for end_at in range(max(top, low + 1, before), most + 1):
                    w, h = right - left, end_at - low
                    a, b = bits[w, h, 0], bits[w, h, 1]
                    if (a | b) == np.uint64(0) or (entries[s, 1] & a) | (entries[s, 2] & b) != np.uint64(0):
                        continue
                    key[0] = entries[s, 0] + np.uint64(h) * rise
                    key[1], key[2] = entries[s, 1] | a, entries[s, 2] | b
                    at = find_row(t.keys, t.slots, key)
                    row = t.slots[at] - 1
                    if row < 0:
                        row = used
                        t.keys[row, 0], t.keys[row, 1], t.keys[row, 2] = key[0], key[1], key[2]
                        t.ways[row, 0] = t.ways[row, 1] = np.uint64(0)
                        used += 1
                        t.slots[at] = used
                    t.ways[row, 0] += ways[s, 0]
                    t.ways[row, 1] += ways[s, 1] * odds[left, low, w, h]
            before = max(before, low + 1)
    return end, used


@kernel
def gathered(sets: Any) -> None:
    """Fill in what is forced in each chart."""
    for chart in range(len(sets.charts)):
        sets.forced[chart] = sets.used[sets.begins[chart]]
        for e in range(sets.begins[chart], sets.begins[chart + 1]):
            sets.forced[chart, 0] &= sets.used[e, 0]
            sets.forced[chart, 1] &= sets.used[e, 1]


@kernel
def planted(n: Any, sets: Any, tree: Any) -> None:
    """Make the tree of these charts."""
    nodes = 1
    for chart in range(len(sets.charts)):
        node = 0
        for c in range(n):
            height = np.int64((sets.charts[chart] >> np.uint64(4 * (n - 1 - c))) & np.uint64(15))
            if tree.child[node, height] == 0:
                tree.child[node, height] = nodes
                tree.forced[nodes], tree.chart[nodes] = sets.forced[chart], chart
                nodes += 1
            node = tree.child[node, height]
            tree.forced[node, 0] &= sets.forced[chart, 0]
            tree.forced[node, 1] &= sets.forced[chart, 1]


def with_one_more(
    n: int, most: int, bits: np.ndarray, odds: np.ndarray, entries: np.ndarray, ways: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The entries with one more rectangle than these have."""
    reached: FrontierTable = table(max(SMALL, 1 << (len(entries) - 1).bit_length()), 3, 2)
    at = used = 0
    while at < len(entries):
        end = min(len(entries), at + AT_ONCE)
        at, used = raised(n, most, bits, odds, entries, ways, at, end, reached, used)
        if at < end:
            reached = larger(reached, used)
    return reached.keys[:used].copy(), reached.ways[:used].copy()


def sets(numbers: np.ndarray, odds: np.ndarray, most: int) -> Sets:
    """All bar charts with columns of heights to `most`, and what fills them."""
    n, bits = len(odds), bits_of(numbers)
    entries, ways = np.zeros((1, 3), np.uint64), np.ones((1, 2), np.uint64)
    layers = []
    while len(entries):
        layers.append((entries, ways))
        entries, ways = with_one_more(n, most, bits, odds, entries, ways)
    entries, ways = (np.concatenate(parts) for parts in zip(*layers, strict=True))
    order = np.argsort(entries[:, 0], kind="stable")
    charts, begins = np.unique(entries[order, 0], return_index=True)
    begins = np.append(begins, len(order))
    made = Sets(charts, begins, np.empty((len(charts), 2), np.uint64), entries[order, 1:], ways[order])
    gathered(made)
    return made


def tree_of(n: int, most: int, charts: Sets) -> Tree:
    nodes = 1 + sum(1 + int(np.count_nonzero(np.diff(charts.charts >> np.uint64(4 * c)))) for c in range(n))
    tree = Tree(
        np.zeros((nodes, most + 1), np.int32), np.zeros((nodes, 2), np.uint64), np.zeros(nodes, np.int32)
    )
    planted(n, charts, tree)
    return tree


def column(n: int, charts: np.ndarray, c: int) -> np.ndarray:
    return np.asarray(charts >> np.uint64(4 * (n - 1 - c)) & np.uint64(15))


def mirrored(n: int, charts: np.ndarray) -> np.ndarray:
    return np.asarray(sum(column(n, charts, c) << np.uint64(4 * c) for c in range(n)))


def lower_than(n: int, made: Sets, most: int) -> Sets:
    """Of these charts those with no column higher than `most`."""
    kept = np.all([column(n, made.charts, c) <= most for c in range(n)], axis=0)
    sizes = np.diff(made.begins)
    rows = np.repeat(kept, sizes)
    begins = np.append(0, np.cumsum(sizes[kept]))
    return Sets(made.charts[kept], begins, made.forced[kept], made.used[rows], made.ways[rows])


@inlined
def common(a: Any, r: Any, b: Any, s: Any) -> Any:
    """Do row r of these sets and row s of those share a number?"""
    return (a[r, 0] & b[s, 0]) | (a[r, 1] & b[s, 1]) != np.uint64(0)


@inlined
def filled(below: Any, low: Any, over: Any, high: Any, cut: Any, deep: Any, room: Any, sums: Any) -> None:
    """In how many ways two charts are filled without what is cut at this depth, and the sum of the products,
    into `sums`. Only rows of `room`, uint64[entries of a chart, 4], that are set here are read."""
    sums[0] = sums[1] = np.uint64(0)
    rows = 0
    for e in range(over.begins[high], over.begins[high + 1]):
        if not (common(over.used, e, cut, deep) or common(over.used, e, below.forced, low)):
            room[rows, 0], room[rows, 1] = over.used[e, 0], over.used[e, 1]
            room[rows, 2], room[rows, 3] = over.ways[e, 0], over.ways[e, 1]
            rows += 1
    if rows == 0:
        return
    for e in range(below.begins[low], below.begins[low + 1]):
        if not (common(below.used, e, cut, deep) or common(below.used, e, over.forced, high)):
            a, b = below.used[e, 0], below.used[e, 1]
            ways = products = np.uint64(0)
            for row in range(rows):
                if (a & room[row, 0]) | (b & room[row, 1]) == np.uint64(0):
                    ways += room[row, 2]
                    products += room[row, 3]
            sums[0] += below.ways[e, 0] * ways
            sums[1] += below.ways[e, 1] * products


@inlined
def compared(first: Any, second: Any, mirror: Any, low: Any, high: Any) -> Any:
    """Negative, zero or positive: two charts, mirrored or not, against those below and above."""
    n = len(low)
    for c in range(n):
        there = n - 1 - c if mirror else c
        if first[there] != low[c]:
            return first[there] - low[c]
    for c in range(n):
        there = n - 1 - c if mirror else c
        if second[there] != high[c]:
            return second[there] - high[c]
    return 0


@inlined
def images(low: Any, high: Any, halved: Any) -> Any:
    """In how many images these charts occur, if none comes before them, else 0: by a reflection, and, if the
    line halves the square, exchanged."""
    mirror = compared(low, high, True, low, high)
    exchanged = compared(high, low, False, low, high) if halved else 1
    both = compared(high, low, True, low, high) if halved else 1
    if min(mirror, exchanged, both) < 0:
        return 0
    same = 1 + (mirror == 0) + (exchanged == 0) + (both == 0)
    return (4 if halved else 2) // same


@kernel
def across(
    n: Any,
    line: Any,
    bits: Any,
    odds: Any,
    below: Any,
    chosen: Any,
    over: Any,
    tree: Any,
    room: Any,
    total: Any,
) -> None:
    """Add the tilings with these charts below the line to `total`: their number, and the sum of products.

    chosen: int64[k], charts; room: see `filled`
    """
    above = n - line
    low, high = np.empty(n, np.int64), np.empty(n, np.int64)
    # of a rectangle, or a column where the line cuts nothing: its first column and width, 0 where none was
    # tried yet; its height above; the nodes of what is above before it and after it
    stack = np.zeros((n, 5), np.int64)
    cut, product, sums = np.zeros((n + 1, 2), np.uint64), np.ones(n + 1, np.uint64), np.empty(2, np.uint64)
    for chart in chosen:
        for c in range(n):
            low[c] = np.int64((below.charts[chart] >> np.uint64(4 * (n - 1 - c))) & np.uint64(15))
        deep = 0
        stack[0] = 0
        while deep >= 0:
            c, w, up, node = stack[deep, 0], stack[deep, 1], stack[deep, 2], stack[deep, 3]
            after = stack[deep, 4]
            floor = low[c]
            if w == 0:
                after = node
                if floor == line:
                    up = above
            while True:
                child = 0
                if (
                    c + w < n
                    and low[c + w] == floor
                    and (floor < line if up < above else floor == line and w == 0)
                ):
                    child = tree.child[after, up]
                if child == 0:
                    w, up, after = 0, up + 1, node
                    if up >= above:
                        break
                    continue
                after = child
                high[c + w] = up
                w += 1
                cut[deep + 1], product[deep + 1] = cut[deep], product[deep]
                if floor < line:
                    h = n - floor - up
                    x, y = bits[w, h, 0], bits[w, h, 1]
                    if (x | y) == np.uint64(0) or (x & cut[deep, 0]) | (y & cut[deep, 1]) != np.uint64(0):
                        continue
                    cut[deep + 1, 0] |= x
                    cut[deep + 1, 1] |= y
                    product[deep + 1] *= odds[c, floor, w, h]
                    if common(below.forced, chart, cut, deep + 1):
                        continue
                if not (
                    common(below.forced, chart, tree.forced, after)
                    or common(tree.forced, after, cut, deep + 1)
                ):
                    break
            if w == 0:
                deep -= 1
                continue
            stack[deep, 1], stack[deep, 2], stack[deep, 4] = w, up, after
            if c + w < n:
                deep += 1
                stack[deep, 0], stack[deep, 1], stack[deep, 2], stack[deep, 3] = c + w, 0, 0, after
                continue
            times = np.uint64(images(low, high, 2 * line == n))
            if times > np.uint64(0):
                filled(below, chart, over, tree.chart[after], cut, deep + 1, room, sums)
                total[0] += times * sums[0]
                total[1] += times * sums[1] * product[deep + 1]


class Halves(NamedTuple):
    below: Sets
    over: Sets
    tree: Tree


@lru_cache(1)
def halves(numbers: bytes, odds: bytes, n: int) -> Halves:
    line = line_of(n)
    below = sets(
        np.frombuffer(numbers, np.int64).reshape(n + 1, n + 1),
        np.frombuffer(odds, np.uint64).reshape(n, n, n + 1, n + 1),
        line,
    )
    over = lower_than(n, below, n - line)
    return Halves(below, over, tree_of(n, n - line, over))


def parts(n: int) -> Iterator[tuple[int, int]]:
    """The heights below the line of the first column and of the last, up to a reflection."""
    return combinations_with_replacement(range(line_of(n) + 1), 2)


def counted(numbers: np.ndarray, odds: np.ndarray, ends: tuple[int, int]) -> tuple[int, int]:
    """How many tilings have these heights below the line in the first column and the last or the other way
    round, and the sum of the products."""
    n = len(odds)
    below, over, tree = halves(numbers.tobytes(), odds.tobytes(), n)
    first, last = (column(n, below.charts, c) == height for c, height in zip((0, n - 1), ends))
    chosen = np.flatnonzero(first & last & (below.charts <= mirrored(n, below.charts)))
    bits, total = bits_of(numbers), np.zeros(2, np.uint64)
    room = np.empty((int(np.diff(over.begins).max()), 4), np.uint64)
    for at in range(0, len(chosen), CHARTS):
        across(n, line_of(n), bits, odds, below, chosen[at : at + CHARTS], over, tree, room, total)
    tilings, products = map(int, total)
    return tilings, products
