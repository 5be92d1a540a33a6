"""Counting the models of a formula along its own refutation.

The header states the formula as DIMACS text, and its projection, a list of variables. The certificate has
lines of literals, each ended by 0. First the solutions, `b 1 -2 0`: unit propagation from the literals must
lead to a value of every variable that occurs, without conflict, so there is one model with them that the
clauses before do not exclude. What is left of them in the projection is excluded then. Either that was all of
them, or they name the whole projection: so one solution is excluded, and the same one is not found again.
Lemmas follow, `1 -2 0`, and deletions, `d 1 -2 0`. A lemma is accepted if unit propagation from the contrary
ends in a conflict; so it follows from what is there. The last lemma is the empty one, `0`: there are no
further solutions. A deletion only forgets; what a forgotten clause has decided for good stays true.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from typing import Any

from .cover import Refused

MOST_LINE, NEWLINE = 1 << 22, 10
LINE = re.compile(rb"(b |d )?((?:-?[1-9][0-9]{0,8} )*)0")


class Clauses:
    """Clauses that hold, and `true`: the literals that they decide.

    Of each clause its first two literals are watched: while neither is false the clause decides nothing.
    Literal 0 is false; two of it fill up a clause that is too short.
    """

    def __init__(self, variables: int) -> None:
        self.watched: list[list[list[int]]] = [
            [] for _ in range(2 * variables + 1)
        ]  # by literal; -1: the last
        self.true, self.refuted = {0}, False  # what is contrary to one of `true` is false

    def add(self, lits: Iterable[int]) -> None:
        clause = [*sorted({*lits}, key=lambda lit: -lit in self.true), 0, 0]  # what is not false first
        for lit in clause[:2]:
            self.watched[lit].append(clause)
        if -clause[1] in self.true:
            self.refuted |= not self.propagate(clause[:1], self.true)

    def drop(self, lits: Iterable[int]) -> None:
        """Nothing is forgotten here: more clauses prove more."""

    def propagate(self, lits: Iterable[int], true: set[int]) -> bool:
        """Make them true, and what is left of a clause where that is one literal. False: a conflict."""
        made = [*lits]
        for lit in made:  # they become more
            if -lit in true:
                return False
            true.add(lit)
            own, self.watched[-lit] = self.watched[-lit], []
            for clause in own:
                if clause[0] == -lit:
                    clause[:2] = clause[1], -lit
                others = () if clause[0] in true else range(2, len(clause))
                k = next((k for k in others if -clause[k] not in true), 1)
                clause[1], clause[k] = clause[k], -lit
                self.watched[clause[1]].append(clause)
                if k == 1 and clause[0] not in true:
                    made.append(clause[0])
        return True

    def tried(self, lits: Iterable[int]) -> tuple[bool, int]:
        """Suppose these literals: is there no conflict, and how many are true then?"""
        true = {*self.true}
        return not self.refuted and self.propagate(lits, true), len(true) - 1


def total(head: dict[str, Any], data: Iterator[int], made: Callable[[int], Any] = Clauses) -> int:
    """The number of solutions: assignments of the projection that extend to models. Raises Refused.

    `data`: bytes. `made`: what makes an object like `Clauses` for so many variables.
    """
    if (text := re.fullmatch("p cnf ([0-9]{1,7}) [0-9]+\n((?:.+\n)*)", head["cnf"])) is None:
        raise Refused("the formula is no DIMACS text")
    variables, projection, occurring, found = int(text[1]), {*head["projection"]}, {*head["projection"]}, 0
    clauses = made(variables)
    for _, _, lits in lines(iter(text[2].encode()), variables, "the formula"):
        clauses.add(lits)
        occurring.update(map(abs, lits))
    for where, kind, lits in lines(data, variables, "the certificate"):
        if kind == b"b ":
            named = {*map(abs, lits)}
            apart = not named <= projection and not named >= projection
            if apart or clauses.tried(lits) != (True, len(occurring)):
                raise Refused(f"{where}: no solution of the formula, or the same again")
            clauses.add([-lit for lit in lits if abs(lit) in projection])
            found += 1
        elif kind == b"d ":
            clauses.drop(lits)
        elif clauses.tried([-lit for lit in lits])[0]:
            raise Refused(f"{where}: the clause does not follow")
        elif lits:
            clauses.add(lits)
        elif next(data, None) is None:
            return found
        else:
            break
    raise Refused("the certificate ends before the empty clause, or goes on after it")


def lines(data: Iterator[int], variables: int, where: str) -> Iterator[tuple[str, bytes, list[int]]]:
    """Of each line where it is; `b `, `d ` or nothing; and the literals. Raises Refused."""
    for number, text in enumerate(iter(lambda: line(data), b""), 1):
        match = LINE.fullmatch(text)
        lits = [*map(int, match[2].split())] if match else []
        if match is None or any(abs(lit) > variables for lit in lits):
            raise Refused(f"{where}, line {number}: {text!r:.40} is no line of literals")
        yield f"{where}, line {number}", match[1] or b"", lits


def line(data: Iterator[int]) -> bytes:
    """Up to the end of the line, which is taken too; not more than MOST_LINE."""
    return bytes(islice(takewhile(lambda byte: byte != NEWLINE, data), MOST_LINE))
