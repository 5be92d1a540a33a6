"""Packing, many solutions at once: decode, check and canonical form as array operations.

The check is the third statement of the rules, and like `violations` it sees nothing but the boards: it finds
the shape of every label's cells and looks it up among the pieces' orientations; on wrapped boards it looks
the cells up among the placements, with the label where two pieces can lie on the same cells. Tests hold it
against `violations` on right and on corrupted boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from zenkai_solver.models.batches import PartTables, RegionBatches, SolutionTables
from zenkai_solver.models.csp import Model
from zenkai_solver.models.grid import EMPTY, Vector
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.lattices.lattice import reduced
from zenkai_solver.models.lattices.region import LatticeRegion, code
from zenkai_solver.models.packing.problem import PackingProblem, Placement, inner_points
from zenkai_solver.models.puzzle import BoardBatch
from zenkai_solver.models.rows import image_rows, random_words
from zenkai_solver.models.symmetry import SymmetryGroup

NO_CELL = -(1 << 50)  # in a row of steps: after the last cell
MIXER, WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1  # an odd number for hashes of words


class PackingBatches(RegionBatches):
    """The tools for one puzzle and its model; see `models.puzzle.Batches`."""

    def __init__(self, puzzle: PackingProblem, model: Model, group: SymmetryGroup) -> None:
        """`group` is that of the model's symmetries, in the same order. Raises WrongSymmetry."""
        labels = {piece.label for piece in puzzle.pieces} | {label for label, _ in puzzle.placements}
        smallest = min((len(p.shape) for p in puzzle.pieces if p.label in puzzle.copied), default=1)
        pool = puzzle.copy_labels[: max(1, len(puzzle.region.cells) // smallest)]
        super().__init__(group, model, "".join((EMPTY, *labels, *pool)))
        self.puzzle = puzzle
        self.empty = ord(EMPTY)
        self.pool = np.array([ord(letter) for letter in pool], self.code)
        index = puzzle.region.index
        self.largest = max(len(piece.shape) for piece in puzzle.pieces)
        number = len(puzzle.placements) + 1
        self.cells = np.full(
            (number, self.largest), self.width, np.int32
        )  # the last column takes what is no cell
        self.letter = np.full(number, self.empty, self.code)
        self.copied = np.zeros(number, bool)
        for var, placement in enumerate(puzzle.placements, start=1):
            numbers = [index[cell] for cell in placement.cells]
            self.cells[var, : len(numbers)] = numbers
            self.letter[var] = ord(placement.label)
            self.copied[var] = placement.label in puzzle.copied
        self.all_copied = bool(self.copied[1:].all())
        self.labelled = on_same_cells(puzzle)
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
        """Variables are numbered by first cell, so a row has its placements in that order already."""
        if self.loops is not None:
            return self.loops.boards(self._solution_tables, rows)
        width = self.width + 1
        labels = np.full(len(rows) * width, self.empty, self.code)
        start = np.arange(0, len(labels), width, dtype=np.int32)
        cells = self.cells[rows] + start[:, None, None]
        labels[cells] = self._letters(rows)[:, :, None]
        return np.asarray(labels.reshape(-1, width)[:, :-1])

    @cached_property
    def _solution_tables(self) -> SolutionTables:
        base = np.full(self.width, self.empty, self.code)
        return SolutionTables(base, self.cells, self.letter, self.copied, self.pool)

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
        """bool[board]: does it keep the rules? Evaluated on the boards, without constraints."""
        if self.loops is not None and not self.labelled:
            good = self.loops.right_parts(self._part_tables, boards)
        else:
            good = self._right_parts(boards)
        for placement in self.puzzle.fixed:
            cells = [self.puzzle.region.index[cell] for cell in placement.cells]
            label = boards[:, cells[0]]
            good &= (boards[:, cells] == label[:, None]).all(axis=1) & (label != self.empty)
            good &= (boards == label[:, None]).sum(axis=1) == len(cells)
        if self.puzzle.no_crossings:
            good &= ~self._crossing(boards)
        good &= ~self._lines_cross(boards)
        return good

    def _right_parts(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: is each part a piece, in the right number, with the right label?"""
        good = np.ones(len(boards), bool)
        if self.puzzle.exact:
            good &= (boards != self.empty).all(axis=1)
        parts = self._parts(boards)
        piece = self._piece_of(parts)
        np.logical_and.at(good, parts.board, piece >= 0)
        good &= self._numbers_hold(parts, piece, len(boards))
        np.logical_and.at(good, parts.board, self._well_labelled(parts, piece))
        return good

    @cached_property
    def _part_tables(self) -> PartTables:
        _, piece, rows = self._figures
        labels = np.zeros(1 + self.most, bool)
        labels[[ord(p.label) for p in self.puzzle.pieces]] = True
        labels[self.pool] = True
        pieces = self.puzzle.pieces
        ends, transitions = states_of(rows.tolist(), piece.tolist())
        entries = self.codes if self.classes is None else self.classes  # of the first cell in a row
        return PartTables(
            self.empty,
            self.puzzle.exact,
            labels,
            self.codes,
            np.zeros_like(self.codes) if self.classes is None else self.codes,
            np.array([transitions.get((0, entry), 0) for entry in entries.tolist()], np.int32),
            *in_slots(transitions),
            np.array(ends, np.int32),
            np.array([ord(p.label) for p in pieces], np.int64),
            np.array([p.label in self.puzzle.copied for p in pieces]),
            self.pool.astype(np.int64),
            *self._bounds,
        )

    def _parts(self, boards: BoardBatch) -> BoardParts:
        return BoardParts(boards, self.empty, self.codes, self.classes, self.largest, self.labelled)

    def _lines_cross(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: do two pieces take both lines that cross?"""
        index = self.puzzle.region.index
        lines = np.array([[[index[x] for x in line] for line in two] for two in self.puzzle.region.crossings])
        if not len(lines):
            return np.zeros(len(boards), bool)
        labels = boards[:, lines]  # board, crossing, line, cell
        through = (labels[..., 0] == labels[..., 1]) & (labels[..., 0] != self.empty)
        apart = labels[..., 0, 0] != labels[..., 1, 0]
        return np.asarray((through.all(axis=2) & apart).any(axis=1))

    @cached_property
    def _figures(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of all orientations (wrapped: placements) the hashes, sorted, the piece (index), and the row."""
        puzzle = self.puzzle
        if puzzle.region.wrapped:
            entries = [(self._row(placement), placement.label) for placement in puzzle.placements]
        else:
            images = ((label, shape) for label, shapes in puzzle.orientations.items() for shape in shapes)
            entries = [(self._row_of_figure(shape), label) for label, shape in images]
        number = {piece.label: i for i, piece in enumerate(puzzle.pieces)}
        rows = np.array([row for row, _ in entries], np.int64).reshape(-1, self.largest + self.labelled)
        keys = hashed(rows)
        order = np.argsort(keys)
        return keys[order], np.array([number[x] for _, x in entries], np.int64)[order], rows[order]

    def _row(self, placement: Placement) -> list[int]:
        """The row of `BoardParts.steps` of this part of a board."""
        numbers = [self.puzzle.region.index[cell] for cell in placement.cells]
        if self.puzzle.region.wrapped:
            label = [ord(placement.label)] * self.labelled
            return sorted(numbers) + [NO_CELL] * (self.largest - len(numbers)) + label
        return self._row_of_figure(self.vectors[i] for i in numbers)

    def _row_of_figure(self, figure: Iterable[Vector]) -> list[int]:
        """That of a figure, its cells in the order of the page."""
        vectors = sorted(figure, key=self.lattice.page)
        codes = [code(vector) - code(vectors[0]) for vector in vectors]
        codes[0] = self.lattice.classes.index(reduced(vectors[0], self.lattice.translations))
        return codes + [NO_CELL] * (self.largest - len(codes))

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
        lo, hi = self._bounds
        return np.asarray(((number >= lo) & (number <= hi)).all(axis=1))

    @cached_property
    def _bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """int64[piece]: the least and the largest number of each."""
        counts = [self.puzzle.counts[p.label] for p in self.puzzle.pieces]
        hi = [self.width if count.hi is None else count.hi for count in counts]
        return np.array([count.lo for count in counts], np.int64), np.array(hi, np.int64)

    def _well_labelled(self, parts: BoardParts, piece: np.ndarray) -> np.ndarray:
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

    @property
    def relettered(self) -> np.ndarray:
        return self.pool if self.puzzle.copied else super().relettered

    def image(self, rows: np.ndarray, boards: BoardBatch, number: int) -> BoardBatch:
        """Copies are lettered afresh; where there are none, every label just goes where its cell goes."""
        if self.puzzle.copied:
            return self.boards(image_rows(rows, self.symmetries[number]))
        return super().image(rows, boards, number)

    # ---- boards to solutions

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
        rows = np.array([*map(self._row, self.puzzle.placements)], np.int64)
        keys = hashed(rows).tolist()
        for var, (key, placement) in enumerate(zip(keys, self.puzzle.placements), start=1):
            table[shape[key], index[placement.cells[0]]] = var
        return table


class BoardParts:
    """The cells of each label of each board, one entry per part: board, label, first cell.

    `steps`: the vectors from the first cell of a part to each one, coded as integers. In place of the first
    of a row is the class of the first cell; NO_CELL follows the last. Without `classes`, as for wrapped
    boards, a row has the codes of the cells themselves, and the label if it is `labelled`. `key` is a hash of
    the row, which must be compared with the row it was found for; `small`: all cells are in the row.
    """

    def __init__(
        self,
        boards: BoardBatch,
        empty: int,
        codes: np.ndarray,
        classes: np.ndarray | None,
        most: int,
        labelled: bool,
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
        if labelled:
            self.steps = np.column_stack((self.steps, self.label))
        self.key = hashed(self.steps)


def hashed(rows: np.ndarray) -> np.ndarray:
    """A number for each row of int64; equal rows have equal ones."""
    values = np.ascontiguousarray(rows).view(np.uint64)
    mixed = values * np.uint64(MIXER) ^ (values >> np.uint64(7))
    odd = random_words(rows.shape[1]) | np.uint64(1)
    return np.asarray((mixed * odd).sum(axis=1, dtype=np.uint64))


Transitions = dict[tuple[int, int], int]  # the next state by state and step


def states_of(rows: Iterable[Sequence[int]], pieces: Iterable[int]) -> tuple[list[int], Transitions]:
    """The rows of figures as a tree: its nodes are states, numbered from the root, which is 0.

    Returns the piece of the row that ends at each state, or -1, and the next states. Of equal rows the first
    counts.
    """
    ends, transitions = [-1], Transitions()
    for row, piece in zip(rows, pieces, strict=True):
        state = 0
        for step in row:
            if step != NO_CELL:
                state = transitions.setdefault((state, step), len(ends))
                ends += [-1] * (state == len(ends))
        if ends[state] < 0:
            ends[state] = piece
    return ends, transitions


def in_slots(transitions: Transitions) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States, steps and next states by slot of a hash table; next state 0: an empty slot."""
    mask = (4 << len(transitions).bit_length()) - 1
    states, steps, nexts = (np.zeros(1 + mask, kind) for kind in (np.int32, np.int64, np.int32))
    for (state, step), following in transitions.items():
        slot = (((state ^ step * MIXER) * MIXER) & WORD) >> 32 & mask
        while nexts[slot]:
            slot = slot + 1 & mask
        states[slot], steps[slot], nexts[slot] = state, step, following
    return states, steps, nexts


def on_same_cells(puzzle: PackingProblem) -> bool:
    """Can two pieces lie on the same cells? On narrow wrapped boards, as T and X three columns around."""
    if not puzzle.region.wrapped:
        return False
    return len({placement.cells for placement in puzzle.placements}) < len(puzzle.placements)


def batches_of(puzzle: PackingProblem, model: Model, group: SymmetryGroup) -> PackingBatches | None:
    """The batches of a packing without rules and colours; None if boards do not determine placements."""
    if puzzle.region.wrapped and not puzzle.placements:
        return None
    if puzzle.copied and on_same_cells(puzzle):
        return None  # the letter of a copy does not tell the piece
    return PackingBatches(puzzle, model, group)
