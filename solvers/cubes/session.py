"""An instance in a worker, with what is reused from job to job, and how jobs are done."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from zenkai_solver.models.constraints import ExactlyOne
from zenkai_solver.models.csp import Model
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.backend import Backend, Opened, Options
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported, WrongSolution
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, prepare
from zenkai_solver.solvers.cubes.jobs import (
    Answer,
    Closed,
    Failed,
    Job,
    Planned,
    PlanStage,
    Prove,
    Refined,
    RunTask,
    SearchCube,
    Space,
    Warm,
    Warmed,
    number_of,
)
from zenkai_solver.solvers.cubes.shards import ShardWriter
from zenkai_solver.solvers.cubes.splitting import Splitter, SubCube

if TYPE_CHECKING:
    from zenkai_solver.solvers.cubes.prover import Prover

FEWEST, SOME, MOST = 64, 256, 2_048  # first cubes: SOME so that workers end together, MOST for long runs
QUICK, LONG = 0.05, 1.0  # expected seconds of a first cube, if there are up to SOME, or up to MOST
UNWEIGHED = 64  # first cubes where the engine has no estimates
REFINED = 16  # cubes into which one that was too much work is split
SMALL = Model(("a", "b"), (ExactlyOne((1, 2)),), (1, 2))
AS_STATED = ("none", "filter")  # ways of breaking symmetry that add no constraints to the model
SESSIONS = 4  # sessions that a long-lived worker keeps


class AnswerTooLarge(Exception):
    """A cube's solutions do not fit into an answer."""


class Changed(Exception):
    """The model that this program builds of the instance is not the one that was split."""


def opened(prepared: Prepared, space: Space) -> Opened:
    """The engine for the cubes of the space. Raises Unsupported."""
    name = prepared.backend.name
    if space.kind == "parts" and not prepared.opened.divided:
        raise Unsupported(f"the run was split into parts of {space.chooser or 'another backend'}")
    if space.kind == "literals" and prepared.backend.takes.dedicated and space.recipe.way not in AS_STATED:
        raise Unsupported(
            "the run breaks symmetry by constraints, which this engine ignores: it reads only the structure"
        )
    return prepared.opened.within(prepared.breaking, space.choice if space.chooser == name else ())


def fingerprint(model: Model) -> str:
    """A hash of the model; constraints that are built later follow from the structure, and are left out."""
    stated = model.structure is not None and model.uncounted
    built = () if stated else tuple(model.constraints)
    parts = (model.size, model.projection, model.symmetries, model.structure, built)
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()


