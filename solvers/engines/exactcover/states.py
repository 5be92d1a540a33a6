"""The states of a frontier: what matters of the options chosen for the items passed so far; and counting by
Python's own numbers, which takes less than to load compiled loops where the states are few.

A state says which items are covered, how many options of each counted group are chosen, which clauses are
met. States are compared as a whole, never by a hash.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.exactcover.quotient import CountingProblem, Option, Use, uses

WORD = 64
Move = tuple[int, int, int]  # bits that have to be free, the amount to add, bits to set


PLAINLY = 0.3e-6  # seconds to try a move by Python, measured


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


class StateLayout:
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


@dataclass(frozen=True)
class Pass:
    """The step of an item: the moves of the options of which it is the first item; then what matters no more.

    A state needs the bits `must`, and in each of the `fields`, given by its mask, at least this value.
    """

    item: int
    moves: Sequence[Move]
    must: int
    clear: int
    fields: Sequence[tuple[int, int]]


def passes(problem: CountingProblem, order: Sequence[int], layout: StateLayout) -> Iterator[Pass]:
    """The steps, one for each item of the order."""
    place = {item: p for p, item in enumerate(order)}
    moves: list[list[Move]] = [[] for _ in order]
    last: dict[Use, int] = {}
    for option in problem.options:
        first = min(place[i] for i in option.items if i in place)
        moves[first].append(layout.move(option))
        for use in uses(option):
            last[use] = max(last.get(use, -1), first)
    ends: list[list[Use]] = [[] for _ in order]
    for use, end in last.items():
        ends[max(end, place.get(use[1], -1)) if use[0] == "item" else end].append(use)
    for item, possible, settled in zip(order, moves, ends, strict=True):
        items = [n for kind, n in settled if kind == "item"]
        clauses = sum(1 << (layout.clauses + n) for kind, n in settled if kind == "clause")
        must = sum(1 << n for n in items if n < problem.n_primary) | clauses
        fields = [layout.fields[n] for kind, n in settled if kind == "group"]
        yield Pass(item, possible, must, must | sum(1 << n for n in items), fields)


def count_plainly(problem: CountingProblem, order: Sequence[int], deadline: Deadline, effort: Effort) -> int:
    """The number of solutions. Raises TooMuch as soon as the states so far let expect more than the effort,
    and Interrupted.
    """
    layout = StateLayout(problem)
    states = {layout.start: 1}
    for number, step in enumerate(passes(problem, order, layout)):
        deadline.check()
        seconds = PLAINLY * len(states) * (1 + len(step.moves))
        effort.spent += seconds
        if effort.spent + seconds * (len(order) - number - 1) > effort.seconds:
            raise TooMuch
        states = _passed(step, states, layout.guards)
    return sum(states.values())


def _passed(step: Pass, states: dict[int, int], guards: int) -> dict[int, int]:
    """The states after the step, with the ways to each."""
    reached: defaultdict[int, int] = defaultdict(int)
    keep = ~(step.clear | sum(mask for mask, _ in step.fields))
    for state, ways in states.items():
        if state >> step.item & 1:
            following = [state]
        else:
            made = [(state + amount) | marks for free, amount, marks in step.moves if not state & free]
            following = [after for after in made if not after & guards]
        for after in following:
            if not step.must & ~after and all(after & mask >= least for mask, least in step.fields):
                reached[after & keep] += ways
    return reached
