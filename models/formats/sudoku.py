"""The text formats of sudoku: one tolerant reader for all of them, and a writer for each.

    line     81 characters by rows, blanks . or 0; many lines are an .sdm file
    sdk      nine rows, after optional lines such as #A author and [Puzzle]
    ss       a boxed print: |, - and + between the boxes
    comma    nine rows of nine, separated by commas
    printed  rows below a head such as `Q:`, see `models.formats.printed`
    marks    a pencil-mark grid: the digits left in each cell, separated by spaces; or 729 characters

The reader detects the format: it drops comments and drawn lines, and reads the rest as a grid, as numbers (10
and more) or as pencil marks, by the number of symbols and words. Other sizes than 9x9 are written likewise,
with the letters A, B, ... for 10, 11, ...
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import isqrt
from pathlib import Path
from typing import Any

from zenkai_solver.models.document import InstanceError, fault, read_text
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.formats import printed
from zenkai_solver.models.formats.stated import is_standard
from zenkai_solver.models.formats.table import family_of_many
from zenkai_solver.models.puzzle import Text
from zenkai_solver.models.sudoku.grid import SYMBOLS, cell_name
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.models.sudoku.reading import read as read_keys

BLANKS = ".0_*?xX-"
DRAWN = re.compile(r"[-+*=:|'`.\s]+")  # a line drawn between boxes has only these characters,
RULE = re.compile(r"[-+*=|'`]{3}")  # and three of these in a row
LINE_END = re.compile(r"\r\n|\r|\n")
SEPARATORS = re.compile(r"[\s,;|]+")


@dataclass(frozen=True)
class Marks:
    """A grid of n x n cells, each with its candidates (symbols); an empty string means all."""

    size: int
    cells: tuple[str, ...]

    def is_marked(self, cell: str) -> bool:
        """Whether the cell has more than one candidate, but not all."""
        return 1 < len(cell) < self.size

    def rows(self) -> list[str]:
        """The rows of givens; `.` for a cell without a single candidate."""
        text = "".join(cell if len(cell) == 1 else "." for cell in self.cells)
        return [text[i : i + self.size] for i in range(0, len(text), self.size)]


# ---- reading


def read(text: str) -> Marks:
    """The puzzle of the text. Raises InstanceError, with the line if one is at fault."""
    lines = list(_content(text))
    rows = printed.filled([line for _, line in lines])  # with a 0 for each omitted cell
    lines = [(number, row) for (number, _), row in zip(lines, rows, strict=True)]
    compact = [SEPARATORS.sub("", line) for _, line in lines]
    words = [word for _, line in lines for word in SEPARATORS.split(line.strip(" \t,;|")) if word]
    whole = "".join(compact)
    for attempt in (_numbers(words), _grid(whole, compact), _strips(whole), _pencil(words)):
        if attempt is not None:
            return _checked(attempt, lines)
    raise _misfit(lines, compact, len(whole))


def _content(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold cells; a [State] section and an answer are not read. Raises InstanceError."""
    heads = 0
    for number, line in enumerate(LINE_END.split(text), start=1):
        bare = line.strip()
        if bare.lower() == "[state]" or printed.ANSWER.fullmatch(bare):
            return
        if (cells := printed.head(bare)) is not None:
            heads += 1
            if heads > 1:
                raise fault("a second puzzle; a file of many is .sdm or .txt", number)
            line = bare = cells
        comment = bare.startswith("#") or (bare.startswith("[") and bare.endswith("]"))
        # Two patterns, as a single one would backtrack.
        drawn = DRAWN.fullmatch(bare) is not None and RULE.search(bare) is not None
        if bare and not comment and not drawn:
            yield number, line


def _square(number: int) -> int | None:
    """The side of a grid of that many cells; None if it is not one of `DEFAULT_BOXES`."""
    side = isqrt(number)
    return side if side * side == number and side in DEFAULT_BOXES else None


def _grid(whole: str, compact: Sequence[str]) -> Marks | None:
    """A grid of one symbol per cell: all on one line, or in rows of equal length."""
    side = _square(len(whole))
    if side is None or (len(compact) > 1 and {len(line) for line in compact} != {side}):
        return None
    return Marks(side, tuple("" if char in BLANKS else char.upper() for char in whole))


