"""The table of made genres in solvers/generators/README.md: puzzles by seeds, each checked by cpsat.

    python scripts/genre_makers.py [--size 8x8] [--seeds 20] [--seconds 60] [--check 120]
        [--genres NAME...] [--results OUT]
    python scripts/genre_makers.py --table RESULTS.jsonl... [--write]

Of each genre, seeds 0, 1, ... are made, each within a limit of CPU seconds of this process; then cpsat looks
for two solutions of each puzzle, and must find exactly one, unless it is cut short (`--check`). A line of
RESULTS is {"genre", "size": [rows, columns], "seed", "limit": seconds, "seconds": CPU that making took,
"givens": of the puzzle, or null if none was made, "solutions": 0, 1, 2 for more, or null if cpsat did not
end}; seeds that have a line there are passed over. `--table` prints the rows of such files, of which the last
line of each seed counts; with `--write` they take the places of these genres' rows between the marks. It
ends with 1 if a puzzle does not have one solution.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.bench_genre_collection import read_lines  # noqa: E402
from scripts.processes import within  # noqa: E402
from scripts.tables import MarkedTable  # noqa: E402
from zenkai_solver.models.genres.clues import RoomClue  # noqa: E402
from zenkai_solver.models.genres.puzzle import GenrePuzzle  # noqa: E402
from zenkai_solver.models.genres.table import GENRES, genre  # noqa: E402
from zenkai_solver.models.puzzle import Instance  # noqa: E402
from zenkai_solver.solvers.core.command import Refused  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Interrupted, Unsupported  # noqa: E402
from zenkai_solver.solvers.generators.genres import GenreOptions, Maker  # noqa: E402
from zenkai_solver.solvers.python_api.api import solve  # noqa: E402

TABLE = MarkedTable("genre_makers.py", ROOT / "solvers" / "generators" / "README.md")
HEAD = "| genre | size | made | checked | median s | longest s | givens |"
Line = Mapping[str, Any]


def main() -> int:
    p = argparse.ArgumentParser(description="Puzzles of genres made by seeds, checked by the other engine.")
    p.add_argument("--size", default="8x8")
    p.add_argument("--seeds", type=int, default=20, help="of each genre; default: 20")
    p.add_argument("--seconds", type=float, default=60, help="of CPU for each seed; default: 60")
    p.add_argument("--check", type=float, default=120, help="seconds in which cpsat has to end; default: 120")
    p.add_argument("--genres", nargs="+", default=sorted(GENRES), choices=sorted(GENRES), metavar="NAME")
    p.add_argument("--results", type=Path, help="a file to which a line per seed is added")
    p.add_argument("--table", nargs="+", type=Path, metavar="RESULTS", help="print the rows of such files")
    p.add_argument("--write", action="store_true", help="put them into solvers/generators/README.md")
    args = p.parse_args()
    if args.table:
        return tabled([line for file in args.table for line in read_lines(file)], args.write)
    rows, columns = map(int, args.size.split("x"))
    known = [*read_lines(args.results)] if args.results and args.results.exists() else []
    wrong = 0
    print(HEAD, flush=True)
    for name in args.genres:
        lines = {line["seed"]: line for line in known if line["genre"] == name}
        for seed in range(args.seeds):
            if seed not in lines:
                lines[seed] = tried(name, (rows, columns), seed, args.seconds, args.check)
                record(lines[seed], args.results)
        print(row(name, [*lines.values()]), flush=True)
        wrong += report([*lines.values()])
    return int(wrong > 0)


def tried(name: str, size: tuple[int, int], seed: int, limit: float, check: float) -> Line:
    """The line of a seed."""
    start = time.process_time()
    puzzle = maker(name, size, seed, limit)
    return {
        "genre": name,
        "size": size,
        "seed": seed,
        "limit": limit,
        "seconds": round(time.process_time() - start, 3),
        "givens": None if puzzle is None else given(puzzle),
        "solutions": None if puzzle is None else solutions(puzzle, check),
    }


def record(line: Line, file: Path | None) -> None:
    if file is not None:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")


def report(lines: Iterable[Line]) -> int:
    """Name the puzzles that have not one solution; how many these are."""
    wrong = [line for line in lines if line["solutions"] in (0, 2)]
    for line in wrong:
        print(f"{line['genre']}: seed {line['seed']} has {line['solutions']} solutions", file=sys.stderr)
    return len(wrong)


def tabled(lines: Sequence[Line], write: bool) -> int:
    """Print the rows of these lines; put them into the table, whose other rows stay."""
    of_genre: dict[str, dict[int, Line]] = {}
    for line in lines:
        of_genre.setdefault(line["genre"], {})[line["seed"]] = line
    rows = {name: row(name, [*of_genre[name].values()]) for name in of_genre}
    print(HEAD, *rows.values(), sep="\n")
    if write:
        every = {line.split("|")[1].strip(): line for line in TABLE.rows} | rows
        ruler = "|" + "---|" * (HEAD.count("|") - 1)
        TABLE.write("\n".join([HEAD, ruler, *(every[name] for name in sorted(every))]))
    return int(report(line for known in of_genre.values() for line in known.values()) > 0)


def row(name: str, lines: Sequence[Line]) -> str:
    """The row of a genre: the size of the last line, and what is true of all."""
    rows, columns = lines[-1]["size"]
    givens = [line["givens"] for line in lines if line["givens"] is not None]
    seconds = [line["seconds"] for line in lines]
    cells = (
        name,
        f"{rows}x{columns}",
        f"{len(givens)} of {len(lines)}",
        str(sum(line["solutions"] == 1 for line in lines)),
        f"{median(seconds):.1f}",
        f"{max(seconds):.1f}",
        f"{median(givens):g}" if givens else "-",
    )
    return "| " + " | ".join(cells) + " |"


def maker(name: str, size: tuple[int, int], seed: int, limit: float) -> Instance | None:
    """The puzzle of the seed; None if there is none, none in so many seconds of CPU, or none of the genre."""
    options = GenreOptions(size, "", "none", None, 1, True, seed, None, None)
    try:
        with within(limit) as deadline:
            made = Maker.of(genre(name), options).puzzle(1, deadline)
    except (Interrupted, Refused):
        return None
    return made if isinstance(made, Instance) else None


def solutions(instance: Instance, limit: float) -> int | None:
    """How many solutions cpsat finds: 0, 1, or 2 for more; None if it does not end in `limit` seconds, or
    cannot begin."""
    searched = solve(instance, backend="cpsat", limit=2, workers=1, time_limit=limit)
    try:
        number = sum(1 for _ in searched)
    except Unsupported:
        return None
    return number if searched.complete or number == 2 else None


def given(instance: Instance) -> int:
    """The number of clues, without rooms and what is given of the board as a whole."""
    assert isinstance(instance.puzzle, GenrePuzzle)
    kinds = instance.puzzle.genre.given
    keys = [kind.key for kind in kinds if not isinstance(kind, RoomClue) and kind.at != "board"]
    return sum(len(instance.puzzle.sheet.clues.get(key, {})) for key in keys)


if __name__ == "__main__":
    sys.exit(main())
