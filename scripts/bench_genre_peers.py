"""Genres beside others: CPU seconds until a puzzle is solved and proved to have one solution, by genre.

    bench_genre_peers.py [--cspuz PATH] [--cspuz-python FOLDER] [--noqx PATH] [--links FILE] [--made 5] ...

Puzzles are links of puzz.link: the examples of the site (tests/data/pzprjs), those of FILE, one per line, and
some that `zenkai generate` makes by seeds. Each is given to

    zenkai   the link read, two solutions looked for, each found one checked; in this process, which has just
             solved a puzzle of the genre, as clingo has solved one, and looks for reference cycles as
             rarely as commands do (`settle`). What puzzles of a genre and size share
             (`genres/frame.py`) is forgotten then, so that the first of each size is stated whole, and later
             ones in part
    cspuz    `run_solver` of cspuz_core (Rust), which says whether a link is Unique; a process per link
    package  the Python package cspuz by its own modules (`cspuz_boards.py`), which state the puzzle and call
             cspuz_core; a process per puzzle, whose start is not counted; no link is read
    noqx     clingo by the solvers of Noqx (`noqx_boards.py`): the program stated, ground, two models looked
             for; a process per puzzle, whose start is not counted; no link is read

The reading of the link is in zenkai's time beside cspuz, and taken out of it beside those that read none.
`--cspuz` is that program, built from its sources (`cargo build --release -p cspuz_solver_backend`);
`--cspuz-python` a folder with the packages `cspuz` and `cspuz_core`; `--noqx` a checkout, with clingo beside
zenkai (`pip install clingo`). Puzzles of which they say different numbers of solutions are named, and not
compared. The table has the median of each, what did not end, what the other does not read, and the median of
the other's time by zenkai's; what did not end counts until it was stopped.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.cspuz_boards import NotStated as NoModule  # noqa: E402
from scripts.cspuz_boards import arguments  # noqa: E402
from scripts.noqx_boards import OTHER_RULES, NotStated, noqx_puzzle  # noqa: E402
from scripts.processes import ended_seconds  # noqa: E402
from tests.genre_cases import FILE  # noqa: E402
from zenkai_solver.models.document import InstanceError  # noqa: E402
from zenkai_solver.models.formats import links, writing  # noqa: E402
from zenkai_solver.models.genres.frame import forget_frames  # noqa: E402
from zenkai_solver.models.genres.puzzle import GenrePuzzle  # noqa: E402
from zenkai_solver.models.genres.table import GENRES, LINKED, genre  # noqa: E402
from zenkai_solver.models.loading import load_text  # noqa: E402
from zenkai_solver.solvers import settle  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted  # noqa: E402
from zenkai_solver.solvers.generators.genres import GenreOptions, Maker, NoGenrePuzzle  # noqa: E402
from zenkai_solver.solvers.python_api.api import solve  # noqa: E402

READERS = ("cspuz",)  # of links
PREFIX = "https://puzz.link/p?"
ANSWERS = {"Answer Status: No Answer": 0, "Answer Status: Unique": 1, "Answer Status: Not unique": 2}


@dataclass(frozen=True)
class Answer:
    """The number of solutions, 2 for at least two, or None where it did not end; and the CPU seconds.

    `reading`: how many of the seconds were for reading the link.
    """

    number: int | None
    seconds: float
    reading: float = 0.0


@dataclass(frozen=True)
class Raced:
    """A puzzle and the answers to it; None for a solver that cannot read it."""

    link: str
    zenkai: Answer | None
    others: Mapping[str, Answer | None]

    def ratio(self, other: str) -> float | None:
        """The other's seconds divided by ours; None if neither ended, one cannot read it, or they differ."""
        ours, theirs = self.zenkai, self.others[other]
        if ours is None or theirs is None or (ours.number is None and theirs.number is None):
            return None
        seconds = ours.seconds - (0.0 if other in READERS else ours.reading)
        return None if self.differs(other) else theirs.seconds / seconds

    def differs(self, other: str) -> bool:
        ours, theirs = self.zenkai, self.others[other]
        if ours is None or theirs is None or ours.number is None or theirs.number is None:
            return False
        return ours.number != theirs.number


