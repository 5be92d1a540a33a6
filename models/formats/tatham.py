"""Game IDs of Simon Tatham's puzzles: PARAMETERS:DESCRIPTION of Solo (sudoku) and Pattern (nonogram).

    3x3:2b1_3...      Solo: boxes of 3 rows x 3 columns; letters a..z are 1 to 26 blanks, _ separates numbers
    9j:...,REGIONS    jigsaw; 3x3x: both diagonals; 3x3k:...,CAGES,SUMS: killer, a sum on a cell of each cage
    5x5:1.1/3/...     Pattern: columns, then rows; blocks separated by dots

Regions and cages are stated by the lines between cells, right of each cell row by row, then below each cell
column by column: letters a..y skip 1 to 25 places without a line before the next line, _ skips none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from zenkai_solver.models.blocks import Blocks
from zenkai_solver.models.classes import classes
from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats.clues import only_black
from zenkai_solver.models.formats.stated import StatedSudoku, check_size, is_standard, names
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, Sheet
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.rules import cages, everywhere

SOLO = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?([jxk]*)(?:[mrad]\w*)?:([0-9a-z_,]*)")
PATTERN = re.compile(r"(\d{1,3})(?:x(\d{1,3}))?:([0-9./]*)")
TOKEN = re.compile(r"\d{1,3}|[a-z]|_")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def from_page(text: str) -> StatedSudoku | Sheet:
    """The puzzle of what follows `puzzles/js/` in a link: GAME.html#ID. Raises InstanceError."""
    game, _, game_id = text.partition(".html#")
    if game not in ("solo", "pattern"):
        raise _fault(f"{game!r:.40} is not read; known: solo, pattern")
    return solo(unquote(game_id)) if game == "solo" else pattern(unquote(game_id))


def solo(text: str) -> StatedSudoku:
    """Raises InstanceError."""
    match = SOLO.fullmatch(text)
    if match is None:
        raise _fault("not an ID of Solo: PARAMETERS:DESCRIPTION")
    first, second, kinds, description = int(match[1]), int(match[2] or 1), set(match[3]), match[4]
    jigsaw = "j" in kinds or match[2] is None
    size = first * second
    check_size(size)
    sections = iter(description.split(","))
    puzzle = StatedSudoku(size, box=None if jigsaw else (first, second))
    puzzle.givens = _numbers(_section(sections), size)
    if jigsaw:
        puzzle.regions = _areas(_section(sections), size)
    if "x" in kinds:
        puzzle.rules["diagonals"] = None
    if "k" in kinds:
        _cages(puzzle, _areas(_section(sections), size), _numbers(_section(sections), size))
    if next(sections, None) is not None:
        raise _fault("more sections than the parameters ask for")
    return puzzle


def _fault(message: str) -> InstanceError:
    return fault(f"game ID: {message}")


def _section(sections: Iterator[str]) -> str:
    section = next(sections, None)
    if section is None:
        raise _fault("fewer sections than the parameters ask for")
    return section


def _numbers(text: str, size: int) -> dict[Cell, int]:
    """The numbers of a grid, by cell. Raises InstanceError."""
    at, numbers, place = 0, {}, 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise _fault(f"{text[at : at + 4]!r} is neither a number nor blanks")
        token, at = match[0], match.end()
        if token.isdigit():
            numbers[divmod(place, size)] = int(token)
            place += 1
        elif token != "_":
            place += LETTERS.index(token) + 1
    if place != size * size:
        raise _fault(f"{place} cells; {size}x{size} has {size * size}")
    return numbers


def _places(size: int) -> list[tuple[Cell, Cell]]:
    """Pairs of neighbours: horizontal ones row by row, then vertical ones column by column."""
    beside = [((r, c), (r, c + 1)) for r in range(size) for c in range(size - 1)]
    return [*beside, *(((r, c), (r + 1, c)) for c in range(size) for r in range(size - 1))]


def _areas(text: str, size: int) -> dict[Cell, int]:
    """The number of each cell's area."""
    places = _places(size)
    at, joined = 0, []
    for char in text:
        if char not in "_" + LETTERS[:25]:
            raise _fault(f"{char!r} among the lines between cells; letters a to y and _ are read")
        run = LETTERS.index(char) + 1 if char != "_" else 0
        joined += places[at : at + run]
        at += run + 1
    if at != len(places) + 1:
        raise _fault(f"{at - 1} places for lines between cells; {size}x{size} has {len(places)}")
    numbers = classes(size * size, [(a * size + b, c * size + d) for (a, b), (c, d) in joined])
    return {divmod(cell, size): area for cell, area in enumerate(numbers)}


