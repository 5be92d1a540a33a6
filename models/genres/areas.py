"""Areas that belong to a point or a clue in them: galaxies of Tentaisho, areas between two numbers of Araf.

Whether a cell is in the area of one is a variable, which is a function of the walls, as each cell is in one
area. In the first two rules cells are mates if they are in one area, and a half turn about the point between
them moves it into itself; so each cell has one mate, which may be itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import Clause, Connected, ExactlyOne, Lit, Said
from zenkai_solver.models.genres.expressions import PlaceList, Truth, Var
from zenkai_solver.models.genres.graphs import ByWalls
from zenkai_solver.models.genres.sheet import (
    HIDDEN,
    BoardView,
    GenreSheet,
    Place,
    SheetView,
    name_of,
)
from zenkai_solver.models.genres.stating import FALSE, Form, StatedView, Unless


@dataclass(frozen=True)
class HalfTurn(Truth):
    """Each area goes over into itself by a half turn about a point within it."""

    graph: ByWalls

    divides = True

    def broken(self, view: BoardView) -> Iterator[str]:
        for group in self.graph.groups(view):
            if not _is_symmetric(view.sheet, group, centre_of(group)):
                yield f"the area of {name_of(group[0])}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Any point may be a centre, unless another rule says which ones are."""
        self.refuse_condition(unless)
        rules = (own for own in view.out.rules if isinstance(own, Centred) and own.graph == self.graph)
        if not any(own.centres(view) for own in rules):
            view.out.memo["any centre", self.graph.layer] = True
            MatedAreas.of(view, self.graph.layer, _inner(view.sheet)).require()


@dataclass(frozen=True)
class Centred(Truth):
    """Each area has one of these places within it, and goes over into itself by a half turn about it."""

    graph: ByWalls
    each: Var
    over: PlaceList

    divides = True

    def centres(self, view: SheetView) -> list[Place]:
        return [self.each.place(view.bind(self.each.name, own)) for own in self.over.at(view)]

    def broken(self, view: BoardView) -> Iterator[str]:
        stars: dict[tuple[Place, ...], list[Place]] = {own: [] for own in self.graph.groups(view)}
        for star in self.centres(view):
            groups = {self.graph.group_of(view, cell) for cell in _cells_at(view.sheet, star)}
            if len(groups) > 1:
                yield f"a wall passes through {name_of(star)}"
            for group in groups:
                stars[group].append(star)
        for group, own in stars.items():
            if len(own) != 1:
                yield f"the area of {name_of(group[0])} has {len(own)}, not 1"
            elif not _is_symmetric(view.sheet, group, own[0]):
                yield f"the area of {name_of(own[0])} has its centre elsewhere"

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
    """The middle of the least rectangle around it."""
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
    return inside.issuperset(_cells_at(sheet, centre)) and all(_mate(own, centre) in inside for own in inside)


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
            own = _reachable(view.sheet, centre, {} if several else at)
            mates[centre] = {cell: _variable(view, layer, cell, _mate(cell, centre)) for cell in own}
        return cls(view, layer, centres, mates)

    def require(self) -> None:
        out, sheet = self.view.out, self.view.sheet
        said = out.said
        for cell in sheet.every["cell"]:
            self._name(cell, said)
            own = tuple(mates[cell] for mates in self.mates.values() if cell in mates)
            out.add(ExactlyOne(own) if own else Clause(()))
        for centre, mates in self.mates.items():
            self._name(centre, said)
            self._area(centre, mates)
        out.said = said

    def _name(self, place: Place, said: Said | None) -> None:
        """For who explains, what is said of each place is a rule of its own."""
        if said is not None:
            self.view.out.said = replace(said, words=f"{said.words} ({name_of(place)})")

    def _area(self, centre: Place, mates: Mapping[Place, Lit]) -> None:
        """It has the cells at its centre, or none."""
        first, *others = _cells_at(self.view.sheet, centre)
        if 1 + len(others) < _number(centre) or not mates.keys() >= {*others}:
            self.view.out.clause([-mates[first]])  # at the rim of the board, or at a cell of another centre
            return
        for cell in others:
            self.view.out.clause([-mates[cell], mates[first]])
            self.view.out.clause([mates[cell], -mates[first]])
        _owned(self.view, self.layer, mates, first)


def _owned(view: StatedView, layer: str, inside: Mapping[Place, Lit], first: Place) -> None:
    """The cells for which the literals are true are an area with this cell, or there are none."""
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
    if len(inside) > 2:
        out.add(Connected(tuple(inside.values()), tuple(ways)))


def _variable(view: StatedView, layer: str, cell: Place, mate: Place) -> Lit:
    return view.out.named(("mates", layer, *sorted((cell, mate))))


def _reachable(sheet: GenreSheet, centre: Place, taken: Mapping[Place, Place]) -> list[Place]:
    """The cells that may be in the area of the centre: connected with it, and their mates not in others."""
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


@dataclass(frozen=True)
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
            own = [clues[cell] for cell in group if cell in clues]
            if len(own) != 2:
                yield f"the area of {name_of(group[0])} has {len(own)} clues, not 2"
            elif not _is_between(len(group), *own):
                yield f"the area of {name_of(group[0])} has {len(group)} cells"

    def clues(self, view: SheetView) -> dict[Place, int]:
        """The numbers, and HIDDEN for `?`."""
        given = view.sheet.clues.get(self.key, {})
        return {place: own for place, own in sorted(given.items()) if isinstance(own, int)}

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """An area belongs to the clue that is more than its size, the first of two `?`."""
        self.refuse_condition(unless)
        out, clues = view.out, self.clues(view)
        over: dict[Place, list[Lit]] = {cell: [] for cell in view.sheet.every["cell"]}
        for place, most in clues.items():
            inside = self._inside(view, place, most, clues)
            for cell, lit in inside.items():
                over[cell].append(lit)
            _owned(view, self.graph.layer, inside, place)
            others = {cell: inside[cell] for cell in inside if cell in clues and cell != place}
            out.require(Form.of([*((1, lit) for lit in others.values()), (-1, inside[place])]), 0, 0)
            size = Form.of((1, lit) for lit in inside.values())
            if most != HIDDEN:
                out.clause([-out.at_least(size, most)])
            for cell, lit in others.items():
                out.clause([-lit, out.at_least(size, max(clues[cell], 1) + 1)])
        for lits in over.values():
            out.add(ExactlyOne(tuple(lits)) if lits else Clause(()))

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
        found = sorted({cell for cell, _ in queue})
        return {cell: view.out.named(("in area", self.graph.layer, place, cell)) for cell in found}

    @staticmethod
    def _goes(place: Place, other: Place, clues: Mapping[Place, int]) -> bool:
        """May a cell be in the area of the clue, which is more than its size?"""
        if other not in clues:
            return True
        most, least = clues[place], clues[other]
        if most == HIDDEN:
            return least != HIDDEN or place < other
        return least < most - 1


def _is_between(size: int, one: int, other: int) -> bool:
    """A hidden number may be anything from 1 on."""
    known = sorted(number for number in (one, other) if number != HIDDEN)
    return known[0] < size < known[1] if len(known) == 2 else size not in known