Racer = Callable[[str, float], Answer | None]


def main() -> int:
    p = argparse.ArgumentParser(description="Genres beside cspuz_core and Noqx: solved and proved unique.")
    p.add_argument("--cspuz", type=Path, help="its program run_solver")
    p.add_argument("--cspuz-python", type=Path, help="a folder with the packages cspuz and cspuz_core")
    p.add_argument("--noqx", type=Path, help="a checkout of it")
    p.add_argument("--links", type=Path, help="a file of links, one per line")
    p.add_argument("--made", type=int, default=5, help="puzzles made per genre; default 5")
    p.add_argument("--size", default="10x10", help="of puzzles that are made; default 10x10")
    p.add_argument("--genres", nargs="+", default=GENRES, choices=GENRES, metavar="NAME")
    p.add_argument("--seconds", type=float, default=60, help="for a puzzle and a program; default 60")
    args = p.parse_args()
    settle()  # as every command of zenkai does; the processes of the others look for no cycles
    others: dict[str, Racer] = {
        name: partial(racer, path)
        for name, racer, path in (
            ("cspuz", cspuz, args.cspuz),
            ("package", package, args.cspuz_python),
            ("noqx", noqx, args.noqx),
        )
        if path
    }
    links = dict.fromkeys([*examples(), *(args.links.read_text().split() if args.links else ())])
    rows, columns = map(int, args.size.split("x"))
    print(row(heading(others)))
    print("|" + "---|" * len(heading(others)))
    for name in args.genres:
        of_genre = [link for link in links if named(link) == name]
        of_genre += made(name, (rows, columns), args.made, args.seconds)
        raced = race(of_genre, others, args.seconds)
        print(row(cells(name, raced, others)), flush=True)
        contradictions(raced)
    return 0


def race(links: Sequence[str], others: Mapping[str, Racer], seconds: float) -> list[Raced]:
    """The answers of the others first: while one of their processes runs, ours would lose its caches, which
    theirs have filled before their clock starts.
    """
    answers = [{name: racer(link, seconds) for name, racer in others.items()} for link in links]
    for link in links[:1]:
        zenkai(link, seconds)
    forget_frames()
    gc.collect()
    gc.freeze()  # what is there by now is not looked through on anybody's time
    return [Raced(link, zenkai(link, seconds), of) for link, of in zip(links, answers)]


def examples() -> Iterator[str]:
    """The links of the site's own examples."""
    for name, boards in json.loads(FILE.read_text(encoding="utf-8")).items():
        yield f"{PREFIX}{name}/{boards['url']}"


def named(link: str) -> str | None:
    """Our name for the genre of a link."""
    match = re.match(re.escape(PREFIX) + r"([a-z0-9-]+)/", link)
    return LINKED.get(match[1]) if match else None


def made(name: str, size: tuple[int, int], number: int, seconds: float) -> Iterator[str]:
    """Links of puzzles generated by the seeds 1, 2, ..., without those that take more than `seconds`."""
    for seed in range(1, number + 1):
        rules = "stars: 2" if name == "starbattle" else ""
        options = GenreOptions(size, rules, "none", None, 1, True, seed, None, None)
        try:
            puzzle = Maker.of(genre(name), options).puzzle(1, Deadline.after(seconds))
            if not isinstance(puzzle, NoGenrePuzzle):
                yield writing.write(puzzle.puzzle, "puzzlink").strip()
        except (Interrupted, InstanceError) as error:
            print(f"{name}, seed {seed}: {error}", file=sys.stderr)


def zenkai(link: str, seconds: float) -> Answer | None:
    try:
        start = time.process_time()
        links.read(link)
        reading = time.process_time() - start
        start = time.process_time()
        instance = load_text(link, "a link")
    except InstanceError as error:
        print(f"{link:.70}: {error}", file=sys.stderr)
        return None
    searched = solve(instance, limit=2, time_limit=seconds, workers=1)
    number = sum(1 for _ in searched)
    used = time.process_time() - start
    return Answer(number if searched.complete or number > 1 else None, used, reading)