def _numbers(words: Sequence[str]) -> Marks | None:
    """A grid of one number per cell, some of them greater than 9."""
    side = _square(len(words))
    numbers = [0 if word in BLANKS else int(word) if re.fullmatch(r"\d{1,2}", word) else -1 for word in words]
    if side is None or side < 10 or not 9 < max(numbers) <= side or min(numbers) < 0:
        return None
    return Marks(side, tuple(SYMBOLS[number] if number else "" for number in numbers))


def _strips(whole: str) -> Marks | None:
    """Pencil marks of n characters per cell, one for each digit; a blank if the digit is excluded."""
    side = next((n for n in DEFAULT_BOXES if n**3 == len(whole)), None)
    if side is None:
        return None
    strips = (whole[i : i + side] for i in range(0, len(whole), side))
    return Marks(
        side, tuple("".join(char.upper() for char in strip if char not in BLANKS) for strip in strips)
    )


def _pencil(words: Sequence[str]) -> Marks | None:
    """Pencil marks with the digits of a cell as one word."""
    side = _square(len(words))
    if side is None:
        return None
    return Marks(side, tuple("" if word in BLANKS else word.upper() for word in words))


def _checked(marks: Marks, lines: Sequence[tuple[int, str]]) -> Marks:
    for i, cell in enumerate(marks.cells):
        for char in cell:
            if not 1 <= SYMBOLS.find(char) <= marks.size:
                name = cell_name(divmod(i, marks.size))
                raise fault(
                    f"{name}: {char!r} is neither a digit from 1 to {SYMBOLS[marks.size]} nor a blank",
                    next((number for number, line in lines if char in line.upper()), None),
                )
    return marks


def _misfit(lines: Sequence[tuple[int, str]], compact: Sequence[str], length: int) -> InstanceError:
    """The message for a text that is no grid: the row whose length differs, or the number of cells."""
    if not lines:
        return fault("no puzzle in this file")
    lengths = [len(line) for line in compact]
    usual = Counter(lengths).most_common(1)[0][0]
    for (number, _), size in zip(lines, lengths, strict=True):
        if usual in DEFAULT_BOXES and size != usual:
            return fault(f"a row of {size} cells; the others have {usual}", number)
    if len(lines) == 1 or usual not in DEFAULT_BOXES:
        return fault(f"{length} cells; 81 are needed (or 16, 36, 64, 100, 144, 256, ...)", lines[0][0])
    return fault(f"{len(lines)} rows of {usual} cells; {usual} rows are needed", lines[-1][0])


def clash(marks: Marks) -> str | None:
    """Two equal givens in a unit, as `R1C1 and R1C5 both hold 5 (row 1)`; None if there are none."""
    for name, unit in _units(marks.size):
        seen: dict[str, int] = {}
        for i in unit:
            given = marks.cells[i]
            if len(given) == 1 and given in seen:
                first, second = (cell_name(divmod(k, marks.size)) for k in (seen[given], i))
                return f"{first} and {second} both hold {given} ({name})"
            seen[given] = i
    return None


