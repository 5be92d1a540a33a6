"""Nonograms against peers: seconds to settle each puzzle, and how many times as long a peer takes.

    python scripts/bench_nonogram.py PUZZLE... [--peer-python PYTHON] [--limit S] [--peers lines,cpsat,...]

    lines            this project's engine: unique, several or none (two solutions are asked for)
    cpsat            plain CP-SAT with an automaton a line: the same question
    puzzlekit        PyPI puzzlekit: one solution           picross-solver   PyPI picross-solver: one solution

PYTHON is an interpreter that has the two packages (they are not installed here). Every run is a process of
its own; reading, imports and compiled code that is kept on disk are not in the seconds. A process solves the
puzzle three times (once if that takes a second) and the least time counts; a run that the limit ended counts
as the limit (a lower bound, marked >).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.loading import load  # noqa: E402

OWN = """
import json, sys, time
from itertools import islice
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.engines.table import make
name, path = sys.argv[1:]
puzzle = load(path).puzzle
list(make(name).solutions(load(WARM).puzzle.model()))  # loads the compiled code
def once():
    return ("none", "unique", "several")[len(list(islice(make(name).solutions(puzzle.model()), 2)))]
"""
PUZZLEKIT = """
import copy, json, sys, time
from puzzlekit.solvers.nonogram import NonogramSolver
rows, columns = json.load(sys.stdin)
words = [[[str(x) for x in line] or ["0"] for line in side] for side in (rows, columns)]
def once():
    result = NonogramSolver(len(rows), len(columns), *copy.deepcopy(words)).solve()  # it changes them
    return str(result.solution_data.get("status", "solved"))[:20]
"""
PICROSS = """
import json, sys, time
import numpy as np
from picross_solver import picross_solver
rows, columns = json.load(sys.stdin)
rows, columns = ([line or [0] for line in side] for side in (rows, columns))
def once():
    grid = np.full((len(rows), len(columns)), -1)
    return "solved" if picross_solver.solve(rows, columns, grid) else "not solved"
"""
CLOCK = """
least = 1e9
for _ in range(3):
    began = time.perf_counter()
    found = once()
    least = min(least, time.perf_counter() - began)
    if least > 1:
        break
print(json.dumps([least, found]))
"""
WARM = ROOT / "instances" / "nonogram" / "permutations4.yaml"
PEERS = ("lines", "cpsat", "puzzlekit", "picross-solver")


def run(peer: str, path: Path, args: argparse.Namespace) -> tuple[float, str] | None:
    """Seconds and what was found; None: the limit; raises RuntimeError with the peer's last words."""
    sheet = load(path).puzzle.sheet  # type: ignore[attr-defined]
    clues = json.dumps(
        [[[length for length, _ in line] for line in side] for side in (sheet.rows, sheet.columns)]
    )
    if peer in ("lines", "cpsat"):
        code = OWN.replace("WARM", repr(str(WARM))) + CLOCK
        command = [sys.executable, "-c", code, peer, str(path.resolve())]
    else:
        command = [args.peer_python, "-c", (PUZZLEKIT if peer == "puzzlekit" else PICROSS) + CLOCK]
    try:
        done = subprocess.run(
            command,
            input=clues,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=args.limit + 8,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no message"])[-1])
    seconds, answer = json.loads(done.stdout.splitlines()[-1])
    return (float(seconds), str(answer)) if seconds <= args.limit else None


def main() -> int:
    p = argparse.ArgumentParser(description="Compare nonogram solvers.")
    p.add_argument("puzzles", nargs="+", type=Path, metavar="PUZZLE")
    p.add_argument("--peer-python", default=sys.executable, metavar="PYTHON")
    p.add_argument("--limit", type=float, default=10.0, metavar="S")
    p.add_argument("--peers", default=",".join(PEERS), type=lambda text: text.split(","))
    args = p.parse_args()
    ratios: dict[str, list[float]] = {peer: [] for peer in args.peers}
    print("".join(word.ljust(24 if i == 0 else 18) for i, word in enumerate(["puzzle", *args.peers])))
    for path in args.puzzles:
        cells, ours = [], 0.0
        for peer in args.peers:
            try:
                outcome = run(peer, path, args)
            except RuntimeError as error:
                cells.append(f"failed: {error}"[:16])
                continue
            seconds = outcome[0] if outcome else args.limit
            ours = ours or seconds
            ratios[peer].append(seconds / ours)
            cells.append(f"{seconds:.4f} {outcome[1]}" if outcome else f"> {args.limit:g}")
        print(path.stem[:22].ljust(24) + "".join(cell.ljust(18) for cell in cells), flush=True)
    for peer in args.peers[1:]:
        if some := ratios[peer]:
            most = f"{median(some):,.0f} times as long in the median of {len(some)}"
            print(f"{peer}: {most}, {min(some):,.1f} at least")
    return 0


if __name__ == "__main__":
    sys.exit(main())
