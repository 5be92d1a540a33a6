"""The options of `zenkai generate sudoku`, and which of them go together."""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from math import inf
from pathlib import Path
from typing import Any

import yaml

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import EMPTY, Cell, Region, rectangle
from zenkai_solver.models.sudoku import several
from zenkai_solver.models.sudoku.grid import SYMBOLS, boxed
from zenkai_solver.models.sudoku.reading import BLANKS, DEFAULT_BOXES
from zenkai_solver.models.sudoku.several import LAYOUTS
from zenkai_solver.models.sudoku.words import path as cells_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import Parser, Refused, positive_int, whole_number
from zenkai_solver.solvers.explanations.kinds import OPTIONS
from zenkai_solver.solvers.generators.command import (
    UNBOUNDED,
    MakerOptions,
    always_unique,
    difficulty,
    ends,
    no_format,
    sides,
    symmetry,
)
from zenkai_solver.solvers.generators.difficulty import WantedDifficulty
from zenkai_solver.solvers.generators.orbits import orbits_of
from zenkai_solver.solvers.generators.placements import PLACED

USUAL = 24  # the default bound on the givens of a 9x9 puzzle
FEWEST = 17  # givens of a 9x9 sudoku, without rules and of one solution: McGuire, Tugemann, Civario 2012
LARGE = 16  # the largest side of a plain grid that a search draws: partial grids of 25x25 take it minutes
MOST_CLUES = 200  # of one rule
MOST_SOLUTIONS = 1_000
TILES = ("killer", "sum")  # rules of cages that may tile the grid
AUTHORED = {  # rules with cells whose clues cannot be read off a grid
    "pattern": "its expression is the author's: write it, as in {pattern: ['[^5]*5[^5]* = R1C1-R1C9']}",
    "any": "its alternatives are the author's: write them, as in {any: [anti-king, thermo: [R1C1 R1C2]]}",
}
OF_RULES = {  # kinds of steps that need a rule besides units with each digit once, and sides from which not
    "one rule": (inf, "a step of one row, column or box is a single or a set"),
    "large set": (10, "beside a set of more than 4 cells of a row, column or box is one of 4 or fewer"),
}
RARE = (  # kinds of steps that few plain 9x9 sudokus have as their hardest: two tries of 25 s each made none
    "jellyfish",
    "colouring",
    "two rules",
    "three rules",
    "more rules",
    "case split",
)
YAML, LINE = "yaml", "line"
ENDINGS = {".yaml": YAML, ".yml": YAML, ".sdm": LINE, ".txt": LINE}


