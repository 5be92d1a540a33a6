"""A run that is kept in a folder: `zenkai run X.yaml --run-dir runs/x`, begun or resumed.

runs/x/ledger.sqlite     which cubes there are, and what became of each
runs/x/shards/*.jsonl    the solutions of each closed cube
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.backend import Deadline, Interrupted, Options, auto, held, make
from zenkai_solver.solvers.command import seconds
from zenkai_solver.solvers.compiling import compile_for
from zenkai_solver.solvers.pipeline import Tally
from zenkai_solver.solvers.scale import ledger as ledgers
from zenkai_solver.solvers.scale.coordinator import Coordinator, Limits, tidy
from zenkai_solver.solvers.scale.crew import Crew, LocalCrew
from zenkai_solver.solvers.scale.jobs import Task
from zenkai_solver.solvers.scale.ledger import Ledger, LedgerError, Row
from zenkai_solver.solvers.scale.progress import Progress
from zenkai_solver.solvers.scale.shards import ENDINGS
from zenkai_solver.solvers.stages import counting, puzzles
from zenkai_solver.solvers.tools.sudoku_files import is_batch

COMPRESS = tuple(ENDINGS)


@dataclass(frozen=True)
class Shard:
    """Part `number` of `of` parts of a run that is spread over machines: every of-th first cube."""

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
    def own(self) -> slice:
        return slice(self.number - 1, None, self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def add_arguments(p: argparse.ArgumentParser) -> None:
    group = p.add_argument_group("runs kept in a folder")
    group.add_argument(
        "--run-dir", type=Path, metavar="DIR", help="keep every closed cube there; see --resume"
    )
    group.add_argument("--resume", action="store_true", help="go on with the run in DIR, if there is one")
    group.add_argument("--shard", type=Shard.parse, metavar="I/N", help="only part I of N; then zenkai merge")
    group.add_argument("--cluster", metavar="ADDRESS", help="Dask: tcp://scheduler:8786, or `local`")
    group.add_argument("--compress", choices=COMPRESS, help="of the solutions in DIR; default: none")
    group.add_argument(
        "--cube-seconds", type=seconds, metavar="S", help="of a cube before it is split; default: 30"
    )


def usage_fault(args: argparse.Namespace) -> str | None:
    """What does not go together on the command line."""
    if args.run_dir is None:
        for name in ("resume", "shard", "cluster", "compress", "cube_seconds"):
            if getattr(args, name):
                return f"--{name.replace('_', '-')} needs --run-dir"
        return "more than one backend needs --run-dir" if "," in args.backend else None
    if len(args.instances) > 1:
        return "--run-dir takes one instance"
    for name in ("unique", "limit", "live", "stats", "trace", "animate"):
        if getattr(args, name, None):
            return f"--{name.replace('_', '-')} does not go with --run-dir"
    if is_batch(Path(args.instances[0])):
        return f"--run-dir takes one puzzle; {args.instances[0]} is a file of many"
    if args.cluster is not None and (fault := _cluster_fault(args)):
        return fault
    return _output_fault(args) or _missing_package(args)


def _output_fault(args: argparse.Namespace) -> str | None:
    """What is merged when the run is complete."""
    if args.format != "jsonl":
        return "--format text does not go with --run-dir; draw solutions with zenkai show"
    if args.output == "-":
        return "-o - does not go with --run-dir: solutions are sorted first, into a file"
    if args.output and args.count:
        return "-o does not go with --run-dir and --count: no solutions are kept"
    if args.output and args.shard and args.shard.of > 1:
        return "-o does not go with --shard: when all parts have ended, zenkai merge makes the file"
    return None


def _missing_package(args: argparse.Namespace) -> str | None:
    if args.compress == "zstd" and find_spec("zstandard") is None:
        return "--compress zstd needs a package: pip install 'zenkai-solver[zstd]'"
    return None


def _cluster_fault(args: argparse.Namespace) -> str | None:
    if find_spec("distributed") is None:
        return "--cluster needs Dask: pip install 'zenkai-solver[cluster]'"
    if args.max_memory is not None:
        return "--max-memory does not go with --cluster: Dask limits its workers (--memory-limit)"
    if args.workers and args.cluster != "local":
        return "--workers goes with --cluster local only: other clusters have the workers they have"
    return None


def open_run(folder: Path, instance: Instance, args: argparse.Namespace) -> Ledger:
    """The run's ledger, new or to be resumed. Raises LedgerError where it is another run's."""
    stated = {
        "instance": instance.name,
        "sha256": instance.sha256,
        "text": instance.text,
        "symmetry": args.symmetry or instance.symmetry,
        "stages": len(puzzles(instance.puzzle)),
        "shard": str(args.shard or Shard()),
        "keep": not args.count,
        "compress": args.compress or "none",
    }
    if not ledgers.exists(folder):
        return ledgers.create(folder, {**stated, "backends": args.backend.split(","), "versions": {}})
    if not args.resume:
        raise LedgerError(f"{folder}: a run is kept there already; --resume goes on with it")
    ledger = Ledger(folder)
    refused = _differences(ledger, stated, args)
    if refused:
        ledger.close()
        raise LedgerError(f"{folder}: {refused}; resume it as it was begun, or take another folder")
    for row in ledger.reopen():
        say(f"cube {row.number}: its shard {row.shard} is missing; it is searched again", args)
    return ledger


def _differences(ledger: Ledger, stated: dict[str, Any], args: argparse.Namespace) -> str | None:
    words = {
        "instance": "the instance",
        "symmetry": "--symmetry",
        "shard": "--shard",
        "compress": "--compress",
    }
    if ledger.run["sha256"] != stated["sha256"]:
        return "the instance has changed since the run was begun"
    if ledger.run["keep"] != stated["keep"]:
        return f"it was begun with{'out' if ledger.run['keep'] else ''} --count"
    for key, word in words.items():
        asked = stated[key] if key not in ("compress",) or args.compress else ledger.run[key]
        if ledger.run[key] != asked:
            return f"{word} is {asked}, but the run was begun with {ledger.run[key]}"
    return None


@dataclass(frozen=True)
class Totals:
    """What a ledger holds of the stage that counts (`solvers.stages`)."""

    tally: Tally
    failed: tuple[Row, ...]


def totals(ledger: Ledger) -> Totals:
    own = ledger.of_stage(counting(ledger.run["stages"], ledger.refuted))
    tally = ledgers.summed(ledger.run["symmetry"], own)
    return Totals(tally, tuple(row for row in own if row.state == "failed"))


def pending(ledger: Ledger) -> bool:
    """Is there something to search or to split?"""
    stage = counting(ledger.run["stages"], ledger.refuted)
    return stage not in ledger.spaces() or any(row.state == "open" for row in ledger.of_stage(stage))


def hire(args: argparse.Namespace, task: Task) -> tuple[Crew, bool]:
    """The crew, and whether it sees the run's folder. Raises NoCrew."""
    if args.cluster is not None:
        from zenkai_solver.solvers.scale.cluster import DaskCrew

        return DaskCrew(args.cluster, task, args.workers), False
    workers = args.workers or os.cpu_count() or 1
    return LocalCrew(task, workers, _share(args.max_memory, workers)), True


