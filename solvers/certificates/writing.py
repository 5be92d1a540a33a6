"""Write and replay the certificate of a cover: a compiled search in the order that the checker follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import inf
from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.certificates.effort import WorkBudget, free
from zenkai_solver.solvers.certificates.kernels import cover as kernels
from zenkai_solver.solvers.checker.checker import FIELD, Cover, Permutation, Refused, roots
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.kernels.clock import look
from zenkai_solver.solvers.kernels.jit import Work

WORD = 64
WIDE = 16  # bits of the sum of a group in the kernels
COUNT = 2  # words of a number of solutions
LINE = 64  # bytes of a cache line
PART, FAR = 1 / 64, 2  # of MOST_BYTES: a memo that is estimated, and the estimate that gives it up
SMALL = 1 << 12  # initial states of a memo
MOST_BYTES = 1 << 30  # of one memo
MOST_OPTIONS = 1 << 14  # of a cover whose options have a row of bits each: those that they exclude
AT_ONCE = 1 << 16  # states between two looks at the clock
FEWEST = 1 << 40  # `SearchOrder.near` for the item with the fewest options, wherever it is
NARROW, WIDE_NEAR = 20, 200  # `SearchOrder.near` of a narrow frontier, and what is better with small memos


class CertificateTooLarge(Exception):
    """The certificate would need more memory than is allowed."""


@dataclass(frozen=True)
class SearchOrder:
    """The order of the items in the search; for `near` see `kernels._near`."""

    order: tuple[int, ...]
    near: int

    @property
    def apart(self) -> SearchOrder:
        """The better order where memos are kept for subtrees only, in which fewer states meet again."""
        return self if self.near < NARROW else replace(self, near=WIDE_NEAR)


def holders(cover: Cover) -> list[list[int]]:
    """The options of each item."""
    options_of: list[list[int]] = [[] for _ in range(cover.n_items)]
    for o, (items, _) in enumerate(cover.options):
        for item in items:
            options_of[item].append(o)
    return options_of


def _words(items: Iterable[int], words: int) -> np.ndarray:
    """A set of numbers as bits: uint64[words]."""
    bits = sum(1 << item for item in items)
    return np.frombuffer(bits.to_bytes(8 * words, "little"), "<u8").astype(np.uint64)


@lru_cache(maxsize=1)  # the cubes of a run share a cover, whose tables take longer than a small search
def tables(cover: Cover) -> kernels.CoverTables:
    """The cover as arrays, which are not written to."""
    words = (cover.n_items + WORD - 1) // WORD
    lists = holders(cover)
    mask = np.array([_words(items, words) for items, _ in cover.options], np.uint64).reshape(-1, words)
    more = np.zeros((len(cover.options), _group_words(cover)), np.uint64)
    for o, (_, adds) in enumerate(cover.options):
        for group, amount in adds:
            more[o, group // kernels.FIELDS] |= np.uint64(amount << WIDE * (group % kernels.FIELDS))
    once = _words(cover.once, words)
    return kernels.CoverTables(
        clash=mask & once,
        mask=mask,
        more=more,
        begin=np.cumsum([0, *(len(adds) for _, adds in cover.options)], dtype=np.int64),
        groups=np.array([group for _, adds in cover.options for group, _ in adds], np.int64),
        most=np.array([hi for _, hi in cover.groups], np.int64),
        least=np.array([lo for lo, _ in cover.groups], np.int64),
        first=np.cumsum([0, *map(len, lists)], dtype=np.int64),
        lists=np.array([o for options in lists for o in options], np.int64),
        once=once,
        must=_words(cover.must, words),
        cells=_words(cover.cells, words),
        looks=np.array([2 + len(items) // 4 for items, _ in cover.options], np.int64),
        word=cover.word,
    )


def _group_words(cover: Cover) -> int:
    return (len(cover.groups) + kernels.FIELDS - 1) // kernels.FIELDS


def _width(cover: Cover) -> int:
    """Words of a state."""
    return (cover.n_items + WORD - 1) // WORD + _group_words(cover)


def _words_of_options(cover: Cover) -> int:
    """Words of a set of options, in whole blocks."""
    return kernels.BLOCK * max(1, -(-len(cover.options) // (WORD * kernels.BLOCK)))


def fits(cover: Cover) -> bool:
    """Do the bit sets of options that a search needs fit into memory?"""
    return (2 * cover.n_items + 2) * _words_of_options(cover) * 8 <= MOST_BYTES


@lru_cache(maxsize=1)
def _option_bits(cover: Cover) -> tuple[np.ndarray, ...]:
    """The arrays of `kernels.Left` from `covering` on, which are not written to."""
    block, lists, words = WORD * kernels.BLOCK, holders(cover), _words_of_options(cover)

    def rows(sets: Iterable[Iterable[int]]) -> np.ndarray:
        return np.array([_words(options, words) for options in sets], np.uint64).reshape(-1, words)

    covering = rows(lists)
    ends = np.array([(options[0], options[-1] + block) if options else (0, 0) for options in lists], np.int64)
    few = len(cover.options) <= MOST_OPTIONS
    excluded = np.zeros((len(cover.options) if few else 0, words), np.uint64)
    for item in cover.once if few else ():
        excluded[lists[item]] |= covering[item]
    amounts: list[dict[int, int]] = [{} for _ in cover.groups]  # of each group: of an option its amount
    for o, (_, adds) in enumerate(cover.options):
        for group, amount in adds:
            amounts[group][o] = amount
    rising = [sorted({*amount_of.values()}) for amount_of in amounts]
    members = rows(
        [o for o, amount in amount_of.items() if amount >= level]
        for amount_of, levels in zip(amounts, rising, strict=True)
        for level in levels
    )
    level = np.cumsum([0, *map(len, rising)], dtype=np.int64)
    return (
        covering,
        ends // block * kernels.BLOCK,
        excluded,
        level,
        np.array([*chain.from_iterable(rising)], np.int64),
        members,
    )


def _memo(size: int, width: int, counts: bool) -> kernels.Memo:
    """An empty memo whose rows cross as few cache lines as possible. Raises CertificateTooLarge."""
    if size * 8 * (width + COUNT) > MOST_BYTES:  # with counts, so that what is written can be replayed
        raise CertificateTooLarge
    words = width + COUNT if counts else width
    flat = np.zeros(size * words + LINE // 8, np.uint64)
    begin = -flat.ctypes.data % LINE // 8
    return kernels.Memo(flat[begin : begin + size * words].reshape(size, words))


class CoverSearchState(NamedTuple):
    """The arrays of a search of a cover: what `kernels.search`, `replay` and `explore` have in common."""

    tables: kernels.CoverTables
    frames: kernels.Frames
    memo: kernels.Memo
    at: np.ndarray
    left: kernels.Left

    @classmethod
    def of(cls, cover: Cover, counts: bool) -> CoverSearchState:
        """The state of a search before its beginning. `counts`: the memo has a number for each state.

        Raises CertificateTooLarge.
        """
        if not fits(cover):
            raise CertificateTooLarge
        width, depths = _width(cover), cover.n_items + 2  # each step covers an item
        ways = len(cover.options) + depths  # an option is a way at one depth only: it does not fit below
        numbers = np.zeros(depths if counts else 0, np.uint64)
        frames = kernels.Frames(
            state=np.zeros((depths, width), np.uint64),
            item=np.zeros(depths, np.int64),
            at=np.zeros(depths, np.int64),
            high=numbers,
            low=numbers.copy(),
            end=np.zeros(depths, np.int64),
            ways=np.zeros(ways, np.int64),
            hashes=np.zeros(ways, np.uint64),
        )
        left = kernels.Left(
            np.zeros((depths, _words_of_options(cover)), np.uint64),
            np.zeros((depths, cover.n_items), np.uint16),
            np.zeros(depths, np.int64),
            *_option_bits(cover),
        )
        at = np.zeros(kernels.N_AT, np.int64)
        at[kernels.APART] = -1
        return cls(tables(cover), frames, _memo(SMALL, width, counts), at, left)

    def begin(self, cover: Cover, state: int) -> None:
        """Begin the search at this state of the checker, with the options that fit it."""
        words, width = (cover.n_items + WORD - 1) // WORD, self.frames.state.shape[1]
        items, sums = state % (1 << cover.n_items), (state - cover.start) >> cover.n_items
        groups = sum((sums >> FIELD * g) % (1 << FIELD) << WIDE * g for g in range(len(cover.groups)))
        bits = items | groups << WORD * words
        self.frames.state[0] = np.frombuffer(bits.to_bytes(8 * width, "little"), "<u8").astype(np.uint64)
        fitting = (o for o, (clash, _, more) in enumerate(cover.moves) if not (state + more) & clash)
        self.left.alive[0] = _words(fitting, self.left.alive.shape[1])
        self.at[kernels.DEPTH], self.at[kernels.ENTERED] = 0, 1

    def grown(self) -> CoverSearchState:
        """With a larger memo of the same contents. Raises CertificateTooLarge."""
        rows, width = self.memo.rows, self.frames.state.shape[1]
        size, counts = len(rows), rows.shape[1] > width
        try:
            larger = _memo(4 * size, width, counts)
        except CertificateTooLarge:
            larger = _memo(2 * size, width, counts)
        for begin in range(0, size, AT_ONCE):
            look()
            kernels.rehash(kernels.Memo(rows[begin : begin + AT_ONCE]), larger, width)
        return self._replace(memo=larger)

    def emptied(self) -> CoverSearchState:
        """With an empty memo."""
        self.at[kernels.USED] = 0
        width = self.frames.state.shape[1]
        return self._replace(memo=_memo(SMALL, width, self.memo.rows.shape[1] > width))


def steps(
    cover: Cover,
    how: SearchOrder,
    starts: Iterable[int],
    deadline: Deadline = NEVER,
    apart: int = -1,
    most: float = inf,
) -> Iterator[bytes]:
    """The numbers of the certificate for the searches from these states, as bytes, piece by piece.

    `apart`: see `kernels.search`; `most`: states of the memo, roughly. Raises CertificateTooLarge,
    Interrupted.
    """
    search = CoverSearchState.of(cover, False)
    order, out = np.array(how.order, np.int64), np.empty(1 << 16, np.uint16)
    kind, begins, at = numbers_of(cover), [*starts], search.at
    for turn, start in enumerate(begins):
        deadline.check()
        search.begin(cover, start)
        while True:
            ended = kernels.search(*_search_arguments(search, order, how.near, apart, out))
            if at[kernels.OUT]:
                yield out[: at[kernels.OUT]].astype(kind).tobytes()
                at[kernels.OUT] = 0
            if ended == kernels.DONE:
                break
            if at[kernels.USED] > most:
                raise CertificateTooLarge
            if ended == kernels.TABLE_FULL:
                if apart < 0 and _hopeless(search, turn / len(begins), 1 / len(begins)):
                    raise CertificateTooLarge
                search = search.grown()
            if ended == kernels.STALE:
                search = search.emptied()
            deadline.check()


def _search_arguments(
    search: CoverSearchState, order: np.ndarray, near: int, apart: int, out: np.ndarray
) -> tuple[Any, ...]:
    return search.tables, order, near, apart, search.frames, search.memo, search.at, out, AT_ONCE, search.left


def _hopeless(search: CoverSearchState, done: float, share: float) -> bool:
    """Would the memo be far too large at the end? Estimated when a part of it is full.

    `done` is the finished part of the whole search, `share` the part of the current root state. Each way of a
    state is estimated to be as large as the others. Later ones are smaller, since more states are known, so
    the estimate is too high.
    """
    frames, size = search.frames, search.memo.rows.nbytes
    for depth in range(search.at[kernels.DEPTH]):
        begin, end = frames.end[depth - 1] if depth else 0, frames.end[depth]
        share /= max(1, end - begin)
        done += share * max(0, frames.at[depth] - begin - 1)
    return bool(size >= PART * MOST_BYTES and size > FAR * MOST_BYTES * done)


def steps_apart(
    cover: Cover, how: SearchOrder, starts: Iterable[int], deadline: Deadline = NEVER
) -> Iterator[bytes]:
    """The same as a tree without a memo above subtrees that have one each, as large as the memory allows.

    A state whose subtree needs a larger memo becomes a node of the tree, and its children are tried. Raises
    CertificateTooLarge where there is no memory for even one state, Interrupted.
    """
    CoverSearchState.of(cover, False)
    waiting = [*starts][::-1]
    while waiting:
        state = waiting.pop()
        if cover.worth(state) is not None:
            continue
        try:
            pieces = [*steps(cover, how, [state], deadline, apart=0)]
        except CertificateTooLarge:
            children = {
                cell: cover.after(cover.node(state), cell) for cell in cover.cells if not state >> cell & 1
            }
            item = min(children, key=lambda cell: (len(children[cell]), cell))
            yield np.array([item], numbers_of(cover)).tobytes()
            waiting += [after for after, *_ in children[item]][::-1]
        else:
            yield from pieces


def numbers_of(cover: Cover) -> np.dtype[Any]:
    """The type of the numbers in the file."""
    return np.dtype(np.uint8 if cover.n_items < 256 else ">u2")


# ---- replaying


class Replayed:
    """The compiled twin of `checker.search.count`. `numbers`: pieces of the certificate, in order."""

    def __init__(self, cover: Cover, numbers: Iterator[np.ndarray], tree: bool, effort: WorkBudget) -> None:
        self.cover, self.numbers, self.tree, self.effort = cover, numbers, tree, effort
        self.search = CoverSearchState.of(cover, True)
        self.steps = np.zeros(0, np.uint16)

    def count(self, state: int) -> int:
        """The number of solutions from the state on. Raises Refused, CertificateTooLarge, WorkExceeded."""
        at, frames = self.search.at, self.search.frames
        self.search.begin(self.cover, state)
        while True:
            at[kernels.SPENT], at[kernels.MOST] = self.effort.spent, self.effort.most
            ended = kernels.replay(*self.arguments)
            self.effort.reached(at[kernels.SPENT])
            match ended:
                case kernels.DONE:
                    return int(frames.high[0]) << WORD | int(frames.low[0])
                case kernels.TABLE_FULL:
                    self.search = self.search.grown()
                case kernels.STALE:
                    self.search = self.search.emptied()
                case kernels.MORE:
                    self.steps = next(self.numbers, np.zeros(0, np.uint16)).astype(np.uint16)
                    at[kernels.STEPS] = 0
                    if not len(self.steps):
                        raise Refused("the certificate ends before the search does")
                case kernels.WRONG:
                    raise Refused("the certificate branches on an item that is covered, or no item")
                case _:
                    raise Refused("more solutions than 128 bits can count: use the checker itself")

    @property
    def arguments(self) -> tuple[Any, ...]:
        """Of `kernels.replay`."""
        search = self.search
        return search.tables, self.tree, search.frames, search.memo, search.at, self.steps, search.left

    @property
    def ended(self) -> bool:
        """Are all numbers used?"""
        return self.search.at[kernels.STEPS] >= len(self.steps) and not any(map(len, self.numbers))


def replayed(
    cover: Cover,
    numbers: Iterator[np.ndarray],
    tree: bool,
    anchor: int,
    group: Sequence[Permutation],
    effort: WorkBudget | None = None,
) -> int:
    """The result of `checker.search.total`, compiled. Raises Refused, WorkExceeded."""
    begins = roots(cover, anchor, group)
    try:
        twin = Replayed(cover, numbers, tree, effort or free())
        total = sum(size * twin.count(state) for size, state in begins)
    except CertificateTooLarge:
        raise Refused("more states than the compiled checker can hold: use the checker itself") from None
    if not twin.ended:
        raise Refused("the certificate goes on when the search has ended")
    return total


# ---- compiling


def smallest() -> Cover:
    """A cover of one item, for compiling."""
    item = frozenset({0})
    return Cover(1, item, item, item, (((0,), -1),))


def works() -> list[Work]:
    """The kernels of every certificate of a cover."""
    search = CoverSearchState.of(smallest(), False)
    arguments = _search_arguments(search, np.zeros(1, np.int64), 0, -1, np.empty(1, np.uint16))
    return [Work(kernels.search, arguments), following(), remembering()]


def remembering() -> Work:
    """The kernel by which a memo grows."""
    width = _width(smallest())
    memo = _memo(SMALL, width, True)
    return Work(kernels.rehash, (memo, memo, width))


def following() -> Work:
    """The kernel that checks a certificate of a cover."""
    return Work(kernels.replay, Replayed(smallest(), iter(()), False, free()).arguments)
