"""Enumeration by CP-SAT (OR-Tools): its own search for all solutions, one worker, projected.

CP-SAT has no projection: it reports every assignment, auxiliaries included, and duplicates have been reported
(or-tools issue 4640). Solutions are therefore told apart by a set of 128-bit hashes of the projection; this
is the only place where memory may grow with the number of solutions (some 100 bytes each).
The solver runs in a thread that hands solutions over one by one, so that the consumer hears Ctrl-C.
"""

from __future__ import annotations

import hashlib
import threading
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from zenkai_solver.models.blocks import automaton as line_automaton
from zenkai_solver.models.constraints import (
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    GraphConstraint,
    Linear,
    Lit,
    OnGraph,
    Regular,
    SingleLoop,
    literals,
    unknown,
)
from zenkai_solver.models.csp import Cube, Model, Solution, restrict
from zenkai_solver.models.graphs import bounded, plainly, united
from zenkai_solver.models.symmetry import Breaking, best_breaking
from zenkai_solver.solvers.core.backend import EVERY_TYPE, Backend, Opened, Options, Takes, version
from zenkai_solver.solvers.core.deadlines import (
    NEVER,
    Deadline,
    Interrupted,
    Unsupported,
    looking,
    under,
)
from zenkai_solver.solvers.engines.handover import LOOK, Handover, ended
from zenkai_solver.solvers.engines.sat.cnf import check_steps
from zenkai_solver.solvers.kernels.clock import look

AHEAD = 1_000  # solutions the solver may be ahead of the consumer
LOOKS = 1 << 10  # auxiliary variables between two looks at the clock
MOST_WEIGHT = 1 << 28  # sum of a Linear's absolute weights; OR-Tools 9.15 loses solutions near 2^31


@dataclass(frozen=True)
class CpSatBackend(Backend):
    """CP-SAT with `enumerate_all_solutions`."""

    takes: ClassVar[Takes] = Takes(EVERY_TYPE)
    name: str = "cpsat"

    @classmethod
    def create(cls, options: Options) -> CpSatBackend:
        return cls()

    def versions(self) -> dict[str, str]:
        return {"ortools": version("ortools")}

    def open(self, model: Model) -> OpenedCpSat:
        """Every model is taken, unless the weights of a sum are too large (MOST_WEIGHT).

        One that is loose and has cases is better searched by these: each assignment would be visited.
        """
        if model.loose and model.cases is not None:
            raise Unsupported("a solution that may be shown in many ways would be found once for each")
        for constraint in model.constraints:
            _check(constraint)
        return OpenedCpSat(self, model)


class OpenedCpSat(Opened):
    @cached_property
    def breaking(self) -> Breaking:
        return best_breaking(self.model)

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        with under(deadline):
            search = _Enumeration(restrict(self.model, cube), deadline)
        seen: set[bytes] = set()
        with ended(search.stop):
            for solution in search.stream():
                key = hashlib.blake2b(array("i", solution).tobytes(), digest_size=16).digest()
                if key not in seen:
                    seen.add(key)
                    yield solution


