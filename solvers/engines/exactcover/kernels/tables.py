"""The tables of a scan search, compiled from a problem for one scan order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.instructions import LANES
from zenkai_solver.solvers.engines.exactcover.kernels.lists import option_lists
from zenkai_solver.solvers.engines.exactcover.kernels.need import KNOWN
from zenkai_solver.solvers.engines.exactcover.kernels.problem import UNLIMITED, Layout, Problem, lay_out
from zenkai_solver.solvers.engines.exactcover.kernels.words import U0

MOST_LISTED = 1 << 21  # words in the option lists: 16 MB; longer keys would pass it
MOST_NEEDS = 1 << 21  # entries of the need tables: 16 MB; a further horizon would pass it
FAR_NEEDS = 1 << 25  # the same beyond the usual reach; memory is taken only where patterns occur
USUAL = 14  # reach of the need tables
REACHES = ((USUAL, 3e7), (18, 3e8), (20, inf))  # reach, and nodes up to which it was the quickest


class Tables(NamedTuple):
    """All that the kernels read.

    The lengths of the tuples `words` (W) and `bounded` (1: there are clauses or counted groups) are
    compile-time constants: numba makes one kernel for each combination, from one source.
    """

    words: tuple[np.uint64, ...]
    bounded: tuple[int, ...]
    n_scan: int
    key_bits: int
    lane_bits: int  # topmost bits of a state, the first of them always set, that a lane speaks of
    lanes: int
    ones: np.uint64  # the lowest bit of each lane
    highs: np.uint64  # the highest bit of each lane
    once: np.uint64  # lane bits that only one option can set
    window: np.ndarray  # uint64[W]: the window bits of a state
    first: np.ndarray  # int32[option]: scan position of its first item
    mask: np.ndarray  # uint64[option, W]
    due: np.ndarray  # uint64[n_scan + 1, W]: persistent bits set when the scan has come so far
    head: np.ndarray  # int64: first block << 16 | number of blocks
    block_mask: np.ndarray  # uint64[block, W, LANES], flat
    block_option: np.ndarray  # int32[block * LANES]
    need: np.ndarray  # uint64: what the items before the horizon need; 0 = not yet computed
    need_base: np.ndarray  # int64[n_scan + 1]
    need_mask: np.ndarray  # uint64[n_scan + 1]
    clause_mask: np.ndarray  # uint64[option, C]
    clause_due: np.ndarray  # uint64[n_scan + 1, C]
    group: np.ndarray  # int32[option]
    lo: np.ndarray  # int64[group]
    hi: np.ndarray  # int64[group]
    full: np.ndarray  # uint64[group, W]: the bit that says that the group is full
    volume: np.ndarray  # int64[group]: fewest scan items that one of its options covers
    covers: np.ndarray  # int64[option]: scan items that it covers


def compile_tables(
    problem: Problem,
    order: Sequence[int],
    key_bits: int = 9,
    known: int = USUAL,
    step: int = 4,
    lanes: int = 4,
) -> Tables:
    """Tables for scanning the distinct primary items in `order`; every option must contain one of them.

    `known` is the reach of the need tables: two more take a third off the nodes, but cost memory, cache
    misses and the time to fill twice as many entries, which pays in long searches (`reach`).
    Raises TooWide, before it has built anything.
    """
    layout = lay_out(problem, order)
    w, n_scan, n_items = layout.words, layout.n_scan, len(layout.position)
    bounded = layout.bit[n_items:]
    full = np.array([_bits(w, [b] if b >= 0 else []) for b in bounded], np.uint64).reshape(-1, w)
    mask = _option_masks(layout, full)
    most = MOST_NEEDS if known <= USUAL else FAR_NEEDS
    known = max(1, min(known, layout.window, 30, n_scan))
    step = min(step, known)
    while known > step and -(-n_scan // step) << known > most:
        known -= 1
    listed = MOST_LISTED // max(1, len(mask) * w)
    key_bits = max(1, min(key_bits, known, listed.bit_length()))
    usable = _usable(layout)
    head, block_mask, block_option = _lists(layout, mask, usable, key_bits)
    clause_mask, clause_due = _clauses(problem, layout)
    lane_bits = min(layout.persistent, 32)
    lanes = min(lanes, 63 // lane_bits)
    ones = sum(1 << (r * lane_bits) for r in range(lanes))
    need, need_base, need_mask = _horizons(n_scan, known, step)
    return Tables(
        words=(U0,) * w,
        bounded=(0,) * (clause_mask.shape[1] > 0),
        n_scan=n_scan,
        key_bits=key_bits,
        lane_bits=lane_bits,
        lanes=lanes,
        ones=np.uint64(ones),
        highs=np.uint64(ones << (lane_bits - 1)),
        once=np.uint64(_once(layout, full) >> (64 - lane_bits)),
        window=_bits(w, range(layout.window)),
        first=layout.first,
        mask=mask,
        due=_item_deadlines(problem, layout, usable),
        head=head,
        block_mask=block_mask,
        block_option=block_option,
        need=need,
        need_base=need_base,
        need_mask=need_mask,
        clause_mask=clause_mask,
        clause_due=clause_due,
        group=layout.group,
        lo=layout.lo,
        hi=layout.hi,
        full=full,
        volume=_volumes(layout),
        covers=layout.covers,
    )


def reach(nodes: float) -> int:
    """The reach of the need tables for so many nodes: an entry takes as long as some 30 of them."""
    return next(known for known, most in REACHES if nodes <= most)


def sample(words: int, bounded: bool, options: int = 1) -> Tables:
    """Empty tables of the types that those of such a problem have."""

    def empty(dtype: type, *shape: int) -> np.ndarray:
        return np.zeros(shape, dtype)

    return Tables(
        words=(U0,) * words,
        bounded=(0,) * bounded,
        n_scan=0,
        key_bits=1,
        lane_bits=1,
        lanes=1,
        ones=U0,
        highs=U0,
        once=U0,
        window=empty(np.uint64, words),
        first=empty(np.int32, options),
        mask=empty(np.uint64, 0, words),
        due=empty(np.uint64, 1, words),
        head=empty(np.int64, 1),
        block_mask=empty(np.uint64, 0),
        block_option=empty(np.int32, 0),
        need=empty(np.uint64, 1),
        need_base=empty(np.int64, 1),
        need_mask=empty(np.uint64, 1),
        clause_mask=empty(np.uint64, 0, int(bounded)),
        clause_due=empty(np.uint64, 1, int(bounded)),
        group=empty(np.int32, 0),
        lo=empty(np.int64, 0),
        hi=empty(np.int64, 0),
        full=empty(np.uint64, 0, words),
        volume=empty(np.int64, 0),
        covers=empty(np.int64, 0),
    )


def _bits(words: int, positions: Iterable[int]) -> np.ndarray:
    """uint64[words] with the bits at these positions set."""
    result = np.zeros(words, np.uint64)
    for p in positions:
        result[int(p) >> 6] |= np.uint64(1 << (int(p) & 63))
    return result


def _option_masks(layout: Layout, full: np.ndarray) -> np.ndarray:
    """What each option adds to a state whose first uncovered item is the option's first."""
    mask = np.zeros((len(layout.first), layout.words), np.uint64)
    at = layout.position[layout.item]
    bit = np.where(at >= 0, at - layout.first[layout.owner], layout.bit[layout.item])
    np.bitwise_or.at(mask, (layout.owner, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))
    grouped = layout.group >= 0
    mask[grouped] |= full[layout.group[grouped]]
    return mask


