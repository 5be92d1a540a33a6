"""How much CPU time a command still takes once it is told to stop.

    python scripts/bench_stops.py [--after 0.8,2.5] [--most 0.2] [NAME ...]

Each command is stopped by Ctrl-C, by SIGTERM, and by --time-limit, each time after so many seconds of its CPU
time. Printed are the CPU seconds from there to the end of the process, with the exit code, which says that it
ended as it should: 130 (Ctrl-C, SIGTERM) or 3 (a limit). A limit is a time by the clock: it is set to
the time at which the run that was stopped by SIGTERM had used so many seconds, both from the
moment at which the command catches SIGTERM, when its limit begins. NAME is a part of the names of commands.
Exit code 1 if a row has more than --most.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PATIENCE = 120.0  # seconds by the clock for a command to use its CPU time, and then to end
ZENKAI = (sys.executable, "-m", "zenkai_solver.solvers.cli")
FILES = {
    "tetrominoes": "puzzle: packing\nboard: 12x14\npieces: tetrominoes\ncounts: any\n",
    "pentominoes": "puzzle: packing\nboard: 5x12\npieces: pentominoes\ncounts: any\n",
    "hexominoes": "puzzle: packing\nboard: 15x15\npieces: hexominoes\ncounts: any\nfill: partial\n",
    "anti-knight": "puzzle: sudoku\nsize: 9x9\nrules: [anti-knight]\n",
    "empty": "puzzle: sudoku\nsize: 9x9\n",
    "clauses": "puzzle: formula\nformat: cnf\ntext: |\n  p cnf 60 20\n"
    + "".join(f"  {v} {v + 1} {v + 2} 0\n" for v in range(1, 60, 3)),
    **{
        name: f"puzzle: {name}\nclues: |\n" + f"  {'.' * side}\n" * side
        for name, side in (("slitherlink", 12), ("creek", 11), ("fillomino", 8))
    },
}
MADE = {  # what other commands read, written before
    "many.jsonl": "run dominoes6x8 --symmetry all --quiet",
    "all.zset": "compile dominoes8x8",
}
COMMANDS = {
    "count": "run tetrominoes.yaml --count",
    "count by visits": "run bedlam --count",
    "visit": "run bedlam",
    "visit, all": "run dominoes8x8 --symmetry all",
    "compile": "compile pentominoes.yaml -o pentominoes.zset",
    "compile, genre": "compile slitherlink.yaml -o slitherlink.zset",
    "plan": "run hexominoes.yaml",
    "dissection": "run dissection/staircase9x16",
    "nonogram": "run nonogram/domino14 --backend lines",
    "sudoku": "run empty.yaml",
    "sudoku, count": "run empty.yaml --count",
    "sudoku, rules": "run anti-knight.yaml",
    "sudoku, cpsat": "run anti-knight.yaml --backend cpsat",
    "formula": "run clauses.yaml",
    "formula, count": "run clauses.yaml --count",
    "slitherlink, count": "run slitherlink.yaml --count",
    "creek": "run creek.yaml",
    "fillomino": "run fillomino.yaml --count",
    "estimate": "run bedlam --estimate",
    "explain": "explain pento3x20 --steps",
    "explain, rating": "explain sudoku/easter-monster --rate",
    "explain, values": "explain pento3x20 --candidates",
    "generate": "generate packing --pieces hexominoes",
    "generate, sudoku": "generate sudoku --number 1000000 -o made.sdm",
    "generate, 25x25": "generate sudoku --size 25x25 --rules anti-knight",
    "generate, nonogram": "generate nonogram --size 40x40 --unique",
    "generate, dissection": "generate dissection --to 6x10 --pieces 5",
    "generate, genre": "generate nurikabe --size 12x12 --seed 1",
    "fewest givens": "make-unique empty.yaml",
    "fewest givens of each": "make-unique many.jsonl --fewest-fixed",
    "verify": "verify many.jsonl many.jsonl many.jsonl",
    "gallery": "gallery many.jsonl -o page",
    "convert": "convert many.jsonl -o many.csv",
    "compare": "diff many.jsonl many.jsonl",
    "query": "query many.jsonl --count",
    "query, pairs": "query all.zset --pairs",
    "statistics": "run bedlam --stats",
    "statistics, dissection": "run dissection/staircase9x16 --stats",
    "certify": "run bedlam --certify",
}
LIMITED = ("run", "compile", "explain", "generate", "make-unique")  # commands that take --time-limit


@dataclass(frozen=True)
class Stopped:
    """CPU seconds of a process after it was told to stop, its exit code, and seconds of the clock before."""

    after: float
    code: int
    clock: float


Signal = signal.Signals | None
SIGNALS = (signal.SIGINT, signal.SIGTERM)
Row = dict[str, Stopped | None]


def used(number: int) -> tuple[float, bool]:
    """CPU seconds of a process that has not been waited for; has it ended?"""
    fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK, fields[0] == "Z"


def catches(number: int, told: signal.Signals) -> bool:
    """Has the process a handler for the signal?"""
    lines = Path(f"/proc/{number}/status").read_text(encoding="utf-8").splitlines()
    caught = next((line.split()[1] for line in lines if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> (told - 1) & 1)


def stopped(
    words: Sequence[str],
    folder: Path,
    *,
    seconds: float = PATIENCE,
    limit: float = PATIENCE,
    by: Signal = None,
) -> Stopped | None:
    """Told to stop after `seconds` of CPU or, by itself, `limit` of the clock; None if it ended before."""
    with (folder / "output.txt").open("wb") as output:
        process = subprocess.Popen([*ZENKAI, *words], cwd=folder, stdout=output, stderr=output)
    began, now, listens, ended = time.monotonic(), 0.0, False, False
    while now < seconds and not ended and time.monotonic() < began + (limit if listens else PATIENCE):
        time.sleep(0.005)
        if not listens and (listens := catches(process.pid, signal.SIGTERM)):
            began = time.monotonic()
        now, ended = used(process.pid)
    clock = time.monotonic() - began
    if by is not None:
        os.kill(process.pid, by)
    _, status, usage = os.wait4(process.pid, 0)
    code = process.returncode = os.waitstatus_to_exitcode(status)
    if (by is not None and now < seconds) or code in (0, 1):
        return None
    return Stopped(usage.ru_utime + usage.ru_stime - now, code, clock)


def rows(seconds: float, names: Sequence[str], folder: Path) -> Iterator[tuple[str, Row]]:
    for name, command in COMMANDS.items():
        if names and not any(part in name for part in names):
            continue
        words = command.split()
        row = {by.name: stopped(words, folder, seconds=seconds, by=by) for by in SIGNALS}
        if words[0] in LIMITED and (told := row["SIGTERM"]) is not None:
            row["limit"] = stopped([*words, "--time-limit", str(told.clock)], folder, limit=told.clock)
        yield name, row


def main() -> int:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    p.add_argument("names", nargs="*", metavar="NAME")
    p.add_argument("--after", default="0.8,2.5", metavar="S,S", help="CPU seconds before it is stopped")
    p.add_argument("--most", type=float, default=0.2, metavar="S")
    args = p.parse_args()
    late = 0
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        for file, text in FILES.items():
            (folder / f"{file}.yaml").write_text(text, encoding="utf-8")
        for file, command in MADE.items():
            subprocess.run([*ZENKAI, *command.split(), "-o", file], cwd=folder, check=True)
        print("| command | after | Ctrl-C | SIGTERM | --time-limit |\n|---|---|---|---|---|")
        for seconds in map(float, args.after.split(",")):
            for name, row in rows(seconds, args.names, folder):
                cells = []
                for by in ("SIGINT", "SIGTERM", "limit"):
                    told = row.get(by)
                    cells.append("" if told is None else f"{told.after:.2f} ({told.code})")
                    late += told is not None and told.after > args.most
                print(f"| {name} | {seconds} | {' | '.join(cells)} |", flush=True)
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
