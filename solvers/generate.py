"""Make a puzzle.

    python -m solvers.generate nonogram --size 20x20 --density 0.5 --seed 7 --unique [--line-solvable]
    python -m solvers.generate nonogram --picture FILE [--format non] [-o FILE]

Exit codes: 0, 1 if no puzzle of the kind was found, 2 bad input.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.nonograms import write
from zenkai_solver.models.formats.table import endings
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.nonogram.picture import read_picture
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, Sheet, checked, from_picture
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.command import Parser, complain
from zenkai_solver.solvers.tools import nonogram_maker

NOT_FOUND = 1


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
    p.add_argument("--format", choices=["yaml", *endings("nonogram")], default="yaml")
    p.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: standard output")
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


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        board = read_picture(args.picture) if args.picture else None
        start = board or nonogram_maker.random_picture(args.size, args.density, args.seed)
        final = _wanted(start, args)
        if final is None:
            print(f"zenkai: no such puzzle after {nonogram_maker.ROUNDS} rounds of changes", file=sys.stderr)
            return NOT_FOUND
        shown = from_picture(final)
        sheet = checked(Sheet(shown.rows, shown.columns, title=_title(args), goal=final))
        text = _yaml(sheet, args) if args.format == "yaml" else write(sheet, args.format)
        if args.output:
            args.output.write_text(text, encoding="utf-8")
        else:
            print(text, end="")
    except InstanceError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror or error}")
    return 0


def _wanted(start: Board, args: argparse.Namespace) -> Board | None:
    if not args.unique and not args.line_solvable:
        return start
    return nonogram_maker.repaired(start, args.seed, args.line_solvable)


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
