"""Formula: all models of a formula, projected on some of its variables.

    format: cnf | opb | dlx | xcsp3      the format of the text
    text: |                              the formula

A board has a row for each true variable of the projection, in order: its number (cnf), `x` and its number
(opb), the number of an option and its items (dlx), or a variable and its value (xcsp3); a single `-` if none
is true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import ClassVar

from zenkai_solver.models.constraints import Kind, Linear, Origin
from zenkai_solver.models.csp import Advice, Model, ModelBuilder, Solution
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formula.expressions import MOST_STATED
from zenkai_solver.models.formula.extension import Extension
from zenkai_solver.models.formula.relations import weight
from zenkai_solver.models.formula.rows import Parsed, name_of
from zenkai_solver.models.grid import Cell, rectangle
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.models.render.several import DIFFERS, beside, sheet
from zenkai_solver.models.render.svg import MARGIN, document
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, SymmetryGroup, trivial

NONE = ("-",)  # the board if no variable of the projection is true
MOST_TOLD = 20_000  # rows of a formula whose rows are told by more than their names, which takes time
LINE, WIDTH = 18, 8  # pixels of a row of text, and of a character


@dataclass(frozen=True)
class Formula:
    """A valid formula."""

    family: ClassVar[str] = "formula"

    parsed: Parsed

    def model(self) -> Model:
        """The model; the variables of the projection come first, then the others."""
        builder, number = ModelBuilder(), self._number
        for var in sorted(number, key=number.__getitem__):
            builder.variable(self.parsed.labels[var])
        told = len(self.parsed.rows) <= MOST_TOLD
        for row in self.parsed.rows:
            words = row.words(self.parsed.names) if told else row.name
            kind: Kind = "axiom" if row.one_value else "clue"
            builder.add(row.renumbered(number).constraint, origin=Origin(words, kind=kind))
        for item in self.parsed.coloured:
            builder.add(*item.constraints(builder), origin=Origin(item.words(self.parsed.names), kind="clue"))
        size = 0
        for relation in self.parsed.relations:
            constraints = tuple(relation.constraints(builder))
            size += sum(map(weight, constraints))
            if size > MOST_STATED:
                raise InstanceError((), f"{relation.name}: more than {MOST_STATED:,} clauses are needed")
            builder.add(*constraints, origin=Origin(relation.words, kind="clue"))
        sums = any(isinstance(constraint, Linear) for constraint in builder.constraints)
        projection = range(1, len(self.parsed.projection) + 1)
        return builder.build(projection, advice=Advice.SUMS if sums else None)

    @cached_property
    def _number(self) -> dict[int, int]:
        """The model's variable for each variable of the formula. Coloured items and relations come with
        a projection on all variables.
        """
        shown = self.parsed.projection
        others = sorted(set(range(1, self.parsed.size + 1)) - set(shown))
        return {var: n for n, var in enumerate((*shown, *others), 1)}

    # ---- boards

    @cached_property
    def _variables(self) -> dict[str, int]:
        """The variables of the projection, by their rows on a board."""
        return {self.parsed.labels[var]: var for var in self.parsed.projection}

    def decode(self, solution: Solution) -> Board:
        return tuple(self.parsed.labels[self.parsed.projection[var - 1]] for var in solution) or NONE

    def encode(self, board: Board) -> Solution:
        return () if board == NONE else tuple(self._number[self._variables[row]] for row in board)

    @cached_property
    def facts(self) -> Sequence[Fact]:
        """The names of the variables of the projection; an option is named by its number."""
        return tuple(Fact.named(self.parsed.labels[var].partition(":")[0]) for var in self.parsed.projection)

    @property
    def phrases(self) -> Sequence[str]:
        """The same in words: an option with its items."""
        return tuple(_phrase(self.parsed.labels[var]) for var in self.parsed.projection)

    def violations(self, board: Board) -> Iterator[str]:
        """The formula evaluated; values of variables outside the projection are searched for."""
        if unknown := [row for row in board if board != NONE and row not in self._variables]:
            yield f"{unknown[0]!r:.40} is not a variable of the projection"
            return
        chosen = [] if board == NONE else [self._variables[row] for row in board]
        if not board or chosen != sorted(set(chosen)):
            yield "a row is missing, is there twice, or is out of order"
            return
        true: set[int] | None = set(chosen)
        if len(self.parsed.projection) < self.parsed.size:
            true = self._extension.find(var if var in chosen else -var for var in self.parsed.projection)
        if true is None:
            yield "no values of the other variables make the formula true"
            return
        broken = (
            *(row.broken(true) for row in self.parsed.rows),
            *(item.broken(true) for item in self.parsed.coloured),
        )
        if not any(broken):  # each integer variable has a value
            broken = tuple(relation.broken(true) for relation in self.parsed.relations)
        yield from filter(None, broken)

    @cached_property
    def _extension(self) -> Extension:
        return Extension(self.parsed.rows, self.parsed.size)

    def symmetries(self) -> SymmetryGroup:
        """The trivial group: symmetries are not used."""
        return trivial(rectangle(1, 1))

    # ---- drawing

    def render(self, board: Board, style: Style = "ascii") -> str:
        return "\n".join(board)

    def svg(self, board: Board) -> str:
        width = 2 * MARGIN + WIDTH * max(map(len, board))
        rows = (
            f'<text x="{MARGIN}" y="{MARGIN + LINE * (number + 1) - 4}" font-family="monospace" '
            f'font-size="13" fill="#222">{escape(row, quote=False)}</text>'
            for number, row in enumerate(board)
        )
        return document(width, 2 * MARGIN + LINE * len(board), list(rows))

    @property
    def marks(self) -> str:
        return DIFFERS

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str:
        """Several boards beside one another; a star marks each row that is not on all of them."""
        return beside(["\n".join(board) for board in _marked(boards)])

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
        return sheet([self.svg(board) for board in _marked(boards)])


def _phrase(label: str) -> str:
    items = label.partition(": ")[2]
    return f"{name_of(label)} ({items})" if items else label


def _marked(boards: Sequence[Board]) -> Iterator[Board]:
    """The boards, with a star before each row that is not on all of them."""
    common = set(boards[0]).intersection(*boards)
    for board in boards:
        yield tuple(f"{' ' if row in common else DIFFERS} {row}" for row in board)
