"""Connected groups of places, and the rules about them: one group, one loop, sizes, shapes.

A graph says which places are joined: neighbours for which a statement holds (`ByLabel`), cells without a wall
between them (`ByWalls`), or what lines join (`ByLines`). Its groups are its connected components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, compress, product
from typing import Any, Literal

from zenkai_solver.models.classes import adjacency, components
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
from zenkai_solver.models.genres.amounts import BorderLength
from zenkai_solver.models.genres.clues import piece_drawing
from zenkai_solver.models.genres.expressions import (
    EDGE,
    FAR,
    NO_BOUND,
    ONE,
    AllOf,
    Amount,
    Compare,
    Crossings,
    Everywhere,
    Fixed,
    ForAll,
    Item,
    Negation,
    PlaceList,
    Ready,
    RoomBorders,
    Rooms,
    RoomsBeside,
    SameRoom,
    Spot,
    Truth,
    ValueAt,
    Var,
    by_place,
)
from zenkai_solver.models.genres.rectangles import AreaLimits, Rectangle, RectangleCandidates, inside
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    WHOLE,
    AnyView,
    BoardView,
    GenreError,
    GenreSheet,
    Names,
    Place,
    SheetView,
    Value,
    expression,
    free_in,
    kind_of,
    name_of,
)
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Unless
from zenkai_solver.models.grid import Shape, Transform, allowed_transforms, images, normalise

PLACE = Var("place")
LARGE = 8  # of groups of so many cells and more those of powers of two bar all that are larger
Groups = list[tuple[Place, ...]]


@dataclass(frozen=True)
class StatedGraph:
    """Nodes with literals, and edges between them: the subgraph of the nodes whose literals are true.

    A node without a place stands for a line or an open way: it joins two places, which are true if it is.
    """

    places: tuple[Place | None, ...]
    lits: tuple[Lit, ...]
    edges: Edges

    @property
    def joints(self) -> Iterator[tuple[tuple[Lit, ...], int, int]]:
        """The literals that, all true, join two places directly, and the nodes of these."""
        ends: dict[int, list[int]] = {}
        for a, b in self.edges:
            if self.places[a] is not None and self.places[b] is not None:
                yield (self.lits[a], self.lits[b]), a, b
            else:
                way, end = (b, a) if self.places[b] is None else (a, b)
                ends.setdefault(way, []).append(end)
        for way, (one, other) in ends.items():
            yield (self.lits[way],), one, other

    def reached_from(self, view: StatedView, start: Place) -> list[tuple[Place | None, Lit]]:
        """For each node that may be in the group of `start` its place, and a literal that is true exactly if
        it is. Empty if `start` is no node.
        """
        if start not in self.places:
            return []
        root = self.places.index(start)
        part = next(part for part in self.parts if root in part)
        number = {node: i for i, node in enumerate(part)}
        view.sheet.spend(len(part))
        lits = tuple([self.lits[node] for node in part])
        edges = tuple([(number[a], number[b]) for a, b in self.edges if a in number])
        reached = tuple(view.out.build.auxiliary("reached") for _ in part)
        view.out.add(Reached(lits, edges, number[root], reached))
        return [(self.places[node], lit) for node, lit in zip(part, reached)]

    @cached_property
    def parts(self) -> list[list[int]]:
        """The nodes that are connected if all are true, such as those of a room, in order."""
        near = adjacency(len(self.lits), self.edges)
        return [sorted(part) for part in components(range(len(self.lits)), near.__getitem__)]


class Graph:
    """Which places are joined, on a filled board (`groups`) and in literals (`stated`)."""

    def groups(self, view: BoardView) -> Groups:
        """The groups, each in order, in the order of their first places."""
        return view.once(self, lambda: self.find(view))

    def stated(self, view: StatedView) -> StatedGraph:
        """The graph in literals, the same object each time."""
        return view.once(self, lambda: self.state(view))

    def group_of(self, view: BoardView, place: Place) -> tuple[Place, ...]:
        """The group of the place; empty if it is in none."""
        owners = view.once(
            (self, "owner"), lambda: {at: group for group in self.groups(view) for at in group}
        )
        return owners.get(place, ())

    def reached(self, view: StatedView, spot: Spot) -> dict[Place, Lit]:
        """For each place a literal that is true exactly if it is in the group of the spot; stated once."""

        def made() -> dict[Place, Lit]:
            reached = self.stated(view).reached_from(view, spot.place(view))
            return {place: lit for place, lit in reached if place is not None}

        return view.once((self, spot, "reached"), made)

    def ready_reached(self, view: StatedView, spot: Spot) -> Ready[dict[Place, Lit]]:
        """The same, whatever the names stand for."""
        free = free_in((self, spot)) - {EDGE.name}  # which a graph names for itself
        return by_place(lambda names: self.reached(view.naming(names), spot), free)

    def find(self, view: BoardView) -> Groups:
        """Computes `groups`, in the same order."""
        raise NotImplementedError

    def state(self, view: StatedView) -> StatedGraph:
        """Computes `stated`."""
        raise NotImplementedError

    def ready_group(self, view: StatedView) -> Callable[[Sequence[Place]], Lit]:
        """For cells that are connected a literal that is true exactly if they are a group."""
        raise GenreError(f"{type(self).__name__} has no groups of cells")


def _parts(places: Iterable[Place], joined: Iterable[tuple[Place, Place]]) -> Groups:
    """The connected components of a graph of places, each in order, in the order of their first places."""
    near: dict[Place, list[Place]] = {place: [] for place in places}
    for a, b in joined:
        near[a].append(b)
        near[b].append(a)
    return [tuple(sorted(part)) for part in components(sorted(near), near.__getitem__)]


@expression
class ByLabel(Graph):
    """The places for which the statement is true, joined with their `neighbours`, or with all `around`.

    Only across edges for which `across` is true, a statement about the given that may name the `EDGE`.
    """

    each: Var
    over: PlaceList
    holds: Truth
    relation: Literal["neighbours", "around"] = "neighbours"
    across: Truth | None = None

    def _over(self, view: SheetView) -> list[Place]:
        place = self.each.ready_place(view)
        return [place({self.each.name: bound}) for bound in self.over.at(view)]

    def near(self, view: SheetView, place: Place) -> tuple[Place, ...]:
        """The places with which this one is joined, if both are there."""
        near = view.sheet.related(place, self.relation)
        across = self.across
        if across is None:
            return near
        true, names = view.given.ready(across, type(across).ready_true), view.names
        middles = (((place[0] + y) // 2, (place[1] + x) // 2) for y, x in near)
        return tuple([at for at, edge in zip(near, middles) if true({**names, EDGE.name: edge})])

    def _joins(self, view: SheetView, one: Place, other: Place) -> bool:
        """May these two be joined across the edge between them?"""
        edge = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
        return self.across is None or self.across.true(view.bind(EDGE.name, edge).given)

    def find(self, view: BoardView) -> Groups:
        inside = {place for place, true in self._each(view, type(self.holds).ready_true) if true}
        pairs = (
            (a, b) for a in inside for b in view.sheet.related(a, self.relation) if a < b and b in inside
        )
        return _parts(inside, ((a, b) for a, b in pairs if self._joins(view, a, b)))

    def _each(
        self, view: AnyView, make: Callable[[Any, AnyView], Ready[Item]]
    ) -> Iterator[tuple[Place, Item]]:
        """Each place with what the statement is there."""
        stated, names, name = view.ready(self.holds, make), dict(view.names), self.each.name
        place, places = self.each.ready_place(view), self.over.at(view)
        view.sheet.spend(len(places))
        for names[name] in places:
            yield place(names), stated(names)

    def lits(self, view: StatedView) -> dict[Place, Lit]:
        """For each place that may be in a group the literal of the statement."""
        return view.once((self, "lits"), lambda: self._lits(view))

    def _lits(self, view: StatedView) -> dict[Place, Lit]:
        return {place: lit for place, lit in self._each(view, type(self.holds).ready_lit) if lit != FALSE}

    def state(self, view: StatedView) -> StatedGraph:
        lits = self.lits(view)
        number = {place: i for i, place in enumerate(lits)}
        near = self._all_near(view)
        pairs = ((number[a], number[b]) for a in lits for b in near[a] if a < b and b in lits)
        return StatedGraph(tuple(lits), tuple(map(view.out.real, lits.values())), tuple(pairs))

    def _all_near(self, view: StatedView) -> Mapping[Place, tuple[Place, ...]]:
        key = (self.over, self.relation, self.across, "near")  # whatever the statement is
        return view.once(key, lambda: {place: self.near(view, place) for place in self._over(view)})

    def ready_group(self, view: StatedView) -> Callable[[Sequence[Place]], Lit]:
        near, look_up, every = self._all_near(view), self.lits(view).get, view.out.every

        def is_group(cells: Sequence[Place]) -> Lit:
            inside = [look_up(place, FALSE) for place in cells]
            if FALSE in inside or (self.across is not None and not _are_joined(cells, near)):
                return FALSE
            outside = set[Place]().union(*map(near.__getitem__, cells)).difference(cells)
            return every([*inside, *[-look_up(place, FALSE) for place in outside]])

        return is_group


def _are_joined(cells: Sequence[Place], near: Mapping[Place, tuple[Place, ...]]) -> bool:
    """Are they connected among themselves?"""
    reached, left = [cells[0]], set(cells[1:])
    for place in reached:
        reached += left.intersection(near[place])
        left.difference_update(near[place])
    return not left


@expression
class ByWalls(Graph):
    """The areas: all cells, joined where no wall of the layer is between them.

    Only across edges for which `across` is true, a statement about the given that may name the `EDGE`.
    """

    layer: str
    across: Truth | None = None

    def _ways(self, view: SheetView) -> Sequence[Place]:
        """The edges across which cells may be joined."""
        inner, across = view.sheet.every["inner"], self.across
        if across is None:
            return inner
        return [edge for edge in inner if across.true(view.bind(EDGE.name, edge).given)]

    def find(self, view: BoardView) -> Groups:
        walls, sheet = view.layers[self.layer], view.sheet
        ways = ((edge, sheet.related(edge, "beside")) for edge in self._ways(view))
        return _parts(sheet.every["cell"], ((a, b) for edge, (a, b) in ways if not walls.get(edge)))

    def state(self, view: StatedView) -> StatedGraph:
        """The ways between cells are nodes too, so that nodes alone say what is connected."""
        cells, ways = view.sheet.every["cell"], self._ways(view)
        number = {place: i for i, place in enumerate(cells)}
        open_ways = (-view.out.shown[self.layer, edge][1] for edge in ways)
        ends = (
            (number[end], len(cells) + i)
            for i, edge in enumerate(ways)
            for end in view.sheet.related(edge, "beside")
        )
        lits = (*(view.out.real(TRUE) for _ in cells), *open_ways)
        return StatedGraph((*cells, *(None for _ in ways)), lits, tuple(ends))

    def ready_group(self, view: StatedView) -> Callable[[Sequence[Place]], Lit]:
        """Walls all around and none within: a wall within an area is barred by the layer itself."""
        if self.across is not None:
            return super().ready_group(view)
        walls, related, every = view.out.showing(self.layer, 1), view.sheet.related, view.out.every

        def is_group(cells: Sequence[Place]) -> Lit:
            lits: dict[Place, Lit] = {}
            for place in cells:
                for edge in related(place, "sides"):
                    if edge in walls:  # which is open if it is met twice
                        lits[edge] = -lits[edge] if edge in lits else walls[edge]
            return every(lits.values())

        return is_group


@expression
class ByLines(Graph):
    """The cells (of lines on edges the corners) that lines touch, joined by the lines.

    Where `across` is stated, only lines at edges for which it is true join; it may name the `EDGE`. Cells
    with the same clue of the key `linked`, which is not `?`, are joined as well, if lines touch them.
    """

    layer: str
    across: Truth | None = None
    linked: str = ""

    def links(self, view: SheetView, inside: Container[Place]) -> Iterator[tuple[Place, Place]]:
        """Each pair of these cells with the same clue of `linked`."""
        clues = sorted(view.sheet.clues.get(self.linked, {}).items())
        view.sheet.spend(len(clues) ** 2)
        for (one, clue), (other, same) in combinations(clues, 2):
            if clue == same != HIDDEN and one in inside and other in inside:
                yield one, other

    def find(self, view: BoardView) -> Groups:
        drawn = [edge for edge, value in view.layers[self.layer].items() if value]
        joins = (
            [True] * len(drawn)
            if self.across is None
            else self.across_each(view, drawn, type(self.across).ready_true)
        )
        ends = [joined(view.sheet, self.layer, edge) for edge in drawn]
        touched = {place for pair in ends for place in pair}
        return _parts(touched, (*compress(ends, joins), *self.links(view, touched)))

    def across_each(
        self, view: AnyView, edges: Iterable[Place], make: Callable[[Any, AnyView], Ready[Item]]
    ) -> list[Item]:
        """What `across` is at each of the edges."""
        stated, names = view.ready(self.across, make), dict(view.names)
        return [stated({**names, EDGE.name: edge}) for edge in edges]

    def state(self, view: StatedView) -> StatedGraph:
        """The lines that join are nodes too, so that nodes alone say what is connected."""
        shown, out = view.out.showing(self.layer, 1), view.out
        ends = [joined(view.sheet, self.layer, edge) for edge in shown]
        lines = [*shown.values()]
        if self.across is not None:
            lines = list(
                map(out.every, zip(lines, self.across_each(view, shown, type(self.across).ready_lit)))
            )
        at: dict[Place, list[Lit]] = {}
        for line, pair in zip(shown.values(), ends):
            for end in pair:
                at.setdefault(end, []).append(line)
        number = {place: i for i, place in enumerate(at)}
        joining = [(line, pair) for line, pair in zip(lines, ends) if line != FALSE]
        lits = (*(out.some(touching) for touching in at.values()), *(line for line, _ in joining))
        edges = ((number[end], len(at) + i) for i, (_, pair) in enumerate(joining) for end in pair)
        links = ((number[one], number[other]) for one, other in self.links(view, at))
        return StatedGraph((*at, *(None for _ in joining)), lits, (*edges, *links))


@expression
class ByArrows(Graph):
    """All cells, each joined with the neighbour at which an arrow of the layer in it points."""

    layer: str

    def find(self, view: BoardView) -> Groups:
        values, sheet = view.layers[self.layer], view.sheet
        inside = set(sheet.every["cell"])
        joined = []
        for (y, x), value in values.items():
            step = DIRECTIONS[value - 1]
            target = (y + 2 * step.y, x + 2 * step.x)
            if value and target in inside:
                joined.append(((y, x), target))
        return _parts(sheet.every["cell"], joined)

    def state(self, view: StatedView) -> StatedGraph:
        """The ways between neighbours are nodes too."""
        cells, pointing = view.sheet.every["cell"], view.out.showing
        number = {place: i for i, place in enumerate(cells)}
        ways: list[Lit] = []
        ends: list[tuple[int, int]] = []
        for edge in view.sheet.every["inner"]:
            one, other = view.sheet.related(edge, "beside")
            there, back = (4, 3) if edge[0] % 2 else (2, 1)  # to the right or down, and back
            pair = (pointing(self.layer, there).get(one, FALSE), pointing(self.layer, back).get(other, FALSE))
            if (lit := view.out.some(pair)) != FALSE:
                ends += [(number[end], len(cells) + len(ways)) for end in (one, other)]
                ways.append(view.out.real(lit))
        lits = (*(view.out.real(TRUE) for _ in cells), *ways)
        return StatedGraph((*cells, *(None for _ in ways)), lits, tuple(ends))


@expression
class ByDiagonals(Graph):
    """The corners of cells, joined by the diagonals of the layer, but for that of the cell `without`."""

    layer: str
    without: Spot | None = None

    def _ways(self, view: SheetView) -> Iterator[tuple[Place, int, Place, Place]]:
        """Each cell and value of its diagonal, and the corners that this joins."""
        left_out = self.without and self.without.place(view)
        for y, x in view.sheet.every["cell"]:
            if (y, x) != left_out:
                yield (y, x), 1, (y - 1, x - 1), (y + 1, x + 1)
                yield (y, x), 2, (y + 1, x - 1), (y - 1, x + 1)

    def find(self, view: BoardView) -> Groups:
        values = view.layers[self.layer]
        joined = ((one, other) for at, value, one, other in self._ways(view) if values.get(at) == value)
        return _parts(view.sheet.every["corner"], joined)

    def state(self, view: StatedView) -> StatedGraph:
        """The diagonals are nodes too."""
        corners, shown = view.sheet.every["corner"], view.out.showing
        number = {place: i for i, place in enumerate(corners)}
        ways = [(shown(self.layer, value).get(at, FALSE), ends) for at, value, *ends in self._ways(view)]
        lits = (*(view.out.real(TRUE) for _ in corners), *(view.out.real(lit) for lit, _ in ways))
        joins = ((number[end], len(corners) + i) for i, (_, ends) in enumerate(ways) for end in ends)
        return StatedGraph((*corners, *(None for _ in ways)), lits, tuple(joins))


@expression
class ByStrands(Graph):
    """The lines of the layer, each joined at its ends with the line that goes straight on there, or with that
    of a turn where none goes straight on from either: so lines that cross are not joined.
    """

    layer: str

    def _at(self, view: SheetView) -> Iterator[tuple[Place, ...]]:
        """The edges up, down, left and right of each place that lines join."""
        for y, x in view.sheet.every["corner" if self.layer in view.sheet.on_edges else "cell"]:
            yield (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)

    def find(self, view: BoardView) -> Groups:
        lines = {edge for edge, value in view.layers[self.layer].items() if value}
        pairs = []
        for sides in self._at(view):
            drawn = [edge for edge in sides if edge in lines]
            opposite = [pair for pair in (sides[:2], sides[2:]) if lines.issuperset(pair)]
            pairs += opposite or ([(drawn[0], drawn[1])] if len(drawn) == 2 else [])
        return _parts(lines, [(one, other) for one, other in pairs])

    def state(self, view: StatedView) -> StatedGraph:
        shown = view.out.showing(self.layer, 1)
        number = {edge: i for i, edge in enumerate(shown)}
        lits, edges = [*shown.values()], []
        for sides in self._at(view):
            for pair in (sides[:2], sides[2:]):
                if number.keys() >= set(pair):
                    edges.append((number[pair[0]], number[pair[1]]))
            for i, j in product((0, 1), (2, 3)):
                away = [-shown.get(sides[other], FALSE) for other in (1 - i, 5 - j)]
                turn = view.out.every([*(shown.get(sides[side], FALSE) for side in (i, j)), *away])
                if turn != FALSE:
                    edges += [(number[sides[side]], len(lits)) for side in (i, j)]
                    lits.append(turn)
        places = (*shown, *(None for _ in lits[len(shown) :]))
        return StatedGraph(places, tuple(map(view.out.real, lits)), tuple(edges))


def joined(sheet: GenreSheet, layer: str, edge: Place) -> tuple[Place, Place]:
    """The two places that a line at this edge joins: cells, or corners if the layer is of lines on edges."""
    a, b = sheet.related(edge, "ends" if layer in sheet.on_edges else "beside")
    return a, b


def rooms_in(word: object) -> Iterator[str]:
    """The key of the rooms that a word names, if it names one."""
    match word:
        case RoomBorders(key=key) | Crossings(key=key) | Rooms(key=key) | RoomsBeside(key=key):
            yield key
        case SameRoom(key=key) | BorderLength(key=key):
            yield key


# ---- rules


@expression
class AllConnected(Truth):
    """There is one group at most."""

    graph: Graph

    def true(self, view: BoardView) -> bool:
        return len(self.graph.groups(view)) <= 1

    def broken(self, view: BoardView) -> Iterator[str]:
        groups = self.graph.groups(view)
        if len(groups) > 1:
            first = " and ".join(name_of(group[0]) for group in groups[:2])
            yield f"there are {len(groups)} parts, at {first}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        self.refuse_condition(unless)
        graph = self.graph.stated(view)
        if graph.lits:
            view.out.add(Connected(graph.lits, graph.edges))
        if isinstance(self.graph, ByLabel) and self._parts_the_board(self.graph, view):
            self._bar_crossings(view, self.graph)

    def _parts_the_board(self, graph: ByLabel, view: StatedView) -> bool:
        """Does a rule require the other cells to be connected, too, so that both part the board in two?"""
        others = replace(graph, holds=Negation(graph.holds))
        whole = graph.over == Everywhere("cell") and graph.relation == "neighbours" and graph.across is None
        return whole and AllConnected(others) in view.out.words

    def _bar_crossings(self, view: StatedView, graph: ByLabel) -> None:
        """Implied constraints, for propagation: in the plane two connected regions never cross. So no 2x2 has
        one of them on each diagonal, and along the border of the board they change at most twice.
        """
        lits = graph.lits(view)
        for group in view.sheet.windows(2, 2):
            a, b, c, d = (lits.get(place, FALSE) for place in group.places)
            view.out.clause((-a, b, c, -d))
            view.out.clause((a, -b, -c, d))
        around = view.sheet.around
        pairs = zip(around, (*around[1:], *around[:1]))
        ends = ((lits.get(one, FALSE), lits.get(other, FALSE)) for one, other in pairs)
        changes = Form.of((1, view.out.choice(one, -other, other)) for one, other in ends)
        view.out.require(changes, 0, 2)


@expression
class OneLoop(Truth):
    """The lines of the layer are one closed loop that neither branches nor crosses itself.

    With `may_be_empty` there may be no line at all.
    """

    layer: str
    may_be_empty: bool = False

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
            yield f"there are {len(parts)} lines, at {' and '.join(name_of(part[0]) for part in parts[:2])}"
        if not lines and not self.may_be_empty:
            yield "there is no line"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        self.refuse_condition(unless)
        shown = view.out.showing(self.layer, 1)
        number: dict[Place, int] = {}
        edges = []
        for place in shown:
            a, b = joined(view.sheet, self.layer, place)
            edges.append((number.setdefault(a, len(number)), number.setdefault(b, len(number))))
        lits = tuple(shown.values())
        view.out.add(SingleLoop(lits, tuple(edges)))
        if not self.may_be_empty:
            view.out.clause(lits)


@expression
class NoLoop(Truth):
    """The lines of the layer, which may be diagonals of cells, close no loop, branches or not."""

    layer: str

    @staticmethod
    def _ends(sheet: GenreSheet, layer: str, place: Place, value: int) -> tuple[Place, Place]:
        """The two places that the line of this value joins."""
        if kind_of(place) != "cell":
            return joined(sheet, layer, place)
        y, x = place
        step = 1 if value == 1 else -1
        return (y - 1, x - step), (y + 1, x + step)

    def broken(self, view: BoardView) -> Iterator[str]:
        """A component has a loop exactly if it has as many lines as places, or more."""
        values = view.layers[self.layer].items()
        lines = [self._ends(view.sheet, self.layer, place, value) for place, value in values if value]
        for part in _parts({end for line in lines for end in line}, lines):
            inside = set(part)
            if sum(a in inside for a, _ in lines) >= len(part):
                yield f"there is a loop in the part of {name_of(part[0])}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        self.refuse_condition(unless)
        shown = [(place, lits) for (layer, place), lits in view.out.shown.items() if layer == self.layer]
        number: dict[Place, int] = {}
        lits, edges = [], []
        for place, choices in shown:
            for value, lit in choices.items():
                if value and lit != FALSE:
                    a, b = self._ends(view.sheet, self.layer, place, value)
                    lits.append(view.out.real(lit))
                    edges.append((number.setdefault(a, len(number)), number.setdefault(b, len(number))))
        view.out.add(Acyclic(tuple(lits), tuple(edges)))


@expression
class WallsDivide(Truth):
    """Each wall of the layer is between two areas: no wall ends within one."""

    layer: str

    def broken(self, view: BoardView) -> Iterator[str]:
        area = {place: i for i, group in enumerate(ByWalls(self.layer).groups(view)) for place in group}
        for edge, wall in view.layers[self.layer].items():
            a, b = view.sheet.related(edge, "beside")
            if wall and area[a] == area[b]:
                yield f"one area on both sides of {name_of(edge)}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Nothing where another rule about these areas implies it, such as that they are rectangles."""
        self.refuse_condition(unless)
        if any(
            rule.divides and getattr(rule, "graph", None) == ByWalls(self.layer) for rule in _statements(view)
        ):
            return
        number = {place: i for i, place in enumerate(view.sheet.every["cell"])}
        edges = view.sheet.every["inner"]
        ends = (view.sheet.related(edge, "beside") for edge in edges)
        lits = tuple(view.out.shown[self.layer, edge][1] for edge in edges)
        view.out.add(Division(lits, tuple((number[a], number[b]) for a, b in ends)))


