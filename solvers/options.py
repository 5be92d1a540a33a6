"""The command line of `zenkai run`, read into frozen options; what does not go together is refused here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.table import family_of_many, is_archive
from zenkai_solver.models.loading import FAMILIES, SYMMETRY_MODES, condition
from zenkai_solver.solvers.command import Parser, byte_number, cube_seconds, positive_int, rate, seconds
from zenkai_solver.solvers.engines.table import BACKENDS
from zenkai_solver.solvers.files.results import ENDINGS
from zenkai_solver.solvers.shipped import find

COMPRESS = tuple(ENDINGS)
OF_A_BATCH = {  # the options that go with --answers
    *("instances", "answers", "jobs", "resume", "quiet", "switches", "where"),
    *("backend", "sat_solver", "symmetry", "limit", "time_limit", "count", "unique"),
}
SPEED = 20.0  # steps per second of --animate


@dataclass(frozen=True)
class Share:
    """Part `number` of `of` parts of a run that is spread over machines: every of-th first cube."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Share:
        number, _, of = text.partition("/")
        if not (number.isdigit() and of.isdigit() and 1 <= int(number) <= int(of) <= 1_000_000):
            raise argparse.ArgumentTypeError(f"{text} is not a shard such as 2/8: number/of, from 1")
        return cls(int(number), int(of))

    @property
    def whole(self) -> bool:
        return self.of == 1

    @property
    def own(self) -> slice:
        return slice(self.number - 1, None, self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


@dataclass(frozen=True)
class RunOptions:
    """What a run is asked to do; the fields are the options of the command line.

    `switches` are the keys that are set to true in every instance (see `models.loading.Family`).
    """

    instances: tuple[str, ...]
    output: str | None = None
    backend: str = "auto"
    sat_solver: str | None = None
    workers: int | None = None
    explain_choice: bool = False
    max_solutions_per_file: int | None = None
    symmetry: str | None = None
    limit: int | None = None
    time_limit: float | None = None
    count: bool = False
    unique: bool = False
    format: str = "jsonl"
    stats: bool = False
    certify: bool = False
    cross_check: str | None = None
    live: bool = False
    watch: bool = False
    max_memory: int | None = None
    trace: Path | None = None
    animate: bool = False
    speed: float | None = None
    number: int | None = None
    run_dir: Path | None = None
    resume: bool = False
    shard: Share | None = None
    cluster: str | None = None
    compress: str | None = None
    cube_seconds: float | None = None
    quiet: bool = False
    where: str | None = None
    answers: str | None = None
    jobs: int | None = None
    switches: tuple[str, ...] = ()

    @property
    def batch(self) -> bool:
        """Is each puzzle answered in a line? So it is with an archive."""
        return self.answers is not None or any(is_archive(Path(name)) for name in self.instances)

    @property
    def engines(self) -> tuple[str, ...]:
        """The names of the backends."""
        return tuple(self.backend.split(","))

    @property
    def added(self) -> str:
        """The lines that the switches, and the condition, add to an instance."""
        switches = "".join(f"{key}: true\n" for key in self.switches)
        return switches + (condition(self.where) if self.where is not None else "")


def read(argv: Sequence[str] | None = None) -> RunOptions:
    """The options that the words state; exits with the usage if they are not understood."""
    words = vars(parser().parse_args(argv))
    instances = tuple(words.pop("instances"))
    switches = tuple(key for key in _switches() if words.pop(key))
    return RunOptions(instances, switches=switches, **words)


def _switches() -> dict[str, str]:
    """The keys that the families let the command line set, with their help."""
    return {
        key: f"{name}: {text}" for name, family in FAMILIES.items() for key, text in family.switches.items()
    }


def parser() -> Parser:
    p = Parser(prog="zenkai run", description="Find every solution of an instance.")
    p.add_argument(
        "instances", nargs="+", metavar="INSTANCE", help="a file, a shipped name, or - for standard input"
    )
    _question_arguments(p)
    _engine_arguments(p)
    _look_arguments(p)
    group = p.add_argument_group("many puzzles at once: files, folders, .zip and .tar archives, lines")
    group.add_argument("--answers", metavar="FILE", help="one line per puzzle, .jsonl or .csv; - is stdout")
    group.add_argument("--jobs", type=positive_int, metavar="N", help="processes; default: 1")
    _kept_arguments(p)
    return p


def _question_arguments(p: argparse.ArgumentParser) -> None:
    """Which solutions are asked for, and how sure the answer is to be."""
    group = p.add_argument_group("what to find")
    group.add_argument(
        "--symmetry", choices=SYMMETRY_MODES, help="default: as the instance says, else orbits"
    )
    group.add_argument("--number", type=positive_int, metavar="N", help="only puzzle N of a file of many")
    group.add_argument("--where", metavar="EXPR", help="only solutions such as 'X@C3 and not T@A1'")
    group.add_argument("--limit", type=positive_int, metavar="N", help="stop after N solutions")
    group.add_argument("--time-limit", type=seconds, metavar="S", help="stop after S seconds")
    what = group.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="count only; writes no file unless -o is given")
    what.add_argument(
        "--unique", action="store_true", help="say unique, several or none; stops at the second"
    )
    group.add_argument(
        "--certify", action="store_true", help="also write a certificate that there are no others"
    )
    group.add_argument(
        "--cross-check", choices=BACKENDS, metavar="ENGINE", help="search again with another engine"
    )


