"""Writing and checking the certificate of any model: its clauses, its solutions, and lemmas from the proof
log of a SAT solver.

The log of glucose is a valid proof even if clauses are added between its calls, since each lemma follows from
clauses and stays true with more of them; so the clauses that exclude solutions are taken as given from the
beginning. The log has only the lemmas, most of which are not needed. By unit propagation the clauses are
found from which each lemma follows; written are the lemmas and the clauses of the model on which the last
lemma, the empty clause, depends.
Sources: Wetzler, Heule, Hunt, DRAT-trim, SAT 2014; Cruz-Filipe et al., Efficient certified RAT verification,
CADE 2017 (LRAT, which names the clauses).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, count, islice, takewhile
from typing import Any

import numpy as np

from zenkai_solver.models.constraints import AtMostOne, ExactlyOne, GraphConstraint, Lit, OnGraph, literals
from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.models.graphs import bounded
from zenkai_solver.solvers.certificates.effort import WorkBudget, free
from zenkai_solver.solvers.certificates.kernels import rup as kernels
from zenkai_solver.solvers.certificates.writing import MOST_BYTES, CertificateTooLarge
from zenkai_solver.solvers.checker.checker import MOST_LISTED, NO_LEMMA, Formula, Refused, require
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.engines.sat.cnf import PAIRWISE_LIMIT, Cnf, clauses
from zenkai_solver.solvers.engines.sat.cuts import cut
from zenkai_solver.solvers.engines.sat.cutting import CutSolver, relaxed
from zenkai_solver.solvers.kernels.jit import Work

SOLVER = "glucose42"  # needs half the conflicts of glucose4
MOST_SOLUTIONS = 200_000
MOST_CONFLICTS = 2_000_000
MOST_VARIABLES = 10_000_000
BUCKETS = 1 << 18
AT_ONCE = 1 << 14  # lines of the log between two looks at the clock
KIND = np.dtype(">i4")  # of the numbers of a certificate


@dataclass(frozen=True)
class ClauseModel:
    """A model as a certificate states it: see `checker.Formula`.

    `once`: lists of variables of which at most one is true. `read`: the checker derives all of it from the
    instance, and the certificate does not state it.
    `graphs` hold too: what clauses do not say of them the search adds as cuts, which then are clauses.
    """

    once: list[tuple[Lit, ...]]
    clauses: list[tuple[Lit, ...]]
    projection: tuple[int, ...]
    read: bool = False
    graphs: tuple[GraphConstraint, ...] = ()

    @cached_property
    def variables(self) -> frozenset[int]:
        """All variables that occur."""
        of_graphs = (map(abs, literals(graph)) for graph in self.graphs)
        return frozenset(self.projection).union(map(abs, chain(*self.clauses)), *self.once, *of_graphs)

    @cached_property
    def apart(self) -> Mapping[int, frozenset[int]]:
        """The variables that are false if this one is true, by the lists of `once`."""
        others_of: dict[int, set[int]] = {}
        for group in self.once:
            for var in group:
                others_of.setdefault(var, set()).update(group)
        return {var: frozenset(others - {var}) for var, others in others_of.items()}

    def excluding(self, true: frozenset[int]) -> tuple[Lit, ...]:
        """The clause that excludes a solution, as the checker states it."""
        return tuple(-var if var in true else var for var in self.projection)

    def short(self, true: frozenset[int]) -> tuple[Lit, ...]:
        """The same without variables that are false by the lists of `once`: with these it is equivalent."""
        chosen = true.intersection(self.projection)
        apart = (self.apart.get(var, frozenset()) for var in chosen)
        return (*(-var for var in chosen), *frozenset(self.projection).difference(chosen, *apart))

    def restricted(self, core: Iterable[int]) -> ClauseModel:
        """The model with these clauses only; the whole if the checker derives it."""
        return self if self.read else replace(self, clauses=[self.clauses[c] for c in core])

    @property
    def model(self) -> dict[str, Any]:
        """As the certificate's header has it."""
        return {"once": self.once, "clauses": self.clauses, "projection": self.projection}