def _units(size: int) -> Iterator[tuple[str, list[int]]]:
    """The rows, columns and boxes: their names and cells."""
    height, width = DEFAULT_BOXES[size]
    cells = [divmod(i, size) for i in range(size * size)]
    units = {
        "row": [r for r, _ in cells],
        "column": [c for _, c in cells],
        "box": [r // height * height + c // width for r, c in cells],
    }
    for name, of in units.items():
        for number in range(size):
            yield f"{name} {number + 1}", [i for i, unit in enumerate(of) if unit == number]


def as_yaml(text: str) -> str:
    """The instance of a file with one puzzle. Raises InstanceError."""
    return _stated(read(text))


def as_instance(text: str, _: str) -> tuple[Text, Sudoku | None]:
    """The same, made when it is asked for, and its puzzle; None if it has a fault. Raises InstanceError.

    The puzzle is what reading the YAML text would return; that would take longer than solving most puzzles.
    """
    marks, puzzle = read(text), None
    keys: dict[str, Any] = {"grid": "\n".join(marks.rows())}
    if only := _only(marks):
        keys["rules"] = [{"only": only}]
    with suppress(InstanceError):
        puzzle = read_keys(Fields(keys))
    return partial(_stated, marks), puzzle


def _stated(marks: Marks) -> str:
    lines = ["puzzle: sudoku", "grid: |", *(f"  {row}" for row in marks.rows())]
    if only := _only(marks):
        lines += ["rules:", "  - only:", *(f"      - {cell}" for cell in only)]
    return "\n".join(lines) + "\n"


def _only(marks: Marks) -> list[str]:
    """The cells with some candidates, as the rule `only` has them."""
    cells = enumerate(marks.cells)
    return [
        f"{cell_name(divmod(i, marks.size))} = {' '.join(cell)}" for i, cell in cells if marks.is_marked(cell)
    ]


# ---- writing


def of_puzzle(puzzle: Sudoku) -> Marks:
    """The givens of a sudoku without further rules. Raises InstanceError if it has some."""
    grid = puzzle.grid
    if grid.rows != grid.columns or grid.box is None or grid.box != DEFAULT_BOXES.get(grid.rows):
        raise fault("the format has squares with the usual boxes only")
    if not is_standard(grid):
        raise fault(f"the format has digits 1 to {grid.rows}, and rows without repeats")
    if puzzle.rules:
        raise fault(f"the format has no rule `{puzzle.rules[0].name}`")
    givens = (puzzle.givens.get(cell) for cell in grid.cells)
    return Marks(grid.rows, tuple("" if digit is None else SYMBOLS[digit] for digit in givens))


def write(puzzle: Sudoku, name: str) -> str:
    """The text of a sudoku without further rules, by one of the `WRITERS`. Raises InstanceError."""
    return WRITERS[name](of_puzzle(puzzle))


def write_line(marks: Marks) -> str:
    return "".join(marks.rows()) + "\n"


def write_marks(marks: Marks) -> str:
    """The pencil-mark grid in aligned columns; a cell without marks has all digits."""
    every = SYMBOLS[1 : marks.size + 1]
    cells = [cell or every for cell in marks.cells]
    width = max(map(len, cells))
    padded = [cell.ljust(width) for cell in cells]
    rows = [padded[i : i + marks.size] for i in range(0, len(padded), marks.size)]
    return _boxed(marks, rows, " ", "+")


def _boxed(marks: Marks, rows: Sequence[Sequence[str]], between: str, corner: str) -> str:
    """Rows with | and lines of - between boxes; `between` separates cells."""
    height, width = DEFAULT_BOXES[marks.size]
    printed = []
    for row in rows:
        cells = iter(row)
        parts = [between.join(islice(cells, width)) for _ in range(marks.size // width)]
        printed.append(f"|{between}" + f"{between}|{between}".join(parts) + f"{between}|")
    inner = "|" + "+".join("-" * len(part) for part in printed[0][1:-1].split("|")) + "|"
    outer = corner + "-" * (len(printed[0]) - 2) + corner
    lines = [outer]
    for r, line in enumerate(printed):
        if r and r % height == 0:
            lines.append(inner)
        lines.append(line)
    return "\n".join([*lines, outer]) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Writes the puzzles of files, one per file or one per line, to stdout in another format."""
    p = argparse.ArgumentParser(prog="python -m models.formats.sudoku", description=main.__doc__)
    p.add_argument("files", nargs="+", metavar="FILE")
    p.add_argument("--to", choices=list(WRITERS), default="line")
    args = p.parse_args(argv)
    for name in args.files:
        try:
            for puzzle in read_file(name):
                sys.stdout.write(WRITERS[args.to](puzzle))
        except InstanceError as error:
            error.file = name
            print(f"zenkai: {error}", file=sys.stderr)
            return 2
    return 0


def read_file(name: str) -> Iterator[Marks]:
    """The puzzles of a file: one, or one per line."""
    text = read_text(name)
    if family_of_many(Path(name)) is None:
        yield read(text)
        return
    for number, line in enumerate(LINE_END.split(text), start=1):
        if line.strip() and not line.startswith("#"):
            try:
                yield read(line)
            except InstanceError as error:
                error.line = number
                raise


WRITERS: dict[str, Callable[[Marks], str]] = {
    "line": write_line,
    "sdm": write_line,
    "sdk": lambda marks: "[Puzzle]\n" + "".join(row + "\n" for row in marks.rows()),
    "ss": lambda marks: _boxed(marks, marks.rows(), "", "*"),  # a dot for a blank
    "comma": lambda marks: ",".join(marks.rows()).replace(".", "0") + "\n",
    "marks": write_marks,
}


if __name__ == "__main__":
    sys.exit(main())
