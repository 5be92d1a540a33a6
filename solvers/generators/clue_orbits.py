"""Clues of a genre in orbits of a symmetry, which are kept or removed together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.sheet import Place
from zenkai_solver.models.grid import TRANSFORMS
from zenkai_solver.solvers.generators.clues import (
    Item,
)
from zenkai_solver.solvers.generators.orbits import SYMMETRIES


@dataclass(frozen=True)
class ClueOrbits:
    """The orbits of clues of a genre on boards of a size, under a symmetry of SYMMETRIES."""

    genre: Genre
    size: tuple[int, int]
    symmetry: str

    def of(self, all_items: Sequence[Item]) -> list[list[Item]]:
        """The orbits of clues under the symmetry, without those that lack an image."""
        free = {kind.key for kind in self.genre.given if kind.at in ("cell", "edge", "corner")}
        images = [self._image(name) for name in SYMMETRIES[self.symmetry]]
        known = set(all_items)
        left = dict.fromkeys(all_items)
        orbits: list[list[Item]] = []
        while left:
            first = next(iter(left))
            orbit, whole = [first], True
            for item in orbit:
                if item.part is None and item.key in free:
                    for image in images:
                        moved = Item(item.key, image(item.place))
                        whole = whole and moved in known
                        if moved in known and moved not in orbit:
                            orbit.append(moved)
            for item in orbit:
                left.pop(item, None)
            if whole:
                orbits.append(orbit)
        return orbits

    def _image(self, name: str) -> Callable[[Place], Place]:
        """The image of a place under the symmetry."""
        transform = TRANSFORMS[name]
        rows, columns = self.size
        y, x = transform((2 * rows, 2 * columns))
        down, right = -min(0, y), -min(0, x)

        def image(place: Place) -> Place:
            y, x = transform(place)
            return y + down, x + right

        return image
