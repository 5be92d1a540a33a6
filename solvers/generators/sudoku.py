"""Make sudokus with one solution.

    zenkai generate sudoku [--number K] [--givens N] [--minimal] [--symmetry half-turn] [--seed S] [-o FILE]
    zenkai generate sudoku --size 6x6 --rules diagonals,anti-knight --jigsaw

Puzzle n of a seed is the same on every machine, whatever K is. Exit codes: 0, 1 if no such puzzle was found,
2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Givable, Instance, Puzzle
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    STDOUT,
    Parser,
    Refused,
    complain,
    positive_int,
    writing,
)
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.core.sources import restated
from zenkai_solver.solvers.generators.command import (
    NOT_FOUND,
    PUZZLES,
    always_unique,
    difficulty,
    ends,
    no_format,
    sides,
    within,
)
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.generators.orbits import SYMMETRIES, orbits
from zenkai_solver.solvers.kernels.ready import ready
from zenkai_solver.solvers.solution_files.output import create, make_sure, write_text
from zenkai_solver.solvers.solution_files.results import write_all
from zenkai_solver.solvers.uniqueness.choosing import ONE

if TYPE_CHECKING:
    import numpy as np

USUAL = 24  # givens at most of a 9x9 puzzle, where nothing else is asked
GRIDS = 50  # full grids per puzzle with rules
DRAWN = 20  # drawings of regions, until one has a full grid
YAML, LINE = "yaml", "line"
ENDINGS = {".yaml": YAML, ".yml": YAML, ".sdm": LINE, ".txt": LINE}


@dataclass(frozen=True)
class SudokuOptions:
    """What is asked for; the fields are the options of the command line."""

    size: tuple[int, int]
    rules: str
    jigsaw: bool
    symmetry: str
    givens: int | None
    minimal: bool
    difficulty: tuple[int, int] | None
    number: int
    unique: bool
    seed: int
    time_limit: float | None
    format: str | None
    output: Path | None

    @property
    def plain(self) -> bool:
        """Is the compiled search for it?"""
        return self.size == (9, 9) and not self.rules and not self.jigsaw

    @property
    def bounds(self) -> tuple[int, int]:
        """How many givens there may be."""
        cells = self.size[0] * self.size[1]
        usual = USUAL if self.size == (9, 9) else cells
        most = self.givens if self.givens is not None else usual
        return 0 if self.minimal or self.givens is None else most, most


def parser() -> Parser:
    p = Parser(prog="zenkai generate sudoku", description="Make sudokus with one solution.")
    p.add_argument("--size", type=_size, default=(9, 9), metavar="RxC", help="default 9x9")
    p.add_argument("--rules", default="", metavar="NAMES", help="such as diagonals,anti-knight")
    p.add_argument(
        "--jigsaw", action="store_true", help="regions of any shape in place of boxes, by the seed"
    )
    p.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="of the places of the givens")
    p.add_argument(
        "--givens", type=positive_int, metavar="N", help=f"exactly N; default: at most {USUAL} of 9x9"
    )
    p.add_argument(
        "--minimal",
        action="store_true",
        help="no given (with --symmetry: no symmetric set) can be spared; --givens is then the most",
    )
    p.add_argument(
        "--difficulty", type=difficulty, metavar="LO..HI", help="the score that `zenkai explain --rate` gives"
    )
    p.add_argument("--number", type=positive_int, default=1, metavar="K", help="so many puzzles; default 1")
    p.add_argument("--format", choices=[YAML, LINE], help="line: 81 characters per puzzle, of plain 9x9")
    always_unique(p)
    ends(p, "puzzles", ".yaml, .sdm or .txt; default: stdout")
    return p


def _fits(rows: int, columns: int) -> bool:
    return rows == columns and rows in DEFAULT_BOXES


_size = partial(
    sides, fit=_fits, otherwise=f"is none of {', '.join(f'{side}x{side}' for side in DEFAULT_BOXES)}"
)


def main(argv: Sequence[str]) -> int:
    """Raises InstanceError, Refused, OSError."""
    options = SudokuOptions(**vars(parser().parse_args(argv)))
    kind = _format(options)
    if options.output is not None:
        make_sure(options.output)
    return within(options.time_limit, partial(_lines if kind == LINE else _files, options))


def _format(options: SudokuOptions) -> str:
    """Lines for many plain puzzles, else YAML. Raises Refused where the options are at odds."""
    named = ENDINGS.get(options.output.suffix.lower()) if options.output is not None else None
    if options.output is not None and named is None and options.format is None:
        raise Refused(no_format(options.output, ENDINGS))
    if named is not None and options.format not in (None, named):
        raise Refused(f"{options.output}: the ending says {named}, but --format says {options.format}")
    kind = options.format or named or (LINE if options.number > 1 and options.plain else YAML)
    if kind == LINE and not options.plain:
        raise Refused("lines of 81 characters are for plain 9x9 sudokus; rules need YAML")
    if kind == YAML and options.number > 1 and options.output is None:
        raise Refused("several puzzles in YAML are several files: -o NAME.yaml makes NAME.1.yaml and so on")
    if orbits(options.symmetry, *options.size) is None:
        raise Refused(f"--symmetry {options.symmetry}: not of {options.size[0]}x{options.size[1]}")
    return kind


class NoPuzzle(Refused):
    """There was none after many trials; the text says so."""


Made = TypeVar("Made")


def _as_hard(
    made: Iterable[Made], puzzle: Callable[[Made], Puzzle], options: SudokuOptions, deadline: Deadline
) -> Iterator[Made]:
    """Those whose rating is in the range that is asked for. Raises NoPuzzle, Interrupted."""
    if options.difficulty is None:
        yield from made
        return
    met: list[float] = []
    for one in made:
        met.append(rated(puzzle(one), deadline))
        if options.difficulty[0] <= met[-1] <= options.difficulty[1]:
            yield one
            met = []
        if len(met) >= PUZZLES:
            lo, hi = options.difficulty
            raise NoPuzzle(
                f"no puzzle of {lo:,}..{hi:,} among {len(met):,}, which are of {min(met):,}..{max(met):,}"
            )


# ---- plain puzzles


def _plain(options: SudokuOptions, deadline: Deadline) -> Iterator[np.ndarray]:
    """uint8[81], one after another. Raises NoPuzzle, Interrupted."""
    from zenkai_solver.solvers.engines.sudoku.kernels.making import works
    from zenkai_solver.solvers.generators.plain import NotFound, plain_puzzles

    ready(works)
    own = orbits(options.symmetry, *options.size)
    assert own is not None  # of `_format`
    least, most = options.bounds
    for puzzle in plain_puzzles(options.seed, least, most, own, deadline):
        if isinstance(puzzle, NotFound):
            asked = f"{most} givens" if least == most else f"at most {most} givens"
            fewest = f"the fewest were {puzzle.fewest}" * (puzzle.fewest > most)
            raise NoPuzzle(f"no puzzle with {asked} from {puzzle.tried:,} grids; {fewest}".rstrip("; "))
        yield puzzle


def _lines(options: SudokuOptions, deadline: Deadline) -> int:
    """A line per puzzle, each written before the next is looked for."""
    from zenkai_solver.models.formats.lines81 import write_lines

    try:
        with _stream(options.output) as file:
            puzzles = _as_hard(_plain(options, deadline), _read, options, deadline)
            for puzzle in islice(puzzles, options.number):
                write_all(file, write_lines(puzzle[None]))
    except NoPuzzle as error:
        complain(str(error))
        return NOT_FOUND
    return COMPLETE


@contextmanager
def _stream(path: Path | None) -> Iterator[int]:
    """The file descriptor to write to."""
    if path is None:
        with writing("standard output"):
            yield STDOUT
        return
    file = create(path)
    try:
        with writing(path):
            yield file
    finally:
        os.close(file)


# ---- puzzles with rules


def _files(options: SudokuOptions, deadline: Deadline) -> int:
    """A YAML file per puzzle."""
    every = _of_lines(options, deadline) if options.plain else _with_rules(options, deadline)
    made = _as_hard(every, lambda instance: instance.puzzle, options, deadline)
    try:
        for number, instance in enumerate(islice(made, options.number), 1):
            _write(instance.text, options, number)
    except NoPuzzle as error:
        complain(str(error))
        return NOT_FOUND
    return COMPLETE


def _write(text: str, options: SudokuOptions, number: int) -> None:
    if options.output is None:
        with writing("standard output"):
            sys.stdout.write(text)
    else:
        path = options.output
        several = path.with_name(f"{path.stem}.{number}{path.suffix}")
        write_text(path if options.number == 1 else several, text)


def _of_lines(options: SudokuOptions, deadline: Deadline) -> Iterator[Instance]:
    for number, puzzle in enumerate(_plain(options, deadline), 1):
        text = "".join(map(str, puzzle)).replace("0", ".")
        yield loads(f"{_head(options, number)}grid: |\n{_rows(text)}expect: {{count: 1, all: 1}}\n", "made")


def _read(puzzle: np.ndarray) -> Puzzle:
    text = "".join(map(str, puzzle)).replace("0", ".")
    return loads("puzzle: sudoku\ngrid: |\n" + _rows(text), "made").puzzle


def _rows(text: str) -> str:
    return "".join(f"  {row}\n" for row in re.findall(".{9}", text))


def _head(options: SudokuOptions, number: int) -> str:
    title = f"Seed {options.seed}, puzzle {number}"
    return f"puzzle: sudoku\ntitle: {title}\nsource: made by zenkai generate\n"


def _with_rules(options: SudokuOptions, deadline: Deadline) -> Iterator[Instance]:
    """Raises InstanceError for the rules, NoPuzzle, Interrupted."""
    for number in count(1):
        made = (_made(_base(options, number, drawn), options, number, deadline) for drawn in range(DRAWN))
        found = next((instance for instance in made if instance is not None), None)
        if found is None:
            drawn = f", with any of {DRAWN} drawings of regions" * options.jigsaw
            raise NoPuzzle(f"no grid keeps these rules{drawn}")
        yield found


def _base(options: SudokuOptions, number: int, drawn: int) -> Instance:
    """The instance without givens; with --jigsaw, its regions drawn for the n-th time.

    Raises InstanceError.
    """
    side = options.size[0]
    text = f"{_head(options, number)}size: {side}x{side}\n"
    if options.jigsaw:
        from zenkai_solver.solvers.generators.regions import regions

        rows = regions(side, DEFAULT_BOXES[side], f"{options.seed} {number} {drawn}")
        text += "regions: |\n" + "".join(f"  {row}\n" for row in rows)
    if options.rules:
        text += f"rules: [{options.rules}]\n"
    return loads(text, "made")


def _made(base: Instance, options: SudokuOptions, number: int, deadline: Deadline) -> Instance | None:
    """None if no grid keeps the rules."""
    from zenkai_solver.solvers.generators.variants import Source, taken

    own = orbits(options.symmetry, *options.size)
    assert own is not None  # of `_format`
    assert isinstance(base.puzzle, Givable)
    least, most = options.bounds
    fewest = options.size[0] * options.size[1]
    with closing(Source(base.puzzle, deadline)) as source:
        for trial in range(GRIDS):
            rng = random.Random(f"{options.seed} {number} {trial}")
            board = source.random_solution(rng)
            if board is None:
                return None
            clues = taken(source, board, own, least, rng)
            fewest = min(fewest, len(clues))
            if len(clues) <= most:
                keys = base.puzzle.with_clues([clue.fact for clue in clues])
                return loads(restated(base.text, {**keys, "expect": ONE}), base.name)
    raise NoPuzzle(f"no puzzle with {most} givens from {GRIDS} grids; the fewest were {fewest}")
