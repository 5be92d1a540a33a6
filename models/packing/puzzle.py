"""Packing: fill a board with pieces, each a given number of times.

    board:   6x10 (rows x columns), or a drawing: `#` a cell, `.` or space outside
    pieces:  a named set (`pentominoes`, `one-sided tetrominoes`), a drawing of own pieces, or a list of these
    counts:  how many of each: 2, 0..3, 1.., any; one for all, or by letter with `others:`
    flips, rotations: may a piece be flipped, turned?          fixed: pieces that lie on the board already
    fill:    exact | partial             no_crossings: true    no point where four pieces meet

A board is written as rows of labels: ' ' outside, '.' uncovered; a piece that can occur once has its letter,
the copies of one that can occur several times take the letters that are left, in the order of first cells.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, NamedTuple

from zenkai_solver.models.csp import (
    AtMostOne,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Model,
    ModelBuilder,
    Solution,
)
from zenkai_solver.models.grid import (
    EMPTY,
    OUTSIDE,
    TRANSFORMS,
    Cell,
    Region,
    Shape,
    Transform,
    normalise,
    orientations,
)
from zenkai_solver.models.pieces import ALPHABET, Piece
from zenkai_solver.models.puzzle import Batches, Fields
from zenkai_solver.models.render.svg import board_svg
from zenkai_solver.models.render.text import Style, bordered
from zenkai_solver.models.symmetry import Board, SymmetryGroup


class Placement(NamedTuple):
    """A piece, by its label, at a position: its cells, sorted."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Count:
    """lo <= number of copies <= hi; hi None: as many as fit."""

    lo: int
    hi: int | None