class _Enumeration:
    """One run of the solver in a thread; `stream` yields its assignments on the projection."""

    def __init__(self, model: Model, deadline: Deadline) -> None:
        from ortools.sat.python import cp_model  # slow to import

        self.deadline = deadline
        self.stopped = threading.Event()
        self.handover: Handover[Solution | BaseException | str] = Handover(AHEAD, self.stopped)
        cp, variables = post(model, cp_model)
        projected = [(var, variables[var]) for var in model.projection]
        search = self

        class Report(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                value = self.boolean_value
                search.handover.put(tuple(var for var, handle in projected if value(handle)))
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
                self.handover.put(self.solver.status_name(self.solver.solve(cp, Report())))
            except BaseException as error:  # handed to the consumer, which raises it
                self.handover.put(error)

        self.thread = threading.Thread(target=run, daemon=True)

    def stream(self) -> Iterator[Solution]:
        """Ends only if the solver says OPTIMAL or INFEASIBLE: every solution was reported."""
        self.thread.start()
        while True:
            item = self.handover.take(self.deadline)
            if isinstance(item, BaseException):
                raise item
            if item in ("OPTIMAL", "INFEASIBLE"):
                return
            if isinstance(item, str):
                raise Interrupted(f"CP-SAT ended with {item}")
            yield item

    def stop(self) -> None:
        """The solver is told until it hears: before its search has begun it forgets that it was told."""
        self.stopped.set()
        while self.thread.is_alive():
            self.solver.stop_search()
            self.thread.join(LOOK)


def _pure_cover(model: Model) -> bool:
    """Presolve costs more than it gains where there are only items and unit clauses."""
    return all(
        isinstance(c, (ExactlyOne, AtMostOne)) or (isinstance(c, Clause) and len(c.lits) == 1)
        for c in model.constraints
    )


def post(model: Model, cp_model: Any) -> tuple[Any, list[Any]]:
    """The model in CP-SAT's terms, and its variables by number (index 0 is unused)."""
    cp, stated = cp_model.CpModel(), bounded(model, by_cuts=False)
    variables = [None, *(cp.new_bool_var("") for _ in range(stated.size))]

    def lit(literal: Lit) -> Any:
        return variables[literal] if literal > 0 else variables[-literal].negated()

    for constraint in looking(united(stated.constraints)):
        _post(cp, constraint, lit)
    return cp, variables


def _post_one(cp: Any, lits: Sequence[Lit], least: int, lit: Any) -> None:
    """At least `least` and at most one of the literals, as often as they are listed.

    A variable twice in an at-most-one makes OR-Tools 9.15 abort on a solution of its own, so those are sums.
    """
    if len({abs(x) for x in lits}) < len(lits):
        cp.add_linear_constraint(sum(lit(x) for x in lits), least, 1)
    elif least:
        cp.add_exactly_one([lit(x) for x in lits])
    else:
        cp.add_at_most_one([lit(x) for x in lits])


def _check(constraint: Constraint) -> None:
    """Raise Unsupported for a sum whose weights are too large."""
    if isinstance(constraint, Linear) and (total := sum(map(abs, constraint.weights))) > MOST_WEIGHT:
        raise Unsupported(
            f"the absolute weights of a Linear sum to {total:,}; cpsat takes at most {MOST_WEIGHT:,}"
        )


def _post(cp: Any, constraint: Constraint, lit: Any) -> None:
    match constraint:
        case Clause(lits):
            cp.add_bool_or([lit(x) for x in lits])
        case ExactlyOne(lits):
            _post_one(cp, lits, 1, lit)
        case AtMostOne(lits):
            _post_one(cp, lits, 0, lit)
        case Cardinality(lits, lo, hi):
            _post_sum(cp, (1,) * len(lits), [lit(x) for x in lits], lo, hi)
        case Linear(weights, lits, lo, hi):
            _check(constraint)
            _post_sum(cp, weights, [lit(x) for x in lits], lo, hi)
        case OnGraph():
            _post_graph(cp, constraint, lit)
        case Regular(word, automaton):
            _post_word(cp, word, automaton, lit)
        case BlockLine(cells, blocks):
            for cell in cells:
                _post_one(cp, cell, 0, lit)
            letters = [_letter(cp, [lit(x) for x in cell], 1) for cell in cells]
            _post_automaton(cp, letters, line_automaton(blocks))
        case _:
            unknown(constraint)


def _post_sum(cp: Any, weights: Sequence[int], handles: Sequence[Any], lo: int, hi: int) -> None:
    """The sum is in lo..hi, cut down to what it can reach: bounds may be any integers.

    An empty range is a false clause: OR-Tools 9.15 takes lo > hi for no bound where the terms cancel.
    """
    lo = max(lo, sum(w for w in weights if w < 0))
    hi = min(hi, sum(w for w in weights if w > 0))
    if lo > hi:
        cp.add_bool_or([])
    else:
        cp.add_linear_constraint(sum(w * x for w, x in zip(weights, handles, strict=True)), lo, hi)


def _post_graph(cp: Any, constraint: GraphConstraint, lit: Any) -> None:
    """A loop is a circuit, what is connected has distances; all else is stated by clauses."""
    if isinstance(constraint, SingleLoop):
        _post_loop(cp, constraint, lit)
        return
    if isinstance(constraint, Connected):
        _post_connected(cp, constraint, lit)
        return
    check_steps(constraint)
    auxiliaries: dict[int, Any] = {}  # the auxiliary variables, numbered after all others
    top = max(map(abs, literals(constraint)), default=0)

    def fresh() -> int:
        if not len(auxiliaries) % LOOKS:
            look()
        auxiliaries[top + len(auxiliaries) + 1] = cp.new_bool_var("")
        return top + len(auxiliaries)

    def known(literal: Lit) -> Any:
        if abs(literal) not in auxiliaries:
            return lit(literal)
        return auxiliaries[literal] if literal > 0 else auxiliaries[-literal].negated()

    for part in looking(plainly(constraint, fresh)):
        _post(cp, part, known)


def _firsts(cp: Any, there: Sequence[Any]) -> list[Any]:
    """Of each literal whether it is the first true one."""
    firsts, before = [], cp.new_constant(0)
    for literal in there:
        first, upto = cp.new_bool_var(""), cp.new_bool_var("")
        cp.add_bool_or([first.negated(), literal])
        cp.add_bool_or([first.negated(), before.negated()])
        cp.add_bool_or([first, literal.negated(), before])
        cp.add_bool_or([upto, literal.negated()])
        cp.add_bool_or([upto, before.negated()])
        cp.add_bool_or([upto.negated(), literal, before])
        firsts.append(first)
        before = upto
    return firsts


def _post_loop(cp: Any, loop: SingleLoop, lit: Any) -> None:
    """A circuit in which nodes without an edge have one to themselves.

    It leaves its first node by the first of its two edges, so that it has one direction.
    """
    if not loop.edges:
        return
    size = 1 + max(map(max, loop.edges))
    arcs, out = [], [list[tuple[Any, Any]]() for _ in range(size)]
    for literal, (a, b) in zip(loop.lits, loop.edges, strict=True):
        onward, back = cp.new_bool_var(""), cp.new_bool_var("")
        arcs += [(a, b, onward), (b, a, back)]
        cp.add(onward + back == lit(literal))
        out[a].append((lit(literal), onward))
        out[b].append((lit(literal), back))
    there = [cp.new_bool_var("") for _ in range(size)]
    arcs += [(node, node, used.negated()) for node, used in enumerate(there)]
    cp.add_circuit(arcs)
    for first, arcs_of_node in zip(_firsts(cp, there), out, strict=True):
        for i, (edge, arc) in enumerate(arcs_of_node):
            cp.add_bool_or([first.negated(), edge.negated(), *(other for other, _ in arcs_of_node[:i]), arc])


def _post_connected(cp: Any, graph: Connected, lit: Any) -> None:
    """Each true node has its distance from the first one over true nodes: one more than the least of the
    distances of its neighbours. Others have 0, so that distances are a function of the literals.
    """
    most = max(0, len(graph.lits) - 1)
    there = [lit(literal) for literal in graph.lits]
    distance = [cp.new_int_var(0, most, "") for _ in there]
    onward: list[list[Any]] = [[] for _ in there]
    for a, b in dict.fromkeys(tuple(sorted(edge)) for edge in graph.edges if edge[0] != edge[1]):
        both = [there[a], there[b]]
        cp.add(distance[a] - distance[b] <= 1).only_enforce_if(both)
        cp.add(distance[b] - distance[a] <= 1).only_enforce_if(both)
        for here, other in ((a, b), (b, a)):
            nearer = cp.new_bool_var("")  # the other is one step nearer
            cp.add_implication(nearer, there[here])
            cp.add_implication(nearer, there[other])
            cp.add(distance[here] == distance[other] + 1).only_enforce_if(nearer)
            cp.add(distance[here] <= distance[other]).only_enforce_if([*both, nearer.negated()])
            onward[here].append(nearer)
    for used, first, length, ways in zip(there, _firsts(cp, there), distance, onward, strict=True):
        cp.add(length == 0).only_enforce_if(used.negated())
        cp.add(length == 0).only_enforce_if(first)
        cp.add_bool_or([used.negated(), first, *ways])


def _post_word(cp: Any, word: Sequence[Sequence[Lit]], automaton: Automaton, lit: Any) -> None:
    for position in word:
        _post_one(cp, position, 1, lit)
    letters = [_letter(cp, [lit(x) for x in position], 0) for position in word]
    _post_automaton(cp, letters, automaton)


def _letter(cp: Any, handles: Sequence[Any], first: int) -> Any:
    """The number of the one that is true, counted from `first`; 0 if none is.

    Automata of OR-Tools before 9.15 take no sums of several variables, so a further one is the sum: it is a
    function of them.
    """
    if len(handles) == 1:
        return first * handles[0]
    letter = cp.new_int_var(0, first + len(handles) - 1, "")
    cp.add(letter == sum(number * x for number, x in enumerate(handles, first)))
    return letter


def _post_automaton(cp: Any, letters: Sequence[Any], automaton: Automaton) -> None:
    """CP-SAT takes no empty word, no empty set of transitions or of accepting states."""
    if letters and automaton.accepting and automaton.transitions:
        cp.add_automaton(letters, automaton.start, automaton.accepting, automaton.transitions)
    elif letters or not automaton.accepts(()):
        cp.add_bool_or([])
