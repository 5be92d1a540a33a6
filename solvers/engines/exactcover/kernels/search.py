"""What both searches of covers have in common: their first registers, and how they are resumed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.problem import Decisions

NODES, FOUND, CUBE, OWN = range(4)  # registers of every search; from OWN on those of one kind
ROWS, CELLS = 4_096, 1 << 20  # solutions of a batch, at most so many, and numbers in them


class CubeSearch(ABC):
    """A search over some cubes that can be resumed. Iterated: batches of solutions, none of them empty."""

    state: Any  # what its kernel goes on from; `regs`: the registers

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self.state.regs[NODES])

    @property
    def solutions(self) -> int:
        """Solutions found so far."""
        return int(self.state.regs[FOUND])

    @property
    @abstractmethod
    def done(self) -> bool:
        """Has every cube been searched?"""

    @property
    @abstractmethod
    def path(self) -> list[int]:
        """The options chosen where the search is."""

    @abstractmethod
    def batch(self, budget: int = ...) -> np.ndarray:
        """The next solutions, one per row: options, -1 after the last. A view, valid until the next call.

        Ends when the buffer is full, after about `budget` nodes, or at the end.
        """

    def __iter__(self) -> Iterator[np.ndarray]:
        while not self.done:
            if len(rows := self.batch()):
                yield rows


def room(width: int, rows: int | None = None) -> np.ndarray:
    """int32[row, width]: room for the solutions of a batch, so many or as many as are handed on at once."""
    return np.empty((rows or max(1, min(ROWS, CELLS // max(1, width))), width), np.int32)


def cube_rows(cubes: Sequence[Decisions]) -> np.ndarray:
    """The cubes as rows of options, -1 after the last."""
    rows = np.full((len(cubes), max((len(cube) for cube in cubes), default=0)), -1, np.int32)
    for row, cube in zip(rows, cubes):
        row[: len(cube)] = cube
    return rows
