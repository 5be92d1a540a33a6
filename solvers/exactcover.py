"""The exact-cover engine: items and options, compiled search, no puzzle knowledge."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from models.csp import Model, Solution
from models.symmetry import Breaking, anchored, anchors, filtered, orbits
from solvers import counting
from solvers.backend import NEVER, Counted, Deadline, Options
from solvers.cover import Cover, cover_view
from solvers.coversearch import FREE, Anchor, Plan, batches, plan

END = np.iinfo(np.int32).max  # stands after the last variable while rows are sorted
QUICK = 0.2  # expected seconds of search below which visiting every solution is quick


@dataclass(frozen=True)
class ExactCoverBackend:
    """`workers` threads search."""

    workers: int = 1
    name: str = "exactcover"

    @classmethod
    def create(cls, options: Options) -> ExactCoverBackend:
        return cls(options.workers or os.cpu_count() or 1)

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba")}

    def check(self, model: Model) -> None:
        """Raise Unsupported if the model is no exact cover."""
        cover_view(model)

    def break_symmetry(self, model: Model) -> Breaking:
        """The anchor and its representatives with the least expected work, or none."""
        cover = cover_view(model)
        if not _searchable(cover):
            return filtered(model)
        option = {var: o for o, var in enumerate(cover.variables)}
        candidates = list(anchors(model))
        cubes: list[Anchor] = [FREE]
        for anchor in candidates:
            own = ([(option[v],) for v in orbit if v in option] for orbit in orbits(model, anchor))
            cubes.append([orbit for orbit in own if orbit])
        first = {cover.variables[cube[0]] for cube in plan(cover, cubes).cubes if cube}
        for anchor in candidates:
            if first and first <= set(anchor.lits):
                groups = orbits(model, anchor)
                return anchored(model, anchor, (next((v for v in g if v in first), g[0]) for g in groups))
        return filtered(model)

    def count(self, model: Model, deadline: Deadline = NEVER) -> Counted | None:
        """By dynamic programming, unless the search is small or the states are too many."""
        cover = cover_view(model)
        if _searchable(cover) and plan(cover).seconds < QUICK:
            return None
        return counting.count(model, deadline)

    def explain(self, model: Model) -> list[str]:
        """The size of the cover, the searches considered, and the one chosen."""
        cover = cover_view(model)
        if not _searchable(cover):
            return ["nothing to search"]
        chosen = _plan_for(cover, model)
        return [
            f"exact cover: {cover.n_primary} primary and {cover.n_secondary} secondary items, "
            f"{len(cover.options)} options",
            *chosen.considered,
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
        lookup = np.array([*cover.variables, 0], np.int32)
        chosen = np.array(cover.chosen, np.int32)
        for rows, progress in batches(_plan_for(cover, model), self.workers, deadline):
            variables = np.empty((len(rows), rows.shape[1] + len(chosen)), np.int32)
            variables[:, : len(chosen)] = chosen
            variables[:, len(chosen) :] = lookup[rows]
            variables[variables == 0] = END
            variables.sort(axis=1)
            variables[variables == END] = 0
            yield variables, progress


def _searchable(cover: Cover) -> bool:
    return cover.possible and cover.n_primary > 0 and len(cover.options) > 0


def _plan_for(cover: Cover, model: Model) -> Plan:
    """The plan that begins with the model's `branch`, if it has one."""
    option = {var: o for o, var in enumerate(cover.variables)}
    begin = [[(option[var],)] for var in model.branch if var in option]
    return plan(cover, [begin or FREE])
