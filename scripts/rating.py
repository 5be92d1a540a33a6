"""How the rating of `zenkai explain --rate` orders 9x9 sudokus, beside HoDoKu's: Spearman's rank correlation.

    python scripts/rating.py FILE... [--number 1000] [--seconds 10]

A FILE has 81 characters per line, packed by gzip or not; of all its puzzles every n-th is taken. HoDoKu is
`hodoku-py` (the extra `test`; GPL-3, which is why nothing that is shipped imports it). A puzzle whose
explanation takes longer than the limit counts as harder than all others, and the output says how many.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.backend import Deadline, Interrupted
from zenkai_solver.solvers.explaining.rating import rating
from zenkai_solver.solvers.explaining.steps import explanation
from zenkai_solver.solvers.explaining.theory import theory_of


def main() -> int:
    p = argparse.ArgumentParser(description="Rank correlation with HoDoKu's score.")
    p.add_argument("files", nargs="+", type=Path)
    p.add_argument("--number", type=int, default=1_000, help="puzzles in all; default 1000")
    p.add_argument("--seconds", type=float, default=10.0, help="for one explanation; default 10")
    args = p.parse_args()
    chosen = sample([line for path in args.files for line in lines(path)], args.number)
    start, own, theirs = time.process_time(), [], []
    solver = hodoku()
    for number, line in enumerate(chosen, 1):
        own.append(score(line, args.seconds))
        theirs.append(float(solver.rate(line).score))
        if number % 100 == 0:
            print(f"{number:,}: {correlation(own, theirs):.3f}", file=sys.stderr, flush=True)
    cut = own.count(inf)
    seconds = time.process_time() - start
    print(f"{len(own):,} puzzles, {cut:,} cut after {args.seconds:g} s; {seconds:.0f} s of CPU time")
    print(f"rank correlation with HoDoKu's score: {correlation(own, theirs):.3f}")
    return 0


def hodoku() -> Any:
    from hodoku import Solver

    return Solver()


def lines(path: Path) -> list[str]:
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text("utf-8")
    return [line.replace(".", "0") for line in text.split() if len(line) == 81]


def sample(puzzles: Sequence[str], number: int) -> list[str]:
    """So many of them, evenly."""
    number = min(number, len(puzzles))
    return [puzzles[i * len(puzzles) // number] for i in range(number)]


def score(line: str, seconds: float) -> float:
    grid = "\n".join(f"  {line[i : i + 9]}" for i in range(0, 81, 9))
    theory = theory_of(loads(f"puzzle: sudoku\nbox: 3x3\ngrid: |\n{grid}\n", "rated").puzzle)
    try:
        return rating(theory, explanation(theory, Deadline.after(seconds)).steps).score
    except Interrupted:
        return inf


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: of the ranks, equal values having the mean of theirs."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def ranks(values: Sequence[float]) -> np.ndarray:
    own = np.array(values)
    _, place, number = np.unique(own, return_inverse=True, return_counts=True)
    last = np.cumsum(number)
    return (last - (number - 1) / 2)[place]


if __name__ == "__main__":
    sys.exit(main())
