"""Time certificates beside the plain search: writing, the compiled twin, the plain checker, and their bytes.

    python scripts/bench_certificates.py [NAME...]

Seconds of CPU time of one process; compiling is done before. `search` is the count by the engine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.csp import Model  # noqa: E402
from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.solvers.certificates import certificate  # noqa: E402
from zenkai_solver.solvers.checker.checker import certified, opened  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend  # noqa: E402

NAMES = ("pento3x20", "pento6x10", "pento8x8-square", "dominoes8x8")


def timed(run: Callable[[], object]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def searched(model: Model) -> None:
    """Count as `zenkai run --count` does: by the engine, or solution by solution."""
    opened = ExactCoverBackend(1).open(model)
    if opened.count() is None:
        for _ in (opened.within(opened.breaking) if model.symmetries else opened).batches():
            pass


def plain(path: Path) -> int:
    """The certified number, by the checker in plain Python."""
    return certified(*opened(str(path)))[0]


def row(name: str, folder: Path) -> str:
    instance = load(ROOT / "instances" / f"{name}.yaml")
    model, path = instance.puzzle.model(), folder / f"{name}.cert"
    search = timed(lambda: searched(model))
    write = timed(lambda: certificate.write(path, certificate.certifiable(instance, model)))
    twin = timed(lambda: certificate.check(path))
    slow = timed(lambda: plain(path))
    size, count = path.stat().st_size, certificate.check(path).all
    return f"| {name} | {count:,} | {search:.2f} | {write:.2f} | {twin:.2f} | {slow:.2f} | {size:,} |"


def main() -> int:
    p = argparse.ArgumentParser(description="Time certificates beside the plain search.")
    p.add_argument("names", nargs="*", metavar="NAME", default=NAMES)
    names = p.parse_args().names
    with tempfile.TemporaryDirectory() as folder:
        row("pento3x20", Path(folder))  # compile
        print("| instance | all | search s | write s | twin s | plain checker s | bytes |")
        print("|---|---|---|---|---|---|---|")
        for name in names:
            print(row(name, Path(folder)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
