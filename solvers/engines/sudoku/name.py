"""The engine's name, and whether it runs at all, known without the model of a sudoku."""

from __future__ import annotations

from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.kernels.switch import COMPILED_ONLY, switched_off

NAME = "sudoku"


def compiled() -> None:
    """Raises Unsupported if Numba is disabled: the kernels use vector instructions."""
    if switched_off():
        raise Unsupported(COMPILED_ONLY.format(NAME))