def read(formula: Mapping[str, Any]) -> ClauseModel:
    """The clauses that the checker derives from an instance."""
    once, clauses = ([*map(tuple, formula[key])] for key in ("once", "clauses"))
    return ClauseModel(once, clauses, tuple(formula["projection"]), read=True)


def stated(model: Model) -> ClauseModel:
    """The whole model in clauses and lists; of graphs, what is stated from the start. Raises Unsupported."""
    model = bounded(model)
    cnf, once, listed = Cnf(model.size), list[tuple[Lit, ...]](), list[tuple[Lit, ...]]()
    graphs = tuple(one for one in model.constraints if isinstance(one, OnGraph))
    for constraint in relaxed(model).constraints:
        if isinstance(constraint, (ExactlyOne, AtMostOne)) and _is_list(constraint.lits):
            once.append(constraint.lits)
            if isinstance(constraint, ExactlyOne):
                listed.append(constraint.lits)
        else:
            listed.extend(clauses(constraint, cnf.fresh))
    shown = {-var for var in model.projection}
    pairs = {clause for clause in listed if len(clause) == 2 == len({*clause}) and shown.issuperset(clause)}
    once += [(-a, -b) for a, b in sorted(pairs)]
    every = (
        clause if len({*clause}) == len(clause) else (*sorted({*clause}),)
        for clause in listed
        if clause not in pairs
    )
    return ClauseModel(
        once,
        [clause for clause in every if len({*map(abs, clause)}) == len(clause)],
        model.projection,
        graphs=graphs,
    )


def _is_list(lits: Sequence[Lit]) -> bool:
    """May it be one of `once`?"""
    return 1 < len(lits) <= PAIRWISE_LIMIT and min(lits) > 0 and len({*lits}) == len(lits)


def certificate(model: ClauseModel, deadline: Deadline = NEVER) -> tuple[ClauseModel, Iterator[bytes]]:
    """The part of the model that the lemmas need, and the numbers of its certificate (see the checker).

    The other clauses may be left out: the solutions are still solutions, and there are no others. Raises
    CertificateTooLarge, Interrupted, WrongSolution.
    """
    with SolutionEnumeration(model) as search:
        listed_solutions = [*search.solutions(deadline)]
        model = search.closed
        core, numbers = lemmas(model, listed_solutions, search.log(), deadline)
    needed = model.restricted(core)
    listed = [
        len(listed_solutions),
        *(number for true in listed_solutions for number in (*sorted(true & needed.variables), 0)),
    ]
    return needed, iter((np.array(listed, KIND).tobytes(), numbers.astype(KIND).tobytes()))


@dataclass
class SolutionEnumeration:
    """A SAT solver that lists all solutions of a formula, and keeps its proof log; a context manager.

    `cuts` are those that were needed for its graphs.
    """

    model: ClauseModel
    cuts: list[tuple[Lit, ...]] = field(default_factory=list)

    @property
    def closed(self) -> ClauseModel:
        """The model with the cuts: its clauses alone have its solutions."""
        return replace(self.model, clauses=[*self.model.clauses, *self.cuts], graphs=())

    def __enter__(self) -> SolutionEnumeration:
        from pysat.solvers import Solver  # slow to import

        self.solver: Any = Solver(name=SOLVER, with_proof=True)
        self.search = CutSolver(self.solver, NEVER.check, log=self.cuts)
        self.search.watch(map(cut, self.model.graphs))
        add = self.solver.add_clause
        for clause in self._given():
            if not add(clause, False):  # there are no solutions; to add more makes glucose42 crash
                break
        return self

    def _given(self) -> Iterator[Sequence[Lit]]:
        yield from ((var, -var) for var in self.model.variables)  # so that it is in every assignment
        yield from self.model.clauses
        yield from ((-a, -b) for group in self.model.once for a, b in combinations(group, 2))

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def solutions(self, deadline: Deadline, cube: Cube = ()) -> Iterator[frozenset[int]]:
        """The true variables of each solution within the cube.

        The cube's literals are assumptions, so learned clauses hold without them. Raises CertificateTooLarge,
        Interrupted.
        """

        def look() -> None:
            deadline.check()
            if self.solver.accum_stats()["conflicts"] > MOST_CONFLICTS:
                raise CertificateTooLarge

        self.search.look = look
        for number in count():
            if not self.search.satisfiable(cube):
                return
            if number == MOST_SOLUTIONS:
                raise CertificateTooLarge
            true = self.model.variables.intersection(self.solver.get_model())
            self.solver.add_clause(self.model.short(true))
            yield true

    def log(self) -> list[str]:
        """Lines of literals, each ended by 0: lemmas and, after `d`, clauses that are deleted."""
        return self.solver.get_proof() or []


