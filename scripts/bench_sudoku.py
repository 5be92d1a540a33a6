"""Race the compiled sudoku search by class of puzzle, beside tdoku and Schoku if they are given.

    python scripts/bench_sudoku.py [--stock FOLDER] [--puzzles N] [--climb ROUNDS] [--seed S] [--rounds N]
                                   [--tdoku PATH] [--schoku PATH] [FILE ...]

The classes of sudoku_stock.py are made once and kept in FOLDER as .sdm files (default: solutions/stock),
so that versions of the engine can be raced on the same puzzles; each FILE of lines of 81 cells is one more.
All puzzles are searched for two solutions, by one thread. PATH is the program run_benchmark of tdoku
(https://github.com/t-dillon/tdoku). Schoku (https://github.com/Mart1nSchulz/Schoku) reads the file, repeated
until it has MANY lines, with -rM, which looks for a second solution; the time of a file of one line is left
out, but it writes its solutions within the time.
Rounds go round both, so that a change of the machine's speed meets both; a round lasts at least a second, and
the best one counts. Rates are puzzles per second of CPU time; that of tdoku, which measures by the clock, is
multiplied by the ratio of clock and CPU of its process. A guess of tdoku has two branches, so some two
of our nodes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from scripts.processes import ended_seconds  # noqa: E402
from scripts.sudoku_stock import stock  # noqa: E402
from zenkai_solver.models.formats.lines81 import write_lines  # noqa: E402
from zenkai_solver.solvers.batch.sudoku_lines import read_chunks  # noqa: E402
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import CELLS, solve_many  # noqa: E402
from zenkai_solver.solvers.generators.plain import plain_puzzles  # noqa: E402

LEAST = 1.0  # seconds of one round
MANY = 200_000  # puzzles that Schoku is given in one file
MARK = "tdoku"  # the name of the solver in its own table


@dataclass
class Best:
    """The best rate so far, in puzzles per second, and the nodes or guesses per puzzle."""

    rate: float = 0.0
    nodes: float = 0.0

    def take(self, rate: float, nodes: float) -> None:
        self.rate, self.nodes = max(self.rate, rate), nodes


def ours(puzzles: np.ndarray) -> tuple[float, float]:
    passes, nodes, began = 0, 0, time.process_time()
    while (seconds := time.process_time() - began) < LEAST:
        nodes = int(solve_many(puzzles, 2).nodes.sum())
        passes += 1
    return passes * len(puzzles) / seconds, nodes / len(puzzles)


def theirs(program: Path, file: Path, n: int) -> tuple[float, float]:
    """Of the last line `compiler,version,flags,file,tdoku,puzzles/s,us,%,guesses per puzzle`."""
    options = ["-c1", "-r0", f"-n{n}", f"-t{LEAST:.0f}", "-w1", "-s", MARK]
    clock, cpu = time.perf_counter(), ended_seconds()
    done = subprocess.run([program, *options, file], capture_output=True, text=True, check=True)
    slowed = (time.perf_counter() - clock) / (ended_seconds() - cpu)
    fields = done.stdout.strip().split("\n")[-1].split(",")
    after = fields[fields.index(MARK) + 1 :]
    return float(after[0]) * slowed, float(after[3])


def schoku(program: Path, file: Path) -> float:
    """Puzzles per second of CPU."""
    lines = file.read_text(encoding="ascii").split()
    with tempfile.TemporaryDirectory() as folder:
        source, seconds = Path(folder, "puzzles.txt"), list[float]()
        times = -(-MANY // len(lines))
        for some in (lines[:1], lines * times):
            source.write_text("\n".join(some) + "\n", encoding="ascii")
            began = ended_seconds()
            command = [program, "-rM", "-t1", source, Path(folder, "solutions.txt")]
            subprocess.run(command, capture_output=True, check=True)
            seconds.append(ended_seconds() - began)
    return times * len(lines) / (seconds[1] - seconds[0])


def stocked(folder: Path, args: argparse.Namespace) -> list[Path]:
    """The files of the classes, made if the folder is not there."""
    if not folder.exists():
        made = stock(args.puzzles, args.climb, args.seed)
        folder.mkdir(parents=True)
        for name, puzzles in made.items():
            (folder / f"{name}.sdm").write_bytes(write_lines(puzzles))
    return sorted(folder.glob("*.sdm"))


def plain(file: Path) -> np.ndarray:
    return np.concatenate([chunk.digits for chunk in read_chunks(file)])


def race(file: Path, args: argparse.Namespace) -> str:
    puzzles, us, them, others = plain(file), Best(), Best(), Best()
    for _ in range(args.rounds):
        us.take(*ours(puzzles))
        if args.tdoku:
            them.take(*theirs(args.tdoku, file, len(puzzles)))
        if args.schoku:
            others.take(schoku(args.schoku, file), 0)
    line = f"{file.stem:12} {len(puzzles):7,} {us.nodes:9.2f} {us.rate:12,.0f}"
    line += f" {them.nodes:9.2f} {them.rate:12,.0f} {us.rate / them.rate:7.2f}" if args.tdoku else ""
    return line + (f" {others.rate:12,.0f} {us.rate / others.rate:7.2f}" if args.schoku else "")


def made(rounds: int) -> str:
    """Minimal puzzles of any number of givens made per second, as `zenkai generate sudoku` makes them."""
    cells = [[cell] for cell in range(CELLS)]
    best, number = Best(), 0
    for seed in range(rounds):
        puzzles, clues, number = plain_puzzles(seed, 0, CELLS, cells), 0, 0
        next(puzzles)  # which compiles
        began = time.process_time()
        while (seconds := time.process_time() - began) < LEAST:
            clues += int((next(puzzles) > 0).sum())
            number += 1
        best.take(number / seconds, clues / number)
    return f"{'made':12} {number:7,} {best.nodes:9.2f} {best.rate:12,.0f}   minimal; clues in place of nodes"


def main() -> None:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    p.add_argument("files", nargs="*", type=Path, metavar="FILE")
    p.add_argument("--stock", type=Path, default=ROOT / "solutions" / "stock", metavar="FOLDER")
    p.add_argument("--puzzles", type=int, default=1_000, metavar="N", help="in a class, at most")
    p.add_argument(
        "--climb", type=int, default=40, metavar="ROUNDS", help="of hill-climbing for hard puzzles"
    )
    p.add_argument("--seed", type=int, default=1, metavar="S")
    p.add_argument("--rounds", type=int, default=3, metavar="N")
    p.add_argument("--tdoku", type=Path, metavar="PATH", help="its program run_benchmark")
    p.add_argument("--schoku", type=Path, metavar="PATH", help="the program")
    args = p.parse_args()
    head = f"{'class':12} {'puzzles':>7} {'nodes':>9} {'puzzles/s':>12}"
    head += f" {'guesses':>9} {'tdoku':>12} {'ratio':>7}" if args.tdoku else ""
    print(head + (f" {'Schoku':>12} {'ratio':>7}" if args.schoku else ""))
    for file in (*stocked(args.stock, args), *args.files):
        print(race(file, args), flush=True)
    print(made(args.rounds))


if __name__ == "__main__":
    main()
