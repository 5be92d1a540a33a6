"""Make nonograms: random pictures or a given one, changed or given in part until there is one solution.

    zenkai generate nonogram --size 20x20 --density 0.5 --seed 7 --unique [--line-solvable]
    zenkai generate nonogram --picture FILE [--given] [--format non] [-o FILE]

The format is the one of the file's ending, YAML without a file. Exit codes: 0, 1 if no puzzle of the kind was
found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.nonograms import write
from zenkai_solver.models.formats.table import FORMATS, ending, endings
from zenkai_solver.models.loading import loads
from zenkai_solver.models.nonogram.picture import read_picture
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import MAX_SIDE, OPEN, Sheet, checked, from_picture
from zenkai_solver.models.puzzle import Clue, Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.batch import nonogram_maker
from zenkai_solver.solvers.core.command import Parser, complain, positive_int, say
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.lines.lines import works
from zenkai_solver.solvers.generators.command import (
    PUZZLES,
    YAML_ENDINGS,
    difficulty,
    ends,
    make_one,
    no_format,
    refuse,
    sides,
)
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.generators.givens import some_givens
from zenkai_solver.solvers.generators.orbits import SYMMETRIES, orbits
from zenkai_solver.solvers.kernels.ready import ready

YAML = "yaml"
EVERY = 2.0  # seconds between two lines of progress


@dataclass(frozen=True)
class NonogramOptions:
    """What is asked for; the fields are the options of the command line."""

    size: tuple[int, int]  # rows, columns
    density: float
    seed: int
    unique: bool
    line_solvable: bool
    given: bool
    givens: int | None
    symmetry: str
    difficulty: tuple[int, int] | None
    with_answer: bool
    picture: Path | None
    time_limit: float | None
    format: str | None
    output: Path | None

    @property
    def solved(self) -> bool:
        """Is anything asked for that takes a solver?"""
        return bool(self.unique or self.line_solvable or self.given or self.difficulty)

    @property
    def inputs(self) -> list[Path]:
        """The files that are read, which are never written."""
        return [self.picture] if self.picture else []


def parser() -> Parser:
    p = Parser(prog="zenkai generate nonogram", description="Make a nonogram.")
    p.add_argument("--size", type=_size, default=(10, 10), metavar="RxC", help="default 10x10")
    p.add_argument("--density", type=_density, default=0.5, help="share of painted cells, default 0.5")
    p.add_argument("--unique", action="store_true", help="change cells until there is one solution")
    p.add_argument("--line-solvable", action="store_true", help="and until line solving alone finds it")
    p.add_argument(
        "--given", action="store_true", help="change no cell: give the fewest that leave one solution"
    )
    p.add_argument(
        "--givens", type=positive_int, metavar="N", help="change no cell: give N that leave one solution"
    )
    p.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="of random pictures")
    p.add_argument(
        "--difficulty", type=difficulty, metavar="LO..HI", help="the score that `zenkai explain --rate` gives"
    )
    p.add_argument(
        "--picture", type=Path, metavar="FILE", help="ASCII (# and .) or PBM instead of random cells"
    )
    p.add_argument(
        "--with-answer", action="store_true", help="write the picture, too, where the format has it"
    )
    p.add_argument(
        "--format", choices=[YAML, *endings("nonogram")], help="default: as the ending of FILE says"
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
    value = float(text)
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
    tried = f"{PUZZLES:,} pictures" if several else f"{nonogram_maker.ROUNDS:,} changes"
    none = f"no such puzzle after {tried}"
    return make_one(partial(_puzzle, options, name), options, none, "no such puzzle yet", options.inputs)


def _puzzle(options: NonogramOptions, name: str, deadline: Deadline) -> str | None:
    """In the format of that name. Raises InstanceError where it has no given cells, Interrupted."""
    final, given = _made(options, deadline)
    return None if final is None else _text(final, given, name, options)


def _fault(options: NonogramOptions) -> str | None:
    """What does not go together."""
    changes = options.unique or options.line_solvable
    if options.given and changes:
        return "--given changes no cell, --unique and --line-solvable do"
    if options.givens and (options.given or options.line_solvable):
        return "--givens N leaves one solution by N cells, none is changed, and they need not be the fewest"
    if options.difficulty and (options.picture or options.givens or not changes):
        return "--difficulty is of random pictures, with --unique or --line-solvable"
    if options.symmetry != "none" and options.picture:
        return "--symmetry is of random pictures"
    if orbits(options.symmetry, *options.size) is None:
        return f"--symmetry {options.symmetry}: not of {options.size[0]}x{options.size[1]}"
    return None


def _made(options: NonogramOptions, deadline: Deadline) -> tuple[Board | None, Board | None]:
    """The picture, and the given cells; None for a picture if none is as asked. Raises Interrupted."""
    if options.solved:
        ready(works)
    several = (options.difficulty or options.givens) and not options.picture
    for trial in range(PUZZLES if several else 1):
        seed = random.Random(f"{options.seed} {trial}").getrandbits(32) if trial else options.seed
        start = read_picture(options.picture) if options.picture else _random(options, seed)
        if options.givens is not None:
            given = _some(start, options.givens, random.Random(seed), deadline)
            if given is not None:
                return start, given
            continue
        final = _wanted(start, replace(options, seed=seed), deadline)
        if final is None or options.difficulty is None or _is_as_hard(final, options.difficulty, deadline):
            return final, _given(start, deadline) if options.given else None
    return None, None


def _random(options: NonogramOptions, seed: int) -> Board:
    return nonogram_maker.random_picture(options.size, options.density, seed, _orbits(options))


def _orbits(options: NonogramOptions) -> Sequence[Sequence[int]]:
    """The cells that are painted together; of a given picture each alone."""
    return orbits(options.symmetry, *options.size) or () if options.picture is None else ()


def _is_as_hard(board: Board, wanted: tuple[int, int], deadline: Deadline) -> bool:
    return wanted[0] <= rated(Nonogram(from_picture(board)), deadline) <= wanted[1]


def _given(board: Board, deadline: Deadline) -> Board:
    """The fewest cells that leave the picture alone, `?` elsewhere; where time is over, perhaps more.

    Raises Interrupted.
    """
    from zenkai_solver.solvers.uniqueness.choosing import make_unique

    made = make_unique(_instance(board), board, deadline=deadline)
    if made.reason is not None:
        more = f"{len(made.clues):,} cells are given, {made.least:,} or more are needed"
        say(f"zenkai: {more}: cut short ({made.reason})", sys.stderr)
    return _drawn(board, made.clues)


def _some(board: Board, number: int, rng: random.Random, deadline: Deadline) -> Board | None:
    """So many cells that leave the picture alone; None where that is not so. Raises Interrupted."""
    clues = some_givens(_instance(board).puzzle, board, number, rng, deadline)
    return None if clues is None else _drawn(board, clues)


def _instance(board: Board) -> Instance:
    return loads(f"puzzle: nonogram\n{as_yaml(checked(from_picture(board)))}", "made")


def _drawn(board: Board, clues: Sequence[Clue]) -> Board:
    drawn = [[OPEN] * len(row) for row in board]
    for label, ((r, c),) in (clue.fact for clue in clues):
        drawn[r][c] = label
    return tuple(map("".join, drawn))


def _text(board: Board, given: Board | None, name: str, options: NonogramOptions) -> str:
    """The puzzle in the format of that name. Raises InstanceError where the format has no given cells."""
    shown, goal = from_picture(board), board if options.with_answer else None
    given = given if given and set("".join(given)) != {OPEN} else None
    sheet = checked(Sheet(shown.rows, shown.columns, title=_title(options), goal=goal, given=given))
    return _yaml(sheet, options) if name == YAML else write(sheet, name)


def _format(options: NonogramOptions) -> str:
    """The format to write. Raises InstanceError where --format and the file's ending are at odds."""
    if options.output is None:
        return options.format or YAML
    named = YAML if options.output.suffix.lower() in YAML_ENDINGS else _ending(options.output)
    if named is None and options.format is None:
        known = [*YAML_ENDINGS, *(f".{name}" for name in endings("nonogram"))]
        raise InstanceError((), f"{no_format(options.output, known)}; or say --format")
    if options.format is not None and named is not None and FORMATS.get(named) != FORMATS.get(options.format):
        raise InstanceError(
            (), f"{options.output}: the ending says {named}, but --format says {options.format}"
        )
    return options.format or named or YAML


