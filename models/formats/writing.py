"""Puzzles in the formats that puzzle programs read, by the name of the format.

write(puzzle, name)      the text of the file, or a link
names(family)            the formats of a family
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.table import endings
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.where.puzzle import Conditioned

LINKS = ("fpuzzles", "sudokupad", "penpa", "puzzlink", "tatham")
SUDOKU = (
    *LINKS,
    "line",
    "sdk",
    "ss",
    "comma",
    "marks",
)  # links, and names of `models.formats.sudoku.WRITERS`


def _sudoku(puzzle: Any, name: str) -> str:
    from zenkai_solver.models.formats import fpuzzles, penpa_writing, pzpr, sudoku, tatham

    links = {
        "fpuzzles": fpuzzles.write,
        "sudokupad": fpuzzles.write_sudokupad,
        "penpa": penpa_writing.write,
        "puzzlink": pzpr.write,
        "tatham": tatham.write,
    }
    if name in links:
        return links[name](puzzle)
    return sudoku.WRITERS[name](sudoku.of_puzzle(puzzle))


def _nonogram(puzzle: Any, name: str) -> str:
    from zenkai_solver.models.formats import nonograms, tatham
    from zenkai_solver.models.formats.clues import only_black

    if name == "tatham":
        if puzzle.sheet.given is not None:
            raise InstanceError("given", "Pattern has no given cells")
        only_black(puzzle.sheet, "Pattern")
        return tatham.write_pattern(puzzle.sheet)
    return nonograms.write(puzzle.sheet, "url" if name == "puzzlink" else name)


def _packing(puzzle: Any, name: str) -> str:
    from zenkai_solver.models.formats import burr, packings

    return packings.write(puzzle) if name == "puzzlink" else burr.write(puzzle)


CONDITIONS = {("packing", "puzzlink")}  # clues of cells are conditions
WRITERS: dict[str, Callable[[Any, str], str]] = {
    "sudoku": _sudoku,
    "nonogram": _nonogram,
    "packing": _packing,
}


def names(family: str) -> tuple[str, ...]:
    """The formats in which puzzles of the family are written."""
    known = {
        "sudoku": SUDOKU,
        "nonogram": ("puzzlink", "tatham", *endings("nonogram")),
        "packing": ("puzzlink", "xmpuzzle"),
    }
    return known.get(family, ())


def every() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for family in WRITERS for name in names(family)))


def write(puzzle: Puzzle, name: str) -> str:
    """The puzzle in the format. Raises InstanceError if the format cannot say what the puzzle has."""
    known = names(puzzle.family)
    if isinstance(puzzle, Conditioned) and (puzzle.family, name) not in CONDITIONS:
        raise InstanceError(("where",), f"no puzzle format can say it: {puzzle.text:.60}")
    if name not in known:
        listed = f"; known: {', '.join(known)}" if known else ""
        raise InstanceError((), f"a {puzzle.family} cannot be written as {name}{listed}")
    return WRITERS[puzzle.family](puzzle, name)
