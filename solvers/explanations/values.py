"""Which values each cell has in some solution, asked again and again while givens come and go.

Solutions that were found stay. Those that agree with the givens answer most of a question at once; their
images under turns of the board and renamings of the labels are tried, too. Further ones are looked for near
them: a part of a solution is kept, the rest has to show a new value, and after a few conflicts another part
is tried (large neighbourhood search: P. Shaw, CP 1998); ways that bring more are chosen more often. What is
left after that is asked for as a whole: there is a solution with one of these values, or none is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import inf
from random import Random

import numpy as np

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import EMPTY, TRANSFORMS, Cell
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.engines.sat.cutting import CutSolver
from zenkai_solver.solvers.engines.sat.slices import SLICE, SOLVER
from zenkai_solver.solvers.explanations.oracle import Enough, solver_of
from zenkai_solver.solvers.explanations.theory import Theory

Value = tuple[Cell, str]  # a cell with its label, EMPTY for none
MOST = 2_000  # solutions that are kept
MOST_STRANGE = 200  # of another theory
MOST_LABELS = 16  # that are shifted
DOUBTED = 3  # solutions of another theory that are none of this one, before the others are left
SHORT = 50  # conflicts of a try near a solution
PATIENCE = 40  # tries without a new value, before all that are left are asked for as a whole
KEPT = (0.2, 0.5)  # the share of a solution's parts that is kept
LATEST = 20  # solutions, near which further ones are looked for
PRICE = 50  # conflicts that a try costs besides its own
FEW = (4, 5, 9)  # labels of a first solution, where there are more
BOX = 3  # rows and columns

PARTS: Mapping[str, Callable[[Value], object]] = {  # values of the same part are kept together
    "all": lambda value: 0,  # so that nothing is kept
    "cells": lambda value: value[0],
    "rows": lambda value: value[0][0],
    "columns": lambda value: value[0][1],
    "labels": lambda value: value[1],
    "boxes": lambda value: (value[0][0] // BOX, value[0][1] // BOX),
    "bands": lambda value: (value[0][0] // BOX, value[1]),
}


@dataclass(frozen=True)
class KnownValues:
    """`seen`: the values of some solution; `open`: those of which it is not known; `several`: has the puzzle
    two solutions, None where that is not known.
    """

    seen: frozenset[Value]
    open: frozenset[Value] = frozenset()
    several: bool | None = None


class Boards:
    """A SAT solver of a theory, whose assignments are read as rows of bits: the truth of `lits`, of which the
    first are those of `values`, and the others the deciding facts. Its memory is that of `close`. Raises
    Unsupported, Interrupted.
    """

    def __init__(self, theory: Theory, deadline: Deadline) -> None:
        self.deadline = deadline
        self._most = inf  # conflicts
        clausal = theory.within(deadline)
        self._top = clausal.top
        self._solver = solver_of(SOLVER, clausal.top, clausal.axioms)
        self._search = CutSolver(self._solver, self._look, sparse=True)
        self._search.watch(clausal.axiom_cuts)
        for clauses, cuts in zip(clausal.rules, clausal.cuts, strict=True):
            self._solver.append_formula(clauses)
            self._search.watch(cuts)
        stated = dict(self._stated(theory))
        self.values = [*stated]
        self.lits = np.array([*stated.values(), *sorted(theory.deciding)], np.int64)

    def close(self) -> None:
        self._solver.delete()

    def _stated(self, theory: Theory) -> Iterator[tuple[Value, Lit]]:
        """Each value with a literal that is true where the cell has it; no EMPTY that propagation refutes."""
        for cell, bearing in sorted(theory.bearing.items()):
            for label, variables in bearing.items():
                yield (cell, label), self._either(variables)
            none = -self._either([var for variables in bearing.values() for var in variables])
            if EMPTY not in bearing and self._solver.propagate([none])[0]:
                yield (cell, EMPTY), none

    def _either(self, lits: Sequence[Lit]) -> Lit:
        """A literal that is true where one of the literals is."""
        if len(lits) == 1:
            return lits[0]
        either = self.fresh()
        self._solver.append_formula([(-either, *lits), *((either, -lit) for lit in lits)])
        return either

    def fresh(self) -> Lit:
        self._top += 1
        return self._top

    def guarded(self, lits: Collection[Lit]) -> Lit:
        """A literal which, when assumed, requires one of the literals."""
        guard = self.fresh()
        self._solver.add_clause([-guard, *lits])
        return guard

    def never(self, lit: Lit) -> None:
        """The literal is false from now on."""
        self._solver.add_clause([-lit])

    def prefer(self, lits: Collection[Lit]) -> None:
        self._solver.set_phases(list(lits))

    @property
    def conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def _look(self) -> None:
        self.deadline.check()
        if self.conflicts > self._most:
            raise Enough

    def fits(self, lits: Sequence[Lit], conflicts: float = inf) -> bool | None:
        """Are they true in some solution? None if so many conflicts do not tell. Raises Interrupted."""
        self._most, self._search.conflicts = self.conflicts + conflicts, int(min(conflicts, SLICE))
        try:
            return self._search.satisfiable(lits)
        except Enough:
            return None

    @property
    def row(self) -> np.ndarray:
        """After a question was answered by yes: the solution."""
        model = np.array(self._solver.get_model(), np.int64)
        signs: np.ndarray = (model[np.abs(self.lits) - 1] > 0) == (self.lits > 0)
        return signs

    def refuted(self, lits: Sequence[Lit]) -> np.ndarray:
        """Which of `lits` propagation from these makes false; all where it finds a contradiction."""
        good, derived = self._solver.propagate(list(lits))
        return np.isin(-self.lits, derived) if good else np.ones(len(self.lits), bool)


@dataclass
class Way:
    """A way to look near a solution, and what it has brought: `gain` new values for `cost` conflicts."""

    part_of: np.ndarray  # of each value
    parts: int
    gain: int = 10
    cost: int = PRICE

    @property
    def weight(self) -> float:
        return self.gain / self.cost


@dataclass
class Image:
    """Solutions become others, perhaps: value i has the bit of value origin[i]. `balance`: how often that was
    so, less how often not; below 0 it is no longer tried.
    """

    origin: np.ndarray
    balance: int = 0


@dataclass(frozen=True)
class FirstTry:
    """A try to find a solution with so many conflicts: the solver tries to have facts (1) or none (-1), and
    the literals `assumed` are true.
    """

    conflicts: float
    sign: int
    assumed: Sequence[Lit] = ()


@dataclass
class ValueQuestion:
    """Of a board with these givens, as numbers and literals: what is known, and the state of the search."""

    given: np.ndarray
    lits: list[Lit]
    rows: list[np.ndarray] = field(default_factory=list)  # solutions that have the givens
    open: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))  # values that may be possible
    guard: Lit | None = None  # that requires one of those
    tries: list[FirstTry] = field(default_factory=list)  # for a first solution
    imaged: int = 0  # rows whose images were tried
    failed: int = 0  # tries since the last new value


class Values:
    """What cells can be, of a theory without givens; `others`: solutions of a similar one are tried.

    A context manager. Raises Unsupported, Interrupted.
    """

    def __init__(self, theory: Theory, deadline: Deadline, others: Values | None = None) -> None:
        self.boards = Boards(theory, deadline)
        self.values = self.boards.values
        self._number = {value: i for i, value in enumerate(self.values)}
        self._cells = {cell for cell, _ in self.values}
        self._rows: list[np.ndarray] = []
        self._strange = others._translated(self._number) if others else []
        self._random = Random(0)
        self._ways = [self._way(part) for part in PARTS.values()]
        self._images = list(self._turned())
        self._question: ValueQuestion | None = None

    def __enter__(self) -> Values:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.boards.close()

    def _way(self, part: Callable[[Value], object]) -> Way:
        parts = [part(value) for value in self.values]
        number = {part: i for i, part in enumerate(dict.fromkeys(parts))}
        return Way(np.array([number[part] for part in parts], np.int64), len(number))

    # ---- what is asked

    def ask(self, given: Collection[Value], deadline: Deadline) -> KnownValues:
        """What is known of the values when the deadline is over, or all is known. The same question can be
        asked again, and goes on where it was.
        """
        self.boards.deadline = deadline
        if any(cell in self._cells and (cell, label) not in self._number for cell, label in given):
            return KnownValues(frozenset(), several=False)
        numbers = sorted(self._number[value] for value in given if value in self._number)
        if self._question is None or self._question.given.tolist() != numbers:
            self._question = self._begun(np.array(numbers, np.int64))
        question = self._question
        several = None
        try:
            self._search(question)
            several = self._several(question)
        except Interrupted:
            several = self._differ(question) or None
        seen = np.logical_or.reduce(
            [np.zeros(len(self.values), bool), *(self._shown(row) for row in question.rows)]
        )
        return KnownValues(self._named(seen), self._named(question.open), several)

    def _named(self, chosen: np.ndarray) -> frozenset[Value]:
        return frozenset(self.values[i] for i in np.flatnonzero(chosen))

    def _shown(self, row: np.ndarray) -> np.ndarray:
        return row[: len(self.values)]

    def _begun(self, given: np.ndarray) -> ValueQuestion:
        question = ValueQuestion(given, self.boards.lits[given].tolist())
        question.open = ~self._shown(self.boards.refuted(question.lits))
        for row in self._rows:
            self._take(question, row)
        return question

    def _take(self, question: ValueQuestion, row: np.ndarray) -> int:
        """Take the solution if it has the givens: how many of its values are new."""
        if not row[question.given].all():
            return 0
        question.rows.append(row)
        new = int((question.open & self._shown(row)).sum())
        if new:
            question.open &= ~self._shown(row)
            question.failed = 0
            self._release(question)
        return new

    def _release(self, question: ValueQuestion) -> None:
        if question.guard is not None:
            self.boards.never(question.guard)
        question.guard = None

    # ---- the search

    def _search(self, question: ValueQuestion) -> None:
        """Until nothing is open. Raises Interrupted."""
        self._adopt(question)
        if not question.rows and not (question.open.any() and self._first(question)):
            return
        while question.open.any():
            if question.imaged < len(question.rows):
                self._image(question, question.rows[question.imaged])
                question.imaged += 1
            elif question.failed < PATIENCE:
                self._near(question)
            elif not self._whole(question):
                return

    def _first(self, question: ValueQuestion) -> bool:
        """A solution; if there is none no value is possible. Some puzzles are easy if the solver tries to
        have facts, others if it tries to have none; of numbers that are areas, small ones are soon placed.
        """
        facts = np.abs(self._shown(self.boards.lits))
        question.tries = question.tries or self._tries()
        while question.tries:
            first = question.tries[0]
            self.boards.prefer((first.sign * facts).tolist())
            fits = self.boards.fits([*question.lits, *first.assumed], first.conflicts)
            question.tries.pop(0)
            if fits:
                self._found(question)
            if fits or (fits is not None and not first.assumed):
                question.tries.clear()
        question.open[:] &= bool(question.rows)
        return bool(question.rows)

    def _tries(self) -> list[FirstTry]:
        labels = sorted({label for _, label in self.values} - {EMPTY})
        few = [self._without(labels[most:]) for most in FEW if labels[max(FEW) :]]
        tries = [FirstTry(conflicts, sign) for conflicts, sign in product((2 * SHORT, SLICE, inf), (1, -1))]
        return [*(FirstTry(2 * SHORT, 1, assumed) for assumed in few), *tries]

    def _without(self, labels: Collection[str]) -> list[Lit]:
        """That no cell has one of the labels."""
        lits = self._shown(self.boards.lits).tolist()
        return [-lit for (_, label), lit in zip(self.values, lits, strict=True) if label in labels]

    def _whole(self, question: ValueQuestion) -> bool:
        """A solution with one of the open values; if there is none they are not possible."""
        if self.boards.fits([*question.lits, self._guard(question)]):
            self._found(question)
            return True
        question.open[:] = False
        return False

    def _guard(self, question: ValueQuestion) -> Lit:
        lits = self._shown(self.boards.lits)[question.open].tolist()
        self.boards.prefer(lits)
        if question.guard is None:
            question.guard = self.boards.guarded(lits)
        return question.guard

    def _near(self, question: ValueQuestion) -> None:
        """A try to find a solution with an open value near one that is known."""
        way = self._random.choices(self._ways, [way.weight for way in self._ways])[0]
        row = self._random.choice(question.rows[-LATEST:])
        number = round(way.parts * self._random.uniform(*KEPT))
        kept = np.zeros(way.parts, bool)
        kept[self._random.sample(range(way.parts), number)] = True
        held = self._shown(self.boards.lits)[self._shown(row) & kept[way.part_of]].tolist()
        before = self.boards.conflicts
        new = 0
        if self.boards.fits([*question.lits, self._guard(question), *held], SHORT):
            new = self._found(question)
        way.gain += new
        way.cost += PRICE + self.boards.conflicts - before
        question.failed = 0 if new else question.failed + 1

    def _found(self, question: ValueQuestion) -> int:
        """Take the solution that the solver has: how many new values it has."""
        row = self.boards.row
        self._rows = [*self._rows[-MOST:], row]
        return self._take(question, row)

    def _tried(self, question: ValueQuestion, values: np.ndarray) -> bool:
        """Take the solution with these values, if there is one."""
        fits = self.boards.fits(self._shown(self.boards.lits)[values].tolist(), SHORT)
        if fits:
            self._found(question)
        return bool(fits)

    # ---- images, and solutions of other theories

    def _image(self, question: ValueQuestion, row: np.ndarray) -> None:
        """Take its images that are solutions with the givens and a new value."""
        for image in self._images:
            values = self._shown(row)[image.origin]
            if image.balance >= 0 and values[question.given].all() and (values & question.open).any():
                image.balance += 1 if self._tried(question, values) else -1

    def _turned(self) -> Iterator[Image]:
        """Turns of the board with shifts and the reversal of labels; whether they keep the rules shows."""
        cells, labels = sorted(self._cells), sorted({label for _, label in self.values})
        at = {cell: i for i, cell in enumerate(cells)}
        numbers = np.array(
            [[self._number.get((cell, label), -1) for label in labels] for cell in cells], np.int64
        ).reshape(len(cells), len(labels))
        named = [i for i, label in enumerate(labels) if label != EMPTY]
        shifts = [named[k:] + named[:k] for k in range(len(named) if len(named) <= MOST_LABELS else 1)]
        far = (max((r for r, _ in cells), default=0), max((c for _, c in cells), default=0))
        for turn, order in product(TRANSFORMS.values(), [*shifts, named[::-1]]):
            down, right = (min(end, 0) for end in turn(far))
            goals = [at.get((y - down, x - right), -1) for y, x in map(turn, cells)]
            new = np.arange(len(labels))
            new[named] = order
            moved = numbers[goals][:, new]
            if -1 not in goals and ((moved < 0) == (numbers < 0)).all() and (moved != numbers).any():
                origin = np.zeros(len(self.values), np.int64)
                origin[moved[numbers >= 0]] = numbers[numbers >= 0]
                yield Image(origin)

    def _translated(self, number: Mapping[Value, int]) -> list[np.ndarray]:
        """The latest solutions whose values all have a number there, by these numbers."""
        to = np.array([number.get(value, -1) for value in self.values], np.int64)
        translated = []
        for row in self._rows[-MOST_STRANGE:]:
            numbers = to[np.flatnonzero(self._shown(row))]
            if (numbers >= 0).all():
                values = np.zeros(len(number), bool)
                values[numbers] = True
                translated.append(values)
        return translated

    def _adopt(self, question: ValueQuestion) -> None:
        """Take the solutions of the other theory that are solutions of this one, too."""
        balance = 0
        while self._strange and balance >= -DOUBTED:
            balance += 1 if self._tried(question, self._strange.pop()) else -1
        self._strange.clear()

    # ---- how many

    @staticmethod
    def _differ(question: ValueQuestion) -> bool:
        """Are two different solutions known?"""
        return any((row != question.rows[0]).any() for row in question.rows[1:])

    def _several(self, question: ValueQuestion) -> bool:
        if not question.rows or self._differ(question):
            return bool(question.rows)
        deciding = self.boards.lits[len(self.values) :]
        true = question.rows[0][len(self.values) :]
        guard = self.boards.guarded(np.where(true, -deciding, deciding).tolist())
        several = bool(self.boards.fits([*question.lits, guard]))
        if several:
            question.rows.append(self.boards.row)
        self.boards.never(guard)
        return several
