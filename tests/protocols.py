"""Who follows which protocol: mypy checks the types of this table, test_protocols.py the rest."""

from __future__ import annotations

from collections.abc import Mapping

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.csp import Restrictable
from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.models.dissection.puzzle import Dissection
from zenkai_solver.models.formula.puzzle import Formula
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.packing.batches import PackingBatches
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.puzzle import (
    Batched,
    Batches,
    Encoding,
    Explained,
    Givable,
    InSpace,
    Labelled,
    Laid,
    Lettered,
    Located,
    Moving,
    Noted,
    Puzzle,
    Recording,
    SideBySide,
    Sketched,
    Staged,
    Telling,
    Unsolved,
)
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.structure import SudokuGrid
from zenkai_solver.solvers.backend import (
    Anew,
    Backend,
    BatchBackend,
    CompilingBackend,
    CountingBackend,
    ExplainingBackend,
    GradingBackend,
    Opened,
    OpeningBackend,
    PartsBackend,
    ReportingBackend,
    SteppingBackend,
    WatchedBackend,
    Weighing,
    Work,
)
from zenkai_solver.solvers.engines.casewise import Casewise, _OpenedCases
from zenkai_solver.solvers.engines.dissect.dissect import DissectBackend
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend, _OpenedCover
from zenkai_solver.solvers.engines.kernels import jit
from zenkai_solver.solvers.engines.lines.lines import LinesBackend
from zenkai_solver.solvers.engines.sat.sat import OpenedSat, SatBackend
from zenkai_solver.solvers.engines.sudoku.sudoku import SudokuBackend
from zenkai_solver.solvers.engines.table import BACKENDS
from zenkai_solver.solvers.scale.session import Parts

PUZZLE: tuple[type[Puzzle], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
BATCHED: tuple[type[Batched], ...] = (Packing,)
STAGED: tuple[type[Staged], ...] = (Dissection,)
RECORDING: tuple[type[Recording], ...] = (Dissection,)
ENCODING: tuple[type[Encoding], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
LABELLED: tuple[type[Labelled], ...] = (Nonogram, GenrePuzzle)
IN_SPACE: tuple[type[InSpace], ...] = (Packing,)
SKETCHED: tuple[type[Sketched], ...] = (Packing, Sudoku)
LAID: tuple[type[Laid], ...] = (Packing, Sudoku, Nonogram, Dissection)
MOVING: tuple[type[Moving], ...] = (Dissection,)
UNSOLVED: tuple[type[Unsolved], ...] = (Packing, Sudoku, Nonogram, Dissection, GenrePuzzle)
GIVABLE: tuple[type[Givable], ...] = (Packing, Sudoku, Nonogram, Dissection, GenrePuzzle)
EXPLAINED: tuple[type[Explained], ...] = (Packing, Sudoku, Dissection, GenrePuzzle)
LOCATED: tuple[type[Located], ...] = (GenrePuzzle,)
TELLING: tuple[type[Telling], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
SIDE_BY_SIDE: tuple[type[SideBySide], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
NOTED: tuple[type[Noted], ...] = (Sudoku,)
BATCHES: tuple[type[Batches], ...] = (PackingBatches,)
RESTRICTABLE: tuple[type[Restrictable], ...] = (SudokuGrid, BlockGrid, DissectionProblem)

BACKEND: tuple[type[Backend], ...] = (*(load() for load in BACKENDS.values()), Casewise)
BATCH: tuple[type[BatchBackend], ...] = (ExactCoverBackend, SudokuBackend, DissectBackend, Casewise)
COUNTING: tuple[type[CountingBackend], ...] = (ExactCoverBackend, LinesBackend, Casewise)
EXPLAINING: tuple[type[ExplainingBackend], ...] = (ExactCoverBackend, Casewise)
OPENING: tuple[type[OpeningBackend], ...] = (ExactCoverBackend, SatBackend, Casewise)
COMPILING: tuple[type[CompilingBackend], ...] = (
    ExactCoverBackend,
    SudokuBackend,
    LinesBackend,
    DissectBackend,
    Casewise,
)
WORK: tuple[type[Work], ...] = (jit.Work,)
PARTS: tuple[type[PartsBackend], ...] = (DissectBackend,)
REPORTING: tuple[type[ReportingBackend], ...] = (DissectBackend,)
STEPPING: tuple[type[SteppingBackend], ...] = (LinesBackend,)
WATCHED: tuple[type[WatchedBackend], ...] = (ExactCoverBackend,)
GRADING: tuple[type[GradingBackend], ...] = (LinesBackend,)

OPENED: tuple[type[Opened], ...] = (Anew, _OpenedCover, OpenedSat, _OpenedCases, Parts)
WEIGHING: tuple[type[Weighing], ...] = (_OpenedCover,)

FOLLOWERS: Mapping[type, tuple[type, ...]] = {
    Puzzle: PUZZLE,
    Batched: BATCHED,
    Staged: STAGED,
    Recording: RECORDING,
    Labelled: LABELLED,
    Encoding: ENCODING,
    Telling: TELLING,
    Located: LOCATED,
    Lettered: (Packing,),
    Givable: GIVABLE,
    Explained: EXPLAINED,
    SideBySide: SIDE_BY_SIDE,
    Noted: NOTED,
    InSpace: IN_SPACE,
    Laid: LAID,
    Moving: MOVING,
    Sketched: SKETCHED,
    Unsolved: UNSOLVED,
    Batches: BATCHES,
    Restrictable: RESTRICTABLE,
    Backend: BACKEND,
    BatchBackend: BATCH,
    CountingBackend: COUNTING,
    ExplainingBackend: EXPLAINING,
    OpeningBackend: OPENING,
    CompilingBackend: COMPILING,
    Work: WORK,
    PartsBackend: PARTS,
    ReportingBackend: REPORTING,
    GradingBackend: GRADING,
    SteppingBackend: STEPPING,
    WatchedBackend: WATCHED,
    Opened: OPENED,
    Weighing: WEIGHING,
}
FAMILY_ABILITIES = (
    *(Batched, Staged, Recording, Labelled, Encoding, Telling, Lettered, Located),
    *(Givable, SideBySide, Noted, InSpace, Laid, Moving, Sketched, Unsolved, Explained),
)
ABILITIES = (
    BatchBackend,
    CompilingBackend,
    CountingBackend,
    ExplainingBackend,
    OpeningBackend,
    PartsBackend,
    ReportingBackend,
    GradingBackend,
    SteppingBackend,
    WatchedBackend,
)