def _engine_arguments(p: argparse.ArgumentParser) -> None:
    """Who searches, with what."""
    group = p.add_argument_group("how to search")
    group.add_argument("--backend", type=backend_names, default="auto", help=f"auto or {', '.join(BACKENDS)}")
    group.add_argument("--sat-solver", metavar="NAME", help="the solver of backend sat, e.g. cadical195")
    group.add_argument("--workers", type=positive_int, metavar="N", help="threads; default: one per core")
    group.add_argument("--explain-choice", action="store_true", help="say which engine and search, and why")
    group.add_argument("--max-memory", type=byte_number, metavar="BYTES", help="in all, such as 800M or 4G")


def _look_arguments(p: argparse.ArgumentParser) -> None:
    """Where solutions are written, and what is seen of the search."""
    group = p.add_argument_group("what is written and shown")
    group.add_argument(
        "-o", "--output", metavar="FILE", help="default: solutions/<instance>.jsonl; - is stdout"
    )
    group.add_argument(
        "--max-solutions-per-file",
        type=positive_int,
        metavar="N",
        help="write numbered files of at most N solutions, and an index",
    )
    group.add_argument(
        "--format", choices=["jsonl", "text"], default="jsonl", help="text: drawings, to stdout"
    )
    group.add_argument(
        "--stats", action="store_true", help="after the run, what the engine counted on the way"
    )
    group.add_argument("--live", action="store_true", help="redraw each solution in place (on a terminal)")
    group.add_argument("--watch", action="store_true", help="redraw the board that the search is working on")
    for key, text in _switches().items():
        group.add_argument(f"--{key}", action="store_true", help=text)
    group.add_argument(
        "--trace", type=Path, metavar="FILE", help="write the steps that need no search, one JSON line each"
    )
    group.add_argument("--animate", action="store_true", help="fill the board step by step on the terminal")
    group.add_argument(
        "--speed", type=rate, metavar="N", help="steps of --animate, solutions of --live, per second"
    )
    group.add_argument(
        "--quiet", action="store_true", help="nothing but errors and a verdict that was asked for"
    )


def backend_names(text: str) -> str:
    """One name or, for the cubes of a run, several with commas."""
    for name in text.split(","):
        if name not in BACKENDS and text != "auto":
            raise argparse.ArgumentTypeError(f'"{name}" is not known; known: auto, {", ".join(BACKENDS)}')
    return text


def _kept_arguments(p: argparse.ArgumentParser) -> None:
    group = p.add_argument_group("runs kept in a folder")
    group.add_argument(
        "--run-dir", type=Path, metavar="DIR", help="keep every closed cube there; see --resume"
    )
    group.add_argument("--resume", action="store_true", help="go on with the run in DIR, or in FILE")
    group.add_argument("--shard", type=Share.parse, metavar="I/N", help="only part I of N; then zenkai merge")
    group.add_argument("--cluster", metavar="ADDRESS", help="Dask: tcp://scheduler:8786, or `local`")
    group.add_argument("--compress", choices=COMPRESS, help="of the solutions in DIR; default: none")
    group.add_argument(
        "--cube-seconds", type=cube_seconds, metavar="S", help="of a cube before it is split; default: 30"
    )


def fault(options: RunOptions) -> str | None:
    """What does not go together, in one line; or None."""
    if options.batch:
        return _batch_fault(options)
    if options.jobs:
        return "--jobs needs --answers FILE or an archive"
    if options.resume and options.run_dir is None:
        return "--resume needs --run-dir or --answers"
    if options.output not in (None, "-") and len(options.instances) > 1:
        return "-o takes the solutions of one instance; without it each gets a file of its own"
    if options.number and not all(map(_is_of_many, options.instances)):
        return "--number needs files of many puzzles, such as .sdm"
    if found := _shown_fault(options) or _kept_fault(options) or _trust_fault(options):
        return found
    if options.max_solutions_per_file and (why := _without_solutions_file(options)):
        return f"--max-solutions-per-file: no solutions file is written with {why}"
    return None


