"""Who follows which protocol: mypy checks the types of this table, test_protocols.py the rest."""

from __future__ import annotations

from collections.abc import Mapping

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.csp import Restrictable
from zenkai_solver.models.dissection.problem import Problem
from zenkai_solver.models.packing.batches import PackingBatches
from zenkai_solver.models.puzzle import FAMILIES, Batches, Puzzle
from zenkai_solver.models.sudoku.structure import SudokuGrid
from zenkai_solver.solvers.backend import (
    BACKENDS,
    Anew,
    Backend,
    BatchBackend,
    CountingBackend,
    ExplainingBackend,
    Opened,
    OpeningBackend,
    PartsBackend,
    Weighing,
)
from zenkai_solver.solvers.engines.dissect.dissect import DissectBackend
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend, _OpenedCover
from zenkai_solver.solvers.engines.lines.lines import LinesBackend
from zenkai_solver.solvers.engines.sat.sat import OpenedSat, SatBackend
from zenkai_solver.solvers.engines.sudoku.sudoku import SudokuBackend
from zenkai_solver.solvers.scale.session import Parts

PUZZLE: tuple[type[Puzzle], ...] = tuple(load() for load in FAMILIES.values())
BATCHES: tuple[type[Batches], ...] = (PackingBatches,)
RESTRICTABLE: tuple[type[Restrictable], ...] = (SudokuGrid, BlockGrid, Problem)

BACKEND: tuple[type[Backend], ...] = tuple(load() for load in BACKENDS.values())
BATCH: tuple[type[BatchBackend], ...] = (ExactCoverBackend, SudokuBackend, DissectBackend)
COUNTING: tuple[type[CountingBackend], ...] = (ExactCoverBackend, LinesBackend)
EXPLAINING: tuple[type[ExplainingBackend], ...] = (ExactCoverBackend,)
OPENING: tuple[type[OpeningBackend], ...] = (ExactCoverBackend, SatBackend)
PARTS: tuple[type[PartsBackend], ...] = (DissectBackend,)

OPENED: tuple[type[Opened], ...] = (Anew, _OpenedCover, OpenedSat, Parts)
WEIGHING: tuple[type[Weighing], ...] = (_OpenedCover,)

FOLLOWERS: Mapping[type, tuple[type, ...]] = {
    Puzzle: PUZZLE,
    Batches: BATCHES,
    Restrictable: RESTRICTABLE,
    Backend: BACKEND,
    BatchBackend: BATCH,
    CountingBackend: COUNTING,
    ExplainingBackend: EXPLAINING,
    OpeningBackend: OPENING,
    PartsBackend: PARTS,
    Opened: OPENED,
    Weighing: WEIGHING,
}
ABILITIES = (BatchBackend, CountingBackend, ExplainingBackend, OpeningBackend, PartsBackend)  # of an engine
