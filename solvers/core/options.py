"""The command line of `zenkai run` as frozen options; combinations that make no sense are refused here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.table import is_archive, many_in
from zenkai_solver.models.loading import FAMILIES, SYMMETRY_MODES, condition
from zenkai_solver.solvers.core.command import (
    Parser,
    brief,
    byte_number,
    cube_seconds,
    positive_int,
    rate,
    seconds,
)
from zenkai_solver.solvers.core.shipped import find
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.solution_files.output import ENDINGS

COMPRESS = tuple(ENDINGS)
OF_A_BATCH = {  # the options that may be combined with --answers
    *("instances", "answers", "jobs", "resume", "quiet", "switches", "where"),
    *("backend", "sat_solver", "symmetry", "limit", "time_limit", "count", "unique"),
}
SPEED = 20.0  # steps per second of --animate


@dataclass(frozen=True)
class Shard:
    """Part `number` of `of` parts of a run divided among machines: every `of`-th of its first cubes."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        number, _, of = text.partition("/")
        if not (number.isdigit() and of.isdigit() and 1 <= int(number) <= int(of) <= 1_000_000):
            raise argparse.ArgumentTypeError(f"{text} is not a shard such as 2/8: number/of, from 1")
        return cls(int(number), int(of))

    @property
    def whole(self) -> bool:
        return self.of == 1

    @property
    def part(self) -> slice:
        return slice(self.number - 1, None, self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE_RUN = Shard()


@dataclass(frozen=True)
class RunOptions:
    """The options of the command line.

    `switches`: keys that are set to true in every instance (see `models.loading.Family`).
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
    estimate: bool = False
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
    shard: Shard | None = None
    cluster: str | None = None
    compress: str | None = None
    cube_seconds: float | None = None
    quiet: bool = False
    json: bool = False
    where: str | None = None
    answers: str | None = None
    jobs: int | None = None
    switches: tuple[str, ...] = ()

    @property
    def batch(self) -> bool:
        """Is each puzzle answered in a line, because of --answers or since the input is an archive?"""
        return self.answers is not None or any(is_archive(Path(name)) for name in self.instances)

    @property
    def engines(self) -> tuple[str, ...]:
        """The names of the engines."""
        return tuple(self.backend.split(","))

    @property
    def added(self) -> str:
        """The lines that the switches, and the condition, add to an instance."""
        switches = "".join(f"{key}: true\n" for key in self.switches)
        return switches + (condition(self.where) if self.where is not None else "")


def read(argv: Sequence[str] | None = None) -> RunOptions:
    """The options of the command line; exits with a message if they cannot be understood."""
    words = vars(parser().parse_args(argv))
    instances = tuple(words.pop("instances"))
    switches = tuple(key for key in _switches() if words.pop(key))
    words["quiet"] |= words["json"]
    return RunOptions(instances, switches=switches, **words)


def _switches() -> dict[str, str]:
    """The keys that the families let the command line set, with their help."""
    return {
        key: f"{name}: {text}" for name, family in FAMILIES.items() for key, text in family.switches.items()
    }


def parser(rare: bool = True) -> Parser:
    """The parser of `zenkai run`; without the `rare` options it has those that `--help` lists."""
    p = Parser(
        prog="zenkai run",
        usage="zenkai run INSTANCE ... [OPTION ...]",
        description="Find every solution of an instance.",
        add_help=not rare,
    )
    p.add_argument(
        "instances",
        nargs="+",
        metavar="INSTANCE",
        help="a file, a link, the name of a shipped instance, or - for standard input",
    )
    if rare:
        brief(p, lambda: parser(rare=False))
    p.add_argument("--help-all", action="help", help="list also kept runs, displays, and rare options")
    _question_arguments(p)
    _engine_arguments(p, rare)
    _output_arguments(p, rare)
    group = p.add_argument_group("many puzzles at once: files, folders, .zip and .tar archives, lines")
    group.add_argument("--answers", metavar="FILE", help="one line per puzzle, .jsonl or .csv; - is stdout")
    group.add_argument("--jobs", type=positive_int, metavar="N", help="processes; default: 1")
    if rare:
        _display_arguments(p)
        _kept_arguments(p)
    return p


def _question_arguments(p: argparse.ArgumentParser) -> None:
    """Add the options on which solutions are wanted, and how they are proved."""
    group = p.add_argument_group("what to find")
    group.add_argument(
        "--symmetry",
        choices=SYMMETRY_MODES,
        metavar="MODE",
        help="orbits (one solution of each) or all; default: as the instance states",
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
    what.add_argument(
        "--estimate", action="store_true", help="estimate the number of solutions, in about 10 s"
    )
    group.add_argument(
        "--certify", action="store_true", help="also prove by a certificate that none is missing"
    )
    group.add_argument(
        "--cross-check", choices=BACKENDS, metavar="ENGINE", help="search again with another engine"
    )


def _engine_arguments(p: argparse.ArgumentParser, rare: bool) -> None:
    """Add the options on the engine and its resources."""
    group = p.add_argument_group("how to search")
    group.add_argument(
        "--backend", type=backend_names, default="auto", metavar="NAME", help=f"auto or {', '.join(BACKENDS)}"
    )
    group.add_argument("--workers", type=positive_int, metavar="N", help="threads; default: one per core")
    group.add_argument("--max-memory", type=byte_number, metavar="BYTES", help="in all, such as 800M or 4G")
    if rare:
        group.add_argument("--sat-solver", metavar="NAME", help="the solver of backend sat, e.g. cadical195")
        group.add_argument(
            "--explain-choice", action="store_true", help="say which engine and search are used, and why"
        )


def _output_arguments(p: argparse.ArgumentParser, rare: bool) -> None:
    """Add the options on the output."""
    group = p.add_argument_group("what is written")
    group.add_argument(
        "-o", "--output", metavar="FILE", help="default: solutions/<instance>.jsonl; - is stdout"
    )
    group.add_argument(
        "--format",
        choices=["jsonl", "text"],
        default="jsonl",
        metavar="KIND",
        help="jsonl, or text: drawings, to stdout",
    )
    group.add_argument(
        "--quiet",
        action="store_true",
        help="print only errors, and the answer to --count, --unique or --estimate",
    )
    group.add_argument("--json", action="store_true", help="print only the result, as one line of JSON")
    group.add_argument("--stats", action="store_true", help="print what the engine counted during the search")
    if rare:
        group.add_argument(
            "--max-solutions-per-file",
            type=positive_int,
            metavar="N",
            help="write numbered files of at most N solutions, and an index",
        )
        group.add_argument(
            "--trace",
            type=Path,
            metavar="FILE",
            help="write the steps that need no search, one JSON line each",
        )


def _display_arguments(p: argparse.ArgumentParser) -> None:
    """Add the options on the display of the search, and those of single families."""
    group = p.add_argument_group("display on a terminal")
    group.add_argument("--live", action="store_true", help="redraw each solution in place")
    group.add_argument("--watch", action="store_true", help="redraw the board that the search is working on")
    group.add_argument("--animate", action="store_true", help="fill the board step by step")
    group.add_argument(
        "--speed", type=rate, metavar="N", help="steps of --animate, solutions of --live, per second"
    )
    group = p.add_argument_group("options of a family")
    for key, text in _switches().items():
        group.add_argument(f"--{key}", action="store_true", help=text)


def backend_names(text: str) -> str:
    """The argument of --backend: a name or, for the cubes of a kept run, several with commas."""
    for name in text.split(","):
        if name not in BACKENDS and text != "auto":
            raise argparse.ArgumentTypeError(f'"{name}" is not known; known: auto, {", ".join(BACKENDS)}')
    return text


def _kept_arguments(p: argparse.ArgumentParser) -> None:
    """Add the options of runs that are kept."""
    group = p.add_argument_group("runs kept in a folder")
    group.add_argument(
        "--run-dir", type=Path, metavar="DIR", help="keep every closed cube there; see --resume"
    )
    group.add_argument("--resume", action="store_true", help="continue the run in DIR, or in FILE")
    group.add_argument("--shard", type=Shard.parse, metavar="I/N", help="only part I of N; then zenkai merge")
    group.add_argument("--cluster", metavar="ADDRESS", help="Dask: tcp://scheduler:8786, or `local`")
    group.add_argument(
        "--compress",
        choices=COMPRESS,
        metavar="KIND",
        help=f"compress the solutions in DIR: {', '.join(COMPRESS)}; default: none",
    )
    group.add_argument(
        "--cube-seconds",
        type=cube_seconds,
        metavar="S",
        help="time of a cube before it is split; default: 30",
    )


# ---- options that exclude each other


def fault(options: RunOptions) -> str | None:
    """The message of the first row of the tables of conflicts that applies, or None.

    In a message {option} is the first option of the row that was given, {what} the value of its condition.
    """
    given = {name for name, default in DEFAULTS.items() if getattr(options, name) != default}
    for names, condition_of, message in OF_BATCHES if options.batch else OF_RUNS:
        option = next((name for name in names.split() if name in given), None)
        if option is not None and (what := condition_of(options)):
            return message.format(option="--" + option.replace("_", "-"), what=what)
    return None


def _always(_: RunOptions) -> bool:
    return True


def _kept(options: RunOptions) -> bool:
    return options.run_dir is not None


def _not_kept(options: RunOptions) -> bool:
    return options.run_dir is None


def _part(options: RunOptions) -> bool:
    """Is it one part of several of a kept run?"""
    return options.shard is not None and not options.shard.whole


def _file_of_many(options: RunOptions) -> str | None:
    """The first instance that is a file of many puzzles, if --number does not select one of them."""
    names = options.instances if options.number is None else ()
    return next((name for name in names if _of_many(name)), None)


def _of_many(name: str) -> bool:
    """Does the file, or the shipped file of that name, exist and have many puzzles?"""
    with suppress(InstanceError):
        return many_in(find(name)) is not None
    return False


def _file_of_one(options: RunOptions) -> bool:
    """Is one of the instances a file of one puzzle? One that does not exist is refused when it is read."""

    def of_many(name: str) -> bool:
        try:
            return name == "-" or many_in(find(name)) is not None
        except InstanceError:
            return True

    return not all(map(of_many, options.instances))


def _no_file(options: RunOptions) -> Path | None:
    """The output path, if it is something else than a file."""
    place = Path(options.output or "")
    return place if options.output and place.exists() and not place.is_file() else None


def _no_solutions(options: RunOptions) -> str | None:
    """The option, or kind of instance, that writes no solutions file that could be split, or None."""
    reasons = {
        "-o -": options.output == "-",
        "--format text": options.format == "text",
        "--unique": options.unique,
        "--run-dir without -o": options.run_dir and not options.output,
        "--count without -o": options.count and not options.output,
        "--live without -o": options.live and not options.output,
        "a file of many puzzles": _file_of_many(options),
    }
    return next((name for name, holds in reasons.items() if holds), None)


DEFAULTS = {field.name: field.default for field in fields(RunOptions)}
Conflict = tuple[str, Callable[[RunOptions], object], str]  # options, condition, message
NO_SAT: Conflict = (
    "sat_solver",
    lambda o: None if {"auto", "sat"} & {*o.engines, o.cross_check} else o.backend,
    "--sat-solver is of backend sat, not {what}: --backend sat, or leave it out",
)
OF_BATCHES: tuple[Conflict, ...] = (
    (
        " ".join(sorted(DEFAULTS.keys() - OF_A_BATCH)),
        _always,
        "{option} does not go with one line of answer per puzzle (--answers)",
    ),
    ("resume", lambda o: o.answers == "-", "--resume goes with --answers FILE"),
    ("limit", lambda o: o.count, "--limit and --count: one of them"),
    NO_SAT,
)
OF_RUNS: tuple[Conflict, ...] = (
    NO_SAT,
    (
        "output symmetry limit certify cross_check live watch trace animate run_dir max_solutions_per_file "
        "explain_choice stats",
        lambda o: o.estimate,
        "{option} does not go with --estimate, which finds no solutions",
    ),
    ("format", lambda o: o.estimate, "--format text draws solutions, and --estimate finds none"),
    ("estimate", _file_of_many, "--estimate takes one puzzle; of a file of many, --number N"),
    ("jobs", _always, "--jobs needs --answers FILE or an archive"),
    ("resume", _not_kept, "--resume needs --run-dir or --answers"),
    (
        "output",
        lambda o: o.output != "-" and len(o.instances) > 1,
        "-o takes the solutions of one instance; without it each gets a file of its own",
    ),
    (
        "json",
        lambda o: o.output == "-" or o.format == "text" or o.live,
        "--json writes to standard output, and so would the solutions: with -o FILE, or without -o",
    ),
    (
        "json",
        lambda o: o.stats or o.explain_choice,
        "--json prints one line: leave out --stats and --explain-choice",
    ),
    ("json", lambda o: o.run_dir and o.output, "--json of a kept run is of the search: merge it afterwards"),
    ("json", _file_of_many, "--json takes one puzzle; of a file of many, --answers or --number N"),
    ("number", _file_of_one, "--number needs files of many puzzles, such as .sdm"),
    ("speed", lambda o: not (o.live or o.animate), "--speed goes with --live or --animate"),
    ("live", lambda _: not sys.stdout.isatty(), "--live needs a terminal"),
    (
        "watch",
        lambda o: o.live or o.quiet or not sys.stderr.isatty(),
        "--watch needs a terminal, and neither --live nor --quiet",
    ),
    ("shard cluster compress cube_seconds", _not_kept, "{option} needs --run-dir"),
    ("backend", lambda o: "," in o.backend and _not_kept(o), "more than one backend needs --run-dir"),
    ("run_dir", lambda o: len(o.instances) > 1, "--run-dir takes one instance"),
    (
        "unique limit live watch stats trace animate cross_check",
        _kept,
        "{option} does not go with --run-dir",
    ),
    ("run_dir", _file_of_many, "--run-dir takes one puzzle; {what} is a file of many"),
    (
        "cluster",
        lambda _: find_spec("distributed") is None,
        "--cluster needs Dask: pip install 'zenkai-solver[cluster]'",
    ),
    (
        "cluster",
        lambda o: o.max_memory is not None,
        "--max-memory does not go with --cluster: Dask limits its workers (--memory-limit)",
    ),
    (
        "cluster",
        lambda o: o.workers and o.cluster != "local",
        "--workers goes with --cluster local only: other clusters have the workers they have",
    ),
    (
        "run_dir",
        lambda o: o.format != "jsonl",
        "--format text does not go with --run-dir; draw solutions with zenkai show",
    ),
    (
        "run_dir",
        lambda o: o.output == "-",
        "-o - does not go with --run-dir: solutions are sorted first, into a file",
    ),
    (
        "run_dir",
        lambda o: o.output and o.count,
        "-o does not go with --run-dir and --count: no solutions are kept",
    ),
    ("certify", _part, "--certify does not go with --shard: a certificate is that of a whole run"),
    ("output", _part, "-o does not go with --shard: when all parts have ended, zenkai merge makes the file"),
    (
        "compress",
        lambda o: o.compress == "zstd" and find_spec("zstandard") is None,
        "--compress zstd needs a package: pip install 'zenkai-solver[zstd]'",
    ),
    (
        "certify cross_check",
        lambda o: o.limit or o.unique,
        "{option} needs all solutions: leave out --limit and --unique",
    ),
    (
        "certify",
        lambda o: o.output == "-" or o.format == "text" or o.live,
        "--certify writes X.cert beside X.jsonl: with -o FILE, or without -o",
    ),
    ("certify", _no_file, "--certify writes X.cert beside X.jsonl: {what} is not a file"),
    ("certify cross_check", _file_of_many, "{option} takes one puzzle; of a file of many, --number N"),
    (
        "max_solutions_per_file",
        _no_solutions,
        "--max-solutions-per-file: no solutions file is written with {what}",
    ),
)
