"""Areas that belong to a point or a clue in them: galaxies of Tentaisho, areas between two numbers of Araf.

An auxiliary variable says whether a cell is in the area of a point or clue. It is a function of the walls,
since each cell is in exactly one area. In `HalfTurn` and `Centred` two cells are mates if they are in one
area and exchanged by its half turn; each cell has one mate, which may be itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import Clause, Components, Connected, ExactlyOne, Lit, Origin
from zenkai_solver.models.csp import StatedOrigin
from zenkai_solver.models.genres.expressions import PlaceList, Truth, Var
from zenkai_solver.models.genres.graphs import ByWalls
from zenkai_solver.models.genres.sheet import (
    HIDDEN,
    BoardView,
    GenreSheet,
    Place,
    SheetView,
    expression,
    name_of,
)
from zenkai_solver.models.genres.stating import FALSE, Form, StatedView, Unless
from zenkai_solver.models.graphs import MOST_STEPS


@expression
class HalfTurn(Truth):
    """Each area is its own image under a half turn about a point within it."""

    graph: ByWalls

    divides = True

    def broken(self, view: BoardView) -> Iterator[str]:
        for group in self.graph.groups(view):
            if not _is_symmetric(view.sheet, group, centre_of(group)):
                yield f"the area of {name_of(group[0])}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Any point may be a centre, unless another rule says which ones are."""
        self.refuse_condition(unless)
        rules = (rule for rule in view.out.rules if isinstance(rule, Centred) and rule.graph == self.graph)
        if not any(rule.centres(view) for rule in rules):
            view.out.memo["any centre", self.graph.layer] = True
            MatedAreas.of(view, self.graph.layer, _inner(view.sheet)).require()


@expression
class Centred(Truth):
    """Each area contains exactly one of these places, and is its own image under a half turn about it."""

    graph: ByWalls
    each: Var
    over: PlaceList

    divides = True

    def centres(self, view: SheetView) -> list[Place]:
        return [self.each.place(inner) for inner in self.over.views(self.each, view)]

    def broken(self, view: BoardView) -> Iterator[str]:
        stars: dict[tuple[Place, ...], list[Place]] = {group: [] for group in self.graph.groups(view)}
        for star in self.centres(view):
            groups = {self.graph.group_of(view, cell) for cell in _cells_at(view.sheet, star)}
            if len(groups) > 1:
                yield f"a wall passes through {name_of(star)}"
            for group in groups:
                stars[group].append(star)
        for group, inside in stars.items():
            if len(inside) != 1:
                yield f"the area of {name_of(group[0])} has {len(inside)}, not 1"
            elif not _is_symmetric(view.sheet, group, inside[0]):
                yield f"the area of {name_of(inside[0])} has its centre elsewhere"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        self.refuse_condition(unless)
        centres = set(self.centres(view))
        if ("any centre", self.graph.layer) not in view.out.memo:
            areas = MatedAreas.of(view, self.graph.layer, sorted(centres))
            areas.require()
            for at in areas.centres:
                view.out.clause([areas.mates[at][_cells_at(view.sheet, at)[0]]])
            return
        areas = MatedAreas.of(view, self.graph.layer, _inner(view.sheet))
        for at in areas.centres:
            lit = areas.mates[at][_cells_at(view.sheet, at)[0]]
            view.out.clause([lit if at in centres else -lit])


def centre_of(group: Collection[Place]) -> Place:
    """The middle of the bounding rectangle of the cells, in half cells."""
    (top, bottom), (left, right) = ((min(axis), max(axis)) for axis in zip(*group))
    return (top + bottom) // 2, (left + right) // 2


def _cells_at(sheet: GenreSheet, place: Place) -> tuple[Place, ...]:
    """The one, two or four cells that touch the place, the first one least."""
    y, x = place
    around = ((y + dy, x + dx) for dy in (0, -1, 1) for dx in (0, -1, 1))
    return tuple(sorted(at for at in around if at[0] % 2 and at[1] % 2 and sheet.has(at)))[: _number(place)]


def _number(place: Place) -> int:
    return (1 if place[0] % 2 else 2) * (1 if place[1] % 2 else 2)


def _mate(place: Place, centre: Place) -> Place:
    return 2 * centre[0] - place[0], 2 * centre[1] - place[1]


def _is_symmetric(sheet: GenreSheet, group: Collection[Place], centre: Place) -> bool:
    inside = set(group)
    return inside.issuperset(_cells_at(sheet, centre)) and all(
        _mate(place, centre) in inside for place in inside
    )


