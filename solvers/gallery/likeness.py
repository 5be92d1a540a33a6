"""The distance of solutions from one of them, the goal: the number of its cells whose piece the other
solution does not have in the same place (or, without pieces, whose value differs).

Where possible it is computed from the planes of an index: a value has a plane; a piece lies on given cells if
it joins all neighbouring pairs within and none across their border, provided that all pieces are connected.
Otherwise it is computed board by board. Solutions are not sorted: a page takes one distance after another
until it is full.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

import numpy as np

from zenkai_solver.models.classes import adjacency, components
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.puzzle import Telling
from zenkai_solver.solvers.gallery.page import Scene
from zenkai_solver.solvers.gallery.questions import Bears, Joined

Plane = Callable[[Bears | Joined], np.ndarray]  # the packed plane of a fact, as in `indexed.py`


def told_by_planes(scene: Scene) -> bool:
    """Can distances be computed from planes: do boards show values, or are all pieces connected?"""
    if not isinstance(scene.puzzle, Telling) or not scene.labels:
        return False
    index = scene.region.index
    near = adjacency(len(index), scene.pairs)
    return not scene.layout.pieces or all(
        len(components([index[cell] for cell in cells], near.__getitem__)) <= 1
        for _, cells in scene.puzzle.facts
    )


def by_planes(scene: Scene, goal: str, plane: Plane, count: int) -> np.ndarray:
    """far[solution]: the distances from the goal, by the planes. `goal`: its letters, one per cell."""
    far = np.full(count, len(goal), _kind(goal))
    for weight, same in _shared(scene, goal, plane):
        bits = np.unpackbits(same.view(np.uint8), count=count)
        far -= np.multiply(bits, weight, dtype=far.dtype)
    return far


def _kind(goal: str) -> np.dtype[np.unsignedinteger]:
    """An unsigned type for numbers of cells; of 16 bits at least, so that products with a byte fit."""
    return np.dtype(np.uint16 if len(goal) < 1 << 16 else np.uint32)


def _shared(scene: Scene, goal: str, plane: Plane) -> Iterator[tuple[int, np.ndarray]]:
    """For each piece of the goal, or cell without a piece: its number of cells, and the plane of the
    solutions that have it too.
    """
    groups: dict[str, list[int]] = {}
    for cell, letter in enumerate(goal):
        if scene.layout.pieces and letter != EMPTY:
            groups.setdefault(letter, []).append(cell)
        else:
            yield 1, plane(Bears(cell, letter))
    for cells in groups.values():
        yield len(cells), _piece(scene, cells, plane)


def _piece(scene: Scene, cells: Collection[int], plane: Plane) -> np.ndarray:
    """The plane of the solutions in which a piece lies on exactly these cells."""
    members = set(cells)
    lies = ~plane(Bears(min(members), EMPTY))
    for a, b in scene.pairs:
        if a in members and b in members:
            lies &= plane(Joined(a, b))
        elif a in members or b in members:
            lies &= ~plane(Joined(a, b))
    return lies


def by_boards(scene: Scene, goal: str, blocks: Iterable[np.ndarray], count: int) -> np.ndarray:
    """As `by_planes`, from blocks of letters[cell, solution]."""
    letters = np.array([ord(letter) for letter in goal], np.uint32)
    far, done = np.zeros(count, _kind(goal)), 0
    for block in blocks:
        far[done : done + block.shape[1]] = _differing(scene, block, letters)
        done += block.shape[1]
    return far


def _differing(scene: Scene, others: np.ndarray, goal: np.ndarray) -> np.ndarray:
    """far[solution] of the solutions others[cell, solution] from goal[cell], all as code points."""
    if not scene.layout.pieces:
        differs: np.ndarray = (others != goal[:, None]).sum(axis=0)
        return differs
    far = np.zeros(others.shape[1], np.int64)
    for letter in np.unique(goal):
        cells = np.flatnonzero(goal == letter)
        if letter == ord(EMPTY):
            far += (others[cells] != letter).sum(axis=0)
            continue
        there = others[cells[0]]
        same = (others[cells] == there).all(axis=0) & (there != ord(EMPTY))
        same &= (others == there).sum(axis=0) == len(cells)
        far += np.where(same, 0, len(cells))
    return far


def nearest(far: np.ndarray, chosen: np.ndarray, wanted: slice, least: bool) -> np.ndarray:
    """The slice `wanted` of the chosen solutions sorted by far[solution], then by number; `least`: the most
    distant first. chosen[solution] is 1 for a chosen solution, else 0.
    """
    numbers = np.bincount(far, weights=chosen).astype(np.int64)
    shown, before = [np.zeros(0, np.int64)], 0
    for distance in np.flatnonzero(numbers)[:: -1 if least else 1]:
        after = before + int(numbers[distance])
        if after > wanted.start and before < wanted.stop:
            there = np.flatnonzero((far == distance) & (chosen != 0))
            shown.append(there[max(0, wanted.start - before) : wanted.stop - before])
        before = after
        if before >= wanted.stop:
            break
    return np.concatenate(shown)
