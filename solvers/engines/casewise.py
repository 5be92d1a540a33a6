"""Any engine on a model of which it does not take all constraints, by the model's cases (`models.csp.Cases`).

Each case is searched like a model of its own, and its solutions are tested as they come, so nothing is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from zenkai_solver.models.csp import Case, Cases, Cube, Model, Solution
from zenkai_solver.models.symmetry import Breaking, filtered
from zenkai_solver.solvers.backend import (
    NEVER,
    Anew,
    Backend,
    BatchBackend,
    Choice,
    CompilingBackend,
    Counted,
    CountingBackend,
    Deadline,
    Opened,
    OpeningBackend,
    Options,
    Takes,
    Unsupported,
    Work,
    rows_of,
)

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without


@dataclass(frozen=True)
class Casewise:
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

    def check(self, model: Model) -> None:
        self.engine.check(cases_of(model).whole)

    def break_symmetry(self, model: Model) -> Breaking:
        return filtered(model)

    def explain(self, model: Model) -> list[str]:
        """How many cases there are."""
        every = cases_of(model).cases
        tested = sum(case.keeps is not None for case in every)
        return [f"cases of the condition: {len(every)}, of which {tested} by a test of every solution"]

    def works(self, model: Model | None) -> Sequence[Work]:
        engine, whole = self.engine, None if model is None else cases_of(model).whole
        return engine.works(whole) if isinstance(engine, CompilingBackend) else ()

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        for rows, _ in self.batches(model, deadline):
            yield from (tuple(row[row > 0].tolist()) for row in rows)

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        every = cases_of(model)
        deadline.check()
        for done, (own, case) in enumerate(every.models):
            for rows, share in self._rows(own, deadline):
                deadline.check()
                yield _kept(case, rows), (done + (share or 0.0)) / len(every.cases)

    def _rows(self, model: Model, deadline: Deadline) -> Iterator[tuple[np.ndarray, float | None]]:
        if isinstance(self.engine, BatchBackend):
            return self.engine.batches(model, deadline)
        return ((rows_of([found]), None) for found in self.engine.solutions(model, deadline))

    def count(self, model: Model, deadline: Deadline = NEVER) -> Counted | None:
        """A sum over the cases; None where solutions must be tested, or orbits told apart."""
        every, engine = cases_of(model), self.engine
        if len(model.symmetries) > 1 or any(case.keeps is not None for case in every.cases):
            return None
        if not isinstance(engine, CountingBackend):
            return None
        return _sum(engine.count(own, deadline) for own, _ in every.models)

    def counting_works(self, model: Model) -> Sequence[Work]:
        engine = self.engine
        return engine.counting_works(cases_of(model).whole) if isinstance(engine, CountingBackend) else ()

    def opened(self, model: Model, choice: Choice = ()) -> Opened:
        return _OpenedCases(self, cases_of(model))


@dataclass(frozen=True)
class _OpenedCases:
    """The engine opened for each case."""

    backend: Casewise
    every: Cases

    @cached_property
    def parts(self) -> Sequence[tuple[Opened, Case]]:
        return [(self._opened(model), case) for model, case in self.every.models]

    def _opened(self, model: Model) -> Opened:
        engine = self.backend.engine
        return engine.opened(model) if isinstance(engine, OpeningBackend) else Anew(engine, model)

    def batches(self, cube: Cube, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        deadline.check()
        for engine, case in self.parts:
            for rows, _ in engine.batches(cube, deadline):
                yield _kept(case, rows), None


def _sum(counts: Iterator[Counted | None]) -> Counted | None:
    """Of numbers of cases without symmetries; None if one is not known."""
    total, by = 0, ""
    for counted in counts:
        if counted is None:
            return None
        total, by = total + counted.all, by or counted.by
    return Counted(total, total, by)


def cases_of(model: Model) -> Cases:
    """Raises Unsupported if the model has none."""
    if model.cases is None:
        raise Unsupported("a model without cases")
    return model.cases


def _kept(case: Case, rows: np.ndarray) -> np.ndarray:
    return rows if case.keeps is None else rows[case.keeps(rows)]