@dataclass(frozen=True)
class Packing:
    """A valid instance. `moves` are the transforms a piece may undergo, by name."""

    family: ClassVar[str] = "packing"

    region: Region
    pieces: tuple[Piece, ...]
    counts: Mapping[str, Count]
    moves: Mapping[str, Transform]
    fixed: tuple[Placement, ...] = ()
    exact: bool = True
    no_crossings: bool = False

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Packing:
        from zenkai_solver.models.packing.reading import read  # which builds this class

        return read(Fields(data))

    # ---- derived from the instance

    @cached_property
    def orientations(self) -> dict[str, tuple[Shape, ...]]:
        return {p.label: orientations(p.shape, self.moves.values()) for p in self.pieces}

    @cached_property
    def copied(self) -> frozenset[str]:
        """The labels of the pieces that can occur more than once."""
        return frozenset(label for label, count in self.counts.items() if count.hi is None or count.hi > 1)

    @cached_property
    def copy_labels(self) -> str:
        """The letters for copies: the alphabet without the letters of pieces that keep theirs."""
        kept = {piece.label for piece in self.pieces} - self.copied
        return "".join(letter for letter in ALPHABET if letter not in kept)

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every placement that avoids the fixed pieces, and the fixed pieces, by first cell, then letter."""
        taken = {cell for placement in self.fixed for cell in placement.cells}
        free = (
            Placement(piece.label, cells)
            for piece in self.pieces
            for shape in self.orientations[piece.label]
            for cells in self.region.placements(shape)
            if taken.isdisjoint(cells)
        )
        return tuple(sorted((*free, *self.fixed), key=lambda p: (p.cells[0], p.label, p.cells)))

    @property
    def scan_order(self) -> list[Cell]:
        """The cells line by line, along the short side: few pieces cross the border of what is done."""
        if self.region.rows < self.region.columns:
            return sorted(self.region.cells, key=lambda cell: (cell[1], cell[0]))
        return list(self.region.cells)

    # ---- the model

    def model(self) -> Model:
        """One variable a placement; a constraint for each cell, piece, fixed piece and crossing point."""
        builder = ModelBuilder()
        by_cell: dict[Cell, list[int]] = {cell: [] for cell in self.region.cells}
        by_piece: dict[str, list[int]] = {piece.label: [] for piece in self.pieces}
        for placement in self.placements:
            var = builder.variable(placement)
            by_piece[placement.label].append(var)
            for cell in placement.cells:
                by_cell[cell].append(var)
        cover = ExactlyOne if self.exact else AtMostOne
        builder.add(*(cover(tuple(by_cell[cell])) for cell in self.scan_order))
        for label, own in by_piece.items():
            builder.add(*_number_of_copies(tuple(own), self.counts[label]))
        builder.add(*(Clause((builder.index[placement],)) for placement in self.fixed))
        if self.no_crossings:
            builder.add(*self._crossings(by_cell))
        symmetries = (
            (0, *(builder.index[symmetry.placement(p, self.region)] for p in self.placements))
            for symmetry in self._group
        )
        return builder.build(range(1, len(builder.names) + 1), symmetries)

    def _crossings(self, by_cell: Mapping[Cell, Sequence[int]]) -> Iterator[Constraint]:
        """At each inner point fewer than four placements cover exactly one of the four cells round it.

        Where every cell is covered that is the same as: some placement covers two of them.
        """
        for point in inner_points(self.region):
            around = Counter(var for cell in point for var in by_cell[cell])
            if self.exact:
                yield Clause(tuple(sorted(var for var, cells in around.items() if cells > 1)))
            else:
                single = tuple(sorted(var for var, cells in around.items() if cells == 1))
                yield Cardinality(single, 0, 3)

    # ---- boards

    def decode(self, solution: Solution) -> Board:
        return self._board(self.placements[var - 1] for var in solution)

    def _board(self, placements: Iterator[Placement]) -> Board:
        labels = [EMPTY] * len(self.region.cells)
        copies = iter(self.copy_labels)
        for placement in sorted(placements, key=lambda p: p.cells[0]):
            label = next(copies) if placement.label in self.copied else placement.label
            for cell in placement.cells:
                labels[self.region.index[cell]] = label
        return self.region.board(labels)

    def _placed(self, board: Board) -> Iterator[tuple[str, Placement]]:
        """Each label on the board, and the placement that its cells are; label '?' for no piece at all."""
        cells: dict[str, list[Cell]] = defaultdict(list)
        for cell in self.region.cells:
            cells[board[cell[0]][cell[1]]].append(cell)
        cells.pop(EMPTY, None)
        for label, own in sorted(cells.items()):
            yield label, Placement(self._owner.get(normalise(own), "?"), tuple(own))

    @cached_property
    def _owner(self) -> dict[Shape, str]:
        """Every orientation, and the piece it belongs to: no shape belongs to two pieces."""
        return {shape: label for label, shapes in self.orientations.items() for shape in shapes}

    def violations(self, board: Board) -> Iterator[str]:
        """The rules once more, from the board alone."""
        if [len(row) for row in board] != [self.region.columns] * self.region.rows:
            yield f"the board is not {self.region.rows}x{self.region.columns}"
            return
        for r, c in product(range(self.region.rows), range(self.region.columns)):
            if (board[r][c] == OUTSIDE) != ((r, c) not in self.region.index):
                yield f"row {r + 1}, column {c + 1}: inside and outside are mixed up"
        if self.exact and any(EMPTY in row for row in board):
            yield "a cell is not covered"
        placed = dict(self._placed(board))
        number = Counter(placement.label for placement in placed.values())
        for label, placement in placed.items():
            if placement.label == "?":
                yield f"the cells of {label} are no piece"
            elif placement.label not in self.copied and label != placement.label:
                yield f"piece {placement.label} bears the letter {label}"
        for piece in self.pieces:
            lo, hi = self.counts[piece.label].lo, self.counts[piece.label].hi
            if number[piece.label] < lo or (hi is not None and number[piece.label] > hi):
                allowed = f"{lo}.." if hi is None else f"{lo}..{hi}"
                yield f"piece {piece.label} occurs {number[piece.label]} times, not {allowed}"
        if missing := set(self.fixed) - set(placed.values()):
            yield f"fixed piece {min(missing).label} is not where it must be"
        names = [label for label, placement in placed.items() if placement.label in self.copied]
        order = sorted(names, key=lambda label: placed[label].cells[0])
        if order != list(self.copy_labels[: len(order)]):
            yield "the copies are not lettered in the order of their first cells"
        if self.no_crossings:
            for point in inner_points(self.region):
                if len({board[r][c] for r, c in point} - {EMPTY}) == 4:
                    r, c = point[0]
                    yield f"four pieces meet at the lower right of row {r + 1}, column {c + 1}"

    def batches(self, model: Model) -> Batches | None:
        """The same for many solutions at once; None if a piece is too large for that."""
        from zenkai_solver.models.packing.batches import PackingBatches  # which needs this class

        return PackingBatches(self, model) if PackingBatches.supports(self) else None

    # ---- symmetry

    @cached_property
    def _group(self) -> tuple[Symmetry, ...]:
        """The transforms of the square that keep region, pieces with their numbers, and fixed pieces."""
        found = (self._symmetry(transform) for transform in TRANSFORMS.values())
        return tuple(symmetry for symmetry in found if symmetry is not None)

    def _symmetry(self, transform: Transform) -> Symmetry | None:
        cells = self.region.image(transform)
        if cells is None:
            return None
        twins = {}
        for piece in self.pieces:
            images = {normalise(map(transform, shape)) for shape in self.orientations[piece.label]}
            twin = self._owner.get(min(images))
            if twin is None or set(self.orientations[twin]) != images:
                return None
            if self.counts[twin] != self.counts[piece.label]:
                return None
            twins[piece.label] = twin
        symmetry = Symmetry(cells, twins)
        moved = {symmetry.placement(placement, self.region) for placement in self.fixed}
        return symmetry if moved == set(self.fixed) else None

    def symmetries(self) -> SymmetryGroup:
        return SymmetryGroup(tuple(_BoardMap(self, symmetry) for symmetry in self._group))

    # ---- drawing

    def render(self, board: Board, style: Style = "ascii") -> str:
        return bordered(board, style)

    def svg(self, board: Board) -> str:
        return board_svg(board)


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of an instance: where each cell goes, and as which piece each piece arrives."""

    cells: tuple[int, ...]
    twins: Mapping[str, str]

    def placement(self, placement: Placement, region: Region) -> Placement:
        moved = sorted(region.cells[self.cells[region.index[cell]]] for cell in placement.cells)
        return Placement(self.twins[placement.label], tuple(moved))


