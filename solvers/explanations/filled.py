"""Partly filled boards, as a person enters them, and what they say.

A board has a value in each cell that is not open. The copies of a piece are interchangeable: equal letters
are cells of one of them, others of another. A board without cells, as of a formula, has a row for each fact
that is entered: its name, after `-` if it is false, or before `yes` or `no`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from pathlib import Path

from zenkai_solver.models.constraints import Clause
from zenkai_solver.models.document import is_file, read_text
from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Region
from zenkai_solver.models.puzzle import Labelled, Puzzle, copies_of
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.explanations import shown
from zenkai_solver.solvers.explanations.theory import BoardEntry, Theory

OPEN = "0", "_"  # other signs of an open cell, where they are no values
BRACKETS = "{}", "[]", "()"
UNKNOWN = "?"  # an open cell of any board
ROW = re.compile(r"(?P<no>-|~|not )?(?P<name>.+?)(?: (?P<value>yes|no|\?))?")  # of a board without cells


@dataclass(frozen=True)
class PartlyFilled:
    """A board with open cells, some of which have pencil marks: the labels that a person thinks possible."""

    entries: tuple[BoardEntry, ...] = ()
    marks: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of_values(cls, theory: Theory, values: Mapping[Cell, str]) -> PartlyFilled:
        """The board with these labels in these cells."""
        return cls(tuple(theory.entry(cell, label) for cell, label in values.items()))

    @property
    def cells(self) -> frozenset[Cell]:
        """Those that are not open."""
        return frozenset(cell for entry in self.entries for cell in entry.cells)

    def of(self, theory: Theory) -> Theory:
        """The theory with what the board says as givens."""
        return theory.and_entries(self.entries).and_marks(self.marks)


def open_sign(puzzle: Puzzle) -> str:
    """The sign of an open cell: `?` where `.` is a value."""
    return UNKNOWN if isinstance(puzzle, Labelled) and EMPTY in puzzle.symbols else EMPTY


def is_full(puzzle: Puzzle, theory: Theory, board: Board) -> bool:
    """Has the board no open cell; of one without cells: has it only rows that are true?"""
    if not theory.bearing:
        return not any(row[:1] in "-~" or row.endswith((" yes", " no", " ?")) for row in board if row != "-")
    return {open_sign(puzzle), UNKNOWN}.isdisjoint(chain.from_iterable(board))


def partly_filled(puzzle: Puzzle, theory: Theory, text: str) -> PartlyFilled:
    """The board of a file, or of rows joined by `/`. Raises Refused, OSError, InstanceError."""
    region = puzzle.symmetries().region
    lines = rows_of(text, region)
    no_file = "" if is_file(Path(text)) else "no file, and "
    if not theory.bearing:
        entries = _facts_on(theory, lines)
        if entries is None:
            names = [label for label, _ in theory.facts.values()]
            raise Refused(
                f"--board {text!r:.40}: {no_file}not rows with names of this puzzle, such as {names[0]}; "
                f"-{names[0]}, or {names[0]} no, says that it is false"
            )
        return PartlyFilled(entries)
    cells = _tokens(puzzle, theory, lines)
    board = _values(puzzle, cells)
    entries = entries_on(puzzle, theory, board)
    marks = {
        (r, c): tuple(token) for r, row in enumerate(cells) for c, token in enumerate(row) if len(token) > 1
    }
    known = all(set(labels) <= theory.bearing.get(cell, {}).keys() for cell, labels in marks.items())
    if entries is None or not known:
        size, sign = f"{region.rows}x{region.columns}", open_sign(puzzle)
        raise Refused(
            f"--board {text!r:.40}: {no_file}not {size} cells with values of this puzzle"
            f"{_unfit(region, theory, cells, sign)}, or {sign} for open ones; "
            "with pencil marks, such as 24, cells are set apart by spaces"
        )
    return PartlyFilled(entries, marks)


def board_of(puzzle: Puzzle, theory: Theory, text: str) -> Board:
    """The board of a file, or of rows joined by `/`, which need not fit the puzzle; cells with pencil marks
    are open. Raises OSError, InstanceError.
    """
    region = puzzle.symmetries().region
    lines = rows_of(text, region)
    lengths = {*map(len, lines)}
    short = len(lines) == region.rows and min(lengths) < region.columns >= max(lengths)
    if short or not theory.bearing:
        return tuple(lines)
    return _values(puzzle, _tokens(puzzle, theory, lines))


def _values(puzzle: Puzzle, cells: Sequence[Sequence[str]]) -> Board:
    """The board of what stands in each cell: several signs are pencil marks."""
    return tuple("".join(token if len(token) == 1 else open_sign(puzzle) for token in row) for row in cells)


def _tokens(puzzle: Puzzle, theory: Theory, lines: Sequence[str]) -> list[list[str]]:
    """What stands in each cell, of rows as this project, or as other programs write them: with lines between
    boxes, with 0 or _ for an open cell, with commas between cells, with pencil marks in brackets.
    """
    region = puzzle.symmetries().region
    rows = [line.ljust(region.columns) for line in lines]
    if [len(row) for row in rows] == [region.columns] * region.rows:
        cells = [list(row) for row in rows]  # as in a solutions file; `#` may be where no cell is
        for r, c in region.blanks:
            cells[r][c] = OUTSIDE if cells[r][c] == "#" else cells[r][c]
    else:
        known = set(chain.from_iterable(theory.bearing.values()))
        apart = " " if any(" " in line.strip("| ") for line in lines) else ""
        clear = str.maketrans({",": " ", ";": " ", "|": apart})
        lines = [line if known & {*",;|"} else line.translate(clear) for line in lines]
        rows = [row for line in lines if (row := line.strip()) and not _between_boxes(row)]
        marked = any(len(row.split()) > 1 for row in rows)
        cells = [[_unbracketed(token) for token in row.split()] if marked else list(row) for row in rows]
    sign = open_sign(puzzle)
    return [
        [
            sign if token in OPEN and token not in theory.bearing.get((r, c), token) else token
            for c, token in enumerate(row)
        ]
        for r, row in enumerate(cells)
    ]


def _between_boxes(row: str) -> bool:
    """Is it a line between boxes, such as +---+---+ or :---+---:?"""
    return set(row) <= {*"+- "} or ("--" in row and set(row) <= {*"+-=.:' "})


def _unbracketed(token: str) -> str:
    """The pencil marks in a pair of brackets."""
    return token[1:-1] if len(token) > 2 and token[0] + token[-1] in BRACKETS else token


def _unfit(region: Region, theory: Theory, cells: Sequence[Sequence[str]], sign: str) -> str:
    """In brackets the first row, or cell, that is not as it has to be; "" where none is so by itself."""
    if len(cells) != region.rows:
        return f" (it has {len(cells):,} row{'' if len(cells) == 1 else 's'})"
    for number, row in enumerate(cells, 1):
        if len(row) != region.columns:
            return f" (row {number} has {len(row):,})"
    for (r, c), bearing in sorted(theory.bearing.items()):
        able = {*bearing, EMPTY} if sign != EMPTY else {*bearing}
        if cells[r][c] not in (sign, UNKNOWN) and not able.issuperset(cells[r][c]):
            has = cells[r][c].strip() or "nothing"
            return f" ({theory.name((r, c))} has {has}, not one of {' '.join(sorted(able))})"
    return ""


def entries_on(puzzle: Puzzle, theory: Theory, board: Board) -> tuple[BoardEntry, ...] | None:
    """What a board says, whose other cells are open; None for a board of another size, or with what is no
    value there.
    """
    if not theory.bearing:
        return _facts_on(theory, board)
    region, sign = puzzle.symmetries().region, open_sign(puzzle)
    signs = sign, UNKNOWN
    if [len(row) for row in board] != [region.columns] * region.rows:
        return None
    given = shown.board(puzzle, theory, frozenset()) or board
    if any(board[r][c] not in (*signs, given[r][c]) for r, c in _settled(region, theory)):
        return None
    cells = (cell for cell in region.cells if cell in theory.bearing)
    values = {(r, c): board[r][c] for r, c in cells if board[r][c] not in signs}
    copied, letters = copies_of(puzzle)
    shared = {cell: label for cell, label in values.items() if label in letters}
    bare = sign != EMPTY
    unique = {cell: label for cell, label in values.items() if cell not in shared}
    if not all(label in theory.bearing[cell] or (bare and label == EMPTY) for cell, label in unique.items()):
        return None
    entries = (theory.entry(cell, label) for cell, label in unique.items())
    return (*entries, *_copies_on(theory, copied, values, shared))


def _settled(region: Region, theory: Theory) -> Iterator[Cell]:
    """The places of a board that no fact is about: those with one possible value, and blank ones."""
    every = product(range(region.rows), range(region.columns))
    return (cell for cell in every if cell not in theory.bearing)


def _copies_on(
    theory: Theory, copied: frozenset[str], values: Mapping[Cell, str], shared: Mapping[Cell, str]
) -> Iterator[BoardEntry]:
    """For each letter of the `shared` cells: that they are cells of one copy of a piece, which has no cell
    with another letter.
    """
    groups = defaultdict[str, list[Cell]](list)
    for cell, letter in shared.items():
        groups[letter].append(cell)
    for letter, cells in groups.items():
        others = {cell for cell, other in values.items() if other != letter}
        able = [
            var
            for label in sorted(copied & theory.bearing[cells[0]].keys())
            for var in theory.bearing[cells[0]][label]
            if (covered := {*theory.facts[var].cells}).issuperset(cells) and covered.isdisjoint(others)
        ]
        where = "+".join(map(theory.name, cells))
        yield BoardEntry(
            f"{where}={letter}",
            f"no piece lies on {where} as {letter} does",
            tuple(cells),
            (Clause(tuple(able)),),
        )


def _facts_on(theory: Theory, rows: Sequence[str]) -> tuple[BoardEntry, ...] | None:
    """What the rows say of facts without cells; None for a name that is none."""
    variables = {label: var for var, (label, _) in theory.facts.items()}
    entries = list[BoardEntry]()
    for row in filter(None, map(str.strip, rows)):
        match = ROW.fullmatch(row)
        if match is None or match["name"] not in variables:
            return None
        if match["value"] != UNKNOWN:
            var = variables[match["name"]]
            true = (match["value"] == "no") == bool(match["no"])
            words, denial = (shown.fact_words(theory, lit if true else -lit) for lit in (var, -var))
            name, sign, value = match["name"].rpartition("=")
            denial = f"{name} is not {value}" if sign and true else denial
            entries.append(BoardEntry(words, denial, (), (Clause((var if true else -var,)),)))
    return tuple(entries)


def rows_of(text: str, region: Region) -> list[str]:
    """Those of a file, or those joined by `/`, which may be a value, too, or by line feeds, or written one
    after the other. Raises OSError, InstanceError.
    """
    lines = (read_text(Path(text)) if is_file(Path(text)) else text).splitlines()
    if len(lines) != 1:
        return lines
    (text,), wide = lines, region.columns + 1
    if len(text) == region.rows * region.columns and "/" not in text and min(region.rows, region.columns) > 1:
        return [text[i : i + region.columns] for i in range(0, len(text), region.columns)]
    if len(text) == wide * region.rows - 1 and set(text[region.columns :: wide]) <= {"/"}:
        return [text[i : i + region.columns] for i in range(0, len(text), wide)]
    return text.split("/")
