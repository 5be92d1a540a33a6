"""The bare grid of a sudoku: cells, digits, regions, and how a person names a cell.

A cell is (row, column) from 0; people read and write it as R1C1. A digit is an integer; on boards it is the
symbol SYMBOLS[digit], so that 10 is A and 25 is P. `values` are the digits in use, consecutive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zenkai_solver.models.classes import components
from zenkai_solver.models.grid import OUTSIDE, Cell, neighbours
from zenkai_solver.models.grid import cell_name as cell_name
from zenkai_solver.models.grid import span as span

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BESIDE = "#"  # in the drawing of an instance: no cell of several grids
VALUE_OF = {symbol: value for value, symbol in enumerate(SYMBOLS)}
Values = Mapping[Cell, int]  # the digit of every cell
Path = tuple[Cell, ...]  # cells in order


def in_one_part(cells: Path) -> bool:
    """Can the cells be reached from each other across sides?"""
    return len(components(cells, lambda cell: [side for side in neighbours(cell) if side in cells])) == 1


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

    Rows and columns repeat no digit if `latin`. `corners`: the first cell of each of several square grids
    of as many rows as digits, which may share cells; the rows and columns are theirs. () for one grid.
    """

    rows: int
    columns: int
    values: tuple[int, ...]
    regions: tuple[Path, ...] = ()
    box: tuple[int, int] | None = None
    latin: bool = True
    corners: tuple[Cell, ...] = ()

    @cached_property
    def cells(self) -> Path:
        if not self.corners:
            return tuple((r, c) for r in range(self.rows) for c in range(self.columns))
        n = len(self.values)
        return tuple(sorted({(r + i, c + j) for r, c in self.corners for i in range(n) for j in range(n)}))

    @cached_property
    def _inside(self) -> frozenset[Cell]:
        return frozenset(self.cells)

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
        if self.latin and not self.corners:
            yield from ((f"row {r + 1}", self.row(r)) for r in range(self.rows))
            yield from ((f"column {c + 1}", self.column(c)) for c in range(self.columns))
        elif self.latin:
            yield from self._units_of_each()
        kind = "box" if self.box else "region"
        yield from ((f"{kind} {number}", region) for number, region in enumerate(self.regions, 1))

    def _units_of_each(self) -> Iterator[tuple[str, Path]]:
        """The rows and columns of several grids, named by the row or column of the whole drawing."""
        n = range(len(self.values))
        for number, (r, c) in enumerate(self.corners, 1):
            yield from ((f"row {r + i + 1} of grid {number}", tuple((r + i, c + j) for j in n)) for i in n)
            yield from ((f"column {c + j + 1} of grid {number}", tuple((r + i, c + j) for i in n)) for j in n)

    def __contains__(self, cell: Cell) -> bool:
        return cell in self._inside

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
                square = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
                if self._inside.issuperset(square):
                    yield square

    def text(self, labels: Sequence[str]) -> tuple[str, ...]:
        """One label per cell, as rows of text; ' ' outside of the cells."""
        n = self.columns
        if self.corners:
            label = dict(zip(self.cells, labels, strict=True))
            labels = [label.get((r, c), OUTSIDE) for r in range(self.rows) for c in range(n)]
        return tuple("".join(labels[r * n : r * n + n]) for r in range(self.rows))


@lru_cache(maxsize=16)
def boxed(rows: int, columns: int, values: tuple[int, ...], box: tuple[int, int]) -> Grid:
    """The grid with equal boxes; one object for all puzzles of one kind."""
    return Grid(rows, columns, values, boxes(rows, columns, *box), box)


ORTHOGONAL = ((0, 1), (1, 0))  # each pair of neighbours once
DIAGONAL = ((1, -1), (1, 1))
KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
