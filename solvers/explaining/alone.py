"""One rule by itself, with the axioms on its facts, in numbers of its own; rules that are alike share a
solver.

All rows, columns and boxes of a sudoku are one rule in other numbers, so are lines with the same blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from zenkai_solver.models.csp import Constraint, Lit, literals, renamed
from zenkai_solver.solvers.backend import Deadline
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.slices import satisfiable
from zenkai_solver.solvers.explaining.theory import PAIRWISE, Theory

Core = tuple[list[int], list[Lit]]

GUARD: Lit = 0  # no fact has this number


@dataclass(frozen=True)
class Small:
    """The constraints of a rule, and the axioms on their variables, these numbered 1, 2, ... to `size`."""

    rule: tuple[Constraint, ...]
    axioms: tuple[Constraint, ...]
    size: int


class Solver:
    """One of a small theory; its rule is kept where `on` is assumed. Close it after use."""

    def __init__(self, small: Small, name: str) -> None:
        from pysat import solvers  # slow to import

        self.fresh: Callable[[], int] = count(small.size + 1).__next__
        self.on = self.fresh()
        self.solver: Any = solvers.Solver(name=name)
        self.solver.append_formula([i, -i] for i in range(1, self.on + 1))
        for part in small.axioms:
            self.solver.append_formula(list(clauses(part, self.fresh, PAIRWISE)))
        for part in small.rule:
            self.solver.append_formula([(*lits, -self.on) for lits in clauses(part, self.fresh, PAIRWISE)])

    def close(self) -> None:
        self.solver.delete()


class Narrow:
    """An oracle of one rule, which answers as that of the whole theory does. `number` has both literals of
    each variable that bears on the rule.
    """

    def __init__(self, rule: int, number: Mapping[Lit, Lit], own: Solver, look: Callable[[], None]) -> None:
        self.rule, self._number, self._own, self._look = rule, number, own, look
        self._guard = 0

    def knows(self, lits: Iterable[Lit]) -> bool:
        return all(lit in self._number for lit in lits)

    def guarded(self, lits: Iterable[Lit]) -> Lit:
        """A literal; where it is assumed, one of the literals is true. Only the last one is of use."""
        self._guard = self._own.fresh()
        self._own.solver.add_clause([-self._guard, *map(self._number.__getitem__, lits)])
        return GUARD

    def fits(self, rules: Collection[int], lits: Collection[Lit] = ()) -> bool:
        """Facts that do not bear on the rule are passed over: they are true, as others are."""
        assumed = [self._own.on] if self.rule in rules else []
        assumed += [self._number[lit] for lit in lits if lit in self._number]
        if self._guard and GUARD in lits:
            assumed.append(self._guard)
        return satisfiable(self._own.solver, self._look, assumed)

    @property
    def core(self) -> Core:
        """Of the facts and the rule that were assumed."""
        core = set(self._own.solver.get_core() or ())
        return [self.rule] * (self._own.on in core), [lit for lit, own in self._number.items() if own in core]


class Narrows:
    """The narrow oracles of a theory, by the solver of that name. Close them after use."""

    def __init__(self, theory: Theory, name: str, deadline: Deadline) -> None:
        self.theory, self.name, self.deadline = theory, name, deadline
        self._found: dict[int, Narrow | None] = {}
        self._solvers: dict[Small, Solver] = {}

    def close(self) -> None:
        for solver in self._solvers.values():
            solver.close()

    def of(self, rule: int) -> Narrow | None:
        """None if it cannot be asked by itself; see `Theory.apart`."""
        if rule not in self._found:
            self._found[rule] = self._made(rule)
        return self._found[rule]

    def _made(self, rule: int) -> Narrow | None:
        parts, axioms = self.theory.parts[rule], self.theory.apart(rule)
        if axioms is None:
            return None
        variables = dict.fromkeys(abs(lit) for part in (*axioms, *parts) for lit in literals(part))
        number = {var: i for i, var in enumerate(variables, 1)}
        number |= {-var: -i for var, i in number.items()}
        small = Small(_renamed(parts, number), _renamed(axioms, number), len(variables))
        if small not in self._solvers:
            self._solvers[small] = Solver(small, self.name)
        return Narrow(rule, number, self._solvers[small], self.deadline.check)


def _renamed(constraints: Iterable[Constraint], number: Mapping[Lit, Lit]) -> tuple[Constraint, ...]:
    return tuple(renamed(part, number.__getitem__) for part in constraints)
