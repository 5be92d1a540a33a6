"""Enumeration by a SAT solver: find a solution, add a blocking clause, go on (python-sat).

The blocking clause names projection variables only, so that auxiliaries never tell solutions apart; where no
solution can contain another it names the true ones only (`antichain`). Solvers of the MiniSat family keep
their trail between solutions (warm start), which makes the loop several times faster when there are many.
The search runs in slices of a conflict budget, so that deadlines and Ctrl-C are heard.
Constraints about graphs are stated by cuts (`cuts`) as assignments break them: no clause is lost for the
solutions that come after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from zenkai_solver.models.constraints import Cardinality, Lit
from zenkai_solver.models.csp import Cube, Model, NormalForm, Solution, antichain
from zenkai_solver.models.symmetry import Breaking, best_breaking
from zenkai_solver.solvers.core.backend import (
    EVERY_TYPE,
    Backend,
    Opened,
    Options,
    SearchTree,
    Takes,
    version,
)
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.engines.sat.cnf import Cnf
from zenkai_solver.solvers.engines.sat.cnf import lowered as lowered_cnf
from zenkai_solver.solvers.engines.sat.cutting import Cuts, CutSolver, lowered, post
from zenkai_solver.solvers.engines.sat.sampling import solution_tree
from zenkai_solver.solvers.engines.sat.slices import SOLVER

DEFAULT = SOLVER  # the fastest of them on packings with pairwise at-most-one; level on dominoes
COUNTING = (
    "gluecard4"  # the same with counts of its own: where few solutions are wanted, to state takes longest
)
WARM = (
    *("gluecard3", "gluecard4", "glucose3", "glucose4"),
    *("maplecm", "mergesat3", "minicard", "minisat22"),
)
COLD = (  # glucose42 crashes when it is started warm and finds thousands of solutions
    *("cadical103", "cadical153", "cadical195"),
    *("glucose42", "maplechrono", "maplesat"),
)
SOLVERS = tuple(sorted(WARM + COLD))
NATIVE_CARDINALITY = ("gluecard3", "gluecard4", "minicard")


@dataclass(frozen=True)
class SatBackend(Backend):
    """`solver` is one of SOLVERS."""

    takes: ClassVar[Takes] = Takes(EVERY_TYPE)
    solver: str = DEFAULT
    name: str = "sat"

    @classmethod
    def create(cls, options: Options) -> SatBackend:
        if options.sat_solver is not None and options.sat_solver not in SOLVERS:
            raise Unsupported(f'SAT solver "{options.sat_solver}" is not known; known: {", ".join(SOLVERS)}')
        return cls(options.sat_solver or (COUNTING if options.few else DEFAULT))

    def versions(self) -> dict[str, str]:
        return {"python-sat": version("python-sat"), "solver": self.solver}

    def open(self, model: Model) -> OpenedSat:
        """Every model is taken, unless a constraint is too large (see `solvers.engines.sat.cnf`), which is
        seen when it is made clauses.
        """
        return OpenedSat(self, model)


@dataclass(frozen=True, eq=False)
class OpenedSat(Opened):
    """A model as clauses, for all of its cubes: a cube is so many unit clauses."""

    backend: SatBackend

    @cached_property
    def breaking(self) -> Breaking:
        return best_breaking(self.model)

    @cached_property
    def _stated(self) -> tuple[Cnf, Cuts]:
        return lowered(self.model, self.backend.solver in NATIVE_CARDINALITY)

    @cached_property
    def _block_true_only(self) -> bool:
        return antichain(self.model)

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        from pysat.solvers import Solver  # slow to import

        name, (cnf, cuts) = self.backend.solver, self._stated
        normal = None if cube else self.model.normal_form
        warm = name in WARM and normal is None
        with Solver(name=name, **({"warm_start": True} if warm else {})) as solver:
            facts = post(solver, cnf, cube, bool(cuts))
            search = CutSolver(solver, deadline.check)
            search.watch(cuts)
            if cuts:
                search.learn(facts, cnf.clauses)
            if normal is not None:
                yield from self._normal_first(search, normal, cnf.top + 2)
            else:
                yield from self._each(search)

    def _each(self, search: CutSolver, assumed: Sequence[Lit] = ()) -> Iterator[Solution]:
        """The solutions in which these literals are true, and that were not found before."""
        projection, true_only = self.model.projection, self._block_true_only
        while search.satisfiable(assumed):
            assignment = search.solver.get_model()
            solution = tuple(var for var in projection if assignment[var - 1] > 0)
            yield solution
            if true_only:
                search.solver.add_clause([-var for var in solution])
            else:
                search.solver.add_clause([-assignment[var - 1] for var in projection])

    def _normal_first(self, search: CutSolver, normal: NormalForm, on: int) -> Iterator[Solution]:
        """All solutions: the normal ones, then if there is one only those near it, and if there are any, or
        several normal ones, the others. `on` is the first variable that is free.
        """
        kept: list[Solution] = []
        search.solver.append_formula([(*clause, -on) for clause in normal.clauses])
        for solution in self._each(search, [on]):
            kept = [*kept[:1], solution]
            yield solution
        if not kept:
            return
        if len(kept) == 1:
            lits, near = kept[0], on + 1
            size = (Cardinality(lits, max(0, len(lits) - normal.moved), len(lits)),)
            search.solver.append_formula([(*clause, -near) for clause in lowered_cnf(near, size).clauses])
            first = next(others := self._each(search, [near]), None)
            if first is None:
                return
            yield first
            yield from others
        yield from self._each(search, [-on])

    def tree(self) -> AbstractContextManager[SearchTree[Any]]:
        return solution_tree(self.model)
