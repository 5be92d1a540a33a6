"""The exact-cover engine: compiled searches over items and options, and counting."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, ExactlyOne, Lit
from zenkai_solver.models.csp import Cube, Model, restrict
from zenkai_solver.models.symmetry import (
    Breaking,
    anchored,
    anchored_by_two,
    anchors,
    filtered,
    orbits,
    with_first,
)
from zenkai_solver.solvers.core.backend import (
    AtWork,
    Backend,
    Batch,
    Choice,
    Counted,
    Opened,
    Options,
    SearchTree,
    Takes,
    version,
)
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported, under
from zenkai_solver.solvers.engines.exactcover import counting
from zenkai_solver.solvers.engines.exactcover import plan as plans
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view, without
from zenkai_solver.solvers.engines.exactcover.plan import (
    COUNTED,
    FREE,
    Anchor,
    Engine,
    Plan,
    batches,
    cube_batches,
    plan,
    visiting,
)
from zenkai_solver.solvers.engines.exactcover.sampling import CoverTree
from zenkai_solver.solvers.engines.exactcover.states import Effort
from zenkai_solver.solvers.kernels.clock import look
from zenkai_solver.solvers.kernels.switch import SWITCH, switched_off

if TYPE_CHECKING:
    from zenkai_solver.solvers.kernels.jit import Work  # which loads LLVM

QUICK = 0.1  # expected seconds below which visiting every solution is quick
PLAIN, FEW = 0.1, 8  # seconds of counting by Python's own numbers, with so many options an item at most
WORTH = 0.005  # expected seconds above which it pays to plan again for fewer solutions


@dataclass(frozen=True)
class ExactCoverBackend(Backend):
    """`workers` threads search."""

    takes: ClassVar[Takes] = Takes(frozenset({ExactlyOne, AtMostOne, Cardinality, Clause}), exact_cover=True)
    workers: int = 1
    name: str = "exactcover"

    @classmethod
    def create(cls, options: Options) -> ExactCoverBackend:
        return cls(options.workers or os.cpu_count() or 1)

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba")}

    def open(self, model: Model) -> OpenedCover:
        """Raises Unsupported if the model is no exact cover."""
        cover = cover_view(model)
        if switched_off():
            raise Unsupported(f"{self.name} runs compiled only, and {SWITCH} is set")
        return OpenedCover(self, model, cover)

    def works(self) -> list[Work]:
        from zenkai_solver.solvers.core import loops
        from zenkai_solver.solvers.engines.exactcover import frontier

        return [*plans.works(), *frontier.works(), *loops.works()]


@dataclass(frozen=True, eq=False)
class OpenedCover(Opened):
    """`known`: a plan that was made elsewhere. `tell` is called during a search with where it is."""

    many: ClassVar[bool] = True
    backend: ExactCoverBackend
    cover: Cover
    known: Plan | None = None
    tell: Callable[[AtWork], None] | None = None

    # ---- planning

    def plan(self) -> None:
        if self._searchable:
            _ = self._plan

    @property
    def _searchable(self) -> bool:
        cover = self.cover
        return cover.possible and cover.n_primary > 0 and len(cover.options) > 0

    @cached_property
    def _plan(self) -> Plan:
        """The plan made with the anchors, if no anchor was worth it; else one that begins with
        `model.branch`.
        """
        if self.known is not None:
            return self.known
        if "_anchored" in vars(self) and (made := self._anchored[1]) and self.breaking.anchor is None:
            return made
        begin = [[(self._option[var],)] for var in self.model.branch if var in self._option]
        return plan(self.cover, [begin or FREE])

    @cached_property
    def _anchored(self) -> tuple[Breaking, Plan | None]:
        """The symmetry breaking of the best anchor, or of none; and the plan for it, if there is one."""
        candidates = list(anchors(self.model)) if self._searchable else []
        if not candidates:
            made = self.known or (plan(self.cover) if self._searchable else None)
            long = made is not None and made.seconds > WORTH and len(self.model.symmetries) > 1
            if long:
                return anchored_by_two(self.model) or with_first(self.model), made
            return filtered(self.model), made
        option, cubes = self._option, list[Anchor]([FREE])
        for anchor in candidates:
            look()
            begin = (
                [(option[var],) for var in orbit if var in option] for orbit in orbits(self.model, anchor)
            )
            if left := [orbit for orbit in begin if orbit]:
                cubes.append(left)
        made = plan(self.cover, cubes)
        first = {self.cover.variables[cube[0]] for cube in made.cubes if cube}
        for anchor in candidates:
            if first and first <= set(anchor.lits):
                groups = orbits(self.model, anchor)
                stay = (next((var for var in group if var in first), group[0]) for group in groups)
                return anchored(self.model, anchor, stay), made
        return filtered(self.model), None if first else made

    @property
    def breaking(self) -> Breaking:
        return self._anchored[0]

    def within(self, breaking: Breaking, choice: Choice = ()) -> Opened:
        """A known plan is taken over, for the cover without the options that the anchor excludes.

        It begins with the anchor's representatives, but for sifting, which begins with the item that has the
        fewest options.
        """
        if breaking.model is self.model:
            return replace(self, known=plans.unprobed(self.cover)) if choice else self
        known = plans.unprobed(self.cover) if choice else None
        if "_anchored" in vars(self) and breaking is self.breaking:
            known = self._anchored[1]
        if breaking.anchor is None or known is None:
            return super().within(breaking)
        cover = without(self.cover, set(breaking.anchor.lits).difference(breaking.recipe.stay))
        option = {var: number for number, var in enumerate(cover.variables)}
        stay = tuple((option[var],) for var in breaking.recipe.stay if var in option)
        cubes = ((),) if known.kind == "sift" or not stay else stay
        return replace(
            self, model=breaking.model, cover=cover, known=replace(known, cover=cover, cubes=cubes)
        )

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """By dynamic programming, unless visiting every solution is expected to be as quick.

        Where items have few options it is tried without compiled loops first: it may end before these are
        loaded.
        The time of visiting is estimated by few probes, and by more only if counting takes long.
        """
        cover, symmetries = self.cover, self.model.symmetries
        if not self._searchable:
            return counting.count(cover, symmetries, deadline)
        images = len(symmetries) if next(anchors(self.model), None) else 1
        if len(cover.options) <= FEW * cover.n_primary:
            counted = counting.count(cover, symmetries, deadline, Effort(PLAIN), plainly=True)
            if counted is not None and counted.all * COUNTED / images > QUICK:
                return counted
        with under(deadline):
            if (seconds := visiting(cover, images, closely=False)) <= QUICK:
                return None
            effort = Effort(seconds, closer=lambda: visiting(cover, images))
            return counting.count(cover, symmetries, deadline, effort)

    # ---- searching

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        deadline.check()
        cover = self.cover
        options = self._options(cube) if self._searchable else None
        if cube and options is None:
            within = self.backend.open(restrict(self.model, cube))
            yield from replace(within, tell=self.tell).batches((), deadline)
            return
        if cover.possible and not cover.n_primary and not any(cover.lo):
            yield np.array([cover.chosen], np.int32), 1.0
        if not self._searchable:
            return
        with under(deadline):
            self.plan()
        if cube:
            for rows, _ in cube_batches(self._engine, options or [], deadline):
                yield rows, None
            return
        yield from batches(self._plan, self.backend.workers, deadline, self._teller())

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self._plan)

    @cached_property
    def _option(self) -> dict[Lit, int]:
        """The number of each option, by its variable."""
        return {var: option for option, var in enumerate(self.cover.variables) if var}

    def _options(self, cube: Cube) -> list[int] | None:
        """The options that the cube chooses; None if it says anything else."""
        true, option = set(self.cover.chosen), self._option
        left = [lit for lit in cube if lit not in true and (lit > 0 or -lit in true or -lit in option)]
        return [option[lit] for lit in left] if all(lit in option for lit in left) else None

    def watched(self, tell: Callable[[AtWork], None]) -> OpenedCover:
        return replace(self, tell=tell)

    def _teller(self) -> Callable[[list[int], int], None] | None:
        """A function for the search to call, which passes options on to `tell` as variables."""
        if (tell := self.tell) is None:
            return None

        def in_variables(options: list[int], nodes: int) -> None:
            chosen = {*self.cover.chosen, *(self.cover.variables[option] for option in options)} - {0}
            tell(AtWork(tuple(sorted(chosen)), nodes))

        return in_variables

    def tree(self) -> AbstractContextManager[SearchTree[Any]] | None:
        if not self._searchable:
            return None
        return nullcontext(CoverTree(Engine(plans.unprobed(self.cover))))

    # ---- what it tells

    def explain(self) -> Sequence[str]:
        """The size of the cover, and the search that was chosen."""
        if not self._searchable:
            return ["nothing to search"]
        cover = self.cover
        return [
            f"exact cover: {cover.n_primary} primary and {cover.n_secondary} secondary items, "
            f"{len(cover.options)} options",
            *self._plan.reasons,
            f"chosen: {self._plan.kind}, {self.backend.workers} threads",
        ]

    @property
    def choice(self) -> Choice:
        return (self._plan.kind,) if self._searchable else ()

    @property
    def items(self) -> Sequence[tuple[Lit, ...]]:
        """The model's `branch`; other splits are left to the splitter, which takes the shortest item."""
        branch = tuple(var for var in self.model.branch if var in self._option) if self._searchable else ()
        return [branch] if branch else []

    def weights(self, cubes: Sequence[Cube], deadline: Deadline = NEVER) -> Sequence[float] | None:
        """Expected seconds by probes; literals that forbid options are ignored, so these are upper bounds."""
        if not self._searchable or not cubes:
            return [] if self._searchable else None
        return self._engine.seconds([[self._option[x] for x in cube if x in self._option] for cube in cubes])
