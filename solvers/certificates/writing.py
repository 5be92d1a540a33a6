"""Writing the certificate of a cover: one compiled search, in the order that the checker will follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import inf
from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.certificates.effort import Effort, free
from zenkai_solver.solvers.certificates.kernels import cover as kernels
from zenkai_solver.solvers.checker.cover import FIELD, Cover, Permutation, roots
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.kernels.clock import look
from zenkai_solver.solvers.kernels.jit import Work

WORD = 64
WIDE = 16  # bits of the sum of a group in the kernels
COUNT = 2  # words of a number of solutions
LINE = 64  # bytes of a cache line
PART, FAR = 1 / 64, 2  # of MOST_BYTES: see `_hopeless`
SMALL = 1 << 12  # states that a table begins with
MOST_BYTES = 1 << 30  # of one table of states
MOST_OPTIONS = 1 << 14  # of which each has those that do not fit beside it as bits
AT_ONCE = 1 << 16  # states between two looks at the clock
FEWEST = 1 << 40  # `Search.near` for the fewest options, wherever they are
NARROW, WIDE_NEAR = 20, 200  # `Search.near` of a narrow frontier, and what is better without one


class TooLarge(Exception):
    """More states than may be remembered."""


@dataclass(frozen=True)
class Search:
    """How the states are searched: `order` of the items. `near`: see `kernels.search`."""

    order: tuple[int, ...]
    near: int

    @property
    def alone(self) -> Search:
        """For states that are remembered apart, of which fewer meet again unless the frontier is narrow."""
        return self if self.near < NARROW else replace(self, near=WIDE_NEAR)


def holders(cover: Cover) -> list[list[int]]:
    """The options of each item."""
    found: list[list[int]] = [[] for _ in range(cover.n_items)]
    for o, (items, _) in enumerate(cover.options):
        for item in items:
            found[item].append(o)
    return found


@lru_cache(maxsize=1)  # the cubes of a run ask for the same one, and it takes longer than a small search
def tables(cover: Cover) -> kernels.Tables:
    """The cover as arrays, which are not written to."""
    words = (cover.n_items + WORD - 1) // WORD
    lists = holders(cover)
    mask = np.array([_words(items, words) for items, _ in cover.options], np.uint64).reshape(-1, words)
    shares = [share for _, adds in cover.options for share in adds]
    once = _words(cover.once, words)
    return kernels.Tables(
        clash=mask & once,
        mask=mask,
        more=_added(cover),
        begin=np.cumsum([0, *(len(adds) for _, adds in cover.options)], dtype=np.int64),
        groups=np.array([group for group, _ in shares], np.int64),
        amounts=np.array([amount for _, amount in shares], np.int64),
        most=np.array([hi for _, hi in cover.groups], np.int64),
        least=np.array([lo for lo, _ in cover.groups], np.int64),
        first=np.cumsum([0, *map(len, lists)], dtype=np.int64),
        lists=np.array([o for own in lists for o in own], np.int64),
        once=once,
        must=_words(cover.must, words),
        cells=_words(cover.cells, words),
        looks=np.array([2 + len(items) // 4 for items, _ in cover.options], np.int64),
        word=cover.word,
    )


def _added(cover: Cover) -> np.ndarray:
    """`kernels.Tables.more`."""
    found = np.zeros((len(cover.options), _group_words(cover)), np.uint64)
    for o, (_, adds) in enumerate(cover.options):
        for group, amount in adds:
            found[o, group // kernels.FIELDS] |= np.uint64(amount << WIDE * (group % kernels.FIELDS))
    return found


def _words(items: Any, words: int) -> np.ndarray:
    bits = sum(1 << item for item in items)
    return np.frombuffer(bits.to_bytes(8 * words, "little"), "<u8").astype(np.uint64)


def _row(cover: Cover, state: int, width: int) -> np.ndarray:
    """The checker's state as the kernels have it."""
    words = (cover.n_items + WORD - 1) // WORD
    items, numbers = state % (1 << cover.n_items), (state - cover.start) >> cover.n_items
    groups = sum((numbers >> FIELD * g) % (1 << FIELD) << WIDE * g for g in range(len(cover.groups)))
    bits = items | groups << WORD * words
    return np.frombuffer(bits.to_bytes(8 * width, "little"), "<u8").astype(np.uint64)


