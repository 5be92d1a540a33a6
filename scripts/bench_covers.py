"""Race the exact-cover engine with its planning against programs in C, in CPU seconds.

    python scripts/bench_covers.py [--program PATH]... [--burrtxt PATH] [--rounds N] [NAME...]

A PROGRAM reads an exact cover as Knuth's DLX1, DLX2 and SSXCC do, and prints how many solutions it counted.
It gets the cover whose symmetry is broken as we break it, and so does the line "same cover". "Whole" breaks
the symmetry, too. Ours end with every solution as a row of variables; the programs only count. burrTxt
(BurrTools) gets the packing as XML and breaks the symmetry itself. The programs' times are those of
whole processes, which read a file; ours are without Python's start, compiling, and stating the model. Printed
is the least of the rounds.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.csp import Model  # noqa: E402
from zenkai_solver.models.formats import xmpuzzle_writing  # noqa: E402
from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.models.packing.puzzle import Packing  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend  # noqa: E402
from zenkai_solver.solvers.engines.exactcover.plan import Engine, Plan, plan  # noqa: E402

TASKS = ("dominoes6x8", "soma", "pento3x20", "pento6x10", "solid2x5x6")
ENGINE = ExactCoverBackend(1)
Run = Callable[[], int]  # returns the number of solutions


def as_text(cover: Cover) -> str:
    """The cover in the format of Knuth's programs. Raises ValueError for counted groups and clauses."""
    if cover.lo or cover.clauses:
        raise ValueError("counted groups or clauses")
    items = [f"i{item}" for item in range(cover.n_primary + cover.n_secondary)]
    secondary = ["|", *items[cover.n_primary :]] if cover.n_secondary else []
    lines = [[*items[: cover.n_primary], *secondary], *([items[i] for i in o] for o in cover.options)]
    return "\n".join(map(" ".join, lines)) + "\n"


def whole(model: Model) -> int:
    """From the model to every solution as a row of variables; one per orbit at least."""
    opened = ENGINE.open(model)
    search = opened.within(opened.breaking) if model.symmetries else opened
    return sum(len(rows) for rows, _ in search.batches())


def search_only(chosen: Plan) -> Run:
    """The search with its tables built, to rows of options."""
    engine = Engine(chosen)

    def run() -> int:
        return sum(map(len, engine.start(engine.tables, chosen.cubes)))

    return run


def process(command: list[str], file: Path | None, pattern: str) -> Run:
    """A program that reads the file as its input and prints a number. Raises ValueError if it does not."""

    def run() -> int:
        with open(file or "/dev/null", encoding="utf-8") as source:
            done = subprocess.run(command, stdin=source, capture_output=True, text=True, check=False)
        if (number := re.search(pattern, done.stdout + done.stderr)) is None:
            raise ValueError(f"{command[0]}: no number of solutions in its output")
        return int(number[1])

    return run


def runners(name: str, args: argparse.Namespace, folder: Path) -> dict[str, Run]:
    puzzle = load(ROOT / "instances" / f"{name}.yaml").puzzle
    model = puzzle.model()
    broken = ENGINE.open(model).breaking.model if model.symmetries else model
    plain = Model(broken.names, broken.constraints, broken.projection)
    cover = cover_view(plain)
    lines: dict[str, Run] = {
        "zenkai, whole": lambda: whole(model),
        "zenkai, same cover": lambda: whole(plain),
        "zenkai, search only": search_only(plan(cover)),
    }
    programs = args.program
    file = folder / f"{name}.dlx"
    try:
        file.write_text(as_text(cover), encoding="utf-8")
    except ValueError as error:
        print(f"{name}: no program of Knuth's reads this cover: {error}", file=sys.stderr)
        programs = []
    for program in programs:
        lines[program.name] = process([str(program.resolve())], file, r"Altogether (\d+) solution")
    if args.burrtxt is not None and isinstance(puzzle, Packing):
        file = folder / f"{name}.xmpuzzle"
        file.write_text(xmpuzzle_writing.write(puzzle), encoding="utf-8")
        lines["burrTxt"] = process([str(args.burrtxt.resolve()), "-q", str(file)], None, r"(\d+) assemblies")
    return lines


def cpu() -> float:
    """CPU seconds of this process and of those it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def race(name: str, args: argparse.Namespace, folder: Path) -> None:
    lines = runners(name, args, folder)
    least, numbers = dict.fromkeys(lines, float("inf")), dict.fromkeys(lines, 0)
    for _ in range(args.rounds):
        for line, run in lines.items():
            began = cpu()
            numbers[line] = run()
            least[line] = min(least[line], cpu() - began)
    for line, seconds in least.items():
        times = [f"{seconds / least[f'zenkai, {ours}']:.1f}" for ours in ("whole", "same cover")]
        print(f"| {name} | {line} | {numbers[line]:,} | {seconds:.4f} | {' | '.join(times)} |", flush=True)


def main() -> int:
    p = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    p.add_argument("names", nargs="*", default=TASKS, metavar="NAME", help="instances; default: %(default)s")
    p.add_argument("--program", type=Path, action="append", default=[], metavar="PATH")
    p.add_argument("--burrtxt", type=Path, metavar="PATH")
    p.add_argument("--rounds", type=int, default=5)
    args = p.parse_args()
    print("| task | engine | found | least s of CPU | times ours, whole | times ours, same cover |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in args.names:
            race(name, args, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