@dataclass(frozen=True, kw_only=True)
class SudokuOptions(MakerOptions):
    """The options of the command line."""

    size: tuple[int, int]
    grids: str | None
    rules: str
    jigsaw: bool
    symmetry: str
    minimal: bool
    number: int
    format: str | None
    hardest: str | None
    tile: bool
    solutions: int
    solution: str | None
    pattern: Path | None
    given_cells: str | None

    @property
    def plain(self) -> bool:
        """Is it a 9x9 sudoku without rules?"""
        return self.size == (9, 9) and not (self.rules or self.jigsaw or self.grids)

    @cached_property
    def region(self) -> Region:
        """All cells."""
        if self.grids is None:
            return rectangle(*self.size)
        grid = several.bare(LAYOUTS[self.grids], tuple(range(1, 10)), (3, 3))
        return Region(grid.rows, grid.columns, grid.cells)

    @property
    def orbits(self) -> list[list[int]] | None:
        """The cells that are given or not together; None if the cells have not the symmetry."""
        return orbits_of(self.symmetry, self.region)

    @property
    def compiled(self) -> bool:
        """Does the compiled generator make it?"""
        return self.plain and self.solutions == 1 and self.theme is None and self.cells is None

    @property
    def settled(self) -> bool:
        """Do the solution and the cells with givens say all of the puzzle?"""
        return self.cells is not None and self.theme is not None and EMPTY not in "".join(self.theme)

    @property
    def patterned(self) -> bool:
        """Is the full grid a shuffled pattern, as it is too large to be drawn by a search?"""
        return self.size[0] > LARGE and not self.rules and not self.jigsaw

    @property
    def wanted(self) -> WantedDifficulty | None:
        """How hard the puzzles are to be; None: they are not rated."""
        rated = self.difficulty is not None or self.hardest is not None
        return WantedDifficulty(self.difficulty, self.hardest) if rated else None

    @property
    def eased(self) -> bool:
        """Does a puzzle that is too hard get more givens: may it be, and are neither their number nor places
        stated?
        """
        stated = self.givens is not None or self.minimal or self.cells is not None or self.hardest is not None
        return not stated and self.difficulty is not None and self.difficulty[1] < UNBOUNDED

    @property
    def bounds(self) -> tuple[int, int]:
        """The smallest and largest number of givens."""
        cells = len(self.region.cells)
        usual = USUAL if self.size == (9, 9) and self.theme is None and self.grids is None else cells
        most = self.givens if self.givens is not None else usual
        if self.patterned and self.givens is None and not self.minimal:
            return cells // 2, most  # with fewer each question takes seconds
        return 0 if self.minimal or self.givens is None else most, most

    @cached_property
    def split_rules(self) -> tuple[list[Any], dict[str, int | None]]:
        """The rules that are stated, and those whose clues are to be placed, each with their number or None.

        Raises Refused.
        """
        return split_rules(self.rules)

    @cached_property
    def theme(self) -> Board | None:
        """The solution, `.` for an open cell. Raises Refused, OSError."""
        if self.solution is None:
            return None
        side = self.size[0]
        text = re.sub(r"[\s/|+-]", "", text_of(self.solution)).upper()
        if len(text) != side * side:
            nor = "" if _is_file(self.solution) else f"; no file is named {self.solution!r:.40}"
            raise Refused(f"--solution: {len(text)} cells; {side}x{side} has {side * side}{nor}")
        wrong = next((char for char in text if char not in SYMBOLS[1 : side + 1] + BLANKS), None)
        if wrong:
            raise Refused(
                f"--solution: {wrong!r} is neither a digit from 1 to {SYMBOLS[side]} nor an open cell ."
            )
        text = re.sub(f"[{re.escape(BLANKS)}]", EMPTY, text)
        return tuple(text[r * side : r * side + side] for r in range(side))

    @cached_property
    def cells(self) -> frozenset[Cell] | None:
        """The cells that are given, neither more nor less; None for any. Raises Refused, OSError."""
        if self.pattern is not None:
            return _drawn(self.pattern, self.size[0])
        if self.given_cells is None:
            return None
        side = self.size[0]
        grid = boxed(side, side, tuple(range(1, side + 1)), DEFAULT_BOXES[side])
        try:
            return frozenset(cells_of(self.given_cells, grid, ()))
        except InstanceError as error:
            raise Refused(f"--given-cells: {error}") from None


def split_rules(text: str) -> tuple[list[Any], dict[str, int | None]]:
    """The entries of --rules with all that they need, and the names of rules to be placed, each with the
    number of its clues or None. Raises Refused.
    """
    try:
        items = yaml.safe_load(f"[{text}]") or []
    except yaml.YAMLError:
        raise Refused(f"--rules: {text!r:.60} is not a list such as anti-knight, thermo") from None
    fixed: list[Any] = []
    placed: dict[str, int | None] = {}
    for item in items:
        [(name, value)] = item.items() if isinstance(item, dict) and len(item) == 1 else [(item, None)]
        if name in AUTHORED and not isinstance(value, list | str):
            raise Refused(f"--rules: {name} cannot be placed: {AUTHORED[name]}")
        if name not in PLACED or not (value is None or isinstance(value, int)) or isinstance(value, bool):
            fixed.append(item)
        elif value is not None and not 1 <= value <= MOST_CLUES:
            raise Refused(f"--rules: {value} clues of {name}; 1 to {MOST_CLUES} can be placed")
        elif name in placed:
            raise Refused(f"--rules: {name} is to be placed twice")
        else:
            placed[name] = value
    return fixed, placed


def text_of(source: str) -> str:
    """The text of the file of that name, or the source itself if there is none. Raises Refused, OSError."""
    try:
        return Path(source).read_text("utf-8") if _is_file(source) else source
    except UnicodeDecodeError:
        raise Refused(f"{source:.60}: not a text in UTF-8") from None


def _is_file(source: str) -> bool:
    """Is there a file of that name? A board may be too long for a name, or have characters that none has."""
    try:
        return Path(source).is_file()
    except (OSError, ValueError):
        return False


