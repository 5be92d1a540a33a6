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

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import yaml

from zenkai_solver.models.formats.writing import write as in_format
from zenkai_solver.models.genres.clues import (
    ClueError,
    NumberClue,
    NumbersClue,
    RoomClue,
    SwitchClue,
)
from zenkai_solver.models.genres.genre import Genre, to_data
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
from zenkai_solver.solvers.generators.around import RoomsAround
from zenkai_solver.solvers.generators.attempts import Attempt
from zenkai_solver.solvers.generators.bases import Bases
from zenkai_solver.solvers.generators.clue_orbits import FREE, ClueOrbits
from zenkai_solver.solvers.generators.clues import (
    Item,
    is_hole,
    items,
)
from zenkai_solver.solvers.generators.command import (
    NOT_FOUND,
    PUZZLES,
    YAML_ENDINGS,
    always_unique,
    difficulty,
    ends,
    no_format,
    off,
    refuse,
    rules_of,
    sides,
    symmetry,
    within,
)
from zenkai_solver.solvers.generators.difficulty import QUICK_LOOKS, TOO_HARD, put_back, rated, reached
from zenkai_solver.solvers.generators.mending import Mending
from zenkai_solver.solvers.generators.narrow import (
    as_if_said,
    narrowed,
    of_all_areas,
    with_enough_clues,
    with_orbits,
)
from zenkai_solver.solvers.generators.orbits import SYMMETRIES
from zenkai_solver.solvers.generators.placed import can_be_placed, follow_board
from zenkai_solver.solvers.generators.rules import Clues, FilledBoard
from zenkai_solver.solvers.generators.sheets import LatestSheets, Sheets
from zenkai_solver.solvers.solution_files.output import make_sure, write_text
from zenkai_solver.solvers.uniqueness.choosing import ONE

MOST_SIDE = 30
MOST_VALUES = 50_000  # of all places of a board together
LINK_ENDING = ".link"
BOARDS = 80  # random boards per puzzle
BORING = 5  # boards that are passed over, if lines leave most of them empty
TURNS = 3  # boards: one with random rooms, one with rooms of like cells, one before its rooms
SMALL_NUMBERS = (0.625, 1, 0)  # by rows and columns together: boards are drawn with no larger ones
FEW_TRIALS = 40  # in which clues are placed a few at a time, if none of these has a board
SMALL_TRIALS = 12  # divisions without a board after which numbers may be larger
UNABLE = 3  # boards none of which has clues, after which clues are placed before a board is drawn
NUMBERS_TRIED = 8  # of the board as a whole, where none is wanted
IN_VAIN = 40  # ratings since the nearest to the wanted range, after which no other puzzle is tried
FAR, FAR_IN_VAIN = 4, 6  # the same of a range from which the nearest score is off by such a factor
EFFORT_OF_BOARD = 3_000  # work of a search for a board, where what is fixed before it can be another
DIVISIONS = 30  # trials per board: most random divisions into rooms have no board


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

    @property
    def as_links(self) -> bool:
        return self.output is not None and self.output.suffix.lower() == LINK_ENDING


