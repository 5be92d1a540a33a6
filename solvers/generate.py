"""Make a puzzle.

    python -m solvers.generate nonogram --size 20x20 --density 0.5 --seed 7 --unique [--line-solvable]
    python -m solvers.generate nonogram --picture FILE [--format non] [-o FILE]
    python -m solvers.generate sudoku ...       see `solvers.making.sudoku`
    python -m solvers.generate packing ...      see `solvers.making.packing`

The format is the one of the file's ending, YAML without a file. Exit codes: 0, 1 if no puzzle of the kind was
found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.nonograms import write
from zenkai_solver.models.formats.table import FORMATS, ending, endings
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.loading import loads
from zenkai_solver.models.nonogram.picture import read_picture
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, OPEN, Sheet, checked, from_picture
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.backend import STOPPED, Deadline, Interrupted
from zenkai_solver.solvers.command import (
    COMPLETE,
    CTRL_C,
    CUT_SHORT,
    Parser,
    command,
    complain,
    put,
    say,
    seconds,
    stop_on_signals,
)
from zenkai_solver.solvers.files.output import make_sure, write_text
from zenkai_solver.solvers.making.difficulty import MOST_RATED, difficulty, rated
from zenkai_solver.solvers.tools import nonogram_maker

MAKERS = {  # families whose makers have options of their own
    "dissection": "zenkai_solver.solvers.making.dissection",
    "packing": "zenkai_solver.solvers.making.packing",
    "sudoku": "zenkai_solver.solvers.making.sudoku",
}
NOT_FOUND = 1
YAML, YAML_ENDINGS = "yaml", (".yaml", ".yml")
EVERY = 2.0  # seconds between two lines of progress


@dataclass(frozen=True)
class MakeOptions:
    """What is asked for; the fields are the options of the command line."""

    family: str
    size: tuple[int, int]  # rows, columns
    density: float
    seed: int
    unique: bool
    line_solvable: bool
    given: bool
    difficulty: tuple[int, int] | None
    with_answer: bool
    picture: Path | None
    time_limit: float | None
    format: str | None
    output: Path | None

    @property
    def inputs(self) -> list[Path]:
        """The files that are read, which are never written."""
        return [self.picture] if self.picture else []


def parser() -> Parser:
    p = Parser(prog="zenkai generate", description="Make a puzzle.")
    p.add_argument(
        "family",
        choices=["nonogram", *MAKERS],
        help="the options of each family are its own",
    )
    p.add_argument("--size", type=_size, default=(10, 10), metavar="RxC", help="default 10x10")
    p.add_argument("--density", type=_density, default=0.5, help="share of painted cells, default 0.5")
    p.add_argument("--seed", type=int, default=0, help="the same seed gives the same puzzle")
    p.add_argument("--unique", action="store_true", help="change cells until there is one solution")
    p.add_argument("--line-solvable", action="store_true", help="and until line solving alone finds it")
    p.add_argument(
        "--given", action="store_true", help="change no cell: give the fewest that leave one solution"
    )
    p.add_argument(
        "--difficulty", type=difficulty, metavar="LO..HI", help="the score that `zenkai explain --rate` gives"
    )
    p.add_argument(
        "--picture", type=Path, metavar="FILE", help="ASCII (# and .) or PBM instead of random cells"
    )
    p.add_argument(
        "--with-answer", action="store_true", help="write the picture, too, where the format has it"
    )
    p.add_argument("--time-limit", type=seconds, metavar="S", help="give up after S seconds")
    p.add_argument(
        "--format", choices=[YAML, *endings("nonogram")], help="default: as the ending of FILE says"
    )
    p.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: standard output, as YAML")
    return p


def _maker(family: str) -> Any:
    """The module that makes puzzles of a family, with `parser` and `main`."""
    return importlib.import_module(MAKERS[family])


def _size(text: str) -> tuple[int, int]:
    match = SIZE.fullmatch(text)
    if not match or not all(1 <= int(side) <= MAX_SIDE for side in match.groups()):
        raise argparse.ArgumentTypeError(f"{text!r} is not ROWSxCOLUMNS, each 1 to {MAX_SIDE}")
    return int(match[1]), int(match[2])


def _density(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value


@command
def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in MAKERS:
        return int(_maker(words[0]).main(words[1:]))
    if words and words[0] in ("-h", "--help"):
        parsers = [parser(), *(_maker(family).parser() for family in MAKERS)]
        put("\n".join(one.format_help() for one in parsers).removesuffix("\n"))
        sys.exit(COMPLETE)  # as argparse does
    options = MakeOptions(**vars(parser().parse_args(words)))
    if fault := _fault(options):
        return complain(fault)
    name = _format(options)
    if options.output:
        make_sure(options.output, options.inputs)
    try:
        with stop_on_signals() as deadline_of:
            final, given = _made(options, deadline_of(options.time_limit))
    except Interrupted as error:
        complain(f"no such puzzle yet: {error}")
        return CTRL_C if str(error) == STOPPED else CUT_SHORT
    if final is None:
        tried = f"{MOST_RATED:,} pictures" if options.difficulty else f"{nonogram_maker.ROUNDS:,} changes"
        complain(f"no such puzzle after {tried}")
        return NOT_FOUND
    text = _text(final, given, name, options)
    if options.output:
        write_text(options.output, text, options.inputs)
    else:
        put(text.removesuffix("\n"))
    return COMPLETE


def _fault(options: MakeOptions) -> str | None:
    """What does not go together."""
    if options.given and (options.unique or options.line_solvable):
        return "--given changes no cell, --unique and --line-solvable do"
    if options.difficulty and (options.picture or not (options.unique or options.line_solvable)):
        return "--difficulty is of random pictures, with --unique or --line-solvable"
    return None


def _made(options: MakeOptions, deadline: Deadline) -> tuple[Board | None, Board | None]:
    """The picture, and the given cells; None for a picture if none is as asked. Raises Interrupted."""
    for trial in range(MOST_RATED if options.difficulty else 1):
        seed = random.Random(f"{options.seed} {trial}").getrandbits(32) if trial else options.seed
        board = read_picture(options.picture) if options.picture else None
        start = board or nonogram_maker.random_picture(options.size, options.density, seed)
        final = _wanted(start, replace(options, seed=seed), deadline)
        if final is None or options.difficulty is None or _is_as_hard(final, options.difficulty, deadline):
            return final, _given(start, deadline) if options.given else None
    return None, None


def _is_as_hard(board: Board, wanted: tuple[int, int], deadline: Deadline) -> bool:
    return wanted[0] <= rated(Nonogram(from_picture(board)), deadline) <= wanted[1]


def _given(board: Board, deadline: Deadline) -> Board:
    """The fewest cells that leave the picture alone, `?` elsewhere; where time is over, perhaps more.

    Raises Interrupted.
    """
    from zenkai_solver.solvers.giving.choosing import make_unique

    sheet = checked(from_picture(board))
    made = make_unique(loads(f"puzzle: nonogram\n{as_yaml(sheet)}", "made"), board, deadline=deadline)
    if made.reason is not None:
        more = f"{len(made.clues):,} cells are given, {made.least:,} or more are needed"
        say(f"zenkai: {more}: cut short ({made.reason})", sys.stderr)
    drawn = [[OPEN] * len(row) for row in board]
    for label, ((r, c),) in (clue.fact for clue in made.clues):
        drawn[r][c] = label
    return tuple(map("".join, drawn))


def _text(board: Board, given: Board | None, name: str, options: MakeOptions) -> str:
    """The puzzle in the format of that name. Raises InstanceError where the format has no given cells."""
    shown, goal = from_picture(board), board if options.with_answer else None
    given = given if given and set("".join(given)) != {OPEN} else None
    sheet = checked(Sheet(shown.rows, shown.columns, title=_title(options), goal=goal, given=given))
    return _yaml(sheet, options) if name == YAML else write(sheet, name)


def _format(options: MakeOptions) -> str:
    """The format to write. Raises InstanceError where --format and the file's ending are at odds."""
    if options.output is None:
        return options.format or YAML
    named = YAML if options.output.suffix.lower() in YAML_ENDINGS else _ending(options.output)
    if named is None and options.format is None:
        known = ", ".join([*YAML_ENDINGS, *(f".{name}" for name in endings("nonogram"))])
        raise InstanceError(
            (), f"{options.output}: the ending names no format; known: {known}; or say --format"
        )
    if options.format is not None and named is not None and FORMATS.get(named) != FORMATS.get(options.format):
        raise InstanceError(
            (), f"{options.output}: the ending says {named}, but --format says {options.format}"
        )
    return options.format or named or YAML


