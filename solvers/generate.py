"""Make a puzzle.

    python -m solvers.generate nonogram --size 20x20 --density 0.5 --seed 7 --unique [--line-solvable]
    python -m solvers.generate nonogram --picture FILE [--format non] [-o FILE]

The format is the one of the file's ending, YAML without a file. Exit codes: 0, 1 if no puzzle of the kind was
found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

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

NOT_FOUND = 1
YAML, YAML_ENDINGS = "yaml", (".yaml", ".yml")
EVERY = 2.0  # seconds between two lines of progress


def parser() -> Parser:
    p = Parser(prog="zenkai generate", description="Make a puzzle.")
    p.add_argument("family", choices=["nonogram"])
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
    args = parser().parse_args(argv)
    name = _format(args)
    inputs = [args.picture] if args.picture else []
    if args.output:
        make_sure(args.output, inputs)
    board = read_picture(args.picture) if args.picture else None
    start = board or nonogram_maker.random_picture(args.size, args.density, args.seed)
    try:
        with stop_on_signals() as deadline_of:
            final = _wanted(start, args, deadline_of(args.time_limit))
    except Interrupted as error:
        complain(f"no such puzzle yet: {error}")
        return CTRL_C if str(error) == STOPPED else CUT_SHORT
    if final is None:
        complain(f"no such puzzle after {nonogram_maker.ROUNDS:,} changes")
        return NOT_FOUND
    text = _text(final, name, args)
    if args.output:
        write_text(args.output, text, inputs)
    else:
        put(text.removesuffix("\n"))
    return COMPLETE


def _text(board: Board, name: str, args: argparse.Namespace) -> str:
    """The puzzle in the format of that name."""
    shown = from_picture(board)
    sheet = checked(
        Sheet(shown.rows, shown.columns, title=_title(args), goal=board if args.with_answer else None)
    )
    return _yaml(sheet, args) if name == YAML else write(sheet, name)


def _format(args: argparse.Namespace) -> str:
    """The format to write. Raises InstanceError where --format and the file's ending are at odds."""
    if args.output is None:
        return args.format or YAML
    named = YAML if args.output.suffix.lower() in YAML_ENDINGS else _ending(args.output)
    if named is None and args.format is None:
        known = ", ".join([*YAML_ENDINGS, *(f".{name}" for name in endings("nonogram"))])
        raise InstanceError((), f"{args.output}: the ending names no format; known: {known}; or say --format")
    if args.format is not None and named is not None and FORMATS.get(named) != FORMATS.get(args.format):
        raise InstanceError((), f"{args.output}: the ending says {named}, but --format says {args.format}")
    return str(args.format or named)


def _ending(path: Path) -> str | None:
    """The nonogram format that the ending names, or None."""
    name = ending(path)
    return name if name in endings("nonogram") else None


def _wanted(start: Board, args: argparse.Namespace, deadline: Deadline) -> Board | None:
    """Raises Interrupted."""
    if not args.unique and not args.line_solvable:
        return start
    return nonogram_maker.repaired(start, args.seed, args.line_solvable, deadline, Progress(start))


class Progress:
    """A line on stderr now and then."""

    def __init__(self, board: Board) -> None:
        self.cells, self.told = len(board) * len(board[0]), time.monotonic()

    def __call__(self, tried: int, left: int) -> None:
        if time.monotonic() - self.told >= EVERY:
            self.told = time.monotonic()
            state = f"line solving leaves {left:,} of {self.cells:,} cells open"
            say(f"zenkai: {tried:,} changes tried; {state}", sys.stderr)


def _title(args: argparse.Namespace) -> str:
    if args.picture:
        return str(args.picture.stem)
    return f"Random {args.size[0]}x{args.size[1]}, density {args.density:g}, seed {args.seed}"


def _yaml(sheet: Sheet, args: argparse.Namespace) -> str:
    sure = "expect: {all: 1}\n" if args.unique or args.line_solvable else ""
    plain = sheet.title.replace("\\", "\\\\").replace('"', '\\"')
    return f'puzzle: nonogram\ntitle: "{plain}"\n{as_yaml(sheet)}{sure}source: made by zenkai generate\n'


if __name__ == "__main__":
    sys.exit(main())
