"""Models of loops, paths and connected nodes by a diagram of their frontier; by clauses where it is too wide.

The diagram has every solution: it is counted, and walked, without a search. How wide it gets depends on the
board's shorter side and on how much the clues leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
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
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported, under
from zenkai_solver.solvers.engines.frontier import counting
from zenkai_solver.solvers.engines.frontier.counting import Limits
from zenkai_solver.solvers.engines.frontier.diagram import diagram
from zenkai_solver.solvers.engines.frontier.diagram import works as walking_works
from zenkai_solver.solvers.engines.frontier.order import best_order
from zenkai_solver.solvers.engines.frontier.program import parts_of
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.kernels.jit import COMPILED_ONLY, PURE, Work
from zenkai_solver.solvers.kernels.warmup import warm_up

GRAPHS = (SingleLoop, Connected, Components)
SUMS = (Clause, ExactlyOne, AtMostOne, Cardinality, Linear)


@dataclass(frozen=True)
class FrontierBackend(Backend):
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

    def open(self, model: Model) -> OpenedFrontier:
        """Raises Unsupported if there is another constraint than graphs and sums."""
        if other := {type(own) for own in model.constraints} - self.takes.constraints:
            raise Unsupported(f"no {min(own.__name__ for own in other)} is known by its frontier")
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

    @cached_property
    def _order(self) -> tuple[int, ...] | None:
        """In which variables are read, in all cubes; None if the model is not taken."""
        parts = parts_of(self.model)
        return None if parts is None else best_order(parts)

    @cached_property
    def _instead(self) -> list[Opened]:
        """What searches in its place, from the moment on when a diagram was too wide: in all cubes."""
        return []

    def _hand_over(self) -> Opened:
        if not self._instead:
            self._instead.append(self.backend.wide.open(self.model))
        return self._instead[0]

    @property
    def searched_by(self) -> str:
        return (self._instead or [self])[0].backend.name

    @property
    def effort(self) -> str:
        return f"searched by {self.searched_by}" if self._instead else ""

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        deadline.check()
        self.plan()
        if not self._instead:
            with under(deadline):
                order = self._order
            model = restrict(self.model, cube) if cube else self.model
            if (every := diagram(model, deadline, self.backend.limits, order)) is not None:
                yield from every.batches(deadline)
                return
        yield from self._hand_over().batches(cube, deadline)

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """Without visiting a solution, unless the diagram is too wide: then none is tried again."""
        self.plan()
        if self._instead:
            return None
        counted = counting.count(self.model, deadline, self.backend.limits)
        if counted is None:
            self._hand_over()
        return counted


def works() -> list[Work]:
    return [*counting.works(), *walking_works()]
