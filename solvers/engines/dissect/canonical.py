"""From assignments of options to solutions of a dissection: each solution from its canonical assignment only.

See `solvers.engines.dissect.dissect` for the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from zenkai_solver.models.bits import bits
from zenkai_solver.models.dissection.problem import Congruence, DissectionProblem, Division
from zenkai_solver.models.grid import Shape, normalise
from zenkai_solver.solvers.engines.dissect.cuts import Cutter, Mask
from zenkai_solver.solvers.engines.dissect.joins import near_masks

LOOK_EVERY = 1_000  # refinements between two looks at the clock
KEPT = 1 << 16  # cached results for a piece with an option: most assignments share theirs


@dataclass(frozen=True)
class Moved:
    """A piece with a move: its shape up to congruence, its first cell in figure 2, and whether no earlier
    move takes it to the same form.
    """

    key: Shape
    first: int
    canonical: bool


class Canonical:
    """Finds the solutions of an assignment.

    `moves[o]`: the index of option o's transform in the problem's moves; `image[o]`: the cell of figure 2 to
    which it takes each cell. `look` is called now and then, and may raise to end the work.
    """

    def __init__(
        self, problem: DissectionProblem, moves: Sequence[int], image: np.ndarray, look: Callable[[], None]
    ) -> None:
        self.problem, self.moves, self.image, self.look = problem, moves, image, look
        self.congruence = Congruence(problem.transforms)
        self.cutter = Cutter(near_masks(problem.one))
        self.first_move: dict[tuple[Shape, int], int] = {}
        self.moved = lru_cache(maxsize=KEPT)(self._moved)

    def solutions(self, options: Sequence[int], pieces: int) -> Iterator[tuple[Division, Division]]:
        """The divisions into that many pieces whose canonical assignment this is; `options`: of each cell."""
        cells: dict[int, Mask] = {}
        for cell, option in enumerate(options):
            cells[option] = cells.get(option, 0) | 1 << cell
        parts = [part for mask in cells.values() for part in self.cutter.parts(mask)]
        for number, cut in enumerate(self.cutter.refinements(parts, pieces)):
            if number % LOOK_EVERY == 0:
                self.look()
            if self._is_canonical(sorted(cut, key=lambda piece: piece & -piece), options):
                yield self._divisions(cut, options)

    def _is_canonical(self, cut: Sequence[Mask], options: Sequence[int]) -> bool:
        """Does each piece go by its first move, and do congruent pieces keep their order?"""
        latest: dict[Shape, int] = {}
        for piece in cut:
            moved = self.moved(piece, options[(piece & -piece).bit_length() - 1])
            if not moved.canonical or latest.get(moved.key, -1) > moved.first:
                return False
            latest[moved.key] = moved.first
        return True

    def _moved(self, piece: Mask, option: int) -> Moved:
        cells = list(bits(piece))
        shape = normalise(self.problem.one.cells[cell] for cell in cells)
        move = self.moves[option]
        first = min(self.image[option, cell] for cell in cells)
        return Moved(self.congruence.key(shape), int(first), self._first_move(shape, move) == move)

    def _first_move(self, shape: Shape, move: int) -> int:
        """The first move that takes the shape to the same form as the given move."""
        if (shape, move) not in self.first_move:
            form = normalise(map(self.problem.transforms[move], shape))
            self.first_move[shape, move] = next(
                i
                for i, transform in enumerate(self.problem.transforms)
                if normalise(map(transform, shape)) == form
            )
        return self.first_move[shape, move]

    def _divisions(self, cut: Sequence[Mask], options: Sequence[int]) -> tuple[Division, Division]:
        first, second = [0] * len(options), [0] * len(options)
        for number, piece in enumerate(cut):
            for cell in bits(piece):
                first[cell] = number
                second[self.image[options[cell], cell]] = number
        return tuple(first), tuple(second)
