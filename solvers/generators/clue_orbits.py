"""Clues of a genre in orbits of a symmetry, which are kept or removed together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.puzzle import MovedSheet
from zenkai_solver.models.genres.sheet import GenreSheet
from zenkai_solver.models.grid import TRANSFORMS
from zenkai_solver.solvers.generators.clues import (
    Item,
)
from zenkai_solver.solvers.generators.orbits import SYMMETRIES

FREE = ("cell", "edge", "corner", "line", "side")  # where clues can be symmetric, whatever the rooms are


@dataclass(frozen=True)
class ClueOrbits:
    """The orbits of clues of a genre on boards of a size, under a symmetry of SYMMETRIES."""

    genre: Genre
    size: tuple[int, int]
    symmetry: str

    def of(self, all_items: Sequence[Item]) -> list[list[Item]]:
        """The orbits of clues under the symmetry, without those that lack an image."""
        free = {kind.key: kind for kind in self.genre.given if kind.at in FREE}
        sheet = GenreSheet(*self.size)
        moves = [MovedSheet(sheet, TRANSFORMS[name]) for name in SYMMETRIES[self.symmetry]]
        known = set(all_items)
        left = dict.fromkeys(all_items)
        orbits: list[list[Item]] = []
        while left:
            first = next(iter(left))
            orbit, whole = [first], True
            for item in orbit:
                if item.part is None and item.key in free:
                    for move in moves:
                        moved = Item(item.key, move.arrives(free[item.key], item.place))
                        whole = whole and moved in known
                        if moved in known and moved not in orbit:
                            orbit.append(moved)
            for item in orbit:
                left.pop(item, None)
            if whole:
                orbits.append(orbit)
        return orbits
