"""How runs kept in a folder grow with the number of workers, and what a large search would take.

    python scripts/bench_scale.py INSTANCE... [--workers 1,2,4] [--symmetry all] [--rounds 3]
    python scripts/bench_scale.py INSTANCE... --estimate

One row per number of workers: seconds of the whole process, of which those that searched cubes (median of the
rounds), the ratios to one worker, solutions/s, the peak memory of all processes together, and the same
of the merge. Memory is what the processes hold, shared pages counted once where the system tells (Linux).
With `--estimate`: the cubes, the expected seconds of one worker, and of many, from random probes alone.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.solvers.cubes.jobs import RunTask  # noqa: E402
from zenkai_solver.solvers.cubes.session import Session  # noqa: E402

EVERY = 0.05  # seconds between two looks at the memory
COLUMNS = (
    *("workers", "cubes", "seconds", "ratio", "searching", "ratio", "solutions/s", "peak MB"),
    *("merge s", "peak MB", "digest"),
)


@dataclass(frozen=True)
class Measured:
    """One process with its children: seconds and peak memory in MB."""

    seconds: float
    peak: float


def measured(module: str, *words: str, memory: bool = False) -> Measured:
    """Run the command. `memory`: also measure it, which takes time from the processes."""
    began, peak = time.perf_counter(), 0
    command = [sys.executable, "-m", module, *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while memory and process.poll() is None:
        peak = max(peak, held(process.pid))
        time.sleep(EVERY)
    process.wait()
    if process.returncode:
        message = process.stderr.read().decode() if process.stderr else ""
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}: {message.strip()}")
    return Measured(time.perf_counter() - began, peak / 1e6)


def held(pid: int) -> int:
    """Bytes of memory of a process and its descendants."""
    total = 0
    try:
        root = psutil.Process(pid)
        for process in (root, *root.children(recursive=True)):
            try:
                memory = process.memory_full_info()
                total += getattr(memory, "pss", memory.uss)
            except psutil.Error:
                pass
    except psutil.NoSuchProcess:
        pass
    return total


def searching(folder: Path) -> tuple[int, float]:
    """Cubes closed, and from the first one handed out to the last one closed, in seconds."""
    base = sqlite3.connect(folder / "ledger.sqlite")
    cubes = base.execute("SELECT count(*) FROM cube WHERE state = 'closed'").fetchone()[0]
    seconds = json.loads(base.execute("SELECT value FROM run WHERE key = 'searching'").fetchone()[0])
    base.close()
    return cubes, seconds


def rows(instance: Path, workers: int, args: argparse.Namespace, folder: Path) -> list[str]:
    runs: list[Measured] = []
    phases: list[float] = []
    words = ["--symmetry", args.symmetry] if args.symmetry else []
    for number in range(args.rounds + 1):
        kept = folder / f"{instance.stem}-{workers}-{number}"
        memory = number == args.rounds
        options = (str(instance), "--run-dir", str(kept), "--workers", str(workers), *words)
        runs.append(measured("solvers.run", *options, memory=memory))
        cubes, phase = searching(kept)
        phases.append(phase)
    out = folder / f"{instance.stem}.jsonl"
    merge = [
        measured("solvers.commands.merge", str(kept), "-o", str(out), memory=memory)
        for memory in (False, True)
    ]
    with out.open("rb") as file:
        file.seek(-4096 if out.stat().st_size > 4096 else 0, os.SEEK_END if out.stat().st_size > 4096 else 0)
        footer = json.loads(file.read().splitlines()[-1])
    out.unlink()
    written = footer["all"] if args.symmetry == "all" else footer["count"]
    whole, phase = median(run.seconds for run in runs[:-1]), median(phases[:-1])
    first = args.first.setdefault(instance, (whole, phase))
    return [
        *(str(workers), str(cubes), f"{whole:.2f}", f"{first[0] / whole:.2f}"),
        *(f"{phase:.2f}", f"{first[1] / phase:.2f}", f"{written / whole:,.0f}"),
        *(
            f"{runs[-1].peak:.0f}",
            f"{merge[0].seconds:.2f}",
            f"{merge[1].peak:.0f}",
            footer["digest"][:8],
        ),
    ]


def estimate(instance: Path, args: argparse.Namespace) -> None:
    loaded = load(instance)
    task = RunTask(loaded.name, loaded.text, args.symmetry or loaded.symmetry, ("auto",))
    began = time.perf_counter()
    planned = Session(task).plan(0)
    seconds = time.perf_counter() - began
    weights = [subcube.weight for subcube in planned.subcubes if subcube.state == "open"]
    print(
        f"{loaded.name}: {len(weights):,} cubes after {seconds:.1f} s; "
        f"expected {sum(weights):,.0f} s of one worker, the largest cube {max(weights, default=0):,.1f} s"
    )
    for workers in args.workers:
        print(f"  {workers:>4} workers: {max(sum(weights) / workers, max(weights, default=0)):,.0f} s")


def main() -> int:
    p = argparse.ArgumentParser(description="Runs kept in a folder, by number of workers.")
    p.add_argument("instances", nargs="+", type=Path, metavar="INSTANCE")
    p.add_argument("--workers", default="1,2", type=lambda text: [int(word) for word in text.split(",")])
    p.add_argument("--symmetry", choices=["orbits", "all"])
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--estimate", action="store_true")
    args = p.parse_args()
    args.first = {}
    for instance in args.instances:
        if args.estimate:
            estimate(instance, args)
            continue
        print(f"{instance.stem} {args.symmetry or ''}\n| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
        with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
            for workers in args.workers:
                print(f"| {' | '.join(rows(instance.resolve(), workers, args, Path(folder)))} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
