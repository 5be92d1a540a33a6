"""A nonogram as printed: clues on two sides, inks, title, and the goal picture if it is known.

Ink(label, name, rgb)     the colour of a block; its label is its character on a board
Sheet                     rows and columns of blocks; a block is (length, ink number from 1)
checked(sheet)            the sheet, or InstanceError
from_picture(board)       the sheet whose clues a board has
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

from zenkai_solver.models.blocks import Blocks, blocks_of, room
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.symmetry import Board

MAX_SIDE = 500  # cells; a line of a newspaper's largest puzzle has 200
MAX_INKS = 20
OPEN = "?"  # an undetermined cell
RESERVED = EMPTY + OPEN + "~ 0123456789,"  # not labels: white, open, differing cells, digits, separators


@dataclass(frozen=True)
class Ink:
    """Its character on boards and in clues, its name, and its colour as #rrggbb."""

    label: str
    name: str
    rgb: str


TOO_MANY = f"{{}} inks; at most {MAX_INKS} are allowed"
BLACK = Ink("#", "black", "#000000")
WHITE_RGB = "#ffffff"
LABELS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def is_label(text: str) -> bool:
    """Whether it can be the label of an ink: one printable character that boards do not use otherwise."""
    return len(text) == 1 and text not in RESERVED and text.isprintable()


def label_for(wanted: str, taken: Collection[str]) -> str:
    """A label for an ink of a file: the wanted one if possible, else the first that is not taken."""
    free = (label for label in (wanted, "#", *LABELS) if is_label(label) and label not in taken)
    return str(next(free))


@dataclass(frozen=True)
class Sheet:
    """The clues, and what is printed with them. `background` is the colour of white cells; `given` is a board
    of the given cells, `?` for the others.
    """

    rows: tuple[Blocks, ...]
    columns: tuple[Blocks, ...]
    inks: tuple[Ink, ...] = (BLACK,)
    title: str = ""
    author: str = ""
    goal: Board | None = None
    background: str = WHITE_RGB
    given: Board | None = None

    @property
    def labels(self) -> str:
        """The character of each ink number, white first."""
        return EMPTY + "".join(ink.label for ink in self.inks)


def checked(sheet: Sheet) -> Sheet:
    """The sheet, if consistent: inks, sums of rows and columns, goal, given cells. Raises InstanceError."""
    _check_inks(sheet.inks)
    for side, lines, size in (
        ("rows", sheet.rows, len(sheet.columns)),
        ("columns", sheet.columns, len(sheet.rows)),
    ):
        if not 1 <= len(lines) <= MAX_SIDE:
            raise InstanceError(side, f"{len(lines)} {side}; a puzzle has 1 to {MAX_SIDE}")
        for number, blocks in enumerate(lines):
            if blocks and min(blocks)[0] < 1:
                message = f"a block of {min(blocks)[0]} cells; a block has 1 cell or more"
                raise InstanceError((side, number), message)
            if (least := room(blocks)) > size:
                message = f"the clue needs {least} cells, but the line has {size}"
                raise InstanceError((side, number), message)
    _check_sums(sheet)
    if sheet.goal is not None:
        _check_goal(sheet, sheet.goal)
    if sheet.given is not None:
        _check_given(sheet, sheet.given)
    return sheet


def _check_inks(inks: Sequence[Ink]) -> None:
    if len(inks) > MAX_INKS:
        raise InstanceError("inks", TOO_MANY.format(len(inks)))
    labels = [ink.label for ink in inks]
    if wrong := [label for label in labels if not is_label(label) or labels.count(label) > 1]:
        raise InstanceError("inks", f"{wrong[0]!r:.40} cannot be the label of an ink, or is that of two")


def _check_sums(sheet: Sheet) -> None:
    rows, columns = Counter[int](), Counter[int]()
    for lines, cells in ((sheet.rows, rows), (sheet.columns, columns)):
        for length, ink in chain.from_iterable(lines):
            cells[ink] += length
    for number, paint in enumerate(sheet.inks, 1):
        if rows[number] != columns[number]:
            raise InstanceError(
                "rows",
                f"the rows have {rows[number]} {paint.name} cells in all, but the columns {columns[number]}",
            )


def _check_goal(sheet: Sheet, goal: Board) -> None:
    if [len(row) for row in goal] != [len(sheet.columns)] * len(sheet.rows):
        raise InstanceError("goal", f"the goal is not {len(sheet.rows)} rows of {len(sheet.columns)} cells")
    shown = from_picture(goal, sheet.inks)
    for side, lines, clues in (("row", shown.rows, sheet.rows), ("column", shown.columns, sheet.columns)):
        for number, (seen, asked) in enumerate(zip(lines, clues), 1):
            if seen != asked:
                raise InstanceError("goal", f"{side} {number} of the goal is not what its clue says")


def _check_given(sheet: Sheet, given: Board) -> None:
    rows, columns = len(sheet.rows), len(sheet.columns)
    if len(given) != rows:
        raise InstanceError("given", f"{len(given)} rows, but the puzzle has {rows}")
    for r, row in enumerate(given):
        if len(row) != columns:
            raise InstanceError("given", f"row {r + 1} has {len(row)} cells, but {columns} are needed", r)
        if unknown := set(row) - {OPEN, *sheet.labels}:
            known = " ".join([OPEN, *sheet.labels])
            raise InstanceError("given", f"row {r + 1}: {min(unknown)!r} is not a cell; known: {known}", r)


def from_picture(board: Sequence[str], inks: Sequence[Ink] = (BLACK,)) -> Sheet:
    """The sheet whose clues the board has. Raises InstanceError for a character that is no ink."""
    number = {EMPTY: 0} | {ink.label: i for i, ink in enumerate(inks, 1)}
    for r, row in enumerate(board):
        if unknown := [char for char in row if char not in number]:
            raise InstanceError((), f"{unknown[0]!r} is not an ink; known: {' '.join(number)}", r)
    cells = [[number[char] for char in row] for row in board]
    return Sheet(tuple(map(blocks_of, cells)), tuple(map(blocks_of, zip(*cells))), tuple(inks))
