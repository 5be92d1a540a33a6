"""Plain sudokus too large for a grid that is drawn by a search."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zenkai_solver as zenkai
from zenkai_solver.models.loading import loads
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.solvers.cli import main
from zenkai_solver.solvers.generators.ruled import pattern
from zenkai_solver.solvers.generators.sudoku_options import LARGE


@pytest.mark.parametrize("side", [side for side in DEFAULT_BOXES if side > LARGE])
def test_shuffled_patterns_keep_the_rules(side: int) -> None:
    empty = loads(f"puzzle: sudoku\nsize: {side}x{side}\n", "empty").puzzle
    boards = {pattern(side, random.Random(seed)) for seed in range(3)}
    assert len(boards) == 3
    assert not [broken for board in boards for broken in empty.violations(board)]


def test_half_of_a_large_grid_is_given(tmp_path: Path) -> None:
    """Its first grid is no search, and each question is easy: it ends."""
    file = tmp_path / "large.yaml"
    assert main(["generate", "sudoku", "--size", "20x20", "--seed", "2", "-o", str(file)]) == 0
    assert len(zenkai.load(file).puzzle.givens) == 200
    assert zenkai.unique(file) == "unique"
