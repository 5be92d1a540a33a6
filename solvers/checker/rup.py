"""Counting the models of a formula: they are listed, and resolution shows that there are no others.

The header states the model: clauses, which are lists of literals, and a projection, a list of variables. The
certificate is a list of numbers. The first says how many solutions follow: of each the variables that are
true, then 0. All others are false, and each clause is tested. A solution is excluded by a new clause, that
one of its variables of the projection is false or another one of them true. Others need not be named that
a clause of two literals makes false; so it excludes this one assignment of the projection, and nothing else.

Clauses have numbers: those of the model, those that exclude solutions, and then the lemmas. Of each lemma the
certificate names clauses, then 0. What is left of the first when it is resolved with the next one, and so on,
is the lemma: from `a or x` and `b or not x` follows `a or b`. The last lemma is the empty clause: there are
no further solutions. A number -n says that clause n is not needed any more.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, islice, permutations, takewhile

from .search import Refused, require

MOST, NO_LEMMA = 1 << 20, "the certificate ends, or no lemma follows from clauses {!r:.60}"

Clause = frozenset[int]


class Formula:
    """`apart`: of a variable those that are false where it is true, by one clause of two literals.

    `unless`: of a variable the clauses that hold unless it is true; of 0 those of positive literals.
    """

    def __init__(self, clauses: Iterable[Iterable[int]], projection: Iterable[int]) -> None:
        self.clauses = dict(enumerate(map(frozenset[int], clauses), 1))
        self.projection = frozenset(projection)
        self.variables = frozenset(map(abs, chain(self.projection, *self.clauses.values())))
        require(0 not in self.variables, "the model: a literal that is none")
        self.unless, self.apart = defaultdict[int, list[Clause]](list), defaultdict[int, set[int]](set)
        for clause in self.clauses.values():
            self.unless[max(0, -min(clause, default=0))].append(clause)
            for lit, other in permutations(clause) if len(clause) == 2 else ():
                self.apart[-lit].add(-other)

    def exclude(self, numbers: Iterable[int]) -> Clause:
        """By a clause, the model in which these variables are true. Refused if it is none."""
        true = self.variables.intersection(numbers)
        literals = true.union(-var for var in self.variables - true)
        broken = map(literals.isdisjoint, chain(self.unless[0], *(self.unless[var] for var in true)))
        require(not any(broken), f"no solution of the formula: {sorted(true)!r:.60}")
        chosen = true & self.projection
        named = self.projection.difference(chosen, *(self.apart[var] for var in chosen))
        new = self.clauses[len(self.clauses) + 1] = named.union(-var for var in chosen)
        return new

    def resolvent(self, numbers: list[int]) -> Clause:
        """Of the first clause with the others, one after the other. Raises Refused."""
        try:
            first, *others = (self.clauses[n] if n > 0 else self.clauses.pop(-n) for n in numbers)
            found = {*first}
            for other in others:
                (lit,) = (lit for lit in other if -lit in found)
                found.remove(-lit)
                found |= other - {lit}
        except (KeyError, ValueError):
            raise Refused(NO_LEMMA.format(numbers)) from None
        return frozenset(found)


def total(formula: Formula, data: Iterator[int]) -> int:
    """The number of solutions: assignments of the projection that extend to models. Raises Refused."""
    lists = iter(lambda: [*takewhile(bool, islice(data, MOST))], None)
    new = set[Clause]()
    for count, numbers in enumerate(islice(lists, next(data, 0)), 1):
        new.add(formula.exclude(numbers))
        require(len(new) == count, "a solution is there twice")
    last = len(formula.clauses)
    while formula.clauses[last]:
        last += 1
        formula.clauses[last] = formula.resolvent(next(lists))
    require(next(data, None) is None, "the certificate goes on after the empty clause")
    return len(new)
