"""Make a puzzle.

    python -m solvers.generate nonogram --size 20x20 --density 0.5 --seed 7 --unique [--line-solvable]
    python -m solvers.generate nonogram --picture FILE [--format non] [-o FILE]
    python -m solvers.generate sudoku ...       see `solvers.making.sudoku`
    python -m solvers.generate packing ...      see `solvers.tools.packing_maker`

The format is the one of the file's ending, YAML without a file. Exit codes: 0, 1 if no puzzle of the kind was
found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.nonograms import write
from zenkai_solver.models.formats.table import FORMATS, ending, endings
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.nonogram.picture import read_picture
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, Sheet, checked, from_picture
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
from zenkai_solver.solvers.tools import nonogram_maker

MAKERS = {  # families whose makers have options of their own
    "dissection": "zenkai_solver.solvers.making.dissection",
    "packing": "zenkai_solver.solvers.tools.packing_maker",
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
    name = _format(options)
    if options.output:
        make_sure(options.output, options.inputs)
    board = read_picture(options.picture) if options.picture else None
    start = board or nonogram_maker.random_picture(options.size, options.density, options.seed)
    try:
        with stop_on_signals() as deadline_of:
            final = _wanted(start, options, deadline_of(options.time_limit))
    except Interrupted as error:
        complain(f"no such puzzle yet: {error}")
        return CTRL_C if str(error) == STOPPED else CUT_SHORT
    if final is None:
        complain(f"no such puzzle after {nonogram_maker.ROUNDS:,} changes")
        return NOT_FOUND
    text = _text(final, name, options)
    if options.output:
        write_text(options.output, text, options.inputs)
    else:
        put(text.removesuffix("\n"))
    return COMPLETE


def _text(board: Board, name: str, options: MakeOptions) -> str:
    """The puzzle in the format of that name."""
    shown = from_picture(board)
    sheet = checked(
        Sheet(shown.rows, shown.columns, title=_title(options), goal=board if options.with_answer else None)
    )
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
    sure = "expect: {all: 1}\n" if options.unique or options.line_solvable else ""
    plain = sheet.title.replace("\\", "\\\\").replace('"', '\\"')
    return f'puzzle: nonogram\ntitle: "{plain}"\n{as_yaml(sheet)}{sure}source: made by zenkai generate\n'


if __name__ == "__main__":
    sys.exit(main())
