"""The engine for models of loops, paths and connected nodes: the frontier method, or SAT beyond its limits.

The method builds a decision diagram of all solutions, which are counted and listed without a search. The
diagram's width depends on the board's shorter side and on how much the clues leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

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
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported, under
from zenkai_solver.solvers.engines.frontier.limits import Limits
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.kernels.switch import COMPILED_ONLY, switched_off
from zenkai_solver.solvers.kernels.warmup import warm_up

if TYPE_CHECKING:  # these load Numba, which takes longer than the search of a puzzle with clues
    from zenkai_solver.solvers.engines.frontier.diagram import FrontierDiagram
    from zenkai_solver.solvers.kernels.jit import Work

GRAPHS = (SingleLoop, Connected, Components)
FEW = 64  # solutions of a search before the diagram is made
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
        if switched_off():
            raise Unsupported(COMPILED_ONLY.format(self.name))
        return OpenedFrontier(self, model)

    def works(self) -> Sequence[Work]:
        return works()


@dataclass(frozen=True, eq=False)
class OpenedFrontier(Opened):
    many: ClassVar[bool] = True
    backend: FrontierBackend

    @cached_property
    def _order(self) -> tuple[int, ...] | None:
        """In which variables are read, in all cubes; None if the model is not taken."""
        from zenkai_solver.solvers.engines.frontier.order import best_order
        from zenkai_solver.solvers.engines.frontier.program import parts_of

        parts = parts_of(self.model)
        return None if parts is None else best_order(parts)

    @cached_property
    def _searcher(self) -> Opened:
        return self.backend.wide.open(self.model)

    @cached_property
    def _done(self) -> _Done:
        return _Done()

    @property
    def searched_by(self) -> str:
        by_search = self._done.searched and not self._done.walked
        return (self._searcher if by_search else self).backend.name

    @property
    def effort(self) -> str:
        return f"searched by {self.searched_by}" if self.searched_by != self.backend.name else ""

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        """The first FEW come from a search, which is quicker than a diagram where clues leave no more."""
        deadline.check()
        searched = self._search(cube, deadline)
        if self._done.too_wide:
            yield from searched
            return
        known: set[bytes] = set()
        for rows, progress in searched:
            known |= {_key(row) for row in rows}
            yield rows, progress
            if len(known) >= FEW:
                break
        else:
            return
        if (every := self._diagram(cube, deadline)) is None:
            yield from searched
            return
        self._done.walked = True
        for rows, progress in every.batches(deadline):
            yield (_without(known, rows) if known else rows), progress

    def _search(self, cube: Cube, deadline: Deadline) -> Iterator[Batch]:
        for batch in self._searcher.batches(cube, deadline):
            self._done.searched = True
            yield batch
        self._done.searched = True

    def _diagram(self, cube: Cube, deadline: Deadline) -> FrontierDiagram | None:
        """None if it is too wide: then no other is tried."""
        from zenkai_solver.solvers.engines.frontier.diagram import diagram

        warm_up(works)
        with under(deadline):
            order = self._order
        model = restrict(self.model, cube) if cube else self.model
        every = diagram(model, deadline, self.backend.limits, order)
        self._done.too_wide = every is None
        return every

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """Without visiting a solution, unless the diagram is too wide: then none is tried again."""
        if self._done.too_wide:
            return None
        from zenkai_solver.solvers.engines.frontier import counting

        warm_up(works)
        counted = counting.count(self.model, deadline, self.backend.limits)
        self._done.too_wide = counted is None
        self._done.walked = counted is not None
        return counted


@dataclass
class _Done:
    """What was tried: a diagram was too wide, or walked; solutions were searched for."""

    too_wide: bool = False
    walked: bool = False
    searched: bool = False


def _key(row: np.ndarray) -> bytes:
    return bytes(row[row > 0].astype(np.int32))


def _without(known: set[bytes], rows: np.ndarray) -> np.ndarray:
    """The rows that are not known, which are no longer looked for once they were met."""
    keys = [_key(row) for row in rows]
    met = known.intersection(keys)
    new = np.array([key not in met for key in keys], bool)
    known -= met
    return np.asarray(rows[new])


def works() -> list[Work]:
    from zenkai_solver.solvers.engines.frontier import counting, diagram

    return [*counting.works(), *diagram.works()]
