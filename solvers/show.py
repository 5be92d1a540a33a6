"""Draw solutions of a solutions file, or of a set of them by its index: as text, or as an SVG picture.

python -m solvers.show FILE N... [--svg OUT.svg]

Several are drawn side by side with the cells marked in which they differ, where the puzzle can do that.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from models.puzzle import Board
from solvers.command import complain, positive_int
from solvers.display import style_for
from solvers.index import file_with
from solvers.results import ResultsError, Solutions


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(prog="zenkai show", description="Draw solutions N of a solutions file.")
    p.add_argument("file", type=Path, metavar="FILE")
    p.add_argument("numbers", type=positive_int, metavar="N", nargs="+")
    p.add_argument("--svg", type=Path, metavar="OUT", help="write a picture instead")
    args = p.parse_args(argv)
    try:
        files = [file_with(args.file, number) for number in args.numbers]
        boards = [_checked(solutions, number) for solutions, number in zip(files, args.numbers)]
        puzzle: Any = files[0].instance.puzzle
        if len(boards) > 1 and not hasattr(puzzle, "side_by_side"):
            raise ResultsError(f"{args.file}: solutions of a {puzzle.family} are drawn one at a time")
    except ResultsError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{error.filename or args.file}: cannot read: {error.strerror or error}")
    if args.svg is None:
        draw = puzzle.render if len(boards) == 1 else puzzle.side_by_side
        with suppress(BrokenPipeError):  # whoever reads has seen enough
            print(draw(boards[0] if len(boards) == 1 else boards, style_for(sys.stdout)), flush=True)
            return 0
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still in the buffer
        return 0
    try:
        picture = puzzle.svg(boards[0]) if len(boards) == 1 else puzzle.side_by_side_svg(boards)
        args.svg.write_text(picture, encoding="utf-8")
    except OSError as error:
        return complain(f"{args.svg}: cannot write: {error.strerror or error}")
    return 0


def _checked(solutions: Solutions, number: int) -> Board:
    """Solution n of the file. Raises ResultsError if it is not there or breaks a rule."""
    board = solutions.board(number)
    if broken := next(iter(solutions.instance.puzzle.violations(board)), None):
        raise ResultsError(f"{solutions.path}: solution {number} breaks the rules: {broken}")
    return board


if __name__ == "__main__":
    sys.exit(main())
