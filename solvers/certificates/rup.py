"""Writing the certificate of any model: its clauses, its solutions, and the lemmas of a SAT solver's own log.

The log of glucose is a valid proof also when clauses are added between its calls, since it never uses that a
clause is not there; so the clauses that exclude solutions are taken as if they were there from the beginning.
The log has lemmas alone, most of which nothing needs. Here it is found which clauses each follows from, and
only those are written that the last one, the empty clause, goes back to.
Sources: Wetzler, Heule, Hunt, DRAT-trim, SAT 2014; Cruz-Filipe et al., Efficient certified RAT verification,
CADE 2017 (LRAT, which names the clauses).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.backend import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.certificates.kernels import rup as kernels
from zenkai_solver.solvers.certificates.writing import MOST_BYTES, TooLarge
from zenkai_solver.solvers.checker.rup import NO_LEMMA, Clause, Formula, total
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable

MOST_SOLUTIONS = 200_000
MOST_CONFLICTS = 2_000_000
MOST_VARIABLES = 10_000_000
BUCKETS = 1 << 18
SMALL = 1 << 10  # clauses and literals for which there is room at first
AT_ONCE = 1 << 14  # lines of the log between two looks at the clock
KIND = np.dtype(">i4")  # of the numbers of a certificate
SOME, NOTHING = frozenset({1}), frozenset[int]()

Stated = dict[str, Any]


def stated(model: Model) -> Stated:
    """The model as the certificate's header has it. Raises Unsupported."""
    return {
        "clauses": [[*dict.fromkeys(own)] for own in lower(model).clauses],
        "projection": [*model.projection],
    }


def steps(model: Stated, deadline: Deadline = NEVER) -> Iterator[bytes]:
    """The numbers of the certificate (see `checker.rup`) of what `stated` says.

    Raises TooLarge, Interrupted, WrongSolution.
    """
    with Enumeration(Formula(**model)) as search:
        found = [*search.solutions(deadline)]
        listed = [len(found), *(number for true in found for number in (*sorted(true), 0))]
        yield np.array(listed, KIND).tobytes()
        yield lemmas(search.formula, search.log(), deadline).astype(KIND).tobytes()


@dataclass
class Enumeration:
    """All solutions of a formula, with the solver's log."""

    formula: Formula  # to which the clauses are added that exclude solutions

    def __enter__(self) -> Enumeration:
        from pysat.solvers import Solver  # slow to import

        self.solver: Any = Solver(name=SOLVER, with_proof=True)
        for clause in self.formula.clauses.values():
            self.solver.add_clause([*clause])
        for var in self.formula.variables:
            self.solver.add_clause([var, -var])  # so that it is in every assignment
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def solutions(self, deadline: Deadline) -> Iterator[frozenset[int]]:
        """Of each the variables that are true. Raises TooLarge, Interrupted."""
        most = len(self.formula.clauses) + MOST_SOLUTIONS
        while self._solve(deadline):
            if len(self.formula.clauses) == most:
                raise TooLarge
            true = self.formula.variables.intersection(self.solver.get_model())
            self.solver.add_clause([*self.formula.exclude(true)])
            yield true

    def _solve(self, deadline: Deadline) -> bool:
        """Is there a solution? Raises Interrupted, TooLarge."""

        def look() -> None:
            deadline.check()
            if self.solver.accum_stats()["conflicts"] > MOST_CONFLICTS:
                raise TooLarge

        return satisfiable(self.solver, look)

    def log(self) -> list[str]:
        """Lines of literals, each ended by 0: lemmas and, after `d`, what is forgotten."""
        return self.solver.get_proof() or []


def lemmas(formula: Formula, log: Sequence[str], deadline: Deadline = NEVER) -> np.ndarray:
    """The lemmas of the certificate. Raises TooLarge, Interrupted, WrongSolution."""
    clauses = [*formula.clauses.values()]
    if not clauses[-1]:  # the empty clause
        return np.zeros(0, np.int32)
    derivation = Derivation(max(formula.variables, default=1))
    derivation.read([f"{' '.join(map(str, clause))} 0".lstrip() for clause in clauses], True)
    for begin in range(0, len(log), AT_ONCE):
        deadline.check()
        derivation.read(log[begin : begin + AT_ONCE], False)
    return derivation.written()


