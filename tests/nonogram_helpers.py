"""Nonograms for tests: every picture of a size, the published families, those of others in tests/data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from tests.helpers import ROOT
from zenkai_solver.models.blocks import BlockGrid, Blocks, blocks_of
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.sheet import BLACK, Ink, Sheet, checked
from zenkai_solver.solvers.engines.lines.lines import LinesBackend

STOCK = ROOT / "tests" / "data" / "nonogram"
Picture = tuple[tuple[int, ...], ...]


def clues(picture: Picture) -> tuple[tuple[Blocks, ...], tuple[Blocks, ...]]:
    return tuple(map(blocks_of, picture)), tuple(map(blocks_of, zip(*picture)))


def pictures(rows: int, columns: int, inks: int = 1) -> Iterator[Picture]:
    lines = list(product(range(inks + 1), repeat=columns))
    yield from product(lines, repeat=rows)


def clue_sets(
    rows: int, columns: int, inks: int = 1
) -> dict[tuple[tuple[Blocks, ...], tuple[Blocks, ...]], list[Picture]]:
    """Every clue set that has a solution, with all its solutions: by looking at every picture."""
    by_clues = defaultdict(list)
    for picture in pictures(rows, columns, inks):
        by_clues[clues(picture)].append(picture)
    return dict(by_clues)


def solve(grid: BlockGrid) -> tuple[list[tuple[int, ...]], str]:
    """Every solution by the engine, sorted, and how much it needed."""
    opened = LinesBackend().open(nonogram(grid.rows, grid.columns, grid.inks).model())
    return sorted(opened.solutions()), opened.effort


def nonogram(rows: Sequence[Blocks], columns: Sequence[Blocks], inks: int = 1) -> Nonogram:
    paints = (BLACK, *(Ink(label, label, "#808080") for label in "abcdefgh"))[:inks]
    return Nonogram(checked(Sheet(tuple(rows), tuple(columns), paints)))


def black(*lines: Sequence[int]) -> tuple[Blocks, ...]:
    """Clues of one ink."""
    return tuple(tuple((length, 1) for length in line) for line in lines)


def domino(n: int) -> Nonogram:
    """n-Dom: unique, and hard for probing."""
    rows = black([3], *([[1], [3, 1]] * (n - 1)), [1], [1])
    columns = black([1], [1], *([[1, 3], [1]] * (n - 1)), [3])
    return nonogram(rows, columns)
