"""Penpa+ links of sudokus.

Read are givens, regions from thick lines, killer cages, thermometers, arrows from a circle, and, if the text
of the rules defines them, diagonals and Kropki dots. Refused by name are other drawings, rules that the text
names and no drawing states, and drawings without a sign that they are sudokus. Answers are not read.

Written are givens, regions and the rules that Penpa+ has tools to draw, with a text that defines the
drawings: `Normal sudoku rules apply.`, then a sentence for each kind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from zenkai_solver.models.classes import components
from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.faults import well_formed
from zenkai_solver.models.formats.penpa_text import (
    BLACK,
    PIXELS,
    RULES,
    SITE,
    THICK_LINE,
    THIN,
    TITLE,
    Points,
    blank_parts,
    board_of,
    drawn_parts_of,
    escaped,
    packed,
    tags_of,
    unescaped,
)
from zenkai_solver.models.formats.stated import MAX_SIZE, StatedSudoku, is_standard, names
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import Grid, boxes
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.models.sudoku.rules import cages, everywhere, lines, pairs, sums
from zenkai_solver.models.sudoku.rules.base import OnCells, Rule

THICK = (2, 21)  # styles of lines on the sides of cells that bound regions
READ = {"number", "numberS", "lineE", "symbol", "thermo", "arrows", "killercages", "cage"}
KNOWN_GENRES = {"classic", "irregular", "arrow", "thermo", "killer"}
DOTS = {1: "white", 2: "black"}  # a circle by its style
WORDS = {  # rules that the text may name, and the drawings that state them
    r"knight|\bking|non[- ]?consecutive|disjoint|windoku|extra region|whisper|renban|palindrom": (),
    r"sandwich|little killer|skyscraper|x-sum|\bxv\b|\bodd\b|\beven\b|\bfog\b|between|region sum": (),
    r"entrop|zipper|quadruple|clone|minimum|maximum|greater|average|product|index|toro|shaded": (),
    r"(may|can|could) repeat|slow|negative constraint": (),
    r"diagonal": ("diagonals",),
    r"thermo": ("thermo",),
    r"arrow": ("arrow",),
    r"killer|\bcages?\b": ("killer",),
    r"kropki|\bdots?\b|consecutive|ratio|double": ("kropki",),
}
ALL_DOTS = re.compile(r"\b(all|every)\b[^.]{0,60}\b(given|marked|shown|drawn)\b", re.IGNORECASE)
NOT_ALL = re.compile(r"\bnot (all|every|necessarily)\b", re.IGNORECASE)


@dataclass(frozen=True)
class PenpaDrawing:
    """A link: the header's fields, `pu_q`, the genres, and the cells of the board by their numbers."""

    points: Points
    kind: str
    words: str  # title and rules
    drawn: Mapping[str, Any]
    genres: tuple[str, ...]
    board: Mapping[int, Cell]
    size: int


def stated(lines: Sequence[str]) -> StatedSudoku:
    """The sudoku of the lines of a link. Raises InstanceError that names a part that cannot be read."""
    with well_formed("Penpa+"):
        return _stated(_drawing(lines))


def _drawing(lines: Sequence[str]) -> PenpaDrawing:
    head = lines[0].split(",")
    if head[0] not in ("square", "sudoku"):
        raise fault(f"Penpa+: a grid of type {head[0]!r:.40} is not read; known: square, sudoku")
    points = Points.of(head, MAX_SIZE)
    words = unescaped(" ".join(head[i] for i in (TITLE, RULES) if i < len(head)))
    board = board_of(json.loads(lines[5]), points)
    size = max(r for r, _ in board.values()) + 1
    if size > MAX_SIZE or size != 1 + max(c for _, c in board.values()):
        raise fault(f"Penpa+: the board is no square of sides 1 to {MAX_SIZE}")
    if len(board) != size * size:
        raise fault(f"Penpa+: a board of {len(board)} cells that is no square")
    return PenpaDrawing(points, head[0], words, json.loads(lines[3]), tags_of(lines), board, size)


