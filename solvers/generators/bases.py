"""What is fixed before a board of a genre is drawn: black cells, holes, scattered signs, rooms."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import isqrt

from zenkai_solver.models.genres.amounts import Indicator
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueKind,
    NumberClue,
    NumbersClue,
    RoomClue,
    SignClue,
    SumClue,
)
from zenkai_solver.models.genres.expressions import Compare, Fixed, Negation
from zenkai_solver.models.genres.genre import Genre, keys_in
from zenkai_solver.models.genres.graphs import ByWalls
from zenkai_solver.models.genres.groups import AllConnected, EachGroup, OneLoop
from zenkai_solver.models.genres.layers import EdgeLines
from zenkai_solver.models.genres.places import WithClue
from zenkai_solver.models.genres.series import ProductOf
from zenkai_solver.models.genres.sheet import HIDDEN, WHOLE, GenreSheet, Place, Value, values_in
from zenkai_solver.models.genres.statements import ForAll, Shows
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.clues import (
    divides_nothing,
    ends_at,
    is_hole,
    is_placed_first,
    is_scattered,
)
from zenkai_solver.solvers.generators.holes import has_board, with_boards
from zenkai_solver.solvers.generators.placed import (
    Places,
    as_many,
    can_be_placed,
    cells_together,
    must_be_placed,
    placed,
)
from zenkai_solver.solvers.generators.rooms import (
    CELLS_PER_ROOM,
    Division,
    any_division,
    apart,
    are_all,
    black_cells,
    grown,
    has_sizes,
    more_of_rooms,
    most_of_a_room,
    other_room,
    room_sizes,
    several_amounts,
    split,
)
from zenkai_solver.solvers.generators.rules import (
    Clues,
    domains_depend,
)
from zenkai_solver.solvers.generators.scattering import Scattering, values_of
from zenkai_solver.solvers.generators.sheets import Sheets

LARGE_ROOM = 16  # cells of a room before it is split
EFFORT_OF_ROOMS = 500  # work of a search for a board of rooms
FAILURES = 20  # changes without a board, after which rooms are left as they are
SMALLEST_ROOMS = (0, 0, 2, 3)  # cells; a clue of each room may need several
LARGEST_PRODUCT = 4  # cells of a room whose numbers are multiplied
BLACK = 0.15  # the share of black cells with arrows
HOLES = (0.3, 0.45, 0.6)  # shares of holes; where they are few the sums contradict each other
SHARES_OF_SIZES = (1, 0.7, 0.6, 0.5)  # of the cells: as many as numbers of the board have together
SHARES = (0.1, 0.2, 0.3, 0.5, 0.7, 0.9)  # of the cells that get a sign that cannot be removed


def _made_by_holes(genre: Genre, kind: ClueKind) -> bool:
    """Do these holes make the puzzle, and can each part between them be looked at by itself? Where they are
    all that is given they make it; other clues make puzzles without them.
    """
    connected = any(isinstance(rule.holds, AllConnected | OneLoop) for rule in genre.rules)
    return kind.link == "bosanowa" or (len(genre.given) == 1 and not connected)


def distinct_numbers(total: int, rng: random.Random) -> tuple[int, ...]:
    """Different numbers from 1 on with this sum, in order."""
    most = max(1, (isqrt(8 * total + 1) - 1) // 2)
    numbers = [*range(1, 1 + rng.randint(min(2, most), most))]
    while (left := total - sum(numbers)) > 0:
        first = rng.randrange(max(0, len(numbers) - left), len(numbers))
        numbers[first:] = (number + 1 for number in numbers[first:])
    return tuple(numbers)


def _area_size(genre: Genre) -> int:
    """The number of cells that a rule asks of each area; 1 if none does."""
    for word in values_in(genre.rules):
        match word:
            case EachGroup(ByWalls(), _, weight, Fixed(least), Fixed(most)):
                if least == most and not isinstance(weight, Indicator):
                    return least
    return 1


def _is_dead(genre: Genre, key: str) -> bool:
    """Does such a sign leave its cell no choice, as a black cell? A board of many is no puzzle."""
    for rule in genre.rules:
        match rule.holds:
            case ForAll(_, WithClue(of), Compare(_, "=", Fixed(0)) | Negation(Shows())) if of == key:
                return True
            case ForAll(_, WithClue(of), ForAll(_, _, Shows())) if of == key:  # walls all around
                return True
    return key in keys_in(genre.unknown)


def _is_scattered_with_values(genre: Genre, kind: ClueKind) -> bool:
    """Are these arrows that a board begins with, or numbers of which rules state how many an area has, or in
    whose cells nothing else can be?
    """
    words = (word.weight for word in values_in(genre.rules) if isinstance(word, EachGroup))
    counted = any(kind.key in keys_in(word) for word in (*words, genre.unknown))
    known = isinstance(kind, ArrowClue) or (isinstance(kind, NumbersClue) and counted)
    return known and kind.at == "cell" and is_placed_first(kind)


def _scattered(
    genre: Genre, kind: ClueKind, together: Sequence[Places], rng: random.Random
) -> dict[Place, Value] | None:
    """Random black cells, holes and signs, which do not depend on the board; None for other kinds. Cells that
    are `together` have one or not.
    """
    black: Value | None = None
    if isinstance(kind, SumClue) and not kind.lo:
        black = (-1, -1)
    elif isinstance(kind, ArrowClue) and kind.plain:
        black = (0, HIDDEN)
    elif is_hole(kind):
        black = 1
    if black is not None:
        share = rng.choice(HOLES) if is_hole(kind) else BLACK
        if is_hole(kind) and not _made_by_holes(genre, kind):
            number = sum(map(len, together)) % _area_size(genre)
            return dict.fromkeys(as_many(together, number, rng), black)
        return {place: black for cells in together if rng.random() < share for place in cells}
    if _is_scattered_with_values(genre, kind):
        sites = (place for cells in together if rng.random() < BLACK for place in cells)
        return {place: rng.choice(values_of(genre, kind)) for place in sites}
    if divides_nothing(kind):  # a rule that names them would wait for them
        return {}
    if not is_scattered(kind) or ends_at(genre, kind.key):
        return None
    few = isinstance(kind, NumberClue) or _is_dead(genre, kind.key)
    share = rng.choice(SHARES[:3] if few else SHARES)
    signs = range(1, 1 + len(kind.signs)) if isinstance(kind, SignClue) else (HIDDEN,)
    chosen = [place for cells in together if rng.random() < share for place in cells]
    return {place: rng.choice(signs) for place in chosen}


@dataclass(frozen=True)
class Bases:
    """The sheets on which boards of a genre are drawn; `fixed` are the clues of the whole board. All clues
    that can be placed first are, if `clues_first`: where rules ask more of what clues are in, boards that are
    drawn without them have no place for them.
    """

    genre: Genre
    size: tuple[int, int]
    symmetry: str
    fixed: Clues
    clues_first: bool = False

    @property
    def rooms_follow(self) -> bool:
        """May rooms be drawn after the board? Not where they say what its values may be, and where few boards
        have rooms.
        """
        keys = [kind.key for kind in self.genre.given if isinstance(kind, RoomClue)]
        depend = domains_depend(self.genre) or any(several_amounts(self.genre, key) for key in keys)
        return bool(keys) and not depend

    @property
    def rooms_decide(self) -> bool:
        """Are rooms all that tells solutions apart, and does no rule say how much each has? Most random ones
        leave many solutions then, but small ones, of which there is a board, few.
        """
        keys = [kind.key for kind in self.genre.given if isinstance(kind, RoomClue)]
        return any(are_all(self.genre, key) and not has_sizes(self.genre, key) for key in keys)

    def drawn(
        self, rng: random.Random, deadline: Deadline = NEVER, without_rooms: bool = False
    ) -> GenreSheet | None:
        """What is fixed before the board is drawn: size, black cells, rooms whose content no rule fixes."""
        rows, columns = self.size
        on_edges = frozenset(layer.name for layer in self.genre.unknown if isinstance(layer, EdgeLines))
        clues: dict[str, Mapping[Place, Value]] = dict(self.fixed)
        together = cells_together(self.symmetry, rows, columns)
        for kind in self.genre.given:
            if isinstance(kind, SumClue) and kind.lo:
                black = black_cells(rows, columns, self.symmetry, rng, deadline)
                if black is None:
                    return None
                clues[kind.key] = dict.fromkeys(sorted(black), (0, 0))
            elif isinstance(kind, RoomClue) and without_rooms:
                continue
            elif isinstance(kind, RoomClue):
                if not room_sizes(self.genre, kind.key) or more_of_rooms(self.genre, kind.key):
                    sheet = GenreSheet(rows, columns, clues)
                    least = most_of_a_room(self.genre, kind.key, sheet) or rng.choice(SMALLEST_ROOMS)
                    clues[kind.key] = any_division(sheet, rng, least, self._largest_room)
            elif (given := self._placed(kind, together, clues, rng)) is not None:
                clues[kind.key] = given
        for kind in self.genre.given:
            if is_hole(kind) and clues[kind.key] and _made_by_holes(self.genre, kind):
                sheet = GenreSheet(rows, columns, clues)
                clues[kind.key] = with_boards(self.genre, kind.key, sheet, rng, deadline)
        clues = self._with_black_apart(clues)
        return GenreSheet(rows, columns, clues, on_edges)

    @property
    def _largest_room(self) -> int:
        """The most cells that a room has at first: few where its numbers are multiplied."""
        multiplied = any(isinstance(word, ProductOf) for word in values_in(self.genre.rules))
        return LARGEST_PRODUCT if multiplied else self.size[0] * self.size[1]

    def _placed(
        self, kind: ClueKind, together: Sequence[Places], clues: Clues, rng: random.Random
    ) -> dict[Place, Value] | None:
        """The clues of the kind that are placed before the board is drawn, and after these ones; None if it
        has none.
        """
        if isinstance(kind, NumbersClue) and kind.at == "board" and kind.key not in self.fixed:
            signs = (other.key for other in self.genre.given if isinstance(other, SignClue))
            free = self.size[0] * self.size[1] - sum(len(clues.get(key, ())) for key in signs)
            return {WHOLE: distinct_numbers(max(1, int(free * rng.choice(SHARES_OF_SIZES))), rng)}
        wanted = (self.clues_first or self.symmetry != "none") and can_be_placed(self.genre, kind)
        if wanted or must_be_placed(self.genre, kind):
            return placed(self.genre, kind, together, rng)
        return _scattered(self.genre, kind, together, rng)

    def _with_black_apart(self, clues: Clues) -> dict[str, Mapping[Place, Value]]:
        """The clues with rooms in which each black cell is a room of its own."""
        black_kinds = [
            kind.key
            for kind in self.genre.given
            if (isinstance(kind, ArrowClue) and kind.plain) or (isinstance(kind, SumClue) and not kind.lo)
        ]
        black_places = {place for key in black_kinds for place in clues[key]}
        rooms = [kind.key for kind in self.genre.given if isinstance(kind, RoomClue) and kind.key in clues]
        return {**clues, **{key: apart(clues[key], black_places) for key in rooms if black_places}}

    def with_board(self, base: GenreSheet, rng: random.Random, deadline: Deadline) -> GenreSheet:
        """The base with other clues that are placed first, of which there is a board, or itself."""
        together = cells_together(self.symmetry, *self.size)
        return Scattering(self.genre, base, together, rng, deadline).with_board() or base

    def divided(self, base: GenreSheet, rng: random.Random, deadline: Deadline) -> GenreSheet:
        """The base with rooms of which there is a board, since most random ones have none: a few are split,
        or many are united, as long as there is one.
        """
        kinds = [kind.key for kind in self.genre.given if isinstance(kind, RoomClue)]
        if len(kinds) != 1:
            return base
        (key,) = kinds

        def sheet(room: Division) -> GenreSheet:
            return base.with_clues(self._with_black_apart({**base.clues, key: room}))

        cells = base.every["cell"]
        with closing(Sheets(self.genre, sheet(dict.fromkeys(cells, 0)), deadline)) as sheets:
            starts = self._first_rooms(base, rng)
            first = next((room for room in starts if has_board(sheets, sheet(room), EFFORT_OF_ROOMS)), None)
            if first is None:
                return base
            room = first
            small = CELLS_PER_ROOM[1]
            per_room = small if self.rooms_decide else rng.choice(CELLS_PER_ROOM[1:])
            wanted, failures = len(cells) // per_room, 0
            while failures < FAILURES and (number := len(set(room.values()))) != wanted:
                at = rng.choice(cells)
                if number < wanted:
                    changed = split(base, room, at, rng)
                else:
                    near = rng.choice(base.related(at, "neighbours") or (at,))
                    changed = {cell: room[at] if of == room[near] else of for cell, of in room.items()}
                if changed != room and has_board(sheets, sheet(changed), EFFORT_OF_ROOMS):
                    room, failures = changed, 0
                else:
                    failures += 1
            for at in cells if room is first else ():  # rows or columns by themselves make no puzzle
                if (other := other_room(base, room, at, rng)) is not None:
                    changed = {**room, at: other}
                    room = changed if has_board(sheets, sheet(changed), EFFORT_OF_ROOMS) else room
        return sheet(room)

    def _first_rooms(self, base: GenreSheet, rng: random.Random) -> Iterator[Division]:
        """Divisions that may have a board: a few random rooms, rows or columns, pairs of them, blocks of 2x2,
        and one room.
        """
        cells = base.every["cell"]
        yield grown(base, rng.sample(cells, max(1, len(cells) // LARGE_ROOM)), rng)
        lines = [(axis, width) for axis in (0, 1) for width in (2, 4)]
        for axis, width in rng.sample(lines, len(lines)):
            yield {place: place[axis] // width for place in cells}
        yield {(y, x): y // 4 * base.columns + x // 4 for y, x in cells}
        yield dict.fromkeys(cells, 0)
