"""Plain 9x9 sudoku by the compiled bit-mask search: every solution, many at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.sudoku.structure import SudokuGrid
from zenkai_solver.models.symmetry import Breaking, unbroken
from zenkai_solver.solvers.backend import NEVER, Deadline, Options, Takes, Unsupported, version
from zenkai_solver.solvers.engines.kernels.jit import COMPILED_ONLY, PURE, Work

BATCH = 1_024  # solutions handed out at once
NODES = 50_000  # search nodes between two looks at the clock: some 50 ms


def compiled() -> None:
    """Raise Unsupported where Python is to run what it cannot."""
    if PURE:
        raise Unsupported(COMPILED_ONLY.format(SudokuBackend.name))


@dataclass(frozen=True)
class SudokuBackend:
    """Takes models whose structure is a `SudokuGrid`."""

    takes: ClassVar[Takes] = Takes(structures=frozenset({SudokuGrid}))
    name: str = "sudoku"

    @classmethod
    def create(cls, options: Options) -> SudokuBackend:
        return cls()

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba"), "numpy": version("numpy")}

    def check(self, model: Model) -> None:
        if not isinstance(model.structure, SudokuGrid):
            raise Unsupported("this engine takes plain 9x9 sudokus only")
        compiled()

    def break_symmetry(self, model: Model) -> Breaking:
        return unbroken(model)

    def works(self, model: Model | None) -> list[Work]:
        """Of no model in particular also what makes puzzles, which shares the functions of the search."""
        from zenkai_solver.solvers.engines.sudoku.kernels import making, sudoku9  # slow to import

        return sudoku9.works() if model is not None else [*sudoku9.works(), *making.works()]

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import Enumeration  # slow to import

        self.check(model)
        grid = model.structure
        assert isinstance(grid, SudokuGrid)
        variables = np.array(grid.variables, dtype=np.int64)
        cells = np.arange(len(variables))
        excluded = np.argwhere(np.isin(variables, sorted(grid.excluded)))
        search = Enumeration(np.array(grid.givens, dtype=np.uint8), excluded)
        grids = np.zeros((BATCH, len(variables)), dtype=np.uint8)
        while not search.done:
            deadline.check()
            found = search.fill(grids, NODES)
            if found:
                yield variables[cells, grids[:found].astype(np.int64) - 1], None

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        for rows, _ in self.batches(model, deadline):
            yield from map(tuple, rows.tolist())
