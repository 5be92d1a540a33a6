"""The engine for plain 9x9 sudokus: the compiled search of `kernels.sudoku9`, many solutions at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from zenkai_solver.models.csp import Cube, Model, restrict
from zenkai_solver.models.sudoku.structure import SudokuGrid
from zenkai_solver.models.symmetry import Breaking, unbroken
from zenkai_solver.solvers.core.backend import Backend, Batch, Opened, Options, Takes, version
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.engines.sudoku.name import NAME, compiled
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.warmup import warm_up

BATCH = 1_024  # solutions of a batch, at most
NODES = 50_000  # search nodes between two looks at the clock: some 50 ms


@dataclass(frozen=True)
class SudokuBackend(Backend):
    """Takes models whose structure is a `SudokuGrid`."""

    takes: ClassVar[Takes] = Takes(structures=frozenset({SudokuGrid}))
    name: str = NAME

    @classmethod
    def create(cls, options: Options) -> SudokuBackend:
        return cls()

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba"), "numpy": version("numpy")}

    def open(self, model: Model) -> OpenedSudoku:
        if not isinstance(model.structure, SudokuGrid):
            raise Unsupported("this engine takes plain 9x9 sudokus only")
        compiled()
        return OpenedSudoku(self, model, model.structure)

    def works(self) -> Sequence[Work]:
        """The compilations of the search, and of `zenkai generate`, which shares its functions."""
        from zenkai_solver.solvers.engines.sudoku.kernels import generating, sudoku9  # slow to import

        return [*sudoku9.works(), *generating.works()]


@dataclass(frozen=True, eq=False)
class OpenedSudoku(Opened):
    many: ClassVar[bool] = True
    grid: SudokuGrid

    def plan(self) -> None:
        from zenkai_solver.solvers.engines.sudoku.kernels import sudoku9  # slow to import

        warm_up(sudoku9.works)

    @cached_property
    def breaking(self) -> Breaking:
        return unbroken(self.model)

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import SudokuEnumeration  # slow to import

        if cube:
            yield from self.backend.open(restrict(self.model, cube)).batches((), deadline)
            return
        deadline.check()
        self.plan()
        grid = self.grid
        variables = np.array(grid.variables, dtype=np.int64)
        cells = np.arange(len(variables))
        excluded = np.argwhere(np.isin(variables, sorted(grid.excluded))) if grid.excluded else None
        search = SudokuEnumeration(np.array(grid.givens, dtype=np.uint8), excluded)
        grids = np.zeros((BATCH, len(variables)), dtype=np.uint8)
        while not search.done:
            deadline.check()
            number = search.fill(grids, NODES)
            if number:
                yield variables[cells, grids[:number].astype(np.int64) - 1], None