class Derivation:
    """From which clauses the lemmas of a log follow."""

    def __init__(self, variables: int) -> None:
        both = 2 * variables + 1
        self.at, self.own = np.zeros(kernels.N_AT, np.int64), np.zeros(both + 1, np.int32)
        self.at[kernels.EMPTY] = kernels.NONE
        self.store = kernels.Store(
            value=np.zeros(both, np.int8),
            first=np.full(both, kernels.NONE, np.int32),
            seen=np.zeros(variables + 1, np.int64),
            reason=np.full(variables + 1, kernels.NONE, np.int32),
            unit=np.full(variables + 1, kernels.NONE, np.int32),
            trail=np.zeros(variables, np.int32),
            bucket=np.full(BUCKETS, kernels.NONE, np.int32),
            key=np.zeros(SMALL, np.uint64),
            link=np.zeros(SMALL, np.int32),
            start=np.zeros(SMALL, np.int64),
            size=np.zeros(SMALL, np.int32),
            cause=np.zeros(SMALL, np.int32),
            hint=np.zeros(SMALL, np.int64),
            after=np.zeros(2 * SMALL, np.int32),
            lits=np.zeros(SMALL, np.int32),
            hints=np.zeros(SMALL, np.int32),
        )

    def read(self, lines: Sequence[str], given: bool) -> None:
        """Lines of literals, each ended by 0. Raises TooLarge, WrongSolution."""
        text = "".join(f"{line}\n" for line in lines).encode()
        self.at[kernels.BYTE] = 0
        while (ended := kernels.read(*self.arguments(text, given))) == kernels.ROOM:
            self._enlarge()
        if ended == kernels.NO_LEMMA:
            raise WrongSolution(f"{SOLVER}: {text[self.at[kernels.BEGIN] :]!r:.60} does not follow")

    def arguments(self, text: bytes, given: bool) -> tuple[Any, ...]:
        """Of `kernels.read`."""
        return self.store, self.at, np.frombuffer(text, np.uint8), len(text), self.own, given

    def _enlarge(self) -> None:
        """Room for what one line may need. Raises TooLarge."""
        store, more = self.store, 2 * len(self.own)
        clauses = ("key", "link", "start", "size", "cause", "hint", "after")
        rooms = ((kernels.CLAUSES, clauses), (kernels.USED, ("lits",)), (kernels.HINTS, ("hints",)))
        for place, names in rooms:
            while self.at[place] + more > len(getattr(store, names[0])):
                store = store._replace(**{name: _doubled(getattr(store, name)) for name in names})
        self.store = store

    def written(self) -> np.ndarray:
        """The lemmas that the empty clause needs. Raises WrongSolution."""
        if self.at[kernels.EMPTY] < 0:
            raise WrongSolution(f"{SOLVER}: its log ends before the empty clause")
        used = np.zeros(self.at[kernels.CLAUSES], np.uint8)
        out = np.zeros(kernels.needed(self.store, self.at, used, self.own), np.int32)
        kernels.write(self.store, self.at, used, self.own, np.zeros(len(used) + 1, np.int32), out)
        return out


class Twin(Formula):
    """The checker's formula, with compiled resolution; of a lemma it says only whether it is empty."""

    @cached_property
    def own(self) -> np.ndarray:
        return np.zeros(2 * max(self.variables, default=1) + 1, np.int32)

    @cached_property
    def proof(self) -> kernels.Proof:
        """When the first lemma comes: the clauses that are given."""
        sizes = np.array([0, *map(len, self.clauses.values())], np.int32)
        self.last, self.used = len(sizes) - 1, int(sizes.sum())
        return kernels.Proof(
            start=np.concatenate([[0], np.cumsum(sizes[:-1], dtype=np.int64)]),
            size=sizes,
            lits=np.fromiter(chain(chain.from_iterable(self.clauses.values()), [0]), np.int32),
            place=np.zeros_like(self.own),
        )

    def resolvent(self, numbers: Sequence[int]) -> Clause:
        """Raises Refused, TooLarge."""
        self._make_room()
        proof, own = self.proof, self.own
        size = kernels.resolve(proof, self.last, np.array(numbers, np.int32), own)
        if size < 0:
            raise Refused(NO_LEMMA.format(numbers))
        self.last += 1
        proof.start[self.last], proof.size[self.last] = self.used, size
        proof.lits[self.used : self.used + size] = own[:size]
        self.used += size
        return SOME if size else NOTHING

    def _make_room(self) -> None:
        """For another lemma. Raises TooLarge."""
        proof = self.proof
        if self.last + 1 == len(proof.size):
            proof = proof._replace(start=_doubled(proof.start), size=_doubled(proof.size))
        if self.used + len(self.own) > len(proof.lits):
            self.used = int(kernels.pack(proof, self.last))
            while 2 * (self.used + len(self.own)) > len(proof.lits):
                proof = proof._replace(lits=_doubled(proof.lits))
        self.proof = proof


def replayed(model: Stated, data: Iterator[int]) -> int:
    """What `checker.rup.total` says, compiled. Raises Refused, and TooLarge where that has to say it."""
    formula = Twin(**model)
    if max(formula.variables, default=0) > MOST_VARIABLES:
        raise TooLarge
    return total(formula, data)


def _doubled(array: np.ndarray) -> np.ndarray:
    if 2 * array.nbytes > MOST_BYTES:
        raise TooLarge
    return np.concatenate([array, np.zeros_like(array)])


def works() -> list[Work]:
    """What the lemmas compile."""
    small = Derivation(1)
    used, own = np.zeros(1, np.uint8), small.own
    small.at[kernels.EMPTY], small.store.cause[0] = 0, kernels.GIVEN
    twin = Twin([[1]], [1])
    return [
        Work(kernels.resolve, (twin.proof, twin.last, np.zeros(1, np.int32), twin.own), 0.5),
        Work(kernels.pack, (twin.proof, twin.last), 0.5),
        Work(kernels.read, Derivation(1).arguments(b"0\n", True), 2.5),
        Work(kernels.needed, (small.store, small.at, used, own), 0.5),
        Work(kernels.write, (small.store, small.at, used, own, np.zeros(2, np.int32), own), 0.5),
    ]
