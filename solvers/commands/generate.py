"""Generate a puzzle of a family; each family has its own options.

    zenkai generate nonogram ...     see `solvers.generators.nonogram`
    zenkai generate sudoku ...       see `solvers.generators.sudoku`
    zenkai generate packing ...      see `solvers.generators.packing`
    zenkai generate dissection ...   see `solvers.generators.dissection`
    zenkai generate slitherlink ...  or another genre: see `solvers.generators.genres`
    zenkai generate FAMILY ... --number 12 --sheet 2x3 --answers -o booklet.pdf

A booklet is of any family: puzzle n is that of seed S + n - 1, and they go from easy to hard.
Exit codes: 0, 1 if no puzzle of the kind was found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.loading import load
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    Refused,
    command,
    leave,
    positive_int,
    put,
    seconds,
    whole_number,
)
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.gallery.pictures import ready
from zenkai_solver.solvers.gallery.sheets import (
    a_solution,
    answer_part,
    asked_part,
    kind_of,
    save,
    sheet_options,
    sheets_of,
)
from zenkai_solver.solvers.generators.command import within
from zenkai_solver.solvers.generators.difficulty import TOO_HARD, Grade, grade_of
from zenkai_solver.solvers.solution_files.output import make_sure

MOST_PUZZLES = 500  # of a booklet
SOON = 0.001  # seconds: a time limit that is over
FAMILIES = ("nonogram", "dissection", "packing", "sudoku")


def parser() -> Parser:
    """The parser of the first word; the others are read by the parser of the family or genre."""
    p = Parser(
        prog="zenkai generate",
        usage="zenkai generate FAMILY [OPTION ...]",
        description="Make a new puzzle.",
        epilog="`zenkai generate FAMILY --help` lists the options of a family. A booklet of any family,"
        " from easy to hard: --number K [--sheet RxC] [--answers] -o NAME.pdf",
    )
    p.add_argument(
        "family",
        choices=(*FAMILIES, *GENRES),
        metavar="FAMILY",
        help=f"{', '.join(FAMILIES)}, or a genre, which `zenkai genres` lists",
    )
    p.add_argument("--help-all", action="help", help="the options of each of the four families too")
    return p


def _maker(family: str) -> Any:
    """The module that generates puzzles of a family, with `parser` and `main`."""
    return importlib.import_module(f"zenkai_solver.solvers.generators.{family}")


@command
def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["--help-all"]:
        parsers = [parser(), booklet_parser(), *(_maker(family).parser() for family in FAMILIES)]
        put("\n".join(one.format_help() for one in parsers).removesuffix("\n"))
        sys.exit(COMPLETE)  # as argparse does
    family = parser().parse_args(words[:1]).family
    make = _making(family)
    options, others = booklet_parser(family).parse_known_args(words[1:])
    wanted = BookletOptions(**vars(options))
    if not wanted.is_booklet:
        return make(words[1:])
    return _booklet(family, partial(_made, make, others), wanted)


def _making(family: str) -> Callable[[Sequence[str]], int]:
    """The command that makes puzzles of a family or genre."""
    if family in GENRES:
        from zenkai_solver.solvers.generators import genres

        return partial(genres.main, name=family)
    return lambda words: int(_maker(family).main(words))


# ---- booklets


@dataclass(frozen=True, kw_only=True)
class BookletOptions:
    """The options that are about the pages, and those of each puzzle that the booklet changes."""

    sheet: tuple[int, int] | None
    answers: bool
    number: int
    seed: int
    time_limit: float | None
    output: Path | None

    @property
    def is_booklet(self) -> bool:
        ending = self.output.suffix.lower() if self.output is not None else ""
        return self.sheet is not None or self.answers or ending == ".pdf"


def booklet_parser(family: str = "FAMILY") -> Parser:
    """The parser of these options; it leaves all others."""
    p = Parser(
        prog=f"zenkai generate {family}",
        usage=f"zenkai generate {family} [OPTION ...] --number K --sheet 2x3 --answers -o NAME.pdf",
        description="A booklet of any family: its puzzles on pages to print, from easy to hard.",
        add_help=False,
        allow_abbrev=False,
    )
    sheet_options(p, files=False)
    p.add_argument(
        "--number", type=positive_int, default=1, metavar="K", help="number of puzzles; default: 1"
    )
    p.add_argument(
        "--seed", type=whole_number, default=0, metavar="N", help="of the first puzzle; the next has N + 1"
    )
    p.add_argument("--time-limit", type=seconds, metavar="S", help="give up after S seconds")
    p.add_argument("-o", "--output", type=Path, metavar="NAME.pdf", help="the file")
    return p


def _booklet(family: str, made: Callable[[Sequence[str]], int], options: BookletOptions) -> int:
    """Make the puzzles, and write their pages from easy to hard; the exit code. Raises Refused, OSError."""
    if options.output is None or options.output.suffix.lower() != ".pdf":
        raise Refused("--sheet and --answers make a booklet, which needs -o NAME.pdf")
    if options.number > MOST_PUZZLES:
        raise Refused(f"--number {options.number}: a booklet has at most {MOST_PUZZLES} puzzles")
    ready("pdf")
    make_sure(options.output)
    end = None if options.time_limit is None else time.monotonic() + options.time_limit
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.yaml" for number in range(options.number)]
        for number, path in enumerate(paths):
            code = made(["--seed", str(options.seed + number), "-o", str(path), *_limit(end)])
            if code != COMPLETE:
                return code
        instances = [load(path) for path in paths]
    left = None if end is None else max(end - time.monotonic(), SOON)
    return within(left, partial(_pages, instances, options), "no booklet yet")


def _made(make: Callable[[Sequence[str]], int], others: Sequence[str], words: Sequence[str]) -> int:
    return make([*others, *words])


def _limit(end: float | None) -> list[str]:
    return [] if end is None else ["--time-limit", f"{max(end - time.monotonic(), SOON):.3f}"]


def _pages(instances: Sequence[Instance], options: BookletOptions, deadline: Deadline) -> int:
    """Write the pages; the exit code. Raises Interrupted, OSError."""
    scored = sorted([(grade_of(one, deadline), i, one) for i, one in enumerate(instances)])
    asked = [
        asked_part(one, number, f"{kind_of(one.puzzle)}, {_graded(grade)}")
        for number, (grade, _, one) in enumerate(scored, 1)
    ]
    parts = [asked]
    if options.answers:
        solved = (a_solution(one, deadline) for _, _, one in scored)
        parts.append(
            [answer_part(part, one, board) for part, (_, _, one), board in zip(asked, scored, solved)]
        )
    sheets = [*sheets_of(options.sheet, *parts)]
    assert options.output is not None
    save(sheets, options.output, "pdf", ())
    return COMPLETE


def _graded(grade: Grade) -> str:
    if grade.score == TOO_HARD:
        return "difficulty not rated"
    return "too hard to be rated" if grade.left else f"difficulty {int(grade.score):,}"


if __name__ == "__main__":
    leave(main())