def _shown_fault(options: RunOptions) -> str | None:
    """What does not go with boards on a terminal."""
    if options.speed and not (options.live or options.animate):
        return "--speed goes with --live or --animate"
    if options.live and not sys.stdout.isatty():
        return "--live needs a terminal"
    if options.watch and (options.live or options.quiet or not sys.stderr.isatty()):
        return "--watch needs a terminal, and neither --live nor --quiet"
    return None


def _batch_fault(options: RunOptions) -> str | None:
    """What does not go with one line of answer per puzzle."""
    asked = {field.name for field in fields(RunOptions) if getattr(options, field.name) != field.default}
    for name in sorted(asked - OF_A_BATCH):
        return f"--{name.replace('_', '-')} does not go with one line of answer per puzzle (--answers)"
    if options.resume and options.answers == "-":
        return "--resume goes with --answers FILE"
    return "--limit and --count: one of them" if options.limit and options.count else None


def _trust_fault(options: RunOptions) -> str | None:
    """Why a count that is cut short, or that has no place, cannot be proved; or None."""
    asked = "--certify" if options.certify else "--cross-check" if options.cross_check else None
    if asked is None:
        return None
    if options.limit or options.unique:
        return f"{asked} is of all solutions: without --limit and --unique"
    if options.certify and (options.output == "-" or options.format == "text" or options.live):
        return "--certify writes X.cert beside X.jsonl: with -o FILE, or without -o"
    there = Path(options.output or ".")
    if options.certify and options.output and there.exists() and not there.is_file():
        return f"--certify writes X.cert beside X.jsonl: {there} is no file"
    if options.number is None and any(family_of_many(Path(name)) for name in options.instances):
        return f"{asked} takes one puzzle; of a file of many, --number N"
    return None


def _is_of_many(name: str) -> bool:
    try:
        return name == "-" or family_of_many(find(name)) is not None
    except InstanceError:
        return True  # whoever reads it says what is wrong


def _without_solutions_file(options: RunOptions) -> str | None:
    """The option, or kind of instance, with which there is no solutions file to be split, or None."""
    reasons = {
        "-o -": options.output == "-",
        "--format text": options.format == "text",
        "--unique": options.unique,
        "--run-dir without -o": options.run_dir is not None and not options.output,
        "--count without -o": options.count and not options.output,
        "--live without -o": options.live and not options.output,
        "a file of many puzzles": options.number is None
        and any(family_of_many(Path(name)) for name in options.instances),
    }
    return next((name for name, holds in reasons.items() if holds), None)


def _kept_fault(options: RunOptions) -> str | None:
    """What does not go together on the command line."""
    if options.run_dir is None:
        for name in ("shard", "cluster", "compress", "cube_seconds"):
            if getattr(options, name):
                return f"--{name.replace('_', '-')} needs --run-dir"
        return "more than one backend needs --run-dir" if "," in options.backend else None
    if len(options.instances) > 1:
        return "--run-dir takes one instance"
    for name in ("unique", "limit", "live", "watch", "stats", "trace", "animate", "cross_check"):
        if getattr(options, name, None):
            return f"--{name.replace('_', '-')} does not go with --run-dir"
    if options.number is None and family_of_many(Path(options.instances[0])):
        return f"--run-dir takes one puzzle; {options.instances[0]} is a file of many"
    if options.cluster is not None and (fault := _cluster_fault(options)):
        return fault
    return _output_fault(options) or _missing_package(options)


def _output_fault(options: RunOptions) -> str | None:
    """What is merged when the run is complete."""
    if options.format != "jsonl":
        return "--format text does not go with --run-dir; draw solutions with zenkai show"
    if options.output == "-":
        return "-o - does not go with --run-dir: solutions are sorted first, into a file"
    if options.output and options.count:
        return "-o does not go with --run-dir and --count: no solutions are kept"
    if options.shard and options.shard.of > 1:
        return _part_fault(options)
    return None


def _part_fault(options: RunOptions) -> str | None:
    if options.certify:
        return "--certify does not go with --shard: a certificate is that of a whole run"
    if options.output:
        return "-o does not go with --shard: when all parts have ended, zenkai merge makes the file"
    return None


def _missing_package(options: RunOptions) -> str | None:
    if options.compress == "zstd" and find_spec("zstandard") is None:
        return "--compress zstd needs a package: pip install 'zenkai-solver[zstd]'"
    return None


def _cluster_fault(options: RunOptions) -> str | None:
    if find_spec("distributed") is None:
        return "--cluster needs Dask: pip install 'zenkai-solver[cluster]'"
    if options.max_memory is not None:
        return "--max-memory does not go with --cluster: Dask limits its workers (--memory-limit)"
    if options.workers and options.cluster != "local":
        return "--workers goes with --cluster local only: other clusters have the workers they have"
    return None
