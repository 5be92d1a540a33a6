"""Packings of any lattice by plain geometry: points of the plane or of space, isometries, all ways to fill.

Nothing of `models.lattices` is used but the names of cells: a cell is the set of its corners (of a cube or a
sphere its centre) in exact coordinates, an orientation is an isometry's image, a position a translation.
The plane of hexagons and triangles has the coordinates (2x, 2y / sqrt 3), in which all isometries are rational.
All are whole numbers: coordinates in twelfths, the numbers of a matrix in halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property, reduce
from itertools import accumulate, combinations, permutations, product, takewhile
from math import atan2
from operator import mul
from typing import Any, NamedTuple

from tests import rigid

Point = tuple[int, ...]
Cell = frozenset[Point]
Shape = frozenset[Cell]
Linear = tuple[Point, ...]
Isometry = tuple[Linear, Point]

UNIT = 12
SIXTH: Linear = ((1, -3), (1, 1))
QUARTER: Linear = ((0, -2), (2, 0))
MIRROR: Linear = ((-2, 0), (0, 2))


@cache
def moved(matrix: Linear, point: Point) -> Point:
    """Never rounded: a sixth turn applied twice is itself less the identity, so twelfths are enough for sixths."""
    twice = [sum(map(mul, row, point)) for row in matrix]
    assert not any(x & 1 for x in twice), (matrix, point)
    return tuple(x >> 1 for x in twice)


def after(a: Linear, b: Linear) -> Linear:
    columns = [moved(a, column) for column in zip(*b)]
    return tuple(zip(*columns))


def plane_isometries(turn: Linear, order: int) -> list[tuple[Linear, bool]]:
    """Linear maps, and whether each is a mirror."""
    turns = [reduce(after, [turn] * n, after(MIRROR, MIRROR)) for n in range(order)]
    return [*((t, False) for t in turns), *((after(t, MIRROR), True) for t in turns)]


def space_isometries() -> list[tuple[Linear, bool]]:
    maps = []
    for order in permutations(range(3)):
        odd = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3)) % 2
        for signs in product((1, -1), repeat=3):
            rows = tuple(tuple(2 * signs[i] * (order[i] == j) for j in range(3)) for i in range(3))
            maps.append((rows, (signs.count(-1) + odd) % 2 == 1))
    return maps


def cell(lattice: str, vector: Sequence[int]) -> Cell:
    return cell_at(lattice, tuple(vector))


@cache
def cell_at(lattice: str, vector: tuple[int, ...]) -> Cell:
    return frozenset(tuple(map(in_units, point)) for point in corners(lattice, vector))


def in_units(x: Fraction) -> int:
    assert UNIT % x.denominator == 0
    return int(UNIT * x)


def corners(lattice: str, vector: Sequence[int]) -> frozenset[tuple[Fraction, ...]]:
    if lattice in ("cubes", "spheres"):
        return frozenset([tuple(map(Fraction, vector))])
    row, column = vector
    if lattice == "squares":
        return frozenset((Fraction(column + a), Fraction(row + b)) for a in (0, 1) for b in (0, 1))
    if lattice == "sticks":
        step = (1, 0) if row % 2 == 0 else (0, 1)
        return frozenset((Fraction(column + s * step[0]), Fraction(row + s * step[1])) for s in (1, -1))
    if lattice == "hexagons":
        turned = [reduce(lambda p, _: moved(SIXTH, p), range(n), (UNIT, UNIT // 3)) for n in range(6)]
        return frozenset((2 * column + row + Fraction(u, UNIT), row + Fraction(w, UNIT)) for u, w in turned)
    if lattice == "tans":
        middle = [Fraction(3 * ((x + 1) // 3)) for x in vector]
        out = [x - m for x, m in zip(vector, middle)]
        ends = [[m + Fraction(3, 2) * (o + s * (not o)) for m, o in zip(middle, out)] for s in (1, -1)]
        return frozenset((c, r) for r, c in (middle, *ends))
    if lattice in ("trigs", "twigs"):
        return edge(row, column, lattice == "twigs")
    i, j = column // 3, row // 3
    ends = [(i + 1, j), (i, j + 1), (i, j) if row % 3 == 1 else (i + 1, j + 1)]
    return frozenset((Fraction(2 * a + b), Fraction(b)) for a, b in ends)


def edge(row: int, column: int, between: bool) -> frozenset[tuple[Fraction, ...]]:
    """The two ends of an edge of triangles with its middle there, or of the edge `between` two hexagons."""
    along = ((0, 1), (1, -1), (1, 0))[(row % 2) + (row % 2) * (column % 2 == 0)]  # rows and columns
    middle = (Fraction(2 * column + row, 2), Fraction(row, 2))
    step = (Fraction(2 * along[1] + along[0], 2), Fraction(along[0], 2))
    if between:  # a quarter turn, and shorter by the square root of three: y counts the half of that
        step = (step[1], -step[0] / 3)
    return frozenset((middle[0] + s * step[0], middle[1] + s * step[1]) for s in (1, -1))


ISOMETRIES = {
    **dict.fromkeys(("squares", "sticks", "tans"), plane_isometries(QUARTER, 4)),
    **dict.fromkeys(("hexagons", "triangles", "trigs", "twigs"), plane_isometries(SIXTH, 6)),
    **dict.fromkeys(("cubes", "spheres"), space_isometries()),
}


def around(step: Point) -> float:
    """A number that grows with the angle; the plane may be squeezed."""
    return atan2(step[1], step[0])


@cache
def there(isometry: Isometry, one: Cell) -> Cell:
    matrix, by = isometry
    return frozenset(tuple(x + y for x, y in zip(moved(matrix, p), by)) for p in one)


def then(last: Isometry, first: Isometry) -> Isometry:
    """One isometry after the other."""
    shift = tuple(x + y for x, y in zip(moved(last[0], first[1]), last[1]))
    return after(last[0], first[0]), shift


def inverse(isometry: Isometry) -> Isometry:
    """Of a map that is its own inverse, and then a shift."""
    matrix, by = isometry
    return matrix, tuple(-x for x in moved(matrix, by))


def shifted(shape: Iterable[Cell], by: Point) -> Shape:
    return frozenset(frozenset(tuple(x + y for x, y in zip(p, by)) for p in one) for one in shape)


def image(shape: Iterable[Cell], matrix: Linear) -> Shape:
    return frozenset(frozenset(moved(matrix, p) for p in one) for one in shape)


def low(shape: Iterable[Cell]) -> Point:
    return min(min(one) for one in shape)


Painted = frozenset[tuple[Cell, str]]


def laid(painted: Iterable[tuple[Cell, str]]) -> Painted:
    """The cells at the origin, each with what is on it."""
    cells = list(painted)
    by = tuple(-x for x in low(one for one, _ in cells))
    return frozenset((next(iter(shifted([one], by))), ink) for one, ink in cells)


def congruent_images(
    lattice: str, cells: Sequence[Sequence[int]], inks: str, rotations: bool, flips: bool
) -> set[Painted]:
    """All that a piece with something on each cell can be, be it by a symmetry of the lattice or not.

    Balls: by matching its points with those of each connected set of as many. Tans: also moved by half a square.
    """
    if lattice == "spheres" and rotations:
        return {
            laid((cell(lattice, v), ink) for v, ink in zip(there, inks))
            for there in rigid.ball_images(tuple(map(tuple, cells)), flips)
        }
    pairs = [(cell(lattice, v), ink) for v, ink in zip(cells, inks)]
    able = [m for m, mirrors in ISOMETRIES[lattice] if flips or not mirrors]
    images = {
        laid((next(iter(image([one], m))), ink) for one, ink in pairs)
        for m in (able if rotations else able[:1])
    }
    return images | {laid(there) for one in images if lattice == "tans" and (there := cut_otherwise(one))}


def cut_otherwise(painted: Painted) -> list[tuple[Cell, str]]:
    """Squares of two quarters each, cut along the other diagonal: where a shift by half a square takes them.

    Nothing if there are others. A quarter that has parts of two inks has both.
    """
    across: dict[frozenset[Point], list[tuple[Point, str]]] = {}
    for one, ink in painted:
        *ends, corner = sorted(one, key=lambda p: -sum(rigid.apart(p, q) for q in one))
        across.setdefault(frozenset(ends), []).append((corner, ink))
    if any(len(sides) == 1 for sides in across.values()):
        return []
    halves = []
    for ends, ((a, one_ink), (b, other_ink)) in across.items():
        ink = "".join(sorted({one_ink, other_ink} - {"#"})) or "#"
        halves += [(frozenset((end, a, b)), ink) for end in ends]
    return halves


def at_origin(shape: Iterable[Cell]) -> Shape:
    vectors = list(shape)
    return shifted(vectors, tuple(-x for x in low(vectors)))


class Piece(NamedTuple):
    label: str
    cells: Sequence[Sequence[int]]
    lo: int
    hi: int


class Brute:
    """A packing; the board repeats by the vectors `periods`, and by `glide`, a map and then a shift."""

    def __init__(
        self, lattice: str, board: Iterable[Sequence[int]], pieces: Sequence[Piece], *,
        rotations: bool = True, flips: bool = True, exact: bool = True, mirror: bool = True,
        periods: Sequence[Point] = (), glide: Isometry | None = None,
    ) -> None:  # fmt: skip
        self.lattice, self.pieces, self.exact, self.mirror = lattice, pieces, exact, mirror
        self.cells = [cell(lattice, vector) for vector in board]
        self.isometries = ISOMETRIES[lattice]
        self.shapes = {
            piece.label: {
                frozenset(one for one, _ in painted)
                for painted in congruent_images(
                    lattice, piece.cells, "#" * len(piece.cells), rotations, flips and rotations
                )
            }
            for piece in pieces
        }
        self.still = next(m for m, _ in self.isometries if after(m, m) == m)
        self.repeats = [(self.still, period) for period in periods] + ([glide] if glide else [])
        self.number = self._numbers()
        self.lying = {label: self._placements(shapes) for label, shapes in self.shapes.items()}

    def _numbers(self) -> dict[Cell, int]:
        """Of each cell within some repeats the one of the board that it is; no two of the board are one."""
        numbers: dict[Cell, int] = {}
        for repeat in self.repeated:
            for i, one in enumerate(self.cells):
                assert numbers.setdefault(there(repeat, one), i) == i, "two cells of the board are the same"
        return numbers

    def _placements(self, shapes: Iterable[Shape]) -> set[frozenset[int]]:
        placed = set()
        for shape in shapes:
            for one in self.cells:
                for first in shape:
                    moved = shifted(shape, tuple(x - y for x, y in zip(min(one), min(first))))
                    places = frozenset(self.number.get(x, -1) for x in moved)
                    if len(places) == len(shape) and -1 not in places:
                        placed.add(places)
        return placed

    # ---- solutions: sets of (label, cells)

    def solutions(self, most: int) -> set[frozenset[Any]] | None:
        """All of them; None if there are more than `most`."""
        listed: set[frozenset[Any]] = set()
        for solution in self._fill(frozenset(), ()):
            listed.add(solution)
            if len(listed) > most:
                return None
        return listed

    def _fill(self, done: frozenset[int], chosen: tuple[Any, ...]) -> Iterator[frozenset[Any]]:
        free = next((i for i in range(len(self.cells)) if i not in done), None)
        if free is None:
            if self._right(chosen):
                yield frozenset(x for x in chosen if x[0])
            return
        if not self.exact:
            yield from self._fill(done | {free}, (*chosen, ("", frozenset([free]))))
        for piece in self.pieces:
            if sum(label == piece.label for label, _ in chosen) < piece.hi:
                for place in self.lying[piece.label]:
                    if free in place and not place & done:
                        yield from self._fill(done | place, (*chosen, (piece.label, place)))

    def _right(self, chosen: Sequence[Any]) -> bool:
        enough = all(sum(x == piece.label for x, _ in chosen) >= piece.lo for piece in self.pieces)
        return enough and not (self.lattice in ("sticks", "trigs") and self._crosses(chosen))

    def _crosses(self, chosen: Sequence[Any]) -> bool:
        """Does a piece leave a point on both sides of two edges that another one has there?"""
        at: dict[Point, dict[Point, Any]] = {}
        for piece in chosen:
            for one, i in self.number.items():
                if piece[0] and i in piece[1]:
                    for a, b in permutations(one, 2):
                        at.setdefault(a, {})[tuple(y - x for x, y in zip(a, b))] = piece
        for edges in at.values():
            owners = [edges[step] for step in sorted(edges, key=around)]
            if any(a == c != b == d for a, b, c, d in combinations(owners, 4)):
                return True
        return False

    # ---- orbits

    def orbits(self, solutions: set[frozenset[Any]]) -> int:
        moves = list(self._moves())
        left, number = set(solutions), 0
        while left:
            one = left.pop()
            number += 1
            left -= {
                frozenset((twin[label], frozenset(cells[i] for i in place)) for label, place in one)
                for cells, twin in moves
            }
        return number

    def _moves(self) -> Iterator[tuple[list[int], dict[str, str]]]:
        """The isometries that keep the board and map pieces to pieces used as often."""
        for cells, matrix in self._perms():
            twin = self._twins(matrix) if matrix else None
            arrive = self._arrivals(cells) if twin is None else {x: twin[x] for x in self.placed()}
            if arrive is not None and self._keeps(cells):
                yield cells, arrive

    def _keeps(self, cells: Sequence[int]) -> bool:
        return True

    def placed(self) -> dict[str, set[frozenset[int]]]:
        """The placements of the pieces that have some."""
        return {label: places for label, places in self.lying.items() if places}

    def _arrivals(self, cells: Sequence[int]) -> dict[str, str] | None:
        """As which piece each is moved that lies anywhere, by its placements, if they tell."""
        placed, number, twin = self.placed(), {piece.label: piece[2:] for piece in self.pieces}, {}
        for label, places in placed.items():
            images = {frozenset(cells[i] for i in x) for x in places}
            same = [x for x in placed if placed[x] == images]
            if len(same) != 1 or number[same[0]] != number[label]:
                return None
            twin[label] = same[0]
        return twin

    def _perms(self) -> Iterator[tuple[list[int], Linear | None]]:
        """The isometries of the board, by where its cells go; those of points in space also without a matrix."""
        for matrix, mirrors in self.isometries:
            if mirrors and not self.mirror:
                continue
            turned = [next(iter(image([one], matrix))) for one in self.cells]
            for target in self.cells:
                by = tuple(x - y for x, y in zip(min(target), min(turned[0])))
                places = (self.number.get(next(iter(shifted([one], by))), -1) for one in turned)
                cells = list(takewhile(lambda i: i >= 0, places))
                if sorted(cells) == list(range(len(self.cells))) and self._closes((matrix, by)):
                    yield cells, matrix
        if self.lattice == "spheres" and not self.repeats:
            points = [(next(iter(one)), 1) for one in self.cells]
            for cells in rigid.matchings(points, points):
                if self.mirror or rigid.proper([p for p, _ in points], [points[i][0] for i in cells]):
                    yield cells, None

    def _closes(self, move: Isometry) -> bool:
        """Does a repeat and then the move do what the move and then repeats do?"""
        afterwards = {then(repeat, move) for repeat in self.repeated}
        return all(then(move, repeat) in afterwards for repeat in self.repeats)

    @cached_property
    def repeated(self) -> list[Isometry]:
        """Some repeats, one after the other."""
        moves = [(self.still, tuple(0 for _ in self.still))]
        for repeat in self.repeats:
            forth = accumulate([repeat] * 2, then)
            back = accumulate([inverse(repeat)] * 2, then)
            moves += [then(way, one) for way in (*forth, *back) for one in moves]
        return moves

    def _twins(self, matrix: Linear) -> dict[str, str] | None:
        twin = {}
        for piece in self.pieces:
            shapes = {at_origin(image(shape, matrix)) for shape in self.shapes[piece.label]}
            same = [x for x in self.pieces if self.shapes[x.label] == shapes and x[2:] == piece[2:]]
            if not same:
                return None
            twin[piece.label] = same[0].label
        return twin
