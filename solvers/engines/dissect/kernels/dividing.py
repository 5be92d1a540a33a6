"""Divisions of a figure into places of pieces.

The first cell that is left belongs to one of the places, so each division is met once. Places are masks of
64-bit words, by their first cell and then by their size: those that leave too little or too much for the
other pieces are passed over together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.dissect.kernels.growing import WORD
from zenkai_solver.solvers.kernels.bits import ZERO, flat, full, lowest, popcount
from zenkai_solver.solvers.kernels.hashing import find_row
from zenkai_solver.solvers.kernels.jit import bare, inlined, inner

DEPTH, STEPS, DIVISIONS = range(3)  # of DivisionSearch.control
BLOCK = 1 << 12  # places whose cells are counted at once, each a byte
INSIDE = 16  # steps for a place that lies in the rest; 1 for any other


class PiecePlaces(NamedTuple):
    """Distinct places, and their index, see `kernels.hashing`."""

    words: Any  # uint64[places, words]
    start: Any  # int64[cells, cells + 2]: the first place with that first cell and so many cells, or more
    slots: Any


class DivisionSearch(NamedTuple):
    """A row for each piece that is placed; `rest[k]` is what the first k leave."""

    control: Any
    rest: Any  # uint64[pieces, words]
    at: Any  # int64[pieces]: the place that is tried next
    end: Any  # int64[pieces]: behind the last one


def places_of(masks: Any, cells: int) -> PiecePlaces:
    """The places, uint64[n, words], of a figure with that many cells, not yet in the index."""
    first, size = np.zeros((2, len(masks)), np.int64)
    for at in range(0, len(masks), BLOCK):
        block = masks[at : at + BLOCK].astype("<u8").view(np.uint8)
        bits = np.unpackbits(block, axis=1, bitorder="little")[:, :cells]
        first[at : at + BLOCK], size[at : at + BLOCK] = bits.argmax(axis=1), bits.sum(axis=1)
    order = np.lexsort((size, first))
    across = cells + 2
    starts = np.searchsorted((first * across + size)[order], np.arange(cells * across))
    slots = np.zeros(1 << max(4, (2 * len(masks)).bit_length()), np.int32)
    return PiecePlaces(np.ascontiguousarray(masks[order]), starts.reshape(cells, across), slots)


def largest_of(places: PiecePlaces) -> int:
    """The number of cells of the largest place; 0 if there is none."""
    of_size = np.diff(places.start, axis=1).any(axis=0)
    return int(np.flatnonzero(of_size).max(initial=0))


def start(cells: int, pieces: int) -> DivisionSearch:
    """The search for all divisions into that many pieces."""
    rest = np.zeros((pieces, -(-cells // WORD)), np.uint64)
    rest[0] = full(cells)
    control = np.array((-1, 0, 0), np.int64)
    return DivisionSearch(control, rest, np.zeros(pieces, np.int64), np.zeros(pieces, np.int64))


@bare
def index(places: Any) -> None:
    """Enter the places into their index."""
    for number in range(len(places.words)):
        places.slots[find_row(places.words, places.slots, places.words[number])] = number + 1


@inner
def enter(places: Any, search: Any, k: Any, pieces: Any, largest: Any) -> None:
    """Try all places for the first cell of rest k, or look the rest up if it is to be the last piece."""
    rest = search.rest[k]
    if k == pieces - 1:
        search.control[DIVISIONS] += places.slots[find_row(places.words, places.slots, rest)] != 0
        return
    first, size = -1, np.int64(0)
    for w in range(len(rest)):
        if first < 0 and rest[w] != ZERO:
            first = w * WORD + lowest(rest[w])
        size += popcount(rest[w])
    others = pieces - 1 - k
    least, most = max(np.int64(1), size - others * largest), size - others
    if least <= most:
        search.at[k], search.end[k] = places.start[first, least], places.start[first, most + 1]
        search.control[DEPTH] = k


@inlined
def fits(words: Any, at: Any, rest: Any, k: Any, width: Any) -> Any:
    """Does that place lie in rest k?"""
    outside = ZERO
    for w in range(width):
        outside |= words[at * width + w] & ~rest[k * width + w]
    return outside == ZERO


@inlined
def go_on(places: Any, search: Any, pieces: Any, largest: Any, width: Any, end: Any) -> Any:
    """See `divide`; `width`: words of a mask."""
    control, words, rest = search.control, flat(places.words), flat(search.rest)
    while control[DEPTH] >= 0:
        k = control[DEPTH]
        if control[STEPS] >= end:
            return False
        if search.at[k] == search.end[k]:
            control[DEPTH] = k - 1
            continue
        at = before = search.at[k]
        last = min(search.end[k], before + end - control[STEPS])
        while at < last and not fits(words, at, rest, k, width):
            at += 1
        control[STEPS] += at - before
        search.at[k] = at
        if at < last:
            for w in range(width):
                rest[(k + 1) * width + w] = rest[k * width + w] & ~words[at * width + w]
            search.at[k] = at + 1
            control[STEPS] += INSIDE
            enter(places, search, k + 1, pieces, largest)
    return True


@bare
def divide(places: Any, search: Any, pieces: Any, largest: Any, steps: Any) -> Any:
    """Go on for so many steps, with places of at most `largest` cells. Returns True when all is counted.

    control[DIVISIONS] is the number so far, control[STEPS] that of all steps.
    """
    end = search.control[STEPS] + steps
    if search.control[STEPS] == 0:
        enter(places, search, 0, pieces, largest)
    if search.rest.shape[1] == 1:  # loops over words vanish
        return go_on(places, search, pieces, largest, 1, end)
    return go_on(places, search, pieces, largest, search.rest.shape[1], end)
