"""Counting the models of a formula: they are listed, and resolution shows that there are no others.

The header states the model: `once`, lists of variables of which at most one is true; clauses, which are lists
of literals; and a projection, a list of variables. The certificate is a list of numbers. The first says how
many solutions follow: of each the variables that are true, then 0. All others are false, and what the model
states is tested. A solution is excluded by a new clause, that one of its variables of the projection is false
or another one of them true. Others need not be named that a list of `once` makes false; so it excludes this
one assignment of the projection, and nothing else.

Places in the lists of `once` have numbers, then the clauses: those of the model, those that exclude solutions,
and then the lemmas. Of each lemma the certificate names clauses, then 0. What is left of the first when it is
resolved with the next one, and so on, is the lemma: from `a or x` and `b or not x` follows `a or b`. A place
names a variable y, and that the others of its list are false if y is true: from `a or x` follows
`a or not y` for each such x. The last lemma is the empty clause: there are no further solutions. A number -n
says that clause n is not needed any more.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, islice, takewhile

from .search import Refused, require

MOST, NO_LEMMA = 1 << 20, "the certificate ends, or no lemma follows from clauses {!r:.60}"

Clause = frozenset[int]


class Formula:
    """`apart`: of a variable those that are false where it is true, by a list of `once`.

    `unless`: of a variable the clauses that hold unless it is true; of 0 those of positive literals.
    """

    def __init__(self, once: list[list[int]], clauses: Iterable[Iterable[int]], projection: Iterable[int]):
        self.places = [(group, var) for own in once for group in [frozenset(own)] for var in own]
        self.clauses = dict(enumerate(map(frozenset[int], clauses), len(self.places) + 1))
        self.projection = frozenset(projection)
        named = self.projection.union(*once)
        self.variables = named.union(map(abs, chain(*self.clauses.values())))
        require(min(named, default=1) > 0 not in self.variables, "the model: a literal that is none")
        self.unless, self.apart = defaultdict[int, list[Clause]](list), defaultdict[int, set[int]](set)
        for clause in self.clauses.values():
            self.unless[max(0, -min(clause, default=0))].append(clause)
        for group, var in self.places:
            self.apart[var] |= group - {var}

    def exclude(self, numbers: Iterable[int]) -> Clause:
        """By a clause, the model in which these variables are true. Refused if it is none."""
        true = self.variables.intersection(numbers)
        literals = true.union(-var for var in self.variables - true)
        broken = map(literals.isdisjoint, chain(self.unless[0], *(self.unless[var] for var in true)))
        twice = (not true.isdisjoint(self.apart[var]) for var in true)
        require(not any(chain(broken, twice)), f"no solution of the formula: {sorted(true)!r:.60}")
        chosen = true & self.projection
        named = self.projection.difference(chosen, *(self.apart[var] for var in chosen))
        new = self.clauses[len(self.places) + len(self.clauses) + 1] = named.union(-var for var in chosen)
        return new

    def resolvent(self, numbers: list[int]) -> Clause:
        """Of the first clause with the others, one after the other. Raises Refused."""
        try:
            first, *others = numbers
            found = {*self.taken(first)}
            for n in others:
                self.resolve(found, n)
        except (KeyError, ValueError):
            raise Refused(NO_LEMMA.format(numbers)) from None
        return frozenset(found)

    def resolve(self, found: set[int], n: int) -> None:
        """Change a clause to its resolvent with what has the number. Raises KeyError, ValueError."""
        if 0 < n <= len(self.places):
            group, var = self.places[n - 1]
            if var in found:  # which no clause of the list takes away
                raise ValueError
            found -= group
            found.add(-var)
        else:
            other = self.taken(n)
            (lit,) = (lit for lit in other if -lit in found)
            found.remove(-lit)
            found |= other - {lit}

    def taken(self, n: int) -> Clause:
        """A clause, which is forgotten if the number is negative. Raises KeyError."""
        return self.clauses[n] if n > 0 else self.clauses.pop(-n)

    def refute(self, lists: Iterator[list[int]]) -> None:
        """Add lemmas up to the empty clause. Raises Refused."""
        last = len(self.places) + len(self.clauses)
        while self.clauses[last]:
            last += 1
            self.clauses[last] = self.resolvent(next(lists))


def total(formula: Formula, data: Iterator[int]) -> int:
    """The number of solutions: assignments of the projection that extend to models. Raises Refused."""
    lists = iter(lambda: [*takewhile(bool, islice(data, MOST))], None)
    new = set[Clause]()
    for count, numbers in enumerate(islice(lists, next(data, 0)), 1):
        new.add(formula.exclude(numbers))
        require(len(new) == count, "a solution is there twice")
    formula.refute(lists)
    require(next(data, None) is None, "the certificate goes on after the empty clause")
    return len(new)
