"""Groups of cells that a border between rooms cuts into two mirror images."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from zenkai_solver.models.constraints import Components, ExactlyOne, Lit
from zenkai_solver.models.genres.expressions import EDGE, Negation, Truth
from zenkai_solver.models.genres.graphs import ByLabel
from zenkai_solver.models.genres.places import RoomBorders
from zenkai_solver.models.genres.sheet import BoardView, Place, SheetView, expression, name_of
from zenkai_solver.models.genres.statements import IsIn
from zenkai_solver.models.genres.stating import FALSE, StatedView, Unless

Axis = tuple[int, int]  # 0 and the row of corners, or 1 and their column


def _axis(edge: Place) -> Axis:
    """The line on which the edge is."""
    return (0, edge[0]) if edge[0] % 2 == 0 else (1, edge[1])


def _mirrored(place: Place, axis: Axis) -> Place:
    y, x = place
    return (2 * axis[1] - y, x) if axis[0] == 0 else (y, 2 * axis[1] - x)


def _before(edge: Place) -> Place:
    """The edge before it on its line."""
    y, x = edge
    return (y, x - 2) if y % 2 == 0 else (y - 2, x)


@expression
class Hinged(Truth):
    """Each group has one hinge, which cuts it into two mirror images: the borders between its cells of
    different rooms of the key, which are one stretch of a line.
    """

    graph: ByLabel
    key: str

    def _borders(self, view: SheetView) -> set[Place]:
        return {EDGE.place(inner) for inner in RoomBorders(self.key).views(EDGE, view)}

    def broken(self, view: BoardView) -> Iterator[str]:
        borders = self._borders(view)
        for group in self.graph.groups(view):
            if fault := self._fault(view, group, borders):
                yield f"the group of {name_of(group[0])} {fault}"

    @staticmethod
    def _fault(view: BoardView, group: Collection[Place], borders: Collection[Place]) -> str:
        """What is wrong with the group; nothing if all is right."""
        inside = set(group)
        edges = {edge for place in group for edge in view.sheet.related(place, "sides")}
        within = {edge for edge in edges if inside.issuperset(view.sheet.related(edge, "beside"))}
        within = {edge for edge in within if len(view.sheet.related(edge, "beside")) == 2}
        hinge = within.intersection(borders)
        if len({*map(_axis, hinge)}) != 1 or sum(_before(edge) not in hinge for edge in hinge) != 1:
            return "has no hinge that is one stretch"
        axis = _axis(min(hinge))
        if any(_axis(edge) == axis for edge in within - hinge):
            return "goes around its hinge"
        if any(_mirrored(place, axis) not in inside for place in group):
            return "has two halves that are not mirror images"
        return ""

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """The halves, which are groups of one room, have one stretch each; an auxiliary variable says whether
        a cell is in a half at a line, and is the same for its mirror image.
        """
        self.refuse_condition(unless)
        out, cells, borders = view.out, self.graph.lits(view), self._borders(view)
        self._require_stretches(view, borders)
        axes = sorted({*map(_axis, borders)})
        view.sheet.spend(len(axes) * len(cells))
        at = {place: [self._at(view, axis, place) for axis in axes] for place in cells}
        for place, inside in cells.items():
            lits = [lit for lit in at[place] if lit != FALSE]
            out.add(ExactlyOne((-out.real(inside), *lits)))
        for edge in view.sheet.every["inner"]:
            one, other = view.sheet.related(edge, "beside")
            if one not in cells or other not in cells:
                continue
            apart = (-cells[one], -cells[other])
            for a, b in zip(at[one], at[other]):
                out.clause((*apart, a, -b))
                out.clause((*apart, -a, b))
            if edge in borders:
                out.clause((*apart, at[one][axes.index(_axis(edge))]))

    def _at(self, view: StatedView, axis: Axis, place: Place) -> Lit:
        """Is the cell in a half at this line?"""
        mirrored = _mirrored(place, axis)
        if mirrored not in self.graph.lits(view):
            return FALSE
        return view.out.named(("hinge", self.graph, self.key, axis, min(place, mirrored)))

    def _require_stretches(self, view: StatedView, borders: Collection[Place]) -> None:
        """In each half a stretch begins once: beside the cells on both sides of its first edge are nodes for
        that.
        """
        halves = replace(self.graph, across=Negation(IsIn(EDGE, RoomBorders(self.key))))
        graph, cells = halves.stated(view), self.graph.lits(view)
        number = {place: i for i, place in enumerate(graph.places)}
        crossed = {
            edge: view.out.every(cells.get(place, FALSE) for place in view.sheet.related(edge, "beside"))
            for edge in sorted(borders)
        }
        lits, edges = [*graph.lits], [*graph.edges]
        for edge, lit in crossed.items():
            begins = view.out.every((lit, -crossed.get(_before(edge), FALSE)))
            if begins != FALSE:
                for place in view.sheet.related(edge, "beside"):
                    edges.append((number[place], len(lits)))
                    lits.append(view.out.real(begins))
        nodes = len(graph.lits)
        weights = (0,) * nodes + (1,) * (len(lits) - nodes)
        view.out.add(Components(tuple(lits), tuple(edges), weights, tuple(range(nodes)), 1, 1))
