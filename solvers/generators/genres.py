"""Puzzles with one solution of any genre, from its statement alone.

    zenkai generate GENRE [--size 8x8] [--symmetry NAME] [--difficulty LO..HI] [--seed S]
                          [--number K] [-o FILE]

A random board that keeps the rules; the clues that it would have, computed from the same rules; then, while
the clues leave another solution, the part of the board where the two differ is drawn anew; then clues go as
long as exactly one solution is left. Rooms are drawn at random, or around the board where rules say what each
room has; black cells that state sums, and signs that stay, are drawn first. Exit codes: 0, 1 if no such
puzzle was found, 2 bad input, 3 cut short, 130 Ctrl-C.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueError,
    ClueKind,
    RoomClue,
    SignClue,
    SumClue,
    SwitchClue,
)
from zenkai_solver.models.genres.genre import Genre, GenreRule, to_data
from zenkai_solver.models.genres.layers import CentreLines, EdgeLines
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import as_keys
from zenkai_solver.models.genres.sheet import HIDDEN, WHOLE, GenreSheet, Place, Value, kind_of
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.genres.table import genre as named
from zenkai_solver.models.grid import TRANSFORMS
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.command import COMPLETE, Parser, Refused, complain, positive_int, put
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.core.sources import as_yaml
from zenkai_solver.solvers.generators.clues import (
    Item,
    clues_of,
    free_numbers,
    hidden,
    is_hole,
    is_scattered,
    items,
    one_in_each,
    without,
)
from zenkai_solver.solvers.generators.command import (
    NOT_FOUND,
    PUZZLES,
    YAML_ENDINGS,
    always_unique,
    difficulty,
    ends,
    no_format,
    refuse,
    rules_of,
    sides,
    within,
)
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.generators.orbits import SYMMETRIES
from zenkai_solver.solvers.generators.rooms import (
    AroundBoard,
    Division,
    any_division,
    apart,
    black_cells,
    more_of_rooms,
    most_of_a_room,
    other_room,
    room_sizes,
)
from zenkai_solver.solvers.generators.sheets import Clues, Sheets, Spot, Values, fits, keys_in
from zenkai_solver.solvers.solution_files.output import make_sure, write_text
from zenkai_solver.solvers.uniqueness.choosing import ONE

MOST_SIDE = 30
MOST_VALUES = 50_000  # of all places of a board together
BOARDS = 40  # random boards per puzzle
DIVISIONS = 20  # into rooms, most of which have no board, for each of them
MENDED = 60  # times that a board is changed until its clues leave no other
MENDED_IN_ROOMS = 6  # the same where other rooms of the wanted size sooner do
ROOMS = 0.7  # the chance that rooms are changed in place of the board
NUMBERS = 0.8  # the chance that a number is changed in place of the board, if no board says it
WORSE = 0.1  # the chance that a change is kept which leaves more places open
AROUND = 3  # half cells around a difference that are drawn anew
BLACK = 0.15  # the share of black cells with arrows, and of holes
MOST_CONDITIONS = 400  # constraints of sheets, most of them of clues that are gone, that a solver keeps
FEWEST_LINES = 2  # cells to a line at most, else a board is boring
SHARES = (
    0.1,
    0.2,
    0.3,
    0.5,
    0.7,
    0.9,
)  # of the cells that have a sign that stays
RIVALS = 8  # other boards that are kept, which other numbers are to bar
MET = 30  # other boards that are kept, to see at once that a clue is needed


@dataclass(frozen=True)
class GenreOptions:
    """What is asked for; the fields are the options of the command line."""

    size: tuple[int, int]
    rules: str
    symmetry: str
    difficulty: tuple[int, int] | None
    number: int
    unique: bool
    seed: int
    time_limit: float | None
    output: Path | None


_size = partial(
    sides,
    fit=lambda rows, columns: 1 <= rows <= MOST_SIDE and 1 <= columns <= MOST_SIDE,
    otherwise=f"is no size, ROWSxCOLUMNS from 1x1 to {MOST_SIDE}x{MOST_SIDE}",
)


def parser(name: str) -> Parser:
    """Of `zenkai generate NAME`."""
    genre = named(name)
    p = Parser(prog=f"zenkai generate {name}", description=f"Make puzzles of {genre.title}, of one solution.")
    p.add_argument("--size", type=_size, default=(8, 8), metavar="RxC", help="default 8x8")
    p.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="of the places of the clues")
    p.add_argument(
        "--difficulty", type=difficulty, metavar="LO..HI", help="the score that `zenkai explain --rate` gives"
    )
    if keys := [kind.key for kind in genre.given if kind.at == "board"]:
        switch = isinstance(genre.given[-1], SwitchClue)
        example = f"keys of the instance, such as {keys[0]}: {'true' if switch else 2}"
        p.add_argument("--rules", default="", metavar="KEYS", help=example)
    else:
        refuse(p, "--rules", f"{genre.title} has no clue of the board as a whole")
    refuse(p, "--givens", "as many clues are left as one solution needs")
    p.add_argument("--number", type=positive_int, default=1, metavar="K", help="so many puzzles; default 1")
    always_unique(p)
    ends(p, "puzzles", "default: standard output, as YAML")
    return p


def main(argv: Sequence[str], name: str) -> int:
    """Raises InstanceError, Refused, OSError."""
    given = vars(parser(name).parse_args(argv))
    options = GenreOptions(**{"rules": "", **given})
    genre = named(name)
    if options.output is not None:
        if options.output.suffix.lower() not in YAML_ENDINGS:
            raise Refused(no_format(options.output, YAML_ENDINGS))
        make_sure(options.output)
    elif options.number > 1:
        raise Refused("several puzzles are several files: -o NAME.yaml makes NAME.1.yaml and so on")
    maker = Maker.of(genre, options)
    return within(options.time_limit, partial(_write_all, maker, options), "no such puzzle yet")


def _write_all(maker: Maker, options: GenreOptions, deadline: Deadline) -> int:
    """A file per puzzle, each written before the next is looked for."""
    for number in range(1, options.number + 1):
        found = maker.puzzle(number, deadline)
        if isinstance(found, NoGenrePuzzle):
            complain(found.why)
            return NOT_FOUND
        if options.output is None:
            put(found.text.removesuffix("\n"))
        else:
            path = options.output
            several = path.with_name(f"{path.stem}.{number}{path.suffix}")
            write_text(path if options.number == 1 else several, found.text)
    return COMPLETE


@dataclass(frozen=True)
class NoGenrePuzzle:
    """None was found after many trials."""

    why: str


def _switched(key: str, on: Any) -> dict[str, dict[Place, Value]]:
    """Raises Refused for what is not true or false."""
    if not isinstance(on, bool):
        raise Refused(f"--rules {key}: {str(on)!r:.40} is not true or false")
    return {key: {WHOLE: 1}} if on else {}


def _scattered(kind: ClueKind, cells: Sequence[Place], rng: random.Random) -> dict[Place, Value] | None:
    """Black cells, holes and signs that no board says, at random; None of other kinds."""
    black: Value | None = None
    if isinstance(kind, SumClue) and not kind.lo:
        black = (-1, -1)
    elif isinstance(kind, ArrowClue) and kind.plain:
        black = (0, HIDDEN)
    elif is_hole(kind):
        black = 1
    if black is not None:
        return {place: black for place in cells if rng.random() < BLACK and kind.link != "empty"}
    if not is_scattered(kind):
        return None
    share = rng.choice(SHARES if isinstance(kind, SignClue) else SHARES[:3])
    signs = range(1, 1 + len(kind.signs)) if isinstance(kind, SignClue) else (HIDDEN,)
    return {at: rng.choice(signs) for at in [at for at in cells if rng.random() < share]}


@dataclass(frozen=True)
class Maker:
    """A genre, and what is asked for. `fixed` are the clues of the board as a whole."""

    genre: Genre
    options: GenreOptions
    fixed: Mapping[str, Mapping[Place, Value]]

    @classmethod
    def of(cls, genre: Genre, options: GenreOptions) -> Maker:
        """Raises Refused for what this genre cannot have."""
        keys = {kind.key: kind for kind in genre.given if kind.at == "board"}
        stated = yaml.safe_load(rules_of(options.rules, keys)) or {} if options.rules else {}
        fixed: dict[str, dict[Place, Value]] = {}
        for key, kind in keys.items():
            if isinstance(kind, SwitchClue):
                fixed |= _switched(key, stated.get(key, False))
                continue
            least = getattr(kind, "lo", 1)
            try:
                fixed[key] = {WHOLE: kind.read(str(stated.get(key, least)))}
            except ClueError as error:
                raise Refused(f"--rules {key}: {str(stated[key])!r:.40} is not {error}") from None
        maker = cls(genre, options, fixed)
        if options.symmetry != "none":
            maker._check_symmetry()
        return maker

    def _check_symmetry(self) -> None:
        name, (rows, columns) = self.options.symmetry, self.options.size
        free = [kind for kind in self.genre.given if kind.at in ("cell", "edge", "corner")]
        able = [
            kind for kind in free if not isinstance(kind, RoomClue) and not one_in_each(self.genre, kind.key)
        ]
        if not able:
            raise Refused(f"--symmetry: the clues of {self.genre.title} lie as its solution wants them")
        if rows != columns and not all(TRANSFORMS[own]((1, 0))[0] for own in SYMMETRIES[name]):
            raise Refused(f"--symmetry {name}: not of {rows}x{columns}")

    # ---- one puzzle

    def puzzle(self, number: int, deadline: Deadline = NEVER) -> Instance | NoGenrePuzzle:
        """The n-th of this seed, as hard as wanted. Raises Interrupted."""
        met: list[float] = []
        wanted = self.options.difficulty
        for trial in range(PUZZLES if wanted else 1):
            found = self._any(f"{self.options.seed} {number} {trial}", number, deadline)
            if isinstance(found, NoGenrePuzzle) or wanted is None:
                return found
            met.append(rated(found.puzzle, deadline))
            if wanted[0] <= met[-1] <= wanted[1]:
                return found
        assert wanted is not None
        return NoGenrePuzzle(
            f"no puzzle of {wanted[0]:,}..{wanted[1]:,} among {len(met):,}, "
            f"which are of {min(met):,}..{max(met):,}"
        )

    def _any(self, seed: str, number: int, deadline: Deadline) -> Instance | NoGenrePuzzle:
        size = "{}x{}".format(*self.options.size)
        boards = 0
        for trial in range(DIVISIONS * BOARDS):
            if boards == BOARDS:
                break
            rng = random.Random(f"{self.genre.name} {size} {seed} {trial}")
            base = self.base(rng, deadline)
            if base is None:
                continue
            if (values := sum(map(len, GenrePuzzle(self.genre, base).domains.values()))) > MOST_VALUES:
                return NoGenrePuzzle(f"{size}: {values:,} values of all places; at most {MOST_VALUES:,}")
            with closing(Sheets(self.genre, base, deadline)) as sheets:
                attempt = Attempt(self, sheets, rng)
                assumed = sheets.conditions(base)
                if assumed is None or (board := sheets.random_board(assumed, rng)) is None:
                    if base.clues.keys() > self.fixed.keys():  # another division may have a board
                        continue
                    return NoGenrePuzzle(f"no board of {size} keeps the rules of {self.genre.title}")
                boards += 1
                with closing(attempt):
                    boring = trial < BOARDS // 2 and attempt.is_boring(board)
                    made = None if boring else attempt.made(board)
            if made is not None:
                return self._instance(made, number)
        return NoGenrePuzzle(f"no {self.genre.title} of {size} with one solution from {BOARDS} boards")

    def base(self, rng: random.Random, deadline: Deadline = NEVER) -> GenreSheet | None:
        """What is given before the board is drawn: size, black cells, rooms of no particular size."""
        rows, columns = self.options.size
        on_edges = frozenset(layer.name for layer in self.genre.unknown if isinstance(layer, EdgeLines))
        clues: dict[str, Mapping[Place, Value]] = dict(self.fixed)
        for kind in self.genre.given:
            if isinstance(kind, SumClue) and kind.lo:
                black = black_cells(rows, columns, self.options.symmetry, rng, deadline)
                if black is None:
                    return None
                clues[kind.key] = dict.fromkeys(sorted(black), (0, 0))
            elif isinstance(kind, RoomClue):
                if not room_sizes(self.genre, kind.key) or more_of_rooms(self.genre, kind.key):
                    sheet = GenreSheet(rows, columns, clues)
                    most = most_of_a_room(self.genre, kind.key, sheet)
                    clues[kind.key] = any_division(sheet, rng, most)
            elif (given := _scattered(kind, GenreSheet(rows, columns).every["cell"], rng)) is not None:
                clues[kind.key] = given
        black_kinds = [
            kind.key
            for kind in self.genre.given
            if (isinstance(kind, ArrowClue) and kind.plain) or (isinstance(kind, SumClue) and not kind.lo)
        ]
        alone = {place for key in black_kinds for place in clues[key]}
        for kind in self.genre.given:
            if isinstance(kind, RoomClue) and kind.key in clues and alone:
                clues[kind.key] = apart(clues[kind.key], alone)
        return GenreSheet(rows, columns, clues, on_edges)

    def _instance(self, puzzle: GenrePuzzle, number: int) -> Instance:
        """Raises InstanceError for what cannot be read again."""
        known = self.genre.name in GENRES and named(self.genre.name) == self.genre
        head = {
            **({"puzzle": self.genre.name} if known else {"puzzle": "genre", "genre": to_data(self.genre)}),
            "title": f"Seed {self.options.seed}, puzzle {number}",
            "source": "made by zenkai generate",
        }
        keys = {key: _plain(value) for key, value in as_keys(puzzle).items()}
        return loads(as_yaml({**head, **keys, "expect": ONE}), "made")


class Attempt:
    """One random board, and what becomes of it. Boards are drawn on `drawing`. Close it after use."""

    def __init__(self, maker: Maker, drawing: Sheets, rng: random.Random) -> None:
        self.maker, self.drawing, self.rng = maker, drawing, rng
        self.sheets = drawing.anew()
        self.genre, self.puzzle = maker.genre, drawing.puzzle
        around = [kind for kind in self.genre.given if isinstance(kind, RoomClue)]
        self.around = [kind.key for kind in around if kind.key not in drawing.base.clues]
        self.drawn = [kind.key for kind in around if kind.key in drawing.base.clues]
        self.numbers = free_numbers(self.genre, self.puzzle.sheet)
        self._free = {kind.key for kind in self.genre.given if kind.at != "board"}.difference(self.drawn)

    def close(self) -> None:
        self.sheets.close()

    def is_boring(self, board: Values) -> bool:
        """Do lines leave most of the board empty?"""
        lines = {layer.name for layer in self.genre.unknown if isinstance(layer, CentreLines | EdgeLines)}
        number = sum(value for (name, _), value in board.items() if name in lines)
        return bool(lines) and FEWEST_LINES * number < len(self.puzzle.sheet.every["cell"])

    def made(self, board: Values) -> GenrePuzzle | None:
        """A puzzle with one solution, no clue of which can go; None if the board does not come to one."""
        found = self._with_rooms(board) if self.around else self._mended(board)
        if found is None:
            return None
        board, clues = found
        return GenrePuzzle(self.genre, self.sheets.with_clues(self._fewer(board, clues)))

    def _other(self, board: Values, clues: Clues, barred: Lit) -> dict[Spot, int] | None:
        """Another board with these clues."""
        assumed = self.sheets.conditions(self.sheets.with_clues(clues))
        assert assumed is not None  # the board itself keeps them
        return self.sheets.board([*assumed, barred])

    # ---- a board whose clues leave no other

    def _mended(self, board: Values) -> tuple[Values, Clues] | None:
        """The board is changed near where another one with its clues differs, or cells there change rooms."""
        before: tuple[Values, Clues, list[Spot]] | None = None
        rival: Values = {}
        rivals: list[Values] = []  # of which a board can be one that comes back
        clues: Clues | None = self._clues(board, None)
        sized = any(room_sizes(self.genre, key) for key in self.drawn)
        for _ in range(MENDED_IN_ROOMS if sized else MENDED):
            if clues is not None:
                if self.sheets.number > MOST_CONDITIONS:
                    self.close()
                    self.sheets = self.drawing.anew()
                self.sheets.near(board)
                other = self._other(board, clues, self.sheets.not_this(board))
                if other is None:
                    return board, clues
                rivals = [*rivals, other][-RIVALS:]
                differs = [spot for spot, value in board.items() if other[spot] != value]
                if before is None or len(differs) <= len(before[2]) or self.rng.random() < WORSE:
                    before, rival = (board, clues, differs), other
            if before is None:
                return None
            board, known, differs = before
            others = [*(own for own in rivals if own != board), rival]
            if self.drawn and self.rng.random() < ROOMS:
                clues = self._clues(board, self._with_other_rooms(board, known, differs, rival))
                continue
            if self.numbers and self.rng.random() < NUMBERS:
                clues = self._with_other_numbers(board, known, differs, others)
                continue
            changed = self._changed(board, known, differs)
            if changed is None:
                return None
            board, clues = changed, self._clues(changed, known)
        return None

    def _with_other_rooms(self, board: Values, clues: Clues, differs: Sequence[Spot], rival: Values) -> Clues:
        """The clues with rooms of which some of these cells left one for another: the board fits them.

        The rival does not, unless there are clues of rooms, which may tell the two apart, or no such rooms
        are met and a rule ties other clues to rooms.
        """
        at_rooms = any(kind.at == "room" for kind in self.genre.given)
        key = self.rng.choice(self.drawn)
        tied = any(key in keys and keys & self._free for keys in map(_keys_of, self.genre.all_rules))
        room = {at: int(str(own)) for at, own in {**self.drawing.base.clues, **clues}[key].items()}
        able = clues
        for _ in range(len(room)):
            changed = dict(room)
            for _, place in self.rng.choices(differs, k=self.rng.choice((1, 1, 2, 3))):
                if (
                    place in room
                    and (other := other_room(self.puzzle.sheet, changed, place, self.rng)) is not None
                ):
                    changed[place] = other
            if changed == room or not self._fits(board, {key: changed}):
                continue
            if at_rooms or not self._fits(rival, {key: changed}):
                return {**clues, key: changed}
            if tied:
                able = {**clues, key: changed}
        return able

    def _with_other_numbers(
        self, board: Values, clues: Clues, differs: Sequence[Spot], rivals: Sequence[Values]
    ) -> Clues:
        """The clues with another number in one of these cells: the board fits them, but few rivals do."""
        key = self.rng.choice(sorted(self.numbers))
        own = clues[key]
        places = [place for place in sorted(own) if _is_near(place, [at for _, at in differs], 0)] or [*own]
        best, least = clues, len(rivals) + 1
        for _ in range(MENDED if places else 0):
            number = self.rng.choice(self.numbers[key])
            changed = {**clues, key: {**own, self.rng.choice(places): number}}
            if not self._fits(board, changed):
                continue
            left = sum(self._fits(rival, changed) for rival in rivals)
            if left < least:
                best, least = changed, left
            if not left:
                break
        return best

    def _clues(self, board: Values, before: Clues | None) -> dict[str, dict[Place, Value]] | None:
        """All clues of the board; those alone whose images have one too where they are to be symmetric."""
        rooms = {key: own for key, own in (before or {}).items() if key in self.drawn}
        puzzle = replace(self.puzzle, sheet=self.sheets.with_clues(rooms)) if rooms else self.puzzle
        found = clues_of(puzzle, board, self.rng, before)
        if found is not None:
            found.update({key: dict(own) for key, own in rooms.items()})
        if found is None or self.maker.options.symmetry == "none":
            return found
        whole = {item for orbit in self._orbits(items(self.genre, found)) for item in orbit}
        gone = [item for item in items(self.genre, found) if item not in whole]
        return without(found, gone)

    def _changed(
        self, board: Values, clues: Clues, differs: Sequence[tuple[str, Place]]
    ) -> dict[tuple[str, Place], int] | None:
        """Another board, which differs near one of these places at most; or anywhere where none is near."""
        rooms = {key: own for key, own in clues.items() if key in self.drawn}
        assumed = self.drawing.conditions(self.drawing.with_clues(rooms))
        assert assumed is not None
        assumed.append(self.drawing.not_this({spot: board[spot] for spot in differs}))
        near = [place for _, place in differs]
        for reach in (AROUND, 2 * AROUND):
            fixed = {spot: value for spot, value in board.items() if not _is_near(spot[1], near, reach)}
            found = self.drawing.random_board(assumed, self.rng, fixed)
            if found is not None:
                return found
        return self.drawing.random_board(assumed, self.rng)

    # ---- rooms around a board

    def _with_rooms(self, board: Values) -> tuple[Values, Clues] | None:
        """A board with rooms that leave no other: cells change rooms where other boards differ from it."""
        key = self.around[0]
        drawing = AroundBoard(self.puzzle, key, board, self.rng, self.drawing.deadline)
        room = drawing.division()
        if room is None:
            return None
        barred = self.sheets.not_this(board)
        self.sheets.near(board)
        rivals: list[Values] = []
        for _ in range(MENDED * len(room) // 8):
            clues: dict[str, dict[Place, Value]] = {key: dict(room)}
            own = clues_of(replace(self.puzzle, sheet=self.sheets.with_clues(clues)), board, self.rng)
            if own is None:
                return None
            other = self._other(board, {**clues, **own}, barred)
            if other is None:
                return board, {**clues, **own}
            rivals.append(other)
            if not self._rid_of(rivals, board, drawing, key, room):
                return None
        return None

    def _rid_of(
        self, rivals: Sequence[Values], board: Values, drawing: AroundBoard, key: str, room: Division
    ) -> bool:
        """Move cells to other rooms until none of these boards fits the rooms; False after many moves."""
        sheet, rivals = self.puzzle.sheet, list(rivals)
        for _ in range(MENDED):
            fitting = next(
                (i for i in reversed(range(len(rivals))) if self._fits(rivals[i], {key: room})), None
            )
            if fitting is None:
                return True
            rivals.append(rival := rivals.pop(fitting))  # which is the first that is asked next
            differs = [place for (name, place), value in board.items() if rival[name, place] != value]
            places = [
                cell
                for place in differs
                for cell in ([place] if kind_of(place) == "cell" else sheet.related(place, "beside"))
            ]
            for _ in range(len(room)):
                if drawing.moved(room, places) and not self._fits(rival, {key: room}):
                    break
                drawing.moved(room)
        return False

    def _fits(self, board: Values, clues: Clues) -> bool:
        return fits(self.genre, self.sheets.with_clues(clues), self.puzzle, board)

    # ---- fewer clues

    def _orbits(self, all_items: Sequence[Item]) -> list[list[Item]]:
        """Clues that stay or go together; those of which a symmetry moves some to where none is left out."""
        free = {kind.key for kind in self.genre.given if kind.at in ("cell", "edge", "corner")}
        images = [self._image(name) for name in SYMMETRIES[self.maker.options.symmetry]]
        own = set(all_items)
        left = dict.fromkeys(all_items)
        orbits: list[list[Item]] = []
        while left:
            first = next(iter(left))
            orbit, whole = [first], True
            for item in orbit:
                if item.part is None and item.key in free:
                    for image in images:
                        moved = Item(item.key, image(item.place))
                        whole = whole and moved in own
                        if moved in own and moved not in orbit:
                            orbit.append(moved)
            for item in orbit:
                left.pop(item, None)
            if whole:
                orbits.append(orbit)
        return orbits

    def _image(self, name: str) -> Callable[[Place], Place]:
        """Where the symmetry moves a place."""
        transform = TRANSFORMS[name]
        rows, columns = self.maker.options.size
        y, x = transform((2 * rows, 2 * columns))
        down, right = -min(0, y), -min(0, x)

        def image(place: Place) -> Place:
            y, x = transform(place)
            return y + down, x + right

        return image

    def _fewer(self, board: Values, clues: Clues) -> Clues:
        """Clues of which none, no orbit of them, can go; each goes that can, in random order."""
        orbits = self._orbits(items(self.genre, clues))
        self.rng.shuffle(orbits)
        barred = self.sheets.not_this(board)
        self.sheets.near(board)
        met: list[Values] = []
        for orbit in orbits:
            for fewer in (without(clues, orbit), hidden(self.genre, clues, orbit)):
                if fewer is None or not self._fits(board, fewer):
                    continue
                if not any(self._fits(other, fewer) for other in reversed(met[-MET:])):
                    other = self._other(board, fewer, barred)
                    if other is None:
                        clues = fewer
                        break
                    met.append(other)
        return clues


def _keys_of(rule: GenreRule) -> frozenset[str]:
    return keys_in(rule.holds)


def _plain(value: Any) -> Any:
    """A number as a number, where YAML would put a text in quotes."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value


def _is_near(place: Place, others: Sequence[Place], reach: int) -> bool:
    return any(abs(place[0] - y) <= reach and abs(place[1] - x) <= reach for y, x in others)
