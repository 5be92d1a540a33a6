"""A SAT solver under constraints about graphs, which are stated by cuts when an assignment breaks them.

    lowered(model)      its clauses, and the constraints that are stated by cuts
    post(solver, ...)   states clauses
    relaxed(model)      the model without what cuts would still have to state
    CutSolver           solve, add what is broken, solve again

Cuts stay for later questions. A constraint may be under a condition: a literal that is true where the
constraint is to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from zenkai_solver.models.constraints import Clause, Lit, OnGraph
from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.models.graphs import bounded, united
from zenkai_solver.solvers.engines.sat.cnf import PAIRWISE_LIMIT, Cnf
from zenkai_solver.solvers.engines.sat.cnf import lowered as cnf_of
from zenkai_solver.solvers.engines.sat.cuts import Cut, Facts, cut
from zenkai_solver.solvers.engines.sat.slices import SLICE, satisfiable
from zenkai_solver.solvers.kernels.clock import look

PAIRWISE = 40  # literals: the numbers of a cell may be hundreds where areas are open
PART = 1 << 10  # clauses that are stated between two looks at the clock
NO_FACTS: Facts = frozenset()

Cuts = tuple[Cut[Any], ...]


def lowered(model: Model, native: bool = False) -> tuple[Cnf, Cuts]:
    """The clauses of the model, and its constraints that are stated by cuts.

    The clauses include what is stated of these from the start. Raises Unsupported as `lower`.
    """
    stated = bounded(model)
    graphs = united(one for one in stated.larger if isinstance(one, OnGraph))
    cuts = tuple(cut(graph) for graph in graphs if isinstance(graph, OnGraph))
    others = stated.constraints
    if cuts:
        others = [one for one in others if type(one) is Clause or not isinstance(one, OnGraph)]
    cnf = cnf_of(stated.size, others, native, PAIRWISE if cuts else PAIRWISE_LIMIT)
    sure = {clause[0] for clause in cnf.clauses if len(clause) == 1}
    for graph in cuts:
        cnf.clauses.extend(filter(sure.isdisjoint, graph.first))
    return cnf, cuts


def relaxed(model: Model) -> Model:
    """The model with what is stated from the start in place of its constraints about graphs: a relaxation."""
    graphs = [one for one in model.larger if isinstance(one, OnGraph)]
    if not graphs:
        return model
    others = (one for one in model.constraints if not isinstance(one, OnGraph))
    stated = (Clause(clause) for graph in graphs for clause in cut(graph).stated())
    return replace(model, constraints=(*others, *stated), origins=())


@dataclass
class CutSolver:
    """A solver of python-sat, to which the clauses of `Cut.stated` were added.

    `look` ends a search by an exception. `facts` are literals that are true in every assignment. With
    `wherever` a condition counts in each assignment in which it is true, otherwise only where it is assumed.
    `log`, if any, takes each clause that is added for a cut. With `sparse` the solver tries first, after each
    cut anew, the literals `Cut.sparse`. With
    `follow` it tries what the last assignment was, before it was cut. It looks after so many `conflicts`.
    `added`: the number of clauses that were added for cuts.
    """

    solver: Any
    look: Callable[[], None]
    cuts: list[tuple[Cut[Any], Lit | None]] = field(default_factory=list)
    facts: Facts = NO_FACTS
    wherever: bool = False
    log: list[tuple[Lit, ...]] | None = None
    sparse: bool = False
    conflicts: int = SLICE
    follow: bool = False
    added: int = 0

    def watch(self, cuts: Iterable[Cut[Any]], condition: Lit | None = None) -> None:
        """The constraints hold where the condition, if any, is true."""
        self.cuts += ((graph, condition) for graph in cuts)

    def learn(self, facts: Facts, clauses: Sequence[Sequence[Lit]] = ()) -> None:
        """These literals are true in every assignment from now on; these clauses hold in each, too."""
        self.facts = facts
        begun = {clause[0]: clause for clause in clauses if clause}
        self._add((graph.by_facts(facts, begun), condition) for graph, condition in self.cuts)

    def satisfiable(self, assumed: Sequence[Lit] = ()) -> bool:
        """Is there an assignment of all of it in which these literals are true? The solver has it then."""
        chosen = frozenset(assumed)
        while self._satisfiable(assumed):
            if not self.cuts:
                return True
            true = frozenset(self.solver.get_model())
            on = true if self.wherever else chosen
            broken = [
                (graph.broken(true.__contains__, self.facts), condition)
                for graph, condition in self.cuts
                if condition is None or condition in on
            ]
            if not self._add(broken):
                return True
            if self.follow:
                self.solver.set_phases(sorted(true, key=abs))
        return False

    def _satisfiable(self, assumed: Sequence[Lit]) -> bool:
        """With the cuts so far."""
        if self.sparse and self.cuts:  # a solver forgets them in each search
            self.solver.set_phases([lit for graph, _ in self.cuts for lit in graph.sparse()])
        return satisfiable(self.solver, self.look, assumed, self.conflicts)

    def _add(self, cuts: Iterable[tuple[Iterable[Sequence[Lit]], Lit | None]]) -> int:
        """Add clauses that hold under these conditions; returns how many different ones there are."""
        new = dict.fromkeys(
            tuple(dict.fromkeys(clause if condition is None else (*clause, -condition)))
            for clauses, condition in cuts
            for clause in clauses
        )
        self.solver.append_formula(new)
        self.added += len(new)
        if self.log is not None:
            self.log += new
        return len(new)


def post(solver: Any, cnf: Cnf, cube: Cube, asked: bool) -> Facts:
    """State the clauses, and, if asked, say what follows from them and the cube by unit propagation.

    Solvers do not tell what they know without an assumption, so unit clauses get one, which then becomes a
    clause. It is also there since maplesat crashes on nothing at all, and names the last variable, so that
    those in no constraint are in every assignment.
    """
    on, add = cnf.top + 1, solver.solver.add_clause  # as `append_formula` does, which tells clauses from sums
    for first in range(0, len(cnf.clauses), PART):
        look()
        for clause in cnf.clauses[first : first + PART]:
            add(clause if len(clause) > 1 else (*clause, -on))
    for lits, most in cnf.at_most:
        solver.add_atmost(lits, most)
    solver.append_formula([(lit, -on) for lit in cube])
    facts = NO_FACTS
    with suppress(NotImplementedError):  # as cadical103 has no propagation for others
        possible, known = solver.propagate([on]) if asked else (False, ())
        facts = frozenset(known) if possible else NO_FACTS
    solver.add_clause([on])
    return facts
