"""The problem of a search, and how the bits of a state are laid out for one order of a scan search.

A state is W words. The low bits are the window: the occupancy of the scan items from the first uncovered one
on, bit 0 itself always clear. From the top downwards: one bit always set, so that no state fits the padding
of a list; then one bit for each persistent item (primary items outside the order, secondary items) and for
each counted group that may become full. At least one bit between the two is never set.

Problems whose tables would be absurd are refused before anything is built (TooWide): where options span items
far apart, as in large sudokus, another search is the one to take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.kernels.clock import look

Decisions = Sequence[int]  # made before a search: o: option o is chosen; ~o (MRV only): it is forbidden

UNLIMITED = 1 << 30
MOST_WORDS = 8  # of a state; the kernel is unrolled over them
MOST_ITEMS = 32_767  # of a scan: 16 bits of a tag
MOST_BYTES = 32 << 20  # all other tables, which cannot be had smaller
MOST_OPTIONS = 500_000  # 65,535 blocks of eight in a list


PROBED = 512  # probes of one call of a kernel, at most: some 0.05 s


def slices(probes: int, seed: np.uint64, at_once: int = PROBED) -> Iterator[tuple[int, np.uint64]]:
    """Where each call of a kernel for so many probes ends, and its seed; the clock is looked at before each.

    The number of a slice makes its seed, so that the estimate is the same on every machine.
    Raises Interrupted.
    """
    for number, end in enumerate(range(at_once, probes + at_once, at_once)):
        look()
        mixed = (int(seed) + number * 0x9E3779B97F4A7C15) % (1 << 64)
        yield min(end, probes), np.uint64(mixed if number == 0 else mixed | 1)


class TooWide(ValueError):
    """The scan is not the search for this problem, in this order: the tables would be too large."""


@dataclass(frozen=True)
class Problem:
    """Items 0..n_primary-1 exactly once, the next n_secondary at most once; no option names an item twice.

    `group[o]` is the counted group of option o or -1; `lo[g]..hi[g]` of its options are chosen, hi UNLIMITED
    for no bound. Of each clause (a sequence of options) at least one is chosen.
    """

    n_primary: int
    n_secondary: int
    options: Sequence[Sequence[int]]
    group: Sequence[int] = ()
    lo: Sequence[int] = ()
    hi: Sequence[int] = ()
    clauses: Sequence[Sequence[int]] = ()


@dataclass(frozen=True)
class Estimate:
    """Expected search nodes and solutions in all, and both for each cube."""

    nodes: float
    solutions: float
    by_cube: tuple[float, ...]
    solutions_by_cube: tuple[float, ...]


class Layout(NamedTuple):
    """The options as arrays, and which bit of a state each item and bounded group has."""

    n_scan: int
    words: int
    window: int  # window bits
    item: np.ndarray  # int32[membership]: the options' items one after the other
    owner: np.ndarray  # int64[membership]: the option that it belongs to
    position: np.ndarray  # int64[item]: scan position or -1
    bit: np.ndarray  # int64[item or group]: bit of a persistent item or a bounded group, else -1
    persistent: int  # their number, the bit that is always set included
    first: np.ndarray  # int32[option]
    covers: np.ndarray  # int64[option]
    group: np.ndarray  # int32[option]
    lo: np.ndarray
    hi: np.ndarray


def fits(problem: Problem, order: Sequence[int]) -> bool:
    """Would compile_tables take the order? Costs a few array operations."""
    return words(problem, order) is not None


def words(problem: Problem, order: Sequence[int]) -> int | None:
    """The words of a state; None if the order is too wide."""
    try:
        return lay_out(problem, order).words
    except TooWide:
        return None


def lay_out(problem: Problem, order: Sequence[int]) -> Layout:
    count, n_items = len(problem.options), problem.n_primary + problem.n_secondary
    sizes = np.array([len(o) for o in problem.options], np.int64)
    owner = np.repeat(np.arange(count), sizes)
    item = np.fromiter(chain.from_iterable(problem.options), np.int32, len(owner))
    position = np.full(n_items, -1, np.int64)
    position[list(order)] = np.arange(len(order))
    at = position[item]
    first, last = np.full(count, UNLIMITED, np.int64), np.full(count, -1, np.int64)
    np.minimum.at(first, owner, np.where(at < 0, UNLIMITED, at))
    np.maximum.at(last, owner, at)
    if (last < 0).any():
        raise ValueError("an option has no item in the scan order")
    span = int((last - first + 1).max(initial=1))
    group = np.full(count, -1, np.int32)
    group[: len(problem.group)] = problem.group
    lo, hi = np.array(problem.lo, np.int64), np.array(problem.hi, np.int64)
    top = np.concatenate((np.flatnonzero(position < 0), n_items + np.flatnonzero(hi < UNLIMITED)))
    extra = 2 + len(top)  # a bit never set, after the window, and a bit always set, at the top
    words = (span + extra + 63) // 64
    bit = np.full(n_items + len(hi), -1, np.int64)
    bit[top] = 64 * words - 2 - np.arange(len(top))
    layout = Layout(
        n_scan=len(order),
        words=words,
        window=min(64 * words - extra, max(span, 40)),
        item=item,
        owner=owner,
        position=position,
        bit=bit,
        persistent=1 + len(top),
        first=first.astype(np.int32),
        covers=np.bincount(owner[at >= 0], minlength=count),
        group=group,
        lo=lo,
        hi=hi,
    )
    _refuse_absurd(problem, layout)
    return layout


def _refuse_absurd(problem: Problem, layout: Layout) -> None:
    count, clause_words = len(problem.options), (len(problem.clauses) + 63) // 64
    size = 8 * (count + 2 * layout.n_scan) * (layout.words + clause_words)
    for number, most, what in (
        (layout.n_scan, MOST_ITEMS, "items"),
        (count, MOST_OPTIONS, "options"),
        (layout.words, MOST_WORDS, "words a state"),
        (size, MOST_BYTES, "bytes"),
    ):
        if number > most:
            raise TooWide(f"too wide for a scan: {number} {what}, at most {most}")
