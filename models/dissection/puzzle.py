"""Dissections: cut figure 1 along the grid into connected pieces, and rebuild figure 2 from the same pieces.

    from, to:   the figures: a drawing (`#` a cell, `.` outside), a size such as 4x9, or a list of these
    pieces:     N, a range such as 2..4, or min: the least number that has a solution (up to max_pieces)
    rotations, flips: may a piece be turned, flipped?
    identify:   which solutions count as one: `rotations` of either figure onto itself, `mirror`: also the
                reflection of both at once, or `none`

A solution is a pair of divisions, nothing else: which of two congruent pieces went where makes no other one.
A board shows figure 1 and, GAP columns to its right, figure 2; pieces bear letters in the order of their
first cells in figure 1, and congruent pieces come in the same order in figure 2.
Source: Igarashi, Tajima, Kotani, on dissection puzzles (GPCC 2005); the rules are theirs, reworded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.dissection.problem import Congruence, Division, Images, Problem, pieces, renumbered
from zenkai_solver.models.grid import (
    OUTSIDE,
    TRANSFORMS,
    Cell,
    Region,
    Transform,
    allowed_transforms,
    components,
)
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.puzzle import Fields
from zenkai_solver.models.render.svg import board_svg
from zenkai_solver.models.render.text import Style, bordered
from zenkai_solver.models.symmetry import Board, SymmetryGroup

GAP = 2  # columns between the two figures on a board
IDENTIFICATIONS = ("rotations", "mirror", "none")


@dataclass(frozen=True)
class Dissection:
    """A valid instance: figures of equal area, lo..hi pieces; `least`: only the least number that works."""

    family: ClassVar[str] = "dissection"

    one: Region
    two: Region
    lo: int
    hi: int
    least: bool = False
    rotations: bool = True
    flips: bool = False
    identify: str = "rotations"

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Dissection:
        from zenkai_solver.models.dissection.reading import read  # which builds this class

        return read(Fields(data))

    @cached_property
    def problem(self) -> Problem:
        return Problem(self.one, self.two, tuple(self.moves), self.lo, self.hi)

    @cached_property
    def moves(self) -> dict[str, Transform]:
        return allowed_transforms(self.rotations, self.flips)

    @cached_property
    def congruence(self) -> Congruence:
        return Congruence(tuple(self.moves.values()))

    def stages(self) -> Iterator[tuple[str, Dissection]]:
        """The instances to try one after another, with their names, until one has a solution."""
        if not self.least:
            return
        for number in range(self.lo, self.hi + 1):
            name = "1 piece" if number == 1 else f"{number} pieces"
            yield name, replace(self, lo=number, hi=number, least=False)

    def model(self) -> Model:
        """See `models.dissection.labels`; with `least` it has the solutions of every number."""
        from zenkai_solver.models.dissection.labels import model

        return model(self.problem, self._edge_maps())

    # ---- boards

    def decode(self, solution: Solution) -> Board:
        return self.board(*self.problem.divisions(solution))

    def board(self, one: Division, two: Division) -> Board:
        """The board of two divisions. A piece of figure 2 that is not one of figure 1's gets a '?'."""
        left: dict[object, list[str]] = defaultdict(list)
        for label, cells in zip(ALPHABET, pieces(self.one, one)):
            left[self.congruence.key(cells)].append(label)
        names = [
            left[key].pop(0) if left[key := self.congruence.key(cells)] else "?"
            for cells in pieces(self.two, two)
        ]
        return self._side_by_side([ALPHABET[number] for number in one], [names[number] for number in two])

    def _side_by_side(self, one: Sequence[str], two: Sequence[str]) -> Board:
        first, second = self.one.board(one), self.two.board(two)
        height = max(len(first), len(second))
        first += (OUTSIDE * self.one.columns,) * (height - len(first))
        second += (OUTSIDE * self.two.columns,) * (height - len(second))
        return tuple(a + OUTSIDE * GAP + b for a, b in zip(first, second))

    def labels(self, board: Board) -> tuple[list[str], list[str]]:
        """The label of every cell of figure 1, and of figure 2."""
        return self.one.labels(board), self.two.labels([row[self.one.columns + GAP :] for row in board])

    def _placed(self, board: Board) -> tuple[dict[str, list[Cell]], dict[str, list[Cell]]]:
        """The cells of every label, in both figures, labels in the order of their first cells."""
        placed: tuple[dict[str, list[Cell]], ...] = ({}, {})
        for region, labels, found in zip((self.one, self.two), self.labels(board), placed):
            for cell, label in zip(region.cells, labels):
                found.setdefault(label, []).append(cell)
        return placed[0], placed[1]

    # ---- the rules once more, from the board alone

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
    def _group(self) -> tuple[tuple[Images, Images], ...]:
        """The symmetries of figure 1 and of figure 2 under which solutions count as one."""
        names = [name for name in TRANSFORMS if self.identify == "mirror" or "flip" not in name]
        group = self.problem.symmetries(names[:1] if self.identify == "none" else names)
        return tuple(dict.fromkeys((symmetry.one, symmetry.two) for symmetry in group))

    def symmetries(self) -> SymmetryGroup:
        return SymmetryGroup(tuple(_BoardMap(self, one, two) for one, two in self._group))

    def _edge_maps(self) -> Iterator[tuple[int, ...]]:
        """The symmetries as maps of edges, numbered from 1, in the order of `symmetries`."""
        first, second = self.problem.edges
        number = {(0, *edge): i for i, edge in enumerate(first, 1)}
        number |= {(1, *edge): i for i, edge in enumerate(second, len(first) + 1)}
        for images in self._group:
            yield (
                0,
                *(
                    number[figure, min(image[a], image[b]), max(image[a], image[b])]
                    for figure, image in enumerate(images)
                    for a, b in self.problem.edges[figure]
                ),
            )

    # ---- drawing and what result lines carry beside the board

    def render(self, board: Board, style: Style = "ascii") -> str:
        return bordered(board, style, board)

    def svg(self, board: Board) -> str:
        return board_svg(board)

    def record(self, board: Board) -> dict[str, Any]:
        """How each piece moves: first flipped (left-right) or not, turned clockwise, then shifted.

        Turn in degrees; shift in rows down and columns right, so that the cell (r, c) of figure 1, counted
        from 0 in figure 1's own box, arrives at its cell in figure 2's own box. Turned about (0, 0).
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


@dataclass(frozen=True)
class _BoardMap:
    """A symmetry as a map of boards: move the divisions, then letter the pieces afresh."""

    puzzle: Dissection
    one: Images
    two: Images

    def __call__(self, board: Board) -> Board:
        one, two = self.puzzle.labels(board)
        return self.puzzle.board(_moved(one, self.one), _moved(two, self.two))


def _moved(labels: Sequence[str], images: Images) -> Division:
    moved = [""] * len(labels)
    for label, target in zip(labels, images, strict=True):
        moved[target] = label
    return renumbered(moved)
