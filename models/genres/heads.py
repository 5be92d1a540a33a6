"""In which direction a loop is followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import Spot, Truth
from zenkai_solver.models.genres.sheet import BoardView, Place, SheetView, expression
from zenkai_solver.models.genres.stating import DEFINITION, FALSE, TRUE, StatedView

Turn = tuple[Place, Place, bool]  # two edges at a place; are both passed right or down, or neither?


@expression
class Heads(Truth):
    """The loop goes through an edge in this direction, if it is followed so that it goes to the right at its
    first level line, row by row, or where `backward`, the other way round.

    The loop may cross itself, and goes straight on where it does. Another rule has the lines form one loop.
    """

    layer: str
    edge: Spot
    direction: Spot
    backward: bool = False

    def true(self, view: BoardView) -> bool:
        edge, forward = self.edge.place(view), self._forward(view)
        wanted = self._is_forward(view, edge)
        return wanted is not None and forward.get(edge) == wanted

    def _is_forward(self, view: SheetView, edge: Place) -> bool | None:
        """Must it be passed right or down? None for a direction across the edge."""
        dy, dx = self.direction.place(view)
        if (dx if self._is_level(view, edge) else dy) == 0:
            return None
        return (dy + dx > 0) != self.backward

    def _turns(self, view: SheetView) -> Iterator[tuple[Turn, tuple[Place, ...]]]:
        """Pairs of edges that a loop may join, with those that have no line where it does."""
        for y, x in view.sheet.every["corner" if self.layer in view.sheet.on_edges else "cell"]:
            up, down, left, right = (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)
            yield (up, down, True), ()
            yield (left, right, True), ()
            yield (up, right, True), (down, left)
            yield (down, left, True), (up, right)
            yield (up, left, False), (down, right)
            yield (down, right, False), (up, left)

    def _is_level(self, view: SheetView, edge: Place) -> bool:
        return (edge[0] % 2 == 0) == (self.layer in view.sheet.on_edges)

    def _level(self, view: SheetView, edges: Iterable[Place]) -> list[Place]:
        """Those at which a line is level, row by row."""
        return sorted(edge for edge in edges if self._is_level(view, edge))

    def _forward(self, view: BoardView) -> Mapping[Place, bool]:
        """For each line that is reached from the first one whether it is passed right or down."""
        return view.once((self.layer, "heads"), lambda: self._followed(view))

    def _followed(self, view: BoardView) -> Mapping[Place, bool]:
        lines = {edge for edge, value in view.layers[self.layer].items() if value}
        near: dict[Place, list[tuple[Place, bool]]] = {edge: [] for edge in lines}
        for (one, other, alike), without in self._turns(view):
            if one in lines and other in lines and lines.isdisjoint(without):
                near[one].append((other, alike))
                near[other].append((one, alike))
        forward = dict.fromkeys(self._level(view, lines)[:1], True)
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
        forward = view.out.once((self.layer, "heads"), lambda: self._stated(view))[edge]
        return view.out.every((line, forward if wanted else -forward))

    def _stated(self, view: StatedView) -> Mapping[Place, Lit]:
        """For each edge an auxiliary variable: there is a line, and it is passed right or down."""
        out, lines = view.out, view.out.showing(self.layer, 1)
        forward = {edge: out.build.auxiliary("heads") for edge in lines}
        origin, out.origin = out.origin, DEFINITION if out.origin is not None else None
        for edge, line in lines.items():
            out.clause((line, -forward[edge]))
        before = TRUE
        for edge in self._level(view, lines):
            out.clause((-before, -lines[edge], forward[edge]))
            before = out.every((before, -lines[edge]))
        for (one, other, alike), without in self._turns(view):
            if one in lines and other in lines:
                unless = (-lines[one], -lines[other], *(lines[edge] for edge in without if edge in lines))
                a, b = forward[one], forward[other] if alike else -forward[other]
                out.clause((*unless, a, -b))
                out.clause((*unless, -a, b))
        out.origin = origin
        return forward
