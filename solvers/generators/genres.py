"""Puzzles with one solution of any genre, from its statement alone.

    zenkai generate GENRE [--size 8x8] [--symmetry NAME] [--difficulty LO..HI] [--seed S]
                          [--number K] [-o FILE]

First a random board that satisfies the rules, and its clues, computed from the same rules. While the clues
have another solution, the part of the board where the two differ is drawn again. Then clues are removed as
long as exactly one solution is left. Rooms are random, or chosen for the board if rules say what each room
has; black cells that state sums are drawn before the board. Exit codes: 0, 1 if no such puzzle was found, 2
bad input, 3 cut short, 130 Ctrl-C.
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
from zenkai_solver.models.genres.clues import ClueError, RoomClue, SumClue
from zenkai_solver.models.genres.genre import Genre, to_data
from zenkai_solver.models.genres.layers import CentreLines, EdgeLines
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import as_keys
from zenkai_solver.models.genres.sheet import WHOLE, GenreSheet, Place, Value
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.genres.table import genre as named
from zenkai_solver.models.grid import TRANSFORMS
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.command import COMPLETE, Parser, Refused, complain, positive_int, put
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.core.sources import as_yaml
from zenkai_solver.solvers.generators.clues import Item, clues_of, hidden, items, one_in_each, without
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
from zenkai_solver.solvers.generators.rooms import AroundBoard, any_division, black_cells, room_sizes
from zenkai_solver.solvers.generators.sheets import Clues, Sheets, Spot, Values, fits
from zenkai_solver.solvers.solution_files.output import make_sure, write_text
from zenkai_solver.solvers.uniqueness.choosing import ONE

MOST_SIDE = 30
MOST_VALUES = 50_000  # the sum of the sizes of all domains of a board
BOARDS = 40  # random boards per puzzle
MENDED = 60  # changes of a board until its clues have no other solution
WORSE = 0.1  # the probability that a change is kept although more spots differ between the solutions
AROUND = 3  # half cells around a difference that are drawn again
MOST_CONDITIONS = 400  # conditional constraints, most of former clues, before a new solver is created
FEWEST_LINES = 2  # a board with more cells than this per line is boring
MET = 30  # other solutions that are remembered, to see at once that a clue is needed


@dataclass(frozen=True)
class GenreOptions:
    """The options of the command line."""

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
    """The arguments of `zenkai generate NAME`."""
    genre = named(name)
    p = Parser(prog=f"zenkai generate {name}", description=f"Make puzzles of {genre.title}, of one solution.")
    p.add_argument("--size", type=_size, default=(8, 8), metavar="RxC", help="default 8x8")
    p.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="of the places of the clues")
    p.add_argument(
        "--difficulty", type=difficulty, metavar="LO..HI", help="the score that `zenkai explain --rate` gives"
    )
    if keys := [kind.key for kind in genre.given if kind.at == "board"]:
        example = f"keys of the instance, such as {keys[0]}: 2"
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
    """Write a file per puzzle, each before the search for the next one; the exit code."""
    for number in range(1, options.number + 1):
        puzzle = maker.puzzle(number, deadline)
        if isinstance(puzzle, NoGenrePuzzle):
            complain(puzzle.why)
            return NOT_FOUND
        if options.output is None:
            put(puzzle.text.removesuffix("\n"))
        else:
            path = options.output
            several = path.with_name(f"{path.stem}.{number}{path.suffix}")
            write_text(path if options.number == 1 else several, puzzle.text)
    return COMPLETE


@dataclass(frozen=True)
class NoGenrePuzzle:
    """No puzzle was found; `why` is the message."""

    why: str


@dataclass(frozen=True)
class Maker:
    """The generator of one genre. `fixed`: the clues of the board as a whole."""

    genre: Genre
    options: GenreOptions
    fixed: Mapping[str, Mapping[Place, Value]]

    @classmethod
    def of(cls, genre: Genre, options: GenreOptions) -> Maker:
        """Raises Refused for options that this genre cannot satisfy."""
        keys = {kind.key: kind for kind in genre.given if kind.at == "board"}
        stated = yaml.safe_load(rules_of(options.rules, keys)) or {} if options.rules else {}
        fixed: dict[str, dict[Place, Value]] = {}
        for key, kind in keys.items():
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
        """Puzzle `number` of this seed, of the wanted difficulty. Raises Interrupted."""
        scores: list[float] = []
        wanted = self.options.difficulty
        for trial in range(PUZZLES if wanted else 1):
            puzzle = self._any(f"{self.options.seed} {number} {trial}", number, deadline)
            if isinstance(puzzle, NoGenrePuzzle) or wanted is None:
                return puzzle
            scores.append(rated(puzzle.puzzle, deadline))
            if wanted[0] <= scores[-1] <= wanted[1]:
                return puzzle
        assert wanted is not None
        return NoGenrePuzzle(
            f"no puzzle of {wanted[0]:,}..{wanted[1]:,} among {len(scores):,}, "
            f"which are of {min(scores):,}..{max(scores):,}"
        )

    def _any(self, seed: str, number: int, deadline: Deadline) -> Instance | NoGenrePuzzle:
        """A puzzle of any difficulty."""
        size = "{}x{}".format(*self.options.size)
        for trial in range(BOARDS):
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
                    return NoGenrePuzzle(f"no board of {size} keeps the rules of {self.genre.title}")
                with closing(attempt):
                    boring = trial < BOARDS // 2 and attempt.is_boring(board)
                    made = None if boring else attempt.made(board)
            if made is not None:
                return self._instance(made, number)
        return NoGenrePuzzle(f"no {self.genre.title} of {size} with one solution from {BOARDS} boards")

    def base(self, rng: random.Random, deadline: Deadline = NEVER) -> GenreSheet | None:
        """The clues that are chosen before the board: black cells, and rooms whose sizes no rule determines;
        None if no black cells were found.
        """
        rows, columns = self.options.size
        on_edges = frozenset(layer.name for layer in self.genre.unknown if isinstance(layer, EdgeLines))
        clues: dict[str, Mapping[Place, Value]] = dict(self.fixed)
        for kind in self.genre.given:
            if isinstance(kind, SumClue):
                black = black_cells(rows, columns, self.options.symmetry, rng, deadline)
                if black is None:
                    return None
                clues[kind.key] = dict.fromkeys(sorted(black), (0, 0))
            elif isinstance(kind, RoomClue) and not room_sizes(self.genre, kind.key):
                clues[kind.key] = any_division(GenreSheet(rows, columns), rng)
        return GenreSheet(rows, columns, clues, on_edges)

    def _instance(self, puzzle: GenrePuzzle, number: int) -> Instance:
        """The puzzle as an instance. Raises InstanceError if it cannot be read."""
        known = self.genre.name in GENRES and named(self.genre.name) == self.genre
        head = {
            **({"puzzle": self.genre.name} if known else {"puzzle": "genre", "genre": to_data(self.genre)}),
            "title": f"Seed {self.options.seed}, puzzle {number}",
            "source": "made by zenkai generate",
        }
        keys = {key: _plain(value) for key, value in as_keys(puzzle).items()}
        return loads(as_yaml({**head, **keys, "expect": ONE}), "made")


class Attempt:
    """The attempt to make a puzzle from a random board. Close it after use.

    `drawing` draws boards; `sheets` finds other solutions of clues; `around`: the keys of rooms that are
    chosen for the board.
    """

    def __init__(self, maker: Maker, drawing: Sheets, rng: random.Random) -> None:
        self.maker, self.drawing, self.rng = maker, drawing, rng
        self.sheets = drawing.fresh_copy()
        self.genre, self.puzzle = maker.genre, drawing.puzzle
        around = [kind for kind in self.genre.given if isinstance(kind, RoomClue)]
        self.around = [kind.key for kind in around if kind.key not in drawing.base.clues]

    def close(self) -> None:
        self.sheets.close()

    def is_boring(self, board: Values) -> bool:
        """Do lines leave most of the board empty?"""
        lines = {layer.name for layer in self.genre.unknown if isinstance(layer, CentreLines | EdgeLines)}
        number = sum(value for (name, _), value in board.items() if name in lines)
        return bool(lines) and FEWEST_LINES * number < len(self.puzzle.sheet.every["cell"])

    def made(self, board: Values) -> GenrePuzzle | None:
        """A puzzle with one solution and a minimal set of clues; None if none comes from the board."""
        unique = self._with_rooms(board) if self.around else self._mended(board)
        if unique is None:
            return None
        board, clues = unique
        return GenrePuzzle(self.genre, self.sheets.with_clues(self._fewer(board, clues)))

    def _other(self, clues: Clues, barred: Lit) -> dict[Spot, int] | None:
        """Another solution of these clues than the board that `barred` excludes; None if there is none."""
        assumed = self.sheets.conditions(self.sheets.with_clues(clues))
        assert assumed is not None  # the board itself satisfies them
        return self.sheets.board([*assumed, barred])

    # ---- a board whose clues have no other solution

    def _mended(self, board: Values) -> tuple[Values, Clues] | None:
        """A board whose clues have no other solution, by changes of this one; None if there is none soon."""
        before: tuple[Values, Clues, list[Spot]] | None = None
        clues = self._clues(board, None)
        for _ in range(MENDED):
            if clues is not None:
                if self.sheets.number > MOST_CONDITIONS:
                    self.close()
                    self.sheets = self.drawing.fresh_copy()
                self.sheets.near(board)
                other = self._other(clues, self.sheets.not_this(board))
                if other is None:
                    return board, clues
                differs = [spot for spot, value in board.items() if other[spot] != value]
                if before is None or len(differs) <= len(before[2]) or self.rng.random() < WORSE:
                    before = board, clues, differs
            if before is None:
                return None
            changed = self._changed(before[0], before[2])
            if changed is None:
                return None
            board, clues = changed, self._clues(changed, before[1])
        return None

    def _clues(self, board: Values, before: Clues | None) -> dict[str, dict[Place, Value]] | None:
        """All clues of the board; with a symmetry only those in complete orbits. None as `clues_of`."""
        clues = clues_of(self.puzzle, board, self.rng, before)
        if clues is None or self.maker.options.symmetry == "none":
            return clues
        whole = {item for orbit in self._orbits(items(self.genre, clues)) for item in orbit}
        gone = [item for item in items(self.genre, clues) if item not in whole]
        return without(clues, gone)

    def _changed(
        self, board: Values, differs: Sequence[tuple[str, Place]]
    ) -> dict[tuple[str, Place], int] | None:
        """A random board without these values of the spots `differs`, changed only near them if possible;
        None if there is none.
        """
        assumed = self.drawing.conditions(self.drawing.base)
        assert assumed is not None
        assumed.append(self.drawing.not_this({spot: board[spot] for spot in differs}))
        near = [place for _, place in differs]
        for reach in (AROUND, 2 * AROUND):
            fixed = {spot: value for spot, value in board.items() if not _is_near(spot[1], near, reach)}
            changed = self.drawing.random_board(assumed, self.rng, fixed)
            if changed is not None:
                return changed
        return self.drawing.random_board(assumed, self.rng)

    # ---- rooms around a board

    def _with_rooms(self, board: Values) -> tuple[Values, Clues] | None:
        """The board and its clues, with rooms such that there is no other solution; None if none were found.
        Cells change rooms where other solutions differ from the board.
        """
        key = self.around[0]
        drawing = AroundBoard(self.puzzle, key, board, self.rng, self.drawing.deadline)
        room = drawing.division()
        if room is None:
            return None
        barred = self.sheets.not_this(board)
        self.sheets.near(board)
        for _ in range(MENDED * len(room) // 8):
            clues: dict[str, dict[Place, Value]] = {key: dict(room)}
            other = self._other(clues, barred)
            if other is None:
                with_rooms = replace(self.puzzle, sheet=self.sheets.with_clues(clues))
                more = clues_of(with_rooms, board, self.rng)
                return (board, {**clues, **more}) if more is not None else None
            places = [place for (_, place), value in board.items() if other[_, place] != value]
            for _ in range(len(room)):
                if drawing.moved(room, places) and not self._fits(other, {key: room}):
                    break
            drawing.moved(room)
        return None

    def _fits(self, board: Values, clues: Clues) -> bool:
        return fits(self.genre, self.sheets.with_clues(clues), self.puzzle, board)

    # ---- fewer clues

    def _orbits(self, all_items: Sequence[Item]) -> list[list[Item]]:
        """The orbits of clues under the symmetry, removed together; only those whose images all are clues."""
        free = {kind.key for kind in self.genre.given if kind.at in ("cell", "edge", "corner")}
        images = [self._image(name) for name in SYMMETRIES[self.maker.options.symmetry]]
        present = set(all_items)
        left = dict.fromkeys(all_items)
        orbits: list[list[Item]] = []
        while left:
            first = next(iter(left))
            orbit, whole = [first], True
            for item in orbit:
                if item.part is None and item.key in free:
                    for image in images:
                        moved = Item(item.key, image(item.place))
                        whole = whole and moved in present
                        if moved in present and moved not in orbit:
                            orbit.append(moved)
            for item in orbit:
                left.pop(item, None)
            if whole:
                orbits.append(orbit)
        return orbits

    def _image(self, name: str) -> Callable[[Place], Place]:
        """The map of places under the symmetry."""
        transform = TRANSFORMS[name]
        rows, columns = self.maker.options.size
        y, x = transform((2 * rows, 2 * columns))
        down, right = -min(0, y), -min(0, x)

        def image(place: Place) -> Place:
            y, x = transform(place)
            return y + down, x + right

        return image

    def _fewer(self, board: Values, clues: Clues) -> Clues:
        """The clues that are left after each orbit, in random order, is removed, or replaced by `?`, if the
        board stays the only solution.
        """
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
                    other = self._other(fewer, barred)
                    if other is None:
                        clues = fewer
                        break
                    met.append(other)
        return clues


def _plain(value: Any) -> Any:
    """A text of digits as a number, which YAML writes without quotes."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value


def _is_near(place: Place, others: Sequence[Place], reach: int) -> bool:
    return any(abs(place[0] - y) <= reach and abs(place[1] - x) <= reach for y, x in others)
