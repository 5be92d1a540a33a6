"""Which genres a drawing can be of, and how many solutions it has in each.

    zenkai identify SOURCE [--seconds 5] [--most 2]

SOURCE is a link of puzz.link or Penpa+, or a file: an instance of any family, whose clues are tried under the
keys of each genre, or a bare drawing, which is tried as each kind of clues. A genre that needs more is not
named.
Exit codes: 0, 1 if no genre reads it, 2 bad input, 3 cut short, 130 Ctrl-C.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from zenkai_solver.models.document import InstanceError, read_text
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.formats import penpa_genres, puzzlink_genres
from zenkai_solver.models.formats.faults import well_formed
from zenkai_solver.models.formats.links import KINDS
from zenkai_solver.models.formats.penpa_text import lines_of
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import checked, puzzle_of
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.texts import KEYS
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    command,
    positive_int,
    put,
    say,
    seconds,
)
from zenkai_solver.solvers.core.deadlines import STOPPED, Deadline, Interrupted
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.generators.command import within

NO_GENRE = 1
ONE = "one solution"
MOST_KEYS = 3  # of clues, which are tried under other keys in every order
OTHERS = {"puzzle", "size", *(path.partition(".")[0] for paths in KEYS[""].values() for path in paths)}


class Reading(NamedTuple):
    """A puzzle that the source may be, and the keys of its clues."""

    puzzle: GenrePuzzle
    keys: tuple[str, ...]


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(
        prog="zenkai identify",
        description="Name the genres that a drawing can be of, and its number of solutions in each.",
    )
    p.add_argument(
        "source",
        metavar="SOURCE",
        help="a link of puzz.link or Penpa+, an instance, or a file with a drawing",
    )
    p.add_argument("--seconds", type=seconds, default=5.0, metavar="S", help="for each genre; default: 5")
    p.add_argument(
        "--most", type=positive_int, default=2, metavar="N", help="count to N solutions; default: 2"
    )
    args = p.parse_args(argv)
    return within(None, partial(identify, args.source, args.most, args.seconds))


def identify(source: str, most: int, limit: float, deadline: Deadline) -> int:
    """Print a line per reading, and which have one solution; the exit code. Raises InstanceError,
    Interrupted.
    """
    answers: dict[str, list[str]] = {}
    for reading in readings(source, deadline):
        answer = solutions(reading.puzzle, most, limit, deadline)
        answers.setdefault(answer, []).append(reading.puzzle.genre.name)
        put(f"{reading.puzzle.genre.name:18}{answer:22}{', '.join(reading.keys)}".rstrip())
    names = dict.fromkeys(answers.get(ONE, []))
    number = len({name for some in answers.values() for name in some})
    say(f"{number} of {len(GENRES)} genres read it; {ONE}: {', '.join(names) or 'in none'}")
    return COMPLETE if answers else NO_GENRE


def readings(source: str, deadline: Deadline) -> Iterator[Reading]:
    """Each way to read the source as a puzzle of a genre of the table. Raises InstanceError, Interrupted."""
    penpa = re.fullmatch(KINDS["Penpa+"][0], source.strip())
    drawn = lines_of(penpa[1]) if penpa else None
    link = source.partition("p?")[2] if "/p?" in source or source.startswith("p?") else ""
    given = {} if link or drawn else clues_of(_read(source))
    for name in GENRES:
        deadline.check()
        if drawn:
            with suppress(InstanceError), well_formed("Penpa+"):
                puzzle = penpa_genres.read(name, drawn).checked()
                yield Reading(puzzle, tuple(key for key, clues in puzzle.sheet.clues.items() if clues))
        elif link:
            with suppress(InstanceError):
                yield _linked(genre(name), link)
        else:
            yield from _drawn(genre(name), given)


def _read(path: str) -> str:
    """Raises InstanceError."""
    try:
        return read_text(Path(path))
    except InstanceError as error:
        raise InstanceError((), f"{path}: {error}") from None


def clues_of(text: str) -> Mapping[str, Any]:
    """The keys of an instance that may be clues, with `size`; a bare drawing has the key "". Raises
    InstanceError.
    """
    try:
        data = parse_yaml(text).data
    except InstanceError:
        if ":" in text:
            raise
        return {"": text}
    given = {key: value for key, value in data.items() if key == "size" or key not in OTHERS}
    if len(given.keys() - {"size"}) > MOST_KEYS:
        raise InstanceError((), f"{len(given)} keys; clues of at most {MOST_KEYS} keys are tried")
    return given


def _linked(stated: Genre, link: str) -> Reading:
    """Raises InstanceError unless the genre writes the link as it was."""
    puzzle = puzzlink_genres.read(stated, link)
    body, written = (text.partition("/")[2].strip().rstrip("/") for text in (link, _after(puzzle)))
    if not puzzle.sheet.clues or body != written:
        raise InstanceError((), "another link")
    return Reading(checked(puzzle), tuple(puzzle.sheet.clues))


def _after(puzzle: GenrePuzzle) -> str:
    """What follows `p?` in the puzzle's link."""
    return puzzlink_genres.write(puzzle).partition("p?")[2]


def _drawn(stated: Genre, given: Mapping[str, Any]) -> Iterator[Reading]:
    """The clues under their own keys if the genre has them all, else under each of its keys."""
    clues = {key: value for key, value in given.items() if key != "size"}
    size = {"size": given["size"]} if "size" in given else {}
    known = [kind.key for kind in stated.given]
    ways = [tuple(clues)] if clues.keys() <= set(known) else permutations(known, len(clues))
    for keys in ways:
        with suppress(InstanceError):
            yield Reading(puzzle_of(stated, Fields({**size, **dict(zip(keys, clues.values()))})), keys)


def solutions(puzzle: GenrePuzzle, most: int, limit: float, deadline: Deadline) -> str:
    """How many solutions the puzzle has, counted to `most`, in words. Raises Interrupted by a signal."""
    instance = Instance(puzzle.genre.name, "", puzzle, "all", {}, None)
    until, number = Deadline(Deadline.after(limit).at, deadline.stop), 0
    try:
        for chunk in prepare(instance).chunks(until):
            number += len(chunk)
            if number >= most:
                return f"{most} solutions or more" if most > 1 else "a solution"
    except Interrupted as error:
        if str(error) == STOPPED:
            raise
        return f"not known in {limit:g} s"
    return {0: "no solution", 1: ONE}.get(number, f"{number} solutions")
