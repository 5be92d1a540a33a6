"""Sets of nonograms drawn by a seed: CPU seconds for one process that settles all of them.

    python scripts/bench_nonogram_sets.py [random] [--number 1000] [--size 25] [--seed 1] [--limit 60]
                                          [--every 1] [--pbnsolve PATH]
    python scripts/bench_nonogram_sets.py small [--number 2338] [--seed 1]
    python scripts/bench_nonogram_sets.py sudoku

    random   as competitions make them: each cell is black with a chance that falls evenly from 0.50 for the
             first puzzle to 0.35 for the last. Two solutions are looked for, the model is built in the time
    small    pictures of 5x5 to 20x20 that line solving alone decides: an archive and a file of links are
             answered, and each puzzle is asked for `unique` by the Python interface
    sudoku   `zenkai.solve` of texts of one sudoku in a loop, milliseconds for each

Reading, solving and checking against the rules count; importing and loading compiled code do not. A puzzle of
`random` that takes --limit seconds of CPU is cut, counts as these, and is marked >. PATH is the program of
J. Wolter (https://webpbn.com/pbnsolve.html): a process for each puzzle of `random`, of which all CPU seconds
count, right after ours; it too says whether there are several solutions. --every N takes each Nth puzzle.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import zenkai_solver as zenkai  # noqa: E402
from scripts.processes import ended_seconds  # noqa: E402
from zenkai_solver.models.formats.nonograms import as_instance, write  # noqa: E402
from zenkai_solver.models.nonogram.puzzle import Nonogram  # noqa: E402
from zenkai_solver.models.nonogram.sheet import from_picture  # noqa: E402
from zenkai_solver.solvers.commands.run import main as run  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted  # noqa: E402
from zenkai_solver.solvers.engines.lines.lines import LINE  # noqa: E402
from zenkai_solver.solvers.engines.table import make  # noqa: E402

FIRST, LAST = 0.50, 0.35  # the chance of a black cell in the first and the last random puzzle
SMALL = ((5, 5), (10, 5), (10, 10), (15, 10), (15, 15), (20, 20))
DENSITY = 0.6  # of small pictures: a good part of them is decided by lines
KINDS = ("none", "unique", "several")
PBNSOLVE = {"contradiction": "none", "unique": "unique", "multiple": "several"}  # as it calls them
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = 300  # sudokus in the loop


def picture(rng: random.Random, columns: int, rows: int, chance: float) -> Nonogram:
    """The nonogram of a picture whose cells are black with this chance."""
    cells = ("".join(".#"[rng.random() < chance] for _ in range(columns)) for _ in range(rows))
    return Nonogram(from_picture(list(cells)))


def random_puzzles(number: int, size: int, seed: int) -> Iterator[Nonogram]:
    rng = random.Random(seed)
    for i in range(number):
        yield picture(rng, size, size, FIRST + (LAST - FIRST) * i / max(1, number - 1))


def settled(puzzle: Nonogram, limit: float) -> tuple[str, float]:
    """None, unique, several or cut, and the CPU seconds of this process."""
    began = time.process_time()
    deadline = Deadline.after(20 * limit)  # of the clock, which other work on the machine slows
    solutions = 0
    try:
        for solution in islice(make("lines").solutions(puzzle.model(), deadline), 2):
            assert not list(puzzle.violations(puzzle.decode(solution)))
            solutions += 1
        kind = KINDS[solutions]
    except Interrupted:
        kind = "cut"
    seconds = time.process_time() - began
    return (kind, seconds) if seconds < limit else ("cut", limit)


def settled_by(program: Path, puzzle: Nonogram, limit: float) -> tuple[str, float]:
    """The same for pbnsolve. Raises ValueError for an answer that is not known."""
    began = ended_seconds()
    with tempfile.NamedTemporaryFile("w", suffix=".non") as file:
        file.write(write(puzzle, "non"))
        file.flush()
        command = [str(program), "-u", "-b", f"-x{limit:.0f}", file.name]
        done = subprocess.run(command, capture_output=True, text=True)
    seconds, words = ended_seconds() - began, done.stdout.split()
    if "timeout" in words:
        return "cut", limit
    kinds = [PBNSOLVE[word] for word in words if word in PBNSOLVE]
    if len(kinds) != 1:
        raise ValueError(f"{program}: {done.stdout} {done.stderr}")
    return kinds[0], seconds


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def report(name: str, seconds: list[float]) -> None:
    print(
        f"{name}: sum {sum(seconds):.1f} s, median {median(seconds):.4f}, "
        f"99 % {quantile(seconds, 0.99):.3f}, worst {max(seconds):.2f}"
    )


def random_set(args: argparse.Namespace) -> None:
    settled(next(random_puzzles(1, 5, 0)), args.limit)  # loads the compiled code
    puzzles = list(islice(random_puzzles(args.number, args.size, args.seed), 0, None, args.every))
    answers: dict[str, list[tuple[str, float]]] = {"zenkai": []}
    if args.pbnsolve:
        answers["pbnsolve"] = []
    for i, puzzle in enumerate(puzzles):
        answers["zenkai"].append(settled(puzzle, args.limit))
        if args.pbnsolve:
            answers["pbnsolve"].append(settled_by(args.pbnsolve, puzzle, args.limit))
        both = [answer[i] for answer in answers.values()]
        if len({kind for kind, _ in both} - {"cut"}) > 1:
            sys.exit(f"puzzle {1 + i * args.every}: the answers differ: {both}")
        if args.each:
            shown = (f"{'>' if kind == 'cut' else ''}{spent:.4f} {kind}" for kind, spent in both)
            print(1 + i * args.every, *shown, flush=True)
    print(f"{len(puzzles)} of {args.size}x{args.size}, seed {args.seed}")
    half = max(1, len(puzzles) // 2)
    for name, answer in answers.items():
        kinds, seconds = Counter(kind for kind, _ in answer), [spent for _, spent in answer]
        print(f"{name}: {dict(sorted(kinds.items()))}")
        report(f"{name}, all", seconds)
        report(f"{name}, the darker half", seconds[:half])
    if args.pbnsolve:
        pairs = list(zip(*([spent for _, spent in answer] for answer in answers.values())))
        print(f"zenkai is quicker on {sum(ours < theirs for ours, theirs in pairs)} of {len(pairs)}")


def small_puzzles(number: int, seed: int) -> Iterator[Nonogram]:
    """Pictures that line solving decides, drawn until there are enough."""
    rng = random.Random(seed)
    while number:
        puzzle = picture(rng, *rng.choice(SMALL), DENSITY)
        opened = make("lines").open(puzzle.model())
        if len(list(islice(opened.solutions(), 2))) == 1 and opened.effort == LINE:
            number -= 1
            yield puzzle


def timed(task: Callable[[], object]) -> float:
    """CPU seconds, the least of three."""
    least = float("inf")
    for _ in range(3):
        began = time.process_time()
        task()
        least = min(least, time.process_time() - began)
    return least


def small_set(args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [write(puzzle, "non") for puzzle in small_puzzles(args.number, args.seed)]
        links = [write(as_instance(text, "non")[1], "puzzlink") for text in texts]
        (folder / "links.txt").write_text("".join(links))
        paths = [folder / f"{i:05}.non" for i in range(len(texts))]
        with zipfile.ZipFile(folder / "all.zip", "w") as archive:
            for path, text in zip(paths, texts):
                path.write_text(text)
                archive.writestr(path.name, text)

        def answered(source: str) -> None:
            words = [str(folder / source), "--answers", str(folder / "answers.jsonl"), "--quiet"]
            assert run(words) == 0

        print(f"{len(texts)} small nonograms, seed {args.seed}, CPU seconds")
        print(f"archive   {timed(lambda: answered('all.zip')):.2f}")
        print(f"links     {timed(lambda: answered('links.txt')):.2f}")
        print(f"unique    {timed(lambda: [zenkai.unique(path) for path in paths]):.2f}")


def sudoku_loop(_: argparse.Namespace) -> None:
    rows = "".join(f"  {SUDOKU[i : i + 9]}\n" for i in range(0, 81, 9))
    text = f"puzzle: sudoku\ngrid: |\n{rows}"
    list(zenkai.solve(text))
    seconds = timed(lambda: [list(zenkai.solve(text)) for _ in range(SOLVED)])
    print(f"zenkai.solve of a sudoku: {1000 * seconds / SOLVED:.2f} ms")


def main() -> int:
    p = argparse.ArgumentParser(description="Settle sets of nonograms, and sudokus in a loop.")
    tasks = {"random": random_set, "small": small_set, "sudoku": sudoku_loop}
    p.add_argument("set", nargs="?", choices=tasks, default="random")
    p.add_argument("--number", type=int)
    p.add_argument("--size", type=int, default=25)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--limit", type=float, default=60.0, metavar="S")
    p.add_argument("--every", type=int, default=1, metavar="N", help="take each Nth random puzzle")
    p.add_argument("--pbnsolve", type=Path, metavar="PATH", help="its program, beside it")
    p.add_argument("--each", action="store_true", help="a line for each random puzzle")
    args = p.parse_args()
    args.number = args.number or (1000 if args.set == "random" else 2338)
    tasks[args.set](args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
