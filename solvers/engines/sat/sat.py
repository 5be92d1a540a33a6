"""Enumeration by a SAT solver: find a solution, add a blocking clause, go on (python-sat).

The blocking clause names projection variables only, so that auxiliaries never tell solutions apart; where no
solution can contain another it names the true ones only (`antichain`). Solvers of the MiniSat family keep
their trail between solutions (warm start), which makes the loop several times faster when there are many.
The search runs in slices of a conflict budget, so that deadlines and Ctrl-C are heard.
Constraints about graphs are stated by cuts (`cuts`) as assignments break them: no clause is lost for the
solutions that come after.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from zenkai_solver.models.csp import Cube, Model, Solution, antichain
from zenkai_solver.models.symmetry import Breaking, best_breaking
from zenkai_solver.solvers.core.backend import EVERY_TYPE, Backend, Opened, Options, Takes, version
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported, looking
from zenkai_solver.solvers.engines.sat.cnf import Cnf
from zenkai_solver.solvers.engines.sat.cuts import Facts
from zenkai_solver.solvers.engines.sat.cutting import NO_FACTS, Cuts, CutSolver, lowered
from zenkai_solver.solvers.engines.sat.slices import SOLVER

DEFAULT = SOLVER  # the fastest of them on packings with pairwise at-most-one; level on dominoes
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
        return cls(options.sat_solver or DEFAULT)

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
    def _propagator(self) -> Any:
        """Solvers do not tell what they know without an assumption, so unit clauses get one."""
        from pysat.solvers import Solver  # slow to import

        cnf, _ = self._stated
        on = cnf.top + 1
        solver = Solver(name="minicard")
        solver.append_formula(
            [*clause, -on] if len(set(clause)) < 2 else clause for clause in looking(cnf.clauses)
        )
        for lits in cnf.at_most_one:
            solver.add_atmost(lits, 1)
        return solver

    def _facts(self, cube: Cube) -> Facts:
        """What unit propagation says in the cube; nothing if that is a contradiction."""
        assumed = [self._stated[0].top + 1, *cube]
        if not {-lit for lit in assumed}.isdisjoint(assumed):
            return NO_FACTS
        possible, facts = self._propagator.propagate(assumptions=assumed)
        return frozenset(facts) if possible else NO_FACTS

    @cached_property
    def _block_true_only(self) -> bool:
        return antichain(self.model)

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        from pysat.solvers import Solver  # slow to import

        model, name, (cnf, cuts), true_only = (
            self.model,
            self.backend.solver,
            self._stated,
            self._block_true_only,
        )
        with Solver(name=name, **({"warm_start": True} if name in WARM else {})) as solver:
            _post(solver, cnf)
            for lit in cube:
                solver.add_clause([lit])
            search = CutSolver(solver, deadline.check)
            search.watch(cuts)
            if cuts:
                search.learn(self._facts(cube))
            while search.satisfiable():
                assignment = solver.get_model()
                found = tuple(var for var in model.projection if assignment[var - 1] > 0)
                yield found
                if true_only:
                    solver.add_clause([-var for var in found])
                else:
                    solver.add_clause([-assignment[var - 1] for var in model.projection])


def _post(solver: Any, cnf: Cnf) -> None:
    solver.add_clause([cnf.top + 1])  # maplesat crashes on nothing at all
    # so that variables in no constraint are in every assignment
    solver.append_formula([var, -var] for var in range(1, cnf.top + 1))
    solver.append_formula(looking(cnf.clauses))
    for lits in cnf.at_most_one:
        solver.add_atmost(lits, 1)
