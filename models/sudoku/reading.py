"""Reads a sudoku from the keys of an instance. Every fault is found here and raised as InstanceError with its
place, so that nothing fails later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.drawing import size_in
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku import several
from zenkai_solver.models.sudoku.grid import BESIDE, SYMBOLS, Grid, Path, boxed, cell_name
from zenkai_solver.models.sudoku.notation import RULES, WHOLE, named_in, rule_words
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.rules.base import OnCells, Rule, RuleError
from zenkai_solver.models.sudoku.rules.cages import Killer

MAX_SIDE = 25
BLANKS = ".0_"
KEYS = ("grid", "box", "regions", "size", "digits", "latin", "rules", "lenient", "grids")
DEFAULT_BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 15: (3, 5)}
DEFAULT_BOXES |= {16: (4, 4), 20: (4, 5), 24: (4, 6), 25: (5, 5)}


def read(fields: Fields) -> Sudoku:
    fields.only(KEYS)
    rows = [row for _, row in _drawing(fields, "grid")] if "grid" in fields.data else []
    if "grids" in fields.data:
        grid = _several(fields)
    else:
        height, width = _size(fields, rows)
        side = max(height, width)
        grid = _regions(fields, height, width, _values(fields, side, range(side, MAX_SIDE + 2)))
    if not fields.flag("latin", True):
        grid = replace(grid, latin=False)
    givens = _givens(fields, rows, grid)
    puzzle = Sudoku(grid, givens, tuple(_rules(fields, grid)))
    if not fields.flag("lenient", False):
        for cell, sentence in clashes(puzzle):
            raise InstanceError("grid", f"{sentence} (`lenient` allows this)", cell[0])
    return puzzle


def _several(fields: Fields) -> Grid:
    if "size" in fields.data:
        raise InstanceError("size", "`size` and `grids` exclude each other")
    if "regions" in fields.data and "box" in fields.data:
        raise InstanceError("box", "`box` and `regions` exclude each other")
    box = None if "regions" in fields.data else _box(fields, 9, 9)
    number = range(box[0] * box[1], box[0] * box[1] + 1) if box else range(1, MAX_SIDE + 1)
    values = _values(fields, box[0] * box[1] if box else 9, number)
    corners = several.read_corners(fields, box, len(values))
    grid = several.bare(corners, values, box)
    if "regions" in fields.data:
        regions = tuple(_drawn_regions(fields, grid.rows, grid.columns, len(values), grid))
        grid = replace(grid, regions=regions)
    return grid


def _drawing(fields: Fields, key: str) -> list[tuple[int, str]]:
    """The rows of a drawing, without spaces and the lines of boxes, each with its line in the text."""
    rows = ((i, re.sub(r"[\s|]", "", row)) for i, row in enumerate(fields.text(key).split("\n")))
    return [(i, row) for i, row in rows if row and not re.fullmatch(r"[-+*=]+", row)]


def _size(fields: Fields, rows: Sequence[str]) -> tuple[int, int]:
    """The numbers of rows and columns: stated, or those of the drawing."""
    if "size" in fields.data:
        size = size_in(fields.text("size"))
        if size is None:
            raise InstanceError("size", f'"{fields.text("size"):.30}" is not a size such as 9x9')
        height, width = size
    elif rows:
        height, width = len(rows), len(rows[0])
    else:
        raise InstanceError((), "the key `grid` (a drawing) or `size` (such as 9x9) is missing")
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        key = "size" if "size" in fields.data else "grid"
        raise InstanceError(key, f"{height}x{width}; at most {MAX_SIDE}x{MAX_SIDE} is allowed")
    return height, width


def _values(fields: Fields, count: int, numbers: range) -> tuple[int, ...]:
    """The digits, of which there may be so many: stated as `0-8`, or 1 to `count`."""
    text = fields.text("digits", f"{SYMBOLS[1]}-{SYMBOLS[count]}")
    match = re.fullmatch(r"\s*([0-9A-Z])\s*-\s*([0-9A-Z])\s*", text)
    if match is None:
        raise InstanceError("digits", f'"{text:.30}" is not a range such as 1-9 or 0-8')
    values = tuple(range(SYMBOLS.index(match[1]), SYMBOLS.index(match[2]) + 1))
    if len(values) not in numbers:
        raise InstanceError("digits", f"{len(values)} digits for lines of {count} cells")
    return values


def _regions(fields: Fields, height: int, width: int, values: tuple[int, ...]) -> Grid:
    if "regions" in fields.data:
        if "box" in fields.data:
            raise InstanceError("box", "`box` and `regions` exclude each other")
        return Grid(height, width, values, tuple(_drawn_regions(fields, height, width, len(values))))
    box = _box(fields, height, width)
    if box is None:
        return Grid(height, width, values)
    if height % box[0] or width % box[1] or box[0] * box[1] > len(values):
        raise InstanceError(
            "box", f"boxes of {box[0]}x{box[1]} do not tile {height}x{width} with {len(values)} digits"
        )
    return boxed(height, width, values, box)


def _box(fields: Fields, height: int, width: int) -> tuple[int, int] | None:
    if "box" not in fields.data:
        box = DEFAULT_BOXES.get(height) if height == width else None
        if box is None:
            raise InstanceError((), f"the key `box` is missing for {height}x{width} (such as 2x3, or none)")
        return box
    text = fields.text("box")
    if text.strip() == "none":
        return None
    box = size_in(text)
    if box is None or not all(box):
        raise InstanceError("box", f'"{text:.30}" is neither a size such as 3x3 nor none')
    return box


def _drawn_regions(
    fields: Fields, height: int, width: int, count: int, grids: Grid | None = None
) -> Iterator[Path]:
    rows = [row for _, row in _drawing(fields, "regions")]
    _check_shape(fields, "regions", rows, height, width)
    if grids is not None:
        _check_beside(fields, "regions", rows, grids)
    cells: dict[str, list[Cell]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in (".", BESIDE):
                cells.setdefault(letter, []).append((r, c))
    for letter, region in sorted(cells.items()):
        if len(region) > count or (len(region) != count and (grids or height == width == count)):
            r, c = region[0]
            raise InstanceError(
                "regions",
                f"region {letter}, from {cell_name((r, c))} on, has {len(region)} cells for {count} digits",
                _drawing(fields, "regions")[r][0],
            )
        yield tuple(region)


def _check_shape(fields: Fields, key: str, rows: Sequence[str], height: int, width: int) -> None:
    if len(rows) != height:
        raise InstanceError(key, f"{len(rows)} rows, but the grid has {height}")
    for r, row in enumerate(rows):
        if len(row) != width:
            message = f"row {r + 1} has {len(row)} cells, but {width} are needed"
            raise InstanceError(key, message, _drawing(fields, key)[r][0])


def _check_beside(fields: Fields, key: str, rows: Sequence[str], grid: Grid) -> None:
    """Raise InstanceError for `#` in one of several grids, and for another sign beside them."""
    for r, row in enumerate(rows):
        for c, char in enumerate(row):
            if (char == BESIDE) if (r, c) in grid else (char not in (BESIDE, ".")):
                where = "lies in a grid" if (r, c) in grid else f"lies in no grid, where {BESIDE} is written"
                raise InstanceError(
                    key, f"{cell_name((r, c))}: {char!r} {where}", _drawing(fields, key)[r][0]
                )


def _givens(fields: Fields, rows: Sequence[str], grid: Grid) -> dict[Cell, int]:
    if not rows:
        return {}
    _check_shape(fields, "grid", rows, grid.rows, grid.columns)
    if grid.corners:
        _check_beside(fields, "grid", rows, grid)
    blanks = BLANKS.replace("0", "") if 0 in grid.values else BLANKS
    givens = {}
    for r, row in enumerate(rows):
        for c, char in enumerate(row.upper()):
            if char in blanks or (char == BESIDE and grid.corners):
                continue
            if char not in SYMBOLS or SYMBOLS.index(char) not in grid.values:
                low, high = SYMBOLS[grid.values[0]], SYMBOLS[grid.values[-1]]
                raise InstanceError(
                    "grid",
                    f"{cell_name((r, c))}: {row[c]!r} is neither a digit from {low} to {high} nor a blank",
                    _drawing(fields, "grid")[r][0],
                )
            givens[r, c] = SYMBOLS.index(char)
    return givens


def _rules(fields: Fields, grid: Grid) -> Iterator[Rule]:
    wanted = (
        "a list of rules: write a `- ` before each, such as `- thermo: [R1C1 R1C2]`, or `rules: [anti-king]`"
    )
    entries = fields.get("rules", (list, str), wanted, [])
    rules, caged = list[Rule](), set[Cell]()
    for i, entry in enumerate([entries] if isinstance(entries, str) else entries):
        where = ("rules", i) if isinstance(entries, list) else ("rules",)
        name, value, place = rule_words(entry, where)
        if grid.corners and (wrong := WHOLE.intersection(named_in(entry))):
            raise InstanceError(
                place, f"{min(wrong)} is about whole lines of one grid, and there are several"
            )
        for j, rule in enumerate(RULES[name](value, grid, place)):
            at = (*place, j) if isinstance(value, list) else place
            try:
                rule.check(grid)
            except RuleError as error:
                raise InstanceError(at, str(error)) from None
            if isinstance(rule, Killer):
                if shared := caged.intersection(rule.cells):
                    raise InstanceError(at, f"two cages overlap in {cell_name(min(shared))}")
                caged.update(rule.cells)
            rules.append(rule)
    yield from rules


def clashes(puzzle: Sudoku) -> Iterator[tuple[Cell, str]]:
    """Givens that break a unit or a rule by themselves: the cell, and the violation in words."""
    for unit, shown in zip(puzzle.units, puzzle.given_digits):
        if len(set(shown)) == len(shown):
            continue
        digits = Counter(shown)
        for digit, times in sorted(digits.items()):
            if times > 1:
                equal = [cell for cell in unit if puzzle.givens.get(cell) == digit]
                names = " and ".join(map(cell_name, equal[:2]))
                yield equal[1], f"two equal givens where digits differ: {names} hold {SYMBOLS[digit]}"
    for rule in puzzle.rules:
        for cell, allowed in rule.allowed(puzzle.grid):
            if cell in puzzle.givens and puzzle.givens[cell] not in allowed:
                given = SYMBOLS[puzzle.givens[cell]]
                yield cell, f"{cell_name(cell)}: the given {given} breaks the rule {rule.name}"
        if (
            isinstance(rule, OnCells)
            and type(rule).broken is OnCells.broken  # which looks at the rule's own cells alone
            and all(cell in puzzle.givens for cell in rule.cells)
        ):
            for sentence in rule.broken(puzzle.givens, puzzle.grid):
                yield rule.cells[0], f"the givens break the rule {sentence}"
