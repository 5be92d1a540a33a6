"""The rules of one argument together, all of them kept: which of its facts can it do without?

A solver that takes at-most-one constraints as they are, with no more variables than the rules have, answers
some times as quickly as that of the whole theory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count

from zenkai_solver.models.csp import AtMostOne, Clause, Constraint, Lit
from zenkai_solver.solvers.engines.sat.slices import satisfiable
from zenkai_solver.solvers.explaining.needs import leaving_out
from zenkai_solver.solvers.explaining.plain import Counting
from zenkai_solver.solvers.explaining.theory import Theory

FEW = 6  # facts: below it the solver of the whole theory is as quick as to make one


class Joint:
    """Facts are assumed until they are kept. A context manager, as `Oracle` is."""

    def __init__(self, parts: Sequence[Counting], name: str, look: Callable[[], None]) -> None:
        from pysat.solvers import Solver  # slow to import

        self._look, self._solver = look, Solver(name=name)
        variables = dict.fromkeys(map(abs, chain.from_iterable(part.lits for part in parts)))
        self._number = dict(zip(variables, count(1)))
        self._number |= {-var: -new for var, new in self._number.items()}
        for part in parts:
            self._state(part)

    def _state(self, part: Counting) -> None:
        own = self._own(part.lits)
        if not isinstance(part, AtMostOne):
            self._solver.add_clause(own)
        if not isinstance(part, Clause) and len(own) > 1:
            self._solver.add_atmost(own, 1)

    def _own(self, lits: Iterable[Lit]) -> list[Lit]:
        return list(map(self._number.__getitem__, lits))

    def __enter__(self) -> Joint:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._solver.delete()

    def knows(self, lits: Iterable[Lit]) -> bool:
        return all(lit in self._number for lit in lits)

    def refuse(self, lits: Sequence[Lit]) -> None:
        """Not all of them are true."""
        if lits:
            self._solver.add_clause(self._own(-lit for lit in lits))

    def fits(self, lits: Iterable[Lit]) -> bool:
        """Do they fit with the rules and what is kept? Raises Interrupted."""
        return satisfiable(self._solver, self._look, self._own(lits))

    def core(self, lits: Iterable[Lit]) -> list[Lit]:
        """After `fits` was false: those of the literals that do not fit."""
        used = set(self._solver.get_core() or ())
        return [lit for lit in lits if self._number[lit] in used]

    def keep(self, lit: Lit) -> None:
        """From now on it is true."""
        self._solver.add_clause(self._own([lit]))

    def needed(self, facts: Sequence[Lit]) -> list[Lit]:
        """Of facts that do not fit some without any one of which they would."""
        left, kept = leaving_out(fact for fact in facts if fact in self._number), set[Lit]()
        while left:
            fact = left.pop(0)
            if self.fits(left):
                kept.add(fact)
                self.keep(fact)
            else:
                left = self.core(left)
        return [fact for fact in facts if fact in kept]

    def unneeded(self, facts: Sequence[Lit]) -> Iterator[Lit]:
        """The facts that the others can do without."""
        yield from (fact for fact in facts if fact not in self._number)
        left, spare = sorted(fact for fact in facts if fact in self._number), list[Lit]()
        while left:  # those that are so first: to keep them settles most
            fact = left.pop()
            if self.fits(left + spare):
                self.keep(fact)
            else:
                spare.append(fact)
                yield fact


class Joints:
    """Makes them, by the solver of that name, which must take at-most-one constraints."""

    def __init__(self, theory: Theory, name: str, look: Callable[[], None]) -> None:
        self.theory, self._name, self._look = theory, name, look
        self._kept: dict[int, tuple[Counting, ...]] = {}

    def of(self, rules: Sequence[int], facts: Sequence[Lit], follows: Sequence[Lit]) -> Joint | None:
        """Of an argument's rules, where not all of what follows is true. None where it is of no use: for few
        facts, for one rule, or for rules that are stated otherwise, that other axioms bear on, or that do not
        speak of what follows.
        """
        if len(facts) < FEW or len(rules) < 2:
            return None
        parts = list(map(self._stated, rules))
        if not all(parts):
            return None
        own = Joint(list(dict.fromkeys(chain.from_iterable(parts))), self._name, self._look)
        if not own.knows(follows):
            own.close()
            return None
        own.refuse(follows)
        return own

    def _stated(self, rule: int) -> tuple[Counting, ...]:
        """The constraints of the rule, and its axioms; () where they cannot be stated."""
        if rule not in self._kept:
            axioms = self.theory.apart(rule)
            self._kept[rule] = () if axioms is None else _plain((*axioms, *self.theory.parts[rule]))
        return self._kept[rule]


def _plain(parts: Sequence[Constraint]) -> tuple[Counting, ...]:
    found = tuple(part for part in parts if isinstance(part, Counting))
    able = len(found) == len(parts) and all(len(set(part.lits)) == len(part.lits) for part in found)
    return found if able else ()
