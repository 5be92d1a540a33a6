"""Groups of places that hang together, and the rules about them: connected, one loop, sizes, shapes.

A graph says which places hang together: those that bear a label (`ByLabel`), cells without a wall between
them (`ByWalls`), or what lines join (`ByLines`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from zenkai_solver.models.constraints import (
    Acyclic,
    Components,
    Connected,
    Division,
    Edges,
    Lit,
    Reached,
    SingleLoop,
)
from zenkai_solver.models.genres.expressions import (
    FAR,
    NO_BOUND,
    ONE,
    Amount,
    PlaceList,
    Spot,
    Truth,
    Var,
)
from zenkai_solver.models.genres.rectangles import Rectangle, candidates, inside, statements
from zenkai_solver.models.genres.sheet import (
    BoardView,
    GenreError,
    GenreSheet,
    Place,
    SheetView,
    kind_of,
    name_of,
)
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Unless
from zenkai_solver.models.grid import Shape, allowed_transforms, images, normalise

PLACE = Var("place")
Groups = list[tuple[Place, ...]]


@dataclass(frozen=True)
class StatedGraph:
    """Nodes with literals, and edges between them; a node without a place only joins others."""

    places: tuple[Place | None, ...]
    lits: tuple[Lit, ...]
    edges: Edges


class Graph:
    """Which places hang together."""

    def groups(self, view: BoardView) -> Groups:
        """The groups, each in order, in the order of their first places."""
        return view.once(self, lambda: self.find(view))

    def stated(self, view: StatedView) -> StatedGraph:
        return view.once(self, lambda: self.state(view))

    def group_of(self, view: BoardView, place: Place) -> tuple[Place, ...]:
        """The group that has the place; nothing if none has."""
        owners = view.once((self, "owner"), lambda: {at: own for own in self.groups(view) for at in own})
        return owners.get(place, ())

    def find(self, view: BoardView) -> Groups:
        raise NotImplementedError

    def state(self, view: StatedView) -> StatedGraph:
        raise NotImplementedError

    def is_group(self, view: StatedView, cells: Sequence[Place]) -> Lit:
        """A literal that is true exactly if these cells, which are connected, are a group."""
        raise GenreError(f"{type(self).__name__} has no groups of cells")


def _parts(places: Iterable[Place], joined: Iterable[tuple[Place, Place]]) -> Groups:
    """The connected parts of a graph of places."""
    near: dict[Place, list[Place]] = {place: [] for place in places}
    for a, b in joined:
        near[a].append(b)
        near[b].append(a)
    left, parts = set(near), []
    for start in sorted(near):
        if start in left:
            part, queue = [start], [start]
            left.remove(start)
            while queue:
                new = [place for place in dict.fromkeys(near[queue.pop()]) if place in left]
                left.difference_update(new)
                part += new
                queue += new
            parts.append(tuple(sorted(part)))
    return parts


@dataclass(frozen=True)
class ByLabel(Graph):
    """The places for which the statement is true, joined with their `neighbours`, or with all `around`."""

    each: Var
    over: PlaceList
    holds: Truth
    relation: Literal["neighbours", "around"] = "neighbours"

    def _over(self, view: SheetView) -> list[Place]:
        places = self.over.at(view)
        return [self.each.place(view.bind(self.each.name, own)) for own in places]

    def _near(self, view: SheetView, place: Place) -> tuple[Place, ...]:
        return view.sheet.related(place, self.relation)

    def find(self, view: BoardView) -> Groups:
        inside = {own for own in self._over(view) if self.holds.true(view.bind(self.each.name, own))}
        return _parts(inside, ((a, b) for a in inside for b in self._near(view, a) if a < b and b in inside))

    def lits(self, view: StatedView) -> dict[Place, Lit]:
        lits = {own: self.holds.lit(view.bind(self.each.name, own)) for own in self._over(view)}
        return {place: lit for place, lit in lits.items() if lit != FALSE}

    def state(self, view: StatedView) -> StatedGraph:
        lits = self.lits(view)
        number = {place: i for i, place in enumerate(lits)}
        pairs = ((number[a], number[b]) for a in lits for b in self._near(view, a) if a < b and b in lits)
        return StatedGraph(tuple(lits), tuple(map(view.out.real, lits.values())), tuple(pairs))

    def is_group(self, view: StatedView, cells: Sequence[Place]) -> Lit:
        lits, inside = self.lits(view), set(cells)
        outside = {near for place in cells for near in self._near(view, place)} - inside
        return view.out.every(
            [*(lits.get(place, FALSE) for place in cells), *(-lits.get(place, FALSE) for place in outside)]
        )


@dataclass(frozen=True)
class ByWalls(Graph):
    """The areas: all cells, joined where no wall of the layer is between them."""

    layer: str

    def find(self, view: BoardView) -> Groups:
        walls, sheet = view.layers[self.layer], view.sheet
        ways = ((edge, sheet.related(edge, "beside")) for edge in sheet.every["inner"])
        return _parts(sheet.every["cell"], ((a, b) for edge, (a, b) in ways if not walls.get(edge)))

    def state(self, view: StatedView) -> StatedGraph:
        """The ways between cells are nodes too, so that nodes alone say what is connected."""
        cells, ways = view.sheet.every["cell"], view.sheet.every["inner"]
        number = {place: i for i, place in enumerate(cells)}
        open_ways = (-view.out.shown[self.layer, edge][1] for edge in ways)
        ends = (
            (number[end], len(cells) + i)
            for i, edge in enumerate(ways)
            for end in view.sheet.related(edge, "beside")
        )
        lits = (*(view.out.real(TRUE) for _ in cells), *open_ways)
        return StatedGraph((*cells, *(None for _ in ways)), lits, tuple(ends))

    def is_group(self, view: StatedView, cells: Sequence[Place]) -> Lit:
        """Walls all around and none within: a wall within an area is barred by the layer itself."""
        sides = Counter(edge for place in cells for edge in view.sheet.related(place, "sides"))
        shown = {edge: view.out.shown.get((self.layer, edge)) for edge in sides}
        return view.out.every(
            lits[1] if sides[edge] == 1 else -lits[1] for edge, lits in shown.items() if lits is not None
        )


@dataclass(frozen=True)
class ByLines(Graph):
    """The cells (of lines on edges the corners) that lines touch, joined by the lines."""

    layer: str

    def _lines(self, view: SheetView, edges: Iterable[Place]) -> list[tuple[Place, Place, Place]]:
        """Each edge with the two places that a line there joins."""
        return [(edge, *joined(view.sheet, self.layer, edge)) for edge in edges]

    def find(self, view: BoardView) -> Groups:
        lines = [edge for edge, value in view.layers[self.layer].items() if value]
        joined = [(a, b) for _, a, b in self._lines(view, lines)]
        return _parts({place for pair in joined for place in pair}, joined)

    def state(self, view: StatedView) -> StatedGraph:
        lines = self._lines(view, (place for layer, place in view.out.shown if layer == self.layer))
        at: dict[Place, list[Lit]] = {}
        for edge, a, b in lines:
            for end in (a, b):
                at.setdefault(end, []).append(view.out.shown[self.layer, edge][1])
        number = {place: i for i, place in enumerate(at)}
        lits = (
            *(view.out.some(own) for own in at.values()),
            *(view.out.shown[self.layer, edge][1] for edge, _, _ in lines),
        )
        ends = ((number[end], len(at) + i) for i, (_, *pair) in enumerate(lines) for end in pair)
        return StatedGraph((*at, *(None for _ in lines)), lits, tuple(ends))


def joined(sheet: GenreSheet, layer: str, edge: Place) -> tuple[Place, Place]:
    """The two places that a line at this edge joins: cells, or corners if the layer is of lines on edges."""
    a, b = sheet.related(edge, "ends" if layer in sheet.on_edges else "beside")
    return a, b


# ---- rules


@dataclass(frozen=True)
class AllConnected(Truth):
    """There is one group at most."""

    graph: Graph

    def true(self, view: BoardView) -> bool:
        return len(self.graph.groups(view)) <= 1

    def broken(self, view: BoardView) -> Iterator[str]:
        groups = self.graph.groups(view)
        if len(groups) > 1:
            yield f"there are {len(groups)} parts, at {' and '.join(name_of(own[0]) for own in groups[:2])}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        _alone(self, unless)
        graph = self.graph.stated(view)
        view.out.add(Connected(graph.lits, graph.edges))


@dataclass(frozen=True)
class OneLoop(Truth):
    """The lines of the layer are one closed loop that neither branches nor crosses itself.

    With `may_be_empty` there may be no line at all.
    """

    layer: str
    may_be_empty: bool = False

    def true(self, view: BoardView) -> bool:
        return not list(self.broken(view))

    def broken(self, view: BoardView) -> Iterator[str]:
        lines = [edge for edge, value in view.layers[self.layer].items() if value]
        ends = Counter(place for edge in lines for place in joined(view.sheet, self.layer, edge))
        for place, number in sorted(ends.items()):
            if number == 1:
                yield f"the line ends at {name_of(place)}"
            elif number > 2:
                yield f"{number} lines meet at {name_of(place)}"
        parts = ByLines(self.layer).groups(view)
        if len(parts) > 1:
            yield f"there are {len(parts)} lines, at {' and '.join(name_of(own[0]) for own in parts[:2])}"
        if not lines and not self.may_be_empty:
            yield "there is no line"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        _alone(self, unless)
        shown = [(place, lits) for (layer, place), lits in view.out.shown.items() if layer == self.layer]
        number: dict[Place, int] = {}
        edges = []
        for place, _ in shown:
            a, b = joined(view.sheet, self.layer, place)
            edges.append((number.setdefault(a, len(number)), number.setdefault(b, len(number))))
        lits = tuple(own[1] for _, own in shown)
        view.out.add(SingleLoop(lits, tuple(edges)))
        if not self.may_be_empty:
            view.out.clause(lits)


@dataclass(frozen=True)
class NoLoop(Truth):
    """The lines of the layer, which may be diagonals of cells, close no loop, branches or not."""

    layer: str

    @staticmethod
    def _ends(sheet: GenreSheet, layer: str, place: Place, value: int) -> tuple[Place, Place]:
        """What the line of this value joins."""
        if kind_of(place) != "cell":
            return joined(sheet, layer, place)
        y, x = place
        step = 1 if value == 1 else -1
        return (y - 1, x - step), (y + 1, x + step)

    def true(self, view: BoardView) -> bool:
        return not list(self.broken(view))

    def broken(self, view: BoardView) -> Iterator[str]:
        """A part with more lines than a tree has."""
        values = view.layers[self.layer].items()
        lines = [self._ends(view.sheet, self.layer, place, value) for place, value in values if value]
        for part in _parts({end for line in lines for end in line}, lines):
            inside = set(part)
            if sum(a in inside for a, _ in lines) >= len(part):
                yield f"there is a loop in the part of {name_of(part[0])}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        _alone(self, unless)
        shown = [(place, lits) for (layer, place), lits in view.out.shown.items() if layer == self.layer]
        number: dict[Place, int] = {}
        lits, edges = [], []
        for place, own in shown:
            for value, lit in own.items():
                if value and lit != FALSE:
                    a, b = self._ends(view.sheet, self.layer, place, value)
                    lits.append(view.out.real(lit))
                    edges.append((number.setdefault(a, len(number)), number.setdefault(b, len(number))))
        view.out.add(Acyclic(tuple(lits), tuple(edges)))


@dataclass(frozen=True)
class WallsDivide(Truth):
    """Each wall of the layer is between two areas: no wall ends within one."""

    layer: str

    def true(self, view: BoardView) -> bool:
        return not list(self.broken(view))

    def broken(self, view: BoardView) -> Iterator[str]:
        area = {place: i for i, own in enumerate(ByWalls(self.layer).groups(view)) for place in own}
        for edge, wall in view.layers[self.layer].items():
            a, b = view.sheet.related(edge, "beside")
            if wall and area[a] == area[b]:
                yield f"one area on both sides of {name_of(edge)}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Walls that lie around rectangles end nowhere else."""
        _alone(self, unless)
        if are_rectangles(view, ByWalls(self.layer)):
            return
        number = {place: i for i, place in enumerate(view.sheet.every["cell"])}
        edges = view.sheet.every["inner"]
        ends = (view.sheet.related(edge, "beside") for edge in edges)
        lits = tuple(view.out.shown[self.layer, edge][1] for edge in edges)
        view.out.add(Division(lits, tuple((number[a], number[b]) for a, b in ends)))


