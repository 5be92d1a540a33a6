"""Draw solutions of a solutions file, or of a set of them by its index: as text, or as an SVG picture.

python -m solvers.show FILE N... [--svg OUT.svg | --x3d OUT.x3d | --stl OUT.stl | --gltf OUT.gltf]

Several are drawn side by side with the cells marked in which they differ, where the puzzle can do that.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zenkai_solver.models.puzzle import InSpace, Puzzle, SideBySide
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.command import COMPLETE, Parser, command, positive_int, put
from zenkai_solver.solvers.display import style_for
from zenkai_solver.solvers.files.index import file_with
from zenkai_solver.solvers.files.output import write_text
from zenkai_solver.solvers.files.results import ResultsError, Solutions


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai show", description="Draw solutions N of a solutions file.")
    p.add_argument("file", type=Path, metavar="FILE")
    p.add_argument("numbers", type=positive_int, metavar="N", nargs="+")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--svg", type=Path, metavar="OUT", help="write a picture instead")
    how.add_argument("--x3d", type=Path, metavar="OUT", help="write one solid solution as an X3D scene")
    how.add_argument("--stl", type=Path, metavar="OUT", help="write one of cubes as STL, a solid per piece")
    how.add_argument(
        "--gltf", type=Path, metavar="OUT", help="write one solid solution as glTF, a mesh per piece"
    )
    args = p.parse_args(argv)
    files = [file_with(args.file, number) for number in args.numbers]
    boards = [_checked(solutions, number) for solutions, number in zip(files, args.numbers)]
    drawing = _drawing(files[0].instance.puzzle, boards, args.file)
    inputs = [args.file, *(solutions.path for solutions in files)]
    if args.svg is not None:
        write_text(args.svg, drawing.svg(), inputs)
    elif (solid := args.x3d or args.stl or args.gltf) is not None:
        write_text(solid, _solid(files[0].instance.puzzle, boards, args), inputs)
    else:
        put(drawing.text(style_for(sys.stdout)))
    return COMPLETE


def _solid(puzzle: Puzzle, boards: Sequence[Board], args: argparse.Namespace) -> str:
    """Raises ResultsError for several boards, and for one that is no solid."""
    if len(boards) > 1:
        raise ResultsError(f"{args.file}: solids are written one at a time")
    text = None
    if isinstance(puzzle, InSpace):
        draw = puzzle.x3d if args.x3d else puzzle.stl if args.stl else puzzle.gltf
        text = draw(boards[0])
    if text is None:
        what = "made of cubes" if args.stl else "in space"
        raise ResultsError(f"{args.file}: this {puzzle.family} is not {what}")
    return text


@dataclass(frozen=True)
class Shown:
    """One or several boards of a puzzle, to be drawn as text or as a picture."""

    text: Callable[[Style], str]
    svg: Callable[[], str]


def _drawing(puzzle: Puzzle, boards: Sequence[Board], path: Path) -> Shown:
    """Raises ResultsError if several boards are asked for, and the puzzle draws one at a time."""
    if len(boards) == 1:
        return Shown(partial(puzzle.render, boards[0]), partial(puzzle.svg, boards[0]))
    if not isinstance(puzzle, SideBySide):
        raise ResultsError(f"{path}: solutions of a {puzzle.family} are drawn one at a time")
    return Shown(partial(puzzle.side_by_side, boards), partial(puzzle.side_by_side_svg, boards))


def _checked(solutions: Solutions, number: int) -> Board:
    """Solution n of the file. Raises ResultsError if it is not there or breaks a rule."""
    board = solutions.board(number)
    if broken := next(iter(solutions.instance.puzzle.violations(board)), None):
        raise ResultsError(f"{solutions.path}: solution {number} breaks the rules: {broken}")
    return board


if __name__ == "__main__":
    sys.exit(main())
