"""The rule that three colours suffice to colour the pieces of a packing so that touching pieces differ.

It is stated as constraints, with a variable per cell and colour, and independently for a board. Engines leave
these constraints out: `ThreeColours` tests each solution by backtracking on bit sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING

from zenkai_solver.models.bits import bits
from zenkai_solver.models.constraints import AtMostOne, Clause
from zenkai_solver.models.packing.problem import PackingProblem
from zenkai_solver.models.packing.rules import (
    Constraints,
    Fresh,
    PackingRule,
    Placed,
    Variables,
    by_cell,
    letters_by_cell,
)

if TYPE_CHECKING:
    import numpy as np  # the import takes 0.1 s, which small commands save


COLOURS = range(3)


@dataclass(frozen=True)
class ThreeColourable(PackingRule):
    """Three colours suffice to colour touching pieces differently; `corners`: also at corners."""

    corners: bool

    @property
    def words(self) -> str:
        where = ", also at a corner," if self.corners else ""
        return f"three colours suffice for pieces that touch{where} to differ"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """A colour per covered cell: equal within a piece, different between touching pieces."""
        over = by_cell(problem, variables)
        colours = {cell: [fresh(("colour", cell, k)) for k in COLOURS] for cell in over}
        for cell, lits in colours.items():
            yield AtMostOne(tuple(lits))
            yield from (Clause((-var, *lits)) for var in over[cell])
        for a, b in problem.region.touching(at_corners=self.corners):
            both = tuple(var for var in over[a] if var in set(over[b]))
            for one, other in zip(colours[a], colours[b]):
                yield Clause((-one, -other, *both))
        for a, b in problem.region.touching(at_corners=False):
            for var in sorted(set(over[a]) & set(over[b])):
                yield from (Clause((-var, -one, other)) for one, other in zip(colours[a], colours[b]))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        on = letters_by_cell(placed)
        near: dict[str, set[str]] = {letter: set() for letter in placed}
        for a, b in problem.region.touching(at_corners=self.corners):
            one, other = on.get(a), on.get(b)
            if one is not None and other is not None and one != other:
                near[one].add(other)
                near[other].add(one)
        if not _colourable(list(near), near, {}):
            yield "three colours do not suffice for the pieces"


def _colourable(left: Sequence[str], near: Mapping[str, set[str]], chosen: dict[str, int]) -> bool:
    """Whether the colouring `chosen` extends to the pieces in `left`; branches on one with fewest colours."""
    if not left:
        return True

    def able(letter: str) -> list[int]:
        return [k for k in COLOURS if all(chosen.get(other) != k for other in near[letter])]

    letter = min(left, key=lambda x: len(able(x)))
    rest = [x for x in left if x != letter]
    return any(_colourable(rest, near, {**chosen, letter: k}) for k in able(letter))


@dataclass(frozen=True)
class ThreeColours:
    """The test of `ThreeColourable` on many solutions at once."""

    problem: PackingProblem
    corners: bool

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        """bool[row]: whether three colours suffice. A row has the true variables, then zeros."""
        import numpy as np

        able = (self._suffice([var - 1 for var in row if var]) for row in rows.tolist())
        return np.fromiter(able, bool, len(rows))

    @cached_property
    def _cells(self) -> list[int]:
        """The cells of each placement, as a bit set."""
        index = self.problem.region.index
        return [sum(1 << index[cell] for cell in placement.cells) for placement in self.problem.placements]

    @cached_property
    def _near(self) -> list[int]:
        """The cells that touch a cell of each placement, as a bit set."""
        index = self.problem.region.index
        beside = [0] * len(index)
        for a, b in self.problem.region.touching(at_corners=self.corners):
            beside[index[a]] |= 1 << index[b]
            beside[index[b]] |= 1 << index[a]
        masks = ([beside[index[cell]] for cell in placement.cells] for placement in self.problem.placements)
        return [reduce(or_, mask) for mask in masks]

    def _suffice(self, placed: Sequence[int]) -> bool:
        cells, near = self._cells, self._near
        edges = [0] * len(placed)
        for i, one in enumerate(placed):
            for j in range(i):
                if near[one] & cells[placed[j]]:
                    edges[i] |= 1 << j
                    edges[j] |= 1 << i
        return _extends((1 << len(placed)) - 1, edges, (0, 0, 0))


def _extends(left: int, edges: Sequence[int], classes: tuple[int, int, int]) -> bool:
    """Whether the pieces in `left` can join the independent sets `classes`; branches on fewest choices."""
    if not left:
        return True
    choice = min(bits(left), key=lambda i: sum(not edges[i] & members for members in classes))
    rest, one = left & ~(1 << choice), 1 << choice
    a, b, c = classes
    joined = ((a | one, b, c), (a, b | one, c), (a, b, c | one))
    able = [members for members, before in zip(joined, classes) if not edges[choice] & before]
    first = able if a or b or c else able[:1]  # the classes are alike as long as they are empty
    return any(_extends(rest, edges, members) for members in first)
