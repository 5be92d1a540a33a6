"""Generate nonograms: random pictures or a given one, with cells changed or given until there is one
solution.

    zenkai generate nonogram --size 20x20 --density 0.5 --seed 7 --unique [--line-solvable]
    zenkai generate nonogram --picture FILE [--given] [--format non] [-o FILE]

The ending of the file determines the format; without a file it is YAML. Exit codes: 0, 1 if no puzzle of the
kind was found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.nonograms import write
from zenkai_solver.models.formats.table import FORMATS, ending, endings
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.loading import loads
from zenkai_solver.models.nonogram.picture import read_picture
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, OPEN, Sheet, checked, from_picture
from zenkai_solver.models.puzzle import Clue, Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.batch import nonogram_maker
from zenkai_solver.solvers.core.command import Parser, complain, number, positive_int, say
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.engines.lines.lines import works
from zenkai_solver.solvers.generators.command import (
    PUZZLES,
    YAML_ENDINGS,
    MakerOptions,
    difficulty,
    ends,
    make_one,
    no_format,
    number_or_range,
    off,
    refuse,
    sides,
    symmetry,
)
from zenkai_solver.solvers.generators.difficulty import is_wanted, rated
from zenkai_solver.solvers.generators.givens import some_givens
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.kernels.warmup import warm_up

YAML = "yaml"
CHANGES = 2_000  # of cells, until there are as many solutions as wanted
BEYOND = 8  # solutions are counted up to this factor times the largest wanted number
MOST_SOLUTIONS = 10_000
FLIPPED = {nonogram_maker.PAINTED: EMPTY, EMPTY: nonogram_maker.PAINTED}
EVERY = 2.0  # seconds between two lines of progress


@dataclass(frozen=True, kw_only=True)
class NonogramOptions(MakerOptions):
    """The options of the command line."""

    size: tuple[int, int]  # rows, columns
    density: float
    line_solvable: bool
    given: bool
    symmetry: str
    solutions: tuple[int, int] | None
    with_answer: bool
    picture: Path | None
    format: str | None


def parser() -> Parser:
    p = Parser(
        prog="zenkai generate nonogram",
        usage="zenkai generate nonogram [OPTION ...]",
        description="Make a nonogram.",
    )
    p.add_argument("--size", type=_size, default=(10, 10), metavar="RxC", help="default: 10x10")
    p.add_argument(
        "--density", type=_density, default=0.5, metavar="P", help="share of painted cells; default: 0.5"
    )
    p.add_argument("--unique", action="store_true", help="change cells until there is one solution")
    p.add_argument(
        "--line-solvable", action="store_true", help="change cells until line solving alone finds it"
    )
    p.add_argument(
        "--given", action="store_true", help="change no cell: give the fewest cells that leave one solution"
    )
    p.add_argument(
        "--givens",
        type=positive_int,
        metavar="N",
        help="change no cell: give N cells that leave one solution",
    )
    symmetry(p, "the random picture")
    p.add_argument(
        "--solutions",
        type=number_or_range,
        metavar="N|LO..HI",
        help="change cells until there are so many solutions, up to symmetry",
    )
    p.add_argument(
        "--difficulty",
        type=difficulty,
        metavar="LO..HI",
        help="range of the score of `zenkai explain --rate`",
    )
    p.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="the picture, as text of # and . or as PBM; default: a random one",
    )
    p.add_argument(
        "--with-answer", action="store_true", help="write the picture too, if the format can hold it"
    )
    p.add_argument(
        "--format",
        choices=[YAML, *endings("nonogram")],
        metavar="NAME",
        help=f"{', '.join([YAML, *endings('nonogram')])}; default: as the ending of FILE says",
    )
    refuse(p, "--rules", "a nonogram has none but its clues")
    ends(p, "puzzle", "default: standard output, as YAML")
    return p


_size = partial(
    sides,
    fit=lambda rows, columns: min(rows, columns) >= 1 and max(rows, columns) <= MAX_SIDE,
    otherwise=f"is not ROWSxCOLUMNS, each 1 to {MAX_SIDE}",
)


def _density(text: str) -> float:
    value = number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value


def main(argv: Sequence[str]) -> int:
    """Raises InstanceError, OSError."""
    options = NonogramOptions(**vars(parser().parse_args(argv)))
    if fault := _fault(options):
        return complain(fault)
    name = _format(options)
    several = options.difficulty or options.givens
    changes = CHANGES if options.solutions else nonogram_maker.ROUNDS
    tried = f"{PUZZLES:,} pictures" if several else f"{changes:,} changes"
    none = f"no such puzzle after {tried}"
    inputs = [options.picture] if options.picture else []
    return make_one(partial(_made, options, name), options, none, "no such puzzle yet", inputs)


def _fault(options: NonogramOptions) -> str | None:
    """Why the options contradict each other, or None."""
    changes = options.unique or options.line_solvable
    if options.given and changes:
        return "--given changes no cell, --unique and --line-solvable do"
    if options.givens and (options.given or options.line_solvable):
        return "--givens N leaves one solution by N cells, none is changed, and they need not be the fewest"
    if options.difficulty and (options.picture or options.givens or not changes):
        return "--difficulty is of random pictures, with --unique or --line-solvable"
    if options.solutions and (changes or options.given or options.givens or options.difficulty):
        return "--solutions is of pictures with any number of solutions; the other options leave one"
    if options.solutions and options.solutions[1] > MOST_SOLUTIONS:
        return f"--solutions {options.solutions[1]:,}; at most {MOST_SOLUTIONS:,}"
    if options.symmetry != "none" and options.picture:
        return "--symmetry is of random pictures"
    if orbits(options.symmetry, *options.size) is None:
        return f"--symmetry {options.symmetry}: not of {options.size[0]}x{options.size[1]}"
    return None


def _made(options: NonogramOptions, name: str, deadline: Deadline) -> str | None:
    """The text of the puzzle in the format of that name; None if none was found.

    Raises InstanceError if cells are given and the format cannot state them; Interrupted.
    """
    changes = options.unique or options.line_solvable
    if changes or options.given or options.difficulty:
        warm_up(works)
    several = (options.difficulty or options.givens) and not options.picture
    together = [] if options.picture else orbits(options.symmetry, *options.size) or []
    for trial in range(PUZZLES if several else 1):
        seed = random.Random(f"{options.seed} {trial}").getrandbits(32) if trial else options.seed
        if options.picture:
            start = read_picture(options.picture)
        else:
            start = nonogram_maker.random_picture(options.size, options.density, seed, together)
        if options.givens is not None:
            rng = random.Random(seed)
            clues = some_givens(_instance(start).puzzle, start, options.givens, rng, deadline)
            if clues is not None:
                return _text(start, _drawn(start, clues), name, options)
            continue
        board: Board | None = start
        if options.solutions is not None:
            several_of = with_solutions(start, options.solutions, together, random.Random(seed), deadline)
            return None if several_of is None else _text(several_of[0], None, name, options, several_of[1])
        if changes:
            tell = Repairing(start)
            board = nonogram_maker.repaired(start, seed, options.line_solvable, deadline, tell, together)
        if board is None:
            return None
        nonogram = Nonogram(from_picture(board))
        if is_wanted(partial(rated, nonogram, deadline), options.difficulty):
            given = _given(board, deadline) if options.given else None
            return _text(board, given, name, options)
    return None


def with_solutions(
    board: Board,
    wanted: tuple[int, int],
    together: Sequence[Sequence[int]],
    rng: random.Random,
    deadline: Deadline,
) -> tuple[Board, int] | None:
    """The picture, with cells changed until its clues have so many solutions up to symmetry, and how many
    these are; None after CHANGES changes. `together`: cells that are changed together, of symmetric pictures.

    A change is kept if the number is no further from the wanted ones. Raises Interrupted.
    """
    rows, columns = len(board), len(board[0])
    orbits_of = list(together) or [[cell] for cell in range(rows * columns)]
    number = _counted(board, wanted[1], deadline)
    for _ in range(CHANGES):
        if not off(number, wanted):
            return board, number
        cells = set(rng.choice(orbits_of))
        changed = tuple(
            "".join(FLIPPED[char] if r * columns + c in cells else char for c, char in enumerate(row))
            for r, row in enumerate(board)
        )
        other = _counted(changed, wanted[1], deadline)
        if off(other, wanted) <= off(number, wanted):
            board, number = changed, other
    return None


def _counted(board: Board, most: int, deadline: Deadline) -> int:
    """The number of solutions up to symmetry, at most BEYOND times `most`. Raises Interrupted."""
    number = 0
    for chunk in prepare(_instance(board)).chunks(deadline):
        number += sum(chunk.representatives)
        if number > BEYOND * most:
            return BEYOND * most
    return number


def _given(board: Board, deadline: Deadline) -> Board:
    """The picture with the fewest cells that leave only it, and OPEN elsewhere. If the time ends during the
    proof there may be more cells, and a message says so.

    Raises Interrupted.
    """
    from zenkai_solver.solvers.uniqueness.choosing import make_unique

    made = make_unique(_instance(board), board, deadline=deadline)
    if made.reason is not None:
        more = f"{len(made.clues):,} cells are given, {made.least:,} or more are needed"
        say(f"zenkai: {more}: cut short ({made.reason})", sys.stderr)
    return _drawn(board, made.clues)


def _instance(board: Board) -> Instance:
    return loads(f"puzzle: nonogram\n{as_yaml(checked(from_picture(board)))}", "made")


def _drawn(board: Board, clues: Sequence[Clue]) -> Board:
    drawn = [[OPEN] * len(row) for row in board]
    for label, ((r, c),) in (clue.fact for clue in clues):
        drawn[r][c] = label
    return tuple(map("".join, drawn))


def _text(
    board: Board, given: Board | None, name: str, options: NonogramOptions, count: int | None = None
) -> str:
    """The text of the puzzle in the format of that name. Raises InstanceError if cells are given and the
    format cannot state them.
    """
    shown, goal = from_picture(board), board if options.with_answer else None
    given = given if given and set("".join(given)) != {OPEN} else None
    rows, columns = options.size
    title = f"Random {rows}x{columns}, density {options.density:g}, seed {options.seed}"
    if options.picture:
        title = options.picture.stem
    sheet = checked(Sheet(shown.rows, shown.columns, title=title, goal=goal, given=given))
    if name != YAML:
        return write(sheet, name)
    unique = options.unique or options.line_solvable or options.given or options.givens
    expect = "expect: {all: 1}\n" if unique else ""
    if count is not None:
        expect = f"expect: {{count: {count}}}\n"
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    return f'puzzle: nonogram\ntitle: "{quoted}"\n{as_yaml(sheet)}{expect}source: made by zenkai generate\n'


def _format(options: NonogramOptions) -> str:
    """The name of the format to write. Raises InstanceError if --format contradicts the file's ending."""
    if options.output is None:
        return options.format or YAML
    name = ending(options.output)
    named = name if name in endings("nonogram") else None
    if options.output.suffix.lower() in YAML_ENDINGS:
        named = YAML
    if named is None and options.format is None:
        known = [*YAML_ENDINGS, *(f".{name}" for name in endings("nonogram"))]
        raise InstanceError((), f"{no_format(options.output, known)}; or say --format")
    if options.format is not None and named is not None and FORMATS.get(named) != FORMATS.get(options.format):
        raise InstanceError(
            (), f"{options.output}: the ending says {named}, but --format says {options.format}"
        )
    return options.format or named or YAML


class Repairing:
    """Reports progress, a line on stderr every EVERY seconds."""

    def __init__(self, board: Board) -> None:
        self.cells, self.last = len(board) * len(board[0]), time.monotonic()

    def __call__(self, tried: int, left: int) -> None:
        if time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            state = f"line solving leaves {left:,} of {self.cells:,} cells open"
            say(f"zenkai: {tried:,} changes tried; {state}", sys.stderr)
