"""The tree of all solutions of a model, grown level by level for estimates (`core.estimating`).

A level decides one variable of the projection in every node. A node is in the tree only if it has a solution,
as a solver of python-sat says: no sample ends without one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.core.backend import SearchTree
from zenkai_solver.solvers.engines.sat.cutting import CutSolver, lowered, post
from zenkai_solver.solvers.engines.sat.slices import SOLVER
from zenkai_solver.solvers.kernels.clock import look


@dataclass(frozen=True)
class Branch:
    """The solutions in which the literals `chosen` are true; `witness`: the true variables of one of them.

    The first `at` variables of the order are decided; the literals `known` are true in all of the solutions.
    """

    chosen: tuple[Lit, ...]
    known: frozenset[Lit]
    witness: frozenset[int]
    at: int = 0


@dataclass(frozen=True)
class SolutionTree(SearchTree[Branch]):
    """The tree of a model whose clauses `search` has; `order`: its projection."""

    order: tuple[int, ...]
    search: CutSolver

    @property
    def root(self) -> Branch:
        """A branch that is not yet known to have a solution, which its `at` tells."""
        return Branch((), frozenset(), frozenset(), -1)

    def grow(self, nodes: Sequence[Branch]) -> tuple[int, list[Branch]]:
        """Decide the next variable in all nodes, which have decided the same ones."""
        if nodes[0].at < 0:
            root = self._branch((), 0)
            return 0, [root] if root else []
        if nodes[0].at == len(self.order):
            return len(nodes), []
        return 0, [child for node in nodes for child in self._children(node)]

    def _children(self, node: Branch) -> Iterator[Branch]:
        var, at = self.order[node.at], node.at + 1
        lit = var if var in node.witness else -var
        other = None if lit in node.known else self._branch((*node.chosen, -lit), at)
        if other is None:
            yield replace(node, at=at)
            return
        chosen = (*node.chosen, lit)
        yield Branch(chosen, self._known(chosen), node.witness, at)
        yield other

    def _branch(self, chosen: tuple[Lit, ...], at: int) -> Branch | None:
        if not self.search.satisfiable(chosen):
            return None
        assignment = self.search.solver.get_model()
        witness = frozenset(var for var in self.order[at:] if assignment[var - 1] > 0)
        return Branch(chosen, self._known(chosen), witness, at)

    def _known(self, chosen: tuple[Lit, ...]) -> frozenset[Lit]:
        """What follows by propagation."""
        return frozenset(self.search.solver.propagate(chosen)[1])


@contextmanager
def solution_tree(model: Model) -> Iterator[SolutionTree]:
    """The tree of the solutions of the model. Raises Unsupported."""
    from pysat.solvers import Solver  # slow to import

    cnf, cuts = lowered(model)
    with Solver(name=SOLVER) as solver:
        search = CutSolver(solver, look)
        facts = post(solver, cnf, (), bool(cuts))
        search.watch(cuts)
        if cuts:
            search.learn(facts)
        yield SolutionTree(model.projection, search)
