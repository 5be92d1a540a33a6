"""How far estimates of the number of solutions are from the exact numbers, on shipped instances.

    python scripts/estimates.py [NAME...] [--seconds 10]

One row per instance: the engine, the exact number of all solutions that the instance states, the estimate and
its bounds, the ratio, and the seconds of CPU. The exact number is used for the ratio only. Compiling comes
first, and is not counted.
"""

from __future__ import annotations

import argparse
import time

from zenkai_solver.models.loading import load
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.estimating import SECONDS, CountEstimate, estimate, rounded
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.shipped import find

NAMES = (  # those with many solutions for which no engine has a quick count
    *("bedlam", "convexholes5x5", "empty4", "klein4x4", "many", "nocrossings6x10", "pento4x15"),
    *("pento5x12", "pento6x10", "pento8x8-corners", "pento8x8-square", "permutations7", "sizes234"),
    *("solid2x5x6", "solid3x4x5", "soma", "soma-turns", "tetracubes2x4x4", "tetracubes2x4x4-turns"),
    "tetrasticks5x5",
)
COLUMNS = ("instance", "engine", "exact", "estimate", "bounds", "ratio", "CPU s")


def estimated(name: str, seconds: float) -> tuple[str, int, CountEstimate, float]:
    """The engine, the exact number, the estimate, and the seconds of CPU."""
    instance = load(find(name))
    prepared = prepare(instance, options=Options(counting=True))
    began = time.process_time()
    result = estimate(prepared, seconds)
    return prepared.backend.name, instance.expect["all"], result, time.process_time() - began


def main() -> None:
    p = argparse.ArgumentParser(description="Estimates beside exact numbers.")
    p.add_argument("names", nargs="*", default=NAMES, metavar="NAME")
    p.add_argument("--seconds", type=float, default=SECONDS)
    args = p.parse_args()
    estimated("dominoes4x4", 1.0)  # compiles
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}", flush=True)
    near = bounded = 0
    for name in args.names:
        engine, exact, result, seconds = estimated(name, args.seconds)
        ratio = result.all / exact
        near += 0.5 <= ratio <= 2
        bounded += result.low <= exact <= result.high
        bounds = "exact" if result.exact else f"{rounded(result.low)} to {rounded(result.high)}"
        row = (name, engine, f"{exact:,}", rounded(result.all), bounds, f"{ratio:.2f}", f"{seconds:.1f}")
        print(f"| {' | '.join(row)} |", flush=True)
    print(f"within a factor of 2: {near} of {len(args.names)}; within the bounds: {bounded}")


if __name__ == "__main__":
    main()
