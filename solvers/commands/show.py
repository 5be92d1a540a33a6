"""Draw solutions of a solutions file, or of a set of them by its index: as text, as a picture, as a solid.

zenkai show FILE [N...] [-o OUT.svg|OUT.png|OUT.pdf|OUT.x3d|OUT.stl|OUT.gltf] [--animate]

Several solutions are drawn side by side, with the cells marked in which they differ, if the family supports
it; a PDF has a dozen on a page. With --animate the pieces move from one figure to the other and back.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from zenkai_solver.models.puzzle import InSpace, Instance, Moving, Puzzle, SideBySide
from zenkai_solver.models.render.moving import animation
from zenkai_solver.models.render.page import PrintedPuzzle, pages
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import COMPLETE, Parser, Refused, command, leave, positive_int, put
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.gallery.pictures import pdf, png
from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.solution_files.index import file_with
from zenkai_solver.solvers.solution_files.output import make_sure, write_bytes
from zenkai_solver.solvers.solution_files.results import ResultsError, SolutionsFile

DOZEN = 4, 3  # rows and columns of a page
MOST = 2_400  # solutions of a PDF without numbers: two hundred pages, a minute


@dataclass(frozen=True)
class ChosenSolutions:
    """The wanted solutions, checked, as pairs of number and board; `inputs`: the files that were read."""

    file: Path
    instance: Instance
    numbered: Sequence[tuple[int, Board]]
    inputs: Sequence[Path]

    @property
    def puzzle(self) -> Puzzle:
        return self.instance.puzzle

    @property
    def boards(self) -> list[Board]:
        return [board for _, board in self.numbered]

    def only(self, what: str) -> Board:
        """The board, if a single one is wanted. Raises ResultsError."""
        if len(self.numbered) != 1:
            raise ResultsError(f"{self.file}: {what} are written one at a time")
        return self.boards[0]


@command
def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    kind, path = _wanted(args)
    if path is not None:
        make_sure(path, [args.file])
    whole = kind == "pdf" and not args.numbers
    chosen = _every(args.file) if whole else _numbered(args.file, args.numbers or [1])
    if path is None:
        put(_drawing(chosen).text(style_for(sys.stdout)))
    else:
        write_bytes(path, KINDS[kind](chosen), chosen.inputs)
    return COMPLETE


def parser() -> Parser:
    p = Parser(
        prog="zenkai show",
        usage="zenkai show FILE [N ...] [OPTION ...]",
        description="Draw solutions of a file.",
    )
    p.add_argument("file", type=Path, metavar="FILE", help="a solutions file, or the index of several")
    p.add_argument(
        "numbers",
        type=positive_int,
        metavar="N",
        nargs="*",
        help="numbers of solutions; default: 1, for a PDF all",
    )
    p.add_argument(
        "--solution",
        type=positive_int,
        metavar="K",
        action="append",
        dest="numbers_too",
        help="the same as N",
    )
    how = p.add_mutually_exclusive_group()
    for kind, what in WHAT.items():
        how.add_argument(f"--{kind}", nargs="?", type=Path, const=NAMED, metavar="OUT", help=what)
    how.add_argument("--animate", action="store_true", help="write a picture (SVG) in which the pieces move")
    p.add_argument("-o", "--output", type=Path, metavar="OUT", help="the file; its ending says which kind")
    return p


WHAT = {
    "svg": "write a picture (SVG)",
    "png": "write a picture of pixels (needs zenkai-solver[pictures])",
    "pdf": "write pages with 12 solutions each (needs zenkai-solver[pictures])",
    "x3d": "write one solid solution as an X3D scene",
    "stl": "write one solid solution as STL, a closed body per piece",
    "gltf": "write one solid solution as glTF, a mesh per piece",
}
NAMED = Path()  # stands for the file of -o


def _wanted(args: argparse.Namespace) -> tuple[str, Path | None]:
    """The kind of the output and its path, None for text on the terminal. Raises Refused."""
    args.numbers += args.numbers_too or []
    given = {kind: value for kind in WHAT if (value := getattr(args, kind)) is not None}
    kind, path = next(iter(given.items()), ("animate" if args.animate else "", NAMED))
    if path != NAMED and args.output is not None:
        raise Refused(f"--{kind} {path} and -o {args.output}: name one file")
    path = args.output if path == NAMED else path
    if path is None and kind:
        raise Refused(f"--{kind} needs a file: -o OUT.{'svg' if args.animate else kind}")
    if path is None:
        return "text", None
    kind = kind or path.suffix.removeprefix(".").lower()
    if kind not in KINDS:
        raise Refused(f"{path}: the ending is not one of {', '.join(WHAT)}")
    return kind, path


# ---- the solutions


def _numbered(path: Path, numbers: Sequence[int]) -> ChosenSolutions:
    """The solutions with these numbers. Raises ResultsError for one that does not exist or breaks a rule."""
    files = [file_with(path, number) for number in numbers]
    numbered = [(number, _checked(file, number)) for file, number in zip(files, numbers)]
    return ChosenSolutions(path, files[0].instance, numbered, [path, *(file.path for file in files)])


def _checked(solutions: SolutionsFile, number: int) -> Board:
    board = solutions.board(number)
    if broken := next(iter(solutions.instance.puzzle.violations(board)), None):
        raise ResultsError(f"{solutions.path}: solution {number} breaks the rules: {broken}")
    return board


def _every(path: Path) -> ChosenSolutions:
    """All solutions of the file or set, at most MOST. Raises ResultsError."""
    saved = Saved(path)
    numbered = [(one.number, one.board) for one in islice(saved, MOST + 1)]
    if len(numbered) > MOST:
        raise ResultsError(f"{path}: more than {MOST:,} solutions; say which ones, such as 1 2 3")
    return ChosenSolutions(path, saved.instance, numbered, [path])


# ---- pictures


@dataclass(frozen=True)
class Shown:
    """One or several boards of a puzzle, to be drawn as text or as a picture."""

    text: Callable[[Style], str]
    svg: Callable[[], str]


def _drawing(chosen: ChosenSolutions) -> Shown:
    """The drawing of the solutions. Raises ResultsError for several if the family draws one at a time."""
    puzzle, boards = chosen.puzzle, chosen.boards
    if len(boards) == 1:
        return Shown(partial(puzzle.render, boards[0]), partial(puzzle.svg, boards[0]))
    if not isinstance(puzzle, SideBySide):
        raise ResultsError(f"{chosen.file}: solutions of a {puzzle.family} are drawn one at a time")
    return Shown(partial(puzzle.side_by_side, boards), partial(puzzle.side_by_side_svg, boards))


def _svg(chosen: ChosenSolutions) -> bytes:
    return _drawing(chosen).svg().encode()


def _png(chosen: ChosenSolutions) -> bytes:
    return png(_drawing(chosen).svg())


def _pdf(chosen: ChosenSolutions) -> bytes:
    parts = [PrintedPuzzle(f"{number:,}", chosen.puzzle.svg(board)) for number, board in chosen.numbered]
    return pdf(chosen.instance.name, pages(parts, *DOZEN))


def _animated(chosen: ChosenSolutions) -> bytes:
    puzzle, board = chosen.puzzle, chosen.only("animations")
    if not isinstance(puzzle, Moving):
        raise ResultsError(f"{chosen.file}: the pieces of a {puzzle.family} do not move")
    return animation(puzzle.moves_of(board)).encode()


def _solid(kind: str, chosen: ChosenSolutions) -> bytes:
    """The solid as a file of that kind. Raises ResultsError for several solutions, and for a flat one."""
    puzzle, board, text = chosen.puzzle, chosen.only("solids"), None
    if isinstance(puzzle, InSpace):
        text = {"x3d": puzzle.x3d, "stl": puzzle.stl, "gltf": puzzle.gltf}[kind](board)
    if text is None:
        raise ResultsError(f"{chosen.file}: this {puzzle.family} is not in space")
    return text.encode()


KINDS: dict[str, Callable[[ChosenSolutions], bytes]] = {
    "svg": _svg,
    "png": _png,
    "pdf": _pdf,
    "x3d": partial(_solid, "x3d"),
    "stl": partial(_solid, "stl"),
    "gltf": partial(_solid, "gltf"),
    "animate": _animated,
}


if __name__ == "__main__":
    leave(main())