@dataclass(frozen=True)
class _BoardMap:
    """A symmetry as a map of boards: move every label, then letter the copies afresh in scan order."""

    puzzle: Packing
    symmetry: Symmetry

    def __call__(self, board: Board) -> Board:
        region, kept = self.puzzle.region, self._kept
        moved = [EMPTY] * len(region.cells)
        for source, target in enumerate(self.symmetry.cells):
            r, c = region.cells[source]
            moved[target] = board[r][c]
        if not self.puzzle.copied:
            return region.board([kept[label] for label in moved])
        names: dict[str, str] = dict(kept)
        copies = iter(self.puzzle.copy_labels)
        for label in moved:
            if label not in names:
                names[label] = next(copies)
        return region.board([names[label] for label in moved])

    @cached_property
    def _kept(self) -> dict[str, str]:
        twins, copied = self.symmetry.twins, self.puzzle.copied
        return {EMPTY: EMPTY} | {label: twin for label, twin in twins.items() if label not in copied}


def _number_of_copies(variables: tuple[int, ...], count: Count) -> Iterator[Constraint]:
    match count:
        case Count(0, None):
            return
        case Count(1, 1):
            yield ExactlyOne(variables)
        case Count(0, 1):
            yield AtMostOne(variables)
        case Count(lo, hi):
            yield Cardinality(variables, lo, len(variables) if hi is None else hi)


def inner_points(region: Region) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
    """The four cells round each grid point that has four."""
    for r, c in region.cells:
        around = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
        if all(cell in region.index for cell in around):
            yield around
