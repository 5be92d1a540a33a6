"""Generate sudokus with one solution.

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
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING, TypeVar

from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Givable, Instance, Puzzle
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.models.symmetry import Board
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
    MakerOptions,
    always_unique,
    difficulty,
    ends,
    no_format,
    sides,
    within,
)
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.generators.orbits import SYMMETRIES, orbits
from zenkai_solver.solvers.generators.regions import regions
from zenkai_solver.solvers.kernels.warmup import warm_up
from zenkai_solver.solvers.solution_files.output import create, make_sure, write_text
from zenkai_solver.solvers.solution_files.results import write_all
from zenkai_solver.solvers.uniqueness.choosing import ONE

if TYPE_CHECKING:
    import numpy as np

USUAL = 24  # the default bound on the givens of a 9x9 puzzle
GRIDS = 50  # full grids that are tried for a puzzle with rules
LARGE = 16  # the largest side of a plain grid that a search draws: partial grids of 25x25 take it minutes
DRAWN = 20  # drawings of regions that are tried until one has a full grid
YAML, LINE = "yaml", "line"
ENDINGS = {".yaml": YAML, ".yml": YAML, ".sdm": LINE, ".txt": LINE}


@dataclass(frozen=True, kw_only=True)
class SudokuOptions(MakerOptions):
    """The options of the command line."""

    size: tuple[int, int]
    rules: str
    jigsaw: bool
    symmetry: str
    minimal: bool
    number: int
    format: str | None

    @property
    def plain(self) -> bool:
        """Is it a plain 9x9 sudoku, which the compiled generator makes?"""
        return self.size == (9, 9) and not self.rules and not self.jigsaw

    @property
    def patterned(self) -> bool:
        """Is the full grid a shuffled pattern, as it is too large to be drawn by a search?"""
        return self.size[0] > LARGE and not self.rules and not self.jigsaw

    @property
    def bounds(self) -> tuple[int, int]:
        """The smallest and largest number of givens."""
        cells = self.size[0] * self.size[1]
        usual = USUAL if self.size == (9, 9) else cells
        most = self.givens if self.givens is not None else usual
        if self.patterned and self.givens is None and not self.minimal:
            return cells // 2, most  # with fewer each question takes seconds
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


_size = partial(
    sides,
    fit=lambda rows, columns: rows == columns and rows in DEFAULT_BOXES,
    otherwise=f"is none of {', '.join(f'{side}x{side}' for side in DEFAULT_BOXES)}",
)


def main(argv: Sequence[str]) -> int:
    """Raises InstanceError, Refused, OSError."""
    options = SudokuOptions(**vars(parser().parse_args(argv)))
    kind = _format(options)
    if options.output is not None:
        make_sure(options.output)
    return within(options.time_limit, partial(_lines if kind == LINE else _files, options))


def _format(options: SudokuOptions) -> str:
    """The format to write: LINE or YAML. Raises Refused if options contradict each other."""
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
    """No puzzle was found after many trials; the text says how many."""


Made = TypeVar("Made")


def _as_hard(
    made: Iterable[Made], puzzle: Callable[[Made], Puzzle], options: SudokuOptions, deadline: Deadline
) -> Iterator[Made]:
    """Those of the puzzles whose score is in the wanted range. Raises NoPuzzle, Interrupted."""
    if options.difficulty is None:
        yield from made
        return
    lo, hi = options.difficulty
    scores: list[float] = []
    for candidate in made:
        scores.append(rated(puzzle(candidate), deadline))
        if lo <= scores[-1] <= hi:
            yield candidate
            scores = []
        if len(scores) >= PUZZLES:
            easiest, hardest = min(scores), max(scores)
            raise NoPuzzle(
                f"no puzzle of {lo:,}..{hi:,} among {len(scores):,}, which are of {easiest:,}..{hardest:,}"
            )


# ---- plain puzzles


def _plain(options: SudokuOptions, deadline: Deadline) -> Iterator[np.ndarray]:
    """An endless stream of plain puzzles, uint8[81]. Raises NoPuzzle, Interrupted."""
    from zenkai_solver.solvers.engines.sudoku.kernels.generating import works
    from zenkai_solver.solvers.generators.plain import NotFound, plain_puzzles

    warm_up(works)
    cells = orbits(options.symmetry, *options.size)
    assert cells is not None  # `_format` has checked it
    least, most = options.bounds
    for puzzle in plain_puzzles(options.seed, least, most, cells, deadline):
        if isinstance(puzzle, NotFound):
            givens = f"{most} givens" if least == most else f"at most {most} givens"
            fewest = f"the fewest were {puzzle.fewest}" * (puzzle.fewest > most)
            raise NoPuzzle(f"no puzzle with {givens} from {puzzle.tried:,} grids; {fewest}".rstrip("; "))
        yield puzzle


def _lines(options: SudokuOptions, deadline: Deadline) -> int:
    """Write a line per puzzle, each before the search for the next one; the exit code."""
    from zenkai_solver.models.formats.lines81 import write_lines

    path = options.output
    file = STDOUT if path is None else create(path)
    try:
        with writing("standard output" if path is None else path):
            puzzles = _as_hard(_plain(options, deadline), _read, options, deadline)
            for puzzle in islice(puzzles, options.number):
                write_all(file, write_lines(puzzle[None]))
    except NoPuzzle as error:
        complain(str(error))
        return NOT_FOUND
    finally:
        if path is not None:
            os.close(file)
    return COMPLETE


# ---- puzzles with rules


def _files(options: SudokuOptions, deadline: Deadline) -> int:
    """Write a YAML file per puzzle; the exit code."""
    every = _of_lines(options, deadline) if options.plain else _with_rules(options, deadline)
    made = _as_hard(every, lambda instance: instance.puzzle, options, deadline)
    path = options.output
    try:
        for number, instance in enumerate(islice(made, options.number), 1):
            if path is None:
                with writing("standard output"):
                    sys.stdout.write(instance.text)
            else:
                several = path.with_name(f"{path.stem}.{number}{path.suffix}")
                write_text(path if options.number == 1 else several, instance.text)
    except NoPuzzle as error:
        complain(str(error))
        return NOT_FOUND
    return COMPLETE


def _of_lines(options: SudokuOptions, deadline: Deadline) -> Iterator[Instance]:
    for number, puzzle in enumerate(_plain(options, deadline), 1):
        head = _head(options, number)
        yield loads(f"{head}grid: |\n{_rows(puzzle)}expect: {{count: 1, all: 1}}\n", "made")


def _read(puzzle: np.ndarray) -> Puzzle:
    return loads(f"puzzle: sudoku\ngrid: |\n{_rows(puzzle)}", "made").puzzle


def _rows(puzzle: np.ndarray) -> str:
    text = "".join(map(str, puzzle)).replace("0", ".")
    return "".join(f"  {row}\n" for row in re.findall(".{9}", text))


def _head(options: SudokuOptions, number: int) -> str:
    title = f"Seed {options.seed}, puzzle {number}"
    return f"puzzle: sudoku\ntitle: {title}\nsource: made by zenkai generate\n"


def _with_rules(options: SudokuOptions, deadline: Deadline) -> Iterator[Instance]:
    """An endless stream of puzzles with rules. Raises InstanceError (wrong rules), NoPuzzle, Interrupted."""
    for number in count(1):
        made = (_made(_base(options, number, drawn), options, number, deadline) for drawn in range(DRAWN))
        instance = next((instance for instance in made if instance is not None), None)
        if instance is None:
            drawn = f", with any of {DRAWN} drawings of regions" * options.jigsaw
            raise NoPuzzle(f"no grid keeps these rules{drawn}")
        yield instance


def _base(options: SudokuOptions, number: int, drawn: int) -> Instance:
    """The instance without givens; with --jigsaw, `drawn` selects random regions. Raises InstanceError."""
    side = options.size[0]
    text = f"{_head(options, number)}size: {side}x{side}\n"
    if options.jigsaw:
        rows = regions(side, DEFAULT_BOXES[side], f"{options.seed} {number} {drawn}")
        text += "regions: |\n" + "".join(f"  {row}\n" for row in rows)
    if options.rules:
        text += f"rules: [{options.rules}]\n"
    return loads(text, "made")


def _pattern(side: int, rng: random.Random) -> Board:
    """The cyclic grid of a side, its digits, bands, stacks, and their rows and columns shuffled."""
    height, width = DEFAULT_BOXES[side]

    def order(size: int) -> list[int]:
        groups = rng.sample(range(side // size), side // size)
        return [size * group + line for group in groups for line in rng.sample(range(size), size)]

    rows, columns, digits = order(height), order(width), rng.sample(range(1, side + 1), side)
    shifts = (width * (row % height) + row // height for row in rows)
    return tuple("".join(SYMBOLS[digits[(by + column) % side]] for column in columns) for by in shifts)


def _made(base: Instance, options: SudokuOptions, number: int, deadline: Deadline) -> Instance | None:
    """A puzzle with one solution from the instance without givens; None if no full grid satisfies its rules.
    Raises NoPuzzle, Interrupted.
    """
    from zenkai_solver.solvers.generators.givens import SolutionSampler, taken  # loads numpy

    cells = orbits(options.symmetry, *options.size)
    assert cells is not None  # `_format` has checked it
    assert isinstance(base.puzzle, Givable)
    least, most = options.bounds
    fewest = options.size[0] * options.size[1]
    with closing(SolutionSampler(base.puzzle, deadline)) as source:
        for trial in range(GRIDS):
            rng = random.Random(f"{options.seed} {number} {trial}")
            board = _pattern(options.size[0], rng) if options.patterned else source.random_solution(rng)
            if board is None:
                return None
            clues = taken(source, board, cells, least, rng)
            fewest = min(fewest, len(clues))
            if len(clues) <= most:
                keys = base.puzzle.with_clues([clue.fact for clue in clues])
                return loads(restated(base.text, {**keys, "expect": ONE}), base.name)
    raise NoPuzzle(f"no puzzle with {most} givens from {GRIDS} grids; the fewest were {fewest}")
