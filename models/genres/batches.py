"""Many solutions of a puzzle of a genre at once: decode, check and canonical form as array operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from zenkai_solver.models.batches import RegionBatches
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
    """What of a puzzle of a genre is needed here."""

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
        column = {own: i for i, own in enumerate(puzzle.spots)}
        said = [(column[name, at], self._code(name, at, value)) for name, at, value in puzzle.variables]
        self.column = np.array([self.width, *(place for place, _ in said)], np.int32)
        self.letter = np.array([0, *(letter for _, letter in said)], self.code)
        # a place without a variable has one value, or none of its variables is true where it has the first
        first = ((own, puzzle.domains[own]) for own in puzzle.spots)
        self.otherwise = np.array(
            [self._code(*own, values[0]) if values else ord(OPEN) for own, values in first], self.code
        )

    def _code(self, layer: str, place: Place, value: int) -> int:
        return ord(self.puzzle.layers[layer].text(place, value))

    def boards(self, rows: np.ndarray) -> BoardBatch:
        found = np.empty((len(rows), self.width + 1), self.code)  # the last column takes what is no variable
        found[:, :-1] = self.otherwise
        np.put_along_axis(found, self.column[rows].astype(np.int64), self.letter[rows], axis=1)
        return np.asarray(found[:, :-1])

    def rows(self, boards: BoardBatch) -> np.ndarray:
        true = boards[:, self.column[1:]] == self.letter[1:]
        rows = np.where(true, np.arange(1, len(self.column), dtype=np.int32), END)
        rows.sort(axis=1)
        most = int(true.sum(axis=1).max(initial=0))
        return np.asarray(np.where(rows == END, 0, rows)[:, : max(1, most)])

    @cached_property
    def _kinds(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Columns with the same characters, and the value of each character; the last is for all others."""
        columns: dict[tuple[tuple[str, int], ...], list[int]] = {}
        for i, (name, place) in enumerate(self.puzzle.spots):
            layer, values = self.puzzle.layers[name], self.puzzle.domains[name, place]
            columns.setdefault(tuple((layer.text(place, value), value) for value in values), []).append(i)
        found = []
        for texts, own in columns.items():
            table = np.full(self.most + 2, NO_VALUE, np.int32)
            for text, value in texts:
                table[ord(text)] = value
            found.append((np.array(own), table))
        return found

    def values(self, boards: BoardBatch) -> np.ndarray:
        """int32[place, board]: what each place of each layer shows; NO_VALUE for another character."""
        found = np.empty((self.width, len(boards)), np.int32)
        for columns, table in self._kinds:
            found[columns] = table[np.minimum(boards[:, columns], self.most + 1).T]
        return found

    def check(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: does it keep the rules? From the boards alone."""
        if len(boards) < FEW:
            broken = (any(self.puzzle.violations(self.board(boards, i))) for i in range(len(boards)))
            return ~np.fromiter(broken, np.bool_, len(boards))
        values = self.values(boards)
        good = np.asarray((values != NO_VALUE).all(axis=0))
        layers: dict[str, dict[Place, np.ndarray]] = {name: {} for name in self.puzzle.layers}
        for (name, place), own in zip(self.puzzle.spots, values, strict=True):
            layers[name][place] = own
            if (known := self.puzzle.known.get((name, place))) is not None:
                good &= own == known
        view = BatchView(self.puzzle.sheet, {}, layers, len(boards))
        for rule in self.puzzle.genre.all_rules:
            good &= truths(rule.holds, view)
        return good