def _cages(puzzle: StatedSudoku, areas: dict[Cell, int], sums: dict[Cell, int]) -> None:
    cages: dict[int, list[Cell]] = {}
    for cell, area in areas.items():
        cages.setdefault(area, []).append(cell)
    for cells in cages.values():
        stated = [sums[cell] for cell in cells if cell in sums]
        if len(stated) > 1:
            raise _fault(f"a cage with {len(stated)} sums")
        if stated:
            puzzle.add("killer", f"{stated[0]} = {names(cells)}")
        elif len(cells) > 1:
            puzzle.add("different", names(cells))


def pattern(text: str) -> Sheet:
    """Raises InstanceError."""
    match = PATTERN.fullmatch(text)
    if match is None:
        raise _fault("not an ID of Pattern: WIDTHxHEIGHT:CLUES")
    width, height = int(match[1]), int(match[2] or match[1])
    lines = match[3].split("/")
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE) or len(lines) != width + height:
        raise _fault(f"{len(lines)} clues for {width} columns and {height} rows")
    clues = tuple(map(_clue, lines))
    return Sheet(clues[width:], clues[:width])


def _clue(text: str) -> Blocks:
    if text in ("", "0"):
        return ()
    if not all(re.fullmatch(r"[1-9]\d{0,3}", word) for word in text.split(".")):
        raise _fault(f"{text!r:.40} is not a clue")
    return tuple((int(word), 1) for word in text.split("."))


# ---- writing


def write(puzzle: Sudoku, _: str = "") -> str:
    """The ID of a sudoku. Raises InstanceError for a puzzle that Solo cannot express."""
    grid = puzzle.grid
    if not is_standard(grid):
        raise _fault("Solo has squares with digits from 1, and rows without repeats only")
    if len(grid.region_of) < grid.rows**2:
        raise _fault("Solo: every cell is in a region")
    drawn = [
        rule for rule in puzzle.rules if isinstance(rule, everywhere.DiagonalUnits)
    ]  # in one rule, or two
    both = any(rule.falling for rule in drawn) and any(rule.rising for rule in drawn)
    kinds, killer = "x" * both, []
    for rule in puzzle.rules:
        if both and isinstance(rule, everywhere.DiagonalUnits):
            continue
        if isinstance(rule, cages.Killer):
            killer.append(rule)
        else:
            raise _fault(f"Solo has no rule `{rule.name}`")
    size = f"{grid.box[0]}x{grid.box[1]}" if grid.box else f"{grid.rows}j"
    parts = [_written([puzzle.givens.get(cell, 0) for cell in grid.cells])]
    if not grid.box:
        parts.append(_lines(grid.region_of, grid.rows))
    if killer:
        kinds += "k"
        parts += _killer(killer, grid.rows)
    return f"{size}{kinds}:{','.join(parts)}\n"


def _killer(rules: Sequence[cages.Killer], size: int) -> tuple[str, str]:
    """The cages, and one per remaining cell, and their sums. Raises InstanceError for a disconnected cage."""
    areas = {(r, c): -1 - r * size - c for r in range(size) for c in range(size)}
    areas |= {cell: number for number, rule in enumerate(rules) for cell in rule.cells}
    sums = {min(rule.cells): rule.clue for rule in rules}
    text = _lines(areas, size)
    again = _areas(text, size)
    if len(set(again.values())) != len(set(areas.values())):
        raise _fault("Solo: a cage in several parts")
    return text, _written([sums.get(cell, 0) for cell in areas])


def _written(numbers: Sequence[int]) -> str:
    text, blanks = "", 0
    for number in (*numbers, None):
        if number == 0:
            blanks += 1
            continue
        run = "z" * (blanks // 26) + (LETTERS[blanks % 26 - 1] if blanks % 26 else "")
        text, blanks = text + (run if number is None else (run or "_" * bool(text)) + str(number)), 0
    return text


def _lines(areas: dict[Cell, int], size: int) -> str:
    """Raises InstanceError for a run that the game writes in another way than it reads."""
    text, run = "", 0
    for joined in (*(areas[a] == areas[b] for a, b in _places(size)), False):
        if joined:
            run += 1
        elif run > 25:
            raise _fault("more than 25 places without a line between cells")
        else:
            text, run = text + (LETTERS[run - 1] if run else "_"), 0
    return text


def write_pattern(sheet: Sheet) -> str:
    only_black(sheet, "Pattern")
    lines = (".".join(str(length) for length, _ in clue) for clue in (*sheet.columns, *sheet.rows))
    return f"{len(sheet.columns)}x{len(sheet.rows)}:{'/'.join(lines)}\n"
