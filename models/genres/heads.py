"""In which direction a loop or a way is followed, and what is passed on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import EDGE, FAR, Amount, Spot, Truth, Var
from zenkai_solver.models.genres.sheet import DIRECTIONS, BoardView, Place, SheetView, expression
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Steps, Writer

Turn = tuple[Place, Place, bool]  # two edges at a place; are both passed right or down, or neither?
Turns = Iterator[tuple[Place, Turn, tuple[Place, ...]]]


@expression
class Heads(Truth):
    """The loop goes through an edge in this direction, if it is followed so that it goes to the right at its
    first level line, row by row, or where `backward`, the other way round.

    With `start` it is a way that begins there: at a cell in which it ends, or beside the board, from where it
    enters. Loop and way may cross themselves, and go straight on where they do. Another rule has the lines
    form one loop or way.
    """

    layer: str
    edge: Spot
    direction: Spot
    backward: bool = False
    start: Spot | None = None

    def true(self, view: BoardView) -> bool:
        edge, forward = self.edge.place(view), self.forward(view)
        wanted = self._is_forward(view, edge)
        return wanted is not None and forward.get(edge) == wanted

    def _is_forward(self, view: SheetView, edge: Place) -> bool | None:
        """Must it be passed right or down? None for a direction across the edge."""
        dy, dx = self.direction.place(view)
        if (dx if self._is_level(view, edge) else dy) == 0:
            return None
        return (dy + dx > 0) != self.backward

    def turns(self, view: SheetView) -> Turns:
        """Places with pairs of edges that a loop may join there, and those without a line where it does."""
        for y, x in view.sheet.every["corner" if self.layer in view.sheet.on_edges else "cell"]:
            up, down, left, right = (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)
            yield (y, x), (up, down, True), ()
            yield (y, x), (left, right, True), ()
            yield (y, x), (up, right, True), (down, left)
            yield (y, x), (down, left, True), (up, right)
            yield (y, x), (up, left, False), (down, right)
            yield (y, x), (down, right, False), (up, left)

    def _is_level(self, view: SheetView, edge: Place) -> bool:
        return (edge[0] % 2 == 0) == (self.layer in view.sheet.on_edges)

    def _level(self, view: SheetView, edges: Iterable[Place]) -> list[Place]:
        """Those at which a line is level, row by row."""
        return sorted(edge for edge in edges if self._is_level(view, edge))

    def firsts(self, view: SheetView, start: Place) -> Iterator[tuple[Place, bool, tuple[Place, ...]]]:
        """Edges at which the way may begin, whether it goes right or down there, and those that have no line
        if it does.
        """
        y, x = start
        ways = [step for step in DIRECTIONS if view.sheet.has((y + 2 * step.y, x + 2 * step.x))]
        if view.sheet.has(start):
            yield from (((y + step.y, x + step.x), sum(step) > 0, ()) for step in ways)
            return
        (inward,) = ways
        straight = y + 3 * inward.y, x + 3 * inward.x
        yield straight, sum(inward) > 0, ()
        for step in DIRECTIONS:
            if step.y * inward.y + step.x * inward.x == 0:
                yield (y + 2 * inward.y + step.y, x + 2 * inward.x + step.x), sum(step) > 0, (straight,)

    def _key(self, view: SheetView) -> tuple[object, ...]:
        """What the directions depend on."""
        return self.layer, "heads", self.start and self.start.place(view)

    def forward(self, view: BoardView) -> Mapping[Place, bool]:
        """For each line that is reached from the first one whether it is passed right or down."""
        return view.once(self._key(view), lambda: self._followed(view))

    def _followed(self, view: BoardView) -> Mapping[Place, bool]:
        lines = {edge for edge, value in view.layers[self.layer].items() if value}
        near: dict[Place, list[tuple[Place, bool]]] = {edge: [] for edge in lines}
        for _, (one, other, alike), without in self.turns(view):
            if one in lines and other in lines and lines.isdisjoint(without):
                near[one].append((other, alike))
                near[other].append((one, alike))
        forward = dict.fromkeys(self._level(view, lines)[:1], True)
        if self.start is not None:
            firsts = self.firsts(view, self.start.place(view))
            forward = {at: way for at, way, without in firsts if at in lines and lines.isdisjoint(without)}
        queue = [*forward]
        for edge in queue:
            for other, alike in near[edge]:
                if other not in forward:
                    forward[other] = forward[edge] == alike
                    queue.append(other)
        return forward

    def lit(self, view: StatedView) -> Lit:
        edge = self.edge.place(view)
        line, wanted = view.out.showing(self.layer, 1).get(edge, FALSE), self._is_forward(view, edge)
        if line == FALSE or wanted is None:
            return FALSE
        forward = self.stated(view)[edge]
        return view.out.every((line, forward if wanted else -forward))

    def stated(self, view: StatedView) -> Mapping[Place, Lit]:
        """For each edge an auxiliary variable: there is a line, and it is passed right or down."""
        return view.out.once(self._key(view), lambda: self._stated(view))

    def _stated(self, view: StatedView) -> Mapping[Place, Lit]:
        out, lines = view.out, view.out.showing(self.layer, 1)
        forward = {edge: out.build.auxiliary("heads") for edge in lines}
        with out.as_definition():
            for edge, line in lines.items():
                out.clause((line, -forward[edge]))
            if self.start is None:
                before = TRUE
                for edge in self._level(view, lines):
                    out.clause((-before, -lines[edge], forward[edge]))
                    before = out.every((before, -lines[edge]))
            else:
                for edge, way, without in self.firsts(view, self.start.place(view)):
                    if edge in lines:
                        here = forward[edge] if way else -forward[edge]
                        out.clause((-lines[edge], *_among(lines, without), here))
            for _, (one, other, alike), without in self.turns(view):
                if one in lines and other in lines:
                    unless = (-lines[one], -lines[other], *_among(lines, without))
                    a, b = forward[one], forward[other] if alike else -forward[other]
                    out.clause((*unless, a, -b))
                    out.clause((*unless, -a, b))
        return forward


@expression
class CountOnWay(Amount):
    """How many edges are passed on the way from `start` to a cell of those for which `across` is true, a
    statement about the given that may name the `EDGE`; 0 for a cell to which the way does not come.

    Another rule has the lines form one way that does not cross itself, and ends at `start`. Or, if `backward`
    is stated, one loop through `start`, which is followed as `Heads` says.
    """

    layer: str
    start: Spot
    spot: Spot
    across: Truth
    backward: bool | None = None

    def _is_counted(self, view: SheetView, edge: Place) -> bool:
        return self.across.true(view.bind(EDGE.name, edge).given)

    def _key(self, view: SheetView) -> tuple[object, ...]:
        """What the numbers of all cells depend on."""
        return self.layer, self.start.place(view), self.across, self.backward, "on way"

    def _ends(self, view: SheetView, edge: Place) -> tuple[Place, ...]:
        """The cells beside the edge, in the order in which it is passed right or down, or `backward`."""
        ends = view.sheet.related(edge, "beside")
        return ends[::-1] if self.backward else ends

    def number(self, view: BoardView) -> int:
        return view.once(self._key(view), lambda: self._passed(view)).get(self.spot.place(view), 0)

    def _passed(self, view: BoardView) -> Mapping[Place, int]:
        """For each cell of the way how many are passed before it."""
        forward = _heads(self).forward(view)
        after = {}
        for edge, way in forward.items():
            here, there = self._ends(view, edge)
            after[here if way else there] = edge, there if way else here
        at, number = self.start.place(view), 0
        passed = {at: number}
        while at in after and after[at][1] not in passed:
            edge, at = after[at]
            number += self._is_counted(view, edge)
            passed[at] = number
        return passed

    def form(self, view: StatedView) -> Form:
        return Form.of_steps(self.ordered(view, FAR))

    def ordered(self, view: StatedView, most: int) -> Steps:
        reached = view.once(self._key(view), lambda: self._stated(view))[self.spot.place(view)]
        return Steps(tuple(range(len(reached))), reached)

    def _stated(self, view: StatedView) -> Mapping[Place, tuple[Lit, ...]]:
        """For each cell, in order encoding, auxiliary variables: at least so many are passed before it."""
        out, lines, forward = view.out, view.out.showing(self.layer, 1), _heads(self).stated(view)
        counted = {edge for edge in lines if self._is_counted(view, edge)}
        cells = view.sheet.every["cell"]
        view.sheet.spend(len(cells) * len(counted))
        reached = {at: (TRUE, *(out.build.auxiliary("passed") for _ in range(len(counted)))) for at in cells}
        with out.as_definition():
            for at, lits in reached.items():
                _in_order(
                    out, lits, (lines[edge] for edge in view.sheet.related(at, "sides") if edge in lines)
                )
            start = self.start.place(view)
            for lit in reached[start][1:]:
                out.clause((-lit,))
            for edge, line in lines.items():
                one, other = self._ends(view, edge)
                for here, there, way in ((one, other, -forward[edge]), (other, one, forward[edge])):
                    if there != start:
                        _passed_on(out, (-line, way), reached[here], reached[there], edge in counted)
        return reached


@expression
class PassedBefore(Amount):
    """How many cells are passed on the way from `start` before the line at an edge of those for which the
    statement, about the given, is true, each as often as it is passed; 0 for an edge without a line.

    `start` is not counted. Another rule has the lines form one way that begins there, at a cell or beside the
    board; or, if `backward` is stated, one loop through `start`. Both are followed as `Heads` says, and may
    cross themselves.
    """

    layer: str
    start: Spot
    edge: Spot
    each: Var
    holds: Truth
    backward: bool | None = None

    def _is_counted(self, view: SheetView, cell: Place) -> bool:
        return self.holds.true(view.bind(self.each.name, cell).given)

    def _key(self, view: SheetView) -> tuple[object, ...]:
        """What the numbers at all edges depend on."""
        return self.layer, self.start.place(view), self.each, self.holds, self.backward, "passed before"

    def _firsts(self, view: SheetView) -> Iterator[tuple[Place, bool, tuple[Place, ...], bool]]:
        """Edges at which the way may begin, whether it goes right or down there, those that have no line if
        it does, and whether a cell is counted before.
        """
        start = self.start.place(view)
        for edge, way, without in _heads(self).firsts(view, start):
            first = next(cell for cell in view.sheet.related(edge, "beside") if (edge > cell) == way)
            yield edge, way, without, first != start and self._is_counted(view, first)

    def number(self, view: BoardView) -> int:
        return view.once(self._key(view), lambda: self._passed(view)).get(self.edge.place(view), 0)

    def _passed(self, view: BoardView) -> Mapping[Place, int]:
        forward = {at: way != bool(self.backward) for at, way in _heads(self).forward(view).items()}
        start = self.start.place(view)
        after: dict[Place, tuple[Place, Place]] = {}
        for at, (one, other, _), without in _heads(self).turns(view):
            if one in forward and other in forward and forward.keys().isdisjoint(without) and at != start:
                comes, goes = (one, other) if forward[one] == (one < at) else (other, one)
                after[comes] = at, goes
        passed: dict[Place, int] = {}
        for edge, way, without, number in self._firsts(view):
            if forward.get(edge) == way and forward.keys().isdisjoint(without):
                passed[edge] = int(number)
        queue = [*passed]
        for edge in queue:
            if edge in after and after[edge][1] not in passed:
                at, goes = after[edge]
                passed[goes] = passed[edge] + self._is_counted(view, at)
                queue.append(goes)
        return passed

    def form(self, view: StatedView) -> Form:
        return Form.of_steps(self.ordered(view, FAR))

    def ordered(self, view: StatedView, most: int) -> Steps:
        passed = view.once(self._key(view), lambda: self._stated(view))
        reached = passed.get(self.edge.place(view), (TRUE,))
        return Steps(tuple(range(len(reached))), reached)

    def _stated(self, view: StatedView) -> Mapping[Place, tuple[Lit, ...]]:
        """For each edge, in order encoding, auxiliary variables: at least so many are passed before it."""
        out, lines, start = view.out, view.out.showing(self.layer, 1), self.start.place(view)
        heads = _heads(self)
        counted = {at for at in view.sheet.every["cell"] if self._is_counted(view, at)}
        view.sheet.spend(len(lines) * len(counted))
        most = range(len(counted) + len(counted))  # a cell may be passed twice
        reached = {edge: (TRUE, *(out.build.auxiliary("passed") for _ in most)) for edge in lines}
        forward = {edge: -lit if self.backward else lit for edge, lit in heads.stated(view).items()}
        with out.as_definition():
            for edge, lits in reached.items():
                _in_order(out, lits, (lines[edge],))
            for edge, way, without, number in self._firsts(view):
                if edge in lines:
                    unless = (-lines[edge], -forward[edge] if way else forward[edge], *_among(lines, without))
                    _passed_on(out, unless, (TRUE, *(FALSE for _ in most)), reached[edge], number)
            for at, (one, other, _), without in heads.turns(view):
                if at != start and one in lines and other in lines:
                    unless = (-lines[one], -lines[other], *_among(lines, without))
                    for comes, goes in ((one, other), (other, one)):
                        leaves = -forward[comes] if comes < at else forward[comes]
                        _passed_on(out, (*unless, leaves), reached[comes], reached[goes], at in counted)
        return reached


def _heads(counting: CountOnWay | PassedBefore) -> Heads:
    """The directions in which the way, or the loop, is followed."""
    start = counting.start if counting.backward is None else None
    return Heads(counting.layer, EDGE, EDGE, start=start)


def _among(lines: Mapping[Place, Lit], edges: Iterable[Place]) -> tuple[Lit, ...]:
    return tuple(lines[edge] for edge in edges if edge in lines)


def _in_order(out: Writer, reached: Sequence[Lit], there: Iterable[Lit]) -> None:
    """At least so many are passed only where one less are; and one only where one of `there` is true."""
    for lit in reached[1:2]:
        out.clause((-lit, *there))
    for lower, higher in pairwise(reached):
        out.clause((lower, -higher))


def _passed_on(
    out: Writer, unless: tuple[Lit, ...], before: Sequence[Lit], after: Sequence[Lit], counted: bool
) -> None:
    """As many are passed after as before, or one more, unless a literal is true."""
    more = (TRUE, *before) if counted else (*before, FALSE)
    for lower, higher in zip(more, (*after, FALSE)):
        out.clause((*unless, -lower, higher))
        out.clause((*unless, lower, -higher))
