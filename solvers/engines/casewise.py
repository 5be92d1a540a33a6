"""Any engine on a model of which it does not take all constraints, by the model's cases (`models.csp.Cases`).

Each case is searched like a model of its own, and its solutions are tested as they come, so nothing is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from zenkai_solver.models.csp import Case, Cases, Cube, Model
from zenkai_solver.solvers.core.backend import Backend, Batch, Counted, Opened, Options, Takes, rows_of
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without


@dataclass(frozen=True)
class Casewise(Backend):
    """`engine` on models with cases."""

    takes: ClassVar[Takes] = Takes()
    engine: Backend

    @classmethod
    def create(cls, options: Options) -> Casewise:
        raise Unsupported("no engine by itself")

    @property
    def name(self) -> str:
        return self.engine.name

    def versions(self) -> dict[str, str]:
        return self.engine.versions()

    def open(self, model: Model) -> OpenedCases:
        if model.cases is None:
            raise Unsupported("a model without cases")
        return OpenedCases(self, model, model.cases, self.engine.open(model.cases.whole))


@dataclass(frozen=True, eq=False)
class OpenedCases(Opened):
    """`whole`: the engine opened for the model without its condition."""

    many: ClassVar[bool] = True
    cases: Cases
    whole: Opened

    @cached_property
    def _known(self) -> list[Opened]:
        return []

    @property
    def _opened(self) -> Iterator[tuple[Opened, Case]]:
        """The engine opened for each case, when it comes to it."""
        for number, (model, case) in enumerate(self.cases.models):
            if number == len(self._known):
                same = model is self.whole.model
                self._known.append(self.whole if same else self.whole.backend.open(model))
            yield self._known[number], case

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        deadline.check()
        for done, (opened, case) in enumerate(self._opened):
            for rows, share in _each(opened, cube, deadline):
                deadline.check()
                yield _kept(case, rows), (done + (share or 0.0)) / len(self.cases.cases)

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """A sum over the cases; None where solutions must be tested, or orbits told apart."""
        if len(self.model.symmetries) > 1 or any(case.keeps is not None for case in self.cases.cases):
            return None
        total, by = 0, ""
        for opened, _ in self._opened:
            if (counted := opened.count(deadline)) is None:
                return None
            total, by = total + counted.all, by or counted.by
        return Counted(total, total, by)

    @property
    def searched_by(self) -> str:
        names = (opened.searched_by for opened in self._known)
        return next((name for name in names if name != self.backend.name), self.backend.name)

    def explain(self) -> Sequence[str]:
        """How many cases there are."""
        tested = sum(case.keeps is not None for case in self.cases.cases)
        every = len(self.cases.cases)
        return [f"cases of the condition: {every}, of which {tested} by a test of every solution"]


def _each(opened: Opened, cube: Cube, deadline: Deadline) -> Iterator[Batch]:
    """The batches; of an engine that finds solutions one by one each as soon as it is found."""
    if opened.many:
        return opened.batches(cube, deadline)
    return ((rows_of([solution]), None) for solution in opened.solutions(cube, deadline))


def _kept(case: Case, rows: np.ndarray) -> np.ndarray:
    return rows if case.keeps is None else rows[case.keeps(rows)]