def _inner(sheet: GenreSheet) -> list[Place]:
    """All points within the board."""
    return [(y, x) for y in range(1, 2 * sheet.rows) for x in range(1, 2 * sheet.columns)]


@dataclass(frozen=True)
class MatedAreas:
    """`mates[centre][cell]`: is the cell in the area with this centre? Alike for a cell and its mate."""

    view: StatedView
    layer: str
    centres: list[Place]
    mates: Mapping[Place, Mapping[Place, Lit]]

    @classmethod
    def of(cls, view: StatedView, layer: str, centres: list[Place]) -> MatedAreas:
        at = {cell: centre for centre in centres for cell in _cells_at(view.sheet, centre)}
        several = len(at) < sum(map(_number, centres))  # any point may be a centre
        mates = {}
        for centre in centres:
            view.sheet.spend(len(view.sheet.every["cell"]))
            reachable = _reachable(view.sheet, centre, {} if several else at)
            mates[centre] = {cell: _variable(view, layer, cell, _mate(cell, centre)) for cell in reachable}
        return cls(view, layer, centres, mates)

    def require(self) -> None:
        out, sheet = self.view.out, self.view.sheet
        origin = out.origin
        for cell in sheet.every["cell"]:
            self._name(cell, origin)
            lits = tuple(mates[cell] for mates in self.mates.values() if cell in mates)
            out.add(ExactlyOne(lits) if lits else Clause(()))
        for centre, mates in self.mates.items():
            self._name(centre, origin)
            self._area(centre, mates)
        out.origin = origin

    def _name(self, place: Place, origin: StatedOrigin) -> None:
        """Sets the origin of what is added next: the rule with the place, so that explanations name it."""
        if origin is not None:
            self.view.out.origin = partial(_at_place, origin, place)

    def _area(self, centre: Place, mates: Mapping[Place, Lit]) -> None:
        """The area has all cells at its centre, or is empty."""
        first, *others = _cells_at(self.view.sheet, centre)
        if 1 + len(others) < _number(centre) or not mates.keys() >= {*others}:
            self.view.out.clause([-mates[first]])  # at the rim of the board, or at a cell of another centre
            return
        for cell in others:
            self.view.out.clause([-mates[cell], mates[first]])
            self.view.out.clause([mates[cell], -mates[first]])
        _owned(self.view, self.layer, mates, first)


def _at_place(origin: Origin | Callable[[], Origin], place: Place) -> Origin:
    made = origin() if callable(origin) else origin
    return replace(made, words=f"{made.words} ({name_of(place)})")


def _owned(
    view: StatedView, layer: str, inside: Mapping[Place, Lit], first: Place, most: int | None = None
) -> None:
    """Requires that the cells of `inside` with true literals are the area of the cell `first`, or that no
    literal is true: it is connected, with walls all around and none within. It has `most` cells at most.
    """
    out, sheet = view.out, view.sheet
    number = {cell: i for i, cell in enumerate(inside)}
    ways = []
    sheet.spend(4 * len(inside))
    for cell, lit in inside.items():
        if cell != first:
            out.clause([-lit, *(inside[at] for at in sheet.related(cell, "neighbours") if at in inside)])
            out.clause([-lit, inside[first]])
        for edge in sheet.related(cell, "sides"):
            cells = sheet.related(edge, "beside")
            if len(cells) == 2:
                other = cells[cells[0] == cell]
                wall = out.shown[layer, edge][1]
                out.clause([wall, -lit, inside.get(other, FALSE)])
                if other in inside and cell < other:
                    out.clause([-wall, -lit, -inside[other]])
                    ways.append((number[cell], number[other]))
    lits, edges, root = tuple(inside.values()), tuple(ways), number[first]
    if most is not None:  # what is within so many steps of the first cell
        of_root = tuple(int(i == root) for i in range(len(lits)))
        out.add(Components(lits, edges, (1,) * len(lits), (root,), 1, most))
        out.add(Components(lits, edges, of_root, tuple(range(len(lits))), 1, 1))
    elif len(inside) > 2:
        out.add(Connected(lits, edges))


def _variable(view: StatedView, layer: str, cell: Place, mate: Place) -> Lit:
    return view.out.named(("mates", layer, *sorted((cell, mate))))


def _reachable(sheet: GenreSheet, centre: Place, taken: Mapping[Place, Place]) -> list[Place]:
    """The cells that may be in the area of the centre: connected with it, with mates on the board, and
    neither cell nor mate taken by another centre. In order.
    """
    able = [
        cell
        for cell in sheet.every["cell"]
        if sheet.has(_mate(cell, centre))
        and taken.get(cell, centre) == taken.get(_mate(cell, centre), centre) == centre
    ]
    inside = set(able)
    parts = components(able, lambda cell: (at for at in sheet.related(cell, "neighbours") if at in inside))
    first = _cells_at(sheet, centre)[0]
    return next((sorted(part) for part in parts if first in part), [first])


