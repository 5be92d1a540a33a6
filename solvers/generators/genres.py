"""Puzzles with one solution of any genre, from its statement alone.

    zenkai generate GENRE [--size 8x8] [--symmetry NAME] [--difficulty LO..HI] [--seed S]
                          [--number K] [-o FILE]

A random solved board is drawn, with all clues that the rules give for it. While there is a second solution,
the part of the board where the two differ is redrawn. Then clues are removed as long as the solution is
unique. Rooms are drawn before the board, or after it if the rules fix what each room contains: then they
change until no other solution found so far is left. Black cells with sums, holes, and signs that cannot be
removed, are drawn first. Exit codes: 0, 1 if no such
puzzle was found, 2 bad input, 3 cut short, 130 Ctrl-C.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueError,
    ClueKind,
    NumberClue,
    RoomClue,
    SignClue,
    SumClue,
    SwitchClue,
)
from zenkai_solver.models.genres.genre import Genre, to_data
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
    CluesOfBoard,
    Item,
    ends_at,
    free_numbers,
    hidden,
    is_chosen,
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
    symmetry,
    within,
)
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.generators.holes import has_board, with_boards
from zenkai_solver.solvers.generators.orbits import SYMMETRIES
from zenkai_solver.solvers.generators.rooms import (
    CELLS_PER_ROOM,
    Amounts,
    AroundBoard,
    Division,
    any_division,
    apart,
    black_cells,
    grown,
    has_sizes,
    like_board,
    more_of_rooms,
    most_of_a_room,
    other_room,
    room_sizes,
    split,
)
from zenkai_solver.solvers.generators.rules import (
    Clues,
    FilledBoard,
    Spot,
    Values,
    differing,
    domains_depend,
    is_near,
)
from zenkai_solver.solvers.generators.sheets import Sheets
from zenkai_solver.solvers.solution_files.output import make_sure, write_text
from zenkai_solver.solvers.uniqueness.choosing import ONE

MOST_SIDE = 30
MOST_VALUES = 50_000  # of all places of a board together
BOARDS = 80  # random boards per puzzle
TURNS = 3  # boards: one with random rooms, one with rooms of like cells, one before its rooms
DIVISIONS = 30  # trials per board: most random divisions into rooms have no board
MENDED = 150  # changes of a board until its solution is unique, at most
ROOMS = 0.7  # the chance that rooms are changed in place of the board
NUMBERS = 0.8  # the chance that a number is changed in place of the board, if the board does not determine it
CHOSEN = 0.6  # the chance that clues are chosen again in place of the board, where there is a choice
SWAPPED = 0.15  # the chance that the second solution becomes the board, where clues leave a choice
MOST_SMALLEST = 3
LARGE_ROOM = 16  # cells of a room before it is split
SPLITS = 20  # without a board, after which rooms are left as they are
SMALLEST_ROOMS = (0, 0, 2, MOST_SMALLEST)  # cells; a clue of each room may need several
ROOMS_TRIED = 8  # changes of rooms, of which the one that excludes most rivals is taken
ROUNDS = 0.0025  # per cell squared: changes of rooms without progress after which a board is given up
ROOM_PATIENCE = 6  # moves of cells per such change, after which another board is taken for the rooms
ROOMS_SPLIT = 6  # rooms divided in two, if no such change excludes all rivals
PATIENCE = 20  # changes without progress after which a board is given up
MUCH_WORSE = 1.5  # times the least number of differing places: beyond it no change is accepted
WORSE = 0.1  # the chance that a change for the worse is accepted
AROUND = 3  # half cells around a difference that are redrawn
BLACK = 0.15  # the share of black cells with arrows
HOLES = (0.3, 0.45, 0.6)  # shares of holes; where they are few the sums contradict each other
MOST_CONDITIONS = 20_000  # conditional constraints, most of removed clues, after which a new solver is made
FEWEST_LINES = 2  # cells to a line at most, else a board is boring
SHARES = (
    0.1,
    0.2,
    0.3,
    0.5,
    0.7,
    0.9,
)  # of the cells that get a sign that cannot be removed
OTHERS = 60  # other solutions that are sought at once, to see in how many places they differ
OTHERS_OF_ENDS = 4  # the same where lines end at clues: each cut of a line leaves fewer
RIVALS = 8  # other solutions that are remembered, to be excluded by a change of clues


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
    p = Parser(
        prog=f"zenkai generate {name}",
        usage=f"zenkai generate {name} [OPTION ...]",
        description=f"Make puzzles of {genre.title} with one solution.",
    )
    p.add_argument("--size", type=_size, default=(8, 8), metavar="RxC", help="default: 8x8")
    symmetry(p, "the cells with clues")
    p.add_argument(
        "--difficulty", type=difficulty, metavar="LO..HI", help="as `zenkai explain --rate` scores it"
    )
    if keys := [kind.key for kind in genre.given if kind.at == "board"]:
        switch = isinstance(genre.given[-1], SwitchClue)
        example = f"keys of the instance, such as '{keys[0]}: {'true' if switch else 2}'"
        p.add_argument("--rules", default="", metavar="KEYS", help=example)
    else:
        refuse(p, "--rules", f"{genre.title} has no clue of the board as a whole")
    refuse(p, "--givens", "as many clues are left as one solution needs")
    p.add_argument(
        "--number", type=positive_int, default=1, metavar="K", help="number of puzzles; default: 1"
    )
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
        made = maker.puzzle(number, deadline)
        if isinstance(made, NoGenrePuzzle):
            complain(made.why)
            return NOT_FOUND
        if options.output is None:
            put(made.text.removesuffix("\n"))
        else:
            path = options.output
            several = path.with_name(f"{path.stem}.{number}{path.suffix}")
            write_text(path if options.number == 1 else several, made.text)
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
    """Random black cells, holes and signs, which do not depend on the board; None for other kinds."""
    black: Value | None = None
    if isinstance(kind, SumClue) and not kind.lo:
        black = (-1, -1)
    elif isinstance(kind, ArrowClue) and kind.plain:
        black = (0, HIDDEN)
    elif is_hole(kind):
        black = 1
    if black is not None:
        share = rng.choice(HOLES) if is_hole(kind) else BLACK
        return {place: black for place in cells if rng.random() < share and kind.link != "empty"}
    if not is_scattered(kind):
        return None
    share = rng.choice(SHARES if isinstance(kind, SignClue) else SHARES[:3])
    signs = range(1, 1 + len(kind.signs)) if isinstance(kind, SignClue) else (HIDDEN,)
    return {at: rng.choice(signs) for at in [at for at in cells if rng.random() < share]}


@dataclass(frozen=True)
class Maker:
    """A genre with the options. `fixed` are the clues of the whole board."""

    genre: Genre
    options: GenreOptions
    fixed: Mapping[str, Mapping[Place, Value]]

    @classmethod
    def of(cls, genre: Genre, options: GenreOptions) -> Maker:
        """Raises Refused for options that the genre does not have."""
        keys = {kind.key: kind for kind in genre.given if kind.at == "board"}
        stated = yaml.safe_load(rules_of(options.rules, keys)) or {} if options.rules else {}
        fixed: dict[str, dict[Place, Value]] = {}
        for key, kind in keys.items():
            if isinstance(kind, SwitchClue):
                fixed |= _switched(key, stated.get(key, False))
                continue
            if not kind.needed and key not in stated:
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
        if rows != columns and not all(TRANSFORMS[transform]((1, 0))[0] for transform in SYMMETRIES[name]):
            raise Refused(f"--symmetry {name}: not of {rows}x{columns}")

    # ---- one puzzle

    def puzzle(self, number: int, deadline: Deadline = NEVER) -> Instance | NoGenrePuzzle:
        """The n-th puzzle of the seed, in the range of difficulty. Raises Interrupted."""
        met: list[float] = []
        wanted = self.options.difficulty
        for trial in range(PUZZLES if wanted else 1):
            made = self._any(f"{self.options.seed} {number} {trial}", number, deadline)
            if isinstance(made, NoGenrePuzzle) or wanted is None:
                return made
            met.append(rated(made.puzzle, deadline))
            if wanted[0] <= met[-1] <= wanted[1]:
                return made
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
            even = trial % TURNS > 0
            like = trial % TURNS == TURNS - 1 and self.rooms_follow
            base = self.base(rng, deadline, like)
            if base is not None and trial % TURNS == TURNS - 1 and trial > boards * TURNS:
                base = self._divided(base, rng, deadline)
            if base is None:
                continue
            if (values := sum(map(len, GenrePuzzle(self.genre, base).domains.values()))) > MOST_VALUES:
                return NoGenrePuzzle(f"{size}: {values:,} values of all places; at most {MOST_VALUES:,}")
            with closing(Attempt(self, base, rng, deadline)) as attempt:
                board = attempt.random_board(even)
                if board is None:
                    if base.clues.keys() > self.fixed.keys():  # another division may have a board
                        continue
                    return NoGenrePuzzle(f"no board of {size} keeps the rules of {self.genre.title}")
                boards += 1
                boring = trial < BOARDS // 4 and attempt.is_boring(board)
                made = None if boring else attempt.made(board)
            if made is not None:
                return self._instance(made, number)
        return NoGenrePuzzle(f"no {self.genre.title} of {size} with one solution from {BOARDS} boards")

    @property
    def rooms_follow(self) -> bool:
        """May rooms be drawn after the board? Not where they say what its values may be."""
        return any(isinstance(kind, RoomClue) for kind in self.genre.given) and not domains_depend(self.genre)

    def base(
        self, rng: random.Random, deadline: Deadline = NEVER, without_rooms: bool = False
    ) -> GenreSheet | None:
        """What is fixed before the board is drawn: size, black cells, rooms whose content no rule fixes."""
        rows, columns = self.options.size
        on_edges = frozenset(layer.name for layer in self.genre.unknown if isinstance(layer, EdgeLines))
        clues: dict[str, Mapping[Place, Value]] = dict(self.fixed)
        for kind in self.genre.given:
            if isinstance(kind, SumClue) and kind.lo:
                black = black_cells(rows, columns, self.options.symmetry, rng, deadline)
                if black is None:
                    return None
                clues[kind.key] = dict.fromkeys(sorted(black), (0, 0))
            elif isinstance(kind, RoomClue) and without_rooms:
                continue
            elif isinstance(kind, RoomClue):
                if not room_sizes(self.genre, kind.key) or more_of_rooms(self.genre, kind.key):
                    sheet = GenreSheet(rows, columns, clues)
                    least = most_of_a_room(self.genre, kind.key, sheet) or rng.choice(SMALLEST_ROOMS)
                    clues[kind.key] = any_division(sheet, rng, least)
            elif (given := _scattered(kind, GenreSheet(rows, columns).every["cell"], rng)) is not None:
                clues[kind.key] = given
        for kind in self.genre.given:
            if is_hole(kind) and clues[kind.key]:
                sheet = GenreSheet(rows, columns, clues)
                clues[kind.key] = with_boards(self.genre, kind.key, sheet, rng, deadline)
        clues = self._with_black_apart(clues)
        return GenreSheet(rows, columns, clues, on_edges)

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

    def _divided(self, base: GenreSheet, rng: random.Random, deadline: Deadline) -> GenreSheet:
        """The base with other rooms where the values depend on them: few, then split as long as there is a
        board, since most random rooms have none.
        """
        kinds = [kind.key for kind in self.genre.given if isinstance(kind, RoomClue)]
        if not domains_depend(self.genre) or len(kinds) != 1:
            return base
        cells = base.every["cell"]
        room = grown(base, rng.sample(cells, max(1, len(cells) // LARGE_ROOM)), rng)
        wanted, failures = len(cells) // rng.choice(CELLS_PER_ROOM[1:]), 0
        while failures < SPLITS and len(set(room.values())) < wanted:
            changed = split(base, room, rng.choice(cells), rng)
            if changed != room and has_board(self.genre, base.with_clues({kinds[0]: changed}), deadline):
                room, failures = changed, 0
            else:
                failures += 1
        return base.with_clues({kinds[0]: room})

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


@dataclass(frozen=True)
class Mended:
    """A board with its clues, its rivals (other solutions of these clues), and where they differ from it."""

    board: FilledBoard
    clues: Clues
    rivals: Sequence[FilledBoard]
    differs: Sequence[Spot]


class Attempt:
    """The search for a puzzle from one random board. Close it after use."""

    def __init__(self, maker: Maker, base: GenreSheet, rng: random.Random, deadline: Deadline) -> None:
        self.maker, self.rng = maker, rng
        self.sheets = Sheets(maker.genre, base, deadline)
        self.genre, self.puzzle = maker.genre, self.sheets.puzzle
        rooms = [kind.key for kind in self.genre.given if isinstance(kind, RoomClue)]
        self.around = [key for key in rooms if key not in base.clues and room_sizes(self.genre, key)]
        self.drawn = [key for key in rooms if key not in self.around]
        self.sized = [key for key in rooms if has_sizes(self.genre, key)]
        self.numbers = free_numbers(self.genre, self.puzzle.sheet)
        self.ended = next(
            (
                layer
                for kind in self.genre.given
                if isinstance(kind, NumberClue) and (layer := ends_at(self.genre, kind.key))
            ),
            "",
        )
        self.chosen = any(is_chosen(self.genre, kind) for kind in self.genre.given)
        self._rounds = max(2, int(ROUNDS * len(self.puzzle.sheet.every["cell"]) ** 2))
        self._free = {kind.key for kind in self.genre.given if kind.at != "board"}.difference(self.drawn)

    def close(self) -> None:
        self.sheets.close()

    def random_board(self, even_rooms: bool = False) -> FilledBoard | None:
        """A random solution of the base; None if there is none."""
        assumed = self.sheets.conditions(self.sheets.base)
        rooms = self.sheets.base.clues
        even = None
        if even_rooms and self.drawn:
            even = rooms.get(self.drawn[0]) or any_division(self.puzzle.sheet, self.rng, MOST_SMALLEST)
        return None if assumed is None else self._drawn(assumed, even=even)

    def _drawn(
        self,
        assumed: Sequence[Lit],
        fixed: Values | None = None,
        even: Mapping[Place, Value] | None = None,
    ) -> FilledBoard | None:
        values = self.sheets.random_board(assumed, self.rng, fixed, even)
        return None if values is None else FilledBoard(self.puzzle, values)

    def is_boring(self, board: FilledBoard) -> bool:
        """Do lines leave most of the board empty?"""
        lines = {layer.name for layer in self.genre.unknown if isinstance(layer, CentreLines | EdgeLines)}
        number = sum(value for (name, _), value in board.values.items() if name in lines)
        return bool(lines) and FEWEST_LINES * number < len(self.puzzle.sheet.every["cell"])

    def made(self, board: FilledBoard) -> GenrePuzzle | None:
        """A puzzle with one solution and a minimal set of clues; None if none is found from this board."""
        unique = self._with_rooms(board) if self.sized else self._mended(board)
        if unique is None:
            return None
        return GenrePuzzle(self.genre, self.sheets.with_clues(self._fewer(*unique)))

    def _others(self, board: FilledBoard, clues: Clues) -> tuple[list[FilledBoard], list[Spot]]:
        """Up to OTHERS other solutions of these clues, similar to this board, each with a difference at a new
        place; and all places where they differ. Both are empty exactly if the solution is unique.
        """
        assumed = self.sheets.conditions(self.sheets.with_clues(clues))
        assert assumed is not None  # the board itself satisfies them
        self.sheets.near(board.values)
        others: list[FilledBoard] = []
        differs = dict[Spot, None]()
        while len(others) < (OTHERS_OF_ENDS if self.ended else OTHERS):
            left = {spot: value for spot, value in board.values.items() if spot not in differs}
            other = self.sheets.board([*assumed, self.sheets.not_this(left)])
            if other is None:
                break
            others.append(FilledBoard(self.puzzle, other))
            differs |= dict.fromkeys(differing(board.values, other))
        return others, [*differs]

    def _fits(self, board: FilledBoard, clues: Clues) -> bool:
        return board.fits(self.sheets.with_clues(clues))

    def _left(self, rivals: Sequence[FilledBoard], clues: Clues, least: int) -> int:
        """How many of the rivals are solutions of these clues; counted to `least` at most."""
        sheet = self.sheets.with_clues(clues)
        return sum(1 for _ in islice((rival for rival in rivals if rival.fits(sheet)), least))

    # ---- a board whose clues have no other solution

    def _mended(self, board: FilledBoard) -> tuple[FilledBoard, Clues] | None:
        """Change the board, its clues or its rooms where a second solution differs, until there is none."""
        before: Mended | None = None
        rivals: list[FilledBoard] = []  # the latest ones, which a change should not bring back
        rooms = self._rooms_like(board)
        if rooms is None:
            return None
        clues: Clues | None = self._clues(board, rooms)
        left, fewest = PATIENCE, len(board.values) + 1
        for _ in range(MENDED):
            left -= 1
            if clues is not None:
                if self.sheets.number > MOST_CONDITIONS:
                    self.close()
                    self.sheets = self.sheets.anew()
                others, differs = self._others(board, clues)
                if not others:
                    return board, clues
                rivals = [*rivals, others[0]][-RIVALS:]
                if len(differs) < fewest or self.ended:  # cuts end by themselves
                    fewest, left = len(differs), PATIENCE
                worse = self.rng.random() < WORSE and len(differs) <= MUCH_WORSE * fewest
                if self.ended or before is None or len(differs) <= len(before.differs) or worse:
                    before = Mended(board, clues, others, differs)
            if before is None or not left:
                return None
            again = [rival for rival in rivals if rival.values != before.board.values]
            changed = self._changed(before, [*before.rivals, *again])
            if changed is None:
                return None
            board, clues = changed
        return None

    def _rooms_like(self, board: FilledBoard) -> dict[str, Division] | None:
        """Rooms drawn to fit the board, where the sheet has none yet; None if none were found."""
        rooms: dict[str, Division] = {}
        for key in self.drawn:
            if key not in self.sheets.base.clues:
                room = like_board(board, key, self.rng, self.sheets.deadline)
                if room is None:
                    return None
                rooms[key] = room
        return rooms

    def _changed(
        self, mended: Mended, rivals: Sequence[FilledBoard]
    ) -> tuple[FilledBoard, Clues | None] | None:
        """The board, its clues or its rooms changed so that a rival is no longer a solution."""
        board, clues = mended.board, mended.clues
        if self.drawn and self.rng.random() < ROOMS:
            return board, self._with_other_rooms(mended, rivals)
        if self.numbers and self.rng.random() < NUMBERS:
            return board, self._with_other_numbers(mended, rivals)
        if self.ended and (cut := self._with_a_cut(mended)) is not None:
            return cut
        if self.chosen and self.rng.random() < SWAPPED:
            rival = self.rng.choice(mended.rivals)
            return rival, self._clues(rival, clues)
        if self.chosen and self.rng.random() < CHOSEN:
            other = self._with_other_choices(mended, rivals)
            if other is not None:
                return board, other
        redrawn = self._redrawn(mended)
        return None if redrawn is None else (redrawn, self._clues(redrawn, clues))

    def _with_other_rooms(self, mended: Mended, rivals: Sequence[FilledBoard]) -> Clues | None:
        """The clues of the board after some cells near the differences moved to adjacent rooms, so that the
        board is still a solution and few rivals are.
        """
        board, clues = mended.board, mended.clues
        key = self.rng.choice(self.drawn)
        room = {at: int(str(number)) for at, number in {**self.sheets.base.clues, **clues}[key].items()}
        near = [
            at
            for _, place in mended.differs
            for at in (place, *self.puzzle.sheet.related(place, "beside"))
            if at in room
        ]
        if not near:
            return None
        best, least = None, len(rivals) + 1
        moved = islice(self._fitting(mended, key, self._moved_rooms(room, near)), ROOMS_TRIED)
        halved = (split(self.puzzle.sheet, room, self.rng.choice(near), self.rng) for _ in range(ROOMS_SPLIT))
        for changed in chain(moved, self._fitting(mended, key, halved)):
            others = self._clues(board, {**clues, key: changed})
            if others is None:
                continue
            left = self._left(rivals, others, least)
            if left < least:
                best, least = others, left
            if not left:
                break
        return best

    def _fitting(self, mended: Mended, key: str, rooms: Iterable[Division]) -> Iterator[Division]:
        """Those of the divisions of which the board is a solution, and that are new."""
        before = mended.clues.get(key, self.sheets.base.clues.get(key))
        return (room for room in rooms if room != before and self._fits(mended.board, {key: room}))

    def _moved_rooms(self, room: Division, near: Sequence[Place]) -> Iterator[Division]:
        """The division after up to three of these cells moved to adjacent rooms, as often as it has cells."""
        for _ in range(len(room)):
            changed = dict(room)
            for place in self.rng.choices(near, k=self.rng.choice((1, 1, 2, 3))):
                if place in room:
                    other = other_room(self.puzzle.sheet, changed, place, self.rng)
                    changed[place] = changed[place] if other is None else other
            yield changed

    def _with_a_cut(self, mended: Mended) -> tuple[FilledBoard, Clues] | None:
        """The board without an edge of a line, where a second solution differs, so that the line becomes two;
        None if no line is long enough. Each solution of it is one of the board before, with the edge.
        """
        values = mended.board.values
        edges = [spot for spot in mended.differs if spot[0] == self.ended and values[spot]]
        for spot in self.rng.sample(edges, len(edges)):
            board = FilledBoard(self.puzzle, {**values, spot: 0})
            ends = self.puzzle.sheet.related(spot[1], "beside")
            near = ((self.ended, edge) for at in ends for edge in self.puzzle.sheet.related(at, "sides"))
            if sum(board.values.get(edge, 0) for edge in near) == len(ends):
                clues = self._clues(board, None)
                if clues is not None:
                    return board, clues
        return None

    def _with_other_numbers(self, mended: Mended, rivals: Sequence[FilledBoard]) -> Clues:
        """The clues with another number in one place: the board is still a solution, and few rivals are."""
        clues = mended.clues
        key = self.rng.choice(sorted(self.numbers))
        numbers = clues[key]
        near = [place for _, place in mended.differs]
        places = [place for place in sorted(numbers) if is_near(place, near, 0)] or [*numbers]
        best, least = clues, len(rivals) + 1
        for _ in range(MENDED if places else 0):
            number = self.rng.choice(self.numbers[key])
            changed = {**clues, key: {**numbers, self.rng.choice(places): number}}
            if not self._fits(mended.board, changed):
                continue
            left = self._left(rivals, changed, least)
            if left < least:
                best, least = changed, left
            if not left:
                break
        return best

    def _with_other_choices(self, mended: Mended, rivals: Sequence[FilledBoard]) -> Clues | None:
        """The clues near the differences chosen again, so that fewer rivals are solutions, or None."""
        near = [place for _, place in mended.differs]
        best, least = None, self._left(rivals, mended.clues, len(rivals))
        for reach in (0, 1, 2, 2, 3, 3):
            kept = {
                key: clues
                if key in self.drawn
                else {place: value for place, value in clues.items() if not is_near(place, near, reach)}
                for key, clues in mended.clues.items()
            }
            changed = self._clues(mended.board, kept)
            if changed is None:
                continue
            left = self._left(rivals, changed, least)
            if left < least:
                best, least = changed, left
            if not left:
                break
        return best

    def _clues(self, board: FilledBoard, before: Clues | None) -> dict[str, dict[Place, Value]] | None:
        """All clues of the board; with a symmetry only whole orbits of them."""
        rooms = {key: clues for key, clues in (before or {}).items() if key in self.drawn}
        sheet = self.sheets.with_clues(rooms)
        all_clues = CluesOfBoard(board, sheet, self.rng).every(before)
        if all_clues is not None:
            all_clues.update({key: dict(room) for key, room in rooms.items()})
        if all_clues is None or self.maker.options.symmetry == "none":
            return all_clues
        whole = {item for orbit in self._orbits(items(self.genre, all_clues)) for item in orbit}
        gone = [item for item in items(self.genre, all_clues) if item not in whole]
        return without(all_clues, gone)

    def _redrawn(self, mended: Mended) -> FilledBoard | None:
        """Another board that differs only near one of these places; if none does, near all, or anywhere."""
        rooms = {key: clues for key, clues in mended.clues.items() if key in self.drawn}
        assumed = self.sheets.conditions(self.sheets.with_clues(rooms))
        assert assumed is not None
        values = mended.board.values
        assumed.append(self.sheets.not_this({spot: values[spot] for spot in mended.differs}))
        every = [place for _, place in mended.differs]
        for near, reach in (([self.rng.choice(every)], AROUND), (every, AROUND), (every, 2 * AROUND)):
            fixed = {spot: value for spot, value in values.items() if not is_near(spot[1], near, reach)}
            board = self._drawn(assumed, fixed)
            if board is not None:
                return board
        return self._drawn(assumed)

    # ---- rooms around a board

    def _with_rooms(self, board: FilledBoard) -> tuple[FilledBoard, Clues] | None:
        """The board with rooms that make it unique: cells move to other rooms where rivals differ."""
        key = self.sized[0]
        drawing = AroundBoard(board, key, self.rng, self.sheets.deadline)
        room = self._first_rooms(board, drawing, key)
        if room is None:
            return None
        known = {tuple(board.values.values()): (board, drawing.amounts)}
        patience, fewest = self._rounds, len(board.values) + 1
        while patience:
            patience -= 1
            clues: dict[str, dict[Place, Value]] = {key: dict(room)}
            others, differs = self._others(board, clues)
            if not others:
                return board, clues
            if len(differs) < fewest:
                fewest, patience = len(differs), self._rounds
            known |= {tuple(other.values.values()): (other, drawing.amounts_of(other)) for other in others}
            rivals = [pair for pair in known.values() if pair[0].values != board.values]
            amounts = np.stack([amounts for _, amounts in rivals])
            left = self._rid_of([rival for rival, _ in rivals], amounts, drawing, key, room)
            if left:  # one of them may be easier to tell from the others
                board = self.rng.choice(left)
                drawing = AroundBoard(board, key, self.rng, self.sheets.deadline)
        return None

    def _first_rooms(self, board: FilledBoard, drawing: AroundBoard, key: str) -> Division | None:
        """The rooms of the sheet, if it has some; else rooms with the amounts that the rules state."""
        if key in self.sheets.base.clues:
            return {place: int(str(number)) for place, number in self.sheets.base.clues[key].items()}
        return drawing.division() if key in self.around else (self._rooms_like(board) or {}).get(key)

    def _cells(self, board: FilledBoard, other: FilledBoard) -> list[Place]:
        """The cells at which, or beside which, the two differ."""
        sheet = self.puzzle.sheet
        return [
            cell
            for _, place in differing(board.values, other.values)
            for cell in ([place] if kind_of(place) == "cell" else sheet.related(place, "beside"))
        ]

    def _rid_of(
        self, rivals: Sequence[FilledBoard], amounts: Amounts, drawing: AroundBoard, key: str, room: Division
    ) -> list[FilledBoard]:
        """Move cells to other rooms until none of the rivals is a solution; those left, if that gets stuck.

        Each step takes, of some moves near the differences of a rival, the one that leaves the fewest.
        """
        board = drawing.board
        amounts_alone = key in self.around and drawing.is_additive

        def left() -> list[FilledBoard]:
            fitting = rivals
            if drawing.is_additive:
                fitting = [rival for rival, fits in zip(rivals, drawing.fitting(amounts, room)) if fits]
            if amounts_alone:
                return [*fitting]
            sheet = self.sheets.with_clues({key: room})
            return [rival for rival in fitting if rival.fits(sheet)]

        fitting, patience = left(), ROOM_PATIENCE * self._rounds
        fewest = len(fitting)
        while fitting and patience:
            self.sheets.deadline.check()
            patience -= 1
            best, moves = None, list[FilledBoard]()
            before = dict(room)
            near = self._cells(board, self.rng.choice(fitting))
            for changed in islice(self._exchanged(drawing, key, room, near), ROOMS_TRIED):
                room.update(changed)
                after = left()
                if best is None or len(after) < len(moves):
                    best, moves = changed, after
            room.update(before)
            if best is not None and (len(moves) <= len(fitting) or self.rng.random() < WORSE):
                room.update(best)
                fitting = moves
                if len(fitting) < fewest:
                    fewest, patience = len(fitting), ROOM_PATIENCE * self._rounds
        return fitting

    def _exchanged(
        self, drawing: AroundBoard, key: str, room: Division, near: Sequence[Place]
    ) -> Iterator[Division]:
        """Divisions that differ near these cells, and of which the board is a solution too."""
        before = dict(room)
        for _ in range(len(room)):
            changed = dict(before)
            drawing.exchange(changed, near)
            if changed != before and self._keeps(drawing.board, drawing, {key: changed}):
                yield changed

    def _keeps(self, board: FilledBoard, drawing: AroundBoard, rooms: Mapping[str, Division]) -> bool:
        """Is the board a solution of these rooms?"""
        (room,) = rooms.values()
        quick = drawing.is_additive
        return (not quick or bool(drawing.fitting(drawing.amounts[None], room).all())) and (
            (quick and bool(self.around)) or self._fits(board, rooms)
        )

    # ---- fewer clues

    def _orbits(self, all_items: Sequence[Item]) -> list[list[Item]]:
        """The orbits of clues under the symmetry, without those that lack an image."""
        free = {kind.key for kind in self.genre.given if kind.at in ("cell", "edge", "corner")}
        images = [self._image(name) for name in SYMMETRIES[self.maker.options.symmetry]]
        known = set(all_items)
        left = dict.fromkeys(all_items)
        orbits: list[list[Item]] = []
        while left:
            first = next(iter(left))
            orbit, whole = [first], True
            for item in orbit:
                if item.part is None and item.key in free:
                    for image in images:
                        moved = Item(item.key, image(item.place))
                        whole = whole and moved in known
                        if moved in known and moved not in orbit:
                            orbit.append(moved)
            for item in orbit:
                left.pop(item, None)
            if whole:
                orbits.append(orbit)
        return orbits

    def _image(self, name: str) -> Callable[[Place], Place]:
        """The image of a place under the symmetry."""
        transform = TRANSFORMS[name]
        rows, columns = self.maker.options.size
        y, x = transform((2 * rows, 2 * columns))
        down, right = -min(0, y), -min(0, x)

        def image(place: Place) -> Place:
            y, x = transform(place)
            return y + down, x + right

        return image

    def _fewer(self, board: FilledBoard, clues: Clues) -> Clues:
        """A minimal set of clues with a unique solution: orbits are removed greedily, in random order.

        An unsatisfiable core of "another solution exists" names the clues that it needs; a clue outside the
        core is removed without a search.
        """
        orbits = self._orbits(items(self.genre, clues))
        self.rng.shuffle(orbits)
        barred = self.sheets.not_this(board.values)
        self.sheets.near(board.values)
        stated = self.sheets.conditions(self.sheets.with_clues(clues))
        assert stated is not None
        other = self.sheets.board([*stated, barred])
        assert other is None
        used = self.sheets.solver.core
        for orbit in orbits:
            for fewer in (without(clues, orbit), hidden(self.genre, clues, orbit)):
                if fewer is None:
                    continue
                left = self.sheets.conditions(self.sheets.with_clues(fewer))
                if left is None or not (set(left) <= set(stated) or self._fits(board, fewer)):
                    continue
                if not used <= {*left, barred}:
                    if self.sheets.board([*left, barred]) is not None:
                        continue
                    used = self.sheets.solver.core
                clues, stated = fewer, left
                break
        return clues


def _plain(value: Any) -> Any:
    """A text of digits as a number, which YAML writes without quotes."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