def _usable(layout: Layout) -> np.ndarray:
    """bool[option]: may it be chosen at all?"""
    usable = np.ones(len(layout.first), bool)
    grouped = layout.group >= 0
    usable[grouped] = layout.hi[layout.group[grouped]] > 0
    return usable


def _lists(
    layout: Layout, mask: np.ndarray, usable: np.ndarray, key_bits: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """head, block_mask and block_option."""
    by_first = np.flatnonzero(usable)
    by_first = by_first[np.argsort(layout.first[by_first], kind="stable")].astype(np.int32)
    starts = np.searchsorted(layout.first[by_first], np.arange(layout.n_scan + 1)).astype(np.int64)
    head = np.zeros(max(1, layout.n_scan << (key_bits - 1)), np.int64)
    w, size, place = mask.shape[1], 1 << 12, np.zeros(2, np.int64)
    found = np.empty(np.diff(starts).max(initial=0), np.int32)
    blocks, options = np.empty(size * w * LANES, np.uint64), np.empty(size * LANES, np.int32)
    while not option_lists(mask, by_first, starts, key_bits, head, found, blocks, options, place):
        blocks, options = np.concatenate((blocks, blocks)), np.concatenate((options, options))
    used = int(place[1])
    return head, blocks[: used * w * LANES].copy(), options[: used * LANES].copy()


def _item_deadlines(problem: Problem, layout: Layout, usable: np.ndarray) -> np.ndarray:
    """The primary items outside the order: each must be covered by its last option."""
    last = np.full(len(layout.position), -1, np.int64)
    able = usable[layout.owner]
    np.maximum.at(last, layout.item[able], layout.first[layout.owner[able]])
    required = [i for i in range(problem.n_primary) if layout.bit[i] >= 0]
    return _deadlines(layout.n_scan, layout.words, layout.bit[required].tolist(), last[required].tolist())


def _deadlines(n_scan: int, words: int, bits: Iterable[int], last: Iterable[int]) -> np.ndarray:
    """Row f: the bits whose last position lies before f."""
    due = np.zeros((n_scan + 1, words), np.uint64)
    for bit, position in zip(bits, last):
        due[position + 1 :] |= _bits(words, [bit])
    return due


def _clauses(problem: Problem, layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """clause_mask and clause_due: each clause must be met by its last option.

    One word at least where there are counted groups: the kernel reads both or none.
    """
    words = max((len(problem.clauses) + 63) // 64, min(1, len(layout.hi)))
    mask = np.zeros((len(layout.first), words), np.uint64)
    for c, clause in enumerate(problem.clauses):
        mask[list(clause), c >> 6] |= np.uint64(1 << (c & 63))
    last = [int(layout.first[list(clause)].max(initial=-1)) for clause in problem.clauses]
    return mask, _deadlines(layout.n_scan, words, range(len(last)), last)


def _volumes(layout: Layout) -> np.ndarray:
    groups = range(len(layout.hi))
    return np.array([layout.covers[layout.group == g].min(initial=UNLIMITED) for g in groups], np.int64)


def _once(layout: Layout, full: np.ndarray) -> int:
    """The persistent bits of the last word that only one option can set."""
    counted = int(full[layout.hi != 1].sum(axis=0, dtype=np.uint64)[-1])
    return int(_bits(layout.words, layout.bit[layout.bit >= 0])[-1]) & ~counted


def _horizons(n_scan: int, known: int, step: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The empty need table, and for each position where its entries begin and which window bits index them.

    A horizon is a multiple of `step` or the end, so that windows share entries. Entry (1 << j | pattern) >> 1
    of a horizon belongs to the pattern of the j items before it, the first of which is uncovered.
    """
    need = np.zeros(max(1, -(-n_scan // step) << known), np.uint64)
    need[0] = KNOWN
    base, mask = np.zeros(n_scan + 1, np.int64), np.zeros(n_scan + 1, np.uint64)
    for f in range(n_scan):
        end = n_scan if f + known >= n_scan else (f + known) // step * step
        base[f] = ((-(-end // step) - 1) << known) + (1 << (end - f - 1))
        mask[f] = (1 << (end - f)) - 1
    return need, base, mask