def _drawn(path: Path, side: int) -> frozenset[Cell]:
    """The cells that a file draws as # . Raises Refused, OSError."""
    try:
        rows = [row for line in path.read_text("utf-8").splitlines() if (row := line.replace(" ", ""))]
    except UnicodeDecodeError:
        raise Refused(f"{path}: not a text in UTF-8") from None
    if len(rows) != side or any(len(row) != side for row in rows) or set("".join(rows)) - set("#."):
        raise Refused(
            f"--pattern: {path}: not {side} rows of {side} characters, # for a given and . for none"
        )
    return frozenset((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")


def parser() -> Parser:
    p = Parser(
        prog="zenkai generate sudoku",
        usage="zenkai generate sudoku [OPTION ...]",
        description="Make sudokus with one solution.",
    )
    p.add_argument("--size", type=_size, default=(9, 9), metavar="RxC", help="default: 9x9")
    p.add_argument(
        "--grids",
        type=_layout,
        metavar="LAYOUT",
        help=f"several 9x9 grids that share cells: {', '.join(LAYOUTS)}",
    )
    p.add_argument(
        "--rules",
        default="",
        metavar="NAMES",
        help="rules such as diagonals,anti-knight; clues of rules such as thermo,killer are placed, and"
        " 'thermo: 4' places four; other rules are written with their cells",
    )
    p.add_argument("--tile", action="store_true", help="the cages of killer or sum cover the grid")
    p.add_argument("--jigsaw", action="store_true", help="random regions in place of boxes")
    symmetry(p, "the cells with givens, and of the clues that are placed")
    p.add_argument("--givens", type=_givens, metavar="N", help=f"exactly N; default: at most {USUAL} of 9x9")
    p.add_argument(
        "--minimal",
        action="store_true",
        help="no given (with --symmetry: no symmetric set) can be removed; --givens is then the upper bound",
    )
    p.add_argument("--pattern", type=Path, metavar="FILE", help="the cells with givens: rows of # and .")
    p.add_argument("--given-cells", metavar="CELLS", help="the cells with givens: 'R1C1 R2C1-R2C9'")
    p.add_argument(
        "--solution", metavar="BOARD", help="the solution, . for any digit: rows joined by /, or a file"
    )
    p.add_argument(
        "--solutions", type=_solutions, default=1, metavar="N", help="exactly N solutions; default: 1"
    )
    p.add_argument(
        "--difficulty",
        type=difficulty,
        metavar="LO..HI",
        help="range of the score of `zenkai explain --rate`",
    )
    p.add_argument(
        "--hardest",
        type=_kind,
        metavar="KIND",
        help=f"the hardest kind of step: {', '.join(OPTIONS)}",
    )
    p.add_argument(
        "--number", type=positive_int, default=1, metavar="K", help="number of puzzles; default: 1"
    )
    p.add_argument("--format", choices=[YAML, LINE], help="line: 81 characters per puzzle, for plain 9x9")
    always_unique(p)
    ends(p, "puzzles", ".yaml, .sdm or .txt; default: standard output")
    return p


_size = partial(
    sides,
    fit=lambda rows, columns: rows == columns and rows in DEFAULT_BOXES,
    otherwise=f"is not one of {', '.join(f'{side}x{side}' for side in DEFAULT_BOXES)}",
)


def _layout(text: str) -> str:
    if text not in LAYOUTS:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not one of {', '.join(LAYOUTS)}")
    return text


def _kind(text: str) -> str:
    """The kind of steps of that name, such as X-wing for x-wing."""
    if (kind := OPTIONS.get(text.lower())) is None:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not one of {', '.join(OPTIONS)}")
    return kind


def _givens(text: str) -> int:
    value = whole_number(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is not 0 or more")
    return value


def _solutions(text: str) -> int:
    value = positive_int(text)
    if value > MOST_SOLUTIONS:
        raise argparse.ArgumentTypeError(f"{value:,} solutions; at most {MOST_SOLUTIONS:,}")
    return value


def parsed(argv: Collection[str]) -> SudokuOptions:
    """The options, which go together. Raises Refused, OSError."""
    options = SudokuOptions(**vars(parser().parse_args(list(argv))))
    if fault := next(
        filter(None, (_givens_fault(options), _grid_fault(options), _goal_fault(options))), None
    ):
        raise Refused(fault)
    return options


def _givens_fault(options: SudokuOptions) -> str | None:
    """Why the options about givens contradict each other or cannot be met, or None."""
    side = options.size[0]
    if options.pattern and options.given_cells:
        return "--pattern and --given-cells both say which cells are given"
    if options.cells is not None and (
        other := next((name for name, value in _of_places(options).items() if value), None)
    ):
        return f"{other}: --pattern or --given-cells says which cells are given"
    number = options.givens if options.cells is None else len(options.cells)
    if number is not None and number > len(options.region.cells):
        return f"--givens {number}: {options.grids or f'{side}x{side}'} has {len(options.region.cells)} cells"
    if options.plain and options.solutions == 1 and number is not None and number < FEWEST:
        return f"{number} givens: {FEWEST} is the least known, and no 9x9 sudoku with 16 has one solution"
    if options.plain and options.solutions == 1 and (pair := blank_pair(options.cells or ())):
        return f"{pair} have no given, and exchanged they are another solution"
    if options.orbits is None:
        return f"--symmetry {options.symmetry}: not of {options.grids or f'{side}x{side}'}"
    return None


def blank_pair(cells: Collection[Cell]) -> str | None:
    """Two rows of a band, or two columns of a stack, of a plain 9x9 grid without any of the cells."""
    for name, axis in (("rows", 0), ("columns", 1)):
        given = {cell[axis] for cell in cells}
        for first in range(0, 9, 3):
            blank = [line + 1 for line in range(first, first + 3) if line not in given]
            if cells and len(blank) > 1:
                return f"{name} {blank[0]} and {blank[1]}"
    return None


def _of_places(options: SudokuOptions) -> Mapping[str, object]:
    """The options that choose the places of givens."""
    symmetric = options.symmetry != "none" and not options.split_rules[1]
    return {"--givens": options.givens is not None, "--minimal": options.minimal, "--symmetry": symmetric}


def _grid_fault(options: SudokuOptions) -> str | None:
    """Why rules or the solution cannot be had together, or None."""
    placed = options.split_rules[1]
    if options.grids is not None and (other := _of_one_grid(options)):
        return f"--grids makes several 9x9 grids, and {other} is of one"
    tiles = [name for name in TILES if name in placed]
    if options.tile and len(tiles) != 1:
        return f"--tile is of cages: --rules with one of {', '.join(TILES)} to be placed"
    if options.tile and placed[tiles[0]] is not None:
        return f"--tile says how many cages there are, --rules {tiles[0]}: {placed[tiles[0]]} too"
    if options.theme is not None and options.jigsaw:
        return "--jigsaw draws regions, which --solution need not keep"
    if options.patterned and (options.cells is not None or options.theme is not None):
        return f"--pattern, --given-cells and --solution are of grids to {LARGE}x{LARGE}"
    return None


def _of_one_grid(options: SudokuOptions) -> str | None:
    """An option that goes with one grid only, or None."""
    wanted = {
        "--size": options.size != (9, 9),
        "--jigsaw": options.jigsaw,
        "--solution": options.solution is not None,
        "--pattern": options.pattern is not None,
        "--given-cells": options.given_cells is not None,
        "a rule whose clues are placed": bool(options.split_rules[1]),
    }
    return next((name for name, given in wanted.items() if given), None)


def _goal_fault(options: SudokuOptions) -> str | None:
    """Why the wanted solutions, difficulty and format do not go together, or None."""
    if options.solutions > 1:
        rated = {"--difficulty": options.difficulty, "--hardest": options.hardest, "--unique": options.unique}
        if other := next((name for name, value in rated.items() if value), None):
            return f"{other} is of puzzles with one solution"
    if options.hardest in OF_RULES and not options.rules:
        side, why = OF_RULES[options.hardest]
        if options.size[0] < side:
            return f"--hardest {options.hardest.replace(' ', '-')}: only puzzles with --rules have it: {why}"
    if options.plain and options.hardest in RARE and options.time_limit is None:
        made = ", ".join(name for name, kind in OPTIONS.items() if kind not in {*RARE, *OF_RULES})
        return (
            f"--hardest {options.hardest.lower().replace(' ', '-')}: few 9x9 sudokus have it "
            f"as their hardest; give --time-limit S to look for one all the same; more common: {made}"
        )
    return None


def format_of(options: SudokuOptions) -> str:
    """The format to write: LINE or YAML. Raises Refused if options contradict each other."""
    named = ENDINGS.get(options.output.suffix.lower()) if options.output is not None else None
    if options.output is not None and named is None and options.format is None:
        raise Refused(no_format(options.output, ENDINGS))
    if named is not None and options.format not in (None, named):
        raise Refused(f"{options.output}: the ending says {named}, but --format says {options.format}")
    kind = options.format or named or (LINE if options.number > 1 and options.plain else YAML)
    if kind == LINE and not options.plain:
        raise Refused("lines of 81 characters are for plain 9x9 sudokus; rules need YAML")
    if kind == YAML and options.number > 1 and options.output is None:
        raise Refused("several puzzles in YAML are several files: -o NAME.yaml makes NAME.1.yaml and so on")
    return kind
