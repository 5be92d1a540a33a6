"""The number of solutions of a connected problem, by dynamic programming over its frontier.

The items are passed in one order. A state is all that matters of the options chosen for earlier items: which
items are covered, how many options of each counted group are chosen, which clauses are met. States are
compared as a whole, never by a hash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.exactcover.kernels import frontier as kernel
from zenkai_solver.solvers.engines.exactcover.quotient import CountingProblem, Option, Use, uses
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.ways import (
    LONGER,
    FrontierTable,
    larger,
    number_of,
    reindex,
    size_of,
    table,
)

WORD = 64
MAX_BYTES = 1 << 28  # of two tables of states; above it the count is given up
AT_ONCE = 1 << 14  # states between two looks at the clock
TRIED, ADDED = 4e-9, 120e-9  # seconds to test whether a move fits a state, and to make it, measured
SMALL = 1 << 10  # states a table begins with


class TooMuch(Exception):
    """The count would cost more than it may."""


@dataclass
class Effort:
    """What counting may cost: `seconds` in all, and `states` at a time.

    The seconds `spent` are computed from the numbers of states, not by the clock, so that the same counts are
    given up on every machine. A count is given up once an eighth is spent, unless the end is near.
    """

    seconds: float = inf
    states: int | None = None
    spent: float = 0.0
    closer: Callable[[], float] | None = None  # a better value of `seconds`, once a tenth is spent

    def check(self, states: int) -> None:
        """Raises TooMuch."""
        if self.states is not None and states > self.states:
            raise TooMuch

    def pays(self, last: float, steps_left: int) -> bool:
        """Is it worth going on, after `last` seconds in the present step, with `steps_left` steps to come?"""
        if self.closer is not None and self.spent > self.seconds / 10:
            self.seconds, self.closer = self.closer(), None
        return self.spent <= self.seconds / 8 or self.spent + last * steps_left / 2 <= self.seconds


class _Layout:
    """The bits of a state: one for each item, then one for each clause, then a field for each counted group.

    A field of k bits begins with the value 2^k - 1 - hi, so that a count above hi carries into the guard bit
    above it. No field crosses the end of a word, since words are added one by one.
    """

    def __init__(self, problem: CountingProblem) -> None:
        self.clauses = 1 + max((i for o in problem.options for i in o.items), default=0)
        shift = self.clauses + problem.clauses
        self.start = self.guards = 0
        self.shifts: list[int] = []
        self.fields: list[tuple[int, int]] = []
        for group, (lo, hi) in enumerate(zip(problem.lo, problem.hi, strict=True)):
            most = sum(option.gains.get(group, 0) for option in problem.options)
            width = most.bit_length() + 1
            if shift % WORD + width >= WORD:
                shift += -shift % WORD
            top = (1 << width) - 1 - min(hi, most)
            self.shifts.append(shift)
            self.start |= top << shift
            self.guards |= 1 << (shift + width)
            self.fields.append((((1 << (width + 1)) - 1) << shift, (top + lo) << shift))
            shift += width + 1
        self.words = -(-shift // WORD)

    def move(self, option: Option) -> tuple[int, int, int]:
        """Bits that have to be free, the amount to add, bits to set."""
        items = sum(1 << i for i in option.items)
        gains = sum(gain << self.shifts[g] for g, gain in option.gains.items())
        return items, items + gains, sum(1 << (self.clauses + c) for c in option.clauses)

    def rows(self, numbers: Sequence[int]) -> np.ndarray:
        """uint64[number, words], the lowest word first."""
        data = b"".join(number.to_bytes(8 * self.words, "little") for number in numbers)
        return np.frombuffer(data, "<u8").astype(np.uint64).reshape(len(numbers), self.words)

    def row(self, number: int) -> np.ndarray:
        return np.asarray(self.rows([number])[0])


def _steps(problem: CountingProblem, order: Sequence[int], layout: _Layout) -> list[kernel.Step]:
    """The steps, one for each item of the order; an option is a move of its first item."""
    place = {item: p for p, item in enumerate(order)}
    moves: list[list[tuple[int, int, int]]] = [[] for _ in order]
    last: dict[Use, int] = {}
    for option in problem.options:
        first = min(place[i] for i in option.items if i in place)
        moves[first].append(layout.move(option))
        for use in uses(option):
            last[use] = max(last.get(use, -1), first)
    ends: list[list[Use]] = [[] for _ in order]
    for use, end in last.items():
        ends[max(end, place.get(use[1], -1)) if use[0] == "item" else end].append(use)
    return [_step(problem, layout, *at) for at in zip(order, moves, ends, strict=True)]


def _step(
    problem: CountingProblem,
    layout: _Layout,
    item: int,
    moves: Sequence[tuple[int, int, int]],
    settled: Sequence[Use],
) -> kernel.Step:
    """The step of an item with these moves, after which the `settled` items, clauses and groups matter
    no more.
    """
    items = [n for kind, n in settled if kind == "item"]
    clauses = sum(1 << (layout.clauses + n) for kind, n in settled if kind == "clause")
    must = sum(1 << n for n in items if n < problem.n_primary) | clauses
    fields = [layout.fields[n] for kind, n in settled if kind == "group"]
    words = [((mask & -mask).bit_length() - 1) // WORD for mask, _ in fields]
    within = [(mask >> WORD * j, least >> WORD * j) for j, (mask, least) in zip(words, fields, strict=True)]
    free, amount, marks = (layout.rows([move[part] for move in moves]) for part in range(3))
    return kernel.Step(
        item=layout.row(1 << item),
        free=free,
        amount=amount,
        marks=marks,
        guards=layout.row(layout.guards),
        must=layout.row(must),
        clear=layout.row(must | sum(1 << n for n in items)),
        word=np.array(words, np.int64),
        mask=np.array([mask for mask, _ in within], np.uint64),
        least=np.array([least for _, least in within], np.uint64),
    )


def count_connected(
    problem: CountingProblem, order: Sequence[int], deadline: Deadline, effort: Effort
) -> int:
    """The number of solutions. Raises TooMuch, Interrupted."""
    layout = _Layout(problem)
    keys, ways = layout.rows([layout.start]), np.ones((1, 1), np.uint64)
    for number, step in enumerate(_steps(problem, order, layout), start=1):
        keys, ways = _advanced(step, keys, ways, len(order) - number, deadline, effort)
    return number_of(ways)


def _advanced(
    step: kernel.Step,
    keys: np.ndarray,
    ways: np.ndarray,
    steps_left: int,
    deadline: Deadline,
    effort: Effort,
) -> tuple[np.ndarray, np.ndarray]:
    """The states after the step, and the ways to each. Raises TooMuch, Interrupted."""
    before = effort.spent
    reached = _room(max(SMALL, 2 * len(step.free)), ways.shape[1], keys.shape[1])
    at = used = 0
    while at < len(keys):
        deadline.check()
        began, end = at, min(len(keys), at + AT_ONCE)
        at, used, added = kernel.advance(step, keys, ways, at, end, reached, used)
        effort.spent += ADDED * added + TRIED * (at - began) * len(step.free)
        effort.check(used)
        if not effort.pays(effort.spent - before, steps_left):
            raise TooMuch
        if used == LONGER:
            longer = np.pad(ways, ((0, 0), (0, 1)))
            return _advanced(step, keys, longer, steps_left, deadline, effort)
        if at < end:
            reached = _larger(reached, used)
    return reached.keys[:used].copy(), reached.ways[:used].copy()


def works() -> list[Work]:
    """The kernels that counting needs."""
    problem = CountingProblem(1, (Option((0,), {}, ()),), (), (), 0)
    layout, reached = _Layout(problem), _room(1, 1, 1)
    [step] = _steps(problem, [0], layout)
    keys, ways = layout.rows([layout.start]), np.ones((1, 1), np.uint64)
    return [
        Work(kernel.advance, (step, keys, ways, 0, 1, reached, 0)),
        Work(reindex, (reached, 0)),
    ]


def _room(states: int, limbs: int, words: int) -> FrontierTable:
    return table(1 << (states - 1).bit_length(), words, limbs)


def _larger(reached: FrontierTable, used: int) -> FrontierTable:
    if size_of(2 * len(reached.keys), reached.keys.shape[1], reached.ways.shape[1]) > MAX_BYTES:
        raise TooMuch
    return larger(reached, used)
