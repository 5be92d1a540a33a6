"""Sheets to print: puzzles without their answers, several to a page of A4, and their answers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.grid import SIZE
from zenkai_solver.models.puzzle import Instance, Puzzle, Unsolved, Worded
from zenkai_solver.models.render.page import PrintedPuzzle, best_paper, pages
from zenkai_solver.models.render.svg import caption
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import say
from zenkai_solver.solvers.core.deadlines import Deadline, Unsupported
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.gallery.pictures import pdf, png
from zenkai_solver.solvers.solution_files.output import make_sure, write_bytes

MOST_SIDE = 20  # rows or columns of a sheet: with more there is no room for a picture
ONE = (1, 1)  # rows and columns of a sheet with one puzzle


@dataclass(frozen=True)
class PagePart:
    """A drawing on a page, as text and as a picture."""

    name: str
    heading: str
    text: str
    svg: str
    words: tuple[str, ...] = ()


def sheets_of(sheet: tuple[int, int] | None, *chapters: Sequence[PagePart]) -> Iterator[str]:
    """The pages of the drawings, as SVG, each chapter on its pages, all of the paper that is best for the
    first one. `sheet`: rows and columns on a page, None: one drawing.
    """
    printed = [
        [PrintedPuzzle(part.heading, part.svg, part.words) for part in parts] for parts in chapters if parts
    ]
    rows, columns = sheet or ONE
    paper = best_paper(printed[0], rows, columns) if printed else None
    for parts in printed:
        yield from pages(parts, rows, columns, paper)


def asked_part(instance: Instance, number: int | None, title: str | None = None) -> PagePart:
    """The puzzle without its answer. `number`: of the puzzle on the pages, if there are several; `title`: in
    place of that of the instance. Raises Unsupported.
    """
    puzzle = instance.puzzle
    if not isinstance(puzzle, Unsolved):
        raise Unsupported(f"{instance.name}: a {puzzle.family} is drawn with its answer only")
    heading = (f"{number}. " if number else "") + (title or titled(instance))
    words = puzzle.on_paper if isinstance(puzzle, Worded) else ()
    text = puzzle.unsolved(style_for(sys.stdout))
    return PagePart(instance.name, heading, text, puzzle.unsolved_svg(), words)


def titled(instance: Instance) -> str:
    """Its title, or that of its genre, or its name."""
    genre = isinstance(instance.puzzle, GenrePuzzle)
    return instance.title or (kind_of(instance.puzzle) if genre else instance.name)


def kind_of(puzzle: Puzzle) -> str:
    """The title of its genre, or the name of its family."""
    return puzzle.genre.title if isinstance(puzzle, GenrePuzzle) else puzzle.family.capitalize()


def answer_part(asked: PagePart, instance: Instance, board: Board | None) -> PagePart:
    name, heading, puzzle = f"{asked.name}: answer", f"{asked.heading}: answer", instance.puzzle
    if board is None:
        return PagePart(name, heading, "no solution", caption("no solution"))
    return PagePart(name, heading, puzzle.render(board, style_for(sys.stdout)), puzzle.svg(board))


def sheet_options(parser: argparse.ArgumentParser, files: bool) -> None:
    """Add --sheet (None if it is not stated: one puzzle to a page) and --answers, which may name `files`."""
    parser.add_argument(
        "--sheet", type=_sheet_size, metavar="RxC", help="rows and columns of puzzles on a page"
    )
    words = "add pages with the answers"
    if files:
        words += ", from solutions files, or searched now"
        parser.add_argument("--answers", nargs="*", type=Path, metavar="FILE", help=words)
    else:
        parser.add_argument("--answers", action="store_true", help=words)


def _sheet_size(text: str) -> tuple[int, int]:
    """The rows and columns of puzzles on a page, from `2x3`."""
    match = SIZE.fullmatch(text)
    if match is None or not {int(match[1]), int(match[2])} <= set(range(1, MOST_SIDE + 1)):
        raise argparse.ArgumentTypeError(f"{text} is not rows and columns such as 2x3, each 1 to {MOST_SIDE}")
    return int(match[1]), int(match[2])


def a_solution(instance: Instance, deadline: Deadline) -> Board | None:
    """A solution of the instance, None without one. Raises Interrupted."""
    chunks = prepare(instance).chunks(deadline)
    return next((chunk.board(0) for chunk in chunks if len(chunk)), None)


def save(sheets: Sequence[str], path: Path, kind: str, inputs: Sequence[Path]) -> None:
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
