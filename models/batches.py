"""Many boards at once, whatever the puzzle: texts and canonical forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.grid import OUTSIDE
from zenkai_solver.models.puzzle import BoardBatch
from zenkai_solver.models.rows import lexicographically_less
from zenkai_solver.models.symmetry import Board, SymmetryGroup, WrongSymmetry


class RegionBatches:
    """The part of `models.puzzle.Batches` that all families share; `labels` are all characters of boards."""

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

    # ---- symmetry

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        """The least image of each board, and the number of its distinct images.

        The images of one board under a group are each hit equally often: group order / fixing elements.
        """
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
    def _rows(self) -> np.ndarray:
        return np.array([r for r, _ in self.region.cells], np.int16)

    @cached_property
    def _columns(self) -> np.ndarray:
        return np.array([c for _, c in self.region.cells], np.int16)

    def texts(self, boards: BoardBatch) -> list[bytes]:
        """The rows of each board joined by line feeds, in UTF-8."""
        if not len(boards):
            return []
        region = self.region
        page = np.full((len(boards), region.rows, region.columns + 1), ord(OUTSIDE), boards.dtype)
        page[:, :, -1] = ord("\n")
        page[:, self._rows, self._columns] = boards
        flat = page.reshape(len(boards), -1)
        if boards.dtype == np.uint8 or (boards < 128).all():
            data, stride = flat.astype(np.uint8, copy=False).tobytes(), flat.shape[1]
            return [data[i : i + stride - 1] for i in range(0, len(data), stride)]
        return [bytes(row.tobytes().decode("utf-32-le")[:-1], "utf-8") for row in flat.astype("<u4")]

    def read(self, texts: Sequence[bytes]) -> BoardBatch | None:
        """The inverse of `texts`; None if one is not a board of this size, or has letters beyond ASCII."""
        region = self.region
        stride = region.rows * (region.columns + 1)
        if any(len(text) != stride - 1 for text in texts):
            return None
        data = np.frombuffer(b"\n".join((*texts, b"")), np.uint8).reshape(-1, region.rows, region.columns + 1)
        boards = data[:, self._rows, self._columns].astype(self.code, copy=False)
        return boards if self.texts(boards) == list(texts) else None

    def board(self, boards: BoardBatch, i: int) -> Board:
        return tuple(self.texts(boards[i : i + 1])[0].decode().split("\n"))
