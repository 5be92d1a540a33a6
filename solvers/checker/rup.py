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
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import Any

from .search import Refused

MOST_LINE, NEWLINE = 1 << 22, 10
DIMACS = re.compile("p cnf ([0-9]{1,7}) [0-9]+\n((?:.+\n)*)")
NO_END = "the certificate ends before the empty clause, or goes on after it"
LINE = re.compile(rb"(b |d )?((?:-?[1-9][0-9]{0,8} )*)0")


class Clauses:
    """Clauses under a partial assignment. `value[lit]`: 1 true, -1 false; a negative index counts backwards.

    Of each clause its first two literals are watched: while neither is false the clause decides nothing.
    """

    def __init__(self, variables: int) -> None:
        self.value = [0] * (2 * variables + 1)
        self.watched: list[list[list[int]]] = [[] for _ in self.value]
        self.trail: list[int] = []  # the literals made true; those before `head` have been looked at
        self.head, self.refuted = 0, False
        self.known: dict[tuple[int, ...], list[list[int]]] = {}

    def add(self, lits: Iterable[int]) -> None:
        """A clause that holds; what it decides is decided for good."""
        clause = sorted(set(lits), key=self.value.__getitem__, reverse=True)  # what is not false first
        self.known.setdefault(tuple(sorted(clause)), []).append(clause)
        for lit in clause[:2] if len(clause) > 1 else ():
            self.watched[lit].append(clause)
        if not clause or self.value[clause[0]] < 0:
            self.refuted = True
        elif self.value[clause[0]] == 0 and (len(clause) < 2 or self.value[clause[1]] < 0):
            self.make(clause[0])
            self.refuted |= not self.propagate()

    def drop(self, lits: Iterable[int]) -> None:
        """Forget the clause; one that is not there is no matter."""
        if same := self.known.get(tuple(sorted(set(lits)))):
            same.pop().clear()

    def make(self, lit: int) -> None:
        self.value[lit], self.value[-lit] = 1, -1
        self.trail.append(lit)

    def propagate(self) -> bool:
        """Make true what single literals left of clauses force. False: a clause has none left."""
        value, watched = self.value, self.watched
        while self.head < len(self.trail):
            false = -self.trail[self.head]
            self.head += 1
            own, watched[false] = watched[false], []
            for number, clause in enumerate(own):
                if not clause:  # forgotten
                    continue
                if clause[0] == false:
                    clause[:2] = clause[1], false
                if value[clause[0]] < 1:
                    free = (k for k in range(2, len(clause)) if value[clause[k]] >= 0)
                    k = next(free, 1)
                    clause[1], clause[k] = clause[k], false
                watched[clause[1]].append(clause)
                if clause[1] == false and value[clause[0]] < 0:
                    watched[false] += own[number + 1 :]
                    return False
                if clause[1] == false and value[clause[0]] == 0:
                    self.make(clause[0])
        return True

    def tried(self, lits: Iterable[int]) -> tuple[bool, int]:
        """Make these literals true for a moment: is there no conflict, and how many are true then?"""
        start, fine = len(self.trail), not self.refuted
        for lit in lits:
            fine = fine and self.value[lit] >= 0
            if fine and not self.value[lit]:
                self.make(lit)
        fine, true = fine and self.propagate(), len(self.trail)
        for lit in self.trail[start:]:
            self.value[lit] = self.value[-lit] = 0
        del self.trail[start:]
        self.head = start
        return fine, true


def total(head: dict[str, Any], data: Iterator[int]) -> int:
    """The number of solutions: assignments of the projection that extend to models. Raises Refused."""
    if (text := DIMACS.fullmatch(head["cnf"])) is None:
        raise Refused("the formula is no DIMACS text")
    variables, projection, occurring, found = int(text[1]), {*head["projection"]}, {*head["projection"]}, 0
    clauses = Clauses(variables)
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
    raise Refused(NO_END)


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
