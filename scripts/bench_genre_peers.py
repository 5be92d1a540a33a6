"""Genres beside others: CPU seconds until a puzzle is solved and proved to have one solution, by genre.

    bench_genre_peers.py --cspuz PATH [--links FILE] [--made 5] [--size 10x10] [--genres NAME...]

Puzzles are links of puzz.link: the examples of the site (tests/data/pzprjs), those of FILE, one per line, and
some that `zenkai generate` makes by seeds. Each is given to

    zenkai   the link read, two solutions looked for, each found one checked; in this process, which is warm
    cspuz    `run_solver` of cspuz_core (Rust), which says whether a link is Unique; a process per link

PATH is that program, built from its sources (`cargo build --release -p cspuz_solver_backend`). What they say
must agree. The table has the median of each, in how many puzzles zenkai is ahead, and what did not end.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.genre_cases import FILE  # noqa: E402
from zenkai_solver.models.document import InstanceError  # noqa: E402
from zenkai_solver.models.formats import writing  # noqa: E402
from zenkai_solver.models.genres.table import GENRES, LINKED, genre  # noqa: E402
from zenkai_solver.models.loading import load_text  # noqa: E402
from zenkai_solver.solvers.core.backend import Options  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted  # noqa: E402
from zenkai_solver.solvers.core.pipeline import prepare  # noqa: E402
from zenkai_solver.solvers.generators.genres import GenreOptions, Maker, NoGenrePuzzle  # noqa: E402
from zenkai_solver.solvers.python_api.solutions import Searched  # noqa: E402

PREFIX = "https://puzz.link/p?"
ANSWERS = {"Answer Status: No Answer": 0, "Answer Status: Unique": 1, "Answer Status: Not unique": 2}


@dataclass(frozen=True)
class Answer:
    """The number of solutions, 2 for at least two, and the CPU seconds; None: not ended, or not read."""

    number: int | None
    seconds: float


@dataclass(frozen=True)
class Raced:
    """A puzzle and both answers."""

    link: str
    zenkai: Answer
    cspuz: Answer

    @property
    def both(self) -> bool:
        return self.zenkai.number is not None and self.cspuz.number is not None


def main() -> int:
    p = argparse.ArgumentParser(description="Genres beside cspuz_core: solved and proved unique.")
    p.add_argument("--cspuz", type=Path, required=True, help="its program run_solver")
    p.add_argument("--links", type=Path, help="a file of links, one per line")
    p.add_argument("--made", type=int, default=5, help="puzzles made per genre; default 5")
    p.add_argument("--size", default="10x10", help="of puzzles that are made; default 10x10")
    p.add_argument("--genres", nargs="+", default=GENRES, choices=GENRES)
    p.add_argument("--seconds", type=float, default=60, help="for a puzzle and a program; default 60")
    args = p.parse_args()
    links = dict.fromkeys([*examples(), *(args.links.read_text().split() if args.links else ())])
    rows, columns = map(int, args.size.split("x"))
    print(HEAD)
    print("|" + "---|" * (HEAD.count("|") - 1))
    for name in args.genres:
        own = [link for link in links if named(link) == name]
        own += made(name, (rows, columns), args.made, args.seconds)
        raced = [
            Raced(link, zenkai(link, args.seconds), cspuz(args.cspuz, link, args.seconds)) for link in own
        ]
        print(row(name, raced), flush=True)
        contradictions(raced)
    return 0


def examples() -> Iterator[str]:
    """The links of the site's own examples."""
    for name, boards in json.loads(FILE.read_text(encoding="utf-8")).items():
        yield f"{PREFIX}{name}/{boards['url']}"


def named(link: str) -> str | None:
    """Our name of the genre of a link."""
    match = re.match(re.escape(PREFIX) + r"([a-z0-9-]+)/", link)
    return LINKED.get(match[1]) if match else None


def made(name: str, size: tuple[int, int], number: int, seconds: float) -> Iterator[str]:
    """Links of puzzles by the seeds 1, 2, ...: those that can be made in so many seconds, and have a link."""
    for seed in range(1, number + 1):
        rules = "stars: 2" if name == "starbattle" else ""
        options = GenreOptions(size, rules, "none", None, 1, True, seed, None, None)
        try:
            puzzle = Maker.of(genre(name), options).puzzle(1, Deadline.after(seconds))
            if not isinstance(puzzle, NoGenrePuzzle):
                yield writing.write(puzzle.puzzle, "puzzlink").strip()
        except (Interrupted, InstanceError) as error:
            print(f"{name}, seed {seed}: {error}", file=sys.stderr)


def zenkai(link: str, seconds: float) -> Answer:
    start = time.process_time()
    try:
        instance = load_text(link, "a link")
    except InstanceError as error:
        print(f"{link:.70}: {error}", file=sys.stderr)
        return Answer(None, 0)
    searched = Searched(prepare(instance, "auto", "all", Options(None, 1)), 2, seconds, None)
    number = sum(1 for _ in searched)
    return Answer(number if searched.complete or number > 1 else None, time.process_time() - start)


def cspuz(program: Path, link: str, seconds: float) -> Answer:
    before = children()
    try:
        done = subprocess.run([program, link], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return Answer(None, children() - before)
    return Answer(ANSWERS.get(done.stdout.strip()), children() - before)


def children() -> float:
    """CPU seconds of all children that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def contradictions(raced: Iterable[Raced]) -> None:
    for own in raced:
        if own.both and own.zenkai.number != own.cspuz.number:
            print(f"{own.link}: {own.zenkai.number} by zenkai, {own.cspuz.number} by cspuz", file=sys.stderr)


HEAD = (
    "| genre | puzzles | zenkai median s | longest | did not end "
    "| cspuz median s | longest | did not end or read | zenkai ahead |"
)


def row(name: str, raced: Sequence[Raced]) -> str:
    both = [own for own in raced if own.both]
    ahead = sum(own.zenkai.seconds <= own.cspuz.seconds for own in both)
    cells = [name, str(len(raced))]
    for answers in ([own.zenkai for own in raced], [own.cspuz for own in raced]):
        times = [own.seconds for own in answers if own.number is not None]
        cells += [f"{median(times):.3f}", f"{max(times):.2f}"] if times else ["-", "-"]
        cells.append(str(len(answers) - len(times)))
    return "| " + " | ".join([*cells, f"{ahead} of {len(both)}"]) + " |"


if __name__ == "__main__":
    sys.exit(main())
