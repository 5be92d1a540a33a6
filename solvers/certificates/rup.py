"""Writing the certificate of any model: its clauses, its solutions, and a solver's own log of the search.

The log of glucose is a valid proof also when clauses are added between its calls, since it never uses that a
clause is not there; so the clauses that exclude solutions are input of the checker, all at the beginning.
They name the true variables only where these decide the others by unit propagation, else the projection.
Source: Wetzler, Heule, Hunt, DRAT-trim, SAT 2014.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from zenkai_solver.models.csp import Lit, Model
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.certificates.kernels import rup as kernels
from zenkai_solver.solvers.certificates.writing import MOST_BYTES, TooLarge
from zenkai_solver.solvers.checker.rup import DIMACS, MOST_LINE, NO_END
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.engines.sat.cnf import Cnf, lower
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable

MOST_SOLUTIONS = 200_000
MOST_CONFLICTS = 2_000_000
BUCKETS = 1 << 18
AT_ONCE = 1 << 16  # bytes of a certificate
REASONS = {
    kernels.NO_LINE: "{text!r:.40} is no line of literals",
    kernels.NO_SOLUTION: "no solution of the formula, or the same again",
    kernels.NO_LEMMA: "the clause does not follow",
}


def header(model: Model) -> dict[str, Any]:
    """What the certificate's header says of the model: `cnf`, its sha256, `projection`, and `symmetries`.

    Raises Unsupported.
    """
    text = dimacs(lower(model))
    digest = hashlib.sha256(text.encode()).hexdigest()
    symmetries = max(1, len(model.symmetries))  # an orbit has at most so many
    return {
        "cnf": text,
        "cnf_sha256": digest,
        "projection": list(model.projection),
        "symmetries": symmetries,
    }


def dimacs(cnf: Cnf) -> str:
    lines = ["".join(f"{lit} " for lit in clause) + "0\n" for clause in cnf.clauses]
    return f"p cnf {cnf.top} {len(lines)}\n" + "".join(lines)


def steps(model: Model, deadline: Deadline = NEVER) -> Iterator[bytes]:
    """The lines of the certificate (see `checker.rup`). Raises TooLarge, Interrupted, Unsupported."""
    with Enumeration(lower(model), model.projection) as search:
        for found in search.solutions(deadline):
            yield f"b {''.join(f'{lit} ' for lit in found)}0\n".encode()
        for line in search.log():
            if line == "0":
                break
            yield f"{line}\n".encode()
        yield b"0\n"


@dataclass
class Enumeration:
    """All solutions of a formula, with the solver's log."""

    cnf: Cnf
    projection: tuple[int, ...]

    def __enter__(self) -> Enumeration:
        from pysat.solvers import Solver  # slow to import

        self.solver: Any = Solver(name=SOLVER, with_proof=True)
        self.plain: Any = Solver(name=SOLVER)  # never searches: it knows the formula only
        self.variables = {*self.projection, *(abs(lit) for clause in self.cnf.clauses for lit in clause)}
        for solver in (self.solver, self.plain):
            for clause in self.cnf.clauses:
                solver.add_clause(clause)
            for var in range(1, self.cnf.top + 1):
                solver.add_clause([var, -var])  # so that it is in every assignment
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()
        self.plain.delete()

    def solutions(self, deadline: Deadline) -> Iterator[Sequence[Lit]]:
        """Of each the literals that the checker assumes to see it."""
        number = 0
        while self._solve(deadline):
            number += 1
            if number > MOST_SOLUTIONS:
                raise TooLarge
            lits = self.solver.get_model()[: self.cnf.top]
            own = [lits[var - 1] for var in self.projection]
            true = [lit for lit in own if lit > 0]
            short = true if self._decided(true) else own
            self.solver.add_clause([-lit for lit in short])
            free = () if short is true or self._decided(own) else self.variables.difference(self.projection)
            yield [*short, *(lits[var - 1] for var in sorted(free))]

    def _decided(self, lits: Sequence[Lit]) -> bool:
        """Do they lead to a value of every variable, by unit propagation?"""
        fine, decided = self.plain.propagate(assumptions=list(lits))
        return fine and self.variables <= {*map(abs, decided), *map(abs, lits)}

    def _solve(self, deadline: Deadline) -> bool:
        """Is there a solution? Raises Interrupted, TooLarge."""

        def look() -> None:
            deadline.check()
            if self.solver.accum_stats()["conflicts"] > MOST_CONFLICTS:
                raise TooLarge

        return satisfiable(self.solver, look)

    def log(self) -> list[str]:
        return self.solver.get_proof() or []


