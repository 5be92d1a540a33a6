"""The engine for models of loops, paths and connected nodes: the frontier method, or SAT beyond its limits.

The method builds a decision diagram of all solutions, which are counted and listed without a search. The
diagram's width depends on the board's shorter side and on how much the clues leave open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

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
from zenkai_solver.models.csp import Cube, Model, Solution, restrict
from zenkai_solver.solvers.core.backend import (
    Backend,
    Batch,
    Counted,
    Opened,
    Options,
    Takes,
    gathered,
    version,
)
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported, under
from zenkai_solver.solvers.engines.frontier.limits import Limits
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.kernels.switch import COMPILED_ONLY, switched_off
from zenkai_solver.solvers.kernels.warmup import warm_up

if TYPE_CHECKING:  # these load NumPy and Numba, which takes longer than the search of a puzzle with clues
    import numpy as np

    from zenkai_solver.solvers.engines.frontier.diagram import FrontierDiagram
    from zenkai_solver.solvers.kernels.jit import Work

GRAPHS = (SingleLoop, Connected, Components)
FEW = 64  # solutions that a search finds at least before the diagram is made, and for small models
FEW_VARS = 20_000  # by their number of variables: about what a search reads while Numba is loaded
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
        some, others = self.begun(cube, deadline)
        yield from gathered(some)
        yield from others

    def begun(
        self, cube: Cube = (), deadline: Deadline = NEVER
    ) -> tuple[Iterable[Solution], Iterable[Batch]]:
        """The first ones come from a search, which is quicker than a diagram where clues leave no more."""
        known: set[Solution] = set()
        every: list[FrontierDiagram] = []

        def some() -> Iterator[Solution]:
            deadline.check()
            few = max(FEW, FEW_VARS // (1 + self.model.size))
            for number, solution in enumerate(self._search(cube, deadline), 1):
                yield solution
                if number <= few and not self._done.too_wide:
                    known.add(solution)
                    if number == few and (diagram := self._diagram(cube, deadline)) is not None:
                        every.append(diagram)
                        return

        def others() -> Iterator[Batch]:
            for diagram in every:
                self._done.walked = True
                left = {_key(solution) for solution in known}
                for rows, progress in diagram.batches(deadline):
                    yield (_without(left, rows) if left else rows), progress

        return some(), others()

    def _search(self, cube: Cube, deadline: Deadline) -> Iterator[Solution]:
        for solution in self._searcher.solutions(cube, deadline):
            self._done.searched = True
            yield solution
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


def _key(solution: Solution | np.ndarray) -> bytes:
    import numpy as np

    return np.array(solution, np.int32).tobytes()


def _without(known: set[bytes], rows: np.ndarray) -> np.ndarray:
    """The rows that are not known, which are no longer looked for once they were met."""
    keys = [_key(row[row > 0]) for row in rows]
    met = known.intersection(keys)
    known -= met
    return rows[[key not in met for key in keys]]


def works() -> list[Work]:
    from zenkai_solver.solvers.engines.frontier import counting, diagram

    return [*counting.works(), *diagram.works()]