def lemmas(
    model: ClauseModel, solutions: Sequence[frozenset[int]], log: Sequence[str], deadline: Deadline = NEVER
) -> tuple[list[int], np.ndarray]:
    """The numbers of the clauses of the model that are needed, and the lemmas of the certificate.

    Raises CertificateTooLarge, Interrupted, WrongSolution.
    """
    if ended(model, solutions):
        empty = [c for c, clause in enumerate(model.clauses) if not clause][:1]
        return _named_last(model, empty) if model.read else (empty, np.zeros(0, np.int32))
    return derived(model, solutions, log, deadline).written(len(model.clauses), model.read)


def _named_last(model: ClauseModel, empty: Sequence[int]) -> tuple[list[int], np.ndarray]:
    """All clauses, and a lemma that names the empty one, unless that is the last clause."""
    last, places = len(model.clauses) - 1, sum(map(len, model.once))
    named = [places + 1 + c for c in empty if c < last]
    return [*range(last + 1)], np.array([*named, 0] if named else [], np.int32)


def ended(model: ClauseModel, solutions: Sequence[frozenset[int]]) -> bool:
    """Is the empty clause given: in the model, or as the one that excludes the only solution?"""
    return not all(model.clauses) or bool(solutions and not model.projection)


def derived(
    model: ClauseModel, solutions: Sequence[frozenset[int]], log: Sequence[str], deadline: Deadline
) -> Derivation:
    """The lemmas of the log with their antecedents; the empty clause must not be given.

    Raises CertificateTooLarge, Interrupted, WrongSolution.
    """
    given = [*model.clauses, *map(model.excluding, solutions)]
    derivation = Derivation(max(model.variables, default=1), model.once, given)
    derivation.read([" ".join(map(str, (*model.short(true), 0))) for true in solutions])
    for begin in range(0, len(log), AT_ONCE):
        deadline.check()
        derivation.read(log[begin : begin + AT_ONCE])
    return derivation


def places(once: Sequence[Sequence[int]], variables: int) -> kernels.Once:
    """The lists as arrays."""
    sizes = np.array([*map(len, once)], np.int64)
    var = np.fromiter(chain.from_iterable(once), np.int32, sizes.sum())
    end = np.repeat(np.cumsum(sizes), sizes)
    return kernels.Once(
        var=var,
        begin=(end - np.repeat(sizes, sizes)).astype(np.int32),
        end=end.astype(np.int32),
        first=np.searchsorted(np.sort(var), np.arange(variables + 2)).astype(np.int32),
        place=np.argsort(var, kind="stable").astype(np.int32),
    )


def pairs_of(lits: np.ndarray, first: np.ndarray, variables: int) -> kernels.BinaryClauses:
    """The clauses of two literals; clause c is lits[first[c] : first[c + 1]]."""
    clause = np.flatnonzero(np.diff(first) == kernels.PAIR)
    a, b = lits[first[clause]], lits[first[clause] + 1]
    literal, other = np.concatenate([a, b]), np.concatenate([b, a])
    order = np.argsort(literal, kind="stable")
    return kernels.BinaryClauses(
        first=np.searchsorted(literal[order], np.arange(-variables, variables + 2)).astype(np.int32),
        other=other[order],
        clause=np.tile(clause, 2)[order].astype(np.int32),
    )