def _stated(drawing: PenpaDrawing) -> StatedSudoku:
    puzzle = StatedSudoku(drawing.size)
    if strange := [key for key, value in drawn_parts_of(drawing.drawn) if key not in READ]:
        raise fault(f"Penpa+: {strange[0]!r:.40} is a drawing, which is not read")
    if others := [genre for genre in drawing.genres if genre not in KNOWN_GENRES]:
        raise fault(f"Penpa+: the genre {others[0]!r:.40} is not read")
    if drawing.kind != "sudoku" and not drawing.genres and not re.search("sudoku", drawing.words, re.I):
        raise fault(
            "Penpa+: neither grid, tags, title nor rules say that it is a sudoku, or a genre that is read"
        )
    _sides(drawing, puzzle)
    _numbers(drawing, puzzle)
    _lines(drawing, puzzle)
    _check_words(drawing, puzzle)
    return puzzle


# ---- regions and diagonals


def _sides(drawing: PenpaDrawing, puzzle: StatedSudoku) -> None:
    """Thick lines on sides of cells bound regions; lines across cells are diagonals."""
    walls: set[frozenset[int]] = set()
    across: set[tuple[Cell, Cell]] = set()
    for key, style in (drawing.drawn.get("lineE") or {}).items():
        a, b = sorted(int(word) for word in key.split(","))
        number, width = drawing.points.number, drawing.points.width
        if not number <= a < b < 2 * number:
            raise fault("Penpa+: a line that is not from vertex to vertex is not read")
        (r, c), (down, right) = divmod(a - number, width), divmod(b - number, width)
        if (down - r, abs(right - c)) == (1, 1):
            across.add(((r, c), (down, right)))
        elif style in THICK and (down - r, right - c) in ((0, 1), (1, 0)):
            cell = b - number  # above, or left of, the line
            walls.add(frozenset({cell, cell + (width if down == r else 1)}))
        elif style not in THIN:
            raise fault(f"Penpa+: a line of style {style!r:.20} is not read")
    _regions(drawing, walls, puzzle)
    if across:
        _diagonals(drawing, across, puzzle)


def _regions(drawing: PenpaDrawing, walls: set[frozenset[int]], puzzle: StatedSudoku) -> None:
    width = drawing.points.width

    def near(place: int) -> Iterator[int]:
        others = (place - 1, place + 1, place - width, place + width)
        return (other for other in others if {place, other} not in walls)

    parts = [[drawing.board[place] for place in part] for part in components(drawing.board, near)]
    regions = {cell: number for number, cells in enumerate(parts) for cell in cells}
    if {len(cells) for cells in parts} != {drawing.size}:
        raise fault(f"Penpa+: thick lines do not bound {drawing.size} regions of as many cells")
    usual = DEFAULT_BOXES.get(drawing.size)
    if usual and set(map(frozenset, boxes(drawing.size, drawing.size, *usual))) == set(map(frozenset, parts)):
        puzzle.box = usual
    else:
        puzzle.regions = regions


def _diagonals(drawing: PenpaDrawing, across: set[tuple[Cell, Cell]], puzzle: StatedSudoku) -> None:
    if not re.search("diagonal", drawing.words, re.IGNORECASE):
        raise fault("Penpa+: diagonal lines, and no words that say what they mean")
    for name, points in diagonals(drawing.points, min(drawing.board), drawing.size).items():
        if points <= across:
            puzzle.rules[name] = None
            across = across - points
    if across:
        raise fault("Penpa+: diagonal lines that are not the two long ones")


def diagonals(points: Points, first: int, size: int) -> dict[str, set[tuple[Cell, Cell]]]:
    """The steps of both diagonals from vertex to vertex; `first` is the upper left cell of the board."""
    r, c = divmod(first, points.width)
    r, c = r - 1, c - 1  # the vertex at its upper left
    falling = {((r + i, c + i), (r + i + 1, c + i + 1)) for i in range(size)}
    rising = {((r + i, c + size - i), (r + i + 1, c + size - i - 1)) for i in range(size)}
    return {"falling-diagonal": falling, "rising-diagonal": rising}