def cspuz(program: Path, link: str, seconds: float) -> Answer | None:
    before = ended_seconds()
    try:
        done = subprocess.run([program, link], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return Answer(None, ended_seconds() - before)
    number = ANSWERS.get(done.stdout.strip())
    return None if number is None else Answer(number, ended_seconds() - before)


def package(folder: Path, link: str, seconds: float) -> Answer | None:
    try:
        stated = arguments(_genre_puzzle(link))
    except (InstanceError, NoModule) as error:
        print(f"{link:.70}: not by the package cspuz: {error}", file=sys.stderr)
        return None
    return _by_child("cspuz_child.py", folder, stated, link, seconds)


def noqx(checkout: Path, link: str, seconds: float) -> Answer | None:
    try:
        puzzle = _genre_puzzle(link)
        if puzzle.genre.name in OTHER_RULES:
            raise NotStated(OTHER_RULES[puzzle.genre.name])
        stated = noqx_puzzle(puzzle)
    except (InstanceError, NotStated) as error:
        print(f"{link:.70}: not by noqx: {error}", file=sys.stderr)
        return None
    return _by_child("noqx_child.py", checkout, asdict(stated), link, seconds)


def _genre_puzzle(link: str) -> GenrePuzzle:
    puzzle = load_text(link, "a link").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    return puzzle


def _by_child(script: str, folder: Path, stated: Any, link: str, seconds: float) -> Answer | None:
    """The answer of a process that takes the puzzle as JSON."""
    command = [sys.executable, str(ROOT / "scripts" / script), str(folder), str(seconds)]
    done = subprocess.run(command, input=json.dumps(stated), capture_output=True, text=True)
    if done.returncode == -signal.SIGPROF:
        return Answer(None, seconds)
    if done.returncode:
        raise SystemExit(f"{script}, {link}: {done.stderr}")
    answer = json.loads(done.stdout.splitlines()[-1])
    if "refused" in answer:
        print(f"{link:.70}: not by {script}: {answer['refused']}", file=sys.stderr)
        return None
    return Answer(answer["number"], answer["seconds"])


def contradictions(raced: Iterable[Raced]) -> None:
    for one in raced:
        for other, theirs in one.others.items():
            if one.differs(other) and one.zenkai and theirs:
                print(
                    f"{one.link}: {one.zenkai.number} by zenkai, {theirs.number} by {other}", file=sys.stderr
                )


def heading(others: Iterable[str]) -> list[str]:
    head = ["genre", "puzzles", "zenkai median s", "longest", "did not end"]
    for name in others:
        head += [f"{name} median s", "longest", "did not end", "not read", "differs", f"{name} / zenkai"]
        head.append("zenkai ahead")
    return head


def cells(name: str, raced: Sequence[Raced], others: Iterable[str]) -> list[str]:
    texts = [name, str(len(raced)), *summary([one.zenkai for one in raced])]
    for other in others:
        ratios = [ratio for one in raced if (ratio := one.ratio(other)) is not None]
        answers = [one.others[other] for one in raced]
        texts += [*summary(answers), str(answers.count(None)), str(sum(one.differs(other) for one in raced))]
        texts.append(f"{median(ratios):.2f}" if ratios else "-")
        texts.append(f"{sum(ratio >= 1 for ratio in ratios)} of {len(ratios)}")
    return texts


def summary(answers: Iterable[Answer | None]) -> list[str]:
    """The median and the longest time of those that ended, and how many did not."""
    read = [answer for answer in answers if answer is not None]
    times = [answer.seconds for answer in read if answer.number is not None]
    shown = [f"{median(times):.3f}", f"{max(times):.2f}"] if times else ["-", "-"]
    return [*shown, str(len(read) - len(times))]


def row(texts: Iterable[str]) -> str:
    return "| " + " | ".join(texts) + " |"


if __name__ == "__main__":
    sys.exit(main())
