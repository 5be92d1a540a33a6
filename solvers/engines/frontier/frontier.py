"""The engine for models of loops, paths and connected nodes: the frontier method, or SAT beyond its limits.

The method builds a decision diagram of all solutions, which are counted and listed without a search. The
diagram's width depends on the board's shorter side and on how much the clues leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

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
from zenkai_solver.models.csp import Cube, Model, restrict
from zenkai_solver.solvers.core.backend import Backend, Batch, Counted, Opened, Options, Takes, version
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.engines.frontier import counting
from zenkai_solver.solvers.engines.frontier.counting import Limits
from zenkai_solver.solvers.engines.frontier.diagram import diagram
from zenkai_solver.solvers.engines.frontier.diagram import works as walking_works
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.kernels.jit import COMPILED_ONLY, PURE, Work
from zenkai_solver.solvers.kernels.warmup import warm_up

GRAPHS = (SingleLoop, Connected, Components)
SUMS = (Clause, ExactlyOne, AtMostOne, Cardinality, Linear)


@dataclass(frozen=True)
class FrontierBackend(Backend):
    """`limits` of the diagram; beyond them the engine `wide` searches."""

    takes: ClassVar[Takes] = Takes(frozenset((*GRAPHS, *SUMS)))
    limits: Limits = field(default_factory=Limits)
    wide: SatBackend = field(default_factory=SatBackend)
    name: str = "frontier"

    @classmethod
    def create(cls, options: Options) -> FrontierBackend:
        return cls(wide=SatBackend.create(options))

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba"), **self.wide.versions()}

    def open(self, model: Model) -> OpenedFrontier:
        """Raises Unsupported if there is another constraint than graphs and sums."""
        if other := {type(constraint) for constraint in model.constraints} - self.takes.constraints:
            name = min(kind.__name__ for kind in other)
            raise Unsupported(f"no {name} is known by its frontier")
        if PURE:
            raise Unsupported(COMPILED_ONLY.format(self.name))
        return OpenedFrontier(self, model)

    def works(self) -> Sequence[Work]:
        return works()


@dataclass(frozen=True, eq=False)
class OpenedFrontier(Opened):
    many: ClassVar[bool] = True
    backend: FrontierBackend

    def plan(self) -> None:
        warm_up(works)

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        deadline.check()
        self.plan()
        model = restrict(self.model, cube) if cube else self.model
        if (every := diagram(model, deadline, self.backend.limits)) is not None:
            yield from every.batches(deadline)
        else:
            yield from self.backend.wide.open(model).batches((), deadline)

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """Without visiting a solution, unless the diagram is too wide."""
        self.plan()
        return counting.count(self.model, deadline, self.backend.limits)


def works() -> list[Work]:
    return [*counting.works(), *walking_works()]
