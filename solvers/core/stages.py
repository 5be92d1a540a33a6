"""Stages: some puzzles state instances that are tried in turn, until one has a solution.

The stage that counts is the first that is not refuted (closed without a solution), else the last. A puzzle
without stages has one: itself.
"""

from __future__ import annotations

from collections.abc import Callable

from zenkai_solver.models.puzzle import Puzzle, Staged


def named_stages(puzzle: Puzzle) -> tuple[tuple[str, Puzzle], ...]:
    """The stages with their names; none where the puzzle itself is to be solved."""
    return tuple(puzzle.stages()) if isinstance(puzzle, Staged) else ()


def puzzles(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    """The puzzle of each stage."""
    return tuple(stage for _, stage in named_stages(puzzle)) or (puzzle,)


def counting(number: int, refuted: Callable[[int], bool]) -> int:
    """The stage that counts, of `number` stages."""
    return next((stage for stage in range(number) if not refuted(stage)), number - 1)
