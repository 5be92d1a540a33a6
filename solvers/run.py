"""The command line: find every solution of an instance and write each one to a file.

    python -m solvers.run instances/pento6x10.yaml

Exit codes: 0 complete (also with zero solutions), 1 complete, but the number is not the one the instance
expects, 2 bad input or usage, 3 cut short by a limit, 4 a bug of ours, 130 Ctrl-C.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from zenkai_solver.models.csp import Deferred
from zenkai_solver.models.document import regular
from zenkai_solver.models.formats.table import family_of_many
from zenkai_solver.models.loading import load
from zenkai_solver.models.puzzle import Instance, SideBySide, Sketched
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.backend import (
    STOPPED,
    CountingBackend,
    Deadline,
    GradingBackend,
    Interrupted,
    Options,
    ReportingBackend,
    Unsupported,
    WatchedBackend,
    under,
)
from zenkai_solver.solvers.command import (
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    STDOUT,
    UNEXPECTED,
    command,
    complain,
    failed,
    interruptible,
    put,
    say,
    stop_on_signals,
    writing,
)
from zenkai_solver.solvers.compiling import alive, compile_all, compile_for, compile_for_counting, waiting
from zenkai_solver.solvers.display import Bar, Display, Live, Plain, Watch, put_marked, style_for
from zenkai_solver.solvers.files.output import (
    DEFAULT,
    certificate_beside,
    create,
    index_path,
    make_sure,
    part_path,
)
from zenkai_solver.solvers.files.results import (
    Ending,
    JsonLinesSink,
    NullSink,
    Sink,
    TextSink,
    header,
)
from zenkai_solver.solvers.files.rotate import RotatingSink
from zenkai_solver.solvers.levels import VERIFIED, looked_at, unseen
from zenkai_solver.solvers.options import SPEED, RunOptions, fault, read
from zenkai_solver.solvers.pipeline import Chunk, Prepared, Tally, prepare, totals, unexpected
from zenkai_solver.solvers.shipped import find
from zenkai_solver.solvers.stopping import finishing, left, whole
from zenkai_solver.solvers.tools import stdin
from zenkai_solver.solvers.tools.stdin import STDIN, Input
from zenkai_solver.solvers.tools.table import ANSWER, ONE

LONG = 2.0  # seconds between two lines of what is done before anything is shown
UNPROVED = " before it was proved"  # ends the reason of a run of which only the search is complete

if TYPE_CHECKING:
    from zenkai_solver.solvers.certificates.binding import Bound
    from zenkai_solver.solvers.certificates.certificate import Plan
    from zenkai_solver.solvers.proving import Second
    from zenkai_solver.solvers.scale.kept import Ended


@command
def main(argv: Sequence[str] | None = None) -> int:
    options = read(argv)
    if wrong := fault(options):
        return complain(wrong)
    if options.batch:
        from zenkai_solver.solvers.batch.batch import run  # which few runs need

        return run(options)
    codes = []
    for name in options.instances:
        pasted = Input.pasted(name)
        codes.append(run_one(pasted.name if pasted else Path(name), options, pasted))
        if codes[-1] == CTRL_C:
            break
    return max(codes)


def run_one(path: Path, options: RunOptions, pasted: Input | None = None) -> int:
    """Solve one file; every expected failure is one line on stderr and an exit code."""
    try:
        with stop_on_signals() as deadline_of:
            return _run(path, options, deadline_of(options.time_limit, options.max_memory), pasted)
    except Unsupported as error:
        return complain(f"{path}: backend {options.backend}: {error}")
    except BrokenPipeError:
        raise
    except Exception as error:
        return failed(error, path)


def _run(path: Path, options: RunOptions, deadline: Deadline, pasted: Input | None = None) -> int:
    began = time.monotonic()
    path = path if path == STDIN or pasted else regular(find(str(path)))
    source = Path("/dev/stdin") if path == STDIN else path
    check_outputs(source, options)
    with interruptible(deadline):
        given = Input.read() if path == STDIN else pasted
        family = stdin.MANY if given is not None and given.of_many() else family_of_many(path)
    if family is not None and options.number is None:
        reason = (
            ANSWER[family](path, options, deadline)
            if given is None
            else ANSWER[family](stdin.NAME, options, deadline, given.stream())
        )
        return COMPLETE if reason is None else CTRL_C if reason == STOPPED else CUT_SHORT
    with interruptible(deadline):
        instance = given.instance(options) if given is not None else _instance(path, options)
    if options.run_dir is not None:
        own = replace(deadline, memory=None)
        with under(own):
            return run_kept(instance, options.run_dir, options, own, began)
    engine = Options(options.sat_solver, options.workers or 0)
    with interruptible(deadline):
        prepared = prepare(instance, options.backend, options.symmetry, engine)
        second = _second(prepared, options, engine)
        plan = plan_of(prepared) if options.certify else None
    return Run(prepared, options, deadline, (source,), second, plan, began=began).execute()


def _second(prepared: Prepared, options: RunOptions, engine: Options) -> Second | None:
    """The engine of --cross-check. Raises Unsupported if it cannot do what is asked."""
    if not options.cross_check:
        return None
    from zenkai_solver.solvers import proving  # and its kernels, which few runs need

    return proving.Second.of(prepared, options.cross_check, engine)


def plan_of(prepared: Prepared) -> Plan:
    """How the run will be certified. Raises Unsupported if it cannot be."""
    from zenkai_solver.solvers.certificates.certificate import certifiable

    return certifiable(prepared.instance, prepared.model)


def check_outputs(path: Path, options: RunOptions) -> None:
    """Refuse, before anything is searched, outputs that are inputs. Raises OutputError, OSError."""
    inputs = [path]
    if options.run_dir is not None:
        from zenkai_solver.solvers.scale.ledger import files_of

        inputs += files_of(options.run_dir)
    if options.trace is not None:
        make_sure(options.trace, inputs)
        inputs.append(options.trace)
    if options.output not in (None, "-"):
        make_sure(Path(str(options.output)), inputs, bool(options.max_solutions_per_file))


def _instance(path: Path, options: RunOptions) -> Instance:
    """What is to be solved: a file, or one puzzle of a file of many.

    Raises InstanceError, OSError.
    """
    if options.number is not None and (family := family_of_many(path)):
        return ONE[family](path, options.number, options)
    return load(path, options.added)


def run_kept(instance: Instance, folder: Path, options: RunOptions, deadline: Deadline, began: float) -> int:
    """A run that is kept in a folder (`solvers.scale.kept`), `began` at this moment of time.monotonic()."""
    from zenkai_solver.solvers.scale import kept  # all of scale/, which few runs need

    if options.certify:
        from zenkai_solver.solvers.certificates.certificate import certifiable

        certifiable(instance, instance.puzzle.model())
    with writing(folder):
        ended = kept.run(instance, folder, options, deadline)
        ended, levels = _proved(instance, folder, options, ended, deadline)
    name, tally, seconds = instance.name, ended.tally, time.monotonic() - began
    whole = ended.reason is None and ended.part.whole
    total = totals(tally, instance.puzzle.symmetries().order, whole)
    state = f"incomplete ({ended.reason})" if ended.reason else "complete"
    state += "; " * bool(levels) + ", ".join(levels)
    if not ended.part.whole:
        state = f"part {ended.part} of the search {state}"
    if not options.quiet or options.count:
        say(f"{name}: {total}; {state}; {seconds:.2f} s; {folder}")
    if ended.reason:
        return code_of(ended.reason)
    if ended.part.whole and (wrong := unexpected(instance, tally)):
        complain(f"{name}: {wrong}")
        return UNEXPECTED
    if ended.part.whole and instance.expect and not options.quiet:
        say(f"{name}: as the instance expects")
    if options.output:
        from zenkai_solver.solvers.merge import merge

        certified = levels[-1] if options.certify and ended.part.whole else None
        return merge([folder], Path(options.output), options.max_solutions_per_file, certified=certified)
    return COMPLETE


def code_of(reason: str) -> int:
    """The exit code of a run that was cut short."""
    return CTRL_C if reason in (STOPPED, STOPPED + UNPROVED) else CUT_SHORT


def _proved(
    instance: Instance, folder: Path, options: RunOptions, ended: Ended, deadline: Deadline
) -> tuple[Ended, list[str]]:
    """The end with its levels; see `Run.proved`. Raises WrongSolution."""
    if ended.reason:
        return ended, []
    try:
        with interruptible(deadline):
            return ended, levels_of(instance, folder, options, ended, deadline)
    except Interrupted as error:
        return replace(ended, reason=f"{error}{UNPROVED}"), []
    except Unsupported as error:
        return replace(ended, reason=str(error)), []


def levels_of(
    instance: Instance, folder: Path, options: RunOptions, ended: Ended, deadline: Deadline
) -> list[str]:
    """The levels of a kept run that is complete; that of its certificate is the last.

    Raises WrongSolution, Interrupted.
    """
    levels = [VERIFIED]
    if options.certify and ended.part.whole:
        from zenkai_solver.solvers.certificates.certificate import certifiable, writing_works
        from zenkai_solver.solvers.proving import Claim, certify_kept
        from zenkai_solver.solvers.scale.listing import compared
        from zenkai_solver.solvers.scale.proofs import certificate

        def tell(text: str) -> None:
            if not options.quiet:
                say(f"{instance.name}: {text}")

        def recheck(plan: Plan, own: Bound) -> Tally:
            return compared(folder, plan, own)

        prover = partial(certificate, folder, instance, options, ended.tally.all)
        claim = Claim("the run", ended.tally, recheck if not options.count else None)
        plan = certifiable(instance, instance.puzzle.model(), prover)
        compile_all(lambda: writing_works(plan, ended.tally.all), tell, options.quiet)
        with alive("writing the certificate", tell, options.quiet):
            workers = options.workers or os.cpu_count() or 1
            levels.append(certify_kept(folder, plan, claim, workers, deadline))
    return levels


@dataclass
class Run:
    """One search from its first line to its summary."""

    prepared: Prepared
    options: RunOptions
    deadline: Deadline
    inputs: tuple[Path, ...] = ()
    second: Second | None = None  # of --cross-check
    plan: Plan | None = None  # of --certify
    boards: list[Board] = field(default_factory=list)  # of --unique
    checked: str = VERIFIED  # what is said of the check of the solutions
    began: float = field(default_factory=time.monotonic)
    searched: bool = False

    def execute(self) -> int:
        self.say(self.opening())
        with interruptible(self.deadline):
            self.make_ready()
        if self.options.trace is not None or self.options.animate:
            from zenkai_solver.solvers.explaining.tracing import follow  # slow to import

            speed = (self.options.speed or SPEED) if self.options.animate else None
            follow(self.prepared.instance.puzzle, self.deadline, self.options.trace, speed)
        tally = Tally(self.prepared.symmetry)
        with writing(self.written), self.sink() as sink:
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

    def ending(self, reason: str | None) -> Ending:
        return Ending(reason, time.monotonic() - self.began)

    def make_ready(self) -> None:
        """Compile what is missing, and explain the choices if asked. Raises Interrupted."""
        compile_for(self.prepared.backend, self.prepared.model, self.say, self.options.quiet)
        if self.options.stats:  # what `report` needs is among what the engine may need at all
            compile_for(self.prepared.backend, None, self.say, self.options.quiet)
        if self.bare_count:
            compile_for_counting(self.prepared.backend, self.prepared.model, self.say, self.options.quiet)
        if self.options.explain_choice:
            for line in self.prepared.explain():
                self.say(line, always=True)

    def statistics(self) -> None:
        """What the engine has to tell about its search, if it can."""
        backend, name = self.prepared.backend, self.prepared.instance.name
        if not isinstance(backend, ReportingBackend):
            self.say(f"{name}: no statistics", always=True)
            return
        try:
            lines = backend.report(self.prepared.model, self.deadline)
            while (line := self.awaited(lines)) is not None:
                self.say(f"{name}: {line}", always=True)
        except Interrupted as error:
            self.say(f"{name}: statistics cut short: {error}", always=True)

    def awaited(self, lines: Iterator[str]) -> str | None:
        """The next line, with a sign of life until it is there; None at the end. Raises Interrupted."""
        with alive("counting the statistics", self.tell, self.options.quiet):
            return next(lines, None)

    def search(self, sink: Sink, tally: Tally) -> Ending:
        """Drive the chunks into the sink until the end or a limit."""
        reason = None
        limit = 2 if self.options.unique else self.options.limit
        try:
            if self.bare_count and self.count_only(tally):
                return self.ending(None)
            display, prepared = self.shown()
            self.planned(prepared)
            with display:
                for chunk in prepared.chunks(self.deadline, self.tell):
                    if limit is not None:
                        chunk = chunk.head(limit - tally.written)
                    with whole():
                        sink.write(tally.written + 1, chunk)
                        tally.add(chunk)
                    self.keep(chunk)
                    display.found(chunk, tally)
                    if tally.written == limit:
                        break
                    self.deadline.check()
            if tally.written == limit:
                reason = "uniqueness decided" if self.options.unique else f"limit of {limit} solutions"
        except Interrupted as error:
            reason = str(error)
        unchecked = (self.checked,) if self.checked != VERIFIED else ()
        return replace(self.ending(reason), levels=unchecked)

    def planned(self, prepared: Prepared) -> None:
        """How the symmetry is broken, which engines find by probes, with a line where that takes long.

        Raises Interrupted.
        """
        with self.awake("planning"):
            prepared.settle()

    @contextmanager
    def awake(self, what: str) -> Iterator[None]:
        """A line on stderr now and then, before there is anything to show."""
        if self.options.quiet:
            yield
            return
        name = self.prepared.instance.name
        with waiting(f"{name}: {what}", partial(say, stream=sys.stderr), LONG):
            yield

    def proved(self, ending: Ending, tally: Tally) -> Ending:
        """The end with its levels; one that was asked for and not reached is a reason to be incomplete.

        Raises WrongSolution where a second engine or the certificate contradicts.
        """
        if ending.reason is not None:
            return ending
        self.searched = True
        levels = [self.checked]
        try:
            with interruptible(self.deadline):
                levels += self.further(tally)
        except Interrupted as error:
            return self.ending(f"{error}{UNPROVED}")
        except Unsupported as error:  # a certificate turns out to be too large: the solutions are kept
            return self.ending(str(error))
        return replace(self.ending(None), levels=tuple(levels))

    def further(self, tally: Tally) -> Iterator[str]:
        """The levels that were asked for. Raises WrongSolution, Unsupported, Interrupted."""
        if self.second is not None:
            with alive(f"searching with {self.options.cross_check}", self.tell, self.options.quiet):
                yield self.second.check(tally, self.deadline, self.say, self.options.quiet)
        if self.plan is not None:
            yield self.certified(self.plan, tally)

    def certified(self, plan: Plan, tally: Tally) -> str:
        """Write the certificate; the level. Raises WrongSolution, Interrupted, OSError."""
        from zenkai_solver.solvers.certificates.certificate import writing_works
        from zenkai_solver.solvers.proving import Claim, certify  # and its kernels, which few runs need

        name = os.fsdecode(f"{self.prepared.instance.name}.jsonl".encode())
        path = certificate_beside(Path(self.output or DEFAULT / name))
        make_sure(path, self.inputs)
        compile_all(lambda: writing_works(plan, tally.all), self.say, self.options.quiet)
        claim = Claim(self.prepared.backend.name, tally, self.recheck if self.output is not None else None)
        with alive("writing the certificate", self.tell, self.options.quiet):
            return certify(path, plan, claim, self.deadline)

    def recheck(self, plan: Plan, own: Bound) -> Tally:
        """What is in the files that are written, compared with the certificate. Raises ResultsError."""
        from zenkai_solver.solvers.rechecking import written

        return written(self.paths, plan, own, self.prepared.symmetry)

    @property
    def bare_count(self) -> bool:
        """Is nothing asked for but the numbers?"""
        return bool(self.options.count and not self.output and not self.options.limit)

    def keep(self, chunk: Chunk) -> None:
        """Remember the solutions that show that there are several."""
        if self.options.unique:
            self.boards += map(chunk.board, range(len(chunk)))

    def count_only(self, tally: Tally) -> bool:
        """Let the engine count, or visit its solutions without writing them; False if neither is possible."""
        backend = self.prepared.backend
        if isinstance(backend, CountingBackend):
            with self.awake("counting"):
                counted = backend.count(self.prepared.model, self.deadline)
            if counted is not None:
                tally.count, tally.all = counted.count, counted.all
                self.checked = unseen(counted.by)
                return True
        display, prepared = self.shown()
        with self.awake("planning"):
            counts = prepared.counts(self.deadline)
        if counts is None:
            return False
        with display:
            for so_far in counts:
                with whole():
                    tally.count, tally.all = so_far.counted.count, so_far.counted.all
                    self.checked = looked_at(so_far.checked, so_far.visited)
                display.counted(so_far.last, tally.all)
                self.deadline.check()
        return True

    # ---- where solutions go --------------------------------------------------------------------------

    @property
    def output(self) -> str | None:
        """The path, '-' for stdout, or None for no file."""
        if self.options.output:
            return str(self.options.output)
        if self.options.count or self.options.unique:
            return None
        if self.options.format == "text" or self.options.live:
            return None if self.options.live else "-"
        return str(DEFAULT / os.fsdecode(f"{self.prepared.instance.name}.jsonl".encode()))

    @property
    def written(self) -> str:
        """What the solutions' place is called in errors."""
        return "standard output" if self.output in (None, "-") else str(self.output)

    @contextmanager
    def sink(self) -> Iterator[Sink]:
        """Files are closed in the end, however the search ends."""
        if self.output is None:
            yield NullSink()
        elif self.options.max_solutions_per_file:
            make_sure(Path(self.output), self.inputs, a_set=True)
            head, puzzle = header(self.prepared), self.prepared.instance.puzzle
            with RotatingSink(Path(self.output), head, self.options.max_solutions_per_file, puzzle) as sink:
                yield sink
        elif self.output == "-":
            sys.stdout.flush()
            yield self.sink_to(STDOUT)
        else:
            file = create(Path(self.output), self.inputs)
            try:
                yield self.sink_to(file)
            finally:
                os.close(file)

    def sink_to(self, file: int) -> Sink:
        if self.options.format == "text":
            return TextSink(file, self.prepared, style_for(sys.stdout) if file == STDOUT else "ascii")
        return JsonLinesSink(file, header(self.prepared), self.prepared.instance.puzzle)

    @property
    def paths(self) -> list[Path]:
        """The files of the solutions, while they are written."""
        path = Path(str(self.output))
        if not self.options.max_solutions_per_file:
            return [path]
        return list(takewhile(Path.is_file, (part_path(path, number) for number in count(1))))

    @property
    def written_to(self) -> str | None:
        """The file that a user will look for, or None."""
        if self.output in (None, "-"):
            return None
        return str(index_path(Path(self.output))) if self.options.max_solutions_per_file else self.output

    # ---- what is said --------------------------------------------------------------------------------

    def shown(self) -> tuple[Display, Prepared]:
        """What a person sees of the search, and the search, which tells a display that watches it."""
        display = self.display()
        return display, watched(self.prepared, display) if isinstance(display, Watch) else self.prepared

    def display(self) -> Display:
        name, puzzle = self.prepared.instance.name, self.prepared.instance.puzzle
        if self.options.live:
            return Live(name, puzzle, self.options.speed, self.deadline)
        if self.options.watch:
            return watch(self.prepared)
        if self.options.quiet:
            return Display()
        return Bar(name, puzzle) if sys.stderr.isatty() else Plain(name)

    def say(self, text: str, always: bool = False) -> None:
        if not self.options.quiet or always:
            say(text, self.stream)

    @property
    def stream(self) -> TextIO:
        """Where it is said: stdout, unless the solutions go there."""
        return sys.stderr if self.output == "-" else sys.stdout

    def tell(self, text: str) -> None:
        self.say(f"{self.prepared.instance.name}: {text}")

    def opening(self) -> str:
        model, prepared = self.prepared.model, self.prepared
        if isinstance(model.constraints, Deferred):  # whose constraints need not have been built
            size = str(model.structure)
        else:
            size = f"{model.size:,} variables, {len(model.constraints):,} constraints"
        return (
            f"{prepared.instance.name}: {size}, "
            f"symmetry group of order {prepared.group.order}; backend {prepared.backend.name}"
        )

    def report(self, tally: Tally, ending: Ending) -> int:
        name = self.prepared.instance.name
        state = "complete" if ending.reason is None else f"incomplete ({ending.reason})"
        state += "; " * bool(ending.levels) + ", ".join(ending.levels)
        total = totals(tally, self.prepared.group.order, ending.reason is None)
        backend = self.prepared.backend
        effort = backend.effort if isinstance(backend, GradingBackend) else ""
        if effort:
            state += f"; {effort}"
        where = f"; {self.written_to}" if self.written_to else ""
        if self.options.unique and (tally.written > 1 or ending.reason is None):
            self.say(f"{name}: {verdict(tally)}" + (f"; {effort}" if effort else ""), always=True)
            if len(self.boards) > 1 and not self.options.quiet:
                self.compare()
            return COMPLETE
        self.say(f"{name}: {total}; {state}; {ending.seconds:.2f} s{where}", always=self.options.count)
        if ending.reason is None:
            return self.compare_with_expected(tally)
        return code_of(ending.reason)

    def compare(self) -> None:
        """Show the solutions that were found side by side, with what differs marked."""
        puzzle = self.prepared.instance.puzzle
        style = style_for(self.stream)
        if isinstance(puzzle, SideBySide):
            put_marked(puzzle.side_by_side(self.boards, style), puzzle.marks, self.stream)
        else:
            put("\n\n".join(puzzle.render(board, style) for board in self.boards), self.stream)

    def compare_with_expected(self, tally: Tally) -> int:
        instance = self.prepared.instance
        if wrong := unexpected(instance, tally):
            complain(f"{instance.name}: {wrong}")
            return UNEXPECTED
        if instance.expect:
            self.say(f"{instance.name}: as the instance expects")
        return COMPLETE


def watch(prepared: Prepared) -> Watch:
    """Raises Unsupported if the engine or the puzzle cannot."""
    puzzle = prepared.instance.puzzle
    if not isinstance(puzzle, Sketched) or not isinstance(prepared.backend, WatchedBackend):
        raise Unsupported("--watch needs an engine that shows its work, such as exactcover, and pieces")
    return Watch(prepared.instance.name, puzzle, puzzle.render)


def watched(prepared: Prepared, display: Watch) -> Prepared:
    """The same, with an engine that tells the display where it is."""
    assert isinstance(prepared.backend, WatchedBackend)
    return replace(prepared, backend=prepared.backend.watched(display.at_work))


def verdict(tally: Tally) -> str:
    """Unique, several or none, of orbits or of all as the run was asked."""
    if tally.written == 0:
        return "none"
    if tally.written > 1:
        return "several"
    return "unique" if tally.all == 1 else f"unique up to symmetry ({tally.all} in all)"


if __name__ == "__main__":
    sys.exit(main())
