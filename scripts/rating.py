"""How the rating of `zenkai explain --rate` orders 9x9 sudokus, beside HoDoKu's: Spearman's rank correlation.

    python scripts/rating.py FILE... [--made 100] [--seconds 30] [--pencilmark 100] [--fit] [--keep F]

A FILE has 81 characters per line, packed by gzip or not; of each the number of puzzles that follows a colon
(FILE:350) is taken, every n-th, else all. `--made K` adds K puzzles of our generator: of each five, two
minimal, one minimal with half-turn symmetry, one of 28 givens and one of 34. Every second puzzle of the mixed
corpus is for the fit of the weights, the others test them; `--fit` prints fitted weights, as `rating.WEIGHTS`
has them, else those of the code are tested.

The rating of a puzzle is a sum over its steps of a weight per level, as HoDoKu's score is one of a cost per
technique; so weights are fitted by least squares of the relative error, none negative. HoDoKu is `hodoku-py`
(the extra `test`; GPL-3, which is why nothing that is shipped imports it); pencilmark, whose difficulty is
fitted to human times, is asked about puzzles that HoDoKu does not call extreme, as it has no limit above.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.explanations.rating import WEIGHTS, Rating, rating
from zenkai_solver.solvers.explanations.search import explanation
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.generators.plain import NotFound, plain_puzzles

MADE = (("none", 0, 81, 2), ("half-turn", 0, 81, 1), ("none", 28, 28, 1), ("none", 34, 34, 1))  # of each five
SEED = 1


@dataclass(frozen=True)
class Rated:
    """A puzzle of a part of the corpus; `rating` None: its explanation did not end in time."""

    part: str
    line: str
    rating: Rating | None
    score: float
    extreme: bool


def main() -> int:
    p = argparse.ArgumentParser(description="Rank correlation with HoDoKu's score.")
    p.add_argument("files", nargs="+", help="FILE or FILE:NUMBER")
    p.add_argument("--number", type=int, default=0, help="puzzles in all; default: as many as there are")
    p.add_argument("--made", type=int, default=0, metavar="K", help="puzzles of our generator")
    p.add_argument("--seconds", type=float, default=30.0, help="for one explanation; default 30")
    p.add_argument(
        "--pencilmark", type=int, default=0, metavar="N", help="so many are also asked of pencilmark"
    )
    p.add_argument("--keep", type=Path, metavar="F", help="JSON lines to which ratings go, and are read from")
    p.add_argument("--fit", action="store_true", help="fit the weights on every second puzzle")
    args = p.parse_args()
    start = time.process_time()
    every = list(rated(corpus(args), args))
    report(every, args)
    print(f"{time.process_time() - start:.0f} s of CPU time")
    return 0


# ---- the corpus


def corpus(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Parts and lines, mixed."""
    lines = [line for name in args.files for line in of_file(name)]
    lines += [
        line
        for symmetry, least, most, share in MADE
        for line in made(symmetry, least, most, share * args.made // 5)
    ]
    Random(SEED).shuffle(lines)
    return lines[: args.number or len(lines)]


def of_file(name: str) -> list[tuple[str, str]]:
    path, _, number = name.partition(":")
    data = Path(path).read_bytes()
    text = (gzip.decompress(data) if path.endswith(".gz") else data).decode()
    lines = [line.replace(".", "0") for line in text.split() if len(line) == 81]
    taken = min(int(number or len(lines)), len(lines))
    return [(Path(path).name, lines[i * len(lines) // taken]) for i in range(taken)]


def made(symmetry: str, least: int, most: int, number: int) -> Iterator[tuple[str, str]]:
    """Minimal puzzles, or such with exactly so many givens."""
    cells = orbits(symmetry, 9, 9)
    assert cells is not None
    for puzzle in islice(plain_puzzles(SEED, least, most, cells), number):
        if not isinstance(puzzle, NotFound):
            yield f"made: {least or 'minimal'}, {symmetry}", "".join(map(str, puzzle))


# ---- the ratings


def rated(lines: Sequence[tuple[str, str]], args: argparse.Namespace) -> Iterator[Rated]:
    kept = {one.line: one for one in read(args.keep)}
    solver = hodoku()
    for number, (part, line) in enumerate(lines, 1):
        if line not in kept:
            theirs = solver.rate(line)
            ours, extreme = vector(line, args.seconds), theirs.level.name == "EXTREME"
            kept[line] = Rated(part, line, ours, float(theirs.score), extreme)
            if args.keep:
                with args.keep.open("a", encoding="utf-8") as file:
                    print(json.dumps(asdict(kept[line])), file=file)
        yield kept[line]
        if number % 100 == 0:
            print(f"{number:,} of {len(lines):,}", file=sys.stderr, flush=True)


def read(path: Path | None) -> Iterator[Rated]:
    text = path.read_text("utf-8") if path is not None and path.is_file() else ""
    for row in map(json.loads, text.splitlines()):
        yield Rated(**{**row, "rating": row["rating"] and Rating(**row["rating"])})


def hodoku() -> Any:
    from hodoku import Solver

    return Solver()


def vector(line: str, seconds: float) -> Rating | None:
    grid = "\n".join(f"  {line[i : i + 9]}" for i in range(0, 81, 9))
    theory = theory_of(loads(f"puzzle: sudoku\nbox: 3x3\ngrid: |\n{grid}\n", "rated").puzzle)
    try:
        explained = explanation(theory, Deadline.after(seconds))
    except Interrupted:
        return None
    return rating(theory, explained.start, explained.steps)


# ---- what is said of them


def report(every: Sequence[Rated], args: argparse.Namespace) -> None:
    whole = [one for one in every if one.rating is not None]
    counts = np.array([[getattr(one.rating, level) for level in WEIGHTS] for one in whole], float)
    scores = np.array([one.score for one in whole])
    weights = np.array(list(WEIGHTS.values()), float)
    if args.fit:
        weights = fitted(counts[::2] / scores[::2, None])
        print(", ".join(f"{level} {weight:.0f}" for level, weight in zip(WEIGHTS, weights)))
    ours = counts @ weights
    cut = f"{len(every) - len(whole):,} cut after {args.seconds:g} s"
    print(f"{len(every):,} puzzles, {cut}; rank correlations:")
    for name, chosen in parts(whole):
        print(f"{name}: {chosen.sum():,} puzzles: {correlation(ours[chosen], scores[chosen]):.3f}")
    if args.pencilmark:
        asked = [i for i, one in enumerate(whole) if not one.extreme][: args.pencilmark]
        theirs = pencilmark([whole[i].line for i in asked])
        print(f"pencilmark's difficulty of {len(asked):,} that are not extreme, and our number:", end=" ")
        print(
            f"{correlation(ours[asked], theirs):.3f}; and HoDoKu's: {correlation(scores[asked], theirs):.3f}"
        )


def parts(whole: Sequence[Rated]) -> Iterator[tuple[str, np.ndarray]]:
    """Names, and which puzzles are meant."""
    number = np.arange(len(whole))
    yield "fitted half", number % 2 == 0
    yield "tested half", number % 2 == 1
    yield "all", number >= 0
    yield "extreme by HoDoKu", np.array([one.extreme for one in whole])
    for part in dict.fromkeys(one.part for one in whole):
        yield part, np.array([one.part == part for one in whole])


def fitted(counts: np.ndarray) -> np.ndarray:
    """Weights for which the weighted sum of each row is near 1: least squares, the most negative left out."""
    able = list(range(counts.shape[1]))
    while True:
        solved, *_ = np.linalg.lstsq(counts[:, able], np.ones(len(counts)), rcond=None)
        if (solved >= 0).all():
            break
        able.pop(int(solved.argmin()))
    weights = np.zeros(counts.shape[1])
    weights[able] = solved
    return weights


def pencilmark(lines: Sequence[str]) -> list[float]:
    from pencilmark import rate

    return [float(rate(line, fields=["difficulty"])["difficulty"]) for line in lines]


def correlation(one: Sequence[float] | np.ndarray, other: Sequence[float] | np.ndarray) -> float:
    """Spearman's: of the ranks, equal values having the mean of theirs."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def ranks(values: Sequence[float] | np.ndarray) -> np.ndarray:
    array = np.array(values)
    _, place, number = np.unique(array, return_inverse=True, return_counts=True)
    last = np.cumsum(number)
    return (last - (number - 1) / 2)[place]


if __name__ == "__main__":
    sys.exit(main())