def _frames(width: int, cover: Cover, counts: bool) -> kernels.Frames:
    depths = cover.n_items + 2  # each step covers an item
    ways = len(cover.options) + depths  # an option is a way at one depth only: it does not fit below
    numbers = np.zeros(depths if counts else 0, np.uint64)
    return kernels.Frames(
        np.zeros((depths, width), np.uint64),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.int64),
        numbers,
        numbers.copy(),
        np.zeros(depths, np.int64),
        np.zeros(ways, np.int64),
        np.zeros(ways, np.uint64),
    )


def _memo(size: int, width: int, counts: bool) -> kernels.Memo:
    """An empty table whose rows do not cross more cache lines than they must. Raises TooLarge."""
    if size * 8 * (width + COUNT) > MOST_BYTES:  # what is written can be replayed
        raise TooLarge
    words = width + COUNT if counts else width
    flat = np.zeros(size * words + LINE // 8, np.uint64)
    begin = -flat.ctypes.data % LINE // 8
    return kernels.Memo(flat[begin : begin + size * words].reshape(size, words))


def _larger(memo: kernels.Memo, width: int) -> kernels.Memo:
    size, counts = len(memo.rows), memo.rows.shape[1] > width
    try:
        new = _memo(4 * size, width, counts)
    except TooLarge:
        new = _memo(2 * size, width, counts)
    for begin in range(0, size, AT_ONCE):
        look()
        kernels.again(kernels.Memo(memo.rows[begin : begin + AT_ONCE]), new, width)
    return new


def _width(cover: Cover) -> int:
    return (cover.n_items + WORD - 1) // WORD + _group_words(cover)


def _group_words(cover: Cover) -> int:
    return (len(cover.groups) + kernels.FIELDS - 1) // kernels.FIELDS


def steps(
    cover: Cover,
    how: Search,
    starts: Iterable[int],
    deadline: Deadline = NEVER,
    apart: int = -1,
    most: float = inf,
) -> Iterator[bytes]:
    """The certificate's numbers from these states on, as bytes, piece by piece.

    `apart`: see `kernels.search`; `most`: states, roughly. Raises TooLarge, Interrupted.
    """
    own = _arguments(cover, how, apart)
    kind, begins = numbers_of(cover), [*starts]
    for turn, start in enumerate(begins):
        deadline.check()
        _begin(cover, start, own.frames, own.left)
        own.at[kernels.DEPTH], own.at[kernels.ENTERED] = 0, 1
        while True:
            ended = kernels.search(*own)
            if own.at[kernels.OUT]:
                yield own.out[: own.at[kernels.OUT]].astype(kind).tobytes()
                own.at[kernels.OUT] = 0
            if ended == kernels.DONE:
                break
            if own.at[kernels.USED] > most:
                raise TooLarge
            if ended == kernels.TABLE_FULL:
                if apart < 0 and _hopeless(own, turn / len(begins), 1 / len(begins)):
                    raise TooLarge
                own = own._replace(memo=_larger(own.memo, _width(cover)))
            if ended == kernels.STALE:
                own = own._replace(memo=_memo(SMALL, _width(cover), False))
                own.at[kernels.USED] = 0
            deadline.check()


def _hopeless(own: _Arguments, done: float, share: float) -> bool:
    """Would the table be far too large at the end? Looked at when a part of it is full.

    `share`: of the search, that of the state it is at; of what comes before, `done` is done. Each way of a
    state is taken for as large as the others; they become smaller, since more states are known, so the guess
    is too high.
    """
    frames, size = own.frames, own.memo.rows.nbytes
    for depth in range(own.at[kernels.DEPTH]):
        begin, end = frames.end[depth - 1] if depth else 0, frames.end[depth]
        share /= max(1, end - begin)
        done += share * max(0, frames.at[depth] - begin - 1)
    return bool(size >= PART * MOST_BYTES and size > FAR * MOST_BYTES * done)


def steps_apart(
    cover: Cover, how: Search, starts: Iterable[int], deadline: Deadline = NEVER
) -> Iterator[bytes]:
    """The same where states are remembered apart, together below each state for which the memory suffices.

    Above these is a tree, of which a state is tried again with all that come after it.
    Raises TooLarge where there is no memory for even one state, Interrupted.
    """
    _arguments(cover, how)
    waiting = [*starts][::-1]
    while waiting:
        state = waiting.pop()
        if cover.worth(state) is not None:
            continue
        try:
            pieces = [*steps(cover, how, [state], deadline, apart=0)]
        except TooLarge:
            item = _fewest(cover, state)
            yield np.array([item], numbers_of(cover)).tobytes()
            waiting += [after for after, *_ in cover.after(cover.node(state), item)][::-1]
        else:
            yield from pieces


def _fewest(cover: Cover, state: int) -> int:
    """The cell that the fewest states follow."""
    left = (cell for cell in cover.cells if not state >> cell & 1)
    return min(left, key=lambda cell: (len(cover.after(cover.node(state), cell)), cell))


def numbers_of(cover: Cover) -> np.dtype[Any]:
    """How the numbers of a certificate are written."""
    return np.dtype(np.uint8 if cover.n_items < 256 else ">u2")


class _Arguments(NamedTuple):
    """Of `kernels.search`."""

    tables: kernels.Tables
    order: np.ndarray
    near: int
    apart: int
    frames: kernels.Frames
    memo: kernels.Memo
    at: np.ndarray
    out: np.ndarray
    nodes: int
    left: kernels.Left


def _arguments(cover: Cover, how: Search, apart: int = -1) -> _Arguments:
    t, width = tables(cover), _width(cover)
    memo, frames = _memo(SMALL, width, False), _frames(width, cover, False)
    at, out = np.zeros(kernels.N_AT, np.int64), np.empty(1 << 16, np.uint16)
    order = np.array(how.order, np.int64)
    return _Arguments(t, order, how.near, apart, frames, memo, at, out, AT_ONCE, _left(cover))


def fits(cover: Cover) -> bool:
    """Is there memory to search it at all?"""
    return (2 * cover.n_items + 2) * _words_of_options(cover) * 8 <= MOST_BYTES


def _words_of_options(cover: Cover) -> int:
    return kernels.BLOCK * max(1, -(-len(cover.options) // (WORD * kernels.BLOCK)))


def _left(cover: Cover) -> kernels.Left:
    """Raises TooLarge."""
    words = _words_of_options(cover)
    if not fits(cover):
        raise TooLarge
    covering, span, excluded, *sums = _bits(cover, words)
    depths = cover.n_items + 2
    items, number = np.zeros((depths, cover.n_items), np.uint16), np.zeros(depths, np.int64)
    alive = np.zeros((depths, words), np.uint64)
    return kernels.Left(alive, items, number, covering, span, excluded, *sums)


@lru_cache(maxsize=1)
def _bits(cover: Cover, words: int) -> tuple[np.ndarray, ...]:
    """What `kernels.Left` has besides the options of each depth."""
    block, lists = WORD * kernels.BLOCK, holders(cover)
    covering = np.array([_words(own, words) for own in lists], np.uint64).reshape(-1, words)
    ends = np.array([(own[0], own[-1] + block) if own else (0, 0) for own in lists], np.int64)
    span = ends // block * kernels.BLOCK
    few = len(cover.options) <= MOST_OPTIONS
    excluded = np.zeros((len(cover.options) if few else 0, words), np.uint64)
    for item in cover.once if few else ():
        excluded[lists[item]] |= covering[item]
    return covering, span, excluded, *_levels(cover, words)


def _levels(cover: Cover, words: int) -> tuple[np.ndarray, ...]:
    """`level`, `rising` and `members` of `kernels.Left`."""
    adding: list[dict[int, list[int]]] = [defaultdict(list) for _ in cover.groups]
    for o, (_, adds) in enumerate(cover.options):
        for group, amount in adds:
            adding[group][amount].append(o)
    rising = [sorted(own) for own in adding]
    so_much = [
        [o for amount, some in own.items() if amount >= level for o in some]
        for own, levels in zip(adding, rising, strict=True)
        for level in levels
    ]
    level = np.cumsum([0, *map(len, rising)], dtype=np.int64)
    members = np.array([_words(own, words) for own in so_much], np.uint64).reshape(-1, words)
    return level, np.array([*chain.from_iterable(rising)], np.int64), members


def _begin(cover: Cover, state: int, frames: kernels.Frames, left: kernels.Left) -> None:
    """The state and the options that fit it, at depth 0."""
    frames.state[0] = _row(cover, state, _width(cover))
    left.alive[0] = _words(
        (o for o, (clash, _, more) in enumerate(cover.moves) if not (state + more) & clash),
        left.alive.shape[1],
    )


class State(NamedTuple):
    """A search of a cover that remembers a number for each state, at its beginning."""

    tables: kernels.Tables
    frames: kernels.Frames
    memo: kernels.Memo
    watch: np.ndarray
    at: np.ndarray

    def grown(self) -> State:
        """With room for more states. Raises TooLarge."""
        return self._replace(memo=_larger(self.memo, self.frames.state.shape[1]))


def begun(cover: Cover) -> State:
    t, width = tables(cover), _width(cover)
    at = np.zeros(kernels.N_AT, np.int64)
    at[kernels.ENTERED] = 1
    return State(t, _frames(width, cover, True), _memo(SMALL, width, True), t.first[:-1].copy(), at)


def works() -> list[Work]:
    """What every certificate compiles."""
    one = frozenset({0})
    cover = Cover(1, one, one, one, (((0,), -1),))
    return [
        Work(kernels.search, tuple(_arguments(cover, Search((0,), 0)))),
        following(),
        remembering(),
    ]


def remembering() -> Work:
    """What a table of states compiles that becomes larger."""
    one = frozenset({0})
    width = _width(Cover(1, one, one, one, (((0,), -1),)))
    memo = _memo(SMALL, width, True)
    return Work(kernels.again, (memo, memo, width))


def following() -> Work:
    """What reading one compiles."""
    one = frozenset({0})
    twin = Replayed(Cover(1, one, one, one, (((0,), -1),)), iter(()), False, free())
    return Work(kernels.replay, twin.arguments)


class Replayed:
    """The compiled twin of `checker.search.count`: the numbers come piece by piece."""

    def __init__(self, cover: Cover, numbers: Iterator[np.ndarray], tree: bool, effort: Effort) -> None:
        self.cover, self.numbers, self.tree, self.effort = cover, numbers, tree, effort
        self.tables, width = tables(cover), _width(cover)
        self.memo = _memo(SMALL, width, True)
        self.frames = _frames(width, cover, True)
        self.at = np.zeros(kernels.N_AT, np.int64)
        self.at[kernels.APART] = -1
        self.left = _left(cover)
        self.steps = np.zeros(0, np.uint16)

    def count(self, state: int) -> int:
        """The number of solutions from the state on. Raises Refused, TooLarge, TooMuch."""
        at, frames = self.at, self.frames
        _begin(self.cover, state, frames, self.left)
        at[kernels.DEPTH], at[kernels.ENTERED] = 0, 1
        while True:
            at[kernels.SPENT], at[kernels.MOST] = self.effort.spent, self.effort.most
            ended = kernels.replay(*self.arguments)
            self.effort.reached(at[kernels.SPENT])
            match ended:
                case kernels.DONE:
                    return int(frames.high[0]) << WORD | int(frames.low[0])
                case kernels.TABLE_FULL:
                    self.memo = _larger(self.memo, frames.state.shape[1])
                case kernels.STALE:
                    self.memo, at[kernels.USED] = _memo(SMALL, frames.state.shape[1], True), 0
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
        return self.tables, self.tree, self.frames, self.memo, self.at, self.steps, self.left

    @property
    def ended(self) -> bool:
        """Are all numbers used?"""
        return self.at[kernels.STEPS] >= len(self.steps) and not any(map(len, self.numbers))


def replayed(
    cover: Cover,
    numbers: Iterator[np.ndarray],
    tree: bool,
    anchor: int,
    group: Sequence[Permutation],
    effort: Effort | None = None,
) -> int:
    """What `checker.search.total` says, compiled. Raises Refused, and TooMuch for more than the effort."""
    try:
        return _replayed(cover, numbers, tree, anchor, group, effort or free())
    except TooLarge:
        raise Refused("more states than the compiled checker can hold: use the checker itself") from None


def _replayed(
    cover: Cover,
    numbers: Iterator[np.ndarray],
    tree: bool,
    anchor: int,
    group: Sequence[Permutation],
    effort: Effort,
) -> int:
    begins = roots(cover, anchor, group)
    twin = Replayed(cover, numbers, tree, effort)
    found = sum(size * twin.count(state) for size, state in begins)
    if not twin.ended:
        raise Refused("the certificate goes on when the search has ended")
    return found
