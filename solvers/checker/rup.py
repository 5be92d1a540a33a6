"""Counting the models of a formula along its own refutation.

The header states a formula as DIMACS text, and its projection, a list of variables. The certificate first
lists the solutions, each as `b` and the variables of the projection that it makes true. Each is checked: unit
propagation from it must lead to a value of every variable that occurs, without conflict; where the projection
does not decide the others `;` and literals that are assumed too follow. Then a clause
excludes it: over all of the projection or, if the true variables alone led to all values, over these, which
is the same. Lemmas follow, `1 -2 0`, and deletions, `d 1 -2 0`. A lemma is accepted if unit propagation from
the contrary ends in a conflict; so it follows from what is there. The last lemma is the empty one, `0`: there
are no further solutions.

A deletion only forgets; what a forgotten clause has decided for good stays true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .cover import Refused

MOST_VARIABLES, MOST_LINE = 1 << 24, 1 << 22


class Clauses:
    """Clauses under a partial assignment. `value[lit]`: 1 true, -1 false; a negative index counts backwards.

    Of each clause its first two literals are watched: while neither is false the clause decides nothing.
    """

    def __init__(self, variables: int) -> None:
        self.value = [0] * (2 * variables + 1)
        self.watched: list[list[list[int]]] = [[] for _ in self.value]
        self.trail: list[int] = []  # the literals made true, in order
        self.head = 0  # those before it have been looked at
        self.known: dict[tuple[int, ...], list[list[int]]] = {}
        self.refuted = False

    def add(self, lits: Sequence[int]) -> None:
        """A clause that holds; what it decides is decided for good."""
        clause = sorted(set(lits), key=self.value.__getitem__, reverse=True)  # what is not false first
        self.known.setdefault(tuple(sorted(clause)), []).append(clause)
        if len(clause) > 1:
            self.watched[clause[0]].append(clause)
            self.watched[clause[1]].append(clause)
        if not clause or self.value[clause[0]] < 0:
            self.refuted = True
        elif self.value[clause[0]] == 0 and (len(clause) < 2 or self.value[clause[1]] < 0):
            self.make(clause[0])
            self.refuted = not self.propagate() or self.refuted

    def drop(self, lits: Sequence[int]) -> None:
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
            own, kept = watched[false], []
            for number, clause in enumerate(own):
                if not clause:  # forgotten
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                for k in range(2, len(clause)) if value[clause[0]] < 1 else ():
                    if value[clause[k]] >= 0:
                        clause[1], clause[k] = clause[k], false
                        watched[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[clause[0]] < 0:
                        watched[false] = kept + own[number + 1 :]
                        return False
                    if value[clause[0]] == 0:
                        self.make(clause[0])
            watched[false] = kept
        return True

    def tried(self, lits: Sequence[int]) -> tuple[bool, int]:
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


def total(head: dict[str, Any], pieces: Iterator[bytes], made: Callable[[int], Any] = Clauses) -> int:
    """The number of solutions: assignments of the projection that extend to models. Raises Refused.

    `made`: what makes an object like `Clauses` for so many variables.
    """
    clauses, variables, occurring = formula(head["cnf"], made)
    projection, kind = head["projection"], "b"
    solutions: dict[tuple[int, ...], list[int]] = {}  # with the clause that excludes it
    if any(not 0 < var <= variables for var in projection) or len(set(projection)) < len(projection):
        raise Refused("the projection is no list of different variables")
    everything = occurring.union(projection)
    for number, line in enumerate(_lines(pieces), 1):
        before, (kind, lits, assumed) = kind, _read(line)
        if before == "0" or any(not 0 < abs(lit) <= variables for lit in lits + assumed):
            raise Refused(f"the certificate, line {number}: a line after the last, or no variable")
        if kind == "b":
            if before != "b" or sorted(set(lits) & set(projection)) != list(lits):
                raise Refused(f"the certificate, line {number}: no solution, out of order, or among lemmas")
            if lits in solutions:
                raise Refused(f"the certificate, line {number}: the same solution again")
            own = [var if var in set(lits) else -var for var in projection]
            whole = (True, len(everything))
            short = clauses.tried(lits) == whole
            if not short and clauses.tried([*own, *assumed]) != whole:
                raise Refused(f"the certificate, line {number}: no solution of the formula")
            solutions[lits] = [-lit for lit in (lits if short else own)]
            continue
        for excluding in solutions.values() if before == "b" else ():
            clauses.add(excluding)
        if kind == "d":
            clauses.drop(lits)
        elif clauses.tried([-lit for lit in lits])[0]:
            raise Refused(f"the certificate, line {number}: the clause does not follow")
        else:
            clauses.add(lits)
    if kind != "0":
        raise Refused("the certificate ends before the empty clause")
    return len(solutions)


def formula(text: str, made: Callable[[int], Any]) -> tuple[Any, int, set[int]]:
    """The clauses of a DIMACS text, the number of variables, and those that occur."""
    first, *lines = text.split("\n")
    match = re.fullmatch("p cnf ([0-9]{1,8}) ([0-9]+)", first)
    if match is None or int(match[1]) > MOST_VARIABLES or lines[int(match[2]) :] != [""]:
        raise Refused("the formula is no DIMACS text, or too large")
    clauses = made(int(match[1]))
    occurring: set[int] = set()
    for line in lines[:-1]:
        kind, lits, _ = _read(line.encode())
        if kind in ("b", "d") or any(not 0 < abs(lit) <= int(match[1]) for lit in lits):
            raise Refused(f"the formula: {line:.40} is no clause")
        occurring.update(map(abs, lits))
        clauses.add(lits)
    return clauses, int(match[1]), occurring


def _read(line: bytes) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """b, d, 0 for the empty clause, or "" for another; the literals; those after `;`."""
    match = re.fullmatch(rb"(b)((?: [0-9]+)*)(?: ;((?: -?[0-9]+)*))?|(d )?((?:-?[0-9]+ )*)0", line)
    if match is None:
        raise Refused(f"{line!r:.40} is no line of a certificate")
    lits, assumed = (tuple(map(int, (text or b"").split())) for text in (match[2] or match[5], match[3]))
    return "b" if match[1] else "d" if match[4] else "" if lits else "0", lits, assumed


def _lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
        if len(rest) > MOST_LINE:
            raise Refused("the certificate: a line without end")
    if rest:
        raise Refused("the certificate is cut off within a line")
