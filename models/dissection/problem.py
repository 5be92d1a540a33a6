"""A dissection as data: two figures, the moves that pieces may make, the number of pieces.

    division     the piece of every cell of a figure, pieces numbered in the order of their first cells
    edge         two neighbouring cells of a figure; true in a solution if both are in one piece

`DissectionProblem` is the structure that the dissection engine takes, and it alone defines the numbers of
edges.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from zenkai_solver.models.classes import classes, renumbered
from zenkai_solver.models.csp import Cube
from zenkai_solver.models.grid import TRANSFORMS, Cell, Region, Shape, Transform, Vector, normalise
from zenkai_solver.models.where.language import Expression, holds

Division = tuple[int, ...]
Images = tuple[int, ...]  # images[i]: the index of the cell to which a symmetry moves cell i
Edge = tuple[int, int]  # indices of two neighbouring cells, the smaller first


class FigureSymmetry(NamedTuple):
    """A symmetry g of figure 1 with a symmetry h of figure 2: if a piece goes by move i, its image under g
    goes to its image under h by moves[i].
    """

    one: Images
    two: Images
    moves: tuple[int, ...]


@dataclass(frozen=True)
class DissectionProblem:
    """The problem to cut `one` into lo..hi connected pieces that can be put together to `two`.

    `moves` are names in `grid.TRANSFORMS`: how a piece may be turned or flipped; they form a group.
    Solutions are sets of edges: variable i is the i-th edge, those of figure 1 before those of figure 2.
    """

    one: Region
    two: Region
    moves: tuple[str, ...]
    lo: int
    hi: int
    where: Expression | None = None  # a condition on the edges, true in every solution
    cube: Cube = ()  # literals of edges, true in every solution: from fixed pieces

    def under(self, expression: Expression) -> DissectionProblem:
        return replace(self, where=expression)

    def allows(self, solution: Sequence[int]) -> bool:
        """Whether a solution has the fixed pieces and satisfies the condition."""
        chosen = frozenset(solution)
        fixed = all((abs(lit) in chosen) == (lit > 0) for lit in self.cube)
        return fixed and (self.where is None or holds(self.where, chosen))

    def within(self, cube: Cube) -> None:
        """None: the engine for this structure cannot take a cube (`models.csp.Restrictable`)."""

    @cached_property
    def edges(self) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
        return edges(self.one), edges(self.two)

    @cached_property
    def transforms(self) -> tuple[Transform, ...]:
        return tuple(TRANSFORMS[name] for name in self.moves)

    def symmetries(self, names: Iterable[str]) -> tuple[FigureSymmetry, ...]:
        """The pairs of a named symmetry g of figure 1 and one, h, of figure 2 that map solutions to
        solutions.

        They do if matching pieces still match afterwards: for every move a there must be a move b with
        h a = b g. The identity comes first if it is named first.
        """

        def then(first: Transform, second: Transform) -> tuple[Vector, Vector]:
            """The composition of two linear maps, as the images of a basis."""
            return second(first((1, 0))), second(first((0, 1)))

        group = []
        for g, h in product([TRANSFORMS[name] for name in names], repeat=2):
            one, two = self.one.image(g), self.two.image(h)
            number = {then(g, b): i for i, b in enumerate(self.transforms)}
            moved = [then(a, h) for a in self.transforms]
            if one is not None and two is not None and number.keys() >= set(moved):
                group.append(FigureSymmetry(one, two, tuple(number[b] for b in moved)))
        return tuple(group)

    def divisions(self, true_edges: Collection[int]) -> tuple[Division, Division]:
        """The two divisions of a solution, which is given by its true edges, numbered from 1."""
        chosen, first = set(true_edges), len(self.edges[0])
        joined = [edge for i, edge in enumerate(self.edges[0], 1) if i in chosen]
        again = [edge for i, edge in enumerate(self.edges[1], first + 1) if i in chosen]
        one, two = classes(len(self.one.cells), joined), classes(len(self.two.cells), again)
        return renumbered(one), renumbered(two)

    def solution(self, one: Sequence[int], two: Sequence[int]) -> tuple[int, ...]:
        """The true edges of two divisions: the inverse of `divisions`."""
        same = [one[a] == one[b] for a, b in self.edges[0]] + [two[a] == two[b] for a, b in self.edges[1]]
        return tuple(i for i, true in enumerate(same, 1) if true)

    def __str__(self) -> str:
        pieces = str(self.lo) if self.lo == self.hi else f"{self.lo}..{self.hi}"
        return f"{len(self.one.cells)} cells, {pieces} pieces"


class PlacedMove(NamedTuple):
    """A turn or flip followed by a shift; `images`: pairs of a cell of figure 1 and its image in figure 2."""

    name: str
    shift: Cell
    images: tuple[Edge, ...]


def placed_moves(problem: DissectionProblem) -> Iterator[PlacedMove]:
    """Every move that takes some cell of figure 1 to a cell of figure 2."""
    for name, transform in zip(problem.moves, problem.transforms, strict=True):
        images: dict[Cell, list[Edge]] = {}
        for a, cell in enumerate(problem.one.cells):
            r, c = transform(cell)
            for b, (row, column) in enumerate(problem.two.cells):
                images.setdefault((row - r, column - c), []).append((a, b))
        for shift, pairs in sorted(images.items()):
            yield PlacedMove(name, shift, tuple(pairs))


def edges(region: Region) -> tuple[Edge, ...]:
    """All pairs of neighbouring cells, by their indices, in reading order."""
    index = region.index
    near = ((i, (r + dr, c + dc)) for i, (r, c) in enumerate(region.cells) for dr, dc in ((0, 1), (1, 0)))
    return tuple((i, index[cell]) for i, cell in near if cell in index)


def pieces(region: Region, division: Sequence[int]) -> list[list[Cell]]:
    """The cells of every piece, sorted, in the order of the pieces' numbers."""
    cells_of: list[list[Cell]] = [[] for _ in range(max(division) + 1)]
    for cell, number in zip(region.cells, division, strict=True):
        cells_of[number].append(cell)
    return cells_of


class Congruence:
    """Congruence of shapes under some transforms; congruent shapes have the same `key`: the least image."""

    def __init__(self, transforms: Sequence[Transform]) -> None:
        self.transforms = transforms
        self.known: dict[Shape, Shape] = {}

    def key(self, cells: Sequence[Cell]) -> Shape:
        shape = normalise(cells)
        if shape not in self.known:
            images = [normalise(map(transform, shape)) for transform in self.transforms]
            self.known.update(dict.fromkeys(images, min(images)))
        return self.known[shape]
