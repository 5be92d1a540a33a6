"""Run several backends on the same instances and compare what they find.

    python scripts/compare.py INSTANCE... [--backends cpsat,sat] [--time-limit S] [--symmetry orbits|all]

One table per instance: count, all, digest equal to the first complete one or not, seconds, solutions/s,
variables, constraints, peak memory. Each run is a process of its own, verified afterwards.
A backend that does not take the puzzle is skipped. Exit code 1 if two complete runs differ or a run fails,
3 if some run was cut short or no backend takes the puzzle, else 0.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.csp import Model  # noqa: E402
from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.solvers.core.command import command  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Unsupported  # noqa: E402
from zenkai_solver.solvers.engines.names import BACKENDS  # noqa: E402
from zenkai_solver.solvers.engines.table import make  # noqa: E402

# Runs the runner and prints the peak memory of its own process in MB; -1 where the system does not tell.
CHILD = """
import sys
from zenkai_solver.solvers.commands.run import main
code = main(sys.argv[1:])
try:
    import resource
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit)
except ImportError:
    print(-1)
sys.exit(code)
"""
COLUMNS = ("backend", "count", "all", "digest", "seconds", "solutions/s", "peak MB", "state")


@dataclass(frozen=True)
class Outcome:
    """One backend's run; `footer` is None if it failed."""

    backend: str
    footer: dict[str, Any] | None
    peak: int
    message: str


def run(instance: Path, backend: str, args: argparse.Namespace, folder: Path) -> Outcome:
    out = folder / f"{instance.stem}-{backend}.jsonl"
    words = [str(instance.resolve()), "--backend", backend, "--quiet", "-o", str(out)]
    if args.time_limit:
        words += ["--time-limit", str(args.time_limit)]
    if args.symmetry:
        words += ["--symmetry", args.symmetry]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    error = done.stderr.strip().splitlines()[-1:] or [""]
    if done.returncode not in (0, 3):
        return Outcome(backend, None, -1, error[0] or f"exit code {done.returncode}")
    check = [sys.executable, "-m", "solvers.commands.verify", str(out)]
    verified = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)
    if verified.returncode not in (0, 3):
        return Outcome(backend, None, -1, verified.stderr.strip())
    footer = json.loads(out.read_text().splitlines()[-1])
    return Outcome(backend, footer, int(done.stdout.split()[-1]), footer["reason"] or "complete")


def row(outcome: Outcome, reference: str | None) -> tuple[str, ...]:
    footer = outcome.footer
    if footer is None:
        return (outcome.backend, *"------", outcome.message)
    equal = "-" if not footer["complete"] else "equal" if footer["digest"] == reference else "DIFFERENT"
    rate = footer["count"] / footer["seconds"] if footer["seconds"] else float("inf")
    numbers = (f"{footer['count']:,}", f"{footer['all']:,}", equal)
    speed = (f"{footer['seconds']:.2f}", f"{rate:,.0f}", str(outcome.peak))
    return (outcome.backend, *numbers, *speed, outcome.message)


def compare(instance: Path, args: argparse.Namespace, folder: Path) -> int:
    """Print the table of one instance; 0, 1 or 3 as the module says."""
    model = load(instance).puzzle.model()
    print(f"{instance.stem}: {model.size:,} variables, {len(model.constraints):,} constraints")
    refused = {backend: why for backend in args.backends if (why := refusal(backend, model)) is not None}
    taken = [backend for backend in args.backends if backend not in refused]
    outcomes = [run(instance, backend, args, folder) for backend in taken]
    complete = [o.footer["digest"] for o in outcomes if o.footer and o.footer["complete"]]
    rows = [COLUMNS, *(row(outcome, complete[0] if complete else None) for outcome in outcomes)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for cells in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip())
    for backend, why in refused.items():
        print(f"  {backend}: skipped: {why}")
    if len(set(complete)) > 1:
        print(f"  DIGESTS DIFFER: {' '.join(complete)}")
    if len(set(complete)) > 1 or any(o.footer is None for o in outcomes):
        return 1
    return 0 if outcomes and len(complete) == len(outcomes) else 3


def refusal(backend: str, model: Model) -> str | None:
    """Why the backend does not take the model, or None."""
    try:
        make(backend).open(model)
    except Unsupported as error:
        return str(error)
    return None


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(description="Compare backends on instances.")
    p.add_argument("instances", nargs="+", type=Path, metavar="INSTANCE")
    p.add_argument("--backends", default=",".join(BACKENDS), type=lambda text: text.split(","))
    p.add_argument("--time-limit", type=float, metavar="S")
    p.add_argument("--symmetry", choices=["orbits", "all"])
    args = p.parse_args(argv)
    if unknown := set(args.backends) - set(BACKENDS):
        p.error(f"unknown backend {min(unknown)}; known: {', '.join(BACKENDS)}")
    with tempfile.TemporaryDirectory(prefix="zenkai-") as folder:
        codes = [compare(instance, args, Path(folder)) for instance in args.instances]
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
