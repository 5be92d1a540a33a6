"""Sudokus as Penpa+ links: givens, thick lines of regions, and the rules that Penpa+ has tools to draw.

The points of a drawing, the lines of the text and its short names are those of `models.formats.penpa`. What a
drawing means the words say: `Normal sudoku rules apply.`, then a sentence for each kind of drawing.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from zenkai_solver.models.formats.faults import fault
from zenkai_solver.models.formats.penpa import DOTS, ESCAPED, SHORT, Points, diagonals
from zenkai_solver.models.formats.stated import is_standard
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import Grid
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.rules import cages, everywhere, lines, pairs, sums
from zenkai_solver.models.sudoku.rules.base import OnCells, Rule

SITE = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
PIXELS = 38  # of a cell
BLACK, THICK, CAGE = 1, 2, 10  # styles
PARTS = ("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage")
LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
SENTENCES = {
    "diagonals": "Digits do not repeat on a marked diagonal.",
    "thermo": "Digits increase along a thermometer from its bulb.",
    "arrow": "Digits along an arrow sum to the digit in its circle.",
    "killer": "Digits in a cage do not repeat and sum to its number.",
    "different": "Digits in a cage do not repeat.",
    "some": "Kropki: digits at a white dot are consecutive; of those at a black dot one is the double of the"
    " other. Not all dots are given.",
    "all": "Kropki: digits at a white dot are consecutive; of those at a black dot one is the double of the"
    " other. All dots are given.",
}


@dataclass
class PenpaSheet:
    """What is drawn so far, and what the words must say."""

    size: int
    drawn: dict[str, Any] = field(default_factory=dict)
    said: dict[str, None] = field(default_factory=dict)

    @property
    def points(self) -> Points:
        return Points(self.size, self.size)

    def cell(self, cell: Cell) -> int:
        return (cell[0] + 2) * self.points.width + cell[1] + 2

    def corner(self, cell: Cell, number: int) -> int:
        """0 upper left, 1 upper right, 2 lower left, 3 lower right."""
        return 4 * (self.points.number + self.cell(cell)) + number

    def side(self, a: Cell, b: Cell) -> int:
        """The middle of the side between neighbours."""
        return (2 if a[1] == b[1] else 3) * self.points.number + self.cell(min(a, b))

    def vertex(self, row: int, column: int) -> int:
        """The upper left vertex of the cell in that row and column."""
        return self.points.number + self.cell((row - 1, column - 1))

    def line(self, part: str, a: int, b: int, style: int) -> None:
        self.drawn[part][f"{min(a, b)},{max(a, b)}"] = style


def write(puzzle: Sudoku, _: str = "") -> str:
    """The link. Raises InstanceError for what is not drawn."""
    grid = puzzle.grid
    if not is_standard(grid):
        raise fault("Penpa+: squares with digits from 1, and rows without repeats, are written")
    if sorted(map(len, grid.regions)) != [grid.rows] * grid.rows:
        raise fault(f"Penpa+: {grid.rows} regions of {grid.rows} cells are written")
    sheet = PenpaSheet(grid.rows)
    sheet.drawn |= {**{part: {} for part in PARTS}, **{part: [] for part in LISTS}}
    for cell, digit in puzzle.givens.items():
        sheet.drawn["number"][str(sheet.cell(cell))] = [str(digit), BLACK, "1"]
    _regions(grid, sheet)
    for rule in puzzle.rules:
        _draw(rule, sheet)
    if sheet.drawn["symbol"] and sheet.said.keys() >= {"some", "all"}:
        del sheet.said["some"]
    return SITE + packed("\n".join(_text(sheet))) + "\n"


def packed(text: str) -> str:
    """The text in short names, deflated, in base64."""
    for name, short in SHORT:
        text = text.replace(name, short)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def _text(sheet: PenpaSheet) -> Iterator[str]:
    """The lines of the text: what follows the board may be left out."""
    size, points = sheet.size, sheet.points
    words = " ".join(["Normal sudoku rules apply.", *(SENTENCES[name] for name in sheet.said)])
    for code, char in ESCAPED:
        words = words.replace(char, code)
    half = size // 2
    middle = sheet.vertex(half, half) if size % 2 == 0 else sheet.cell((half, half))
    wide = (size + 1) * PIXELS
    head = ["square", size, size, PIXELS, 0, 1, 1, wide, wide, middle, middle, 0, 0, 0, 0]
    yield ",".join(map(str, [*head, "Title: ", "Author: ", "", words, "OFF", "false"]))
    yield "[0,0,0,0]"
    yield '["1","2","1"]~"sudoku"~["1",9]'
    stacks = {name: {"__a": list[int]()} for name in ("command_redo", "command_undo", "command_replay")}
    yield json.dumps({**stacks, **sheet.drawn, "deletelineE": {}}, separators=(",", ":"))
    yield ""
    board = [(r + 2) * points.width + c + 2 for r in range(size) for c in range(size)]
    yield json.dumps([board[0], *(b - a for a, b in pairwise(board))], separators=(",", ":"))
    yield from ("[]", "{}", '"x"', '"x"', "[3,1,3]")


def _regions(grid: Grid, sheet: PenpaSheet) -> None:
    """Thick lines where a region ends."""
    region = grid.region_of
    for r, c in grid.cells:
        if c and region[r, c] != region[r, c - 1]:
            sheet.line("lineE", sheet.vertex(r, c), sheet.vertex(r + 1, c), THICK)
        if r and region[r, c] != region[r - 1, c]:
            sheet.line("lineE", sheet.vertex(r, c), sheet.vertex(r, c + 1), THICK)


def _draw(rule: Rule, sheet: PenpaSheet) -> None:
    """Raises InstanceError for a rule that is not drawn."""
    kind = type(rule)
    if isinstance(rule, everywhere.Diagonals):
        _diagonals(rule, sheet)
    elif kind is lines.Thermo and isinstance(rule, OnCells):
        _along(rule.cells, "thermo", "thermo", sheet)
    elif isinstance(rule, sums.Arrow) and rule.circle == 1:
        _along(rule.cells, "arrows", "arrow", sheet)
        sheet.drawn["symbol"][str(sheet.cell(rule.cells[0]))] = [1, "circle_L", 1]
    elif isinstance(rule, cages.Killer):
        _cage(rule, str(rule.clue), sheet)
    elif kind is cages.Different and isinstance(rule, OnCells):
        _cage(rule, "", sheet)
    elif kind in (pairs.White, pairs.Black) and isinstance(rule, OnCells):
        _dots(rule, sheet)
    elif isinstance(rule, pairs.Unmarked) and set(rule.kinds) == {pairs.White, pairs.Black}:
        sheet.said["all"] = None
    else:
        raise fault(f"Penpa+: the rule `{rule.name}` is not written")


def _diagonals(rule: everywhere.Diagonals, sheet: PenpaSheet) -> None:
    points, steps = sheet.points, diagonals(sheet.points, sheet.cell((0, 0)), sheet.size)
    own = [steps["falling-diagonal"]] * rule.falling + [steps["rising-diagonal"]] * rule.rising
    for (r, c), (down, right) in sorted(set().union(*own)):
        start, end = points.number + r * points.width + c, points.number + down * points.width + right
        sheet.line("lineE", start, end, THICK)
    sheet.said["diagonals"] = None


def _along(cells: Sequence[Cell], part: str, said: str, sheet: PenpaSheet) -> None:
    sheet.drawn[part].append([sheet.cell(cell) for cell in cells])
    sheet.said[said] = None


def _dots(rule: OnCells, sheet: PenpaSheet) -> None:
    style = next(style for style, colour in DOTS.items() if colour == rule.name)
    for a, b in pairwise(rule.cells):
        if sheet.drawn["symbol"].setdefault(str(sheet.side(a, b)), dot := [style, "circle_SS", 2]) != dot:
            raise fault("Penpa+: two dots at one place are not written")
    sheet.said["some"] = None


def _cage(rule: OnCells, clue: str, sheet: PenpaSheet) -> None:
    """The cells, the outline within them, and the sum in the corner of the first."""
    places = sorted(map(sheet.cell, rule.cells))
    if any(set(places) & set(other) for other in sheet.drawn["killercages"]):
        raise fault("Penpa+: cages that share cells are not written")
    sheet.drawn["killercages"].append(places)
    for a, b in _outline(set(rule.cells), sheet):
        sheet.line("cage", a, b, CAGE)
    if clue:
        padded = " " * (len(clue) - 1) + clue
        sheet.drawn["numberS"][str(sheet.corner(min(rule.cells), 0))] = [padded, BLACK]
    sheet.said["killer" if clue else "different"] = None


def _outline(cage: set[Cell], sheet: PenpaSheet) -> Iterator[tuple[int, int]]:
    """The steps of the outline from corner to corner, within cells and on to the next cell."""
    for r, c in cage:
        for side, (down, right), (one, two) in (
            *(("row", (-1, 0), (0, 1)), ("row", (1, 0), (2, 3))),
            *(("column", (0, -1), (0, 2)), ("column", (0, 1), (1, 3))),
        ):
            beyond = (r + down, c + right) in cage
            if not beyond:
                yield sheet.corner((r, c), one), sheet.corner((r, c), two)
            along = (r, c + 1) if side == "row" else (r + 1, c)
            if along in cage and not (beyond and (along[0] + down, along[1] + right) in cage):
                yield sheet.corner((r, c), two), sheet.corner(along, one)