class Derivation:
    """Finds from which clauses the lemmas of a log follow."""

    def __init__(self, variables: int, once: Sequence[Sequence[int]], given: Sequence[Sequence[Lit]]) -> None:
        """The given clauses must not be empty, nor have a literal twice."""
        both = 2 * variables + 1
        first = np.cumsum([0, *map(len, given)], dtype=np.int64)
        room = len(given) + variables + 1
        self.at, self.buffer = np.zeros(kernels.N_AT, np.int64), np.zeros(both + 1, np.int32)
        self.at[kernels.EMPTY] = kernels.NONE
        self.once = places(once, variables)
        self.store = kernels.ClauseStore(
            value=np.zeros(both, np.int8),
            first=np.full(both, kernels.NONE, np.int32),
            seen=np.zeros(variables + 1, np.int64),
            noted=np.zeros(variables + 1, np.int64),
            reason=np.full(variables + 1, kernels.NONE, np.int32),
            unit=np.full(variables + 1, kernels.NONE, np.int32),
            trail=np.zeros(variables, np.int32),
            bucket=np.full(BUCKETS, kernels.NONE, np.int32),
            key=np.zeros(room, np.uint64),
            link=np.zeros(room, np.int32),
            start=np.zeros(room, np.int32),
            cause=np.zeros(room, np.int32),
            hint=np.zeros(room + 1, np.int64),
            heap=np.zeros(first[-1] + variables + kernels.LITS * room, np.int32),
            hints=np.zeros(2 * variables + 3, np.int32),
        )
        lits = np.fromiter(chain.from_iterable(given), np.int32, first[-1])
        self.pairs = pairs_of(lits, first, variables)
        kernels.given(self.store, self.once, self.pairs, self.at, lits, first)

    def read(self, lines: Sequence[str]) -> None:
        """Take further lines of the log. Raises CertificateTooLarge, WrongSolution if a lemma does not
        follow.
        """
        text = "".join(f"{line}\n" for line in lines).encode()
        self.at[kernels.BYTE] = 0
        while (ended := kernels.read(*self.arguments(text))) == kernels.ROOM:
            self._enlarge()
        if ended == kernels.NO_LEMMA:
            raise WrongSolution(f"{SOLVER}: {text[self.at[kernels.BEGIN] :]!r:.60} does not follow")

    def arguments(self, text: bytes) -> tuple[Any, ...]:
        """Of `kernels.read`."""
        log = np.frombuffer(text, np.uint8)
        return self.store, self.once, self.pairs, self.at, log, len(log), self.buffer

    def _enlarge(self) -> None:
        """Room for what one line may need. Raises CertificateTooLarge."""
        store, more = self.store, 9 * len(self.buffer)
        clauses = ("key", "link", "start", "cause", "hint")
        rooms = ((kernels.CLAUSES, clauses), (kernels.USED, ("heap",)), (kernels.HINTS, ("hints",)))
        for place, names in rooms:
            while self.at[place] + more > len(getattr(store, names[0])):
                store = store._replace(**{name: _doubled(getattr(store, name)) for name in names})
        self.store = store

    def aim(self, cube: Cube) -> Cube:
        """Make the last lemma say that the literals of the cube, or some of them, are not all true.

        Returns these literals. Raises CertificateTooLarge, WrongSolution.
        """
        lemma = self.at[kernels.CLAUSES]
        self.read([" ".join(str(-lit) for lit in cube) + " 0"])
        if self.at[kernels.EMPTY] < 0:
            false = [lit for lit in cube if self.store.value[(len(self.store.value) >> 1) - lit] > 0]
            self.at[kernels.EMPTY] = self.store.unit[abs(false[0])] if false else lemma
        return tuple(-lit for lit in self.literals(self.at[kernels.EMPTY]))

    def literals(self, clause: int) -> list[int]:
        """The literals of a clause, also of a deleted one."""
        begin = int(self.store.start[clause])
        size, first = int(self.store.heap[begin]), begin + kernels.LITS
        return [*map(int, self.store.heap[first : first + max(size, -1 - size)])]

    def written(self, stated: int, every: bool = False) -> tuple[list[int], np.ndarray]:
        """Those of the first `stated` given clauses, and the lemmas, on which the empty clause depends.

        `every`: all of these given clauses are kept, needed or not. Raises WrongSolution.
        """
        if self.at[kernels.EMPTY] < 0:
            raise WrongSolution(f"{SOLVER}: its log ends before the empty clause")
        clauses = self.at[kernels.CLAUSES]
        used = np.zeros(clauses, np.uint8)
        out = np.zeros(kernels.needed(self.store, self.at, used, self.buffer), np.int32)
        given = self.store.cause[:clauses] == kernels.GIVEN
        places, number = np.flatnonzero(given), np.zeros(clauses, np.int32)
        core = np.flatnonzero(used[places[:stated]] | every)
        order = [*places[core], *places[stated:], *np.flatnonzero(used.astype(bool) & ~given)]
        number[order] = np.arange(len(order)) + len(self.once.var) + 1
        kernels.write(self.store, self.at, number, self.buffer, out)
        kernels.forget(out, len(self.once.var), np.zeros(number.max() + 1, np.uint8))
        return core.tolist(), out


