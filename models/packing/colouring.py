"""Which solutions of a packing three colours suffice for: by an exact colouring of each, on sets of bits.

`maps.ThreeColourable` states the rule twice more, as constraints and of a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from zenkai_solver.models.bits import bits
from zenkai_solver.models.packing.problem import PackingProblem

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without


@dataclass(frozen=True)
class ThreeColours:
    """A test of solutions; `corners`: pieces that meet at a corner differ too."""

    problem: PackingProblem
    corners: bool

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        """bool[row] of true variables, 0 after the last: do three colours suffice?"""
        import numpy as np

        able = (self.suffice([var - 1 for var in row if var]) for row in rows.tolist())
        return np.fromiter(able, bool, len(rows))

    @cached_property
    def _cells(self) -> list[int]:
        """The cells of each placement."""
        index = self.problem.region.index
        return [sum(1 << index[cell] for cell in own.cells) for own in self.problem.placements]

    @cached_property
    def _near(self) -> list[int]:
        """The cells that touch each placement, and those of its own that touch each other."""
        index = self.problem.region.index
        beside = [0] * len(index)
        for a, b in self.problem.region.touching(at_corners=self.corners):
            beside[index[a]] |= 1 << index[b]
            beside[index[b]] |= 1 << index[a]
        near = []
        for own in self.problem.placements:
            found = 0
            for cell in own.cells:
                found |= beside[index[cell]]
            near.append(found)
        return near

    def suffice(self, placed: Sequence[int]) -> bool:
        cells, near = self._cells, self._near
        edges = [0] * len(placed)
        for i, one in enumerate(placed):
            for j in range(i):
                if near[one] & cells[placed[j]]:
                    edges[i] |= 1 << j
                    edges[j] |= 1 << i
        return _extends((1 << len(placed)) - 1, edges, (0, 0, 0))


def _extends(left: int, edges: Sequence[int], classes: tuple[int, int, int]) -> bool:
    """Can the pieces that are left join the classes, in which no two touch? That of least choice is next."""
    if not left:
        return True
    choice = min(bits(left), key=lambda i: _able(edges[i], classes))
    rest, one = left & ~(1 << choice), 1 << choice
    a, b, c = classes
    joined = ((a | one, b, c), (a, b | one, c), (a, b, c | one))
    able = [own for own, before in zip(joined, classes) if not edges[choice] & before]
    first = able if a or b or c else able[:1]  # the classes are alike as long as they are empty
    return any(_extends(rest, edges, own) for own in first)


def _able(edges: int, classes: tuple[int, int, int]) -> int:
    return sum(not edges & own for own in classes)