def _share(memory: int | None, workers: int) -> int | None:
    """Each worker's share of what the coordinator leaves."""
    if memory is None:
        return None
    return max(0, memory - held()) // workers


def compile_here(task: Task, args: argparse.Namespace) -> None:
    """What the engines compile: here once, instead of in every worker. Raises Unsupported."""
    model = loads(task.text, task.name).puzzle.model()
    for name in task.backends:
        engine = make(auto(model)[0] if name == "auto" else name, Options(task.sat_solver))
        engine.check(model)
        compile_for(engine, model, lambda text: say(text, args), args.quiet)


def search(ledger: Ledger, args: argparse.Namespace, deadline: Deadline) -> str | None:
    """Close what is open; the reason if it was cut short. Raises what the coordinator raises."""
    run = ledger.run
    named = tuple(run["backends"]) if args.backend == "auto" else tuple(args.backend.split(","))
    run["backends"] = list(named)  # of this time; kept are those it was begun with
    task = Task(
        run["instance"], run["text"], run["symmetry"], named, args.sat_solver, run["keep"], run["compress"]
    )
    if not pending(ledger):
        return None
    if args.cluster is None:
        compile_here(task, args)
    crew, shared = hire(args, task)
    progress = Progress(run["instance"], args.quiet)
    limits = Limits(args.cube_seconds or Limits.seconds, shared=shared)
    own = Shard.parse(run["shard"]).own
    try:
        Coordinator(ledger, crew, limits, progress, lambda text: say(text, args), own).run(deadline)
    except Interrupted as error:
        return str(error)
    finally:
        crew.close()
        progress.end()
        tidy(ledger.shards)
    return None


@dataclass(frozen=True)
class Ended:
    """How a run ended: reason None means that everything it had to close is closed.

    `part` says which one, of a run that is spread over machines.
    """

    tally: Tally
    reason: str | None
    part: Shard


def run(instance: Instance, args: argparse.Namespace, deadline: Deadline) -> Ended:
    """Begin or resume the run in the folder.

    Raises LedgerError, NoCrew, Unsupported, OSError, WrongSolution.
    """
    ledger = open_run(args.run_dir, instance, args)
    try:
        reason = search(ledger, args, deadline)
        found = totals(ledger)
        if reason is None and found.failed:
            numbers = ", ".join(str(row.number) for row in found.failed[:5])
            reason = f"{len(found.failed)} cubes failed: {numbers}: {found.failed[0].note}"
        return Ended(found.tally, reason, Shard.parse(ledger.run["shard"]))
    finally:
        ledger.close()


def say(text: str, args: argparse.Namespace) -> None:
    if not args.quiet:
        print(text, flush=True)
