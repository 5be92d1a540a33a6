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
FEW = 64  # solutions of a search before the diagram is made
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

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        """The first FEW come from a search, which is quicker than a diagram where clues leave no more."""
        deadline.check()
        model = restrict(self.model, cube) if cube else self.model
        known: set[bytes] = set()
        searched = iter(self.backend.wide.open(model).batches((), deadline))
        for rows, progress in searched:
            known |= {_key(row) for row in rows}
            yield rows, progress
            if len(known) >= FEW:
                break
        else:
            return
        warm_up(works)
        if (every := diagram(model, deadline, self.backend.limits)) is None:
            yield from searched
            return
        for rows, progress in every.batches(deadline):
            yield (_without(known, rows) if known else rows), progress

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """Without visiting a solution, unless the diagram is too wide."""
        warm_up(works)
        return counting.count(self.model, deadline, self.backend.limits)


def _key(row: np.ndarray) -> bytes:
    return row[row > 0].astype(np.int32).tobytes()


def _without(known: set[bytes], rows: np.ndarray) -> np.ndarray:
    """The rows that are not known, which are no longer looked for once they were met."""
    keys = [_key(row) for row in rows]
    met = known.intersection(keys)
    new = np.array([key not in met for key in keys], bool)
    known -= met
    return rows[new]


def works() -> list[Work]:
    return [*counting.works(), *walking_works()]
