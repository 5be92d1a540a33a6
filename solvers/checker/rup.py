"""Counting the models of a formula: they are listed, and resolution shows that there are no others.

The header states the model: `once`, lists of variables of which at most one is true; clauses, which are lists
of literals; and a projection, a list of variables. The certificate is a list of numbers. The first says how
many solutions follow: of each the variables that are true, then 0. All others are false, and what the model
states is tested. A solution is excluded by a new clause: that a variable of the projection is not as it is
there.

Places in the lists of `once` have numbers, and then the clauses: those of the model, those that exclude
solutions, and the lemmas. Of each lemma the certificate names clauses, then 0. What is left of the first when
it is resolved with the next one, and so on, is the lemma: from `a or x` and `b or not x` follows `a or b`. A
place is a variable y, and says that the others of its list are false if y is true: from `a or x` follows
`a or not y`, for all such x at once. The last lemma is the empty clause: there are no further solutions. A
number -n says that clause n is not needed any more.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, takewhile
from typing import Any

from .search import FREE, Refused, Spend, require

MOST, NO_LEMMA = 1 << 20, "the certificate ends, or no lemma follows from clauses {!r:.60}"


class Formula:
    """`unless`: of a variable the clauses that hold unless it is true; of 0 those of positive literals."""

    def __init__(self, once: list[list[int]], clauses: Iterable[Iterable[int]], projection: Iterable[int]):
        self.groups, self.projection = [*map(frozenset[int], once)], frozenset(projection)
        places = ((group, var) for group, own in zip(self.groups, once) for var in own)
        given = [*map(frozenset[int], clauses)]
        self.clauses: dict[int, Any] = dict(enumerate(chain(places, given), 1))
        self.variables = self.projection.union(*once, map(abs, chain(*given)))
        self.size = 4 * len(self.variables) + sum(
            map(len, chain(self.groups, given))
        )  # work to look at it once
        require(min(self.variables, default=1) > 0, "the model: a literal that is none")
        self.unless: dict[int, list[frozenset[int]]] = {}
        for clause in given:
            self.unless.setdefault(max(0, -min(clause, default=0)), []).append(clause)

    def exclude(self, numbers: Iterable[int], spend: Spend = FREE) -> frozenset[int]:
        """By a clause, the model in which these variables are true. Refused if it is none."""
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
        """Of the first clause with the others, one after the other. Raises Refused."""
        try:
            clauses = (self.clauses[n] if n > 0 else self.clauses.pop(-n) for n in numbers)
            found = {*self.first(next(clauses, None), spend)}
            for other in clauses:
                group, var = other if isinstance(other, tuple) else (other, 0)
                spend(8 + 2 * len(group))
                if var:
                    found -= group - {var}
                    found.add(-var)
                else:
                    (lit,) = (lit for lit in other if -lit in found)
                    found.remove(-lit)
                    found |= other - {lit}
            spend(40 + 8 * len(found))
            return frozenset(found)
        except (KeyError, ValueError):
            raise Refused(NO_LEMMA.format(numbers)) from None

    def first(self, clause: Any, spend: Spend) -> frozenset[int]:
        """What a lemma begins with; a place is no clause. Raises ValueError."""
        if not isinstance(clause, frozenset):
            raise ValueError
        spend(8 + 2 * len(clause))
        return clause


def listed(data: Iterator[int]) -> list[int]:
    """The numbers up to the next 0, or to the end. Raises Refused."""
    found = [*takewhile(bool, islice(data, MOST))]
    require(len(found) < MOST, NO_LEMMA.format(found[:9]))
    return found


def total(formula: Formula, data: Iterator[int], spend: Spend = FREE) -> int:
    """The number of solutions: assignments of the projection that extend to models. Raises Refused."""
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
