"""Many boards at once, whatever the puzzle: boards of solutions, texts and canonical forms.

Each of these is stated once on whole arrays, which needs no compiling. `BoardLoops` are the same as compiled
loops, which the solvers have; tools that `with_loops` gives use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.grid import OUTSIDE
from zenkai_solver.models.puzzle import BoardBatch
from zenkai_solver.models.rows import lexicographically_less
from zenkai_solver.models.symmetry import Board, SymmetryGroup, WrongSymmetry

Tools = TypeVar("Tools", bound="RegionBatches")


class SolutionTables(NamedTuple):
    """How a solution becomes a board: labels are code points."""

    base: np.ndarray  # label[cell]: of a cell that no variable labels
    cells: np.ndarray  # int32[var, k]: the cells that the variable labels; after the last one the width
    letter: np.ndarray  # label[var]
    copied: np.ndarray  # bool[var]: is its label the next of `pool`?
    pool: np.ndarray  # label[rank]


class SymmetryTables(NamedTuple):
    """How a symmetry moves boards."""

    sources: np.ndarray  # int32[symmetry, cell]: the cell whose label arrives there
    letters: np.ndarray  # label[symmetry, label]: as what it arrives
    copies: np.ndarray  # bool[label]: is it that of a copy, which gets the next of `pool` by its first cell?
    pool: np.ndarray  # label[rank]


class PartTables(NamedTuple):
    """What the parts of a board, the cells with one label, must be: see `packing.batches.BoardParts`."""

    empty: int  # the label of a cell without a piece
    exact: bool  # must every cell have a piece?
    labels: np.ndarray  # bool[label]; others are on no board
    codes: np.ndarray  # int64[cell]
    origins: np.ndarray  # int64[cell]: if it is the first of its part, what codes lose to become steps
    roots: np.ndarray  # int32[cell]: the state after it as the first of its part; 0: no figure begins so
    states: np.ndarray  # int32[slot]: the states and steps, of which `nexts` are the next states; 0: none
    steps: np.ndarray  # int64[slot]
    nexts: np.ndarray  # int32[slot]
    piece: np.ndarray  # int32[state]: of the figure that ends there; -1: none does
    letter: np.ndarray  # int64[piece]: its label
    copied: np.ndarray  # bool[piece]: are its labels those of `pool` in turn?
    pool: np.ndarray  # int64[rank]
    lo: np.ndarray  # int64[piece]: how many there are
    hi: np.ndarray  # int64[piece]


class BoardLoops(Protocol):
    """Compiled loops for what `RegionBatches` and its subclasses state on arrays."""

    def boards(self, tables: SolutionTables, rows: np.ndarray) -> BoardBatch: ...

    def right_parts(self, tables: PartTables, boards: BoardBatch) -> np.ndarray: ...

    def canonical(self, tables: SymmetryTables, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]: ...

    def texts(self, template: np.ndarray, places: np.ndarray, boards: BoardBatch) -> Sequence[bytes]: ...


class RegionBatches:
    """The part of `models.puzzle.Batches` that all families share; `labels` are all characters of boards."""

    loops: BoardLoops | None = None

    def __init__(self, group: SymmetryGroup, model: Model, labels: str) -> None:
        """`group` is that of the model's symmetries, in the same order. Raises WrongSymmetry."""
        if model.symmetries and len(model.symmetries) != group.order:
            raise WrongSymmetry(f"{len(model.symmetries)} permutations, {group.order} maps of boards")
        self.group, self.region = group, group.region
        self.symmetries = [np.array(perm, np.int32) for perm in model.symmetries]
        self.width = len(self.region.cells)
        arriving = (label for element in group.elements for label in element.labels.values())
        self.most = max(map(ord, (*labels, *arriving)))
        self.code = np.uint8 if self.most < 128 else np.uint32  # of a label

    def with_loops(self: Tools, loops: Any) -> Tools:
        """These tools, by compiled loops (`BoardLoops`) where there are any."""
        new = copy(self)
        new.loops = loops
        return new

    # ---- symmetry

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        """The least image of each board, and the number of its distinct images.

        The images of one board under a group are each hit equally often: group order / fixing elements.
        """
        if self.loops is not None:
            return self.loops.canonical(self._symmetry_tables, boards)
        least = boards.copy()
        fixing = np.ones(len(boards), np.int64)
        for number in range(1, len(self.symmetries)):
            images = self.image(rows, boards, number)
            fixing += (images == boards).all(axis=1)
            less = lexicographically_less(images, least)
            least[less] = images[less]
        return least, max(1, len(self.symmetries)) // fixing

    def image(self, rows: np.ndarray, boards: BoardBatch, number: int) -> BoardBatch:
        """The boards of the solutions `rows`, moved by that symmetry: labels go where their cells go."""
        source, letters = self._moves[number]
        images = boards[:, source]
        return images if letters is None else letters[images]

    @property
    def relettered(self) -> np.ndarray:
        """The letters of copies, which a moved board gets afresh in the order of their first cells."""
        return np.zeros(0, self.code)

    @cached_property
    def _symmetry_tables(self) -> SymmetryTables:
        moves = self._moves[: max(1, len(self.symmetries))]
        every = np.arange(1 + self.most).astype(self.code)
        copies = np.zeros(1 + self.most, bool)
        copies[self.relettered] = True
        return SymmetryTables(
            np.array([source for source, _ in moves], np.int32),
            np.array([every if letters is None else letters for _, letters in moves], self.code),
            copies,
            self.relettered,
        )

    @cached_property
    def _moves(self) -> list[tuple[np.ndarray, np.ndarray | None]]:
        """For each symmetry the source of each cell, and the image of each label; None if all are kept."""
        moves = []
        for element in self.group.elements:
            letters = np.arange(1 + self.most)
            for label, arrives in element.labels.items():
                letters[ord(label)] = ord(arrives)
            still = bool((letters == np.arange(1 + self.most)).all())
            moves.append((np.argsort(element.cells), None if still else letters.astype(self.code)))
        return moves

    # ---- text

    @cached_property
    def _places(self) -> np.ndarray:
        """int64[cell]: its place in the text of a board."""
        return np.array([r * (self.region.columns + 1) + c for r, c in self.region.cells], np.int64)

    @cached_property
    def _page(self) -> np.ndarray:
        """uint8[place]: the text of a board without cells; a line feed follows each row."""
        page = np.full((self.region.rows, self.region.columns + 1), ord(OUTSIDE), np.uint8)
        page[:, -1] = ord("\n")
        return page.ravel()

    def texts(self, boards: BoardBatch) -> Sequence[bytes]:
        """The rows of each board joined by line feeds, in UTF-8."""
        if not len(boards):
            return []
        if self.loops is not None and boards.dtype == np.uint8:
            return self.loops.texts(self._page[:-1], self._places, boards)
        flat = np.empty((len(boards), len(self._page)), boards.dtype)
        flat[:] = self._page
        flat[:, self._places] = boards
        if boards.dtype == np.uint8 or (boards < 128).all():
            data, stride = flat.astype(np.uint8, copy=False).tobytes(), flat.shape[1]
            return [data[i : i + stride - 1] for i in range(0, len(data), stride)]
        return [bytes(row.tobytes().decode("utf-32-le")[:-1], "utf-8") for row in flat.astype("<u4")]

    def read(self, texts: Sequence[bytes]) -> BoardBatch | None:
        """The inverse of `texts`; None if one is not a board of this size, or has letters beyond ASCII."""
        stride = len(self._page)
        if any(len(text) != stride - 1 for text in texts):
            return None
        data = np.frombuffer(b"\n".join((*texts, b"")), np.uint8).reshape(-1, stride)
        boards = data[:, self._places].astype(self.code, copy=False)
        return boards if list(self.texts(boards)) == list(texts) else None

    def board(self, boards: BoardBatch, i: int) -> Board:
        return tuple(self.texts(boards[i : i + 1])[0].decode().split("\n"))
