"""Floors on which a way can be, where lifts lead up and down and numbers name floors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import EDGE, Amount, Spot, Truth
from zenkai_solver.models.genres.heads import Heads
from zenkai_solver.models.genres.sheet import BoardView, Place, SheetView, expression
from zenkai_solver.models.genres.stating import FALSE, TRUE, StatedView

UP, DOWN = 1, 2  # signs of lifts; another one is a lift either way


@expression
class FloorsFit(Truth):
    """The way from `start` to `goal` can be on floors 1 to `top`, so that it is on this floor at each number
    of `key`, and changes floors at the lifts of `given`, and only there: 1 leads up, 2 down, 3 either way.

    Another rule has the lines form one way that does not cross itself, with these ends. It may come from any
    floor. Of other ways, on a wrong board, one direction must be such, but none begins at `goal`.
    """

    layer: str
    start: Spot
    goal: Spot
    key: str
    given: str
    top: Amount

    def _heads(self) -> Heads:
        return Heads(self.layer, EDGE, EDGE, start=self.start)

    def _ways(self, view: SheetView, edge: Place) -> Iterator[tuple[Place, Place, bool]]:
        """Both ways over an edge: from a cell to a cell, and whether right or down."""
        one, other = view.sheet.related(edge, "beside")
        yield one, other, True
        yield other, one, False

    def _clues(self, view: SheetView, cell: Place) -> tuple[int | None, int | None]:
        """The lift and the number of a cell."""
        lift, number = (view.sheet.clues.get(key, {}).get(cell) for key in (self.given, self.key))
        return lift if isinstance(lift, int) else None, number if isinstance(number, int) else None

    # ---- on a board: the floors that are left, cell by cell

    def true(self, view: BoardView) -> bool:
        near: dict[Place, list[Place]] = {}
        for edge, line in view.layers[self.layer].items():
            for here, there, _ in self._ways(view, edge) if line else ():
                near.setdefault(here, []).append(there)
        start, goal = self.start.place(view), self.goal.place(view)
        others = [part for part in components(near, near.__getitem__) if start not in part]
        ends = [[cell for cell in part if len(near[cell]) == 1 and cell != goal] for part in others]
        top = self.top.number(view.given)
        return all(
            any(self._fits(view, near, at, top) for at in firsts) for firsts in ([start], *filter(None, ends))
        )

    def _fits(self, view: BoardView, near: Mapping[Place, Sequence[Place]], cell: Place, top: int) -> bool:
        """Is the way from a cell on always on some floor, to `top`, as far as it does not branch?"""
        before: set[Place] = set()
        floors = self._passed(view, cell, {*range(1, top + 1)}, top)
        while floors and len(ahead := [at for at in near.get(cell, ()) if at not in before]) == 1:
            before.add(cell)
            (cell,) = ahead
            floors = self._passed(view, cell, floors, top)
        return bool(floors)

    def _passed(self, view: BoardView, cell: Place, floors: set[int], top: int) -> set[int]:
        """The floors on which the way can be behind a cell to which it can come on these."""
        lift, number = self._clues(view, cell)
        if lift is not None:
            floors = _led(lift, floors, top)
        return floors if number is None else floors & {number}

    # ---- in literals: for each cell and floor, that the way can be on it behind the cell

    def lit(self, view: StatedView) -> Lit:
        out, lines = view.out, view.out.showing(self.layer, 1)
        every = range(1, self.top.number(view.given) + 1)
        cells = view.sheet.every["cell"]
        view.sheet.spend(len(cells) * len(every))
        can = {cell: {floor: out.build.auxiliary("floor") for floor in every} for cell in cells}
        forward, start = self._heads().stated(view), self.start.place(view)
        comes: dict[Place, list[Lit]] = {cell: [] for cell in cells}
        with out.as_definition():
            for edge, line in lines.items():
                for here, there, right in self._ways(view, edge):
                    if there != start:
                        leads = out.every((line, forward[edge] if right else -forward[edge]))
                        comes[there].append(leads)
                        self._lead(view, (-leads,), can[here], there, can[there])
            self._lead(view, (), dict.fromkeys(every, TRUE), start, can[start])
            for cell in cells:
                for lit in can[cell].values() if cell != start else ():
                    out.clause((-lit, *comes[cell]))
        fits = [out.some((-way, *can[cell].values())) for cell, ways in comes.items() for way in ways]
        return out.every((out.some(can[start].values()), *fits))

    def _lead(
        self,
        view: StatedView,
        unless: tuple[Lit, ...],
        before: Mapping[int, Lit],
        cell: Place,
        can: Mapping[int, Lit],
    ) -> None:
        """The literals of a cell are what follows from those before it, unless a literal is true."""
        out, (lift, number) = view.out, self._clues(view, cell)
        for floor, lit in can.items():
            sources = {
                UP: [before[i] for i in before if i < floor],
                DOWN: [before[i] for i in before if i > floor],
                None: [before[floor]],
            }.get(lift, [before[i] for i in before if i != floor])
            follows = FALSE if number not in (None, floor) else out.some(sources)
            out.clause((*unless, -lit, follows))
            out.clause((*unless, lit, -follows))


def _led(lift: int, floors: AbstractSet[int], top: int) -> set[int]:
    """The floors, to `top`, to which a lift leads from these, one at least."""
    if lift == UP:
        return {*range(min(floors) + 1, top + 1)}
    if lift == DOWN:
        return {*range(1, max(floors))}
    return {*range(1, top + 1)} - (floors if len(floors) == 1 else set())
