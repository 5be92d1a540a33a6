"""A run that is kept in a folder: `zenkai run X.yaml --run-dir runs/x`, begun or resumed.

runs/x/ledger.sqlite     which cubes there are, and what became of each
runs/x/shards/*.jsonl    the solutions of each closed cube
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core import command
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, memory_in_use
from zenkai_solver.solvers.core.options import RunOptions, Shard
from zenkai_solver.solvers.core.pipeline import Tally
from zenkai_solver.solvers.core.stages import counting, puzzles
from zenkai_solver.solvers.cubes import ledger as ledgers
from zenkai_solver.solvers.cubes.coordinator import Coordinator, RunLimits, remove_temporary
from zenkai_solver.solvers.cubes.jobs import RunTask
from zenkai_solver.solvers.cubes.ledger import Ledger, LedgerError
from zenkai_solver.solvers.cubes.progress import Progress
from zenkai_solver.solvers.cubes.workers import LocalPool, NoWorkers, WorkerPool
from zenkai_solver.solvers.solution_files.scratch import sweep


def open_run(folder: Path, instance: Instance, options: RunOptions) -> Ledger:
    """The run's ledger, new or to be resumed. Raises LedgerError if another run is kept in the folder."""
    stated = {
        "instance": instance.name,
        "sha256": instance.sha256,
        "text": instance.text,
        "symmetry": options.symmetry or instance.symmetry,
        "stages": len(puzzles(instance.puzzle)),
        "shard": str(options.shard or Shard()),
        "keep": not options.count,
        "compress": options.compress or "none",
    }
    if not ledgers.exists(folder):
        return ledgers.create(folder, {**stated, "backends": list(options.engines), "versions": {}})
    sweep(folder)
    if not options.resume:
        raise LedgerError(f"{folder}: a run is kept there already; --resume continues it")
    ledger = Ledger(folder)
    refused = _differences(ledger, stated, options)
    if refused:
        ledger.close()
        raise LedgerError(f"{folder}: {refused}; resume it as it was begun, or take another folder")
    for row in ledger.reopen():
        say(f"cube {row.number}: its shard {row.shard} is missing; it is searched again", options)
    return ledger


def _differences(ledger: Ledger, stated: dict[str, Any], options: RunOptions) -> str | None:
    """Why the run cannot be resumed with these options, or None."""
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
        asked = stated[key] if key not in ("compress",) or options.compress else ledger.run[key]
        if ledger.run[key] != asked:
            return f"{word} is {asked}, but the run was begun with {ledger.run[key]}"
    return None


def pending(ledger: Ledger) -> bool:
    """Is there something to search or to split?"""
    stage = counting(ledger.run["stages"], ledger.refuted)
    return stage not in ledger.spaces() or any(row.state == "open" for row in ledger.of_stage(stage))


def hire(options: RunOptions, task: RunTask) -> tuple[WorkerPool, bool]:
    """A pool of workers, and whether they see the run's folder. Raises NoWorkers."""
    if options.cluster is not None:
        from zenkai_solver.solvers.cubes.cluster import DaskPool

        return DaskPool(options.cluster, task, options.workers), False
    workers = options.workers or os.cpu_count() or 1
    try:
        memory = options.max_memory
        share = None if memory is None else max(0, memory - memory_in_use()) // workers
        return LocalPool(task, workers, share, options.quiet), True
    except OSError as error:  # too many open files; a TMPDIR that is too long for a socket's name
        raise NoWorkers(f"the worker processes cannot be started: {error.strerror or error}") from None


def search(
    ledger: Ledger, options: RunOptions, deadline: Deadline, progress: Progress | None = None
) -> str | None:
    """Close what is open; the reason if it was cut short. Raises what the coordinator raises."""
    run = ledger.run
    named = tuple(run["backends"]) if options.backend == "auto" else options.engines
    run["backends"] = list(named)  # for this session; the ledger keeps those with which the run was begun
    if not pending(ledger):
        return None
    task = RunTask(
        run["instance"], run["text"], run["symmetry"], named, options.sat_solver, run["keep"], run["compress"]
    )
    progress = progress or Progress(run["instance"], options.quiet)
    part = Shard.parse(run["shard"]).part
    try:
        pool, shared = hire(options, task)
        limits = RunLimits(options.cube_seconds or RunLimits.seconds, shared=shared)
        try:
            Coordinator(ledger, pool, limits, progress, lambda text: say(text, options), part).run(deadline)
        finally:
            pool.close()
            progress.end()
            remove_temporary(ledger.shards)
    except Interrupted as error:
        return str(error)
    return None


@dataclass(frozen=True)
class Ended:
    """How a run ended; `reason`: why cubes of its share are still open, None if all are closed.

    `part`: its share of a run that is spread over machines.
    """

    tally: Tally
    reason: str | None
    part: Shard


def run(
    instance: Instance,
    folder: Path,
    options: RunOptions,
    deadline: Deadline,
    progress: Progress | None = None,
) -> Ended:
    """Begin or resume the run in the folder; `progress` shows how far it is, by default on stderr.

    Raises LedgerError, NoWorkers, Unsupported, OSError, WrongSolution.
    """
    ledger = open_run(folder, instance, options)
    try:
        reason = search(ledger, options, deadline, progress)
        rows = ledger.of_stage(counting(ledger.run["stages"], ledger.refuted))
        failed = [row for row in rows if row.state == "failed"]
        if reason is None and failed:
            numbers = ", ".join(str(row.number) for row in failed[:5])
            reason = f"{len(failed)} cubes failed: {numbers}: {failed[0].note}"
        tally = ledgers.summed(ledger.run["symmetry"], rows)
        return Ended(tally, reason, Shard.parse(ledger.run["shard"]))
    finally:
        ledger.close()


def say(text: str, options: RunOptions) -> None:
    if not options.quiet:
        command.say(text)
