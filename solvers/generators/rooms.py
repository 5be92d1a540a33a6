"""Divisions of a board into rooms, and black cells that cut it into runs, by a seed."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from zenkai_solver.models.genres.expressions import Compare, ForAll, Rooms, Var
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import BoardView, GenreSheet, Group, Place, Value, cell, values_in
from zenkai_solver.models.grid import components
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.generators.sheets import Values

Division = dict[Place, int]  # the number of the room of each cell

CELLS_PER_ROOM = (2, 3, 4, 5)  # where no rule says how many rooms there are
MOVES = 200  # of cells, for each cell, until each room has what it is to have
SHORTEST, LONGEST = 2, 9  # white cells in a run
SHARE = 0.4  # of the cells that are black at most


@dataclass(frozen=True)
class RoomSize:
    """A rule: an amount of each room is equal to a number that no clue of the room says."""

    each: Var
    holds: Compare

    def off(self, view: BoardView, cells: Collection[Place]) -> int:
        """How far a room of these cells is from it."""
        room = view.bind(self.each.name, _group(cells))
        return abs(self.holds.left.number(room) - self.holds.right.number(room))


def _group(cells: Collection[Place]) -> Group:
    own = tuple(sorted(cells))
    return Group("a room", own, own[0])


def room_sizes(genre: Genre, key: str) -> list[RoomSize]:
    """What the rules say of all rooms of the key in this way."""
    return list(_room_sizes(genre, key))


def _room_sizes(genre: Genre, key: str) -> Iterator[RoomSize]:
    for own in values_in(genre.rules):
        match own:
            case ForAll(each, Rooms(of), Compare(_, "=", _) as holds) if of == key:
                yield RoomSize(each, holds)


def grown(sheet: GenreSheet, seeds: Sequence[Place], rng: random.Random) -> Division:
    """Rooms that grow from these cells, one cell of one room at a time."""
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
    """Rooms of no particular size."""
    cells = sheet.every["cell"]
    return grown(sheet, rng.sample(cells, max(1, len(cells) // rng.choice(CELLS_PER_ROOM))), rng)


def apart(division: Mapping[Place, Value], alone: Collection[Place]) -> Division:
    """The division with rooms of their own for these cells, and for the parts into which they cut others."""
    parts: Division = {}
    for name in sorted(set(map(repr, division.values()))):
        own = [place for place, room in division.items() if repr(room) == name]
        rest = [((y // 2, x // 2)) for y, x in own if (y, x) not in alone]
        for part in [*components(rest), *([(y // 2, x // 2)] for y, x in own if (y, x) in alone)]:
            number = len(set(parts.values()))
            parts |= {cell(r, c): number for r, c in part}
    return parts


class AroundBoard:
    """Divisions in which the rooms of a board have what the rules say."""

    def __init__(
        self, puzzle: GenrePuzzle, key: str, values: Values, rng: random.Random, deadline: Deadline = NEVER
    ) -> None:
        self.sheet, self.view, self.rng = puzzle.sheet, puzzle.view(values), rng
        self.deadline = deadline
        self.rules = room_sizes(puzzle.genre, key)

    def off(self, cells: Collection[Place]) -> int:
        return sum(rule.off(self.view, cells) for rule in self.rules)

    def division(self) -> Division | None:
        """A random one; None where none was found."""
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
        """Move a cell, one of those if any are named, to a room beside it, unless the rooms get worse."""
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
    found: dict[int, list[Place]] = {}
    for place, number in sorted(room.items()):
        found.setdefault(number, []).append(place)
    return found


def _connected(places: Collection[Place]) -> bool:
    return len(components([(y // 2, x // 2) for y, x in places])) == 1


# ---- black cells


def black_cells(
    rows: int, columns: int, symmetry: str, rng: random.Random, deadline: Deadline = NEVER
) -> set[Place] | None:
    """The first row and column, and cells such that all white ones are connected and lie in runs of
    SHORTEST..LONGEST both ways; None where none were found. The other rows and columns have the symmetry.
    """
    order = orbits(symmetry, rows - 1, columns - 1) if rows > 1 and columns > 1 else None
    if order is None:
        return None
    white = {(r, c) for r in range(1, rows) for c in range(1, columns)}
    own = [[(1 + i // (columns - 1), 1 + i % (columns - 1)) for i in orbit] for orbit in order]
    least = len(white) * (1 - SHARE)
    for _ in range(3):  # what is not possible now may be so beside cells that are black later
        rng.shuffle(own)
        for orbit in [*own, *([*a, *b] for a, b in pairwise(own))]:
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
    """The length of the run that begins here; 0 where none does."""
    (r, c), (dr, dc) = place, step
    if (r - dr, c - dc) in white:
        return 0
    length = 0
    while (r + length * dr, c + length * dc) in white:
        length += 1
    return length
