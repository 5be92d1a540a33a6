"""The symmetry of a dissection at the root of its search: one cube for each orbit of options.

G is the group of the pairs of symmetries of the two figures that map solutions to solutions; it acts on
options and on assignments. Every set of options contains one of the children of the root; these are closed
under G, and their orbits are in some order. A set belongs to the first orbit of which it contains an option.
Cube i has the sets with the representative of orbit i and without an option of an earlier orbit, so the
images under G of the assignments in the cubes are all assignments. An assignment with several options of its
orbit has several images in the cube: only the least of them is taken, with all its images, and so each
assignment appears once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.models.grid import TRANSFORMS


@dataclass(frozen=True)
class Action:
    """An element of G: where it takes each cell of figure 1, and each option."""

    cells: np.ndarray
    options: np.ndarray

    def image(self, assignment: np.ndarray) -> tuple[int, ...]:
        moved = np.empty_like(assignment)
        moved[self.cells] = self.options[assignment]
        return tuple(moved.tolist())


def actions(problem: DissectionProblem, moves: Sequence[int], image: np.ndarray) -> list[Action]:
    """The elements of G. `moves[o]`: the index of option o's transform; `image[o]`: where it takes each cell
    of figure 1, or -1.
    """
    number = {(move, row.tobytes()): option for option, (move, row) in enumerate(zip(moves, image))}
    group = []
    for symmetry in problem.symmetries(TRANSFORMS):
        cells = np.array(symmetry.one)
        targets = np.array((*symmetry.two, -1), image.dtype)  # so that -1 stays -1
        moved = np.empty_like(image)
        moved[:, cells] = targets[image]
        permuted = [number[symmetry.moves[move], row.tobytes()] for move, row in zip(moves, moved)]
        group.append(Action(cells, np.array(permuted)))
    return group


def orbits(group: Sequence[Action], options: Sequence[int]) -> list[list[int]]:
    """The orbits of the options, each beginning with its first option in the given order."""
    by_first: dict[int, list[int]] = {}
    seen: set[int] = set()
    for option in options:
        if option not in seen:
            orbit = {int(action.options[option]) for action in group}
            seen |= orbit
            by_first[option] = [option, *sorted(orbit - {option})]
    return list(by_first.values())


def images(group: Sequence[Action], representative: int, block: np.ndarray) -> Iterator[tuple[int, ...]]:
    """All images of those assignments of the block that are the least among their images with the option
    `representative`.
    """
    for assignment in block:
        moved_all = [action.image(assignment) for action in group]
        if min(moved for moved in moved_all if representative in moved) == moved_all[0]:
            yield from dict.fromkeys(moved_all)
