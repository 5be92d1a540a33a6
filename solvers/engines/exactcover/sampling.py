"""The search tree of a cover, grown level by level for estimates (`core.estimating`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.solvers.core.backend import SearchTree
from zenkai_solver.solvers.engines.exactcover.kernels.problem import Decisions
from zenkai_solver.solvers.engines.exactcover.plan import Engine
from zenkai_solver.solvers.kernels.clock import look

SMALL = 4_096  # nodes below a cube, up to which it is searched to its end


@dataclass(frozen=True)
class CoverTree(SearchTree[Decisions]):
    """Nodes are cubes. One with few nodes below it is searched to its end, the others are split.

    Which ones are few does not depend on chance, so that a sample has the right expected value.
    """

    engine: Engine

    @property
    def root(self) -> Decisions:
        return ()

    def grow(self, nodes: Sequence[Decisions]) -> tuple[int, list[Decisions]]:
        solutions, large = 0, list[Decisions]()
        for cube in nodes:
            look()
            search = self.engine.start(self.engine.tables, [cube])
            while not search.done and search.nodes < SMALL:
                search.batch(SMALL - search.nodes)
            if search.done:
                solutions += search.solutions
            else:
                large.append(cube)
        return solutions, list(self.engine.children(large)) if large else []
