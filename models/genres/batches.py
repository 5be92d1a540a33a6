"""Many solutions of a puzzle of a genre at once: decode, check and canonical form as array operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from zenkai_solver.models.batches import RegionBatches, SolutionTables
from zenkai_solver.models.csp import Model
from zenkai_solver.models.genres.arrays import BatchView, truths
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.layers import OPEN, Layer
from zenkai_solver.models.genres.sheet import GenreSheet, Place
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.puzzle import BoardBatch
from zenkai_solver.models.symmetry import END, Board, SymmetryGroup

FEW = 8  # boards that are checked one by one in less time
NO_VALUE = -1


Spot = tuple[str, Place]  # of a layer by its name


class GenreBoards(Protocol):
    """The part of `GenrePuzzle` that is needed here."""

    @property
    def genre(self) -> Genre: ...

    @property
    def sheet(self) -> GenreSheet: ...

    @property
    def known(self) -> Mapping[Spot, int]: ...

    @property
    def spots(self) -> Mapping[Spot, Cell]: ...

    @property
    def domains(self) -> Mapping[Spot, tuple[int, ...]]: ...

    @property
    def layers(self) -> Mapping[str, Layer]: ...

    @property
    def variables(self) -> Sequence[tuple[str, Place, int]]: ...

    @property
    def symbols(self) -> str: ...

    def violations(self, board: Board) -> Iterator[str]: ...


class GenreBatches(RegionBatches):
    """The tools for one puzzle and its model; see `models.puzzle.Batches`."""

    def __init__(self, puzzle: GenreBoards, model: Model, group: SymmetryGroup) -> None:
        """Raises WrongSymmetry."""
        super().__init__(group, model, puzzle.symbols + OPEN)
        self.puzzle = puzzle
        column = {spot: i for i, spot in enumerate(puzzle.spots)}
        shown = [(column[name, at], self._code(name, at, value)) for name, at, value in puzzle.variables]
        self.column = np.array([self.width, *(place for place, _ in shown)], np.int32)
        self.letter = np.array([0, *(letter for _, letter in shown)], self.code)
        # the value where no variable is true is the first: it is the only one, or has no variable
        first = ((spot, puzzle.domains[spot]) for spot in puzzle.spots)
        self.otherwise = np.array(
            [self._code(*spot, values[0]) if values else ord(OPEN) for spot, values in first], self.code
        )

    def _code(self, layer: str, place: Place, value: int) -> int:
        return ord(self.puzzle.layers[layer].text(place, value))

    def boards(self, rows: np.ndarray) -> BoardBatch:
        if self.loops is not None:
            return self.loops.boards(self._solution_tables, rows)
        boards = np.empty((len(rows), self.width + 1), self.code)  # the last column takes what is no variable
        boards[:, :-1] = self.otherwise
        np.put_along_axis(boards, self.column[rows].astype(np.int64), self.letter[rows], axis=1)
        return np.asarray(boards[:, :-1])

    @cached_property
    def _solution_tables(self) -> SolutionTables:
        none = np.zeros(len(self.letter), bool)
        return SolutionTables(self.otherwise, self.column[:, None], self.letter, none, self.relettered)

    def rows(self, boards: BoardBatch) -> np.ndarray:
        true = boards[:, self.column[1:]] == self.letter[1:]
        rows = np.where(true, np.arange(1, len(self.column), dtype=np.int32), END)
        rows.sort(axis=1)
        most = int(true.sum(axis=1).max(initial=0))
        return np.asarray(np.where(rows == END, 0, rows)[:, : max(1, most)])

    @cached_property
    def _kinds(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Groups of columns with the same values: the columns, and the value of each character code.

        The last entry is for all greater codes; NO_VALUE stands for a character without a value.
        """
        columns: dict[tuple[tuple[str, int], ...], list[int]] = {}
        for i, (name, place) in enumerate(self.puzzle.spots):
            layer, values = self.puzzle.layers[name], self.puzzle.domains[name, place]
            columns.setdefault(tuple((layer.text(place, value), value) for value in values), []).append(i)
        kinds = []
        for texts, members in columns.items():
            table = np.full(self.most + 2, NO_VALUE, np.int32)
            for text, value in texts:
                table[ord(text)] = value
            kinds.append((np.array(members), table))
        return kinds

    def values(self, boards: BoardBatch) -> np.ndarray:
        """int32[place, board]: the value of each place of each layer; NO_VALUE for any other character."""
        values = np.empty((self.width, len(boards)), np.int32)
        for columns, table in self._kinds:
            values[columns] = table[np.minimum(boards[:, columns], self.most + 1).T]
        return values

    def check(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: does it keep the rules and the givens? Evaluated without constraints."""
        if len(boards) < FEW:
            broken = (any(self.puzzle.violations(self.board(boards, i))) for i in range(len(boards)))
            return ~np.fromiter(broken, np.bool_, len(boards))
        values = self.values(boards)
        good = np.asarray((values != NO_VALUE).all(axis=0))
        layers: dict[str, dict[Place, np.ndarray]] = {name: {} for name in self.puzzle.layers}
        for (name, place), shown in zip(self.puzzle.spots, values, strict=True):
            layers[name][place] = shown
            if (known := self.puzzle.known.get((name, place))) is not None:
                good &= shown == known
        view = BatchView(self.puzzle.sheet, {}, layers, len(boards))
        for rule in self.puzzle.genre.all_rules:
            good &= truths(rule.holds, view)
        return good
