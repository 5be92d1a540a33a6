"""Stages: some puzzles consist of several puzzles that are tried in turn, until one has a solution.

The result is that of the first stage that is not refuted (searched completely without a solution), else that
of the last one. A puzzle without stages is its own only stage.
"""

from __future__ import annotations

from collections.abc import Callable

from zenkai_solver.models.puzzle import Puzzle, Staged


def named_stages(puzzle: Puzzle) -> tuple[tuple[str, Puzzle], ...]:
    """The stages with their names; () for a puzzle without stages."""
    return tuple(puzzle.stages()) if isinstance(puzzle, Staged) else ()


def puzzles(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    """The puzzles of the stages, or the puzzle itself."""
    return tuple(stage for _, stage in named_stages(puzzle)) or (puzzle,)


def counting(number: int, refuted: Callable[[int], bool]) -> int:
    """The index of the stage, of `number` ones, whose result is that of the puzzle."""
    return next((stage for stage in range(number) if not refuted(stage)), number - 1)