@dataclass
class Session:
    """One run's instance in one worker; engines and splitters are kept for later jobs."""

    task: RunTask
    engines: dict[tuple[int, str], tuple[Prepared, Opened]] = field(default_factory=dict)
    splitters: dict[int, Splitter] = field(default_factory=dict)

    def do(self, job: Job) -> Answer:
        """The job's answer; errors are answers too."""
        number = number_of(job)
        try:
            match job:
                case PlanStage(stage):
                    return self.plan(stage)
                case Warm():
                    return self.warm()
                case SearchCube():
                    return self.search(job)
                case Prove():
                    return self.prover.do(job)
        except Changed:
            return Failed(
                number, "changed", f"zenkai {version('zenkai-solver')} makes another model of the instance"
            )
        except Unsupported as error:
            return Failed(number, "unsupported", str(error))
        except WrongSolution as error:
            return Failed(number, "bug", str(error))
        except OSError as error:
            return Failed(
                number, "disk", ": ".join(filter(None, (error.filename, error.strerror or str(error))))
            )
        except Exception as error:  # a bug costs its cube, and is reported
            return Failed(number, "died", f"{type(error).__name__}: {error}")

    @cached_property
    def instance(self) -> Instance:
        return loads(self.task.text, self.task.name)

    @cached_property
    def of_stage(self) -> list[list[Prepared]]:
        """For each stage of the puzzle (most have one) the instance prepared for each engine, in their
        order.
        """
        return [list(engines) for engines in zip(*map(self.stages, self.task.backends), strict=True)]

    def stages(self, backend: str) -> list[Prepared]:
        """The instance prepared for one engine, or for the choice of `auto`, in each stage."""
        options = Options(self.task.sat_solver, workers=1)
        engine = prepare(self.instance, backend, self.task.symmetry, options)
        return [prepared for _, prepared in engine.stages()] or [engine]

    def warm(self) -> Warmed:
        """Build the model, and load the engines by solving a small problem, if they take it."""
        with suppress(Unsupported):  # the search will say so
            for prepared in self.of_stage[0]:
                list(prepared.backend.solutions(SMALL))
        return Warmed()

    @cached_property
    def prover(self) -> Prover:
        from zenkai_solver.solvers.cubes.prover import Prover  # which few runs need

        return Prover(self.instance.puzzle.model(), self.instance)

    # ---- planning

    def plan(self, stage: int) -> Planned:
        """Break the symmetry as suits all engines, and split the space."""
        every = self.of_stage[stage]
        leader = min(every, key=lambda prepared: _rank(prepared.backend))
        kind = "parts" if leader.opened.divided else "literals"
        if kind == "parts" and len(every) > 1:
            raise Unsupported(
                f"its parts are no cubes that other engines take: name {leader.backend.name} alone"
            )
        recipe = leader.breaking.recipe
        space = Space(stage, recipe, fingerprint(leader.model), kind)
        for prepared in every:
            if prepared is not leader:
                prepared.backend.open(leader.breaking.model)  # raises Unsupported if it cannot take it
        versions = {key: value for prepared in every for key, value in prepared.backend.versions().items()}
        names = tuple(prepared.backend.name for prepared in every)
        search = leader.opened.within(leader.breaking)
        space = replace(space, chooser=leader.backend.name)
        if kind == "parts":
            parts = search.parts()
            weighed = zip(parts, search.weights(parts) or (), strict=True)
            subcubes = [SubCube(-1, part, weight) for part, weight in weighed]
        else:
            subcubes = self._cubes(stage, search)
            space = replace(space, choice=search.choice)
        return Planned(space, names, versions, tuple(subcubes), leader.group.order)

    def _cubes(self, stage: int, search: Opened) -> list[SubCube]:
        """The first cubes."""
        splitter = self.splitters[stage] = Splitter(search.model, search)
        weight, wanted = 1.0, UNWEIGHED
        if (whole := search.weights([()])) is not None:
            weight = sum(subcube.weight for subcube in splitter.split((), whole[0], 2))
            wanted = int(max(FEWEST, min(SOME, weight / QUICK), min(MOST, weight / LONG)))
        return splitter.split((), weight, wanted) or [SubCube(-1, (), weight)]

    # ---- searching

    def engine(self, space: Space, backend: str) -> tuple[Prepared, Opened]:
        """The prepared instance and the opened engine. Raises Changed if the model is not the one planned.

        Times decide what `auto` chooses, so here it may be another engine than where the run was planned.
        """
        key = (space.stage, backend)
        if key not in self.engines:
            known = (p for p in self.of_stage[space.stage] if p.backend.name == backend)
            named = next(known, None) or self.stages(backend)[space.stage]
            prepared = replace(named, recipe=space.recipe)
            if fingerprint(prepared.model) != space.fingerprint:
                raise Changed
            self.engines[key] = prepared, opened(prepared, space)
        return self.engines[key]

    def splitter(self, space: Space, engine: Opened) -> Splitter:
        if space.stage not in self.splitters:
            self.splitters[space.stage] = Splitter(engine.model, engine)
        return self.splitters[space.stage]

    def search(self, job: SearchCube) -> Answer:
        """All solutions of the cube; split if it is more work than the job allows."""
        prepared, engine = self.engine(job.space, job.backend)
        try:
            return self._searched(job, prepared, engine, Deadline.after(job.seconds), job.most)
        except (Interrupted, AnswerTooLarge):
            subcubes: list[SubCube] = []
            if job.space.kind == "literals":  # parts are not split further
                subcubes = self.splitter(job.space, engine).split(job.cube, job.weight, REFINED)
        if any(subcube.state == "open" for subcube in subcubes):
            return Refined(job.number, tuple(subcubes))
        return self._searched(job, prepared, engine, NEVER, None)  # nothing is left to split

    def _searched(
        self, job: SearchCube, prepared: Prepared, engine: Opened, deadline: Deadline, most: int | None
    ) -> Closed:
        began = time.perf_counter()
        tally = Tally(prepared.symmetry)
        path = Path(job.shard) if job.shard else None
        shard = ShardWriter(path, self.task.compress, prepared.symmetry == "all")
        try:
            for chunk in prepared.checked(engine.batches(job.cube, deadline)):
                tally.add(chunk)
                if self.task.keep:
                    shard.write(chunk)
                if path is None and most is not None and shard.size > most:
                    raise AnswerTooLarge
                deadline.check()
            data = shard.close()
        except BaseException:
            shard.discard()
            raise
        name = path.name if path and shard.size else None
        totals = (tally.written, tally.count, tally.all, tally.digest)
        seconds = time.perf_counter() - began
        return Closed(job.number, job.backend, *totals, shard.size, shard.checksum, seconds, name, data)


def _rank(backend: Backend) -> int:
    """Sorts engines: the symmetry is broken in a way that suits the first one, since others can take it
    too.
    """
    return 0 if backend.takes.dedicated else 1 if backend.takes.exact_cover else 2


@lru_cache(SESSIONS)
def session(task: RunTask) -> Session:
    """The session of a task in this process, which is created at the first call."""
    return Session(task)
