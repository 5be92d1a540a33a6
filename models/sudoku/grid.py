"""The bare grid of a sudoku: cells, digits, regions, and how a person names a cell.

A cell is (row, column) from 0; people read and write it as R1C1. A digit is an integer; on boards it is the
symbol SYMBOLS[digit], so that 10 is A and 25 is P. `values` are the digits in use, consecutive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.grid import cell_name as cell_name
from zenkai_solver.models.grid import span as span

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VALUE_OF = {symbol: value for value, symbol in enumerate(SYMBOLS)}
Values = Mapping[Cell, int]  # the digit of every cell
Path = tuple[Cell, ...]  # cells in order


def boxes(rows: int, columns: int, height: int, width: int) -> tuple[Path, ...]:
    """The boxes of height x width cells, row by row."""
    return tuple(
        tuple((r + i, c + j) for i in range(height) for j in range(width))
        for r in range(0, rows, height)
        for c in range(0, columns, width)
    )


@dataclass(frozen=True)
class Grid:
    """`box` is (height, width) where the regions are equal boxes, else None.

    Rows and columns repeat no digit if `latin`.
    """

    rows: int
    columns: int
    values: tuple[int, ...]
    regions: tuple[Path, ...] = ()
    box: tuple[int, int] | None = None
    latin: bool = True

    @cached_property
    def cells(self) -> Path:
        return tuple((r, c) for r in range(self.rows) for c in range(self.columns))

    @cached_property
    def region_of(self) -> dict[Cell, int]:
        return {cell: number for number, region in enumerate(self.regions) for cell in region}

    def row(self, r: int) -> Path:
        return tuple((r, c) for c in range(self.columns))

    def column(self, c: int) -> Path:
        return tuple((r, c) for r in range(self.rows))

    @cached_property
    def units(self) -> tuple[Path, ...]:
        """Rows, columns and regions: each digit at most once in each."""
        return tuple(unit for _, unit in self.named_units())

    def named_units(self) -> Iterator[tuple[str, Path]]:
        if self.latin:
            yield from ((f"row {r + 1}", self.row(r)) for r in range(self.rows))
            yield from ((f"column {c + 1}", self.column(c)) for c in range(self.columns))
        kind = "box" if self.box else "region"
        yield from ((f"{kind} {number}", region) for number, region in enumerate(self.regions, 1))

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def moves(self, steps: Iterable[Cell]) -> Iterator[tuple[Cell, Cell]]:
        """Each pair of a cell and the cell one of the steps (rows down, columns right) away from it."""
        for r, c in self.cells:
            for dr, dc in steps:
                if (r + dr, c + dc) in self:
                    yield (r, c), (r + dr, c + dc)

    def squares(self) -> Iterator[Path]:
        """Every 2x2 square."""
        for r in range(self.rows - 1):
            for c in range(self.columns - 1):
                yield (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)

    def text(self, labels: Sequence[str]) -> tuple[str, ...]:
        """One label per cell, as rows of text."""
        n = self.columns
        return tuple("".join(labels[r * n : r * n + n]) for r in range(self.rows))


@lru_cache(maxsize=16)
def boxed(rows: int, columns: int, values: tuple[int, ...], box: tuple[int, int]) -> Grid:
    """The grid with equal boxes; one object for all puzzles of one kind."""
    return Grid(rows, columns, values, boxes(rows, columns, *box), box)


ORTHOGONAL = ((0, 1), (1, 0))  # each pair of neighbours once
DIAGONAL = ((1, -1), (1, 1))
KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
