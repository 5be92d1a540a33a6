"""The certificate of clauses as a proof for other people's checkers: LRAT, and the enumeration of VeriPB.

The DIMACS file has a clause for each two variables of a list of `once` (of which at most one is true), the
clauses of the model, and then those that exclude its solutions. A lemma of LRAT names its clauses in the
order of unit propagation, which is that of resolution (see the checker) reversed. For VeriPB a list is a
sum, and the solutions are lines of the proof, with all their variables; or, in a format that cannot say which
variables tell solutions apart, clauses of the formula too.
Source: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, Efficient certified RAT verification, CADE 2017.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import neg
from typing import Any, TextIO

from zenkai_solver.solvers.certificates.exports import FORMATS
from zenkai_solver.solvers.checker.checker import FREE, Formula, Spend, formula_total


class Refutation(Formula):
    """Writes a proof in LRAT while it is checked: the formula before the first lemma, and then the lemmas."""

    def __init__(self, once: Any, clauses: Any, projection: Any, cnf: TextIO, proof: TextIO) -> None:
        super().__init__(once, clauses, projection)
        self.cnf, self.proof, self.lemmas = cnf, proof, 0
        self.places = len(self.clauses) - len(clauses)
        every = dict.fromkeys(pair for group in once for pair in combinations(sorted({*group}), 2))
        self.pairs = {pair: number for number, pair in enumerate(every, 1)}

    def resolvent(self, numbers: list[int], spend: Spend = FREE) -> Any:
        """See `Formula`."""
        if not self.lemmas:
            self.given = self.stated()
        hints = [*self._hints(numbers)]
        lemma = super().resolvent(numbers, spend)
        self.lemmas += 1
        name = self.given + self.lemmas
        self.proof.write(f"{name} {_line(lemma)} {_line(reversed(hints))}\n")
        if gone := [self._name(number) for number in numbers if number < -self.places]:
            self.proof.write(f"{name} d {_line(gone)}\n")
        return lemma

    def _hints(self, numbers: Sequence[int]) -> Iterable[int]:
        """The numbers of the clauses in the order of resolution.

        A place (a variable of a list) stands for the clause of two variables for each literal that it
        removes. If a later clause brings the literal back, that clause is left out: by then propagation has
        made the literal false.
        """
        resolvent, hints = set[int](), dict[object, int]()
        for n in numbers:
            clause = self.clauses.get(abs(n), frozenset())
            if isinstance(clause, tuple):
                group, var = clause
                taken = resolvent & group - {var}
                resolvent -= taken
                resolvent.add(-var)
                hints |= {lit: self.pairs[min(var, lit), max(var, lit)] for lit in taken}
            else:
                resolvent = {lit for lit in resolvent if -lit not in clause} | {
                    lit for lit in clause if -lit not in resolvent
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
    """Write the formula and its refutation; how many lemmas. Raises Refused."""
    refutation = Refutation(**model, cnf=cnf, proof=proof)
    formula_total(refutation, numbers)
    if not refutation.lemmas:  # the last clause is the empty one
        refutation.stated()
    return refutation.lemmas


def _line(numbers: Iterable[int]) -> str:
    return "".join(f"{number} " for number in numbers) + "0"


class Enumerated(Formula):
    """Writes a proof for VeriPB while it is checked: the formula, each solution, and then the lemmas.

    `version` is a key of `exports.FORMATS`. A format that cannot name the projection would tell solutions
    apart by all variables. Where there are others than those of the projection, the formula of such a format
    ends with a clause for each solution that excludes it, as that of LRAT does, and the proof refutes it.
    """

    def __init__(self, model: dict[str, Any], opb: TextIO, proof: TextIO, version: int) -> None:
        super().__init__(**model)
        self.opb, self.proof, self.format = opb, proof, FORMATS[version]
        self.places = len(self.clauses) - len(model["clauses"])
        self.excluding = not self.format.preserved and self.variables != self.projection
        self.listed, self.lemmas, self.last = 0, 0, 0
        if not self.excluding:
            self._formula()

    def _formula(self) -> None:
        """The formula, of all clauses so far."""
        self.last = len(self.groups) + len(self.clauses) - self.places
        self.opb.write(f"* #variable= {max(self.variables, default=0)} #constraint= {self.last}\n")
        if self.format.preserved:
            self.opb.write("preserved:" + "".join(f" x{var}" for var in sorted(self.projection)) + " ;\n")
        self.opb.writelines(_sum(map(neg, sorted(lits)), len(lits) - 1) + " ;\n" for lits in self.groups)
        self.opb.writelines(
            _sum(sorted(lits), 1) + " ;\n" for lits in self.clauses.values() if isinstance(lits, frozenset)
        )
        self._put(self.format.first.format(self.last))

    def _put(self, line: str) -> None:
        self.proof.write(f"{line}\n")

    def exclude(self, numbers: Iterable[int], spend: Spend = FREE) -> frozenset[int]:
        """See `Formula`."""
        true = self.variables.intersection(numbers)
        excluded = super().exclude(true, spend)
        self.listed += 1
        if not self.excluding:
            lits = "".join(f" {'' if var in true else '~'}x{var}" for var in sorted(self.variables))
            self._put(self.format.solution.format(lits))
            self.last += 1
        return excluded

    def resolvent(self, numbers: list[int], spend: Spend = FREE) -> Any:
        """See `Formula`."""
        self._begin()
        lemma = super().resolvent(numbers, spend)
        self._put(self.format.lemma.format(_sum(sorted(lemma), 1)))
        self.lemmas, self.last = self.lemmas + 1, self.last + 1
        if gone := [len(self.groups) - self.places - n for n in numbers if n < -self.places]:
            self._put(self.format.delete.format(" ".join(map(str, gone))))
        return lemma

    def _begin(self) -> None:
        """Before the first lemma: the formula that excludes the solutions."""
        if self.excluding and not self.last:
            self._formula()

    def end(self) -> None:
        self._begin()
        listed = f"{self.listed} excluded" if self.excluding else self.listed
        self._put(self.format.end.format(listed=listed, last=self.last))


def write_enumeration(
    model: dict[str, Any], numbers: Iterator[int], opb: TextIO, proof: TextIO, version: int
) -> int:
    """Write the formula and the enumeration of its solutions; how many lemmas. Raises Refused."""
    enumeration = Enumerated(model, opb, proof, version)
    formula_total(enumeration, numbers)
    enumeration.end()
    return enumeration.lemmas


def _sum(lits: Iterable[int], least: int) -> str:
    """The constraint that at least `least` of the literals are true, without its end."""
    return "".join(f"1 {'~' if lit < 0 else ''}x{abs(lit)} " for lit in lits) + f">= {least}"
