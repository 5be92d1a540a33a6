"""Divisions of a board into rooms, and black cells that cut it into runs, by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from zenkai_solver.models.genres.clues import RoomClue
from zenkai_solver.models.genres.expressions import Compare, CountOf, Truth, Var
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.graphs import rooms_in
from zenkai_solver.models.genres.layers import CentreLines, LineLayer
from zenkai_solver.models.genres.places import Members, Rooms
from zenkai_solver.models.genres.sheet import (
    BoardView,
    GenreSheet,
    Group,
    Place,
    Value,
    cell,
    free_in,
    values_in,
)
from zenkai_solver.models.genres.statements import ForAll
from zenkai_solver.models.grid import components
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.clues import divides_nothing, is_scattered
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.generators.rules import FilledBoard

Division = dict[Place, int]  # the number of the room of each cell
Amounts = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

CELLS_PER_ROOM = (2, 3, 4, 5, 6)  # where no rule says how many rooms there are
MOVES = 200  # moves per cell until each room has the amount that the rules state
CELLS_PER_LIKE_ROOM = (3, 4, 5, 6, 8)  # where rooms are drawn to fit a board
MOVES_TO_FIT = 6  # moves per cell until a board satisfies the rules about rooms
SPLIT = 0.1  # the chance that a cell becomes a room, so that the number of rooms can grow
MERGED = 0.1  # the chance that a whole room is merged into another, not one cell moved
UNLIKE = 0.03  # the chance that a room grows to a cell unlike its neighbour in the room
SHORTEST, LONGEST = 2, 9  # white cells in a run
SHARE = 0.4  # of the cells that are black at most


@dataclass(frozen=True)
class RoomSize:
    """A rule: some amount of each room equals a number that is the same for all rooms."""

    each: Var
    holds: Compare

    def off(self, view: BoardView, cells: Collection[Place]) -> int:
        """By how much a room of these cells violates it."""
        room = view.bind(self.each.name, _group(cells))
        return abs(self.holds.left.number(room) - self.holds.right.number(room))


def _group(cells: Collection[Place]) -> Group:
    ordered = tuple(sorted(cells))
    return Group("a room", ordered, ordered[0])


def room_sizes(genre: Genre, key: str) -> list[RoomSize]:
    """The rules of this form about the rooms of the key, if it `has_sizes` and no other rules name them."""
    sizes = list(_room_sizes(genre, key))
    number = sum(getattr(value, "key", "") == key for value in values_in(genre.rules))
    return sizes if number == len(sizes) and has_sizes(genre, key) else []


def has_sizes(genre: Genre, key: str) -> bool:
    """Is there a rule of this form about the rooms, and no clue that is chosen after board and rooms?"""
    return are_all(genre, key) and bool([*_room_sizes(genre, key)])


def are_all(genre: Genre, key: str) -> bool:
    """Are the rooms all that is given, but for what is placed before a board is drawn?"""
    fixed = (
        kind.at == "board" or isinstance(kind, RoomClue) or is_scattered(kind) or divides_nothing(kind)
        for kind in genre.given
    )
    depends = any(getattr(value, "key", "") == key for value in values_in(genre.unknown))
    return all(fixed) and not depends


def _room_sizes(genre: Genre, key: str) -> Iterator[RoomSize]:
    for rule in values_in(genre.rules):
        match rule:
            case ForAll(each, Rooms(of, "", ""), Compare(amount, "=", size) as holds) if of == key:
                if not free_in(size) and key not in {
                    at for word in values_in(amount) for at in rooms_in(word)
                }:
                    yield RoomSize(each, holds)


def several_amounts(genre: Genre, key: str) -> bool:
    """Do rules say of several amounts how much each room has? Few boards have a division with all of them."""
    rules = values_in(genre.rules)
    return sum(isinstance(rule, ForAll) and _is_size(rule, key) for rule in rules) > 1


def more_of_rooms(genre: Genre, key: str) -> bool:
    """Do other rules than those of this form mention these rooms?"""
    others = (rule.holds for rule in genre.rules if not _is_size(rule.holds, key))
    return any(key in rooms_in(word) for holds in others for word in values_in(holds))


def _is_size(holds: Truth, key: str) -> bool:
    match holds:
        case ForAll(_, Rooms(of, _, ""), Compare(_, "=", size)):
            return of == key and not free_in(size)
    return False


def grown(
    sheet: GenreSheet,
    seeds: Sequence[Place],
    rng: random.Random,
    alike: Callable[[Place, Place], bool] | None = None,
    inside: Collection[Place] | None = None,
) -> Division:
    """Rooms that grow from these cells by one random cell at a time, rarely to cells that are not alike, on
    the board or `inside` these cells.
    """
    room = {place: number for number, place in enumerate(seeds)}
    border = list(seeds)
    while border:
        place = border[rng.randrange(len(border))]
        near_by = sheet.related(place, "neighbours")
        free = [near for near in near_by if near not in room and (inside is None or near in inside)]
        if free:
            near = rng.choice(free)
            if alike is None or alike(place, near) or rng.random() < UNLIKE:
                border.append(near)
                room[near] = room[place]
        else:
            border.remove(place)
    return room


def any_division(sheet: GenreSheet, rng: random.Random, least: int = 0, most: int | None = None) -> Division:
    """Random rooms of at least `least` cells each, if the board has so many, or at most `most`."""
    cells = sheet.every["cell"]
    size = rng.choice(CELLS_PER_ROOM[:2] if least else CELLS_PER_ROOM) + max(0, least - 1)
    room = grown(sheet, rng.sample(cells, max(1, len(cells) // size)), rng)
    while (
        least and len(smallest := min(members(room).values(), key=len)) < least and len(smallest) < len(cells)
    ):
        near = {room[other] for place in smallest for other in sheet.related(place, "neighbours")}
        room.update(dict.fromkeys(smallest, rng.choice(sorted(near - {room[smallest[0]]}))))
    while most and len(largest := max(members(room).values(), key=len)) > most:
        room = split(sheet, room, rng.choice(largest), rng)
    return room


def most_of_a_room(genre: Genre, key: str, sheet: GenreSheet) -> int:
    """The largest number of cells that a rule requires of each room; 0 if none does."""
    view = BoardView(sheet, {})
    return max(
        (rule.holds.right.number(view) for rule in _room_sizes(genre, key) if _of_cells(rule)), default=0
    )


def _of_cells(rule: RoomSize) -> bool:
    match rule.holds.left:
        case CountOf(_, Members(), _):
            return True
    return False


def apart(division: Mapping[Place, Value], black: Collection[Place]) -> Division:
    """The division with each black cell as a room, and each room split into its connected remainders."""
    parts: Division = {}
    for name in sorted(set(map(repr, division.values()))):
        room_cells = [place for place, room in division.items() if repr(room) == name]
        rest = [((y // 2, x // 2)) for y, x in room_cells if (y, x) not in black]
        for part in [*components(rest), *([(y // 2, x // 2)] for y, x in room_cells if (y, x) in black)]:
            number = len(set(parts.values()))
            parts |= {cell(r, c): number for r, c in part}
    return parts


def like_board(
    board: FilledBoard, key: str, rng: random.Random, deadline: Deadline = NEVER
) -> Division | None:
    """Rooms of like cells that satisfy the rules about rooms with this board; None if none were found."""
    sheet = board.puzzle.sheet
    cells = sheet.every["cell"]
    seeds = rng.sample(cells, min(len(cells), max(2, len(cells) // rng.choice(CELLS_PER_LIKE_ROOM))))
    room = grown(sheet, seeds, rng, partial(_are_alike, board))
    least = board.broken(sheet.with_clues({key: room}))
    for _ in range(MOVES_TO_FIT * len(cells)):
        if not least:
            return room
        deadline.check()
        changed = dict(room)
        for _ in range(rng.choice((1, 1, 2))):
            place = rng.choice(cells)
            new = other_room(sheet, changed, place, rng)
            if new is not None and rng.random() < SPLIT:
                changed[place] = 1 + max(changed.values())
            elif new is not None and rng.random() < MERGED:
                changed = {at: new if number == room[place] else number for at, number in changed.items()}
            elif new is not None:
                changed[place] = new
        broken = least if changed == room else board.broken(sheet.with_clues({key: changed}))
        if broken <= least:
            room, least = changed, broken
    return None


def _are_alike(board: FilledBoard, one: Place, other: Place) -> bool:
    """Have the neighbours equal values, nothing between them, and a line if lines join cells?"""
    edge = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
    for layer in board.puzzle.genre.unknown:
        values = [board.values.get((layer.name, place)) for place in (one, other, edge)]
        if isinstance(layer, LineLayer):
            if values[2] != int(isinstance(layer, CentreLines)):
                return False
        elif values[0] != values[1]:
            return False
    return True


class AroundBoard:
    """Divisions of a solved board into rooms that satisfy the rules of `_room_sizes`."""

    def __init__(self, board: FilledBoard, key: str, rng: random.Random, deadline: Deadline = NEVER) -> None:
        self.board, self.sheet, self.rng, self.deadline = board, board.puzzle.sheet, rng, deadline
        self.view = board.view(self.sheet)
        self.rules = [*_room_sizes(board.puzzle.genre, key)]
        self._wanted = np.array([rule.holds.right.number(self.view) for rule in self.rules], np.float32)
        self._column = {place: i for i, place in enumerate(self.sheet.every["cell"])}
        self.amounts = self.amounts_of(board)

    def amounts_of(self, board: FilledBoard) -> Amounts:
        """The amount of each cell as a room of its own, for each rule: rules x cells."""
        view = board.view(self.sheet)
        rooms = [_group([place]) for place in self.sheet.every["cell"]]
        return np.array(
            [
                [rule.holds.left.number(view.bind(rule.each.name, room)) for room in rooms]
                for rule in self.rules
            ],
            np.float32,  # of which products are quick; the numbers are small
        )

    @cached_property
    def is_additive(self) -> bool:
        """Is the amount of a room the sum of the amounts of its cells? Not if it is one of borders."""
        whole = _group(self.sheet.every["cell"])
        return all(
            amounts.sum() == rule.holds.left.number(self.view.bind(rule.each.name, whole))
            for rule, amounts in zip(self.rules, self.amounts)
        )

    def fitting(self, amounts: Amounts, room: Division) -> Flags:
        """Which boards have the wanted sums in each room? Amounts: boards x rules x cells."""
        names = [room[place] for place in self.sheet.every["cell"]]
        number = {name: i for i, name in enumerate(dict.fromkeys(names))}
        rooms = np.eye(len(number), dtype=np.float32)[[number[name] for name in names]]
        sums = amounts.reshape(-1, len(names)) @ rooms
        wanted = np.repeat(self._wanted, len(number))
        fits: Flags = (sums.reshape(len(amounts), -1) == wanted).all(axis=1)
        return fits

    def is_kept(self, room: Division, changed: Division) -> bool:
        """Does the board have in each room the same amounts, which are sums, after the change as before?"""
        gained: dict[int, Amounts] = {}
        for place, number in room.items():
            if (after := changed[place]) != number:
                amounts = self.amounts[:, self._column[place]]
                gained[number] = gained.get(number, np.zeros_like(amounts)) - amounts
                gained[after] = gained.get(after, np.zeros_like(amounts)) + amounts
        return not any(amounts.any() for amounts in gained.values())

    def off(self, cells: Collection[Place]) -> int:
        if self.is_additive:
            columns = [self._column[place] for place in cells]
            return int(abs(self.amounts[:, columns].sum(axis=1) - self._wanted).sum())
        return sum(rule.off(self.view, cells) for rule in self.rules)

    def division(self) -> Division | None:
        """A random division; None if none was found."""
        cells, amounts, wanted = self.sheet.every["cell"], self.amounts[0], int(self._wanted[0])
        counted = [place for place, amount in zip(cells, amounts) if amount > 0]
        number, left = divmod(int(amounts.sum()), wanted) if wanted else (0, 0)
        if not self.is_additive:
            number, left = max(1, len(cells) // self.rng.choice(CELLS_PER_ROOM[1:])), 0
        if number < 1 or left or len(counted) < number:
            return None
        room = grown(self.sheet, self.rng.sample(counted, number), self.rng)
        for _ in range(MOVES * len(cells)):
            self.deadline.check()
            if not any(map(self.off, members(room).values())):
                return room
            self.moved(room)
        return None

    def moved(self, room: Division, among: Sequence[Place] = ()) -> bool:
        """Move a cell, one of `among` if there are any, to an adjacent room, unless the violation grows."""
        place = self.rng.choice(among or self.sheet.every["cell"])
        new = other_room(self.sheet, room, place, self.rng)
        if new is None:
            return False
        rest = [other for other in room if room[other] == room[place] and other != place]
        more = [other for other in room if room[other] == new]
        before = self.off([*rest, place]) + self.off(more)
        if self.off(rest) + self.off([*more, place]) > before:
            return False
        room[place] = new
        return True

    def exchange(self, room: Division, among: Sequence[Place]) -> None:
        """Move up to three cells near one of `among` to adjacent rooms, whatever is violated."""
        place = self.rng.choice(among)
        near = (place, *self.sheet.related(place, "around"))
        for at in (place, *self.rng.choices(near, k=self.rng.choice((0, 1, 2)))):
            if (new := other_room(self.sheet, room, at, self.rng)) is not None:
                room[at] = new


def other_room(sheet: GenreSheet, room: Division, place: Place, rng: random.Random) -> int | None:
    """An adjacent room to which the cell can move so that its present room stays connected; None if none."""
    near = {room[other] for other in sheet.related(place, "neighbours")}
    others = sorted(near - {room[place]})
    return rng.choice(others) if others and _can_leave(sheet, room, place) else None


def _can_leave(sheet: GenreSheet, room: Division, place: Place) -> bool:
    """Has the room of the cell others, which stay connected without it?"""
    beside = [other for other in sheet.related(place, "neighbours") if room[other] == room[place]]
    if len(beside) < 2:
        return bool(beside)
    reached, ahead = {place, beside[0]}, [beside[0]]
    while ahead and not reached.issuperset(beside):
        near = sheet.related(ahead.pop(), "neighbours")
        further = [other for other in near if room[other] == room[place] and other not in reached]
        reached.update(further)
        ahead += further
    return reached.issuperset(beside)


def split(sheet: GenreSheet, room: Division, place: Place, rng: random.Random) -> Division:
    """The division with the room of the cell in two parts, unless it is its only cell."""
    cells = {other for other in room if room[other] == room[place]}
    if len(cells) < 2:
        return room
    parts = grown(sheet, (place, rng.choice(sorted(cells - {place}))), rng, inside=cells)
    return {**room, **{at: 1 + max(room.values()) for at, part in parts.items() if not part}}


def members(room: Division) -> dict[int, list[Place]]:
    """The cells of each room."""
    cells: dict[int, list[Place]] = {}
    for place, number in sorted(room.items()):
        cells.setdefault(number, []).append(place)
    return cells


# ---- black cells


def black_cells(
    rows: int, columns: int, symmetry: str, rng: random.Random, deadline: Deadline = NEVER
) -> set[Place] | None:
    """The first row and column, and cells such that all white ones are connected and lie in runs of
    SHORTEST..LONGEST in both directions; None if none were found. The other rows and columns are symmetric.
    """
    order = orbits(symmetry, rows - 1, columns - 1) if rows > 1 and columns > 1 else None
    if order is None:
        return None
    white = {(r, c) for r in range(1, rows) for c in range(1, columns)}
    orbits_of_cells = [[(1 + i // (columns - 1), 1 + i % (columns - 1)) for i in orbit] for orbit in order]
    least = len(white) * (1 - SHARE)
    for _ in range(3):  # a cell may become possible after others turned black
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
    """The length of the run that begins here; 0 if none does."""
    (r, c), (dr, dc) = place, step
    if (r - dr, c - dc) in white:
        return 0
    length = 0
    while (r + length * dr, c + length * dc) in white:
        length += 1
    return length