class Numbers(Iterator[int]):
    """An iterator over numbers that come piece by piece; those from `at` on of `piece` are not used yet."""

    def __init__(self, pieces: Iterable[np.ndarray]) -> None:
        self.pieces = iter(pieces)
        self.begin(np.zeros(0, np.int32), 0)

    def __next__(self) -> int:
        while self.at == len(self.values):
            self.begin(next(self.pieces), 0)
        self.at += 1
        return self.values[self.at - 1]

    def begin(self, piece: np.ndarray, at: int) -> None:
        self.piece, self.at = piece.astype(np.int32), at
        self.values: list[int] = self.piece.tolist()


class Resolution:
    """The compiled twin of `checker.Formula`: clauses by their numbers, to which lemmas are added."""

    def __init__(
        self,
        variables: int,
        once: Sequence[Sequence[int]],
        given: Sequence[frozenset[int]],
        effort: WorkBudget | None = None,
    ) -> None:
        self.once, self.effort = places(once, variables), effort or free()
        taken, sizes = len(self.once.var) + 1, np.array([*map(len, given)], np.int32)
        ends = np.cumsum(sizes, dtype=np.int64)
        used = sizes.sum()
        self.buffer, self.at = np.zeros(2 * variables + 1, np.int32), np.zeros(kernels.N_AT, np.int64)
        self.at[kernels.CLAUSES], self.at[kernels.USED] = taken + len(given) - 1, used
        self.proof = kernels.ClauseTable(
            start=np.concatenate([np.zeros(taken, np.int64), ends - sizes]),
            size=np.concatenate([np.full(taken, kernels.PLACE, np.int32), sizes]),
            lits=np.fromiter(chain.from_iterable(given), np.int32, used),
            at=np.zeros_like(self.buffer),
        )

    @property
    def read(self) -> int:
        """How many of the numbers given to `follow` are used."""
        return int(self.at[kernels.BYTE])

    def follow(self, numbers: np.ndarray, last: bool) -> bool:
        """Add the lemmas of these numbers; is one the empty clause? `last`: no others follow.

        Raises Refused, CertificateTooLarge, WorkExceeded.
        """
        self.at[kernels.BYTE] = 0
        self.at[kernels.SPENT], self.at[kernels.MOST] = self.effort.spent, self.effort.most
        while (ended := kernels.follow(*self.arguments(numbers, last))) == kernels.ROOM:
            self._make_room()
        self.effort.reached(self.at[kernels.SPENT])
        if ended == kernels.NO_LEMMA:
            named = numbers[self.read : self.read + MOST_LISTED].tolist()
            raise Refused(NO_LEMMA.format([*takewhile(bool, named)]))
        return bool(ended == kernels.EMPTY_CLAUSE)

    def arguments(self, numbers: np.ndarray, last: bool) -> tuple[Any, ...]:
        """Of `kernels.follow`."""
        return self.proof, self.once, self.at, numbers, last, self.buffer, MOST_LISTED

    def _make_room(self) -> None:
        """Make room for another lemma. Raises CertificateTooLarge."""
        proof, at = self.proof, self.at
        if at[kernels.CLAUSES] + 1 >= len(proof.size):
            proof = proof._replace(start=_doubled(proof.start), size=_doubled(proof.size))
        if at[kernels.USED] + len(self.buffer) > len(proof.lits):
            at[kernels.USED] = kernels.pack(proof, at[kernels.CLAUSES])
            while 2 * (at[kernels.USED] + len(self.buffer)) > len(proof.lits):
                proof = proof._replace(lits=_doubled(proof.lits))
        self.proof = proof