def _ending(path: Path) -> str | None:
    """The nonogram format that the ending names, or None."""
    name = ending(path)
    return name if name in endings("nonogram") else None


def _wanted(start: Board, options: NonogramOptions, deadline: Deadline) -> Board | None:
    """Raises Interrupted."""
    if not options.unique and not options.line_solvable:
        return start
    repairing, together = Repairing(start), _orbits(options)
    return nonogram_maker.repaired(start, options.seed, options.line_solvable, deadline, repairing, together)


class Repairing:
    """A line on stderr now and then."""

    def __init__(self, board: Board) -> None:
        self.cells, self.last = len(board) * len(board[0]), time.monotonic()

    def __call__(self, tried: int, left: int) -> None:
        if time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            state = f"line solving leaves {left:,} of {self.cells:,} cells open"
            say(f"zenkai: {tried:,} changes tried; {state}", sys.stderr)


def _title(options: NonogramOptions) -> str:
    if options.picture:
        return options.picture.stem
    return f"Random {options.size[0]}x{options.size[1]}, density {options.density:g}, seed {options.seed}"


def _yaml(sheet: Sheet, options: NonogramOptions) -> str:
    unique = options.unique or options.line_solvable or options.given or options.givens
    sure = "expect: {all: 1}\n" if unique else ""
    plain = sheet.title.replace("\\", "\\\\").replace('"', '\\"')
    return f'puzzle: nonogram\ntitle: "{plain}"\n{as_yaml(sheet)}{sure}source: made by zenkai generate\n'