@dataclass(frozen=True)
class EachGroup(Truth):
    """In each group the weights, which the clues give, sum to least..most."""

    graph: Graph
    each: Var
    weight: Amount
    least: Amount
    most: Amount = NO_BOUND

    def weight_of(self, view: SheetView, place: Place | None) -> int:
        if place is None or self.weight == ONE:
            return int(place is not None)
        return self.weight.number(view.bind(self.each.name, place).given)

    def true(self, view: BoardView) -> bool:
        return not list(self.broken(view))

    def broken(self, view: BoardView) -> Iterator[str]:
        least, most = self.least.number(view.given), self.most.number(view.given)
        for group in self.graph.groups(view):
            number = sum(self.weight_of(view, place) for place in group)
            if not least <= number <= most:
                wanted = str(least) if least == most else f"at least {least}"
                wanted += f" and at most {most}" if least < most < FAR else ""
                yield f"the group of {name_of(group[0])} has {number}, not {wanted}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        _alone(self, unless)
        if self._by_rectangles(view):
            return
        graph = self.graph.stated(view)
        weights = tuple(self.weight_of(view, place) for place in graph.places)
        roots = tuple(i for i, place in enumerate(graph.places) if place is not None)
        least, most = self.least.number(view.given), self.most.number(view.given)
        view.out.add(Components(graph.lits, graph.edges, weights, roots, least, most))

    def _by_rectangles(self, view: StatedView) -> bool:
        """Of areas that are rectangles with one clue each: each cell is in one that may be of a clue."""
        graph, least, most = self.graph, self.least.number(view.given), self.most.number(view.given)
        if not isinstance(graph, ByWalls) or not least == most == 1 or not are_rectangles(view, graph):
            return False
        cells = view.sheet.every["cell"]
        weights = [self.weight_of(view, place) for place in cells]
        over: dict[Place, list[Lit]] = {place: [] for place in cells}
        for place in (place for place, weight in zip(cells, weights) if weight):
            found = candidates(view, graph, place)
            if found is None or not set(weights) <= {0, 1}:
                return False
            for near, lits in inside(found).items():
                over[near] += lits
        for lits in over.values():
            view.out.clause(lits)
        return True