@expression
class SizeBetween(Truth):
    """Each area has two clues of the key, and its size is more than one and less than the other.

    `?` is any number.
    """

    graph: ByWalls
    key: str

    divides = True

    def broken(self, view: BoardView) -> Iterator[str]:
        clues = self.clues(view)
        for group in self.graph.groups(view):
            numbers = [clues[cell] for cell in group if cell in clues]
            if len(numbers) != 2:
                yield f"the area of {name_of(group[0])} has {len(numbers)} clues, not 2"
            elif not _is_between(len(group), *numbers):
                yield f"the area of {name_of(group[0])} has {len(group)} cells"

    def clues(self, view: SheetView) -> dict[Place, int]:
        """The numbers, and HIDDEN for `?`."""
        given = view.sheet.clues.get(self.key, {})
        return {place: number for place, number in sorted(given.items()) if isinstance(number, int)}

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """An area is assigned to the clue that is more than its size, of two `?` to the first."""
        self.refuse_condition(unless)
        out, clues = view.out, self.clues(view)
        over: dict[Place, list[Lit]] = {cell: [] for cell in view.sheet.every["cell"]}
        for place, most in clues.items():
            inside = self._inside(view, place, most, clues)
            for cell, lit in inside.items():
                over[cell].append(lit)
            _owned(view, self.graph.layer, inside, place, None if most == HIDDEN else max(0, most - 1))
            others = {cell: inside[cell] for cell in inside if cell in clues and cell != place}
            out.require(Form.of([*((1, lit) for lit in others.values()), (-1, inside[place])]), 0, 0)
            self._bar_far(view, place, most, inside, others)
            size = Form.of((1, lit) for lit in inside.values())
            if most != HIDDEN and most - 1 > MOST_STEPS:  # else `bounded` counts what the clue reaches
                out.clause([-out.at_least(size, most)])
            for cell, lit in others.items():
                out.clause([-lit, out.at_least(size, max(clues[cell], 1) + 1)])
        for lits in over.values():
            out.add(ExactlyOne(tuple(lits)) if lits else Clause(()))

    @staticmethod
    def _bar_far(
        view: StatedView, place: Place, most: int, inside: Mapping[Place, Lit], others: Mapping[Place, Lit]
    ) -> None:
        """What follows, sooner: an area of less than `most` cells that has the clue and another one has no
        cell so far away that the way between the three is longer: it has a cell for each row and column
        that it goes through, but one.
        """
        if most == HIDDEN:
            return
        for other, both in others.items():
            view.sheet.spend(len(inside))
            for cell, lit in inside.items():
                rows, columns = ((max(axis) - min(axis)) // 2 for axis in zip(place, other, cell))
                if rows + columns + 1 >= most:
                    view.out.clause([-both, -lit])

    def _inside(
        self, view: StatedView, place: Place, most: int, clues: Mapping[Place, int]
    ) -> dict[Place, Lit]:
        """The cells that may be in the area of the clue, on a way of less than `most` cells, of which one at
        most has another clue, which goes with it.
        """
        distance = {(place, 0): 1}
        queue = [(place, 0)]
        for cell, met in queue:
            for at in view.sheet.related(cell, "neighbours"):
                state = at, met + (at in clues)
                if state not in distance and state[1] < 2 and at != place and self._goes(place, at, clues):
                    distance[state] = distance[cell, met] + 1
                    if most == HIDDEN or distance[state] < most:
                        queue.append(state)
        cells = sorted({cell for cell, _ in queue})
        return {cell: view.out.named(("in area", self.graph.layer, place, cell)) for cell in cells}

    @staticmethod
    def _goes(place: Place, other: Place, clues: Mapping[Place, int]) -> bool:
        """May the cell `other` be in an area that is assigned to the clue at `place`?"""
        if other not in clues:
            return True
        most, least = clues[place], clues[other]
        if most == HIDDEN:
            return least != HIDDEN or place < other
        return least < most - 1


def _is_between(size: int, one: int, other: int) -> bool:
    """Is the size strictly between the two numbers? HIDDEN stands for any number from 1 on."""
    known = sorted(number for number in (one, other) if number != HIDDEN)
    return known[0] < size < known[1] if len(known) == 2 else size not in known
