"""Who follows which protocol: mypy checks the types of this table, test_protocols.py the rest."""

from __future__ import annotations

from collections.abc import Mapping

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.csp import Restrictable
from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.models.dissection.puzzle import Dissection
from zenkai_solver.models.formula.puzzle import Formula
from zenkai_solver.models.genres.batches import GenreBatches
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.packing.batches import PackingBatches
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.puzzle import (
    Batched,
    Batches,
    Doubtful,
    Encoding,
    Explained,
    Givable,
    InSpace,
    Labelled,
    Laid,
    Lettered,
    Located,
    Moving,
    Naming,
    Noted,
    Phrased,
    Puzzle,
    Recording,
    SideBySide,
    Sketched,
    Staged,
    Telling,
    Unsolved,
    Worded,
)
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.structure import SudokuGrid

PUZZLE: tuple[type[Puzzle], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
BATCHED: tuple[type[Batched], ...] = (Packing, GenrePuzzle)
STAGED: tuple[type[Staged], ...] = (Dissection,)
RECORDING: tuple[type[Recording], ...] = (Dissection,)
ENCODING: tuple[type[Encoding], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
LABELLED: tuple[type[Labelled], ...] = (Nonogram, GenrePuzzle)
IN_SPACE: tuple[type[InSpace], ...] = (Packing,)
SKETCHED: tuple[type[Sketched], ...] = (Packing, Sudoku)
LAID: tuple[type[Laid], ...] = (Packing, Sudoku, Nonogram, Dissection, GenrePuzzle)
MOVING: tuple[type[Moving], ...] = (Dissection,)
UNSOLVED: tuple[type[Unsolved], ...] = (Packing, Sudoku, Nonogram, Dissection, GenrePuzzle)
WORDED: tuple[type[Worded], ...] = (Packing, Sudoku, Nonogram, Dissection, GenrePuzzle)
GIVABLE: tuple[type[Givable], ...] = (Packing, Sudoku, Nonogram, Dissection, GenrePuzzle)
EXPLAINED: tuple[type[Explained], ...] = (Packing, Sudoku, Dissection, GenrePuzzle)
LOCATED: tuple[type[Located], ...] = (GenrePuzzle,)
TELLING: tuple[type[Telling], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
SIDE_BY_SIDE: tuple[type[SideBySide], ...] = (Packing, Sudoku, Nonogram, Dissection, Formula, GenrePuzzle)
DOUBTFUL: tuple[type[Doubtful], ...] = (Sudoku,)
NOTED: tuple[type[Noted], ...] = (Sudoku,)
PHRASED: tuple[type[Phrased], ...] = (Formula,)
NAMING: tuple[type[Naming], ...] = (GenrePuzzle,)
BATCHES: tuple[type[Batches], ...] = (PackingBatches, GenreBatches)
RESTRICTABLE: tuple[type[Restrictable], ...] = (SudokuGrid, BlockGrid, DissectionProblem)


FOLLOWERS: Mapping[type, tuple[type, ...]] = {
    Puzzle: PUZZLE,
    Batched: BATCHED,
    Staged: STAGED,
    Recording: RECORDING,
    Labelled: LABELLED,
    Encoding: ENCODING,
    Telling: TELLING,
    Located: LOCATED,
    Doubtful: DOUBTFUL,
    Lettered: (Packing,),
    Givable: GIVABLE,
    Explained: EXPLAINED,
    Naming: NAMING,
    SideBySide: SIDE_BY_SIDE,
    Noted: NOTED,
    Phrased: PHRASED,
    InSpace: IN_SPACE,
    Laid: LAID,
    Moving: MOVING,
    Sketched: SKETCHED,
    Unsolved: UNSOLVED,
    Worded: WORDED,
    Batches: BATCHES,
    Restrictable: RESTRICTABLE,
}
FAMILY_ABILITIES = (
    *(Batched, Staged, Recording, Labelled, Encoding, Telling, Lettered, Located, Doubtful),
    *(
        Givable,
        SideBySide,
        Noted,
        Phrased,
        InSpace,
        Laid,
        Moving,
        Sketched,
        Unsolved,
        Worded,
        Explained,
        Naming,
    ),
)
