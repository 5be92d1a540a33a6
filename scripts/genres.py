"""The table of genres in models/genres/README.md: boards of puzz.link, or ours, solved and proved unique.

    python scripts/genres.py [BOARDS.json] [--seconds 60] [--genres NAME...] [--write]

Of each genre, every solved board is taken as a puzzle without its answer, and two solutions are looked for,
so that one is proved to be the only one. The board must keep the rules, and be that one; each wrong board
must be refused. Seconds are CPU of this process, reading included. `--write` puts it between its marks.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.tables import MarkedTable  # noqa: E402
from tests.genre_cases import CASES, SITE, known, parsed  # noqa: E402
from zenkai_solver.models.puzzle import Instance  # noqa: E402
from zenkai_solver.solvers.python_api.api import solve  # noqa: E402

TABLE = MarkedTable("genres.py", ROOT / "models" / "genres" / "README.md")
HEAD = (
    "| genre | lines | boards | unique | several | not ended "
    "| median s | longest s | sizes | wrong boards refused |"
)


@dataclass(frozen=True)
class Solved:
    """A board: its size in cells, how many solutions there are (2: at least), None if it took too long."""

    size: tuple[int, int]
    solutions: int | None
    seconds: float


@dataclass(frozen=True)
class Row:
    """The results of a genre; of `wrong` boards so many were `refused`."""

    name: str
    lines: int
    solved: Sequence[Solved]
    refused: int
    wrong: int


def main() -> int:
    p = argparse.ArgumentParser(description="Boards of puzz.link, solved and proved unique, by genre.")
    p.add_argument("boards", nargs="?", type=Path, help="default: those of the tests")
    p.add_argument("--seconds", type=float, default=60, help="for each board; default: 60")
    p.add_argument("--genres", nargs="+", default=sorted(CASES))
    p.add_argument("--write", action="store_true", help="put the table into models/genres/README.md")
    args = p.parse_args()
    boards = json.loads(args.boards.read_text(encoding="utf-8")) if args.boards else known()
    rows = [row(link, boards[link], args.seconds) for link in chosen(boards, args.genres)]
    table = "\n".join(lines(sorted(rows, key=lambda row: row.name)))
    print(table)
    if args.write:
        TABLE.write(table)
    return 0


def chosen(boards: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """The names of the genres on the site. Raises SystemExit for one without a board or a reader."""
    sites = {name: site for site, name in SITE.items()}
    for name in names:
        if sites.get(name) not in boards:
            raise SystemExit(f"{name}: no boards")
        yield sites[name]


def row(link: str, boards: Mapping[str, Any], seconds: float) -> Row:
    """The row of a genre. Raises SystemExit if a solved board is refused, or a wrong one accepted."""
    solved = []
    for text in dict.fromkeys(boards["solved"]):
        try:
            solved.append(judged(text, seconds))
        except ValueError as error:
            raise SystemExit(f"{link}: {text:.60}: {error}") from None
    wrong = [text for _, text in boards["wrong"]]
    refused = sum(any(True for _ in puzzle.violations(board)) for puzzle, board in map(parsed, wrong))
    if refused < len(wrong):
        raise SystemExit(f"{link}: {len(wrong) - refused} wrong boards are accepted")
    name = SITE[link]
    text = (ROOT / "models" / "genres" / "pages" / f"{name}.py").read_text(encoding="utf-8")
    return Row(name, text.count("\n"), solved, refused, len(wrong))


def judged(text: str, seconds: float) -> Solved:
    """Solve the puzzle of a solved board. Raises ValueError if the board is no solution of it."""
    start = time.process_time()
    puzzle, board = parsed(text)
    broken = list(puzzle.violations(board))
    if broken:
        raise ValueError(f"the solved board is refused: {broken[0]}")
    instance = Instance(puzzle.genre.name, "", puzzle, "all", {}, None)
    searched = solve(instance, limit=2, time_limit=seconds, workers=1)
    boards = [tuple(one.board) for one in searched]
    size = puzzle.sheet.rows, puzzle.sheet.columns
    ended = searched.complete or len(boards) > 1
    if ended and len(boards) < 2 and boards != [board]:
        raise ValueError(f"another board is the only solution: {boards}")
    return Solved(size, len(boards) if ended else None, time.process_time() - start)


def lines(rows: Sequence[Row]) -> Iterator[str]:
    """The table as Markdown."""
    yield HEAD
    yield "|" + "---|" * (HEAD.count("|") - 1)
    for row in rows:
        numbers = [one.solutions for one in row.solved]
        times = [one.seconds for one in row.solved if one.solutions is not None]
        sizes = sorted({one.size for one in row.solved}, key=lambda size: size[0] * size[1])
        shown = " to ".join(dict.fromkeys(f"{size[0]}x{size[1]}" for size in (sizes[0], sizes[-1])))
        yield (
            "| "
            + " | ".join(
                [
                    *(row.name, str(row.lines), str(len(numbers))),
                    *(str(numbers.count(value)) for value in (1, 2, None)),
                    *((f"{median(times):.2f}", f"{max(times):.2f}") if times else ("-", "-")),
                    *(shown, f"{row.refused} of {row.wrong}"),
                ]
            )
            + " |"
        )
    if rows:
        lengths = [row.lines for row in rows]
        yield f"\nLines per genre: {median(lengths):g} in the median, {max(lengths)} at most."


if __name__ == "__main__":
    sys.exit(main())
