"""Random divisions of a board into rooms, and random black cells that divide its lines into runs."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from zenkai_solver.models.genres.expressions import Compare, ForAll, Rooms, Var
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import BoardView, GenreSheet, Group, Place, cell, values_in
from zenkai_solver.models.grid import components
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.generators.sheets import Values

Division = dict[Place, int]  # the number of the room of each cell

CELLS_PER_ROOM = 5  # on average, if no rule determines the number of rooms
MOVES = 200  # attempts to move a cell to another room, per cell of the board
SHORTEST, LONGEST = 2, 9  # white cells in a run
SHARE = 0.4  # the largest share of black cells


@dataclass(frozen=True)
class RoomSize:
    """A rule that an amount of each room, such as its number of shaded cells, equals a given number."""

    each: Var
    holds: Compare

    def off(self, view: BoardView, cells: Collection[Place]) -> int:
        """The absolute difference of the two sides of the rule for a room of these cells."""
        room = view.bind(self.each.name, _group(cells))
        return abs(self.holds.left.number(room) - self.holds.right.number(room))


def _group(cells: Collection[Place]) -> Group:
    places = tuple(sorted(cells))
    return Group("a room", places, places[0])


def room_sizes(genre: Genre, key: str) -> list[RoomSize]:
    """The rules of that form about the rooms of the key."""
    sizes = []
    for expression in values_in(genre.rules):
        match expression:
            case ForAll(each, Rooms(of), Compare(_, "=", _) as holds) if of == key:
                sizes.append(RoomSize(each, holds))
    return sizes


def grown(sheet: GenreSheet, seeds: Sequence[Place], rng: random.Random) -> Division:
    """Rooms that grow from the cells `seeds`, one random cell at a time, until they cover the board."""
    room = {place: number for number, place in enumerate(seeds)}
    border = list(seeds)
    while border:
        place = border[rng.randrange(len(border))]
        free = [near for near in sheet.related(place, "neighbours") if near not in room]
        if free:
            border.append(near := rng.choice(free))
            room[near] = room[place]
        else:
            border.remove(place)
    return room


def any_division(sheet: GenreSheet, rng: random.Random) -> Division:
    """Random rooms, for genres whose rules say nothing about sizes."""
    cells = sheet.every["cell"]
    return grown(sheet, rng.sample(cells, max(1, len(cells) // CELLS_PER_ROOM)), rng)


class AroundBoard:
    """Random divisions of a filled board into rooms that satisfy the `RoomSize` rules."""

    def __init__(
        self, puzzle: GenrePuzzle, key: str, values: Values, rng: random.Random, deadline: Deadline = NEVER
    ) -> None:
        self.sheet, self.view, self.rng = puzzle.sheet, puzzle.view(values), rng
        self.deadline = deadline
        self.rules = room_sizes(puzzle.genre, key)

    def off(self, cells: Collection[Place]) -> int:
        """The violation of a room of these cells, summed over the rules."""
        return sum(rule.off(self.view, cells) for rule in self.rules)

    def division(self) -> Division | None:
        """A random division without violations, by local search; None if none was found."""
        cells, first = self.sheet.every["cell"], self.rules[0]
        whole = self.view.bind(first.each.name, _group(cells))
        total, wanted = first.holds.left.number(whole), first.holds.right.number(whole)
        if wanted < 1 or total % wanted or total < wanted:
            return None
        counted = [place for place in cells if self._counts(place)]
        if len(counted) < total // wanted:
            return None
        room = grown(self.sheet, self.rng.sample(counted, total // wanted), self.rng)
        for _ in range(MOVES * len(cells)):
            self.deadline.check()
            if not any(map(self.off, members(room).values())):
                return room
            self.moved(room)
        return None

    def _counts(self, place: Place) -> bool:
        first = self.rules[0]
        return first.holds.left.number(self.view.bind(first.each.name, _group([place]))) > 0

    def moved(self, room: Division, among: Sequence[Place] = ()) -> bool:
        """Move a random cell, one of `among` if there are any, to an adjacent room, unless its room would
        fall apart or the violation would grow; was it moved?
        """
        place = self.rng.choice(among or self.sheet.every["cell"])
        near = [room[other] for other in self.sheet.related(place, "neighbours")]
        others = sorted({number for number in near if number != room[place]})
        if not others:
            return False
        old, new = room[place], self.rng.choice(others)
        rest = [other for other in room if room[other] == old and other != place]
        more = [other for other in room if room[other] == new]
        if not rest or not _connected(rest):
            return False
        before = self.off([*rest, place]) + self.off(more)
        if self.off(rest) + self.off([*more, place]) > before:
            return False
        room[place] = new
        return True


def members(room: Division) -> dict[int, list[Place]]:
    """The cells of each room."""
    cells: dict[int, list[Place]] = {}
    for place, number in sorted(room.items()):
        cells.setdefault(number, []).append(place)
    return cells


def _connected(places: Collection[Place]) -> bool:
    return len(components([(y // 2, x // 2) for y, x in places])) == 1


# ---- black cells


def black_cells(
    rows: int, columns: int, symmetry: str, rng: random.Random, deadline: Deadline = NEVER
) -> set[Place] | None:
    """Black cells of a sum puzzle: the first row and column, and others such that the white cells are
    connected and lie in runs of SHORTEST to LONGEST both ways; None if none were found. Apart from the first
    row and column they have the symmetry.
    """
    order = orbits(symmetry, rows - 1, columns - 1) if rows > 1 and columns > 1 else None
    if order is None:
        return None
    white = {(r, c) for r in range(1, rows) for c in range(1, columns)}
    orbits_of_cells = [[(1 + i // (columns - 1), 1 + i % (columns - 1)) for i in orbit] for orbit in order]
    least = len(white) * (1 - SHARE)
    for _ in range(3):  # an orbit that cannot be black now may be so when others are
        rng.shuffle(orbits_of_cells)
        for orbit in [*orbits_of_cells, *([*a, *b] for a, b in pairwise(orbits_of_cells))]:
            deadline.check()
            left = white.difference(orbit)
            if len(left) >= least and left and _is_pattern(left, SHORTEST, rows + columns):
                white = left
    if not _is_pattern(white, SHORTEST, LONGEST):
        return None
    return {cell(r, c) for r in range(rows) for c in range(columns) if (r, c) not in white}


def _is_pattern(white: Collection[tuple[int, int]], shortest: int, longest: int) -> bool:
    runs = (_run(white, place, step) for place in white for step in ((0, 1), (1, 0)))
    return all(shortest <= run <= longest for run in runs if run) and len(components(list(white))) == 1


def _run(white: Collection[tuple[int, int]], place: tuple[int, int], step: tuple[int, int]) -> int:
    """The length of the run that begins at the place in that direction; 0 if none begins there."""
    (r, c), (dr, dc) = place, step
    if (r - dr, c - dc) in white:
        return 0
    length = 0
    while (r + length * dr, c + length * dc) in white:
        length += 1
    return length