class Follower:
    """The compiled twin of `checker.rup`: it reads lines."""

    def __init__(self, variables: int, projection: Sequence[int]) -> None:
        both = 2 * variables + 1
        self.at = np.zeros(kernels.N_AT, np.int64)
        projected = np.zeros(variables + 1, np.uint8)
        projected[projection] = 1
        self.store = kernels.Store(
            value=np.zeros(both, np.int8),
            first=np.full(both, kernels.NONE, np.int32),
            mark=np.zeros(both, np.int64),
            trail=np.zeros(variables, np.int32),
            bucket=np.full(BUCKETS, kernels.NONE, np.int32),
            start=np.zeros(1, np.int64),
            size=np.zeros(1, np.int32),
            chain=np.zeros(1, np.int32),
            after=np.zeros(2, np.int32),
            lits=np.zeros(1, np.int32),
            projected=projected,
            occurring=projected.copy(),
        )

    def arguments(self, piece: bytes, formula: bool) -> tuple[Any, ...]:
        """Of `kernels.follow`, for whole lines."""
        own = np.zeros(len(piece) // 2 + 1, np.int32)  # a literal takes two bytes at least
        return self.store, self.at, np.frombuffer(piece, np.uint8), len(piece), own, formula

    def read(self, piece: bytes, formula: bool) -> bool:
        """Whole lines; True after the empty clause. Raises Refused, TooLarge."""
        self.at[kernels.BYTE] = 0
        while (ended := kernels.follow(*self.arguments(piece, formula))) == kernels.ROOM:
            self._enlarge(len(piece) // 2 + 1)
        if ended in (kernels.MORE, kernels.EMPTY):
            return bool(ended)
        if ended == kernels.BLANK:
            raise Refused(NO_END)
        text = piece[self.at[kernels.BEGIN] :].partition(b"\n")[0]
        where = f"{'the formula' if formula else 'the certificate'}, line {self.at[kernels.LINE]}"
        raise Refused(f"{where}: {REASONS[ended].format(text=text)}")

    def _enlarge(self, room: int) -> None:
        """Make room for another clause of so many literals. Raises TooLarge."""
        store, at = self.store, self.at
        if at[kernels.CLAUSES] == len(store.size):
            start, size, chain, after = map(_doubled, (store.start, store.size, store.chain, store.after))
            self.store = store = store._replace(start=start, size=size, chain=chain, after=after)
        while at[kernels.USED] + room > len(store.lits):
            self.store = store = store._replace(lits=_doubled(store.lits))


def works() -> list[Work]:
    """What following a proof compiles."""
    return [Work(kernels.follow, Follower(1, [1]).arguments(b"0\n", False), 2.5)]


def _doubled(array: np.ndarray) -> np.ndarray:
    if 2 * array.nbytes > MOST_BYTES:
        raise TooLarge
    return np.concatenate([array, np.zeros_like(array)])


def replayed(head: dict[str, Any], data: Iterator[int]) -> int:
    """What `checker.rup.total` says, compiled. Raises Refused, and TooLarge where that has to say it."""
    text = DIMACS.fullmatch(head["cnf"])
    projection = head["projection"]
    if text is None or not {*projection} <= {*range(1, int(text[1]) + 1)}:
        raise TooLarge
    follower = Follower(int(text[1]), projection)
    follower.read(text[2].encode(), True)
    follower.at[kernels.LINE] = 0
    for piece in _whole_lines(data):
        if follower.read(piece, False):
            if follower.at[kernels.BYTE] < len(piece) or next(data, None) is not None:
                break
            return int(follower.at[kernels.FOUND])
    raise Refused(NO_END)


def _whole_lines(data: Iterator[int]) -> Iterator[bytes]:
    """Pieces that end where a line ends. Raises TooLarge for what is longer than the checker reads."""
    left = b""
    while piece := bytes(islice(data, AT_ONCE)):
        lines, newline, left = (left + piece).rpartition(b"\n")
        if len(left) >= MOST_LINE:
            raise TooLarge
        if newline:
            yield lines + newline
    if left:
        yield left + b"\n"
