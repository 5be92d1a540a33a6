"""Nonogram: paint cells so that every row and every column shows its clue.

    rows, columns:  one list per line; a block is its length (3), with several inks its length and ink (3r)
    inks:           {r: red, b: "#0000ff"}: the character of each ink and its colour; left out: black alone
    given:          a drawing of given cells: `?` open, `.` white, `#` or the ink's character painted
    file:           instead of these: a file in one of the formats of `models.formats`

A clue is the lengths of the blocks in order; blocks of one ink are apart, blocks of different inks may touch.
A board is written as rows of characters: '.' white, '#' black, or the character of the ink.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, cast

import numpy as np

from zenkai_solver.models.blocks import BlockGrid, Blocks
from zenkai_solver.models.constraints import BlockLine, Clause, Constraint, Origin
from zenkai_solver.models.csp import Cube, Deferred, Model, Solution
from zenkai_solver.models.grid import EMPTY, TRANSFORMS, Cell, Transform, cell_name, rectangle
from zenkai_solver.models.nonogram import drawing
from zenkai_solver.models.nonogram.sheet import OPEN, Sheet
from zenkai_solver.models.puzzle import Clue, Fact
from zenkai_solver.models.render.layout import Layout, squares
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, Says, Symmetry, SymmetryGroup, trivial

RUN = re.compile(rf"([^{re.escape(EMPTY)}])\1*", re.DOTALL)  # a run of painted cells of one ink


@dataclass(frozen=True)
class Nonogram:
    """A valid nonogram."""

    family: ClassVar[str] = "nonogram"

    sheet: Sheet

    @cached_property
    def grid(self) -> BlockGrid:
        return BlockGrid(self.sheet.rows, self.sheet.columns, len(self.sheet.inks), self._known)

    @property
    def _known(self) -> Cube:
        """The literals that the given cells state."""
        return tuple(lit for r, c, label in self._given for lit in self._states(r, c, label))

    @property
    def _given(self) -> Iterator[tuple[int, int, str]]:
        """Row, column and label of the given cells."""
        for r, row in enumerate(self.sheet.given or ()):
            yield from ((r, c, label) for c, label in enumerate(row) if label != OPEN)

    def _states(self, r: int, c: int, label: str) -> Cube:
        """The literals that fix the content of the cell."""
        inks, first = len(self.sheet.inks), (r * self.width + c) * len(self.sheet.inks)
        if label == EMPTY:
            return tuple(-(first + ink) for ink in range(1, inks + 1))
        return (first + self.sheet.labels.index(label),)

    @property
    def height(self) -> int:
        return len(self.sheet.rows)

    @property
    def width(self) -> int:
        return len(self.sheet.columns)

    # ---- the model

    def model(self) -> Model:
        """One variable per cell and ink; one constraint per line, and the given cells. Names, constraints and
        their words are built on first access: the engine for block lines reads the structure alone.
        """
        grid, labels = self.grid, self.sheet.labels[1:]
        size, rules = self.height * self.width * grid.inks, len(grid.lines) + len(grid.known)
        names: Deferred[tuple[Cell, str]] = Deferred(
            lambda: product(product(range(self.height), range(self.width)), labels), size
        )

        def says(name: tuple[Cell, str]) -> Says:
            (r, c), ink = name
            return ink, frozenset((r * self.width + c,))

        return Model(
            names,
            Deferred(self._constraints, rules),
            tuple(range(1, size + 1)),
            self._group.permutations(names, says),
            grid,
            origins=Deferred(self._origins, rules),
        )

    def _constraints(self) -> Iterator[Constraint]:
        """The lines, rows first, and the given cells."""
        grid = self.grid
        variables = range(1, self.height * self.width * grid.inks + 1)
        cells = list(zip(*(variables[ink :: grid.inks] for ink in range(grid.inks))))
        rows = [tuple(cells[r * self.width : (r + 1) * self.width]) for r in range(self.height)]
        yield from map(BlockLine, (*rows, *zip(*rows)), grid.lines)
        yield from (Clause((lit,)) for lit in grid.known)

    def _origins(self) -> Iterator[Origin]:
        """The constraints of the lines in words."""
        rows, columns = range(self.height), range(self.width)
        for r, clue in enumerate(self.sheet.rows):
            yield Origin(f"row {r + 1} shows {self._clue(clue)}", tuple((r, c) for c in columns), "clue")
        for c, clue in enumerate(self.sheet.columns):
            yield Origin(f"column {c + 1} shows {self._clue(clue)}", tuple((r, c) for r in rows), "clue")

        for r, c, label in self._given:
            for _ in self._states(r, c, label):
                yield Origin(f"{cell_name((r, c))}={label}", ((r, c),), "given")

    def _clue(self, clue: Blocks) -> str:
        return _words([(self.sheet.labels[ink], length) for length, ink in clue])

    # ---- boards

    def decode(self, solution: Solution) -> Board:
        inks, labels = self.grid.inks, self.sheet.labels
        cells = [EMPTY] * (self.height * self.width)
        for var in solution:
            cells[(var - 1) // inks] = labels[(var - 1) % inks + 1]
        text = "".join(cells)
        return tuple(text[r * self.width : (r + 1) * self.width] for r in range(self.height))

    @cached_property
    def facts(self) -> Sequence[Fact]:
        cells = product(range(self.height), range(self.width))
        return tuple(Fact(label, (cell,)) for cell in cells for label in self.sheet.labels[1:])

    def encode(self, board: Board) -> Solution:
        return tuple(var for var, (label, ((r, c),)) in enumerate(self.facts, 1) if board[r][c] == label)

    def clues(self, board: Board) -> tuple[Clue, ...]:
        known = {(r, c) for r, c, _ in self._given}
        return tuple(
            Clue(f"{cell_name((r, c))}={label}", Fact(label, ((r, c),)), self._states(r, c, label))
            for r, row in enumerate(board)
            for c, label in enumerate(row)
            if (r, c) not in known
        )

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        labels = {(r, c): label for r, c, label in self._given} | {cell: label for label, (cell,) in facts}
        rows, columns = range(self.height), range(self.width)
        return {"given": "".join("".join(labels.get((r, c), OPEN) for c in columns) + "\n" for r in rows)}

    def violations(self, board: Board) -> Iterator[str]:
        """The rules stated independently of the model: the blocks of each line of the board are counted."""
        if [len(row) for row in board] != [self.width] * self.height:
            yield f"the board is not {self.height}x{self.width}"
            return
        if unknown := set("".join(board)) - set(self.sheet.labels):
            yield f"{min(unknown)!r} is not an ink"
        labels = self.sheet.labels
        columns = ("".join(column) for column in zip(*board))
        for side, lines, clues in (("row", board, self.sheet.rows), ("column", columns, self.sheet.columns)):
            for number, (line, clue) in enumerate(zip(lines, clues), 1):
                seen = [(run[1], run.end() - run.start()) for run in RUN.finditer(line)]
                if seen != (asked := [(labels[ink], length) for length, ink in clue]):
                    yield f"{side} {number} shows {_words(seen)}, not {_words(asked)}"
        for r, c, label in self._given:
            if board[r][c] != label:
                yield f"row {r + 1}, column {c + 1} is {board[r][c]!r}, but {label!r} is given"

    @property
    def symbols(self) -> str:
        """The characters of a board: white, then the inks."""
        return self.sheet.labels

    @property
    def open_board(self) -> Board:
        return (OPEN * self.width,) * self.height

    # ---- symmetry

    @cached_property
    def _group(self) -> SymmetryGroup:
        """The symmetries of the rectangle that preserve all clues and given cells; inks are not permuted."""
        still = trivial(rectangle(self.height, self.width))
        _, *others = TRANSFORMS.values()
        images = (self._image(transform) for transform in others if self._keeps_clues(transform))
        given = "".join(self.sheet.given or ())
        kept = (image for image in images if all(given[to] == label for to, label in zip(image, given)))
        return replace(still, elements=(*still.elements, *map(Symmetry, kept)))

    def _image(self, transform: Transform) -> tuple[int, ...]:
        """The permutation of the cells: the transform, then the translation back onto the grid."""
        arrays: Any = tuple(np.indices((self.height, self.width)))  # a transform works on arrays, too
        rows, columns = cast("tuple[Any, Any]", transform(arrays))
        moved = (rows - rows.min()) * self.width + columns - columns.min()
        return tuple(moved.reshape(-1).tolist())

    def _keeps_clues(self, transform: Transform) -> bool:
        """Whether each line goes to one with the same clue, read backwards if the line is reversed."""
        turned = transform((1, 0))[0] == 0  # rows become columns
        if turned and self.height != self.width:
            return False
        (down, right) = (sum(transform((1, 0))), sum(transform((0, 1))))
        rows = _read(self.sheet.rows, down < 0, right < 0)
        columns = _read(self.sheet.columns, right < 0, down < 0)
        return (rows, columns) == (
            (self.sheet.columns, self.sheet.rows) if turned else (self.sheet.rows, self.sheet.columns)
        )

    def symmetries(self) -> SymmetryGroup:
        return self._group

    # ---- drawing

    def render(self, board: Board, style: Style = "ascii") -> str:
        return drawing.text(self.sheet, board, style)

    def svg(self, board: Board) -> str:
        return drawing.svg(self.sheet, [board])

    @property
    def on_paper(self) -> tuple[str, ...]:
        """The rules in words."""
        apart = " of one colour" if len(self.sheet.inks) > 1 else ""
        return (
            "Fill cells so that the blocks of each row and column have the lengths that are written there.",
            f"They are in this order; between two{apart} there is at least one free cell.",
        )

    def unsolved(self, style: Style = "ascii") -> str:
        """The empty grid with its clues; if cells are given, with these and `?` in the others."""
        return drawing.text(self.sheet, self._unsolved, "ascii")

    def unsolved_svg(self) -> str:
        return drawing.svg(self.sheet, [self._unsolved])

    @property
    def _unsolved(self) -> Board:
        return self.sheet.given or (EMPTY * self.width,) * self.height

    @cached_property
    def layout(self) -> Layout:
        cells = product(range(self.height), range(self.width))
        paint = {EMPTY: self.sheet.background} | {ink.label: ink.rgb for ink in self.sheet.inks}
        return Layout(squares(cells), pieces=False, paint=paint)

    @property
    def marks(self) -> str:
        return "".join(drawing.DIFFERS.values())

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str:
        """Several boards; cells that differ are marked, and those in `used`."""
        return drawing.side_by_side(self.sheet, boards, style, used)

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
        return drawing.svg(self.sheet, boards, used)


def _read(lines: Sequence[Blocks], backwards: bool, mirrored: bool) -> tuple[Blocks, ...]:
    """The clues of lines whose order is reversed (`backwards`) and whose direction is (`mirrored`)."""
    read = tuple(blocks[::-1] if mirrored else blocks for blocks in lines)
    return read[::-1] if backwards else read


def _words(blocks: Sequence[tuple[str, int]]) -> str:
    return " ".join(f"{length}{label}".rstrip("#") for label, length in blocks) or "nothing"
