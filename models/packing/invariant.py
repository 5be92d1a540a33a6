"""The rule that a board is invariant under moves of the region, and the names of these moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from zenkai_solver.models.constraints import Clause
from zenkai_solver.models.grid import Move, Region, Transform, Vector
from zenkai_solver.models.lattices.lattice import plus
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.lattices.wrapping import FLAT
from zenkai_solver.models.packing.problem import PackingProblem, Placement
from zenkai_solver.models.packing.rules import (
    Constraints,
    Fresh,
    PackingRule,
    Placed,
    Variables,
)

PLANE = ("half-turn", "third-turn", "quarter-turn", "sixth-turn", "left-right", "up-down")
DIAGONALS = ("falling-diagonal", "rising-diagonal")
AXES = ("layers", "rows", "columns")  # a turn about axis i turns each of AXES[i] in itself
SOLID = (
    *(f"{turn} {axis}" for turn in ("half-turn", "quarter-turn") for axis in AXES),
    *("third-turn", "left-right", "up-down", "front-back", "point"),
)
NAMES = tuple(dict.fromkeys((*PLANE, *DIAGONALS, *SOLID)))
TURNS = {2: "half-turn", 3: "third-turn", 4: "quarter-turn", 6: "sixth-turn"}


@dataclass(frozen=True)
class Symmetric(PackingRule):
    """The board is invariant under these moves of the region, up to the letters of copies."""

    names: tuple[str, ...]
    moves: tuple[Move, ...]

    @property
    def words(self) -> str:
        return f"the board is its own image under the {' and the '.join(self.names)}"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """Each placement implies its image. As moves have finite order, the two are equivalent."""
        for move in self.moves:
            for placement, var in variables.items():
                image = _image(problem, placement, move)
                other = None if image is None else variables.get(image)
                if other != var:
                    yield Clause((-var,) if other is None else (-var, other))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        pieces = {placement for placement in placed.values() if placement.label in problem.counts}
        for name, move in zip(self.names, self.moves):
            if {_image(problem, placement, move) for placement in pieces} != pieces:
                yield f"the board is not its own image under the {name}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        """Whether the conjugate of each of `moves` by `move` is in the group that they generate, with the
        same effect on the pieces.
        """
        for one in self.moves:
            target = dict(zip(move.cells, (move.cells[i] for i in one.cells)))
            cells = tuple(target[i] for i in range(len(target)))  # the conjugate
            if cells not in self._group:
                return False
            turned = problem.arrivals(Move(cells, self._group[cells], False))
            if not _alike(problem.arrivals(one), turned, twins, move):
                return False
        return True

    @cached_property
    def _group(self) -> dict[tuple[int, ...], Transform]:
        """The group that the moves generate: each element's permutation of the cells, and its transform."""
        elements: dict[tuple[int, ...], Transform] = {tuple(range(len(self.moves[0].cells))): still}
        queue = list(elements)
        for cells in queue:
            for move in self.moves:
                new = tuple(move.cells[i] for i in cells)
                if new not in elements:
                    elements[new] = partial(_composed, elements[cells], _transform(move))
                    queue.append(new)
        return elements


def _transform(move: Move) -> Transform:
    """The transform of a named move, which always has one."""
    assert move.transform is not None
    return move.transform


def still(vector: Vector) -> Vector:
    return vector


def _composed(first: Transform, last: Transform, vector: Vector) -> Vector:
    return last(first(vector))


def _alike(
    arrivals: Mapping[str, str] | None, turned: Mapping[str, str] | None, twins: Mapping[str, str], move: Move
) -> bool:
    """Whether two maps of pieces agree up to `twins`. If one of them is None (a piece has no image), only the
    identity is known to be a symmetry. Pieces without a twin have no placement, so they are on no board.
    """
    if arrivals is None or turned is None:
        return move.cells == tuple(range(len(move.cells)))
    return all(turned.get(twins[x]) == twins[y] for x, y in arrivals.items() if y in twins)


def _image(problem: PackingProblem, placement: Placement, move: Move) -> Placement | None:
    """The image of a placement under the move; None if it is no placement of any piece."""
    index, cells = problem.region.index, problem.region.cells
    moved = tuple(sorted(cells[move.cells[index[cell]]] for cell in placement.cells))
    twins = problem.arrivals(move)
    if twins is not None and placement.label in twins:
        return Placement(twins[placement.label], moved)
    if problem.colours is None:
        label = problem.piece_on(moved, placement.label)
    else:
        label = problem.twin(placement.label, _transform(move))
    return None if label is None else Placement(label, moved)


# ---- names


def named_moves(region: Region) -> dict[str, Move]:
    """The moves of one board by name; one of two turns that are inverse to each other is enough.

    On a wrapped board only moves of the page that map the board to itself have names.
    """
    flat = replace(region, wrap=FLAT) if isinstance(region, LatticeRegion) and region.wrapped else region
    able = None if flat is region else {move.cells for move in region.moves(True)}
    named: dict[str, Move] = {}
    for move in flat.moves(True):
        if move.transform is not None and (able is None or move.cells in able):
            for name in _names(move, region):
                named.setdefault(name, move)
    return named


def shift(region: Region, by: Vector) -> Move | None:
    """The move of a wrapped board by a vector; None if that does not map the board to itself."""
    if not isinstance(region, LatticeRegion) or len(by) != region.lattice.dimension:
        return None
    cells = tuple(region.number.get(region.home(plus(vector, by)), -1) for vector in region.vectors)
    able = {move.cells for move in region.moves(True)}
    return Move(cells, still, False) if cells in able else None


def _names(move: Move, region: Region) -> Iterator[str]:
    dimension = len(region.coordinates(region.cells[0]))
    units = [tuple(int(i == j) for j in range(dimension)) for i in range(dimension)]
    images = [tuple(_transform(move)(unit)) for unit in units]
    if dimension == 3:
        yield from _solid_names(images, move, units)
        return
    if images in ([units[1], units[0]], [_opposite(units[1]), _opposite(units[0])]):
        yield DIAGONALS[images[0] != units[1]]
    flipped = [region.left_right(unit) for unit in units]
    if move.mirrors and images == flipped:
        yield "left-right"
    if move.mirrors and images == [_opposite(vector) for vector in flipped]:
        yield "up-down"
    if not move.mirrors and (turn := TURNS.get(_order(move, units))):
        yield turn


def _solid_names(images: list[Vector], move: Move, units: list[Vector]) -> Iterator[str]:
    kept = [AXES[i] for i, (unit, image) in enumerate(zip(units, images)) if unit == image]
    order = _order(move, units)
    if not move.mirrors and order == 3:
        yield "third-turn"
    if not move.mirrors and len(kept) == 1:
        yield f"{TURNS[order]} {kept[0]}"
    reversed_ = [AXES[i] for i, (unit, image) in enumerate(zip(units, images)) if _opposite(unit) == image]
    if move.mirrors and len(kept) == 2 and reversed_:
        yield {"layers": "front-back", "rows": "up-down", "columns": "left-right"}[reversed_[0]]
    if len(reversed_) == 3:
        yield "point"


def _opposite(vector: Vector) -> Vector:
    return tuple(-x for x in vector)


def _order(move: Move, units: list[Vector]) -> int:
    """The least number of times after which the move is a translation."""
    transform = _transform(move)
    images, order = [transform(unit) for unit in units], 1
    while images != units:
        images, order = [tuple(transform(image)) for image in images], order + 1
    return order
