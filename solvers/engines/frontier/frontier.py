"""Models of loops, paths and connected nodes by a diagram of their frontier; by clauses where it is too wide.

The diagram has every solution: it is counted, and walked, without a search. How wide it gets depends on the
board's shorter side and on how much the clues leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Components,
    Connected,
    ExactlyOne,
    Linear,
    SingleLoop,
)
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.symmetry import Breaking, filtered
from zenkai_solver.solvers.backend import (
    NEVER,
    Counted,
    Deadline,
    Options,
    Takes,
    Unsupported,
    Work,
    gathered,
    version,
)
from zenkai_solver.solvers.engines.frontier import counting
from zenkai_solver.solvers.engines.frontier.counting import Limits
from zenkai_solver.solvers.engines.frontier.diagram import diagram
from zenkai_solver.solvers.engines.frontier.diagram import works as walking_works
from zenkai_solver.solvers.engines.kernels.jit import COMPILED_ONLY, PURE
from zenkai_solver.solvers.engines.sat.sat import SatBackend

GRAPHS = (SingleLoop, Connected, Components)
SUMS = (Clause, ExactlyOne, AtMostOne, Cardinality, Linear)


@dataclass(frozen=True)
class FrontierBackend:
    """`limits` are of the diagram; beyond them `wide` searches."""

    takes: ClassVar[Takes] = Takes(frozenset((*GRAPHS, *SUMS)))
    limits: Limits = field(default_factory=Limits)
    wide: SatBackend = field(default_factory=SatBackend)
    name: str = "frontier"

    @classmethod
    def create(cls, options: Options) -> FrontierBackend:
        return cls(wide=SatBackend.create(options))

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba"), **self.wide.versions()}

    def check(self, model: Model) -> None:
        """Raise Unsupported if there is another constraint than graphs and sums."""
        if other := {type(own) for own in model.constraints} - self.takes.constraints:
            raise Unsupported(f"no {min(own.__name__ for own in other)} is known by its frontier")
        if PURE:
            raise Unsupported(COMPILED_ONLY.format(self.name))

    def break_symmetry(self, model: Model) -> Breaking:
        return filtered(model)

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        for rows, _ in self.batches(model, deadline):
            for row in rows:
                yield tuple(row[row > 0].tolist())

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        deadline.check()
        self.check(model)
        if (every := diagram(model, deadline, self.limits)) is not None:
            yield from every.batches(deadline)
        else:
            yield from gathered(self.wide.solutions(model, deadline))

    def count(self, model: Model, deadline: Deadline = NEVER) -> Counted | None:
        """Without visiting a solution, unless the diagram is too wide."""
        self.check(model)
        return counting.count(model, deadline, self.limits)

    def works(self, model: Model | None) -> Sequence[Work]:
        return [*counting.works(), *walking_works()]

    def counting_works(self, model: Model) -> Sequence[Work]:
        return counting.works()
