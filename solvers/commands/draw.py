"""Draw puzzles without their answers, several to a page.

zenkai draw INSTANCE... [-o OUT.pdf|OUT.png|OUT.svg] [--sheet 2x3] [--answers [FILE...]]

A page is of A4, with the title of each puzzle and its rules in words; with --answers the solutions follow on
pages of their own, from solutions files or else found now. Several pages are one PDF, or OUT-1.svg,
OUT-2.svg, ...
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.puzzle import Instance, Unsolved, Worded
from zenkai_solver.models.render.page import PrintedPuzzle, pages
from zenkai_solver.models.render.several import beside
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
from zenkai_solver.solvers.gallery.pictures import pdf, png, ready
from zenkai_solver.solvers.solution_files.index import file_with
from zenkai_solver.solvers.solution_files.output import make_sure, write_bytes
from zenkai_solver.solvers.solution_files.results import ResultsError

KINDS = ("pdf", "png", "svg")
ENDINGS = ", ".join(f".{kind}" for kind in KINDS)
MOST = 1_000  # puzzles of a file of many


@command
def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    path, kind = _wanted(args)
    ready(kind)
    inputs: list[Path] = []
    instances: list[Instance] = []
    for name in args.instances:
        inputs.append(path_of(name))
        source = source_of(name, inputs[-1])
        if args.number is not None and isinstance(source, PuzzleFile) and not source.of_many():
            raise InstanceError((), f"{source.name}: --number needs files of many puzzles, such as .sdm")
        instances += islice(stdin.instances(source, RunOptions((name,), number=args.number)), MOST)
    many = len(instances) > 1
    drawings = [_puzzle(instance, number if many else None) for number, instance in enumerate(instances, 1)]
    with stop_on_signals() as deadline:
        boards = _answers(instances, args.answers, deadline(None))
    answers = [_answer(*one) for one in zip(drawings, instances, boards)]
    rows, columns = args.sheet
    if path is None:
        most = rows * columns
        every = [parts[i : i + most] for parts in (drawings, answers) for i in range(0, len(parts), most)]
        texts = (beside([f"{part.name}\n{part.text}" for part in page], columns) for page in every)
        put("\n\n".join(texts))
    else:
        sheets = [page for parts in (drawings, answers) for page in _pages(parts, rows, columns)]
        _save(sheets, path, kind, [*inputs, *(args.answers or ())])
    return COMPLETE


def parser() -> Parser:
    p = Parser(prog="zenkai draw", description="Draw puzzles without their answers.")
    p.add_argument("instances", nargs="+", metavar="INSTANCE", help="a file, a shipped name, or -")
    p.add_argument("--number", type=positive_int, metavar="N", help="only puzzle N of a file of many")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="draw on the terminal; the default")
    how.add_argument("-o", "--output", type=Path, metavar="OUT", help=f"write pages: {ENDINGS}")
    how.add_argument("--svg", type=Path, metavar="OUT", help="the same as -o, of pictures (SVG)")
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


def _wanted(args: argparse.Namespace) -> tuple[Path | None, str]:
    """The file of the pages and its kind; None for text on the terminal. Raises Refused."""
    path, known = (args.svg, ("svg",)) if args.svg is not None else (args.output, KINDS)
    if path is None:
        return None, ""
    kind = path.suffix.removeprefix(".").lower()
    if kind not in known:
        wanted = (
            "not .svg; -o OUT.png or -o OUT.pdf writes others"
            if args.svg is not None
            else f"none of {ENDINGS}"
        )
        raise Refused(f"{path}: the ending is {wanted}")
    return path, kind


def _sheet(text: str) -> tuple[int, int]:
    match = SIZE.fullmatch(text)
    if match is None or not int(match[1]) or not int(match[2]):
        raise argparse.ArgumentTypeError(f"{text} is not rows and columns such as 2x3")
    return int(match[1]), int(match[2])


@dataclass(frozen=True)
class PagePart:
    """A drawing on a page, as text and as a picture."""

    name: str
    heading: str
    text: str
    svg: str
    words: tuple[str, ...] = ()


def _pages(parts: Sequence[PagePart], rows: int, columns: int) -> Iterator[str]:
    return pages([PrintedPuzzle(part.heading, part.svg, part.words) for part in parts], rows, columns)


def _puzzle(instance: Instance, number: int | None) -> PagePart:
    """`number`: of the puzzle on the pages, if there are several."""
    puzzle = instance.puzzle
    if not isinstance(puzzle, Unsolved):
        raise Unsupported(f"{instance.name}: a {puzzle.family} is drawn with its answer only")
    heading = (f"{number}. " if number else "") + (instance.title or instance.name)
    words = puzzle.on_paper if isinstance(puzzle, Worded) else ()
    text = puzzle.unsolved(style_for(sys.stdout))
    return PagePart(instance.name, heading, text, puzzle.unsolved_svg(), words)


def _answer(asked: PagePart, instance: Instance, board: Board | None) -> PagePart:
    name, heading, puzzle = f"{asked.name}: answer", f"{asked.heading}: answer", instance.puzzle
    if board is None:
        return PagePart(name, heading, "no solution", caption("no solution"))
    return PagePart(name, heading, puzzle.render(board, style_for(sys.stdout)), puzzle.svg(board))


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


def _save(sheets: Sequence[str], path: Path, kind: str, inputs: Sequence[Path]) -> None:
    """Write the pages, a PDF as one file, and print the names; none if one would replace an input.

    Raises OutputError, OSError, Unsupported.
    """
    if kind == "pdf" or len(sheets) == 1:
        names = [path]
    else:
        names = [path.with_stem(f"{path.stem}-{n + 1}") for n in range(len(sheets))]
    for name in names:
        make_sure(name, inputs)
    if kind == "pdf":
        written = [pdf(path.stem, sheets)]
    else:
        written = [png(sheet) if kind == "png" else sheet.encode() for sheet in sheets]
    for name, data in zip(names, written):
        write_bytes(name, data, inputs)
        say(str(name))


if __name__ == "__main__":
    sys.exit(main())