_size = partial(
    sides,
    fit=lambda rows, columns: 1 <= rows <= MOST_SIDE and 1 <= columns <= MOST_SIDE,
    otherwise=f"is not a size, ROWSxCOLUMNS from 1x1 to {MOST_SIDE}x{MOST_SIDE}",
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
        "--difficulty",
        type=difficulty,
        metavar="LO..HI",
        help="range of the score of `zenkai explain --rate`",
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
    ends(p, "puzzles", "default: standard output, as YAML; NAME.link has a link of puzz.link per line")
    return p


def main(argv: Sequence[str], name: str) -> int:
    """Raises InstanceError, Refused, OSError."""
    given = vars(parser(name).parse_args(argv))
    options = GenreOptions(**{"rules": "", **given})
    genre = named(name)
    if options.output is not None:
        if options.output.suffix.lower() not in (*YAML_ENDINGS, LINK_ENDING):
            raise Refused(no_format(options.output, (*YAML_ENDINGS, LINK_ENDING)))
        if options.as_links and not genre.link:
            raise Refused(f"{options.output}: puzz.link has no {genre.title}: -o NAME.yaml")
        make_sure(options.output)
    elif options.number > 1:
        raise Refused("several puzzles are several files: -o NAME.yaml makes NAME.1.yaml and so on")
    maker, met = Maker.of(genre, options), list[float]()

    def unfinished() -> str:
        return f"no such puzzle yet among {reached(met)}" if met else "no such puzzle yet"

    return within(options.time_limit, partial(_write_all, maker, options, met), unfinished)


def _write_all(maker: Maker, options: GenreOptions, met: list[float], deadline: Deadline) -> int:
    """A file per puzzle, or a line of the file of links, each written before the next is looked for."""
    links = ""
    for number in range(1, options.number + 1):
        made = maker.puzzle(number, deadline, met)
        if isinstance(made, NoGenrePuzzle):
            complain(made.why)
            return NOT_FOUND
        if options.output is None:
            put(made.text.removesuffix("\n"))
        elif options.as_links:
            links += in_format(made.puzzle, "puzzlink")
            write_text(options.output, links)
        else:
            path = options.output
            several = path.with_name(f"{path.stem}.{number}{path.suffix}")
            write_text(path if options.number == 1 else several, made.text)
    return COMPLETE


@dataclass(frozen=True)
class NoGenrePuzzle:
    """None was found after many trials; `tried`: all boards had several solutions, so others may do."""

    why: str
    tried: bool = False


def _switched(key: str, on: Any) -> dict[str, dict[Place, Value]]:
    """Raises Refused for what is not true or false."""
    if not isinstance(on, bool):
        raise Refused(f"--rules {key}: {str(on)!r:.40} is not true or false")
    return {key: {WHOLE: 1}} if on else {}


def _least_of_choice(genre: Genre, size: tuple[int, int], kind: NumberClue, fixed: Clues) -> int:
    """The least number of the board with which a blank one has several solutions; the least of all if none
    of the first few has.
    """
    for number in range(kind.lo, kind.lo + NUMBERS_TRIED):
        sheet = GenreSheet(*size, {**fixed, kind.key: {WHOLE: number}})
        with closing(Sheets(genre, sheet)) as sheets:
            assumed = sheets.conditions(sheet)
            board = None if assumed is None else sheets.board(assumed)
            if board is not None and sheets.board([*(assumed or ()), sheets.not_this(board)]) is not None:
                return number
    return kind.lo


@dataclass(frozen=True)
class ReducedPuzzle:
    """A puzzle with few of the clues of its board, and `every` one, in orbits that can be put back; is the
    board `trivial`, as all its places are alike?
    """

    puzzle: GenrePuzzle
    every: Clues
    orbits: Sequence[Sequence[Item]]
    trivial: bool

    def easier(self, wanted: tuple[int, int], deadline: Deadline) -> Iterator[tuple[GenrePuzzle, float]]:
        """The puzzle and its score; while it is too hard then with more clues, by bisection, first with all.

        Raises Interrupted.
        """
        sheet = self.puzzle.sheet
        removed = [one for one in self.orbits if with_orbits(sheet, self.every, [one]) != sheet]
        scores = dict[int, float]()
        for number in put_back(len(removed), lambda number: scores[number] < wanted[0]):
            puzzle = replace(self.puzzle, sheet=with_orbits(sheet, self.every, removed[:number]))
            scores[number] = rated(puzzle, deadline, QUICK_LOOKS)
            yield puzzle, scores[number]


@dataclass(frozen=True)
class Maker:
    """A genre with the options. `fixed` are the clues of the whole board. The numbers of cells are at most
    the share `small` of rows and columns together while boards are drawn; with 0 they are any.
    """

    genre: Genre
    options: GenreOptions
    fixed: Mapping[str, Mapping[Place, Value]]
    small: float = SMALL_NUMBERS[0]

    @classmethod
    def of(cls, genre: Genre, options: GenreOptions) -> Maker:
        """Raises Refused for options that the genre does not have, and for genres that cannot be made."""
        if sum(isinstance(kind, RoomClue) for kind in genre.given) > 1:
            raise Refused(f"{genre.title} has two divisions of the board, and none is made with several")
        keys = {kind.key: kind for kind in genre.given if kind.at == "board"}
        stated = yaml.safe_load(rules_of(options.rules, keys)) or {} if options.rules else {}
        fixed: dict[str, dict[Place, Value]] = {}
        for key, kind in keys.items():
            if isinstance(kind, SwitchClue):
                fixed |= _switched(key, stated.get(key, False))
                continue
            if key not in stated and (not kind.needed or isinstance(kind, NumbersClue)):
                continue  # several numbers are drawn with each board
            if key not in stated and isinstance(kind, NumberClue):
                fixed[key] = {WHOLE: _least_of_choice(genre, options.size, kind, fixed)}
                continue
            try:
                fixed[key] = {WHOLE: kind.read(str(stated.get(key, getattr(kind, "lo", 1))))}
            except ClueError as error:
                raise Refused(f"--rules {key}: {str(stated[key])!r:.40} is not {error}") from None
        maker = cls(genre, options, fixed)
        if options.symmetry != "none":
            maker._check_symmetry()
        return maker

    def _check_symmetry(self) -> None:
        name, (rows, columns) = self.options.symmetry, self.options.size
        free = [
            kind
            for kind in self.genre.given
            if kind.at in FREE and not (isinstance(kind, RoomClue) or is_hole(kind) or kind.rooms)
        ]
        if not free:
            raise Refused(f"--symmetry: {self.genre.title} has no clues beside rooms and holes")
        if all(follow_board(self.genre, kind) and not can_be_placed(self.genre, kind) for kind in free):
            raise Refused(f"--symmetry: the clues of {self.genre.title} lie as its solution wants them")
        if rows != columns and not all(TRANSFORMS[transform]((1, 0))[0] for transform in SYMMETRIES[name]):
            raise Refused(f"--symmetry {name}: not of {rows}x{columns}")

    # ---- one puzzle

    def puzzle(
        self, number: int, deadline: Deadline = NEVER, met: list[float] | None = None
    ) -> Instance | NoGenrePuzzle:
        """The n-th puzzle of the seed, in the range of difficulty. `met` takes the scores of all that are
        rated. Raises Interrupted.
        """
        scores: list[float] = [] if met is None else met
        scores.clear()
        wanted = self.options.difficulty
        for trial in range(PUZZLES if wanted else 1):
            seed = f"{self.options.seed} {number} {trial}"
            with closing(LatestSheets(self.drawn, deadline)) as latest:
                made = self._any(seed, latest, deadline)
                if isinstance(made, NoGenrePuzzle) and made.tried:
                    made = self._any(f"{seed} again", latest, deadline)
            if isinstance(made, NoGenrePuzzle):
                return made
            if wanted is None:
                return self._instance(made.puzzle, number)
            for puzzle, score in made.easier(wanted, deadline):
                scores.append(score)
                if not off(score, wanted):
                    return self._instance(puzzle, number)
            nearest = min(range(len(scores)), key=lambda i: off(scores[i], wanted))
            far = scores[nearest] < TOO_HARD and off(scores[nearest], (wanted[0] // FAR, wanted[1] * FAR))
            if len(scores) - nearest > (FAR_IN_VAIN if far else IN_VAIN):
                break
        assert wanted is not None
        return NoGenrePuzzle(f"no puzzle of {wanted[0]:,}..{wanted[1]:,} among {reached(scores)}")

    def _any(self, seed: str, latest: LatestSheets, deadline: Deadline) -> ReducedPuzzle | NoGenrePuzzle:
        """The first puzzle that is made; one without any clue, or of a trivial board, only if there is no
        other.
        """
        bare: ReducedPuzzle | None = None
        for made in self._each(seed, latest, deadline):
            if isinstance(made, NoGenrePuzzle):
                return bare or made
            if any(made.puzzle.sheet.clues.values()) and not made.trivial:
                return made
            bare = made
        raise AssertionError("the last one says that there are no more")

    def _each(
        self, seed: str, latest: LatestSheets, deadline: Deadline
    ) -> Iterator[ReducedPuzzle | NoGenrePuzzle]:
        """The puzzles that are made from some boards; at the end why there are no more."""
        size = "{}x{}".format(*self.options.size)
        boards, starts, wider, few = 0, list[float](), self._wider, False
        able, first = 0, False  # boards that have clues; are these placed before a board?
        for trial in range(DIVISIONS * BOARDS):
            if boards == BOARDS:
                break
            rng = random.Random(f"{self.genre.name} {size} {seed} {trial}")
            placed = few and (boards > 0 or trial < FEW_TRIALS)
            bases = replace(self.bases, clues_first=first)
            base = self._base(bases, trial % TURNS, rng, placed, trial > boards * TURNS, deadline)
            if base is None:
                continue
            if (values := sum(map(len, GenrePuzzle(self.genre, base).domains.values()))) > MOST_VALUES:
                yield NoGenrePuzzle(f"{size}: {values:,} values of all places; at most {MOST_VALUES:,}")
                return
            attempt = Attempt(self.orbits, base, rng, latest)
            others = base.clues.keys() > self.fixed.keys()  # another division may have a board
            board = attempt.random_board(trial % TURNS > 0, EFFORT_OF_BOARD if others else math.inf)
            if board is None:
                few = True
                late = wider is not None and not boards and trial >= SMALL_TRIALS
                if others and not late:
                    continue
                yield self._without_board(wider, seed, deadline)
                return
            boards += 1
            if boards <= BORING and attempt.is_boring(board):
                continue
            if (made := self._from(attempt, board, starts)) is not None:
                yield made
            able += attempt.has_clues
            first = first or (not able and boards >= UNABLE)
        why = f"no {self.genre.title} of {size} with one solution from {2 * BOARDS} boards"
        yield NoGenrePuzzle(why, tried=True)

    def _base(
        self, bases: Bases, turn: int, rng: random.Random, few: bool, divided: bool, deadline: Deadline
    ) -> GenreSheet | None:
        """What is fixed before a board is drawn, by the turn; with clues that are placed a `few` at a time,
        and with rooms `divided` so that they have a board. None if none was found.
        """
        like = turn == TURNS - 1 and bases.rooms_follow
        base = bases.drawn(rng, deadline, like)
        if base is not None and few:
            base = bases.with_board(base, rng, deadline)
        if base is not None and not like and (bases.rooms_decide or (divided and turn > 0)):
            base = bases.divided(base, rng, deadline)
        return base

    @cached_property
    def drawn(self) -> Genre:
        """The genre of which boards are drawn."""
        stated = of_all_areas(as_if_said(self.genre))
        return narrowed(stated, int(self.small * sum(self.options.size))) if self.small else stated

    @property
    def _wider(self) -> Maker | None:
        """That with the next larger numbers, if there are any."""
        larger = SMALL_NUMBERS[SMALL_NUMBERS.index(self.small) + 1 :]
        makers = (replace(self, small=small) for small in larger)
        return next((maker for maker in makers if maker.drawn != self.drawn), None)

    def _without_board(
        self, wider: Maker | None, seed: str, deadline: Deadline
    ) -> ReducedPuzzle | NoGenrePuzzle:
        """A puzzle with larger numbers, where no board has small ones."""
        if wider is None:
            size = "{}x{}".format(*self.options.size)
            return NoGenrePuzzle(f"no board of {size} keeps the rules of {self.genre.title}")
        with closing(LatestSheets(wider.drawn, deadline)) as latest:
            return wider._any(seed, latest, deadline)

    @property
    def bases(self) -> Bases:
        return Bases(self.drawn, self.options.size, self.options.symmetry, self.fixed)

    @property
    def orbits(self) -> ClueOrbits:
        return ClueOrbits(self.drawn, self.options.size, self.options.symmetry)

    def _from(self, attempt: Attempt, board: FilledBoard, starts: list[float]) -> ReducedPuzzle | None:
        """A puzzle with one solution and a minimal set of clues; None if none is found from this board."""
        search = RoomsAround(attempt) if attempt.sized else Mending(attempt, starts)
        unique = search.unique(board)
        if unique is None:
            return None
        board, every = unique
        orbits = self.orbits.of(items(self.genre, every))
        attempt.rng.shuffle(orbits)
        puzzle = GenrePuzzle(self.genre, attempt.sheets.with_clues(attempt.fewest_clues(board, every)))
        enough: GenrePuzzle | None = puzzle
        if self.drawn != self.genre:
            enough = with_enough_clues(puzzle, board.values, every, orbits, attempt.sheets.deadline)
        trivial = attempt.is_trivial(board)
        return None if enough is None else ReducedPuzzle(enough, every, orbits, trivial)

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


def _plain(value: Any) -> Any:
    """A text of digits as a number, which YAML writes without quotes."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
