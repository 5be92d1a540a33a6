"""Rules about the groups of a graph: one group, one loop, sizes, clues and sums of each; rectangles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

from zenkai_solver.models.constraints import Acyclic, Components, Connected, Division, Lit, SingleLoop
from zenkai_solver.models.genres.amounts import ValueAt
from zenkai_solver.models.genres.expressions import (
    EDGE,
    FAR,
    NO_BOUND,
    ONE,
    AllOf,
    Amount,
    Compare,
    Fixed,
    Negation,
    PlaceList,
    Ready,
    Spot,
    Truth,
    Var,
    by_place,
)
from zenkai_solver.models.genres.graphs import PLACE, ByLabel, ByLines, ByWalls, Graph, joined, parts_of
from zenkai_solver.models.genres.places import Everywhere
from zenkai_solver.models.genres.rectangles import MOST as MOST_RECTANGLES
from zenkai_solver.models.genres.rectangles import AreaLimits, Rectangle, RectangleCandidates, inside
from zenkai_solver.models.genres.sheet import (
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
from zenkai_solver.models.genres.statements import ForAll
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Unless

LARGE = 8  # of groups of so many cells and more those of powers of two bar all that are larger


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
    def _ends(sheet: GenreSheet, layer: str, place: Place, value: int) -> list[tuple[Place, Place]]:
        """The two places that each line of this value joins."""
        if kind_of(place) != "cell":
            return [joined(sheet, layer, place)]
        y, x = place
        steps = (1, -1) if value == 3 else (1,) if value == 1 else (-1,)
        return [((y - 1, x - step), (y + 1, x + step)) for step in steps]

    def broken(self, view: BoardView) -> Iterator[str]:
        """A component has a loop exactly if it has as many lines as places, or more."""
        values = view.layers[self.layer].items()
        drawn = [self._ends(view.sheet, self.layer, place, value) for place, value in values if value]
        lines = [line for ends in drawn for line in ends]
        for part in parts_of({end for line in lines for end in line}, lines):
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
                ends = self._ends(view.sheet, self.layer, place, value) if value and lit != FALSE else []
                for a, b in ends:
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
            rule.divides and getattr(rule, "graph", None) == ByWalls(self.layer) for rule in required(view)
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
class Within(Truth):
    """The other place is in the group of the one, and so many steps lead there, or fewer."""

    graph: ByLabel
    one: Spot
    other: Spot
    steps: Amount

    def true(self, view: BoardView) -> bool:
        start, end, steps = self.one.place(view), self.other.place(view), self.steps.number(view.given)
        inside = {*self.graph.group_of(view, start)}
        reached, latest = set[Place](), {start} & inside
        for _ in range(steps + 1):
            reached |= latest
            latest = {at for place in latest for at in self.graph.near(view, place)} & inside - reached
        return end in reached

    def lit(self, view: StatedView) -> Lit:
        start, steps = self.one.place(view), self.steps.number(view.given)
        lits = self.graph.lits(view)
        if steps < 0 or start not in lits:
            return FALSE
        layers = view.once((self.graph, "steps"), lambda: [{start: lits[start]}], start)
        while len(layers) <= steps and len(layers) <= len(lits):
            view.sheet.spend(len(lits))
            layers.append(self._next(view, lits, layers[-1]))
        return layers[min(steps, len(layers) - 1)].get(self.other.place(view), FALSE)

    def _next(
        self, view: StatedView, lits: Mapping[Place, Lit], latest: Mapping[Place, Lit]
    ) -> dict[Place, Lit]:
        """For each place a literal that is true if it is reached by one step more."""
        out, reached = view.out, dict[Place, Lit]()
        for place, lit in lits.items():
            before = [latest[at] for at in self.graph.near(view, place) if at in latest]
            if before or place in latest:
                reached[place] = out.some((latest.get(place, FALSE), out.every((lit, out.some(before)))))
        return reached


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
        holds, name = view.ready(self.holds, type(self.holds).ready_lit), self.each.name
        names, counted = dict(view.names), []
        for names[name], lit in self._reached(view).items():
            counted.append(view.out.every((lit, holds(names))))
        return Form.count(counted)

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
            if not are_rectangles(view, self.graph):
                raise GenreError("WiderBy is of areas that are all rectangles, by a rule")
            cells = f"{view.sheet.rows}x{view.sheet.columns} cells"
            raise GenreError(f"WiderBy takes more than {MOST_RECTANGLES:,} rectangles on {cells}")
        lits: dict[int, list[Lit]] = {}
        for (top, bottom, left, right), lit in rectangles.items():
            lits.setdefault(right - left - bottom + top, []).append(lit)
        return {number: view.out.some(alternatives) for number, alternatives in lits.items()}

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items())

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        view.out.clause((*unless, *(lit for number, lit in self.choices(view).items() if lo <= number <= hi)))


def required(view: StatedView) -> Iterator[Truth]:
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
    return any(isinstance(statement, Rectangles) and statement.graph == graph for statement in required(view))


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
    for rule in required(view):
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
    for statement in required(view):
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
