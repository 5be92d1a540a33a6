"""Connected groups of places.

A graph says which places are joined: neighbours for which a statement holds (`ByLabel`), cells without a wall
between them (`ByWalls`), or what lines join (`ByLines`). Its groups are its connected components.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, compress, pairwise, product
from typing import Any, Literal

from zenkai_solver.models.classes import adjacency, components
from zenkai_solver.models.constraints import Edges, Lit, Reached
from zenkai_solver.models.genres.expressions import EDGE, Item, PlaceList, Ready, Spot, Truth, Var, by_place
from zenkai_solver.models.genres.places import (
    Crossings,
    RoomBorders,
    Rooms,
    RoomsBeside,
    SameRoom,
    SlashedRooms,
    places_in,
)
from zenkai_solver.models.genres.series import BorderLength
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    AnyView,
    BoardView,
    GenreError,
    GenreSheet,
    Place,
    SheetView,
    expression,
    free_in,
    middle,
)
from zenkai_solver.models.genres.stating import FALSE, TRUE, StatedView

PLACE = Var("place")
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
        start = spot.place(view)

        def made() -> dict[Place, Lit]:
            reached = self.stated(view).reached_from(view, start)
            return {place: lit for place, lit in reached if place is not None}

        return view.once((self, "reached"), made, start)  # whichever name stands for the place

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


def parts_of(places: Iterable[Place], joined: Iterable[tuple[Place, Place]]) -> Groups:
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
        edge = middle(one, other)
        return self.across is None or self.across.true(view.bind(EDGE.name, edge).given)

    def find(self, view: BoardView) -> Groups:
        inside = {place for place, true in self._each(view, type(self.holds).ready_true) if true}
        pairs = (
            (a, b) for a in inside for b in view.sheet.related(a, self.relation) if a < b and b in inside
        )
        return parts_of(inside, ((a, b) for a, b in pairs if self._joins(view, a, b)))

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
        return parts_of(sheet.every["cell"], ((a, b) for edge, (a, b) in ways if not walls.get(edge)))

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
class ByWays(Graph):
    """The places for which `holds` is true, joined with their neighbours across edges for which `across` is
    true, a statement about the board that may name the `EDGE`.
    """

    each: Var
    over: PlaceList
    holds: Truth
    across: Truth

    def _each(
        self, view: AnyView, make: Callable[[Any, AnyView], Ready[Item]]
    ) -> tuple[dict[Place, Item], dict[tuple[Place, Place], Item]]:
        """What `holds` is at each place, and `across` between each two neighbours."""
        stated, joined = view.ready(self.holds, make), view.ready(self.across, make)
        names, place, over = dict(view.names), self.each.ready_place(view), self.over.at(view)
        view.sheet.spend(len(over))
        there: dict[Place, Item] = {}
        for names[self.each.name] in over:
            there[place(names)] = stated(names)
        pairs = ((a, b) for a in there for b in view.sheet.related(a, "neighbours") if a < b and b in there)
        return there, {(a, b): joined({**view.names, EDGE.name: middle(a, b)}) for a, b in pairs}

    def find(self, view: BoardView) -> Groups:
        there, ways = self._each(view, _ready_true)
        return parts_of(
            [place for place, true in there.items() if true],
            [(a, b) for (a, b), true in ways.items() if true and there[a] and there[b]],
        )

    def state(self, view: StatedView) -> StatedGraph:
        """The ways between places are nodes too, so that nodes alone say what is connected."""
        every, ways = self._each(view, _ready_lit)
        there = {place: lit for place, lit in every.items() if lit != FALSE}
        number = {place: i for i, place in enumerate(there)}
        open_ways = [(pair, lit) for pair, lit in ways.items() if lit != FALSE and number.keys() >= {*pair}]
        lits = (*there.values(), *(lit for _, lit in open_ways))
        ends = ((number[end], len(there) + i) for i, (pair, _) in enumerate(open_ways) for end in pair)
        places = (*there, *(None for _ in open_ways))
        return StatedGraph(places, tuple(map(view.out.real, lits)), tuple(ends))


def _ready_true(word: Truth, view: BoardView) -> Ready[bool]:
    return word.ready_true(view)


def _ready_lit(word: Truth, view: StatedView) -> Ready[Lit]:
    return word.ready_lit(view)


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
        return parts_of(touched, (*compress(ends, joins), *self.links(view, touched)))

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
        return parts_of(sheet.every["cell"], joined)

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
class Tie:
    """At each of some places, or groups, where a statement is true, these places are tied to each other."""

    each: Var
    over: PlaceList
    holds: Truth
    ends: PlaceList


@expression
class ByTies(Graph):
    """All of these places, joined by ties."""

    over: PlaceList
    ties: tuple[Tie, ...]

    def _tied(
        self, view: AnyView, make: Callable[[Any, AnyView], Ready[Item]]
    ) -> Iterator[tuple[Item, tuple[Place, Place]]]:
        """What the statement of a tie is, and two places that it ties."""
        inside = set(places_in(self.over.at(view)))
        for tie in self.ties:
            stated, ends, names = view.ready(tie.holds, make), tie.ends.ready_at(view), dict(view.names)
            over = tie.over.at(view)
            view.sheet.spend(len(over))
            for names[tie.each.name] in over:
                tied = [at for at in places_in(ends(names)) if at in inside]
                view.sheet.spend(len(tied))
                yield from ((stated(names), pair) for pair in pairwise(tied))

    def find(self, view: BoardView) -> Groups:
        return parts_of(
            places_in(self.over.at(view)), (pair for true, pair in self._tied(view, _ready_true) if true)
        )

    def state(self, view: StatedView) -> StatedGraph:
        """The ties are nodes too."""
        places = places_in(self.over.at(view))
        number = {place: i for i, place in enumerate(places)}
        ways = [(lit, pair) for lit, pair in self._tied(view, _ready_lit) if lit != FALSE]
        lits = (*(view.out.real(TRUE) for _ in places), *(view.out.real(lit) for lit, _ in ways))
        joins = ((number[end], len(places) + i) for i, (_, pair) in enumerate(ways) for end in pair)
        return StatedGraph((*places, *(None for _ in ways)), lits, tuple(joins))


@expression
class ByDiagonals(Graph):
    """The corners of cells, joined by the diagonals of the layer, but for that of the cell `without`."""

    layer: str
    without: Spot | None = None

    def _ways(self, view: SheetView) -> Iterator[tuple[Place, tuple[int, int], Place, Place]]:
        """Each cell and the values with which two of its corners are joined, and these."""
        left_out = self.without and self.without.place(view)
        for y, x in view.sheet.every["cell"]:
            if (y, x) != left_out:
                yield (y, x), (1, 3), (y - 1, x - 1), (y + 1, x + 1)
                yield (y, x), (2, 3), (y + 1, x - 1), (y - 1, x + 1)

    def find(self, view: BoardView) -> Groups:
        shown = view.layers[self.layer]
        joined = ((one, other) for at, values, one, other in self._ways(view) if shown.get(at) in values)
        return parts_of(view.sheet.every["corner"], joined)

    def state(self, view: StatedView) -> StatedGraph:
        """The diagonals are nodes too."""
        corners, shown = view.sheet.every["corner"], view.out.showing
        number = {place: i for i, place in enumerate(corners)}
        ways = [
            (view.out.some([shown(self.layer, value).get(at, FALSE) for value in values]), ends)
            for at, values, *ends in self._ways(view)
        ]
        lits = (*(view.out.real(TRUE) for _ in corners), *(view.out.real(lit) for lit, _ in ways))
        joins = ((number[end], len(corners) + i) for i, (_, ends) in enumerate(ways) for end in ends)
        return StatedGraph((*corners, *(None for _ in ways)), lits, tuple(joins))


@expression
class ByHalves(Graph):
    """All edges, joined where they are sides of one cell and no diagonal of the layer is between them.

    Where they are `mirrors`, in a cell without a diagonal only opposite sides are joined, as by light.
    """

    layer: str
    mirrors: bool = False

    def _ways(self, view: SheetView) -> Iterator[tuple[Place, tuple[int, ...], Place, Place]]:
        """Each cell, and the values of a diagonal with which two of its sides are joined, with these."""
        none = () if self.mirrors else (0,)
        for y, x in view.sheet.every["cell"]:
            for side, up, down in ((-1, 2, 1), (1, 1, 2)):
                yield (y, x), (*none, up), (y - 1, x), (y, x + side)
                yield (y, x), (*none, down), (y + 1, x), (y, x + side)
            if self.mirrors:
                yield (y, x), (0,), (y - 1, x), (y + 1, x)
                yield (y, x), (0,), (y, x - 1), (y, x + 1)

    def find(self, view: BoardView) -> Groups:
        values = view.layers[self.layer]
        joins = ((one, other) for at, shown, one, other in self._ways(view) if values.get(at, 0) in shown)
        return parts_of(view.sheet.every["edge"], joins)

    def state(self, view: StatedView) -> StatedGraph:
        """The ways between edges are nodes too."""
        edges, shown = view.sheet.every["edge"], [view.out.showing(self.layer, value) for value in (0, 1, 2)]
        number = {place: i for i, place in enumerate(edges)}
        ways = [
            (view.out.some(shown[value].get(at, FALSE) for value in values), ends)
            for at, values, *ends in self._ways(view)
        ]
        lits = (*(view.out.real(TRUE) for _ in edges), *(view.out.real(lit) for lit, _ in ways))
        joins = ((number[end], len(edges) + i) for i, (_, ends) in enumerate(ways) for end in ends)
        return StatedGraph((*edges, *(None for _ in ways)), lits, tuple(joins))


# Of the sides up, down, left and right of a cell those that are joined by a diagonal in it, or none.
_PAIRS = {0: ((0, 1), (2, 3)), 1: ((0, 3), (1, 2)), 2: ((0, 2), (1, 3))}


@expression
class ByStrands(Graph):
    """The lines of the layer, each joined at its ends with the line that goes straight on there, or with that
    of a turn where none goes straight on from either: so lines that cross are not joined. At clues of the key
    `hubs` all lines are joined; where the diagonals `bends` have one, both lines beside it on each side.
    """

    layer: str
    hubs: str = ""
    bends: str = ""

    def _at(self, view: SheetView) -> Iterator[tuple[tuple[Place, ...], bool]]:
        """The edges up, down, left and right of each place that lines join, and whether it is a hub."""
        hubs = view.sheet.clues.get(self.hubs, {})
        for y, x in view.sheet.every["corner" if self.layer in view.sheet.on_edges else "cell"]:
            yield ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)), (y, x) in hubs

    def find(self, view: BoardView) -> Groups:
        lines = {edge for edge, value in view.layers[self.layer].items() if value}
        bends = view.layers.get(self.bends, {})
        pairs: list[tuple[Place, ...]] = []
        for sides, is_hub in self._at(view):
            drawn = [edge for edge in sides if edge in lines]
            together = _PAIRS[bends.get((sides[0][0] + 1, sides[0][1]), 0)]
            opposite = [
                pair for pair in ((sides[i], sides[j]) for i, j in together) if lines.issuperset(pair)
            ]
            pairs += pairwise(drawn) if is_hub or len(drawn) == 2 else opposite
        return parts_of(lines, [(one, other) for one, other in pairs])

    def state(self, view: StatedView) -> StatedGraph:
        shown = view.out.showing(self.layer, 1)
        number = {edge: i for i, edge in enumerate(shown)}
        lits, edges = [*shown.values()], []
        for sides, is_hub in self._at(view):
            bend = view.out.shown.get((self.bends, (sides[0][0] + 1, sides[0][1])), {})
            for pair in combinations(sides, 2) if is_hub else () if bend else (sides[:2], sides[2:]):
                if number.keys() >= set(pair):
                    edges.append((number[pair[0]], number[pair[1]]))
            for value, bent in bend.items():
                for i, j in _PAIRS[value]:
                    joint = view.out.every([bent, *(shown.get(sides[side], FALSE) for side in (i, j))])
                    if joint != FALSE:
                        edges += [(number[sides[side]], len(lits)) for side in (i, j)]
                        lits.append(joint)
            for i, j in () if is_hub else product((0, 1), (2, 3)):
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
        case SameRoom(key=key) | BorderLength(key=key) | SlashedRooms(key=key):
            yield key
