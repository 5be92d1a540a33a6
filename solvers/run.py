"""The command line: find every solution of an instance and write each one to a file.

    python -m solvers.run instances/pento6x10.yaml

Exit codes: 0 complete (also with zero solutions), 1 complete, but the number is not the one the instance
expects, 2 bad input or usage, 3 cut short by a limit, 4 a bug of ours, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from zenkai_solver.models.csp import Deferred
from zenkai_solver.models.puzzle import SYMMETRY_MODES, Instance, InstanceError, load
from zenkai_solver.solvers.backend import (
    BACKENDS,
    STOPPED,
    BatchBackend,
    CountingBackend,
    Deadline,
    Interrupted,
    Options,
    Unsupported,
    WrongSolution,
)
from zenkai_solver.solvers.command import (
    BUG,
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    STDOUT,
    UNEXPECTED,
    byte_number,
    complain,
    positive_int,
    seconds,
    stop_on_signals,
)
from zenkai_solver.solvers.display import Bar, Display, Live, Plain, style_for
from zenkai_solver.solvers.engines.kernels import compiled
from zenkai_solver.solvers.files.results import (
    Ending,
    JsonLinesSink,
    NullSink,
    ResultsError,
    Sink,
    TextSink,
    create,
    header,
)
from zenkai_solver.solvers.files.rotate import RotatingSink, index_path
from zenkai_solver.solvers.pipeline import Prepared, Tally, prepare, unexpected
from zenkai_solver.solvers.scale import kept
from zenkai_solver.solvers.scale.crew import NoCrew
from zenkai_solver.solvers.tools import nonogram_steps as logic
from zenkai_solver.solvers.tools import sudoku_files as batch

LENIENT = "lenient: true\n"  # the line of an instance that --lenient adds


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="zenkai run", description="Find every solution of an instance.")
    p.add_argument("instances", nargs="+", metavar="INSTANCE", help="a YAML file, .sdk, .ss; .sdm: many")
    p.add_argument("-o", "--output", metavar="FILE", help="default: solutions/<instance>.jsonl; - is stdout")
    p.add_argument("--backend", type=backend_names, default="auto", help=f"auto or {', '.join(BACKENDS)}")
    p.add_argument("--sat-solver", metavar="NAME", help="the solver of backend sat, e.g. cadical195")
    p.add_argument("--workers", type=positive_int, metavar="N", help="threads; default: one a core")
    p.add_argument("--explain-choice", action="store_true", help="say which engine and search, and why")
    p.add_argument(
        "--max-solutions-per-file", type=positive_int, metavar="N", help="FILE in numbered parts and an index"
    )
    p.add_argument("--symmetry", choices=SYMMETRY_MODES, help="default: as the instance says, else orbits")
    p.add_argument("--limit", type=positive_int, metavar="N", help="stop after N solutions")
    p.add_argument("--time-limit", type=seconds, metavar="S", help="stop after S seconds")
    what = p.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="count only; writes no file unless -o is given")
    what.add_argument(
        "--unique", action="store_true", help="say unique, several or none; stops at the second"
    )
    p.add_argument("--format", choices=["jsonl", "text"], default="jsonl", help="text: drawings, to stdout")
    p.add_argument("--stats", action="store_true", help="after the run, what the engine counted on the way")
    p.add_argument("--live", action="store_true", help="redraw each solution in place (on a terminal)")
    p.add_argument("--lenient", action="store_true", help="clashing givens of a sudoku: answer none")
    p.add_argument("--max-memory", type=byte_number, metavar="BYTES", help="in all, such as 800M or 4G")
    logic.add_arguments(p)
    kept.add_arguments(p)
    p.add_argument("--quiet", action="store_true", help="nothing but errors and a verdict that was asked for")
    return p


def backend_names(text: str) -> str:
    """One name or, for the cubes of a run, several with commas."""
    for name in text.split(","):
        if name not in BACKENDS and text != "auto":
            raise argparse.ArgumentTypeError(f'"{name}" is not known; known: auto, {", ".join(BACKENDS)}')
    return text


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    if args.output not in (None, "-") and len(args.instances) > 1:
        return complain("-o takes the solutions of one instance; without it each gets a file of its own")
    if args.live and not sys.stdout.isatty():
        return complain("--live needs a terminal")
    if fault := kept.usage_fault(args):
        return complain(fault)
    if args.max_solutions_per_file and (why := without_solutions_file(args)):
        return complain(f"--max-solutions-per-file: no solutions file is written with {why}")
    codes = []
    for name in args.instances:
        codes.append(run_one(Path(name), args))
        if codes[-1] == CTRL_C:
            break
    return max(codes)


def without_solutions_file(args: argparse.Namespace) -> str | None:
    """The option, or kind of instance, with which there is no solutions file to be split, or None."""
    reasons = {
        "-o -": args.output == "-",
        "--format text": args.format == "text",
        "--unique": args.unique,
        "--run-dir without -o": args.run_dir is not None and not args.output,
        "--count without -o": args.count and not args.output,
        "--live without -o": args.live and not args.output,
        "a file of many puzzles": any(batch.is_batch(Path(name)) for name in args.instances),
    }
    return next((name for name, holds in reasons.items() if holds), None)


def run_one(path: Path, args: argparse.Namespace) -> int:
    """Solve one instance file; every expected failure is one line on stderr and an exit code."""
    try:
        if batch.is_batch(path):
            return run_batch(path, args)
        instance = load(path, LENIENT if args.lenient else "")
        if args.run_dir is not None:
            with stop_on_signals() as deadline_of:
                return run_kept(instance, args, deadline_of(args.time_limit))
        prepared = prepare(instance, args.backend, args.symmetry, Options(args.sat_solver, args.workers or 0))
        with stop_on_signals() as deadline_of:
            return Run(prepared, args, deadline_of(args.time_limit, args.max_memory)).execute()
    except (InstanceError, ResultsError, NoCrew) as error:
        return complain(str(error))
    except Unsupported as error:
        return complain(f"{path}: backend {args.backend}: {error}")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
        return CUT_SHORT
    except OSError as error:
        return complain(f"{error.filename or path}: cannot write: {error.strerror or error}")
    except WrongSolution as error:
        print(f"zenkai: a bug in zenkai, please report it: {path}: {error}", file=sys.stderr)
        return BUG


def run_batch(path: Path, args: argparse.Namespace) -> int:
    """A file of many puzzles."""
    with stop_on_signals() as deadline_of:
        reason = batch.run(path, args, deadline_of(args.time_limit, args.max_memory))
    return COMPLETE if reason is None else CTRL_C if reason == STOPPED else CUT_SHORT


def run_kept(instance: Instance, args: argparse.Namespace, deadline: Deadline) -> int:
    """A run that is kept in a folder (`solvers.scale.kept`)."""
    began = time.monotonic()
    ended = kept.run(instance, args, deadline)
    name, tally, seconds = instance.name, ended.tally, time.monotonic() - began
    total = f"{tally.count:,} up to symmetry, {tally.all:,} in all"
    state = f"incomplete ({ended.reason})" if ended.reason else "complete"
    if not ended.part.whole:
        state = f"part {ended.part} of the search {state}"
    if not args.quiet or args.count:
        print(f"{name}: {total}; {state}; {seconds:.2f} s; {args.run_dir}", flush=True)
    if ended.reason:
        return CTRL_C if ended.reason == STOPPED else CUT_SHORT
    if ended.part.whole and (wrong := unexpected(instance, tally)):
        complain(f"{name}: {wrong}")
        return UNEXPECTED
    if ended.part.whole and instance.expect and not args.quiet:
        print(f"{name}: as the instance expects")
    if args.output:
        from zenkai_solver.solvers.merge import merge

        return merge([args.run_dir], Path(args.output), args.max_solutions_per_file)
    return COMPLETE


@dataclass
class Run:
    """One search from its first line to its summary."""

    prepared: Prepared
    args: argparse.Namespace
    deadline: Deadline

    def execute(self) -> int:
        self.say(self.opening())
        if isinstance(self.prepared.backend, BatchBackend) and not compiled():
            self.say("first use: compiling the search, which takes some 20 s and is kept")
        if self.args.explain_choice:
            self.say("\n".join(self.prepared.explain()), always=True)
        logic.follow(self.prepared, self.args, self.deadline)
        tally = Tally(self.prepared.symmetry)
        with self.sink() as sink:
            ending = self.search(sink, tally)
            sink.close(tally, ending)
        code = self.report(tally, ending)
        if self.args.stats:
            self.statistics()
        return code

    def statistics(self) -> None:
        """What the engine has to tell about its search, if it can."""
        report = getattr(self.prepared.backend, "report", None)
        try:
            for line in report(self.prepared.model, self.deadline) if report else ("no statistics",):
                self.say(f"{self.prepared.instance.name}: {line}", always=True)
        except Interrupted as error:
            self.say(f"{self.prepared.instance.name}: statistics cut short: {error}", always=True)

    def search(self, sink: Sink, tally: Tally) -> Ending:
        """Drive the chunks into the sink until the end or a limit."""
        began = time.monotonic()
        reason = None
        limit = 2 if self.args.unique else self.args.limit
        try:
            if self.bare_count and self.count_only(tally):
                return Ending(None, time.monotonic() - began)
            with self.display() as display:
                for chunk in self.prepared.chunks(self.deadline, self.tell):
                    if limit is not None:
                        chunk = chunk.head(limit - tally.written)
                    sink.write(tally.written + 1, chunk)
                    tally.add(chunk)
                    display.found(chunk, tally)
                    if tally.written == limit:
                        break
                    self.deadline.check()
            if tally.written == limit:
                reason = "uniqueness decided" if self.args.unique else f"limit of {limit} solutions"
        except Interrupted as error:
            reason = str(error)
        return Ending(reason, time.monotonic() - began)

    @property
    def bare_count(self) -> bool:
        """Is nothing asked for but the numbers?"""
        return bool(self.args.count and not self.output and not self.args.limit)

    def count_only(self, tally: Tally) -> bool:
        """Let the engine count, or count its solutions undecoded; False if neither is possible."""
        backend = self.prepared.backend
        if isinstance(backend, CountingBackend):
            counted = backend.count(self.prepared.model, self.deadline)
            if counted is not None:
                tally.count, tally.all = counted.count, counted.all
                return True
        counts = self.prepared.counts(self.deadline)
        if counts is None:
            return False
        with self.display() as display:
            for counted, chunk in counts:
                tally.count, tally.all = counted.count, counted.all
                display.counted(chunk, tally.all)
                self.deadline.check()
        return True

    # ---- where solutions go --------------------------------------------------------------------------

    @property
    def output(self) -> str | None:
        """The path, '-' for stdout, or None for no file."""
        if self.args.output:
            return str(self.args.output)
        if self.args.count or self.args.unique:
            return None
        if self.args.format == "text" or self.args.live:
            return None if self.args.live else "-"
        return str(Path("solutions") / f"{self.prepared.instance.name}.jsonl")

    @contextmanager
    def sink(self) -> Iterator[Sink]:
        """Files are closed in the end, however the search ends."""
        if self.output is None:
            yield NullSink()
        elif self.args.max_solutions_per_file:
            head, puzzle = header(self.prepared), self.prepared.instance.puzzle
            with RotatingSink(Path(self.output), head, self.args.max_solutions_per_file, puzzle) as sink:
                yield sink
        elif self.output == "-":
            sys.stdout.flush()
            yield self.sink_to(STDOUT)
        else:
            file = create(Path(self.output))
            try:
                yield self.sink_to(file)
            finally:
                os.close(file)

    def sink_to(self, file: int) -> Sink:
        if self.args.format == "text":
            return TextSink(file, self.prepared, style_for(sys.stdout) if file == STDOUT else "ascii")
        return JsonLinesSink(file, header(self.prepared), self.prepared.instance.puzzle)

    @property
    def written_to(self) -> str | None:
        """The file that a user will look for, or None."""
        if self.output in (None, "-"):
            return None
        return str(index_path(Path(self.output))) if self.args.max_solutions_per_file else self.output

    # ---- what is said --------------------------------------------------------------------------------

    def display(self) -> Display:
        name, puzzle = self.prepared.instance.name, self.prepared.instance.puzzle
        if self.args.live:
            return Live(name, puzzle)
        if self.args.quiet:
            return Display()
        return Bar(name, puzzle) if sys.stderr.isatty() else Plain(name)

    def say(self, text: str, always: bool = False) -> None:
        if not self.args.quiet or always:
            print(text, file=sys.stderr if self.output == "-" else sys.stdout, flush=True)

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
        total = f"{tally.count:,} up to symmetry, {tally.all:,} in all"
        effort = getattr(self.prepared.backend, "effort", "")  # of an engine that says how much it needed
        if effort:
            state += f"; {effort}"
        where = f"; {self.written_to}" if self.written_to else ""
        if self.args.unique and (tally.written > 1 or ending.reason is None):
            self.say(f"{name}: {verdict(tally)}" + (f"; {effort}" if effort else ""), always=True)
            return COMPLETE
        self.say(f"{name}: {total}; {state}; {ending.seconds:.2f} s{where}", always=self.args.count)
        if ending.reason is None:
            return self.compare_with_expected(tally)
        return CTRL_C if ending.reason == STOPPED else CUT_SHORT

    def compare_with_expected(self, tally: Tally) -> int:
        instance = self.prepared.instance
        if wrong := unexpected(instance, tally):
            complain(f"{instance.name}: {wrong}")
            return UNEXPECTED
        if instance.expect:
            self.say(f"{instance.name}: as the instance expects")
        return COMPLETE


def verdict(tally: Tally) -> str:
    """Unique, several or none, of orbits or of all as the run was asked."""
    if tally.written == 0:
        return "none"
    if tally.written > 1:
        return "several"
    return "unique" if tally.all == 1 else f"unique up to symmetry ({tally.all} in all)"


if __name__ == "__main__":
    sys.exit(main())
