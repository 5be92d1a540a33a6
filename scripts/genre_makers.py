"""The table of made genres in solvers/generators/README.md: puzzles by seeds, each checked by cpsat.

    python scripts/genre_makers.py [--size 8x8] [--seeds 20] [--seconds 60] [--genres NAME...] [--write]

Of each genre, seeds 0, 1, ... are made, each within a limit of CPU seconds of this process; then cpsat looks
for two solutions of each puzzle, and must find exactly one, unless it is cut short after 120 s. `--write`
puts the table between its marks.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.tables import MarkedTable  # noqa: E402
from zenkai_solver.models.genres.clues import RoomClue  # noqa: E402
from zenkai_solver.models.genres.puzzle import GenrePuzzle  # noqa: E402
from zenkai_solver.models.genres.table import GENRES, genre  # noqa: E402
from zenkai_solver.models.puzzle import Instance  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted  # noqa: E402
from zenkai_solver.solvers.generators.genres import GenreOptions, Maker  # noqa: E402
from zenkai_solver.solvers.python_api.api import solve  # noqa: E402

TABLE = MarkedTable("genre_makers.py", ROOT / "solvers" / "generators" / "README.md")
HEAD = "| genre | size | made | checked | median s | longest s | givens |"
CHECKED = 120  # seconds in which cpsat has to end


@dataclass(frozen=True)
class CpuDeadline(Deadline):
    """A deadline by the CPU time of this process: at this time of time.process_time()."""

    @property
    def remaining(self) -> float:
        return self.at - time.process_time()


@dataclass(frozen=True)
class Row:
    """The results of a genre: the CPU seconds of all seeds `asked`, the givens of the puzzles made, and how
    many of these cpsat found to have one solution; for the others its time was over.
    """

    name: str
    size: tuple[int, int]
    asked: int
    seconds: Sequence[float]
    givens: Sequence[int]
    checked: int

    def __str__(self) -> str:
        made = f"{len(self.givens)} of {self.asked}"
        times = f"{median(self.seconds):.1f} | {max(self.seconds):.1f}"
        givens = f"{median(self.givens):g}" if self.givens else "-"
        return (
            f"| {self.name} | {self.size[0]}x{self.size[1]} | {made} | {self.checked} | {times} | {givens} |"
        )


def main() -> int:
    p = argparse.ArgumentParser(description="Puzzles of genres made by seeds, checked by the other engine.")
    p.add_argument("--size", default="8x8")
    p.add_argument("--seeds", type=int, default=20, help="of each genre; default: 20")
    p.add_argument("--seconds", type=float, default=60, help="of CPU for each seed; default: 60")
    p.add_argument("--genres", nargs="+", default=sorted(GENRES), choices=sorted(GENRES), metavar="NAME")
    p.add_argument("--write", action="store_true", help="put the table into solvers/generators/README.md")
    args = p.parse_args()
    rows, columns = map(int, args.size.split("x"))
    table = [HEAD, "|" + "---|" * (HEAD.count("|") - 1)]
    print(*table, sep="\n", flush=True)
    for name in args.genres:
        table.append(str(row(name, (rows, columns), args.seeds, args.seconds)))
        print(table[-1], flush=True)
    if args.write:
        TABLE.write("\n".join(table))
    return 0


def row(name: str, size: tuple[int, int], seeds: int, seconds: float) -> Row:
    """The row of a genre. Raises SystemExit for a puzzle that has none or several solutions."""
    used, givens, checked = [], [], 0
    for seed in range(seeds):
        start = time.process_time()
        made = maker(name, size, seed, CpuDeadline(start + seconds))
        used.append(time.process_time() - start)
        if made is not None:
            number = solutions(made)
            if number in (0, 2):
                raise SystemExit(f"{name}: seed {seed} has {number} solutions")
            checked += number == 1
            givens.append(given(made))
    return Row(name, size, seeds, used, givens, checked)


def maker(name: str, size: tuple[int, int], seed: int, deadline: Deadline) -> Instance | None:
    """The puzzle of the seed; None if there is none, or none in time."""
    options = GenreOptions(size, "", "none", None, 1, True, seed, None, None)
    try:
        made = Maker.of(genre(name), options).puzzle(1, deadline)
    except Interrupted:
        return None
    return made if isinstance(made, Instance) else None


def solutions(instance: Instance) -> int | float:
    """How many solutions cpsat finds: 0, 1, or 2 for more; not a number if it does not end in time."""
    searched = solve(instance, backend="cpsat", limit=2, workers=1, time_limit=CHECKED)
    number = sum(1 for _ in searched)
    return number if searched.complete or number == 2 else math.nan


def given(instance: Instance) -> int:
    """The number of clues, without rooms and what is given of the board as a whole."""
    assert isinstance(instance.puzzle, GenrePuzzle)
    kinds = instance.puzzle.genre.given
    keys = [kind.key for kind in kinds if not isinstance(kind, RoomClue) and kind.at != "board"]
    return sum(len(instance.puzzle.sheet.clues.get(key, {})) for key in keys)


if __name__ == "__main__":
    sys.exit(main())
