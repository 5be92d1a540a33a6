"""What the generators of all families share: options, types of arguments, and writing the puzzle."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import yaml

from zenkai_solver.models.fields import nearest
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    Parser,
    Refused,
    complain,
    positive_int,
    put,
    seconds,
    stop_on_signals,
    whole_number,
)
from zenkai_solver.solvers.core.deadlines import STOPPED, Deadline, Interrupted
from zenkai_solver.solvers.core.progress import waiting
from zenkai_solver.solvers.core.sources import as_yaml
from zenkai_solver.solvers.generators.difficulty import LEAST_SCORE, is_wanted, reached
from zenkai_solver.solvers.generators.orbits import SYMMETRIES
from zenkai_solver.solvers.solution_files.output import make_sure, write_text

NOT_FOUND = 1  # the exit code if no puzzle of the kind was found
MOST_RATED = 8  # puzzles that are rated for one, where a rating takes seconds
PUZZLES = 500  # puzzles tried per wanted one, where a rating or a number of givens is required
YAML_ENDINGS = (".yaml", ".yml")
RANGE = re.compile(r"(\d{1,7})(?:(\.\.)(\d{1,7})?)?")
UNBOUNDED = 10**7  # the end of a range LO..


@dataclass(frozen=True, kw_only=True)
class MakerOptions:
    """The options that every family has."""

    unique: bool
    givens: int | None
    difficulty: tuple[int, int] | None
    seed: int
    time_limit: float | None
    output: Path | None


def ends(parser: Parser, what: str, output: str) -> None:
    """Add the options that all generators have at the end of `--help`."""
    parser.add_argument(
        "--seed",
        type=whole_number,
        default=0,
        metavar="N",
        help=f"the same seed gives the same {what}; default: 0",
    )
    parser.add_argument("--time-limit", type=seconds, metavar="S", help="give up after S seconds")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=output)


def symmetry(parser: Parser, what: str) -> None:
    """Add --symmetry, of `what`."""
    names = ", ".join(SYMMETRIES)
    parser.add_argument(
        "--symmetry", choices=SYMMETRIES, default="none", metavar="KIND", help=f"of {what}: {names}"
    )


def always_unique(parser: Parser) -> None:
    """Add --unique to a generator whose puzzles always have one solution."""
    parser.add_argument("--unique", action="store_true", help="no effect: there is always one solution")


def solved(parser: Parser, rules: str) -> None:
    """Add the options of families whose puzzles may have several solutions, which are counted."""
    parser.add_argument(
        "--difficulty",
        type=difficulty,
        metavar="LO..HI",
        help="range of the score of `zenkai explain --rate`, for one solution",
    )
    parser.add_argument(
        "--rules", default="", metavar="KEYS", help=f"keys of the instance, such as '{rules}'"
    )
    parser.add_argument(
        "--solutions",
        type=number_or_range,
        default=(1, 1),
        metavar="N|LO..HI",
        help="number of solutions up to symmetry; default: 1",
    )
    parser.add_argument(
        "--givens", type=positive_int, metavar="N", help="fix exactly N pieces, so that one solution is left"
    )
    always_unique(parser)


@dataclass(frozen=True, kw_only=True)
class CountedOptions(MakerOptions):
    """The options of families whose puzzles may have several solutions, which are counted."""

    rules: str
    solutions: tuple[int, int]


def of_one_solution(options: CountedOptions, what: str) -> None:
    """Raises Refused for an option that needs one solution together with --solutions of another number."""
    stated = {"--difficulty": options.difficulty, "--givens": options.givens, "--unique": options.unique}
    if options.solutions != (1, 1) and (option := next((name for name in stated if stated[name]), None)):
        raise Refused(f"{option} is of {what} with one solution")


@dataclass(frozen=True)
class Tried:
    """The puzzles that were tried, each a `name`, for what is said if none is as wanted.

    solutions  the wanted numbers
    numbers    of solutions, of each that was counted
    scores     of those that have as many as wanted, where they are rated
    """

    name: str
    solutions: tuple[int, int]
    numbers: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)

    def is_wanted(self, score: Callable[[], float], wanted: tuple[int, int] | None) -> bool:
        """Is the score in the range `wanted`, None for any? It is noted."""

        def noted() -> float:
            self.scores.append(score())
            return self.scores[-1]

        return is_wanted(noted, wanted)

    @property
    def enough(self) -> bool:
        """Were as many rated as may be?"""
        return len(self.scores) >= MOST_RATED

    def none(self) -> str:
        """That none is as wanted."""
        advice = "; try another --seed, or --solutions LO..HI" if self.numbers and not self.scores else ""
        return f"no such {self.name}{self._looked_at}{advice}"

    def not_yet(self) -> str:
        """That none is as wanted so far."""
        return f"no such {self.name} yet{self._looked_at}"

    @property
    def _looked_at(self) -> str:
        if self.scores:
            return f" among {reached(self.scores)}"
        few = sum(number < self.solutions[0] for number in self.numbers)
        many = sum(number > self.solutions[1] for number in self.numbers)
        return (
            f" among {few + many:,}: {few:,} with fewer solutions, {many:,} with more" if few + many else ""
        )


def no_format(output: Path, known: Iterable[str]) -> str:
    """The message for a file whose ending is none of the known ones."""
    return f"{output}: the ending names no format; known: {', '.join(known)}"


def refuse(parser: Parser, option: str, why: str) -> None:
    """Add an option of other families, which this one refuses for the reason `why`."""

    class Refusing(argparse.Action):
        def __call__(self, *_: object) -> NoReturn:
            parser.error(f"{option}: {why}")

    hidden = argparse.SUPPRESS  # `--help` lists what can be asked for
    parser.add_argument(option, action=Refusing, nargs="?", default=hidden, help=hidden)


Said = str | Callable[[], str]  # a message that may be known only at the end


def _text(message: Said) -> str:
    return message if isinstance(message, str) else message()


CUT = "cut short"


def within(limit: float | None, work: Callable[[Deadline], int], unfinished: Said = CUT) -> int:
    """Call `work` with a deadline; its exit code. If it is interrupted, by time or a signal, print
    `unfinished` and the reason; until then what it says, if that is more than CUT, every few seconds.
    """

    def so_far() -> str:
        return "" if (words := _text(unfinished)) == CUT else words

    try:
        with stop_on_signals() as deadline_of, waiting(so_far, complain):
            return work(deadline_of(limit))
    except Interrupted as error:
        complain(f"{_text(unfinished)}: {error}")
        return CTRL_C if str(error) == STOPPED else CUT_SHORT


def make_one(
    make: Callable[[Deadline], str | Instance | None],
    options: MakerOptions,
    none: Said,
    unfinished: Said = CUT,
    inputs: Sequence[Path] = (),
) -> int:
    """Write the puzzle that `make` returns to the file, or to standard output; the exit code.

    If it returns None, print `none`. Raises OSError, OutputError.
    """

    def work(deadline: Deadline) -> int:
        made = make(deadline)
        if made is None:
            complain(_text(none))
            return NOT_FOUND
        text = made.text if isinstance(made, Instance) else made
        if options.output is not None:
            write_text(options.output, text, inputs)
        else:
            put(text.removesuffix("\n"))
        return COMPLETE

    if options.output is not None:
        make_sure(options.output, inputs)
    return within(options.time_limit, work, unfinished)


def rules_of(text: str, known: Collection[str]) -> str:
    """The lines of an instance for the value of --rules, such as `no_crossings,flips: false`. Raises Refused
    for a key that is not `known`.
    """
    try:
        items = yaml.safe_load(f"[{text}]")
    except yaml.YAMLError:
        raise Refused(
            f"--rules: {text!r:.40} is not a list such as {next(iter(known))}, KEY: VALUE"
        ) from None
    stated: dict[str, object] = {}
    for item in items:
        stated.update(item if isinstance(item, dict) else {str(item): True})
    if unknown := next((key for key in stated if key not in known), None):
        raise Refused(f'--rules: unknown key "{unknown:.40}"{nearest(unknown, known)}')
    return as_yaml(stated) if stated else ""


# ---- types of arguments


def number_or_range(text: str) -> tuple[int, int]:
    """N or LO..HI, from 1 on."""
    match = RANGE.fullmatch(text)
    lo, hi = (int(match[1]), int(match[3] or match[1])) if match else (0, 0)
    if not 1 <= lo <= hi or text.endswith("."):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on, or LO..HI")
    return lo, hi


def off(number: float, wanted: tuple[int, int]) -> float:
    """How far the number is from the range."""
    return max(wanted[0] - number, number - wanted[1], 0)


def difficulty(text: str) -> tuple[int, int]:
    """A range of ratings, LO..HI or LO.. ."""
    match = RANGE.fullmatch(text)
    lo, hi = (int(match[1]), int(match[3] or UNBOUNDED)) if match and match[2] else (1, 0)
    if lo > hi:
        raise argparse.ArgumentTypeError(f"{text!r} is not a range of ratings such as 90..200, or 500..")
    if hi < LEAST_SCORE:
        raise argparse.ArgumentTypeError(f"{text!r}: no puzzle has such a score, the least is {LEAST_SCORE}")
    return lo, hi


def sides(text: str, fit: Callable[[int, int], bool], otherwise: str) -> tuple[int, int]:
    """A size ROWSxCOLUMNS for which fit(rows, columns) is true; messages end with `otherwise`."""
    match = SIZE.fullmatch(text)
    if not match or not fit(int(match[1]), int(match[2])):
        raise argparse.ArgumentTypeError(f"{text!r} {otherwise}")
    return int(match[1]), int(match[2])
