"""A compiled set of solutions: an instance, a decision diagram, and the order of its variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np

from zenkai_solver.models.csp import Solution
from zenkai_solver.models.grid import Cell, Region
from zenkai_solver.models.puzzle import Encoding, Fact, Instance, Puzzle, Telling
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.sets.diagram import Diagram, combined
from zenkai_solver.solvers.sets.errors import QueryError


def encode(puzzle: Puzzle, board: Board) -> Solution:
    """The variables that the board shows. Raises Unsupported."""
    if not isinstance(puzzle, Encoding):
        raise Unsupported(f"boards of a {puzzle.family} cannot be read back")
    return puzzle.encode(board)


def telling(puzzle: Puzzle) -> Telling:
    """Raises Unsupported for a family whose variables mean nothing on a board."""
    if not isinstance(puzzle, Telling):
        raise Unsupported(f"sets of solutions of a {puzzle.family} cannot be asked")
    return puzzle


def cell_name(cell: Cell) -> str:
    """A1 is the upper left cell, B1 the one to its right; after Z comes AA."""
    row, column = cell
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def fact_name(fact: Fact) -> str:
    """As `--where` reads it: X@A1+B1+B2, A1=A2 for cells of one piece, x3 for a variable of that name."""
    label, cells = fact
    if not cells:
        return label
    return f"{label}@{'+'.join(map(cell_name, cells))}" if label else "=".join(map(cell_name, cells))


@dataclass(frozen=True)
class CompiledSet:
    """Variable `rank` of the diagram is variable `order[rank - 1]` of the model.

    `reason` says why these are not all solutions of the instance; None if they are.
    """

    instance: Instance
    order: tuple[int, ...]
    diagram: Diagram
    reason: str | None = None

    @property
    def count(self) -> int:
        return self.diagram.count

    @property
    def puzzle(self) -> Puzzle:
        return self.instance.puzzle

    @cached_property
    def telling(self) -> Telling:
        return telling(self.instance.puzzle)

    @property
    def facts(self) -> Sequence[Fact]:
        """What each variable of the model says of a board; facts[0] is that of variable 1."""
        return self.telling.facts

    @cached_property
    def rank(self) -> np.ndarray:
        """int32[variable of the model]: the diagram's variable."""
        return ranks(self.order)

    @cached_property
    def covering(self) -> dict[Cell, list[int]]:
        """The variables whose facts name the cell."""
        variables_of: dict[Cell, list[int]] = {}
        for var, (_, cells) in enumerate(self.facts, 1):
            for cell in cells:
                variables_of.setdefault(cell, []).append(var)
        return variables_of

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells that facts name, in the order of a board."""
        return sorted(self.covering)

    @cached_property
    def first(self) -> list[Cell]:
        """The first cell of each of the diagram's variables, from 1."""
        return [min(self.facts[var - 1][1]) for var in self.order]

    @cached_property
    def first_cells_ascend(self) -> bool:
        return self.first == sorted(self.first)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(sorted({label for label, cells in self.facts if label and cells}))

    @cached_property
    def drawn(self) -> bool:
        """Is a board a drawing of cells, and not a list of names?"""
        return any(cells for _, cells in self.facts)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The length of each row of a board."""
        return (self.region.columns,) * self.region.rows

    @cached_property
    def region(self) -> Region:
        """The cells of a board."""
        return self.puzzle.symmetries().region

    # ---- solutions and boards

    def variables(self, ranks: Iterable[int]) -> Solution:
        return tuple(sorted(self.order[rank - 1] for rank in ranks))

    def ranked(self, variables: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(int(self.rank[var]) for var in variables))

    def board(self, ranks: Iterable[int]) -> Board:
        """The board of a set of the diagram, checked against the rules. Raises QueryError."""
        board = self.puzzle.decode(self.variables(ranks))
        if broken := next(iter(self.puzzle.violations(board)), None):
            raise QueryError(f"the set has a board that breaks the rules: {broken}: {'/'.join(board)}")
        return board

    def boards(self) -> Iterator[Board]:
        """Every board, in the diagram's order."""
        return map(self.board, self.diagram.rows())

    def encode(self, board: Board) -> tuple[int, ...]:
        """The diagram's variables that the board shows. Raises QueryError if it has another shape."""
        if self.drawn and tuple(map(len, board)) != self.shape:
            raise QueryError(
                f"a board of {self.instance.name} has {len(self.shape)} rows of {self.shape[0]} characters"
            )
        try:
            return self.ranked(encode(self.puzzle, board))
        except KeyError as error:
            raise QueryError(f"{error.args[0]!r:.40} is not a row of {self.instance.name}") from None

    def __contains__(self, board: Board) -> bool:
        broken = next(iter(self.puzzle.violations(board)), None)
        return broken is None and self.encode(board) in self.diagram

    # ---- other sets

    def combined(self, operation: str, other: CompiledSet) -> CompiledSet:
        """`operation`: and, or, minus, xor. Raises QueryError for a set of another instance."""
        if (self.instance.sha256, self.order) != (other.instance.sha256, other.order):
            raise QueryError(f"{other.instance.name} is another instance than {self.instance.name}")
        reason = (
            None if self.reason is None and other.reason is None and operation in ("and", "or") else operation
        )
        return replace(self, diagram=combined(operation, self.diagram, other.diagram), reason=reason)


def ranks(order: Sequence[int]) -> np.ndarray:
    """The inverse of an order: int32[variable], 0 for 0."""
    inverse = np.zeros(len(order) + 1, np.int32)
    inverse[np.array(order, np.int64)] = np.arange(1, len(order) + 1)
    return cast(np.ndarray, inverse)
