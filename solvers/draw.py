"""Draw puzzles as they are set, without their answers; several to a page.

python -m solvers.draw INSTANCE... [--svg OUT.svg] [--sheet 2x3] [--answers [FILE...]]

A page of several has the puzzles in rows; with --answers the solutions follow on pages of their own, from
solutions files or else found now. Several pages of pictures are OUT-1.svg, OUT-2.svg, ...
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.loading import load
from zenkai_solver.models.puzzle import Instance, Unsolved
from zenkai_solver.models.render.several import beside, sheet, stack
from zenkai_solver.models.render.svg import caption
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.backend import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.command import (
    BAD_INPUT,
    COMPLETE,
    CUT_SHORT,
    Parser,
    complain,
    print_out,
    save,
    stop_on_signals,
)
from zenkai_solver.solvers.display import style_for
from zenkai_solver.solvers.files.index import file_with
from zenkai_solver.solvers.files.results import ResultsError
from zenkai_solver.solvers.options import RunOptions
from zenkai_solver.solvers.pipeline import prepare
from zenkai_solver.solvers.shipped import find
from zenkai_solver.solvers.tools.table import each_of_many, is_file_of_many

MOST = 1_000  # puzzles of a file of many


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        instances = [instance for name in args.instances for instance in _instances(find(name))]
        drawings = [_puzzle(instance) for instance in instances]
        with stop_on_signals() as deadline:
            boards = _answers(instances, args.answers, deadline(None))
    except (InstanceError, ResultsError, Unsupported) as error:
        return complain(str(error))
    except Interrupted as error:
        complain(f"no answers: {error}")
        return CUT_SHORT
    except OSError as error:
        return complain(f"{error.filename}: cannot read: {error.strerror or error}")
    answers = [_answer(instance, board) for instance, board in zip(instances, boards)]
    rows, columns = args.sheet
    pages = [*_pages(drawings, rows * columns), *_pages(answers, rows * columns)]
    return _print(pages, columns) if args.svg is None else _save(pages, columns, args.svg)


def _instances(path: Path) -> Iterable[Instance]:
    """The puzzle of a file, or all of a file of many, up to MOST. Raises InstanceError, OSError."""
    if not is_file_of_many(path):
        return [load(path)]
    return islice(each_of_many(path, RunOptions((str(path),))), MOST)


def parser() -> Parser:
    p = Parser(prog="zenkai draw", description="Draw puzzles without their answers.")
    p.add_argument("instances", nargs="+", metavar="INSTANCE")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="on the terminal; the default")
    how.add_argument("--svg", type=Path, metavar="OUT", help="write pictures, one file per page")
    p.add_argument("--sheet", type=_sheet, default=(1, 1), metavar="RxC", help="rows and columns of a page")
    p.add_argument(
        "--answers", nargs="*", type=Path, metavar="FILE", help="last pages: from these files, else found now"
    )
    return p


def _sheet(text: str) -> tuple[int, int]:
    match = SIZE.fullmatch(text)
    if match is None or not int(match[1]) or not int(match[2]):
        raise argparse.ArgumentTypeError(f"{text} is not rows and columns such as 2x3")
    return int(match[1]), int(match[2])


@dataclass(frozen=True)
class Drawing:
    """What is drawn in one place of a page."""

    name: str
    text: str
    svg: str


def _style() -> Style:
    return style_for(sys.stdout)


def _puzzle(instance: Instance) -> Drawing:
    puzzle = instance.puzzle
    if not isinstance(puzzle, Unsolved):
        raise Unsupported(f"{instance.name}: a {puzzle.family} is drawn with its answer only")
    return Drawing(instance.name, puzzle.unsolved(_style()), puzzle.unsolved_svg())


def _answer(instance: Instance, board: Board | None) -> Drawing:
    name, puzzle = f"{instance.name}: answer", instance.puzzle
    if board is None:
        return Drawing(name, "no solution", caption("no solution"))
    return Drawing(name, puzzle.render(board, _style()), puzzle.svg(board))


def _answers(
    instances: Sequence[Instance], files: Sequence[Path] | None, deadline: Deadline
) -> list[Board | None]:
    """A solution of each instance, None where it has none; nothing at all if they are not asked for.

    Raises ResultsError, Unsupported, Interrupted.
    """
    if files is None:
        return []
    if not files:
        return [_first(instance, deadline) for instance in instances]
    if len(files) != len(instances):
        raise ResultsError(f"--answers: {len(files)} files for {len(instances)} puzzles")
    return [_read(instance, path) for instance, path in zip(instances, files)]


def _first(instance: Instance, deadline: Deadline) -> Board | None:
    chunks = prepare(instance).chunks(deadline)
    return next((chunk.board(0) for chunk in chunks if len(chunk)), None)


def _read(instance: Instance, path: Path) -> Board:
    """The first solution of a file. Raises ResultsError if it is no solution of this puzzle."""
    board = file_with(path, 1).board(1)
    if broken := next(iter(instance.puzzle.violations(board)), None):
        raise ResultsError(f"{path}: its solution 1 is none of {instance.name}: {broken}")
    return board


def _pages(drawings: Sequence[Drawing], most: int) -> Iterator[Sequence[Drawing]]:
    return (drawings[i : i + most] for i in range(0, len(drawings), most))


def _print(pages: Sequence[Sequence[Drawing]], columns: int) -> int:
    texts = (beside([f"{one.name}\n{one.text}" for one in page], columns) for page in pages)
    return print_out("\n\n".join(texts))


def _save(pages: Sequence[Sequence[Drawing]], columns: int, path: Path) -> int:
    for number, page in enumerate(pages, 1):
        own = path if len(pages) == 1 else path.with_stem(f"{path.stem}-{number}")
        if save(sheet([stack([caption(one.name), one.svg]) for one in page], columns), own):
            return BAD_INPUT
        print(own)
    return COMPLETE


if __name__ == "__main__":
    sys.exit(main())
