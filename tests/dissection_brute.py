"""Dissections by brute force, from the rules alone: shares no code with models or solvers.

A figure is a tuple of rows of `#` and `.`. Raw solutions are pairs of divisions whose pieces are the same
shapes; a division is a frozenset of frozensets of cells. Independent counts come from the orbit formula.
"""

from collections import Counter, defaultdict
from functools import cache
from itertools import product

TURNS = [
    lambda r, c: (r, c),
    lambda r, c: (c, -r),
    lambda r, c: (-r, -c),
    lambda r, c: (-c, r),
]
MIRRORS = [lambda r, c, t=t: t(r, -c) for t in TURNS]


def cells_of(text):
    return frozenset((r, c) for r, row in enumerate(text.split("/")) for c, x in enumerate(row) if x == "#")


def shifted(cells):
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


@cache
def shape(cells, flips=False, rotations=True):
    moves = [
        *(TURNS if rotations else TURNS[:1]),
        *((MIRRORS if rotations else MIRRORS[:1]) if flips else []),
    ]
    return min(shifted([move(r, c) for r, c in cells]) for move in moves)


def connected(cells):
    todo, left = [next(iter(cells))], set(cells)
    left.discard(todo[0])
    while todo:
        r, c = todo.pop()
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if near in left:
                left.discard(near)
                todo.append(near)
    return not left


@cache
def divisions(cells, pieces):
    """Every division of the cells into that many connected pieces: all subsets with the first cell first."""
    if pieces == 1:
        return [frozenset([cells])] if connected(cells) else []
    first = min(cells)
    rest = sorted(cells - {first})
    listed = []
    for mask in range(1 << len(rest)):
        piece = frozenset([first] + [cell for i, cell in enumerate(rest) if mask >> i & 1])
        if len(cells) - len(piece) >= pieces - 1 and connected(piece):
            listed += [division | {piece} for division in divisions(cells - piece, pieces - 1)]
    return listed


def kind(division, flips=False, rotations=True):
    shapes = Counter(shape(piece, flips, rotations) for piece in division)
    return tuple(sorted(shapes.items()))


def raw(one, two, pieces, flips=False, rotations=True):
    """Every pair of divisions."""
    by_kind = defaultdict(list)
    for division in divisions(one, pieces):
        by_kind[kind(division, flips, rotations)].append(division)
    return [(a, b) for b in divisions(two, pieces) for a in by_kind.get(kind(b, flips, rotations), ())]


def images(figure, moves):
    """The symmetries of the figure among the moves, as dicts of cells."""
    maps = []
    for move in moves:
        moved = {cell: move(*cell) for cell in figure}
        dr = min(r for r, _ in figure) - min(r for r, _ in moved.values())
        dc = min(c for _, c in figure) - min(c for _, c in moved.values())
        if {(r + dr, c + dc) for r, c in moved.values()} == figure:
            maps.append({cell: (r + dr, c + dc) for cell, (r, c) in moved.items()})
    return maps


def orbits(pairs, group):
    left, number = set(pairs), 0
    while left:
        a, b = left.pop()
        number += 1
        for g, h in group:
            image = tuple(
                frozenset(frozenset(m[cell] for cell in piece) for piece in division)
                for m, division in ((g, a), (h, b))
            )
            left.discard(image)
    return number


def counts(one, two, pieces):
    """raw, rotations, mirror for pieces that turn and do not flip."""
    pairs = raw(one, two, pieces)
    turns = list(product(images(one, TURNS), images(two, TURNS)))
    mirrored = list(product(images(one, MIRRORS), images(two, MIRRORS)))
    return len(pairs), orbits(pairs, turns), orbits(pairs, turns + mirrored)
