"""What the commands that make puzzles share: types of arguments, and the way from a text to its file."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, Protocol

import yaml

from zenkai_solver.models.fields import nearest
from zenkai_solver.models.grid import SIZE
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
)
from zenkai_solver.solvers.core.deadlines import STOPPED, Deadline, Interrupted
from zenkai_solver.solvers.core.sources import as_yaml
from zenkai_solver.solvers.solution_files.output import make_sure, write_text

NOT_FOUND = 1  # the exit code where no puzzle of the kind was found
PUZZLES = 500  # that are tried per wanted one, where a rating or a number of givens is asked for
YAML_ENDINGS = (".yaml", ".yml")
RANGE = re.compile(r"(\d{1,7})(?:(\.\.)(\d{1,7})?)?")
UNBOUNDED = 10**7  # of a range LO..


class Asked(Protocol):
    """What every command of the kind is told."""

    @property
    def time_limit(self) -> float | None: ...

    @property
    def output(self) -> Path | None: ...


def ends(parser: Parser, what: str, output: str) -> None:
    """Add the options that every command of the kind has, the last ones of `--help`."""
    parser.add_argument("--seed", type=int, default=0, help=f"the same seed gives the same {what}")
    parser.add_argument("--time-limit", type=seconds, metavar="S", help="give up after S seconds")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=output)


def always_unique(parser: Parser) -> None:
    """Add the option for what such a maker does anyway."""
    parser.add_argument("--unique", action="store_true", help="one solution, as without this option")


def solved(parser: Parser, rules: str) -> None:
    """Add the options of makers that ask an engine for the solutions of what they made."""
    parser.add_argument("--rules", default="", metavar="KEYS", help=f"keys of the instance, such as {rules}")
    parser.add_argument(
        "--solutions",
        type=number_or_range,
        default=(1, 1),
        metavar="N|LO..HI",
        help="how many, up to symmetry, default 1",
    )
    parser.add_argument(
        "--givens", type=positive_int, metavar="N", help="exactly N fixed pieces, which leave one solution"
    )
    always_unique(parser)


class Counted(Protocol):
    """What makers with the options of `solved` are told."""

    @property
    def solutions(self) -> tuple[int, int]: ...

    @property
    def givens(self) -> int | None: ...

    @property
    def unique(self) -> bool: ...


def of_one_solution(asked: Counted, what: str, more: Mapping[str, object] = MappingProxyType({})) -> None:
    """Raise Refused where an option of puzzles with one solution goes with --solutions of another number."""
    own = {**more, "--givens": asked.givens, "--unique": asked.unique}
    if asked.solutions != (1, 1) and (option := next((name for name in own if own[name]), None)):
        raise Refused(f"{option} is of {what} with one solution")


def no_format(output: Path, known: Iterable[str]) -> str:
    """What is said of a file whose ending is none of those."""
    return f"{output}: the ending names no format; known: {', '.join(known)}"


def refuse(parser: Parser, option: str, why: str) -> None:
    """Add an option of other families, which has no meaning in this one."""

    class Refusing(argparse.Action):
        def __call__(self, *_: object) -> NoReturn:
            parser.error(f"{option}: {why}")

    parser.add_argument(option, action=Refusing, nargs="?", default=argparse.SUPPRESS, help=f"refused: {why}")


def within(limit: float | None, work: Callable[[Deadline], int], unfinished: str = "cut short") -> int:
    """The exit code of the work; where time is over or it is stopped, `unfinished` is said, and why."""
    try:
        with stop_on_signals() as deadline_of:
            return work(deadline_of(limit))
    except Interrupted as error:
        complain(f"{unfinished}: {error}")
        return CTRL_C if str(error) == STOPPED else CUT_SHORT


def make_one(
    make: Callable[[Deadline], str | None],
    asked: Asked,
    none: str,
    unfinished: str = "cut short",
    inputs: Sequence[Path] = (),
) -> int:
    """Write the text that is made to the file or to standard output; the exit code.

    Where nothing is made `none` is said. Raises OSError, OutputError.
    """
    if asked.output is not None:
        make_sure(asked.output, inputs)
    return within(
        asked.time_limit, lambda deadline: _written(make(deadline), asked, none, inputs), unfinished
    )


def _written(text: str | None, asked: Asked, none: str, inputs: Sequence[Path]) -> int:
    if text is None:
        complain(none)
        return NOT_FOUND
    if asked.output is not None:
        write_text(asked.output, text, inputs)
    else:
        put(text.removesuffix("\n"))
    return COMPLETE


def rules_of(text: str, known: Collection[str]) -> str:
    """The lines of an instance for `--rules no_crossings,flips: false`. Raises Refused."""
    try:
        items = yaml.safe_load(f"[{text}]")
    except yaml.YAMLError:
        raise Refused(
            f"--rules: {text!r:.40} is not a list such as {next(iter(known))}, KEY: VALUE"
        ) from None
    stated: dict[str, Any] = {}
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


def difficulty(text: str) -> tuple[int, int]:
    """LO..HI or LO.., of ratings."""
    match = RANGE.fullmatch(text)
    lo, hi = (int(match[1]), int(match[3] or UNBOUNDED)) if match and match[2] else (1, 0)
    if lo > hi:
        raise argparse.ArgumentTypeError(f"{text!r} is not a range of ratings such as 90..200, or 500..")
    return lo, hi


def sides(text: str, fit: Callable[[int, int], bool], otherwise: str) -> tuple[int, int]:
    """ROWSxCOLUMNS that fit; a complaint says that the text `otherwise`."""
    match = SIZE.fullmatch(text)
    if not match or not fit(int(match[1]), int(match[2])):
        raise argparse.ArgumentTypeError(f"{text!r} {otherwise}")
    return int(match[1]), int(match[2])
