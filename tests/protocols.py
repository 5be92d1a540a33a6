"""Who follows which protocol: mypy checks the types of this table, test_protocols.py the rest."""

from __future__ import annotations

from collections.abc import Mapping

from models.blocks import BlockGrid
from models.csp import Restrictable
from models.dissection.problem import Problem
from models.packing.batches import PackingBatches
from models.puzzle import FAMILIES, Batches, Puzzle
from models.sudoku.structure import SudokuGrid
from solvers.backend import (
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
from solvers.dissect import DissectBackend
from solvers.exactcover import ExactCoverBackend, _OpenedCover
from solvers.lines import LinesBackend
from solvers.sat import OpenedSat, SatBackend
from solvers.scale.session import Parts
from solvers.sudoku import SudokuBackend

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