# ---- numbers and cages


def _numbers(drawing: PenpaDrawing, puzzle: StatedSudoku) -> None:
    """Reads numbers: in cells they are givens, in corners sums of cages."""
    sums: dict[int, str] = {}
    for part in ("number", "numberS"):
        for key, value in (drawing.drawn.get(part) or {}).items():
            text, place = str(value[0]).strip(), int(key)
            corner = (place - 4 * drawing.points.number) // 4
            if not text:
                continue
            if place in drawing.board and part == "number" and str(value[2]) == "1":
                puzzle.givens[drawing.board[place]] = _digits(text)
            elif 0 <= corner < drawing.points.number and corner not in sums:
                sums[corner] = text
            else:
                raise fault(f"Penpa+: {text!r:.20} at point {place} is not read")
    _cages(drawing, sums, puzzle)


def _digits(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text):
        raise fault(f"Penpa+: {text!r:.20} is not a number")
    return int(text)


def _cages(drawing: PenpaDrawing, sums: dict[int, str], puzzle: StatedSudoku) -> None:
    caged: set[int] = set()
    for cage in filter(None, drawing.drawn.get("killercages") or []):
        places = sorted(map(int, cage))
        cells = names([drawing.board[place] for place in places if place in drawing.board])
        clues = [sums.pop(place) for place in places if place in sums]
        if len(clues) > 1 or not drawing.board.keys() >= set(places) or caged & set(places):
            raise fault("Penpa+: a cage with two sums, cells outside the board or of another cage")
        caged |= set(places)
        if clues:
            puzzle.add("killer", f"{_digits(clues[0])} = {cells}")
        elif len(places) > 1:
            puzzle.add("different", cells)
    outline = {int(word) for key in drawing.drawn.get("cage") or {} for word in key.split(",")}
    if sums or not caged >= {(point - 4 * drawing.points.number) // 4 for point in outline}:
        raise fault("Penpa+: a cage, or a number in a corner, that is in no killer cage")


# ---- lines and dots


def _lines(drawing: PenpaDrawing, puzzle: StatedSudoku) -> None:
    symbols = dict(drawing.drawn.get("symbol") or {})
    for path in filter(None, drawing.drawn.get("thermo") or []):
        puzzle.add("thermo", names(_path(path, drawing)))
        symbols.pop(str(path[0]), None)
    circles = set()
    for path in filter(None, drawing.drawn.get("arrows") or []):
        cells, circle = _path(path, drawing), symbols.get(str(path[0]))
        if circle is None or not str(circle[1]).startswith("circle"):
            raise fault("Penpa+: an arrow that begins in no circle is not read")
        puzzle.add("arrow", f"{names(cells[:1])} = {names(cells[1:])}")
        circles.add(str(path[0]))
    _dots({key: symbol for key, symbol in symbols.items() if key not in circles}, drawing, puzzle)


def _path(path: Sequence[int], drawing: PenpaDrawing) -> list[Cell]:
    cells = [drawing.board[int(place)] for place in path if int(place) in drawing.board]
    if len(cells) < len(path) or len(cells) < 2:
        raise fault("Penpa+: a line that leaves the board")
    return cells


def _dots(symbols: Mapping[str, Any], drawing: PenpaDrawing, puzzle: StatedSudoku) -> None:
    """White and black circles on sides, if the text names Kropki dots and says whether all are given."""
    words, rule = drawing.words, {"white": list[str](), "black": list[str]()}
    for key, symbol in symbols.items():
        side, place = divmod(int(key), drawing.points.number)
        there = place + {2: drawing.points.width, 3: 1}.get(side, 0)
        board, colour = drawing.board, DOTS.get(symbol[0]) if isinstance(symbol[0], int) else None
        fine = colour and str(symbol[1]).startswith("circle") and side in (2, 3) and "kropki" in words.lower()
        if not fine or colour is None or place not in board or there not in board:
            raise fault(f"Penpa+: the symbol {symbol[1]!r:.40} is not read")
        rule[colour].append(names([board[place], board[there]]))
    if re.search("kropki", words, re.IGNORECASE):
        every, not_all = ALL_DOTS.search(words), NOT_ALL.search(words)
        if not every and not not_all:
            raise fault("Penpa+: the words do not say whether all Kropki dots are given")
        puzzle.rules["kropki"] = {**rule} if not_all else {**rule, "all given": "true"}


def _check_words(drawing: PenpaDrawing, puzzle: StatedSudoku) -> None:
    stated_rules = {name.partition("-diagonal")[0] for name in puzzle.rules}
    if {"falling", "rising"} & stated_rules:
        stated_rules.add("diagonals")
    if "different" in stated_rules:
        stated_rules.add("killer")
    for pattern, rules in WORDS.items():
        if (match := re.search(pattern, drawing.words, re.IGNORECASE)) and not stated_rules & set(rules):
            raise fault(f"Penpa+: the words say {match[0]!r:.40}, which no drawing states")


CAGE_LINE = 10  # a style
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
    """The drawing so far, and the sentences that define it."""

    size: int
    drawn: dict[str, Any] = field(default_factory=dict)
    phrases: dict[str, None] = field(default_factory=dict)

    @property
    def points(self) -> Points:
        return Points(self.size, self.size)

    def cell(self, cell: Cell) -> int:
        return (cell[0] + 2) * self.points.width + cell[1] + 2

    def corner(self, cell: Cell, number: int) -> int:
        """The number of a corner of a cell: 0 upper left, 1 upper right, 2 lower left, 3 lower right."""
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
    """The link. Raises InstanceError for what Penpa+ has no tool to draw."""
    grid = puzzle.grid
    if not is_standard(grid):
        raise fault("Penpa+: squares with digits from 1, and rows without repeats, are written")
    if sorted(map(len, grid.regions)) != [grid.rows] * grid.rows:
        raise fault(f"Penpa+: {grid.rows} regions of {grid.rows} cells are written")
    sheet = PenpaSheet(grid.rows)
    sheet.drawn |= blank_parts()
    for cell, digit in puzzle.givens.items():
        sheet.drawn["number"][str(sheet.cell(cell))] = [str(digit), BLACK, "1"]
    _draw_regions(grid, sheet)
    for rule in puzzle.rules:
        _draw_rule(rule, sheet)
    if sheet.drawn["symbol"] and sheet.phrases.keys() >= {"some", "all"}:
        del sheet.phrases["some"]
    return SITE + packed("\n".join(_text(sheet))) + "\n"


def _text(sheet: PenpaSheet) -> Iterator[str]:
    """The lines of the text up to the board; the rest may be left out."""
    size, points = sheet.size, sheet.points
    words = escaped(" ".join(["Normal sudoku rules apply.", *(SENTENCES[name] for name in sheet.phrases)]))
    half = size // 2
    middle = sheet.vertex(half, half) if size % 2 == 0 else sheet.cell((half, half))
    wide = (size + 1) * PIXELS
    head = ["square", size, size, PIXELS, 0, 1, 1, wide, wide, middle, middle, 0, 0, 0, 0]
    yield ",".join(map(str, [*head, "Title: ", "Author: ", "", words, "OFF", "false"]))
    yield "[0,0,0,0]"
    yield '["1","2","1"]~"sudoku"~["1",9]'
    yield json.dumps(sheet.drawn, separators=(",", ":"))
    yield ""
    board = [(r + 2) * points.width + c + 2 for r in range(size) for c in range(size)]
    yield json.dumps([board[0], *(b - a for a, b in pairwise(board))], separators=(",", ":"))
    yield from ("[]", "{}", '"x"', '"x"', "[3,1,3]")


def _draw_regions(grid: Grid, sheet: PenpaSheet) -> None:
    """Thick lines where a region ends."""
    region = grid.region_of
    for r, c in grid.cells:
        if c and region[r, c] != region[r, c - 1]:
            sheet.line("lineE", sheet.vertex(r, c), sheet.vertex(r + 1, c), THICK_LINE)
        if r and region[r, c] != region[r - 1, c]:
            sheet.line("lineE", sheet.vertex(r, c), sheet.vertex(r, c + 1), THICK_LINE)


def _draw_rule(rule: Rule, sheet: PenpaSheet) -> None:
    """Raises InstanceError for a rule that is not drawn."""
    kind = type(rule)
    if isinstance(rule, everywhere.DiagonalUnits):
        _draw_diagonals(rule, sheet)
    elif kind is lines.Thermo and isinstance(rule, OnCells):
        _draw_path(rule.cells, "thermo", "thermo", sheet)
    elif isinstance(rule, sums.Arrow) and rule.circle == 1:
        _draw_path(rule.cells, "arrows", "arrow", sheet)
        sheet.drawn["symbol"][str(sheet.cell(rule.cells[0]))] = [1, "circle_L", 1]
    elif isinstance(rule, cages.Killer):
        _draw_cage(rule, str(rule.clue), sheet)
    elif kind is cages.Different and isinstance(rule, OnCells):
        _draw_cage(rule, "", sheet)
    elif kind in (pairs.White, pairs.Black) and isinstance(rule, OnCells):
        _draw_dots(rule, sheet)
    elif isinstance(rule, pairs.Unmarked) and set(rule.kinds) == {pairs.White, pairs.Black}:
        sheet.phrases["all"] = None
    else:
        raise fault(f"Penpa+: the rule `{rule.name}` is not written")


def _draw_diagonals(rule: everywhere.DiagonalUnits, sheet: PenpaSheet) -> None:
    points, steps = sheet.points, diagonals(sheet.points, sheet.cell((0, 0)), sheet.size)
    steps_drawn = [steps["falling-diagonal"]] * rule.falling + [steps["rising-diagonal"]] * rule.rising
    for (r, c), (down, right) in sorted(set().union(*steps_drawn)):
        start, end = points.number + r * points.width + c, points.number + down * points.width + right
        sheet.line("lineE", start, end, THICK_LINE)
    sheet.phrases["diagonals"] = None


def _draw_path(cells: Sequence[Cell], part: str, phrases: str, sheet: PenpaSheet) -> None:
    sheet.drawn[part].append([sheet.cell(cell) for cell in cells])
    sheet.phrases[phrases] = None


def _draw_dots(rule: OnCells, sheet: PenpaSheet) -> None:
    style = next(style for style, colour in DOTS.items() if colour == rule.name)
    for a, b in pairwise(rule.cells):
        if sheet.drawn["symbol"].setdefault(str(sheet.side(a, b)), dot := [style, "circle_SS", 2]) != dot:
            raise fault("Penpa+: two dots at one place are not written")
    sheet.phrases["some"] = None


def _draw_cage(rule: OnCells, clue: str, sheet: PenpaSheet) -> None:
    """The cells, the outline within them, and the sum in the corner of the first."""
    places = sorted(map(sheet.cell, rule.cells))
    if any(set(places) & set(other) for other in sheet.drawn["killercages"]):
        raise fault("Penpa+: cages that share cells are not written")
    sheet.drawn["killercages"].append(places)
    for a, b in _cage_outline(set(rule.cells), sheet):
        sheet.line("cage", a, b, CAGE_LINE)
    if clue:
        padded = " " * (len(clue) - 1) + clue
        sheet.drawn["numberS"][str(sheet.corner(min(rule.cells), 0))] = [padded, BLACK]
    sheet.phrases["killer" if clue else "different"] = None


def _cage_outline(cage: set[Cell], sheet: PenpaSheet) -> Iterator[tuple[int, int]]:
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
