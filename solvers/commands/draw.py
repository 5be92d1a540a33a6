"""Draw puzzles without their answers, several to a page.

zenkai draw INSTANCE... [-o OUT.pdf|OUT.png|OUT.svg] [--sheet 2x3] [--answers [FILE...]]

A page is of A4, with the title of each puzzle and its rules in words; with --answers the solutions follow on
pages of their own, from solutions files or else found now. Several pages are one PDF, or OUT-1.svg,
OUT-2.svg, ...
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.render.several import beside
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.batch import stdin
from zenkai_solver.solvers.batch.stdin import PuzzleFile, path_of, source_of
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    Refused,
    command,
    leave,
    positive_int,
    put,
    stop_on_signals,
)
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.gallery.pictures import ready
from zenkai_solver.solvers.gallery.sheets import (
    ONE,
    a_solution,
    answer_part,
    asked_part,
    save,
    sheet_options,
    sheets_of,
)
from zenkai_solver.solvers.solution_files.index import file_with
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
    drawings = [
        asked_part(instance, number if many else None) for number, instance in enumerate(instances, 1)
    ]
    with stop_on_signals() as deadline:
        boards = _answers(instances, args.answers, deadline(None))
    answers = [answer_part(*one) for one in zip(drawings, instances, boards)]
    if path is None:
        rows, columns = args.sheet or ONE
        most = rows * columns
        every = [parts[i : i + most] for parts in (drawings, answers) for i in range(0, len(parts), most)]
        texts = (beside([f"{part.name}\n{part.text}" for part in page], columns) for page in every)
        put("\n\n".join(texts))
    else:
        sheets = [*sheets_of(args.sheet, drawings, answers)]
        save(sheets, path, kind, [*inputs, *(args.answers or ())])
    return COMPLETE


def parser() -> Parser:
    p = Parser(prog="zenkai draw", description="Draw puzzles without their answers.")
    p.add_argument("instances", nargs="+", metavar="INSTANCE", help="a file, a shipped name, or -")
    p.add_argument("--number", type=positive_int, metavar="N", help="only puzzle N of a file of many")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="draw on the terminal; the default")
    how.add_argument("-o", "--output", type=Path, metavar="OUT", help=f"write pages: {ENDINGS}")
    how.add_argument("--svg", type=Path, metavar="OUT", help="the same as -o, of pictures (SVG)")
    sheet_options(p, files=True)
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
            else f"not one of {ENDINGS}"
        )
        raise Refused(f"{path}: the ending is {wanted}")
    return path, kind


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
        return [a_solution(instance, deadline) for instance in instances]
    if len(files) != len(instances):
        raise ResultsError(f"--answers: {len(files)} files for {len(instances)} puzzles")
    return [_read(instance, path) for instance, path in zip(instances, files)]


def _read(instance: Instance, path: Path) -> Board:
    """The first solution of a file. Raises ResultsError if it is no solution of this puzzle."""
    board = file_with(path, 1).board(1)
    if broken := next(iter(instance.puzzle.violations(board)), None):
        raise ResultsError(f"{path}: its solution 1 does not solve {instance.name}: {broken}")
    return board


if __name__ == "__main__":
    leave(main())
