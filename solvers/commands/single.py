"""One puzzle of `zenkai run`, from its text to its summary: a search, a count, an estimate, a kept run."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from zenkai_solver.models.puzzle import Doubtful, Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.batch.stdin import PuzzleSource
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    STDOUT,
    announcing,
    complain,
    interruptible,
    writing,
)
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported, under
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.core.events import (
    ESTIMATING,
    STATISTICS,
    UNPROVED,
    ChoiceExplained,
    CountEstimated,
    KeepingBoards,
    Listener,
    ModelBuilt,
    Outcome,
    StatisticCounted,
)
from zenkai_solver.solvers.core.levels import VERIFIED
from zenkai_solver.solvers.core.options import SPEED, RunOptions
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, prepare
from zenkai_solver.solvers.core.reporting import Terminal
from zenkai_solver.solvers.core.searching import Search
from zenkai_solver.solvers.core.stopping import finishing, left
from zenkai_solver.solvers.solution_files.output import (
    DEFAULT,
    certificate_beside,
    create,
    index_path,
    make_sure,
    part_path,
)
from zenkai_solver.solvers.solution_files.results import (
    Ending,
    JsonLinesSink,
    NullSink,
    Sink,
    TextSink,
    header,
)
from zenkai_solver.solvers.solution_files.rotate import RotatingSink

if TYPE_CHECKING:
    from zenkai_solver.solvers.certificates.binding import Bound
    from zenkai_solver.solvers.certificates.certificate import CertificatePlan
    from zenkai_solver.solvers.core.proving import RunProof
    from zenkai_solver.solvers.cubes.kept import Ended

MOST_OF_TIME = 0.9  # share of a time limit that an estimate takes, so that it ends by itself


def solve(source: PuzzleSource, path: Path, options: RunOptions, deadline: Deadline, began: float) -> int:
    """Find the solutions of the one puzzle of a source; the exit code."""
    with interruptible(deadline):
        instance = source.instance(options)
    for warning in instance.puzzle.warnings() if isinstance(instance.puzzle, Doubtful) else ():
        complain(f"{path}: {warning}")
    if options.estimate:
        return run_estimate(instance, options, deadline, began)
    if options.run_dir is not None:
        workers_limit = replace(deadline, memory=None)
        with under(workers_limit):
            return run_kept(instance, options.run_dir, options, workers_limit, began)
    with interruptible(deadline):
        run = opened(instance, options, deadline, (path,), began)
    run.listener = Terminal(instance, options, run.place.stream, deadline)
    return run.execute()


def run_estimate(instance: Instance, options: RunOptions, deadline: Deadline, began: float) -> int:
    """Say about how many solutions there are, within the time limit or SECONDS; the exit code."""
    from zenkai_solver.solvers.core.estimating import SECONDS, estimate  # which few runs need

    listener = Terminal(instance, options, sys.stdout, deadline)
    with interruptible(deadline), announcing(listener.message, options.quiet):
        engine = Options(options.sat_solver, options.workers or 0, counting=True)
        prepared = prepare(instance, options.backend, None, engine)
        listener.hear(ModelBuilt(prepared))
        with listener.during(ESTIMATING):
            estimated = estimate(prepared, min(SECONDS, MOST_OF_TIME * deadline.remaining), deadline)
    outcome = CountEstimated(instance, estimated, time.monotonic() - began)
    listener.hear(outcome)
    return outcome.code


def opened(
    instance: Instance, options: RunOptions, deadline: Deadline, inputs: tuple[Path, ...], began: float
) -> Run:
    """A run that is ready to be executed, `began` at this moment of time.monotonic(). Raises Unsupported."""
    bare = bool(options.count and not options.output and not options.limit)
    wanted = 2 if options.unique else options.limit
    engine = Options(options.sat_solver, options.workers or 0, counting=bare, wanted=wanted)
    crossed = options.cross_check == "sat"  # whose solver it is then
    first = replace(engine, sat_solver=None if crossed else engine.sat_solver, second=options.cross_check)
    prepared = prepare(instance, options.backend, options.symmetry, first)
    proof = None
    if options.certify or options.cross_check:
        from zenkai_solver.solvers.core.proving import RunProof  # and its kernels, which few runs need

        proof = RunProof.of(prepared, options, engine)
    return Run(prepared, options, deadline, OutputPlace(prepared, options, inputs), proof, began)


def run_kept(instance: Instance, folder: Path, options: RunOptions, deadline: Deadline, began: float) -> int:
    """A run that is kept in a folder (`solvers.cubes.kept`), `began` at this moment of time.monotonic()."""
    from zenkai_solver.solvers.cubes import kept  # and its workers, which few runs need

    listener = Terminal(instance, options, sys.stdout, deadline)
    if options.certify:
        from zenkai_solver.solvers.certificates.certificate import certifiable

        certifiable(instance, instance.puzzle.model())
    with writing(folder):
        ended = kept.run(instance, folder, options, deadline)
        outcome = outcome_of_kept(instance, folder, options, ended, deadline, listener, began)
    listener.hear(outcome)
    if outcome.code != COMPLETE or not options.output:
        return outcome.code
    from zenkai_solver.solvers.commands.merge import merge

    certified = outcome.ending.levels[-1] if options.certify and outcome.complete else None
    return merge([folder], Path(options.output), options.max_solutions_per_file, certified=certified)


def outcome_of_kept(
    instance: Instance,
    folder: Path,
    options: RunOptions,
    ended: Ended,
    deadline: Deadline,
    listener: Listener,
    began: float,
) -> Outcome:
    """The end of a kept run, proved as far as that is asked for. Raises WrongSolution."""
    reason, levels = ended.reason, [VERIFIED]
    if reason is None and options.certify and ended.part.whole:
        from zenkai_solver.solvers.core.proving import certified_kept

        try:
            with interruptible(deadline):
                levels.append(certified_kept(instance, folder, options, ended.tally, deadline, listener))
        except Interrupted as error:
            reason = f"{error}{UNPROVED}"
        except Unsupported as error:
            reason = str(error)
    ending = Ending(reason, time.monotonic() - began, tuple(levels) if reason is None else ())
    order = instance.puzzle.symmetries().order
    return Outcome(instance, order, ended.tally, ending, str(folder), ended.part)


@dataclass
class Run:
    """One search from its first line to its summary, told to a listener."""

    prepared: Prepared
    options: RunOptions
    deadline: Deadline
    place: OutputPlace
    proof: RunProof | None = None
    began: float = field(default_factory=time.monotonic)
    listener: Listener = field(default_factory=Listener)
    boards: tuple[Board, ...] = ()  # of --unique: they show that there are several
    searched: bool = False

    def execute(self) -> int:
        """The exit code."""
        with announcing(self.listener.message, self.options.quiet):
            self.listener.hear(ModelBuilt(self.prepared))
            if self.options.explain_choice:
                with interruptible(self.deadline):
                    for line in self.prepared.explain():
                        self.listener.hear(ChoiceExplained(line))
            if self.options.trace is not None or self.options.animate:
                from zenkai_solver.solvers.explanations.tracing import follow  # slow to import

                speed = (self.options.speed or SPEED) if self.options.animate else None
                follow(self.prepared.instance.puzzle, self.deadline, self.options.trace, speed)
            tally = Tally(self.prepared.symmetry)
            with writing(self.place.name), self.place.sink() as sink:
                with left(partial(self.broken_off, sink, tally)):
                    ending = self.proved(self.search(sink, tally), tally)
                finishing()
                sink.close(tally, ending)
            code = self.report(tally, ending)
            if self.options.stats:
                self.statistics()
            return code

    def broken_off(self, sink: Sink, tally: Tally, reason: str) -> int:
        """The end of a search that did not look at the clock; the exit code. See `stopping.left`."""
        ending = self.ending(reason + UNPROVED * self.searched)
        sink.close(tally, ending)
        return self.report(tally, ending)

    def ending(self, reason: str | None, levels: tuple[str, ...] = ()) -> Ending:
        return Ending(reason, time.monotonic() - self.began, levels)

    @property
    def bare_count(self) -> bool:
        """Is nothing asked for but the numbers?"""
        return bool(self.options.count and not self.place.path and not self.options.limit)

    def search(self, sink: Sink, tally: Tally) -> Ending:
        """Drive the solutions into the sink until the end or a limit."""
        reason, unique = None, self.options.unique
        limit = 2 if unique else self.options.limit
        keeping = KeepingBoards(2 if unique else 0, self.listener)
        search = Search(self.prepared, self.deadline, limit, keeping, self.options.watch)
        try:
            counted = self.bare_count and search.count(tally)
            if not counted and search.run(tally, sink):
                reason = "uniqueness decided" if unique else f"limit of {limit} solutions"
        except Interrupted as error:
            reason = str(error)
        self.boards = tuple(keeping.boards)
        return self.ending(reason, (search.checked,) if reason is None or search.checked != VERIFIED else ())

    def proved(self, ending: Ending, tally: Tally) -> Ending:
        """The end with its levels; one that was asked for and not reached is a reason to be incomplete.

        Raises WrongSolution where a second engine or the certificate contradicts.
        """
        if ending.reason is not None:
            return ending
        self.searched = True
        try:
            with interruptible(self.deadline):
                return self.ending(None, (*ending.levels, *self.further(tally)))
        except Interrupted as error:
            return self.ending(f"{error}{UNPROVED}")
        except Unsupported as error:  # a certificate turns out to be too large: the solutions are kept
            return self.ending(str(error))

    def further(self, tally: Tally) -> Iterator[str]:
        """The levels beyond `verified` that are asked for. Raises WrongSolution, Unsupported, Interrupted."""
        proof = self.proof
        if proof is not None and proof.second is not None:
            yield proof.compared(tally, self.deadline, self.listener)
        if proof is not None and proof.plan is not None:
            path = self.place.certificate
            engine, recheck = self.prepared.backend.name, self.recheck if self.place.path else None
            yield proof.certified(path, engine, tally, recheck, self.deadline, self.listener)

    def recheck(self, plan: CertificatePlan, bound: Bound) -> Tally:
        """What is in the files that are written, compared with the certificate. Raises ResultsError."""
        from zenkai_solver.solvers.core.rechecking import written

        return written(self.place.parts, plan, bound, self.prepared.symmetry)

    def report(self, tally: Tally, ending: Ending) -> int:
        """Tell the end; the exit code."""
        decided = tally.written > 1 or ending.reason is None
        outcome = Outcome(
            self.prepared.instance,
            self.prepared.group.order,
            tally,
            ending,
            self.place.shown,
            effort=self.prepared.opened.effort,
            boards=self.boards,
            decides=self.options.unique and decided,
        )
        self.listener.hear(outcome)
        return outcome.code

    def statistics(self) -> None:
        """What the engine has to tell about its search, if it can."""
        name = self.prepared.instance.name
        try:
            lines = self.prepared.opened.report(self.deadline)
            while True:
                with self.listener.during(STATISTICS):
                    line = next(lines, None)
                if line is None:
                    return
                self.listener.hear(StatisticCounted(f"{name}: {line}"))
        except Interrupted as error:
            self.listener.hear(StatisticCounted(f"{name}: statistics cut short: {error}"))


@dataclass(frozen=True)
class OutputPlace:
    """Where the solutions of a run go; `inputs` are files that must not be overwritten."""

    prepared: Prepared
    options: RunOptions
    inputs: tuple[Path, ...]

    @property
    def _default(self) -> str:
        return str(DEFAULT / os.fsdecode(f"{self.prepared.instance.name}.jsonl".encode()))

    @property
    def path(self) -> str | None:
        """The path, '-' for stdout, or None for no file."""
        options = self.options
        if options.output:
            return str(options.output)
        if options.count or options.unique or options.live:
            return None
        return "-" if options.format == "text" else self._default

    @property
    def name(self) -> str:
        """What it is called in errors."""
        return "standard output" if self.path in (None, "-") else str(self.path)

    @property
    def stream(self) -> TextIO:
        """Where the run may write its lines: standard output, unless the solutions go there."""
        return sys.stderr if self.path == "-" else sys.stdout

    @property
    def certificate(self) -> Path:
        """The certificate's place. Raises OutputError where it is an input."""
        path = certificate_beside(Path(self.path or self._default))
        make_sure(path, self.inputs)
        return path

    @property
    def parts(self) -> list[Path]:
        """The files of the solutions, while they are written."""
        path = Path(str(self.path))
        if not self.options.max_solutions_per_file:
            return [path]
        return list(takewhile(Path.is_file, (part_path(path, number) for number in count(1))))

    @property
    def shown(self) -> str | None:
        """The file that a user will look for, or None."""
        if self.path in (None, "-"):
            return None
        return str(index_path(Path(self.path))) if self.options.max_solutions_per_file else self.path

    @contextmanager
    def sink(self) -> Iterator[Sink]:
        """Files are closed in the end, however the search ends."""
        puzzle, most = self.prepared.instance.puzzle, self.options.max_solutions_per_file
        if self.path is None:
            yield NullSink()
        elif most:
            make_sure(Path(self.path), self.inputs, a_set=True)
            with RotatingSink(Path(self.path), header(self.prepared), most, puzzle) as sink:
                yield sink
        elif self.path == "-":
            sys.stdout.flush()
            yield self._sink_to(STDOUT)
        else:
            file = create(Path(self.path), self.inputs)
            try:
                yield self._sink_to(file)
            finally:
                os.close(file)

    def _sink_to(self, file: int) -> Sink:
        if self.options.format == "text":
            return TextSink(file, self.prepared, style_for(sys.stdout) if file == STDOUT else "ascii")
        return JsonLinesSink(file, header(self.prepared), self.prepared.instance.puzzle)