@dataclass(frozen=True)
class GroupSum(Amount):
    """The weights, which the clues give, of the group of a place: its size; 0 if the place is in no group."""

    graph: Graph
    spot: Spot
    each: Var = PLACE
    weight: Amount = ONE

    def _weight(self, view: SheetView, place: Place | None) -> int:
        if place is None or self.weight == ONE:
            return int(place is not None)
        return self.weight.number(view.bind(self.each.name, place).given)

    def number(self, view: BoardView) -> int:
        own = self.graph.group_of(view, self.spot.place(view))
        return len(own) if self.weight == ONE else sum(self._weight(view, place) for place in own)

    def form(self, view: StatedView) -> Form:
        graph, start = self.graph.stated(view), self.spot.place(view)
        if start not in graph.places:
            return Form()
        view.sheet.spend(len(graph.lits))
        reached = tuple(view.out.build.auxiliary("reached") for _ in graph.lits)
        view.out.add(Reached(graph.lits, graph.edges, graph.places.index(start), reached))
        return Form.of((self._weight(view, place), lit) for place, lit in zip(graph.places, reached))

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Without the auxiliary variables of `form`, where the place must be in a group."""
        if (
            not unless
            and self.weight == ONE
            and (found := rectangles_at(view, self.graph, self.spot)) is not None
        ):
            view.out.clause(lit for own, lit in found.items() if lo <= len(own.places) <= hi)
            return
        graph, start = self.graph.stated(view), self.spot.place(view)
        if unless or lo <= 0 <= hi or start not in graph.places:
            super().require_between(view, lo, hi, unless)
            return
        view.sheet.spend(len(graph.lits) // 8)
        root = graph.places.index(start)
        weights = tuple(self._weight(view, place) for place in graph.places)
        view.out.clause((graph.lits[root],))
        view.out.add(Components(graph.lits, graph.edges, weights, (root,), lo, hi))


@dataclass(frozen=True)
class GroupCount(Amount):
    """For how many places of the group of a place the statement is true; 0 if it is in no group."""

    graph: Graph
    spot: Spot
    each: Var
    holds: Truth

    def number(self, view: BoardView) -> int:
        group = self.graph.group_of(view, self.spot.place(view))
        return sum(self.holds.true(view.bind(self.each.name, place)) for place in group)

    def form(self, view: StatedView) -> Form:
        return Form.of(
            (1, view.out.every((lit, self.holds.lit(view.bind(self.each.name, place)))))
            for place, lit in self._reached(view).items()
        )

    def _reached(self, view: StatedView) -> dict[Place, Lit]:
        """For each place whether it is in the group."""
        if (found := rectangles_at(view, self.graph, self.spot)) is not None:
            return {place: view.out.some(lits) for place, lits in inside(found).items()}
        graph, start = self.graph.stated(view), self.spot.place(view)
        if start not in graph.places:
            return {}
        view.sheet.spend(len(graph.lits))
        reached = tuple(view.out.build.auxiliary("reached") for _ in graph.lits)
        view.out.add(Reached(graph.lits, graph.edges, graph.places.index(start), reached))
        return {place: lit for place, lit in zip(graph.places, reached) if place is not None}


@dataclass(frozen=True)
class WiderBy(Amount):
    """Of the area of a place how many more columns it has than rows: 0 of a square.

    It can be required only where a rule says that all areas are rectangles.
    """

    graph: ByWalls
    spot: Spot

    def number(self, view: BoardView) -> int:
        rows, columns = zip(*self.graph.group_of(view, self.spot.place(view)))
        return (max(columns) - min(columns) - max(rows) + min(rows)) // 2

    def choices(self, view: StatedView) -> dict[int, Lit]:
        if (found := rectangles_at(view, self.graph, self.spot)) is None:
            raise GenreError("WiderBy is of areas that are all rectangles, by a rule, and not too many")
        lits: dict[int, list[Lit]] = {}
        for (top, bottom, left, right), lit in found.items():
            lits.setdefault(right - left - bottom + top, []).append(lit)
        return {number: view.out.some(own) for number, own in lits.items()}

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items())

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        view.out.clause((*unless, *(lit for number, lit in self.choices(view).items() if lo <= number <= hi)))


def are_rectangles(view: StatedView, graph: Graph) -> bool:
    """Does a rule say it of all areas?"""
    return any(isinstance(own, Rectangles) and own.graph == graph for own in statements(view))


def rectangles_at(view: StatedView, graph: Graph, spot: Spot) -> dict[Rectangle, Lit] | None:
    """The rectangles that may be the area of a place; None where areas are others, or too many."""
    if not isinstance(graph, ByWalls) or not are_rectangles(view, graph):
        return None
    return candidates(view, graph, spot.place(view))


@dataclass(frozen=True)
class Rectangles(Truth):
    """Each group is a rectangle. For groups by label that are joined with their neighbours, and areas."""

    graph: ByLabel | ByWalls

    def true(self, view: BoardView) -> bool:
        return not list(self.broken(view))

    def broken(self, view: BoardView) -> Iterator[str]:
        for group in self.graph.groups(view):
            height, width = (1 + (max(axis) - min(axis)) // 2 for axis in zip(*group))
            if height * width != len(group):
                yield f"the group of {name_of(group[0])} is no rectangle"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Of no four cells around a corner three are in a group, and no more.

        A connected set of cells without such a corner is a rectangle. Of walls: none bends at a corner, or
        ends there, where no other wall meets it.
        """
        for corner in view.sheet.every["corner"]:
            cells = view.sheet.related(corner, "corners")
            if len(cells) == 4:
                for lits in self._barred(view, corner, cells):
                    view.out.clause((*unless, *(-lit for lit in lits)))

    def _barred(self, view: StatedView, corner: Place, cells: Sequence[Place]) -> Iterator[tuple[Lit, ...]]:
        if isinstance(self.graph, ByWalls):
            up, down, left, right = (
                view.out.shown[self.graph.layer, edge][1] for edge in view.sheet.related(corner, "sides")
            )
            for one, facing, sides in (
                *((up, down, (left, right)), (down, up, (left, right))),
                *((left, right, (up, down)), (right, left, (up, down))),
            ):
                yield from ((one, -facing, -side) for side in sides)
        else:
            inside = self.graph.lits(view)
            lits = [inside.get(place, FALSE) for place in cells]
            yield from ((*(own for own in lits if own is not odd), -odd) for odd in lits)