def _weights(
    statement: EachGroup | GroupSum, view: SheetView, places: Iterable[Place | None]
) -> tuple[int, ...]:
    """The weights that the clues give to nodes; 0 for a node without a place."""
    if statement.weight == ONE:
        return tuple([int(place is not None) for place in places])
    weight = view.given.ready(statement.weight, type(statement.weight).ready_number)
    names, name = dict(view.names), statement.each.name
    weights = []
    for place in places:
        if place is not None:
            names[name] = place
        weights.append(0 if place is None else weight(names))
    return tuple(weights)


def _divides(total: int, least: int, most: int) -> bool:
    """Are there numbers of least..most each, one or more, that sum to the total?"""
    return least <= 0 or (most > 0 and max(1, -(-total // most)) * least <= total)


@expression
class EachGroup(Truth):
    """In each group the weights, which the clues give, sum to least..most."""

    graph: Graph
    each: Var
    weight: Amount
    least: Amount
    most: Amount = NO_BOUND

    def broken(self, view: BoardView) -> Iterator[str]:
        least, most = self.least.number(view.given), self.most.number(view.given)
        for group in self.graph.groups(view):
            number = sum(_weights(self, view, group))
            if not least <= number <= most:
                wanted = str(least) if least == most else f"at least {least}"
                wanted += f" and at most {most}" if least < most < FAR else ""
                yield f"the group of {name_of(group[0])} has {number}, not {wanted}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        self.refuse_condition(unless)
        if self._by_rectangles(view):
            return
        graph = self.graph.stated(view)
        weights = _weights(self, view, graph.places)
        roots = tuple(i for i, place in enumerate(graph.places) if place is not None)
        least, most = self.least.number(view.given), self.most.number(view.given)
        view.out.add(Components(graph.lits, graph.edges, weights, roots, least, most))
        if isinstance(self.graph, ByWalls) and not _divides(sum(weights), least, most):
            view.out.clause(())
        if least >= LARGE and least & (least - 1) == 0:
            self._bar_small(view, least)

    def _bar_small(self, view: StatedView, size: int) -> None:
        """Implied, where numbers are the sizes of groups: connected cells with numbers of `size` or more are
        so many, as each group of them is. It bars all these numbers at once where there is too little room.
        """
        match self:
            case EachGroup(
                ByLabel(each, _, Compare(ValueAt(_, spot), "=", Var() as number) as equal) as graph,
                _,
                weight,
                least,
                most,
            ) if each == spot and weight == ONE and least == most == number:
                larger = replace(graph, holds=replace(equal, operator=">="))
                EachGroup(larger, self.each, ONE, Fixed(size)).require(view)

    def _by_rectangles(self, view: StatedView) -> bool:
        """Where areas are rectangles of exactly one clue each: each cell is covered by a candidate of a clue.

        False, and nothing is stated, where this is not so, or the candidates are too many.
        """
        graph, least, most = self.graph, self.least.number(view.given), self.most.number(view.given)
        if not isinstance(graph, ByWalls) or not least == most == 1 or not are_rectangles(view, graph):
            return False
        cells = view.sheet.every["cell"]
        weights = _weights(self, view, cells)
        over: dict[Place, list[Lit]] = {place: [] for place in cells}
        for place in (place for place, weight in zip(cells, weights) if weight):
            rectangles = rectangles_at(view, graph, place)
            if rectangles is None or not set(weights) <= {0, 1}:
                return False
            for near, lits in inside(rectangles).items():
                over[near] += lits
        for lits in over.values():
            view.out.clause(lits)
        return True


@expression
class SameClues(Truth):
    """Each group has a clue of the key, and all its clues are equal; `?` is equal to itself alone."""

    graph: Graph
    key: str

    def broken(self, view: BoardView) -> Iterator[str]:
        clues = view.sheet.clues.get(self.key, {})
        for group in self.graph.groups(view):
            clued = [place for place in group if place in clues]
            if not clued:
                yield f"the group of {name_of(group[0])} has no clue"
            elif others := [place for place in clued if clues[place] != clues[clued[0]]]:
                yield f"{name_of(clued[0])} and {name_of(others[0])} have other clues"

    def _numbers(self, view: SheetView) -> dict[Value, int]:
        """Each different clue with a number, from 0."""
        return {clue: i for i, clue in enumerate(dict.fromkeys(view.sheet.clues.get(self.key, {}).values()))}

    def owned(self, view: StatedView) -> dict[int, list[Lit]]:
        """For each node with a place, and each different clue, an auxiliary variable: the group of the place
        has this clue.
        """

        def made() -> dict[int, list[Lit]]:
            graph, number = self.graph.stated(view), self._numbers(view)
            view.sheet.spend(len(graph.places) * len(number))
            nodes = (node for node, place in enumerate(graph.places) if place is not None)
            return {node: [view.out.build.auxiliary("clue") for _ in number] for node in nodes}

        return view.once((self, "owned"), made)

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        self.refuse_condition(unless)
        graph, out = self.graph.stated(view), view.out
        clues = view.sheet.clues.get(self.key, {})
        owned, number = self.owned(view), self._numbers(view)
        for node, lits in owned.items():
            lit, place = graph.lits[node], graph.places[node]
            out.count((-lit, *lits), 1, 1)
            if place is not None and place in clues:
                out.clause((-lit, lits[number[clues[place]]]))
        for joint, one, other in graph.joints:
            excuse = tuple(-lit for lit in joint)
            for a, b in zip(owned[one], owned[other]):  # each has exactly one
                out.clause((*excuse, a, -b))
        weights = tuple(int(place in clues) for place in graph.places)
        out.add(Components(graph.lits, graph.edges, weights, tuple(owned), 1, FAR))


@expression
class EndsAt(Truth):
    """The lines of the layer end at the clues of the key and nowhere else; one line ends at each."""

    layer: str
    key: str

    def broken(self, view: BoardView) -> Iterator[str]:
        clues, values = view.sheet.clues.get(self.key, {}), view.layers[self.layer]
        for place in view.sheet.every["corner" if self.layer in view.sheet.on_edges else "cell"]:
            number = sum(values.get(edge, 0) for edge in view.sheet.related(place, "sides"))
            if place in clues and number != 1:
                yield f"{number} lines end at {name_of(place)}, not 1"
            elif place not in clues and number == 1:
                yield f"the line ends at {name_of(place)}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        clues = view.sheet.clues.get(self.key, {})
        for place in view.sheet.every["corner" if self.layer in view.sheet.on_edges else "cell"]:
            shown = (view.out.shown.get((self.layer, edge)) for edge in view.sheet.related(place, "sides"))
            lits = [choices[1] for choices in shown if choices is not None]
            if place in clues:
                view.out.require(Form.of((1, lit) for lit in lits), 1, 1, unless)
            else:
                for i, lit in enumerate(lits):
                    view.out.clause((*unless, -lit, *lits[:i], *lits[i + 1 :]))


@expression
class GroupSum(Amount):
    """The sum of weights, which the clues give, over the group of a place; 0 if it is in no group.

    Without weights it is the size of the group.
    """

    graph: Graph
    spot: Spot
    each: Var = PLACE
    weight: Amount = ONE

    def number(self, view: BoardView) -> int:
        group = self.graph.group_of(view, self.spot.place(view))
        return sum(_weights(self, view, group))

    def form(self, view: StatedView) -> Form:
        reached = self.graph.reached(view, self.spot)
        return Form.of(zip(_weights(self, view, reached), reached.values()))

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Where the place must be in a group it takes no auxiliary variables, as `form` does."""
        if (
            not unless
            and self.weight == ONE
            and (rectangles := rectangles_at(view, self.graph, self.spot.place(view))) is not None
        ):
            view.out.clause(lit for rectangle, lit in rectangles.items() if lo <= len(rectangle.places) <= hi)
            return
        graph, start = self.graph.stated(view), self.spot.place(view)
        if unless or start not in graph.places:
            super().require_between(view, lo, hi, unless)
            return
        root = graph.places.index(start)
        if lo <= 0 <= hi and graph.lits[root] != view.out.real(TRUE):
            super().require_between(view, lo, hi, unless)
            return
        view.sheet.spend(len(graph.lits) // 8)
        weights = _weights(self, view, graph.places)
        view.out.clause((graph.lits[root],))
        view.out.add(Components(graph.lits, graph.edges, weights, (root,), lo, hi))


@expression
class GroupsIn(Amount):
    """How many groups have one of these places at least."""

    graph: Graph
    each: Var
    over: PlaceList

    def number(self, view: BoardView) -> int:
        groups = (
            self.graph.group_of(view, self.each.place(inner)) for inner in self.over.views(self.each, view)
        )
        return len({group[0] for group in groups if group})

    def form(self, view: StatedView) -> Form:
        """The places that are the first ones of their groups."""
        before: list[Mapping[Place, Lit]] = []
        firsts = []
        for inner in self.over.views(self.each, view):
            place, reached = self.each.place(inner), self.graph.reached(inner, self.each)
            others = [-group.get(place, FALSE) for group in before]
            firsts.append((1, view.out.every((reached.get(place, FALSE), *others))))
            before.append(reached)
        return Form.of(firsts)


@expression
class SameShape(Truth):
    """Both places are in groups of one shape, which may be turned and mirrored where this is allowed.

    Where `anchored`, the shapes lie alike, and the places are at the same cell of them.
    """

    graph: Graph
    one: Spot
    other: Spot
    anchored: bool = False

    def true(self, view: BoardView) -> bool:
        one, other = self.one.place(view), self.other.place(view)
        groups = self.graph.group_of(view, one), self.graph.group_of(view, other)
        if self.anchored:
            moved = {(y - one[0] + other[0], x - one[1] + other[1]) for y, x in groups[0]}
            return bool(moved) and moved == {*groups[1]}
        shapes = [normalise((y // 2, x // 2) for y, x in group) for group in groups if group]
        return len(shapes) == 2 and _least_image(shapes[0]) == _least_image(shapes[1])

    def lit(self, view: StatedView) -> Lit:
        """One of the ways in which one group may be moved onto the other: where its place comes to lie."""
        one, other = self.one.place(view), self.other.place(view)
        groups = self.graph.reached(view, self.one), self.graph.reached(view, self.other)
        transforms = allowed_transforms(not self.anchored, not self.anchored).values()
        view.sheet.spend(len(transforms) * len(groups[0]) * len(groups[1]))
        moves = product(transforms, [other] if self.anchored else groups[1])
        return view.out.some(self._moved(view, one, *groups, *move) for move in moves)

    @staticmethod
    def _moved(
        view: StatedView,
        start: Place,
        one: Mapping[Place, Lit],
        other: Mapping[Place, Lit],
        transform: Transform,
        end: Place,
    ) -> Lit:
        """Is the one group the other, where this transform moves the place `start` to `end`?"""
        (y, x), choice = transform(start), view.out.choice
        moved = {}
        for place, lit in one.items():
            to_y, to_x = transform(place)
            moved[to_y - y + end[0], to_x - x + end[1]] = lit
        equal = [choice(lit, other.get(at, FALSE), -other.get(at, FALSE)) for at, lit in moved.items()]
        beyond = [-lit for at, lit in other.items() if at not in moved]
        return view.out.every((other.get(end, FALSE), *equal, *beyond))


@expression
class SameGroup(Truth):
    """Both places are in one group."""

    graph: Graph
    one: Spot
    other: Spot

    def ready_true(self, view: BoardView) -> Ready[bool]:
        def group(names: Names) -> frozenset[Place]:
            inner = view.naming(names)
            return frozenset(self.graph.group_of(inner, self.one.place(inner)))

        free, place = free_in((self.graph, self.one)) - {EDGE.name}, self.other.ready_place(view)
        known = by_place(group, free)
        return lambda names: place(names) in known(names)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        group, place = self.graph.ready_reached(view, self.one), self.other.ready_place(view)
        return lambda names: group(names).get(place(names), FALSE)


@expression
class GroupCount(Amount):
    """For how many places of the group of a place the statement is true; 0 if it is in no group."""

    graph: Graph
    spot: Spot
    each: Var
    holds: Truth

    def number(self, view: BoardView) -> int:
        group = self.graph.group_of(view, self.spot.place(view))
        return sum(map(self.holds.true, view.through(self.each.name, group)))

    def form(self, view: StatedView) -> Form:
        return Form.of(
            (1, view.out.every((lit, self.holds.lit(view.bind(self.each.name, place)))))
            for place, lit in self._reached(view).items()
        )

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """At least so many in the group of a place, if it is in one, take no literals of what is reached: the
        statement of each place becomes a further node beside it, and only these nodes have a weight.
        """
        graph, start = self.graph.stated(view), self.spot.place(view)
        root = graph.places.index(start) if start in graph.places else -1
        if root < 0 or lo < 1 or hi < FAR or unless not in ((), (-graph.lits[root],)):
            super().require_between(view, lo, hi, unless)
            return
        view.sheet.spend(len(graph.lits))
        lits, edges = view.once((self.graph, self.each, self.holds), lambda: self._with_statements(view))
        if not unless:
            view.out.clause((graph.lits[root],))
        weights = (0,) * len(graph.lits) + (1,) * (len(lits) - len(graph.lits))
        view.out.add(Components(lits, edges, weights, (root,), lo, hi))

    def _with_statements(self, view: StatedView) -> tuple[tuple[Lit, ...], tuple[tuple[int, int], ...]]:
        """The literals and edges of the graph with a node for the statement beside that of each place."""
        graph = self.graph.stated(view)
        places = [(i, place) for i, place in enumerate(graph.places) if place is not None]
        more = [view.out.real(self.holds.lit(view.bind(self.each.name, place))) for _, place in places]
        beside = ((i, len(graph.lits) + n) for n, (i, _) in enumerate(places))
        return (*graph.lits, *more), (*graph.edges, *beside)

    def _reached(self, view: StatedView) -> dict[Place, Lit]:
        """For each place a literal that is true exactly if it is in the group."""
        if (rectangles := rectangles_at(view, self.graph, self.spot.place(view))) is not None:
            return {place: view.out.some(lits) for place, lits in inside(rectangles).items()}
        return self.graph.reached(view, self.spot)


@expression
class WiderBy(Amount):
    """How many more columns than rows the area of a place has: 0 for a square.

    It can be required only where a rule says that all areas are rectangles.
    """

    graph: ByWalls
    spot: Spot

    def number(self, view: BoardView) -> int:
        group = self.graph.group_of(view, self.spot.place(view))
        rows, columns = [y for y, _ in group], [x for _, x in group]
        return (max(columns) - min(columns) - max(rows) + min(rows)) // 2

    def choices(self, view: StatedView) -> dict[int, Lit]:
        if (rectangles := rectangles_at(view, self.graph, self.spot.place(view))) is None:
            raise GenreError("WiderBy is of areas that are all rectangles, by a rule, and not too many")
        lits: dict[int, list[Lit]] = {}
        for (top, bottom, left, right), lit in rectangles.items():
            lits.setdefault(right - left - bottom + top, []).append(lit)
        return {number: view.out.some(alternatives) for number, alternatives in lits.items()}

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items())

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        view.out.clause((*unless, *(lit for number, lit in self.choices(view).items() if lo <= number <= hi)))


def _statements(view: StatedView) -> Iterator[Truth]:
    """The statements that the rules require, the parts of conjunctions one by one."""
    queue: list[Any] = list(view.out.rules)
    while queue:
        statement = queue.pop()
        if isinstance(statement, AllOf):
            queue += statement.parts
        else:
            yield statement


def are_rectangles(view: StatedView, graph: Graph) -> bool:
    """Does a rule require all areas to be rectangles?"""
    return any(
        isinstance(statement, Rectangles) and statement.graph == graph for statement in _statements(view)
    )


def rectangles_at(view: StatedView, graph: Graph, place: Place) -> dict[Rectangle, Lit] | None:
    """The rectangles that may be the area of a place, with their literals.

    None where no rule says that areas are rectangles, or these are too many.
    """
    if not isinstance(graph, ByWalls) or not are_rectangles(view, graph):
        return None
    key = ("rectangles", graph, view.out.rules)
    if key not in view.out.memo:
        view.out.memo[key] = RectangleCandidates(_one_per_area(view, graph))
    known: RectangleCandidates = view.out.memo[key]
    if place not in known.of_place:
        known.add(view, graph.layer, place, _limits(view, graph, place))
    return known.of_place[place]


def _one_per_area(view: StatedView, graph: ByWalls) -> frozenset[Place]:
    """Places of which no area has two, by a rule of the genre; none if there is no such rule."""
    for rule in _statements(view):
        if isinstance(rule, EachGroup) and rule.graph == graph and rule.most.number(view.given) == 1:
            cells = view.sheet.every["cell"]
            weights = _weights(rule, view, cells)
            if set(weights) <= {0, 1}:
                return frozenset(compress(cells, weights))
    return frozenset()


def _limits(view: StatedView, graph: ByWalls, place: Place) -> AreaLimits:
    """Bounds on the area of the place: rules for all of some places that compare its size, or by how much it
    is wider than high, with what is given.
    """
    limits = AreaLimits()
    for statement in _statements(view):
        match statement:
            case ForAll(each, over, Compare(GroupSum() | WiderBy() as amount, _, _) as rule) if (
                amount.graph == graph and amount.spot == each and place in over.at(view)
            ):
                bounds = rule.bounds(view.bind(each.name, place))
                if bounds is not None and isinstance(amount, WiderBy):
                    limits.wider = max(limits.wider[0], bounds[0]), min(limits.wider[1], bounds[1])
                elif bounds is not None and amount == GroupSum(graph, each):
                    limits.size = max(limits.size[0], bounds[0]), min(limits.size[1], bounds[1])
    return limits


@expression
class Rectangles(Truth):
    """Each group is a rectangle. For groups by label that are joined with their neighbours, and areas."""

    graph: ByLabel | ByWalls

    divides = True

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
            yield from ((*(lit for lit in lits if lit is not odd), -odd) for odd in lits)


@expression
class Squares(Truth):
    """Each group is a square."""

    graph: ByLabel

    def broken(self, view: BoardView) -> Iterator[str]:
        for group in self.graph.groups(view):
            height, width = (1 + (max(axis) - min(axis)) // 2 for axis in zip(*group))
            if not height == width == len(group) // height:
                yield f"the group of {name_of(group[0])} is no square"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Each group is a rectangle, whose diagonal from its top left cell ends at its opposite corner."""
        Rectangles(self.graph).require(view, unless)
        out, inside = view.out, self.graph.lits(view)
        on_diagonal: dict[Place, Lit] = {}
        for y, x in view.sheet.every["cell"]:
            here, up, left = (inside.get(at, FALSE) for at in ((y, x), (y - 2, x), (y, x - 2)))
            begins = out.every((here, -up, -left))
            goes_on = out.every((here, on_diagonal.get((y - 2, x - 2), FALSE)))
            lit = on_diagonal[y, x] = out.some((begins, goes_on))
            right, down = (inside.get(at, FALSE) for at in ((y, x + 2), (y + 2, x)))
            out.clause((*unless, -lit, -right, down))
            out.clause((*unless, -lit, right, -down))


@expression
class Shaped(Truth):
    """Each group has one of these shapes: `#` for a cell, `.` for none, / between rows.

    They may be turned and mirrored unless it is switched off.
    """

    graph: Graph
    shapes: tuple[str, ...]
    turned: bool = True
    mirrored: bool = True

    divides = True  # a placement has walls all around, and none within

    @cached_property
    def forms(self) -> dict[Shape, int]:
        """Each way in which a shape may lie, with the number of the shape, from 1."""
        transforms = allowed_transforms(self.turned, self.mirrored).values()
        if not all("#" in shape for shape in self.shapes):
            raise GenreError("a shape has # for each of its cells, and / between rows")
        return {
            image: number
            for number, shape in reversed([*enumerate(self.shapes, 1)])
            for image in images(shape_of(shape), transforms)
        }

    def number_of(self, group: Sequence[Place]) -> int:
        """The number, from 1, of the shape that these cells form; 0 if it is none of them."""
        return self.forms.get(normalise((y // 2, x // 2) for y, x in group), 0)

    def over(self, view: StatedView) -> Mapping[Place, Sequence[tuple[int, Lit]]]:
        """For each cell the placements of shapes that cover it: the number of the shape, and a literal
        that is true exactly if the placement is a group.
        """
        return view.once((self, "over"), lambda: self._over(view))

    def _over(self, view: StatedView) -> Mapping[Place, Sequence[tuple[int, Lit]]]:
        cells = view.sheet.every["cell"]
        inside, forms = set(cells), sorted(self.forms.items())
        view.sheet.spend(len(cells) * len(forms))
        over: dict[Place, list[tuple[int, Lit]]] = {place: [] for place in cells}
        is_group = self.graph.ready_group(view)
        for (form, number), (y, x) in product(forms, cells):
            covered = [(y + 2 * down, x + 2 * right) for down, right in form]
            if inside.issuperset(covered) and (lit := is_group(covered)) != FALSE:
                for place in covered:
                    over[place].append((number, lit))
        return over

    def broken(self, view: BoardView) -> Iterator[str]:
        for group in self.graph.groups(view):
            if not self.number_of(group):
                yield f"the group of {name_of(group[0])} has none of the shapes"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Each cell that is in a group is covered by a placement that is a group."""
        graph, over = self.graph.stated(view), self.over(view)
        for at, lit in zip(graph.places, graph.lits):
            if at is not None:
                view.out.clause((*unless, -lit, *(placed for _, placed in over[at])))


@expression
class ShapeAt(Amount):
    """The number, from 1, of the shape that the group of a place has; 0 if it has none, or is in no group."""

    shaped: Shaped
    spot: Spot

    few = True

    def ready_number(self, view: BoardView) -> Ready[int]:
        shaped, place = self.shaped, self.spot.ready_place(view)

        def numbers() -> dict[Place, int]:
            groups = ((group, shaped.number_of(group)) for group in shaped.graph.groups(view))
            return {at: number for group, number in groups for at in group}

        return lambda names: view.kept((shaped, "numbers"), numbers).get(place(names), 0)

    def choices(self, view: StatedView) -> dict[int, Lit]:
        place = self.spot.place(view)
        over, numbers = self.shaped.over(view).get(place, ()), range(1, len(self.shaped.shapes) + 1)

        def made() -> dict[int, Lit]:
            shown = {
                number: view.out.some(lit for shape, lit in over if shape == number) for number in numbers
            }
            return shown if self._is_sure(view) else {0: view.out.every(-lit for _, lit in over), **shown}

        return view.out.once((self.shaped, place), made)

    def _is_sure(self, view: StatedView) -> bool:
        """Is each cell in a group, and has each group one of the shapes, by a rule?"""
        return isinstance(self.shaped.graph, ByWalls) and self.shaped in _statements(view)

    def form(self, view: StatedView) -> Form:
        return Form.of((value, lit) for value, lit in self.choices(view).items() if value)


@expression
class Pieces(Truth):
    """The groups are the pieces that a `FleetClue` names, each as often, turned and mirrored as they like.

    Where `some`, pieces may be left out.
    """

    graph: Graph
    key: str
    some: bool = False

    def _wanted(self, view: SheetView) -> dict[Shape, int]:
        """How often each piece must be there, by its least image."""
        value = view.sheet.clues.get(self.key, {}).get(WHOLE, ())
        drawings = map(piece_drawing, value if isinstance(value, tuple) else ())
        return dict(Counter(_least_image(shape_of(drawing)) for drawing in drawings))

    def broken(self, view: BoardView) -> Iterator[str]:
        wanted, met = self._wanted(view), Counter[Shape]()
        for group in self.graph.groups(view):
            form = _least_image(normalise((y // 2, x // 2) for y, x in group))
            if form not in wanted:
                yield f"the group of {name_of(group[0])} is none of the pieces"
            met[form] += 1
        for form, number in wanted.items():
            if met[form] > number or (met[form] < number and not self.some):
                yield f"{met[form]}, not {number}, are {drawing_of(form)}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Each cell in a group is covered by a placement that is a group; of each piece there are so many."""
        self.refuse_condition(unless)
        inside, wanted = set(view.sheet.every["cell"]), self._wanted(view)
        forms = {form: set(images(form, allowed_transforms(True, True).values())) for form in wanted}
        view.sheet.spend(
            len(inside) * sum(len(form) for orientations in forms.values() for form in orientations)
        )
        over: dict[Place, list[Lit]] = {place: [] for place in inside}
        is_group = self.graph.ready_group(view)
        for form, number in wanted.items():
            placed = []
            for image, start in product(sorted(forms[form]), sorted(inside)):
                cells = [(start[0] + 2 * cell[0], start[1] + 2 * cell[1]) for cell in image]
                if inside.issuperset(cells) and (lit := is_group(cells)) != FALSE:
                    placed.append(lit)
                    for place in cells:
                        over[place].append(lit)
            view.out.require(Form.of((1, lit) for lit in placed), 0 if self.some else number, number)
        graph = self.graph.stated(view)
        for at, lit in zip(graph.places, graph.lits):
            if at is not None:
                view.out.clause((-lit, *over[at]))
        self._bar_far(view, graph, {form for orientations in forms.values() for form in orientations})

    def _bar_far(self, view: StatedView, graph: StatedGraph, forms: set[Shape]) -> None:
        """Implied: two joined cells are not both in groups if no piece has two cells in this position."""
        steps = {(b[0] - a[0], b[1] - a[1]) for form in forms for a in form for b in form}
        for i, j in graph.edges:
            a, b = graph.places[i], graph.places[j]
            if a is not None and b is not None and ((b[0] - a[0]) // 2, (b[1] - a[1]) // 2) not in steps:
                view.out.clause((-graph.lits[i], -graph.lits[j]))


def shape_of(drawing: str) -> Shape:
    """The cells of a drawing of # and ., with / between rows."""
    rows = enumerate(drawing.split("/"))
    return normalise((r, c) for r, row in rows for c, char in enumerate(row) if char == "#")


def drawing_of(shape: Shape) -> str:
    """The inverse of `shape_of`."""
    height, width = (1 + max(axis) for axis in zip(*shape))
    return "/".join("".join(".#"[(r, c) in shape] for c in range(width)) for r in range(height))


def _least_image(shape: Shape) -> Shape:
    """One for all that differ by turns and mirrors."""
    return min(images(shape, allowed_transforms(True, True).values()))
