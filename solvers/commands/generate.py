"""Generate a puzzle of a family; each family has its own options.

    zenkai generate nonogram ...     see `solvers.generators.nonogram`
    zenkai generate sudoku ...       see `solvers.generators.sudoku`
    zenkai generate packing ...      see `solvers.generators.packing`
    zenkai generate dissection ...   see `solvers.generators.dissection`
    zenkai generate slitherlink ...  or another genre: see `solvers.generators.genres`

Exit codes: 0, 1 if no puzzle of the kind was found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.solvers.core.command import COMPLETE, Parser, command, put

FAMILIES = ("nonogram", "dissection", "packing", "sudoku")


def parser() -> Parser:
    """The parser of the first word; the others are read by the parser of the family or genre."""
    p = Parser(
        prog="zenkai generate",
        usage="zenkai generate FAMILY [OPTION ...]",
        description="Make a puzzle.",
        epilog="`zenkai generate FAMILY --help` lists the options of a family.",
    )
    p.add_argument(
        "family",
        choices=(*FAMILIES, *GENRES),
        metavar="FAMILY",
        help=f"{', '.join(FAMILIES)}, or a genre: {', '.join(GENRES)}",
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
        parsers = [parser(), *(_maker(family).parser() for family in FAMILIES)]
        put("\n".join(one.format_help() for one in parsers).removesuffix("\n"))
        sys.exit(COMPLETE)  # as argparse does
    family = parser().parse_args(words[:1]).family
    if family in GENRES:
        from zenkai_solver.solvers.generators import genres

        return genres.main(words[1:], family)
    return int(_maker(family).main(words[1:]))


if __name__ == "__main__":
    sys.exit(main())
