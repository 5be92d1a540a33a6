"""Draw one solution of a solutions file: as text, or as an SVG picture.

python -m solvers.show FILE N [--svg OUT.svg]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from solvers.display import style_for
from solvers.results import ResultsError, open_solutions
from solvers.run import complain, positive_int


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(prog="zenkai show", description="Draw solution N of a solutions file.")
    p.add_argument("file", type=Path, metavar="FILE")
    p.add_argument("number", type=positive_int, metavar="N")
    p.add_argument("--svg", type=Path, metavar="OUT", help="write a picture instead")
    args = p.parse_args(argv)
    try:
        solutions = open_solutions(args.file)
        board = solutions.board(args.number)
        puzzle = solutions.instance.puzzle
        if broken := next(iter(puzzle.violations(board)), None):
            raise ResultsError(f"{args.file}: solution {args.number} breaks the rules: {broken}")
    except ResultsError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{args.file}: cannot read: {error.strerror or error}")
    if args.svg is None:
        print(puzzle.render(board, style_for(sys.stdout)))
        return 0
    try:
        args.svg.write_text(puzzle.svg(board), encoding="utf-8")
    except OSError as error:
        return complain(f"{args.svg}: cannot write: {error.strerror or error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