def _ending(path: Path) -> str | None:
    """The nonogram format that the ending names, or None."""
    name = ending(path)
    return name if name in endings("nonogram") else None


def _wanted(start: Board, options: MakeOptions, deadline: Deadline) -> Board | None:
    """Raises Interrupted."""
    if not options.unique and not options.line_solvable:
        return start
    return nonogram_maker.repaired(start, options.seed, options.line_solvable, deadline, Repairing(start))


class Repairing:
    """A line on stderr now and then."""

    def __init__(self, board: Board) -> None:
        self.cells, self.last = len(board) * len(board[0]), time.monotonic()

    def __call__(self, tried: int, left: int) -> None:
        if time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            state = f"line solving leaves {left:,} of {self.cells:,} cells open"
            say(f"zenkai: {tried:,} changes tried; {state}", sys.stderr)


def _title(options: MakeOptions) -> str:
    if options.picture:
        return options.picture.stem
    return f"Random {options.size[0]}x{options.size[1]}, density {options.density:g}, seed {options.seed}"


def _yaml(sheet: Sheet, options: MakeOptions) -> str:
    unique = options.unique or options.line_solvable or options.given
    sure = "expect: {all: 1}\n" if unique else ""
    plain = sheet.title.replace("\\", "\\\\").replace('"', '\\"')
    return f'puzzle: nonogram\ntitle: "{plain}"\n{as_yaml(sheet)}{sure}source: made by zenkai generate\n'


if __name__ == "__main__":
    sys.exit(main())
