"""The certificate of clauses as a proof for other people's checkers: LRAT.

The DIMACS file has a clause for each two variables of a list of `once`, the clauses of the model, and then
those that exclude its solutions. A lemma of LRAT names its clauses in the order of unit propagation, which is
that of resolution (see `checker.rup`) backwards.
Source: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, Efficient certified RAT verification, CADE 2017.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, TextIO

from zenkai_solver.solvers.checker.rup import Formula, total


class Refutation(Formula):
    """Writes the formula when its first lemma comes, and then the lemmas."""

    def __init__(self, once: Any, clauses: Any, projection: Any, cnf: TextIO, proof: TextIO) -> None:
        super().__init__(once, clauses, projection)
        self.cnf, self.proof, self.lemmas = cnf, proof, 0
        self.places = len(self.clauses) - len(clauses)
        every = dict.fromkeys(pair for own in once for pair in combinations(sorted({*own}), 2))
        self.pairs = {pair: number for number, pair in enumerate(every, 1)}

    def resolvent(self, numbers: list[int]) -> Any:
        """See `Formula`."""
        if not self.lemmas:
            self.given = self.stated()
        hints = [*self._hints(numbers)]
        lemma = super().resolvent(numbers)
        self.lemmas += 1
        name = self.given + self.lemmas
        self.proof.write(f"{name} {_line(lemma)} {_line(reversed(hints))}\n")
        if gone := [self._name(number) for number in numbers if number < -self.places]:
            self.proof.write(f"{name} d {_line(gone)}\n")
        return lemma

    def _hints(self, numbers: Sequence[int]) -> Iterable[int]:
        """The clauses in the order of resolution; a place is one for each literal that it takes away.

        Where a later clause brings the literal back, it is false before propagation comes to this place.
        """
        found, hints = set[int](), dict[object, int]()
        for n in numbers:
            clause = self.clauses.get(abs(n), frozenset())
            if isinstance(clause, tuple):
                group, var = clause
                taken = found & group - {var}
                found -= taken
                found.add(-var)
                hints |= {lit: self.pairs[min(var, lit), max(var, lit)] for lit in taken}
            else:
                found = {lit for lit in found if -lit not in clause} | {
                    lit for lit in clause if -lit not in found
                }
                for lit in clause:
                    hints.pop(lit, None)
                hints[clause] = self._name(n)
        return hints.values()

    def _name(self, n: int) -> int:
        """The number that a clause has in the files."""
        return abs(n) - self.places + len(self.pairs)

    def stated(self) -> int:
        """Write the formula, with the clauses that exclude solutions; how many clauses."""
        number = self._name(len(self.clauses))
        self.cnf.write(f"p cnf {max(self.variables, default=0)} {number}\n")
        self.cnf.writelines(f"{-a} {-b} 0\n" for a, b in self.pairs)
        self.cnf.writelines(
            f"{_line(clause)}\n" for clause in self.clauses.values() if isinstance(clause, frozenset)
        )
        return number


def write(model: dict[str, Any], numbers: Iterator[int], cnf: TextIO, proof: TextIO) -> int:
    """The formula and its refutation; how many lemmas. Raises Refused."""
    refutation = Refutation(**model, cnf=cnf, proof=proof)
    total(refutation, numbers)
    if not refutation.lemmas:  # the last clause is the empty one
        refutation.stated()
    return refutation.lemmas


def _line(numbers: Iterable[int]) -> str:
    return "".join(f"{number} " for number in numbers) + "0"