@dataclass(frozen=True)
class Shaped(Truth):
    """Each group has one of these shapes: `#` and `.`, / between rows; as they are, turned, mirrored."""

    graph: Graph
    shapes: tuple[str, ...]
    turned: bool = True
    mirrored: bool = True

    def _forms(self) -> set[Shape]:
        transforms = allowed_transforms(self.turned, self.mirrored).values()
        cells = [
            [(r, c) for r, row in enumerate(shape.split("/")) for c, char in enumerate(row) if char == "#"]
            for shape in self.shapes
        ]
        if not all(cells):
            raise GenreError("a shape has # for each of its cells, and / between rows")
        return {image for own in cells for image in images(normalise(own), transforms)}

    def true(self, view: BoardView) -> bool:
        return not list(self.broken(view))

    def broken(self, view: BoardView) -> Iterator[str]:
        forms = self._forms()
        for group in self.graph.groups(view):
            if normalise((y // 2, x // 2) for y, x in group) not in forms:
                yield f"the group of {name_of(group[0])} has none of the shapes"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Each cell in a group is in a placement that is a group."""
        inside = set(view.sheet.every["cell"])
        view.sheet.spend(len(inside) * sum(map(len, self._forms())))
        over: dict[Place, list[Lit]] = {place: [] for place in inside}
        for form, start in product(sorted(self._forms()), sorted(inside)):
            cells = [(start[0] + 2 * cell[0], start[1] + 2 * cell[1]) for cell in form]
            if inside.issuperset(cells) and (lit := self.graph.is_group(view, cells)) != FALSE:
                for place in cells:
                    over[place].append(lit)
        graph = self.graph.stated(view)
        for at, lit in zip(graph.places, graph.lits):
            if at is not None:
                view.out.clause((*unless, -lit, *over[at]))


def _alone(rule: Truth, unless: Unless) -> None:
    if unless:
        raise GenreError(f"{type(rule).__name__} can be required only, not under a condition")
