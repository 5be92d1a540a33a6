"""Packing, many solutions at once: decode, check and canonical form as array operations.

The check is the third statement of the rules, and like `violations` it sees nothing but the boards: it finds
the shape of every label's cells and looks it up among the pieces' orientations. Tests hold it against
`violations` on right and on corrupted boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.grid import EMPTY, OUTSIDE, Shape, normalise
from zenkai_solver.models.packing.problem import PackingProblem, inner_points
from zenkai_solver.models.puzzle import BoardBatch
from zenkai_solver.models.rows import image_rows, lexicographically_less
from zenkai_solver.models.symmetry import Board

SIDE = 8  # shapes within 8 x 8 cells are told apart by a 64-bit mask


def shape_mask(shape: Shape) -> int:
    return sum(1 << (SIDE * r + c) for r, c in shape)


class PackingBatches:
    """The tools for one puzzle and its model; see `models.puzzle.Batches`."""

    def __init__(self, puzzle: PackingProblem, model: Model) -> None:
        self.puzzle = puzzle
        self.symmetries = [np.array(perm, np.int32) for perm in model.symmetries]
        self.width = len(puzzle.region.cells)
        self.empty = ord(EMPTY)
        pool = [ord(letter) for letter in puzzle.copy_labels[: self.width]]
        ascii_only = max([*pool, *(ord(placement.label) for placement in puzzle.placements)]) < 128
        self.code = np.uint8 if ascii_only else np.uint32  # of a letter
        self.pool = np.array(pool, self.code)
        index = puzzle.region.index
        most = max(len(piece.shape) for piece in puzzle.pieces)
        number = len(puzzle.placements) + 1
        self.cells = np.full((number, most), self.width, np.int32)  # the last column takes what is no cell
        self.letter = np.full(number, self.empty, self.code)
        self.copied = np.zeros(number, bool)
        for var, placement in enumerate(puzzle.placements, start=1):
            own = [index[cell] for cell in placement.cells]
            self.cells[var, : len(own)] = own
            self.letter[var] = ord(placement.label)
            self.copied[var] = placement.label in puzzle.copied
        self.all_copied = bool(self.copied[1:].all())

    @staticmethod
    def supports(puzzle: PackingProblem) -> bool:
        """Every piece fits into 8 x 8 cells."""
        return all(max(max(cell) for cell in piece.shape) < SIDE for piece in puzzle.pieces)

    # ---- solutions to boards

    def boards(self, rows: np.ndarray) -> BoardBatch:
        """Variables are numbered by first cell, so a row has its placements in that order already."""
        width = self.width + 1
        labels = np.full(len(rows) * width, self.empty, self.code)
        start = np.arange(0, len(labels), width, dtype=np.int32)
        cells = self.cells[rows] + start[:, None, None]
        labels[cells] = self._letters(rows)[:, :, None]
        return np.asarray(labels.reshape(-1, width)[:, :-1])

    def _letters(self, rows: np.ndarray) -> np.ndarray:
        """The label of each placement: its piece's letter, or for copies the next of theirs."""
        if not self.puzzle.copied:
            return np.asarray(self.letter[rows])
        if self.all_copied:  # what follows the last placement goes to no cell
            places = np.minimum(np.arange(rows.shape[1]), len(self.pool) - 1)
            return np.broadcast_to(self.pool[places], rows.shape)
        copied = self.copied[rows]
        rank = copied.cumsum(axis=1, dtype=np.int32) - 1
        return np.asarray(np.where(copied, self.pool[np.maximum(rank, 0)], self.letter[rows]))

    # ---- the rules

    def check(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: does it keep the rules? From the boards alone."""
        good = np.ones(len(boards), bool)
        if self.puzzle.exact:
            good &= (boards != self.empty).all(axis=1)
        parts = _Parts(boards, self.empty, self._rows, self._columns)
        piece = self._piece_of(parts)
        np.logical_and.at(good, parts.board, piece >= 0)
        good &= self._numbers_hold(parts, piece, len(boards))
        np.logical_and.at(good, parts.board, self._well_labelled(parts, piece))
        for placement in self.puzzle.fixed:
            own = [self.puzzle.region.index[cell] for cell in placement.cells]
            label = boards[:, own[0]]
            good &= (boards[:, own] == label[:, None]).all(axis=1) & (label != self.empty)
            good &= (boards == label[:, None]).sum(axis=1) == len(own)
        if self.puzzle.no_crossings:
            good &= ~self._crossing(boards)
        return good

    @cached_property
    def _rows(self) -> np.ndarray:
        return np.array([r for r, _ in self.puzzle.region.cells], np.int16)

    @cached_property
    def _columns(self) -> np.ndarray:
        return np.array([c for _, c in self.puzzle.region.cells], np.int16)

    @cached_property
    def _shapes(self) -> tuple[np.ndarray, np.ndarray]:
        """The masks of all orientations, sorted, and the piece (index) each belongs to."""
        pairs = sorted(
            (shape_mask(shape), number)
            for number, piece in enumerate(self.puzzle.pieces)
            for shape in self.puzzle.orientations[piece.label]
        )
        return np.array([m for m, _ in pairs], np.uint64), np.array([p for _, p in pairs], np.int64)

    def _piece_of(self, parts: _Parts) -> np.ndarray:
        """The piece (index) that each part is, or -1."""
        masks, pieces = self._shapes
        at = np.minimum(np.searchsorted(masks, parts.mask), len(masks) - 1)
        return np.where((masks[at] == parts.mask) & parts.small, pieces[at], -1)

    def _numbers_hold(self, parts: _Parts, piece: np.ndarray, boards: int) -> np.ndarray:
        kinds = len(self.puzzle.pieces)
        real = piece >= 0
        number = np.bincount(parts.board[real] * kinds + piece[real], minlength=boards * kinds)
        number = number.reshape(boards, kinds)
        counts = [self.puzzle.counts[p.label] for p in self.puzzle.pieces]
        lo = np.array([count.lo for count in counts])
        hi = np.array([self.width if count.hi is None else count.hi for count in counts])
        return np.asarray(((number >= lo) & (number <= hi)).all(axis=1))

    def _well_labelled(self, parts: _Parts, piece: np.ndarray) -> np.ndarray:
        """bool[part]: a piece that occurs once bears its letter; copies are lettered by first cell."""
        copied = np.array([p.label in self.puzzle.copied for p in self.puzzle.pieces])
        letter = np.array([ord(p.label) for p in self.puzzle.pieces], np.int64)
        is_copy = copied[piece] & (piece >= 0)
        good = np.asarray(is_copy | (parts.label == letter[piece]))
        if is_copy.any():
            index = np.flatnonzero(is_copy)
            index = index[np.lexsort((parts.first[index], parts.board[index]))]
            board = parts.board[index]
            began = np.maximum.accumulate(np.where(np.diff(board, prepend=-1) != 0, np.arange(len(board)), 0))
            rank = np.arange(len(board)) - began
            good[index] = parts.label[index] == self.pool[rank]
        return good

    def _crossing(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: do four pieces meet in a point?"""
        index = self.puzzle.region.index
        points = [[index[cell] for cell in point] for point in inner_points(self.puzzle.region)]
        if not points:
            return np.zeros(len(boards), bool)
        around = np.sort(boards[:, np.array(points)], axis=2)
        four = (np.diff(around, axis=2) != 0).all(axis=2) & (around != self.empty).all(axis=2)
        return np.asarray(four.any(axis=1))

    # ---- symmetry

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        """The least image of each board, and the number of its distinct images.

        The images of one board under a group are each hit equally often: group order / fixing elements.
        """
        least = boards.copy()
        fixing = np.ones(len(boards), np.int64)
        for perm in self.symmetries[1:]:
            images = self.boards(image_rows(rows, perm))
            fixing += (images == boards).all(axis=1)
            less = lexicographically_less(images, least)
            least[less] = images[less]
        return least, max(1, len(self.symmetries)) // fixing

    # ---- text

    def texts(self, boards: BoardBatch) -> list[bytes]:
        """The rows of each board joined by line feeds, in UTF-8."""
        if not len(boards):
            return []
        region = self.puzzle.region
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
        region = self.puzzle.region
        stride = region.rows * (region.columns + 1)
        if any(len(text) != stride - 1 for text in texts):
            return None
        data = np.frombuffer(b"\n".join((*texts, b"")), np.uint8).reshape(-1, region.rows, region.columns + 1)
        boards = data[:, self._rows, self._columns].astype(self.code, copy=False)
        return boards if self.texts(boards) == list(texts) else None

    def rows(self, boards: BoardBatch) -> np.ndarray:
        """The inverse of `boards`, for boards that keep the rules."""
        parts = _Parts(boards, self.empty, self._rows, self._columns)
        order = np.lexsort((parts.first, parts.board))
        board = parts.board[order]
        start = np.searchsorted(board, np.arange(len(boards)))
        place = np.arange(len(board)) - start[board]
        rows = np.zeros((len(boards), 1 + int(place.max(initial=-1))), np.int32)
        shape = np.searchsorted(self._shapes[0], parts.mask[order])
        rows[board, place] = self._variable[shape, parts.first[order]]
        return rows

    @cached_property
    def _variable(self) -> np.ndarray:
        """int32[shape, first cell]: the variable of the placement, 0 if there is none."""
        shape = {int(mask): i for i, mask in enumerate(self._shapes[0])}
        table = np.zeros((len(shape), self.width), np.int32)
        index = self.puzzle.region.index
        for var, placement in enumerate(self.puzzle.placements, start=1):
            table[shape[shape_mask(normalise(placement.cells))], index[placement.cells[0]]] = var
        return table

    def board(self, boards: BoardBatch, i: int) -> Board:
        return tuple(self.texts(boards[i : i + 1])[0].decode().split("\n"))


class _Parts:
    """The cells of each label of each board, one entry per part: board, label, first cell, shape mask."""

    def __init__(self, boards: BoardBatch, empty: int, rows: np.ndarray, columns: np.ndarray) -> None:
        order = np.argsort(boards.astype(np.int16), axis=1, kind="stable")
        label = np.take_along_axis(boards, order, 1).ravel()
        board = np.repeat(np.arange(len(boards), dtype=np.int32), boards.shape[1])
        cell = order.ravel()
        if (label == empty).any():
            used = label != empty
            board, cell, label = board[used], cell[used], label[used]
        new = np.ones(len(label), bool)
        new[1:] = (label[1:] != label[:-1]) | (board[1:] != board[:-1])
        start = np.flatnonzero(new)
        self.board, self.label, self.first = board[start], label[start].astype(np.int64), cell[start]
        self.small, self.mask = np.zeros(0, bool), np.zeros(0, np.uint64)
        if len(start):
            part = np.cumsum(new, dtype=np.int32) - 1
            r, c = rows[cell], columns[cell]
            r = r - rows[self.first][part]  # cells are in scan order: the first has the least row
            c = c - np.minimum.reduceat(c, start)[part]
            self.small = np.maximum.reduceat(np.maximum(r, c), start) < SIDE
            bit = np.uint64(1) << (np.minimum(r, SIDE - 1) * SIDE + np.minimum(c, SIDE - 1)).astype(np.uint64)
            self.mask = np.bitwise_or.reduceat(bit, start)
