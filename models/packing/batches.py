"""Packing, many solutions at once: decode, check and canonical form as array operations.

`check` states the rules a third time, independently of the model and of `violations`, and reads nothing but
the boards: it looks up the shape of the cells of each label among the orientations of the pieces (on wrapped
boards the cells among the placements). Tests compare it with `violations` on correct and on corrupted boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.grid import EMPTY, OUTSIDE, Cell, Vector
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.lattices.lattice import reduced
from zenkai_solver.models.lattices.region import LatticeRegion, code
from zenkai_solver.models.packing.problem import PackingProblem, inner_points
from zenkai_solver.models.puzzle import BoardBatch
from zenkai_solver.models.rows import image_rows, lexicographically_less
from zenkai_solver.models.symmetry import Board, SymmetryGroup, WrongSymmetry

NO_CELL = -(1 << 50)  # fills a row of steps after the last cell


class PackingBatches:
    """The operations on many boards of one puzzle; see `models.puzzle.Batches`."""

    def __init__(self, puzzle: PackingProblem, model: Model, group: SymmetryGroup) -> None:
        """`group` has the symmetries of the model, in the same order. Raises WrongSymmetry."""
        if model.symmetries and len(model.symmetries) != group.order:
            raise WrongSymmetry(f"{len(model.symmetries)} permutations, {group.order} maps of boards")
        self.puzzle, self.group = puzzle, group
        self.symmetries = [np.array(perm, np.int32) for perm in model.symmetries]
        self.width = len(puzzle.region.cells)
        self.empty = ord(EMPTY)
        pool = [ord(letter) for letter in puzzle.copy_labels[: self.width]]
        ascii_only = max([*pool, *(ord(placement.label) for placement in puzzle.placements)]) < 128
        self.code = np.uint8 if ascii_only else np.uint32  # of a letter
        self.pool = np.array(pool, self.code)
        index = puzzle.region.index
        self.most = max(len(piece.shape) for piece in puzzle.pieces)
        number = len(puzzle.placements) + 1
        self.cells = np.full(
            (number, self.most), self.width, np.int32
        )  # the last column takes what is no cell
        self.letter = np.full(number, self.empty, self.code)
        self.copied = np.zeros(number, bool)
        for var, placement in enumerate(puzzle.placements, start=1):
            numbers = [index[cell] for cell in placement.cells]
            self.cells[var, : len(numbers)] = numbers
            self.letter[var] = ord(placement.label)
            self.copied[var] = placement.label in puzzle.copied
        self.all_copied = bool(self.copied[1:].all())
        region = puzzle.region
        self.lattice = region.lattice if isinstance(region, LatticeRegion) else SQUARES
        self.vectors = [region.coordinates(cell) for cell in region.cells]
        if region.wrapped:
            self.codes, self.classes = np.arange(self.width), None
        else:
            self.codes = np.array([code(vector) for vector in self.vectors], np.int64)
            number_of = {cell: i for i, cell in enumerate(self.lattice.classes)}
            translations = self.lattice.translations
            self.classes = np.array([number_of[reduced(v, translations)] for v in self.vectors], np.int64)

    # ---- solutions to boards

    def boards(self, rows: np.ndarray) -> BoardBatch:
        """The boards of rows of true variables. Variables are numbered by the first cell of their placement,
        so a row lists its placements in the order in which copies are lettered.
        """
        width = self.width + 1
        labels = np.full(len(rows) * width, self.empty, self.code)
        start = np.arange(0, len(labels), width, dtype=np.int32)
        cells = self.cells[rows] + start[:, None, None]
        labels[cells] = self._letters(rows)[:, :, None]
        return np.asarray(labels.reshape(-1, width)[:, :-1])

    def _letters(self, rows: np.ndarray) -> np.ndarray:
        """The label of each placement: the letter of its piece; for copies the next free letter."""
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
        """bool[board]: whether it keeps the rules, from the boards alone."""
        good = np.ones(len(boards), bool)
        if self.puzzle.exact:
            good &= (boards != self.empty).all(axis=1)
        parts = self._parts(boards)
        piece = self._piece_of(parts)
        np.logical_and.at(good, parts.board, piece >= 0)
        good &= self._numbers_hold(parts, piece, len(boards))
        np.logical_and.at(good, parts.board, self._well_labelled(parts, piece))
        for placement in self.puzzle.fixed:
            cells = [self.puzzle.region.index[cell] for cell in placement.cells]
            label = boards[:, cells[0]]
            good &= (boards[:, cells] == label[:, None]).all(axis=1) & (label != self.empty)
            good &= (boards == label[:, None]).sum(axis=1) == len(cells)
        if self.puzzle.no_crossings:
            good &= ~self._crossing(boards)
        good &= ~self._lines_cross(boards)
        return good

    def _parts(self, boards: BoardBatch) -> BoardParts:
        return BoardParts(boards, self.empty, self.codes, self.classes, self.most)

    def _lines_cross(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: whether two pieces cross, one on each of two lines of cells through one point."""
        index = self.puzzle.region.index
        lines = np.array([[[index[x] for x in line] for line in two] for two in self.puzzle.region.crossings])
        if not len(lines):
            return np.zeros(len(boards), bool)
        labels = boards[:, lines]  # board, crossing, line, cell
        through = (labels[..., 0] == labels[..., 1]) & (labels[..., 0] != self.empty)
        apart = labels[..., 0, 0] != labels[..., 1, 0]
        return np.asarray((through.all(axis=2) & apart).any(axis=1))

    @cached_property
    def _rows(self) -> np.ndarray:
        return np.array([r for r, _ in self.puzzle.region.cells], np.int16)

    @cached_property
    def _columns(self) -> np.ndarray:
        return np.array([c for _, c in self.puzzle.region.cells], np.int16)

    @cached_property
    def _figures(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All orientations (wrapped boards: placements): their sorted hashes, pieces (indices) and rows."""
        puzzle = self.puzzle
        if puzzle.region.wrapped:
            entries = [(self._row(cells), label) for label, cells in puzzle.placements]
        else:
            shapes = ((shape, label) for label, turned in puzzle.orientations.items() for shape in turned)
            entries = [(self._row_of_figure(shape), label) for shape, label in shapes]
        number = {piece.label: i for i, piece in enumerate(puzzle.pieces)}
        rows = np.array([row for row, _ in entries], np.int64).reshape(-1, self.most)
        keys = hashed(rows)
        order = np.argsort(keys)
        return keys[order], np.array([number[x] for _, x in entries], np.int64)[order], rows[order]

    def _row(self, cells: Sequence[Cell]) -> list[int]:
        """These cells of the board as a row of `BoardParts.steps`."""
        numbers = [self.puzzle.region.index[cell] for cell in cells]
        if self.puzzle.region.wrapped:
            return sorted(numbers) + [NO_CELL] * (self.most - len(numbers))
        return self._row_of_figure(self.vectors[i] for i in numbers)

    def _row_of_figure(self, figure: Iterable[Vector]) -> list[int]:
        """A figure as a row of `BoardParts.steps`, its cells in the order of the page."""
        vectors = sorted(figure, key=self.lattice.page)
        codes = [code(vector) - code(vectors[0]) for vector in vectors]
        codes[0] = self.lattice.classes.index(reduced(vectors[0], self.lattice.translations))
        return codes + [NO_CELL] * (self.most - len(codes))

    def _figure_of(self, parts: BoardParts) -> np.ndarray:
        """The figure (index into `_figures`) that each part is, or -1."""
        keys, _, rows = self._figures
        at = np.minimum(np.searchsorted(keys, parts.key), len(keys) - 1)
        same = (keys[at] == parts.key) & parts.small
        return np.where(same & (rows[at] == parts.steps).all(axis=1), at, -1)

    def _piece_of(self, parts: BoardParts) -> np.ndarray:
        """The piece (index) that each part is, or -1."""
        at = self._figure_of(parts)
        return np.where(at >= 0, self._figures[1][at], -1)

    def _numbers_hold(self, parts: BoardParts, piece: np.ndarray, boards: int) -> np.ndarray:
        kinds = len(self.puzzle.pieces)
        real = piece >= 0
        number = np.bincount(parts.board[real] * kinds + piece[real], minlength=boards * kinds)
        number = number.reshape(boards, kinds)
        counts = [self.puzzle.counts[p.label] for p in self.puzzle.pieces]
        lo = np.array([count.lo for count in counts])
        hi = np.array([self.width if count.hi is None else count.hi for count in counts])
        return np.asarray(((number >= lo) & (number <= hi)).all(axis=1))

    def _well_labelled(self, parts: BoardParts, piece: np.ndarray) -> np.ndarray:
        """bool[part]: whether its label is right: the letter of a piece that occurs once; for copies the next
        letter in the order of first cells.
        """
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
        """bool[board]: whether four pieces meet at a point."""
        index = self.puzzle.region.index
        points = [[index[cell] for cell in point] for point in inner_points(self.puzzle.region)]
        if not points:
            return np.zeros(len(boards), bool)
        around = np.sort(boards[:, np.array(points)], axis=2)
        four = (np.diff(around, axis=2) != 0).all(axis=2) & (around != self.empty).all(axis=2)
        return np.asarray(four.any(axis=1))

    # ---- symmetry

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        """The least image of each board, and the size of its orbit: the order of the group divided by that of
        the stabiliser of the board.
        """
        least = boards.copy()
        fixing = np.ones(len(boards), np.int64)
        for number in range(1, len(self.symmetries)):
            images = self._image(rows, boards, number)
            fixing += (images == boards).all(axis=1)
            less = lexicographically_less(images, least)
            least[less] = images[less]
        return least, max(1, len(self.symmetries)) // fixing

    def _image(self, rows: np.ndarray, boards: BoardBatch, number: int) -> BoardBatch:
        """The image of each board under one symmetry. Only copies need new labels."""
        if self.puzzle.copied:
            return self.boards(image_rows(rows, self.symmetries[number]))
        source, letters = self._moves[number]
        images = boards[:, source]
        return images if letters is None else letters[images]

    @cached_property
    def _moves(self) -> list[tuple[np.ndarray, np.ndarray | None]]:
        """For each symmetry the cell whose label comes to each cell, and the label that each label becomes
        (None: every label stays).
        """
        most = 1 + max(self.empty, *(ord(piece.label) for piece in self.puzzle.pieces))
        moves = []
        for element in self.group.elements:
            letters = np.arange(most)
            for label, arrives in element.labels.items():
                letters[ord(label)] = ord(arrives)
            still = bool((letters == np.arange(most)).all())
            moves.append((np.argsort(element.cells), None if still else letters.astype(self.code)))
        return moves

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
        """The inverse of `texts`; None if a text is not a board of this size or has letters beyond ASCII."""
        region = self.puzzle.region
        stride = region.rows * (region.columns + 1)
        if any(len(text) != stride - 1 for text in texts):
            return None
        data = np.frombuffer(b"\n".join((*texts, b"")), np.uint8).reshape(-1, region.rows, region.columns + 1)
        boards = data[:, self._rows, self._columns].astype(self.code, copy=False)
        return boards if self.texts(boards) == list(texts) else None

    def rows(self, boards: BoardBatch) -> np.ndarray:
        """The inverse of `boards`, for boards that keep the rules."""
        parts = self._parts(boards)
        order = np.lexsort((parts.first, parts.board))
        board = parts.board[order]
        start = np.searchsorted(board, np.arange(len(boards)))
        place = np.arange(len(board)) - start[board]
        rows = np.zeros((len(boards), 1 + int(place.max(initial=-1))), np.int32)
        shape = self._figure_of(parts)[order]
        rows[board, place] = self._variable[shape, parts.first[order]]
        return rows

    @cached_property
    def _variable(self) -> np.ndarray:
        """int32[shape, first cell]: the variable of the placement, 0 if there is none."""
        shape = {int(key): i for i, key in enumerate(self._figures[0])}
        table = np.zeros((len(shape), self.width), np.int32)
        index = self.puzzle.region.index
        rows = np.array([self._row(cells) for _, cells in self.puzzle.placements], np.int64)
        keys = hashed(rows).tolist()
        for var, (key, placement) in enumerate(zip(keys, self.puzzle.placements), start=1):
            table[shape[key], index[placement.cells[0]]] = var
        return table

    def board(self, boards: BoardBatch, i: int) -> Board:
        return tuple(self.texts(boards[i : i + 1])[0].decode().split("\n"))


class BoardParts:
    """The cells of each label of each board (a part): arrays of the board, label and first cell of each part.

    `steps` has a row per part: the class of its first cell, then the vectors from there to the other cells,
    coded as integers, then NO_CELL. Without `classes`, as for wrapped boards, a row has the codes of the
    cells themselves. `key` is a hash of the row: where keys agree the rows must be compared. `small`: whether
    all cells of the part are in its row.
    """

    def __init__(
        self, boards: BoardBatch, empty: int, codes: np.ndarray, classes: np.ndarray | None, most: int
    ) -> None:
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
        part = np.cumsum(new, dtype=np.int32) - 1  # of each cell
        place = np.arange(len(cell)) - start[part] if len(start) else cell[:0]
        self.steps = np.full((len(start), most), NO_CELL, np.int64)
        step = codes[cell]
        if classes is not None and len(start):
            step = step - codes[self.first][part]
            step[place == 0] = classes[self.first]
        within = place < most
        self.steps[part[within], place[within]] = step[within]
        self.small = np.bincount(part, minlength=len(start)) <= most
        self.key = hashed(self.steps)


def hashed(rows: np.ndarray) -> np.ndarray:
    """int64[row]: a hash of each row of int64."""
    odd = np.random.default_rng(7).integers(1 << 62, size=rows.shape[1], dtype=np.uint64) * np.uint64(2)
    values = np.ascontiguousarray(rows).view(np.uint64)
    mixed = values * np.uint64(0x9E3779B97F4A7C15) ^ (values >> np.uint64(7))
    return np.asarray((mixed * (odd + np.uint64(1))).sum(axis=1, dtype=np.uint64))


def batches_of(puzzle: PackingProblem, model: Model, group: SymmetryGroup) -> PackingBatches | None:
    """The batches of a packing; None with rules or colours, or if boards do not determine placements."""
    cells = [placement.cells for placement in puzzle.placements]
    if puzzle.region.wrapped and not len(set(cells)) == len(cells) > 0:
        return None  # two pieces can lie on the same cells, or none can lie at all
    return PackingBatches(puzzle, model, group)