def replayed(model: dict[str, Any], pieces: Iterable[np.ndarray], effort: WorkBudget | None = None) -> int:
    """The result of `checker.formula_total`, compiled.

    Raises Refused, WorkExceeded, and CertificateTooLarge where it would take too much memory.
    """
    effort = effort or free()
    data, formula = Numbers(pieces), Formula(**model)
    if max(formula.variables, default=0) > MOST_VARIABLES:
        raise CertificateTooLarge
    number = _listed(formula, data, effort)
    _refute(formula, model["once"], data, effort)
    require(next(data, None) is None, "the certificate goes on after the empty clause")
    return number


def _listed(formula: Formula, data: Numbers, effort: WorkBudget) -> int:
    """Add the clauses that exclude the listed solutions; how many. Raises Refused."""
    new = set[frozenset[int]]()
    for number in islice(count(1), next(data, 0)):
        new.add(formula.exclude([*takewhile(bool, islice(data, MOST_LISTED))], effort))
        require(len(new) == number, "a solution is there twice")
    return len(new)


def _refute(formula: Formula, once: Sequence[Sequence[int]], data: Numbers, effort: WorkBudget) -> None:
    """Follow the lemmas to the empty clause. Raises Refused, CertificateTooLarge."""
    given = [clause for clause in formula.clauses.values() if isinstance(clause, frozenset)]
    if given and not given[-1]:  # the empty clause
        return
    twin = Resolution(max(formula.variables, default=1), once, given, effort)
    piece, last = data.piece[data.at :], False
    while not twin.follow(piece, last):
        more = next(data.pieces, None)
        last = more is None
        left = piece[twin.read :]
        piece = left if more is None else np.concatenate([left, more.astype(np.int32)])
    data.begin(piece, twin.read)


def _doubled(array: np.ndarray) -> np.ndarray:
    if 2 * array.nbytes > MOST_BYTES:
        raise CertificateTooLarge
    return np.concatenate([array, np.zeros(max(1, len(array)), array.dtype)])


def works() -> list[Work]:
    """The kernels that write and check a certificate of clauses."""
    small = Derivation(1, [], [])
    used, buffer, store, at = np.zeros(1, np.uint8), small.buffer, small.store, small.at
    store.cause[0] = kernels.GIVEN
    at[kernels.EMPTY] = 0
    twin = Resolution(1, [], [frozenset({1})])
    lits, first = np.zeros(0, np.int32), np.zeros(1, np.int64)
    return [
        Work(kernels.follow, twin.arguments(lits, False)),
        Work(kernels.pack, (twin.proof, np.int64(1))),
        Work(kernels.given, (store, small.once, small.pairs, at, lits, first)),
        Work(kernels.read, Derivation(1, [], []).arguments(b"0\n")),
        Work(kernels.needed, (store, at, used, buffer)),
        Work(kernels.write, (store, at, np.zeros(1, np.int32), buffer, lits)),
        Work(kernels.forget, (lits, 0, used)),
    ]
