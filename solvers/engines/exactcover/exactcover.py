"""The exact-cover engine: items and options, compiled search, no puzzle knowledge."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, ExactlyOne, Lit
from zenkai_solver.models.csp import Cube, Model, Solution
from zenkai_solver.models.symmetry import END, Breaking, anchored, anchors, filtered, orbits
from zenkai_solver.solvers.backend import (
    NEVER,
    Anew,
    AtWork,
    Choice,
    Counted,
    Deadline,
    Opened,
    Options,
    Takes,
    Unsupported,
    under,
    version,
)
from zenkai_solver.solvers.engines.exactcover import counting, frontier
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view
from zenkai_solver.solvers.engines.exactcover.frontier import Effort
from zenkai_solver.solvers.engines.exactcover.plan import (
    FREE,
    Anchor,
    Engine,
    Plan,
    batches,
    cube_batches,
    kind_of,
    plan,
    smallest,
    visiting,
    works,
)
from zenkai_solver.solvers.engines.kernels.clock import look
from zenkai_solver.solvers.engines.kernels.jit import COMPILED_ONLY, PURE, Work

QUICK = 0.1  # expected seconds below which visiting every solution is quick


@dataclass(frozen=True)
class ExactCoverBackend:
    """`workers` threads search."""

    takes: ClassVar[Takes] = Takes(frozenset({ExactlyOne, AtMostOne, Cardinality, Clause}), exact_cover=True)
    workers: int = 1
    name: str = "exactcover"
    tell: Callable[[AtWork], None] | None = None

    @classmethod
    def create(cls, options: Options) -> ExactCoverBackend:
        return cls(options.workers or os.cpu_count() or 1)

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba")}

    def check(self, model: Model) -> None:
        """Raise Unsupported if the model is no exact cover."""
        cover_view(model)
        if PURE:
            raise Unsupported(COMPILED_ONLY.format(self.name))

    def works(self, model: Model | None) -> list[Work]:
        """The loop of the search of the model; of both searches if there is none."""
        cover = cover_view(model) if model is not None else None
        return [] if cover is not None and not _searchable(cover) else works(cover)

    def break_symmetry(self, model: Model) -> Breaking:
        """The anchor that leaves the least to search, and its representatives; or none."""
        cover = cover_view(model)
        if not _searchable(cover):
            return filtered(model)
        option = {var: o for o, var in enumerate(cover.variables)}
        candidates = list(anchors(model))
        cubes: list[Anchor] = [FREE]
        for anchor in candidates:
            look()
            own = ([(option[v],) for v in orbit if v in option] for orbit in orbits(model, anchor))
            if left := [orbit for orbit in own if orbit]:
                cubes.append(left)
        first = {cover.variables[orbit[0][0]] for orbit in smallest(cubes) if orbit[0]}
        for anchor in candidates:
            if first and first <= set(anchor.lits):
                groups = orbits(model, anchor)
                return anchored(model, anchor, (next((v for v in g if v in first), g[0]) for g in groups))
        return filtered(model)

    def count(self, model: Model, deadline: Deadline = NEVER) -> Counted | None:
        """By dynamic programming, unless visiting every solution seems as quick.

        What visiting takes is guessed by few probes, and by more only where counting turns out to be long.
        """
        cover = cover_view(model)
        if not _searchable(cover):
            return counting.count(model, deadline)
        images = len(model.symmetries) if next(anchors(model), None) else 1
        with under(deadline):
            if (seconds := visiting(cover, images, closely=False)) <= QUICK:
                return None
            return counting.count(model, deadline, Effort(seconds, closer=lambda: visiting(cover, images)))

    def counting_works(self, model: Model) -> list[Work]:
        """The loops of counting, and of what tells whether it pays."""
        cover = cover_view(model)
        return [*(works(cover) if _searchable(cover) else ()), *frontier.works()]

    def explain(self, model: Model) -> list[str]:
        """The size of the cover, and the search that was chosen."""
        cover = cover_view(model)
        if not _searchable(cover):
            return ["nothing to search"]
        chosen = _plan_for(cover, model)
        return [
            f"exact cover: {cover.n_primary} primary and {cover.n_secondary} secondary items, "
            f"{len(cover.options)} options",
            *chosen.reasons,
            f"chosen: {chosen.kind}, {self.workers} threads",
        ]

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        for rows, _ in self.batches(model, deadline):
            for row in rows:
                yield tuple(row[row > 0].tolist())

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        """Rows of sorted true variables, 0 after the last; and the estimated share of the search done."""
        deadline.check()
        cover = cover_view(model)
        if cover.possible and not cover.n_primary and not any(cover.lo):
            yield np.array([cover.chosen], np.int32), 1.0
        if not _searchable(cover):
            return
        with under(deadline):
            chosen = _plan_for(cover, model)
        lookup = _lookup(cover)
        for rows, progress in batches(chosen, self.workers, deadline, self._teller(cover)):
            yield _variables(cover, lookup, rows), progress

    def watched(self, tell: Callable[[AtWork], None]) -> ExactCoverBackend:
        return replace(self, tell=tell)

    def _teller(self, cover: Cover) -> Callable[[list[int], int], None] | None:
        """What tells in variables what the search says in options; a slack option has none."""
        if (tell := self.tell) is None:
            return None

        def in_variables(options: list[int], nodes: int) -> None:
            chosen = {*cover.chosen, *(cover.variables[option] for option in options)} - {0}
            tell(AtWork(tuple(sorted(chosen)), nodes))

        return in_variables

    def opened(self, model: Model, choice: Choice = ()) -> Opened:
        cover, anew = cover_view(model), Anew(self, model)
        return _OpenedCover(model, cover, choice, anew) if _searchable(cover) else anew


class _OpenedCover:
    """The tables of the model's search, for all of its cubes. See `solvers.backend.Weighing`."""

    def __init__(self, model: Model, cover: Cover, choice: Choice, anew: Anew) -> None:
        self.model, self.cover, self.anew = model, cover, anew
        self.engine = Engine(Plan(cover, kind_of(cover)) if choice else _plan_for(cover, model))
        self.lookup = _lookup(cover)
        self.option = {var: o for o, var in enumerate(cover.variables)}
        self.given = frozenset(cover.chosen)
        self.known = self.given.union(self.option)  # every other variable is false

    def batches(self, cube: Cube, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        options = self._options(cube)
        if options is None:
            yield from self.anew.batches(cube, deadline)
            return
        for rows, _ in cube_batches(self.engine, options, deadline):
            yield _variables(self.cover, self.lookup, rows), None

    def _options(self, cube: Cube) -> list[int] | None:
        """The options that the cube chooses, if that is all it says."""
        left = [lit for lit in cube if lit not in self.given and (lit > 0 or -lit in self.known)]
        return [self.option[lit] for lit in left] if all(lit in self.option for lit in left) else None

    @property
    def choice(self) -> Choice:
        return (self.engine.plan.kind,)

    @property
    def items(self) -> Sequence[tuple[Lit, ...]]:
        """The model's `branch`; after it the item with the fewest options is the one to split."""
        branch = tuple(var for var in self.model.branch if var in self.option)
        return [branch] if branch else []

    def seconds(self, cubes: Sequence[Cube]) -> list[float]:
        """By probes; what a cube forbids is not looked at, so those are upper bounds."""
        return self.engine.seconds([[self.option[x] for x in cube if x in self.option] for cube in cubes])


def _lookup(cover: Cover) -> np.ndarray:
    """The variables of the options; 0 for -1, which follows the last one of a row."""
    return np.array([*cover.variables, 0], np.int32)


def _variables(cover: Cover, lookup: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Options by row, -1 after the last, as sorted true variables, 0 after the last."""
    variables = np.empty((len(rows), rows.shape[1] + len(cover.chosen)), np.int32)
    variables[:, : len(cover.chosen)] = cover.chosen
    variables[:, len(cover.chosen) :] = lookup[rows]
    variables[variables == 0] = END
    variables.sort(axis=1)
    variables[variables == END] = 0
    return variables


def _searchable(cover: Cover) -> bool:
    return cover.possible and cover.n_primary > 0 and len(cover.options) > 0


def _plan_for(cover: Cover, model: Model) -> Plan:
    """The plan that begins with the model's `branch`, if it has one."""
    option = {var: o for o, var in enumerate(cover.variables)}
    begin = [[(option[var],)] for var in model.branch if var in option]
    return plan(cover, [begin or FREE])
