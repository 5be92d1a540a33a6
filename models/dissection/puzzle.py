"""Dissections: cut figure 1 along the grid into connected pieces, and rebuild figure 2 from the same pieces.

    from, to:   the figures: a drawing (`#` a cell, `.` outside), a size such as 4x9, or a list of these
    pieces:     N, a range such as 2..4, or min: the least number with a solution (up to max_pieces)
    rotations, flips: may a piece be turned, flipped?
    fixed:      given pieces, see `models.dissection.fixed`
    identify:   which solutions count as one: `rotations` of either figure onto itself, `mirror`: also the
                reflection of both at once, or `none`

A solution is a pair of divisions: exchanging two congruent pieces does not make another one. A board shows
figure 1 and, GAP columns to its right, figure 2; pieces are lettered in the order of their first cells in
figure 1, and congruent pieces come in the same order in figure 2.
Source of the rules: Igarashi, Tajima, Kotani, on dissection puzzles (GPCC 2005).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

from zenkai_solver.models.classes import renumbered
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.dissection.fixed import Fixed, drawn, lettered, literals
from zenkai_solver.models.dissection.problem import (
    Congruence,
    DissectionProblem,
    Division,
    pieces,
)
from zenkai_solver.models.grid import (
    EMPTY,
    OUTSIDE,
    TRANSFORMS,
    Cell,
    Region,
    Transform,
    allowed_transforms,
    cell_name,
    components,
)
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.puzzle import Clue, Fact, Statement
from zenkai_solver.models.render.layout import Layout, squares
from zenkai_solver.models.render.moving import PieceMotion
from zenkai_solver.models.render.several import DIFFERS, beside, differing_pieces, sheet
from zenkai_solver.models.render.svg import board_svg
from zenkai_solver.models.render.text import Style, bordered, bracketed
from zenkai_solver.models.symmetry import Board, Symmetry, SymmetryGroup

GAP = 2  # columns between the two figures on a board
IDENTIFICATIONS = ("rotations", "mirror", "none")


@dataclass(frozen=True)
class Figures(Region):
    """Two figures beside one another; `second`: the number of the first column of the second one."""

    second: int

    @property
    def legend(self) -> str:
        return f"figure 2 is written to the right of figure 1, from column {self.second} on"


@dataclass(frozen=True)
class Dissection:
    """A valid dissection: figures of equal area, lo..hi pieces; `least`: only the least such number."""

    family: ClassVar[str] = "dissection"

    one: Region
    two: Region
    lo: int
    hi: int
    least: bool = False
    rotations: bool = True
    flips: bool = False
    identify: str = "rotations"
    fixed: tuple[Fixed, ...] = ()

    @cached_property
    def problem(self) -> DissectionProblem:
        problem = DissectionProblem(self.one, self.two, tuple(self.moves), self.lo, self.hi)
        every = {lit for fixed in self.fixed for lit in literals(problem, fixed)}
        return replace(problem, cube=tuple(sorted(every, key=lambda lit: (abs(lit), lit))))

    @cached_property
    def moves(self) -> dict[str, Transform]:
        return allowed_transforms(self.rotations, self.flips)

    @cached_property
    def congruence(self) -> Congruence:
        return Congruence(tuple(self.moves.values()))

    def stages(self) -> Iterator[tuple[str, Dissection]]:
        """The puzzles to be solved one after another, with their names, until one has a solution."""
        if not self.least:
            return
        for number in range(self.lo, self.hi + 1):
            name = "1 piece" if number == 1 else f"{number} pieces"
            yield name, replace(self, lo=number, hi=number, least=False)

    def model(self) -> Model:
        """See `models.dissection.labels`; with `least` it has the solutions for every number of pieces."""
        from zenkai_solver.models.dissection.labels import model

        return model(self.problem, self.symmetries())

    def statement(self) -> Statement:
        """The model with a fact for every variable: joined cells, pieces of cells, moves of pieces."""
        from zenkai_solver.models.dissection.labels import label_facts

        model = self.model()
        return Statement(model, tuple(label_facts(model.names, self.both.cells)))

    # ---- boards

    def decode(self, solution: Solution) -> Board:
        return self.board(*self.problem.divisions(solution))

    def board(self, one: Division, two: Division) -> Board:
        """The board of two divisions."""
        return self.both.board(self._letters(one, two))

    def _letters(self, one: Division, two: Division) -> list[str]:
        """The label of every cell of both figures; '?' for a piece of figure 2 that is not in figure 1."""
        left: dict[object, list[str]] = defaultdict(list)
        for label, cells in zip(ALPHABET, pieces(self.one, one)):
            left[self.congruence.key(cells)].append(label)
        names = [
            left[key].pop(0) if left[key := self.congruence.key(cells)] else "?"
            for cells in pieces(self.two, two)
        ]
        return [*(ALPHABET[number] for number in one), *(names[number] for number in two)]

    @cached_property
    def both(self) -> Region:
        """The two figures on a board: the cells of figure 1, then those of figure 2."""
        right = self.one.columns + GAP
        cells = (*self.one.cells, *((r, c + right) for r, c in self.two.cells))
        return Figures(max(self.one.rows, self.two.rows), right + self.two.columns, cells, right + 1)

    @cached_property
    def facts(self) -> Sequence[Fact]:
        """Facts of the edges: two neighbouring cells are in one piece."""
        figures = (self.one.cells, self.both.cells[len(self.one.cells) :])
        by_figure = zip(figures, self.problem.edges)
        return tuple(Fact.joined((cells[a], cells[b])) for cells, edges in by_figure for a, b in edges)

    def clues(self, board: Board) -> tuple[Clue, ...]:
        """Each piece in figure 1 and each in figure 2, as clues that fix it."""
        numbers: dict[tuple[bool, str], list[int]] = defaultdict(list)
        for cell, label in enumerate(self.both.labels(board)):
            numbers[cell >= len(self.one.cells), label].append(cell)
        every = ((label, tuple(cells)) for (_, label), cells in numbers.items())
        new = (
            (label, self._cells(fixed), literals(self.problem, fixed))
            for label, fixed in every
            if fixed not in self.fixed
        )
        return tuple(
            Clue(f"{label}@{'+'.join(map(cell_name, cells))}", Fact.joined(cells), lits)
            for label, cells, lits in new
        )

    def _cells(self, fixed: Fixed) -> tuple[Cell, ...]:
        return tuple(self.both.cells[cell] for cell in fixed)

    def with_clues(self, facts: Sequence[Fact]) -> dict[str, Any]:
        more = (tuple(sorted(self.both.index[cell] for cell in cells)) for _, cells in facts)
        labels = self._fixed_letters(sorted({*self.fixed, *more}))
        area = len(self.one.cells)
        parts = (("from", self.one, labels[:area]), ("to", self.two, labels[area:]))
        return {"fixed": {key: drawn(figure, letters) for key, figure, letters in parts if any(letters)}}

    def _fixed_letters(self, every: Sequence[Fixed]) -> list[str | None]:
        """The letter of each cell of both figures; None for a cell of no fixed piece."""
        shapes = [self.congruence.key(self._cells(cells)) for cells in every]
        letter = lettered(every, len(self.one.cells), shapes)
        return [letter.get(cell) for cell in range(len(self.both.cells))]

    def encode(self, board: Board) -> Solution:
        one, two = self.labels(board)
        return self.problem.solution(renumbered(one), renumbered(two))

    def labels(self, board: Board) -> tuple[list[str], list[str]]:
        """The label of every cell of figure 1, and of figure 2."""
        labels, area = self.both.labels(board), len(self.one.cells)
        return labels[:area], labels[area:]

    def _placed(self, board: Board) -> tuple[dict[str, list[Cell]], dict[str, list[Cell]]]:
        """The cells of every label, in both figures, labels in the order of their first cells."""
        placed: tuple[dict[str, list[Cell]], ...] = ({}, {})
        for region, labels, cells_of in zip((self.one, self.two), self.labels(board), placed):
            for cell, label in zip(region.cells, labels):
                cells_of.setdefault(label, []).append(cell)
        return placed[0], placed[1]

    # ---- the rules stated independently of the model, from the board

    def violations(self, board: Board) -> Iterator[str]:
        width = self.one.columns + GAP + self.two.columns
        height = max(self.one.rows, self.two.rows)
        if [len(row) for row in board] != [width] * height:
            yield f"the board is not {height}x{width}"
            return
        inside = set(self.one.cells) | {(r, c + self.one.columns + GAP) for r, c in self.two.cells}
        for r, c in product(range(height), range(width)):
            if (board[r][c] == OUTSIDE) != ((r, c) not in inside):
                yield f"row {r + 1}, column {c + 1}: inside and outside are mixed up"
                return
        one, two = self._placed(board)
        if list(one) != list(ALPHABET[: len(one)]):
            yield "the pieces are not lettered in the order of their first cells in figure 1"
        if set(one) != set(two):
            yield f"figure 1 has the pieces {''.join(sorted(one))}, figure 2 {''.join(sorted(two))}"
            return
        if not self.lo <= len(one) <= self.hi:
            yield f"{len(one)} pieces, not {self.lo}..{self.hi}"
        yield from self._piece_violations(one, two)
        yield from self._fixed_violations(board)

    def _fixed_violations(self, board: Board) -> Iterator[str]:
        labels, area = self.both.labels(board), len(self.one.cells)
        for fixed in self.fixed:
            first, last = (0, area) if fixed[0] < area else (area, 2 * area)
            lying = tuple(cell for cell in range(first, last) if labels[cell] == labels[fixed[0]])
            if lying != fixed:
                names = "+".join(map(cell_name, self._cells(fixed)))
                yield f"the fixed piece {names} is not where it must be"

    def _piece_violations(
        self, one: Mapping[str, Sequence[Cell]], two: Mapping[str, Sequence[Cell]]
    ) -> Iterator[str]:
        for label in one:
            for figure, cells in ((1, one[label]), (2, two[label])):
                if len(components(cells)) != 1:
                    yield f"piece {label} is not connected in figure {figure}"
            if self.congruence.key(one[label]) != self.congruence.key(two[label]):
                yield f"piece {label} has different shapes in the two figures"
        alike: dict[object, list[str]] = defaultdict(list)
        for label, cells in two.items():
            alike[self.congruence.key(cells)].append(label)
        order = {label: number for number, label in enumerate(one)}
        for labels in alike.values():
            if labels != sorted(labels, key=order.__getitem__):
                yield f"the congruent pieces {''.join(labels)} are not in figure 1's order in figure 2"

    # ---- symmetry

    @cached_property
    def _group(self) -> SymmetryGroup:
        """The symmetries of figure 1 and of figure 2 under which solutions count as one."""
        names = [name for name in TRANSFORMS if self.identify == "mirror" or "flip" not in name]
        pairs = self.problem.symmetries(names[:1] if self.identify == "none" else names)
        area = len(self.one.cells)
        images = dict.fromkeys((*pair.one, *(area + cell for cell in pair.two)) for pair in pairs)
        kept = (  # those that map fixed pieces to fixed pieces
            image
            for image in images
            if {tuple(sorted(image[cell] for cell in fixed)) for fixed in self.fixed} == set(self.fixed)
        )
        return SymmetryGroup(self.both, tuple(map(Symmetry, kept)), self._lettered)

    def _lettered(self, labels: Sequence[str]) -> Sequence[str]:
        """New letters for the pieces, in the order of their first cells in figure 1."""
        area = len(self.one.cells)
        return self._letters(renumbered(labels[:area]), renumbered(labels[area:]))

    def symmetries(self) -> SymmetryGroup:
        return self._group

    # ---- drawings, and the further fields of a solution's record

    def render(self, board: Board, style: Style = "ascii") -> str:
        return bordered(board, style, board)

    def svg(self, board: Board) -> str:
        return board_svg(board)

    @property
    def on_paper(self) -> tuple[str, ...]:
        """The rules in words."""
        number = f"{self.lo}" if self.lo == self.hi else f"{self.lo} to {self.hi}"
        few = "as few pieces as possible" if self.least else f"{number} piece{'' if number == '1' else 's'}"
        ways = [word for word, may in (("turned", self.rotations), ("turned over", self.flips)) if may]
        may = f"may be {' and '.join(ways)}" if ways else "may only be shifted"
        return (
            f"Cut one figure along the lines into {few} that make up the other.",
            f"Pieces {may}.",
        )

    def unsolved(self, style: Style = "ascii") -> str:
        """The two figures, uncut but for fixed pieces."""
        return bordered(self._uncut, style, self._uncut)

    def unsolved_svg(self) -> str:
        return board_svg(self._uncut)

    @property
    def _uncut(self) -> Board:
        return self.both.board([label or EMPTY for label in self._fixed_letters(self.fixed)])

    @property
    def marks(self) -> str:
        return DIFFERS

    def side_by_side(
        self, boards: Sequence[Board], style: Style = "ascii", used: Collection[Cell] = ()
    ) -> str:
        """Several boards below one another; stars about cells that differ, colons about cells in `used`."""
        marked = differing_pieces(boards)
        other = [cell for cell in used if cell not in marked]

        def drawn(board: Board) -> str:
            return bracketed(bracketed(bordered(board, style, board), other, ":", ":"), marked, "*", "*")

        return beside([drawn(board) for board in boards], 1)

    def side_by_side_svg(self, boards: Sequence[Board], used: Collection[Cell] = ()) -> str:
        marked = differing_pieces(boards)
        return sheet([board_svg(board, marked, used=used) for board in boards], 1)

    @cached_property
    def layout(self) -> Layout:
        return Layout(squares(self.both.cells), figure=len(self.one.cells))

    def moves_of(self, board: Board) -> tuple[PieceMotion, ...]:
        one, two = self._placed(board)
        right = self.one.columns + GAP
        moves = self.record(board)["moves"]
        return tuple(
            PieceMotion(
                label,
                tuple(one[label]),
                tuple((r, c + right) for r, c in two[label]),
                moves[label]["flip"],
                moves[label]["turn"],
            )
            for label in sorted(one)
        )

    def record(self, board: Board) -> dict[str, Any]:
        """How each piece moves: flipped (left-right) or not, then turned clockwise about (0, 0), then
        shifted.

        The turn is in degrees, the shift in rows down and columns right. Cells (r, c) are counted from 0 in
        the bounding box of their figure.
        """
        one, two = self._placed(board)
        return {"moves": {label: self._move(one[label], two[label]) for label in one}}

    def _move(self, source: Sequence[Cell], target: Sequence[Cell]) -> dict[str, Any]:
        for name, transform in self.moves.items():
            moved = sorted(map(transform, source))
            shift = (target[0][0] - moved[0][0], target[0][1] - moved[0][1])
            if [(r + shift[0], c + shift[1]) for r, c in moved] == list(target):
                turn = int(name.rpartition(" ")[2]) if "turn" in name else 0
                return {"flip": "flip" in name, "turn": turn, "shift": list(shift)}
        raise ValueError("the pieces are not congruent")
