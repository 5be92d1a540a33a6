"""The certificate of clauses as a proof for other people's checkers: LRAT.

The DIMACS file has the clauses of the model, and then those that exclude its solutions. A lemma of LRAT names
its clauses in the order of unit propagation, which is that of resolution (see `checker.rup`) backwards.
Source: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, Efficient certified RAT verification, CADE 2017.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from zenkai_solver.solvers.checker.rup import Clause, Formula, total


class Refutation(Formula):
    """Writes the formula when its first lemma comes, and then the lemmas."""

    def __init__(self, clauses: Any, projection: Any, cnf: TextIO, proof: TextIO) -> None:
        super().__init__(clauses, projection)
        self.cnf, self.proof, self.lemmas = cnf, proof, 0

    def resolvent(self, numbers: list[int]) -> Clause:
        """See `Formula`."""
        if not self.lemmas:
            self.given = self.stated()
        lemma = super().resolvent(numbers)
        self.lemmas += 1
        name = self.given + self.lemmas
        self.proof.write(f"{name} {_line(lemma)} {_line(map(abs, reversed(numbers)))}\n")
        if gone := [-number for number in numbers if number < 0]:
            self.proof.write(f"{name} d {_line(gone)}\n")
        return lemma

    def stated(self) -> int:
        """Write the formula, with the clauses that exclude solutions; how many clauses."""
        self.cnf.write(f"p cnf {max(self.variables, default=0)} {len(self.clauses)}\n")
        self.cnf.writelines(f"{_line(clause)}\n" for clause in self.clauses.values())
        return len(self.clauses)


def write(model: dict[str, Any], numbers: Iterator[int], cnf: TextIO, proof: TextIO) -> int:
    """The formula and its refutation; how many lemmas. Raises Refused."""
    refutation = Refutation(**model, cnf=cnf, proof=proof)
    total(refutation, numbers)
    if not refutation.lemmas:  # the last clause is the empty one
        refutation.stated()
    return refutation.lemmas


def _line(numbers: Iterable[int]) -> str:
    return "".join(f"{number} " for number in numbers) + "0"
