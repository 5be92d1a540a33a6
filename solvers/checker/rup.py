"""Counting the solutions of a formula: they are listed, and a resolution proof shows that there are no
others.

The header states the model: `once`, lists of variables of which at most one is true; clauses, lists of
literals; and a projection, a list of variables. The certificate is a list of numbers. The first is the number
of solutions, which follow: the true variables of each, then 0. All other variables are false; each is tested
against the model. A blocking clause then excludes it: some variable of the projection has another value.

The positions in the lists of `once` are numbered, and after them the clauses: those of the model, the
blocking clauses, and the lemmas. For each lemma the certificate names clauses, then 0: the lemma is the first
of them, resolved with the others in turn: `a or x` and `b or not x` imply `a or b`. A position with the
variable y states that the other variables of its list are false if y is true: `a or x` implies `a or not y`,
for all such x at once. The last lemma is the empty clause: there are no further solutions. A number -n means
clause n, which is not used any more afterwards.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, takewhile
from typing import Any

from .search import FREE, Refused, Spend, require

MOST, NO_LEMMA = 1 << 20, "the certificate ends, or no lemma follows from clauses {!r:.60}"


class Formula:
    """unless[var]: clauses with the literal -var, each under one of its variables; unless[0]: clauses of
    positive literals only. So a clause not listed under 0 or a true variable is satisfied.
    """

    def __init__(self, once: list[list[int]], clauses: Iterable[Iterable[int]], projection: Iterable[int]):
        self.groups, self.projection = [*map(frozenset[int], once)], frozenset(projection)
        places = ((group, var) for group, variables in zip(self.groups, once) for var in variables)
        given = [*map(frozenset[int], clauses)]
        self.clauses: dict[int, Any] = dict(enumerate(chain(places, given), 1))
        self.variables = self.projection.union(*once, map(abs, chain(*given)))
        self.size = 4 * len(self.variables) + sum(
            map(len, chain(self.groups, given))
        )  # the work of reading it once
        require(min(self.variables, default=1) > 0, "the model: a variable below 1")
        self.unless: dict[int, list[frozenset[int]]] = {}
        for clause in given:
            self.unless.setdefault(max(0, -min(clause, default=0)), []).append(clause)

    def exclude(self, numbers: Iterable[int], spend: Spend = FREE) -> frozenset[int]:
        """Add the blocking clause of the solution with these true variables; this clause. Raises Refused if
        it is no solution.
        """
        spend(8 + 2 * self.size)
        true = self.variables.intersection(numbers)
        literals = true.union(-var for var in self.variables - true)
        broken = map(literals.isdisjoint, chain(*(self.unless.get(var, ()) for var in (0, *true))))
        twice = (len(group & true) > 1 for group in self.groups)
        require(not any(chain(broken, twice)), f"no solution of the formula: {sorted(true)!r:.60}")
        new = frozenset(-lit for lit in literals if abs(lit) in self.projection)
        self.clauses[len(self.clauses) + 1] = new
        return new

    def resolvent(self, numbers: list[int], spend: Spend = FREE) -> Any:
        """The first clause resolved with the others in turn. Raises Refused."""
        try:
            clauses = (self.clauses[n] if n > 0 else self.clauses.pop(-n) for n in numbers)
            literals = {*self.first(next(clauses, None), spend)}
            for other in clauses:
                group, var = other if isinstance(other, tuple) else (other, 0)
                spend(8 + 2 * len(group))
                if var:
                    literals -= group - {var}
                    literals.add(-var)
                else:
                    (lit,) = (lit for lit in other if -lit in literals)
                    literals.remove(-lit)
                    literals |= other - {lit}
            spend(40 + 8 * len(literals))
            return frozenset(literals)
        except (KeyError, ValueError):
            raise Refused(NO_LEMMA.format(numbers)) from None

    def first(self, clause: Any, spend: Spend) -> frozenset[int]:
        """The first clause of a lemma. Raises ValueError for a position, which is no clause."""
        if not isinstance(clause, frozenset):
            raise ValueError
        spend(8 + 2 * len(clause))
        return clause


def listed(data: Iterator[int]) -> list[int]:
    """The numbers up to the next 0, or to the end. Raises Refused."""
    numbers = [*takewhile(bool, islice(data, MOST))]
    require(len(numbers) < MOST, NO_LEMMA.format(numbers[:9]))
    return numbers


def total(formula: Formula, data: Iterator[int], spend: Spend = FREE) -> int:
    """The number of assignments of the projection that extend to models. Raises Refused."""
    lists = iter(lambda: listed(data), None)
    new = set[frozenset[int]]()
    for count, numbers in enumerate(islice(lists, next(data, 0)), 1):
        new.add(formula.exclude(numbers, spend))
        require(len(new) == count, "a solution is there twice")
    last = len(formula.clauses)
    while formula.clauses.get(last) != frozenset():
        formula.clauses[last := last + 1] = formula.resolvent(next(lists), spend)
    require(next(data, None) is None, "the certificate goes on after the empty clause")
    return len(new)
