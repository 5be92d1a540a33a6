"""Draw puzzles without their answers, several to a page.

zenkai draw INSTANCE... [--svg OUT.svg] [--sheet 2x3] [--answers [FILE...]]

A page of several has the puzzles in rows; with --answers the solutions follow on pages of their own, from
solutions files or else found now. Several pages of pictures are OUT-1.svg, OUT-2.svg, ...
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.puzzle import Instance, Unsolved
from zenkai_solver.models.render.several import beside, sheet, stack
from zenkai_solver.models.render.svg import caption
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.batch import stdin
from zenkai_solver.solvers.batch.stdin import PuzzleFile, path_of, source_of
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    Refused,
    command,
    positive_int,
    put,
    say,
    stop_on_signals,
)
from zenkai_solver.solvers.core.deadlines import Deadline, Unsupported
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.solution_files.index import file_with
from zenkai_solver.solvers.solution_files.output import make_sure, write_text
from zenkai_solver.solvers.solution_files.results import ResultsError

MOST = 1_000  # puzzles of a file of many


@command
def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    if args.svg is not None and args.svg.suffix.lower() != ".svg":
        raise Refused(f"--svg {args.svg}: the ending is not .svg, and only SVG is written")
    inputs: list[Path] = []
    instances: list[Instance] = []
    for name in args.instances:
        inputs.append(path_of(name))
        source = source_of(name, inputs[-1])
        if args.number is not None and isinstance(source, PuzzleFile) and not source.of_many():
            raise InstanceError((), f"{source.name}: --number needs files of many puzzles, such as .sdm")
        instances += islice(stdin.instances(source, RunOptions((name,), number=args.number)), MOST)
    drawings = [_puzzle(instance) for instance in instances]
    with stop_on_signals() as deadline:
        boards = _answers(instances, args.answers, deadline(None))
    answers = [_answer(instance, board) for instance, board in zip(instances, boards)]
    rows, columns = args.sheet
    most = rows * columns
    pages = [parts[i : i + most] for parts in (drawings, answers) for i in range(0, len(parts), most)]
    if args.svg is None:
        texts = (beside([f"{part.name}\n{part.text}" for part in page], columns) for page in pages)
        put("\n\n".join(texts))
    else:
        _save(pages, columns, args.svg, [*inputs, *(args.answers or ())])
    return COMPLETE


def parser() -> Parser:
    p = Parser(prog="zenkai draw", description="Draw puzzles without their answers.")
    p.add_argument("instances", nargs="+", metavar="INSTANCE", help="a file, a shipped name, or -")
    p.add_argument("--number", type=positive_int, metavar="N", help="only puzzle N of a file of many")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="draw on the terminal; the default")
    how.add_argument("--svg", type=Path, metavar="OUT", help="write pictures, one file per page")
    p.add_argument(
        "--sheet", type=_sheet, default=(1, 1), metavar="RxC", help="rows and columns of puzzles on a page"
    )
    p.add_argument(
        "--answers",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="add pages with the answers, from solutions files, or searched now",
    )
    return p


def _sheet(text: str) -> tuple[int, int]:
    match = SIZE.fullmatch(text)
    if match is None or not int(match[1]) or not int(match[2]):
        raise argparse.ArgumentTypeError(f"{text} is not rows and columns such as 2x3")
    return int(match[1]), int(match[2])


@dataclass(frozen=True)
class PagePart:
    """A drawing on a page, as text and as a picture."""

    name: str
    text: str
    svg: str


def _puzzle(instance: Instance) -> PagePart:
    puzzle = instance.puzzle
    if not isinstance(puzzle, Unsolved):
        raise Unsupported(f"{instance.name}: a {puzzle.family} is drawn with its answer only")
    return PagePart(instance.name, puzzle.unsolved(style_for(sys.stdout)), puzzle.unsolved_svg())


def _answer(instance: Instance, board: Board | None) -> PagePart:
    name, puzzle = f"{instance.name}: answer", instance.puzzle
    if board is None:
        return PagePart(name, "no solution", caption("no solution"))
    return PagePart(name, puzzle.render(board, style_for(sys.stdout)), puzzle.svg(board))


def _answers(
    instances: Sequence[Instance], files: Sequence[Path] | None, deadline: Deadline
) -> list[Board | None]:
    """A solution of each instance, None for one without solutions. `files`: read them from there; None:
    answers are not wanted, and the list is empty.

    Raises ResultsError, Unsupported, Interrupted.
    """
    if files is None:
        return []
    if not files:
        streams = (prepare(instance).chunks(deadline) for instance in instances)
        return [next((chunk.board(0) for chunk in chunks if len(chunk)), None) for chunks in streams]
    if len(files) != len(instances):
        raise ResultsError(f"--answers: {len(files)} files for {len(instances)} puzzles")
    return [_read(instance, path) for instance, path in zip(instances, files)]


def _read(instance: Instance, path: Path) -> Board:
    """The first solution of a file. Raises ResultsError if it is no solution of this puzzle."""
    board = file_with(path, 1).board(1)
    if broken := next(iter(instance.puzzle.violations(board)), None):
        raise ResultsError(f"{path}: its solution 1 does not solve {instance.name}: {broken}")
    return board


def _save(pages: Sequence[Sequence[PagePart]], columns: int, path: Path, inputs: Sequence[Path]) -> None:
    """Write each page and print its name; none if one would replace an input. Raises OutputError, OSError."""
    names = [path] if len(pages) == 1 else [path.with_stem(f"{path.stem}-{n + 1}") for n in range(len(pages))]
    for name in names:
        make_sure(name, inputs)
    for name, page in zip(names, pages):
        write_text(name, sheet([stack([caption(one.name), one.svg]) for one in page], columns), inputs)
        say(str(name))


if __name__ == "__main__":
    sys.exit(main())
