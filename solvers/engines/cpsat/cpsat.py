"""Enumeration by CP-SAT (OR-Tools): its own search for all solutions, one worker, projected.

CP-SAT has no projection: it reports every assignment, auxiliaries included, and duplicates have been reported
(or-tools issue 4640). Solutions are therefore told apart by a set of 128-bit hashes of the projection; this
is the only place where memory may grow with the number of solutions (some 100 bytes each).
The solver runs in a thread that hands solutions over one by one, so that the consumer hears Ctrl-C.
"""

from __future__ import annotations

import hashlib
import queue
import threading
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zenkai_solver.models.blocks import automaton as line_automaton
from zenkai_solver.models.csp import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    Model,
    Regular,
    Solution,
)
from zenkai_solver.models.symmetry import Breaking, best_breaking
from zenkai_solver.solvers.backend import NEVER, Deadline, Interrupted, Options, version
from zenkai_solver.solvers.engines.sat.cnf import connected

LOOK = 0.1  # seconds between two looks at the clock while no solution comes
AHEAD = 1_000  # solutions the solver may be ahead of the consumer


@dataclass(frozen=True)
class CpSatBackend:
    """CP-SAT with `enumerate_all_solutions`."""

    name: str = "cpsat"

    @classmethod
    def create(cls, options: Options) -> CpSatBackend:
        return cls()

    def versions(self) -> dict[str, str]:
        return {"ortools": version("ortools")}

    def check(self, model: Model) -> None:
        """Every model is taken."""

    def break_symmetry(self, model: Model) -> Breaking:
        return best_breaking(model)

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        search = _Search(model, deadline)
        seen: set[bytes] = set()
        try:
            for found in search.stream():
                key = hashlib.blake2b(array("i", found).tobytes(), digest_size=16).digest()
                if key not in seen:
                    seen.add(key)
                    yield found
        finally:
            search.stop()


class _Search:
    """One run of the solver in a thread; `stream` yields its assignments on the projection."""

    def __init__(self, model: Model, deadline: Deadline) -> None:
        from ortools.sat.python import cp_model  # slow to import

        self.deadline = deadline
        self.stopped = threading.Event()
        self.queue: queue.Queue[Solution | BaseException | str] = queue.Queue(AHEAD)
        cp, variables = post(model, cp_model)
        projected = [(var, variables[var]) for var in model.projection]
        search = self

        class Report(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                value = self.boolean_value
                search.put(tuple(var for var, handle in projected if value(handle)))
                if search.stopped.is_set():
                    self.stop_search()

        self.solver = cp_model.CpSolver()
        parameters = self.solver.parameters
        parameters.enumerate_all_solutions = True
        parameters.num_workers = 1
        parameters.linearization_level = 0
        parameters.cp_model_presolve = not _pure_cover(model)
        parameters.catch_sigint_signal = False

        def run() -> None:
            try:
                self.put(self.solver.status_name(self.solver.solve(cp, Report())))
            except BaseException as error:  # handed to the consumer, which raises it
                self.put(error)

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def put(self, item: Solution | BaseException | str) -> None:
        while not self.stopped.is_set():
            try:
                self.queue.put(item, timeout=LOOK)
                return
            except queue.Full:
                continue

    def stream(self) -> Iterator[Solution]:
        """Ends only if the solver says OPTIMAL or INFEASIBLE: every solution was reported."""
        while True:
            self.deadline.check()
            try:
                item = self.queue.get(timeout=max(0.0, min(LOOK, self.deadline.remaining)))
            except queue.Empty:
                continue
            if isinstance(item, BaseException):
                raise item
            if item in ("OPTIMAL", "INFEASIBLE"):
                return
            if isinstance(item, str):
                raise Interrupted(f"CP-SAT ended with {item}")
            yield item

    def stop(self) -> None:
        self.stopped.set()
        self.solver.stop_search()
        self.thread.join()


def _pure_cover(model: Model) -> bool:
    """Presolve costs more than it gains where there are only items and unit clauses."""
    return all(
        isinstance(c, (ExactlyOne, AtMostOne)) or (isinstance(c, Clause) and len(c.lits) == 1)
        for c in model.constraints
    )


def post(model: Model, cp_model: Any) -> tuple[Any, list[Any]]:
    """The model in CP-SAT's terms, and its variables by number (index 0 is unused)."""
    cp = cp_model.CpModel()
    variables = [None, *(cp.new_bool_var("") for _ in range(model.size))]

    def lit(literal: Lit) -> Any:
        return variables[literal] if literal > 0 else variables[-literal].negated()

    for constraint in model.constraints:
        _post(cp, constraint, lit)
    return cp, variables


def _post_one(cp: Any, lits: Sequence[Lit], least: int, lit: Any) -> None:
    """At least `least` and at most one of the literals, as often as they stand there.

    A variable twice in an at-most-one makes OR-Tools 9.15 abort on a solution of its own, so those are sums.
    """
    if len({abs(x) for x in lits}) < len(lits):
        cp.add_linear_constraint(sum(lit(x) for x in lits), least, 1)
    elif least:
        cp.add_exactly_one([lit(x) for x in lits])
    else:
        cp.add_at_most_one([lit(x) for x in lits])


def _post(cp: Any, constraint: Constraint, lit: Any) -> None:
    match constraint:
        case Clause(lits):
            cp.add_bool_or([lit(x) for x in lits])
        case ExactlyOne(lits):
            _post_one(cp, lits, 1, lit)
        case AtMostOne(lits):
            _post_one(cp, lits, 0, lit)
        case Cardinality(lits, lo, hi):
            cp.add_linear_constraint(sum(lit(x) for x in lits), lo, hi)
        case Linear(weights, lits, lo, hi):
            terms = sum(w * lit(x) for w, x in zip(weights, lits, strict=True))
            cp.add_linear_constraint(terms, lo, hi)
        case Connected(lits, edges):
            own = [lit(x) for x in lits]  # numbered from 1 for the clauses; their auxiliaries follow

            def fresh() -> int:
                own.append(cp.new_bool_var(""))
                return len(own)

            for clause in connected(range(1, len(lits) + 1), edges, fresh):
                cp.add_bool_or([own[x - 1] if x > 0 else own[-x - 1].negated() for x in clause])
        case Regular(word, automaton):
            if not word or not automaton.accepting or not automaton.transitions:  # CP-SAT takes none of these
                cp.add_bool_or([] if word or not automaton.accepts(()) else [True])
                return
            for position in word:
                _post_one(cp, position, 1, lit)
            letters = [sum(a * lit(x) for a, x in enumerate(position)) for position in word]
            cp.add_automaton(letters, automaton.start, automaton.accepting, automaton.transitions)
        case BlockLine(cells, blocks):
            if not cells:
                cp.add_bool_or([] if blocks else [True])
                return
            for cell in cells:
                _post_one(cp, cell, 0, lit)
            line = line_automaton(blocks)
            letters = [sum(ink * lit(x) for ink, x in enumerate(cell, 1)) for cell in cells]
            cp.add_automaton(letters, line.start, line.accepting, line.transitions)
