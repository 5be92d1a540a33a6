"""A hint: the next value that follows on a partly filled board, with the steps to it; or what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import Cell
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Overrun
from zenkai_solver.solvers.explanations.checking import StepChecker, check
from zenkai_solver.solvers.explanations.filled import PartlyFilled
from zenkai_solver.solvers.explanations.none import Core, why_none
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.possible import Stuck
from zenkai_solver.solvers.explanations.reasons import why
from zenkai_solver.solvers.explanations.search import StepSearch
from zenkai_solver.solvers.explanations.steps import SolvingStep, needed_steps
from zenkai_solver.solvers.explanations.theory import Theory
from zenkai_solver.solvers.explanations.trials import choice, pace


@dataclass(frozen=True)
class Hint:
    """The values `follows` are shown by the last of the steps, which all are needed."""

    follows: tuple[Lit, ...]
    steps: tuple[SolvingStep, ...]


@dataclass(frozen=True)
class Fault:
    """What is wrong on a board, in words, and the rules from which this follows; `what` is "" if these rules
    and the board do not fit together, and no value by itself is wrong.
    """

    what: str
    rules: tuple[int, ...]
    claim: str


def faults(theory: Theory, board: PartlyFilled, deadline: Deadline = NEVER) -> Iterator[Fault]:
    """The faults of a board: first values that are in no solution, each with the least set of rules and
    givens that refutes it, then cells without a mark that they need; rules are numbered as in `board.of`.

    Raises Interrupted.
    """
    every = range(len(theory.rules))
    bearing, name = theory.bearing, theory.name
    with Oracle(theory, deadline) as oracle:
        if oracle.fits(every):
            for entry in board.entries:
                lits = tuple(lit for clause in entry.clauses for lit in clause.lits)
                one_of = len(entry.clauses) == 1  # else the cell bears nothing: all of them hold
                if not (oracle.fits_with_one(every, (), lits) if one_of else oracle.fits(every, lits)):
                    yield _refuted(theory, entry.denial, [*map(abs, lits)], deadline)
    filled = theory.and_entries(board.entries)
    every = range(len(filled.rules))
    with Oracle(filled, deadline) as oracle:
        if oracle.fits(every):
            for cell, labels in board.marks.items():
                able = [var for label in labels for var in bearing[cell][label]]
                if not oracle.fits_with_one(every, (), able):
                    missing = [
                        label
                        for label, variables in bearing[cell].items()
                        if oracle.fits_with_one(every, (), variables)
                    ]
                    what = f"{name(cell)} needs the mark {' or '.join(missing)}"
                    yield _refuted(filled, what, able, deadline)
    for reason in why_none(board.of(theory), deadline=deadline):
        if isinstance(reason, Core):
            yield Fault("", reason.rules, reason.claim)


def _refuted(theory: Theory, what: str, variables: Sequence[int], deadline: Deadline) -> Fault:
    """The fault, which is that all of the variables are false, or that one of them is true."""
    because = why(theory, variables, deadline=deadline)
    return Fault(what, because.cores[0], because.claim)


def hint(
    theory: Theory, filled: frozenset[Cell] = frozenset(), deadline: Deadline = NEVER
) -> Hint | tuple[int, ...]:
    """The first value that the steps show of more than the `filled` cells, each step checked; what can be
    chosen (see `trials.choice`) if no more has the same value in all solutions.

    Raises Interrupted.
    """

    def is_new(lit: Lit) -> bool:
        cells = theory.facts[abs(lit)].cells
        return lit in search.values and not (cells and filled.issuperset(cells))

    def first(steps: Iterable[SolvingStep]) -> Hint | None:
        for step in steps:
            taken.append(step)
            check(checker, len(taken), step)
            if new := tuple(filter(is_new, step.follows)):
                return Hint(new, needed_steps(taken))
        return None

    taken: list[SolvingStep] = []
    paced = pace(theory, deadline, soon=True)
    with Oracle(theory, paced) as oracle, StepChecker(theory, deadline) as checker:
        search = StepSearch(theory, oracle, paced, soon=True)
        if not any(map(is_new, search.values.difference(search.start))):
            return choice(theory, search.goal)
        try:
            return first(search.told()) or choice(theory, search.goal)
        except Stuck:
            raise
        except Overrun:
            return first([search.tried()]) or choice(theory, search.goal)
