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
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING

from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import COMPLETE, STDOUT, complain, writing
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.sources import as_yaml, restated
from zenkai_solver.solvers.generators.command import CUT, NOT_FOUND, PUZZLES, within
from zenkai_solver.solvers.generators.difficulty import (
    QUICK_LOOKS,
    Difficulty,
    difficulty_of,
    put_back,
    reached,
)
from zenkai_solver.solvers.generators.regions import regions
from zenkai_solver.solvers.generators.ruled import NoPuzzle, made
from zenkai_solver.solvers.generators.sudoku_options import LINE, SudokuOptions, format_of, parsed
from zenkai_solver.solvers.generators.sudoku_options import parser as parser
from zenkai_solver.solvers.kernels.warmup import warm_up
from zenkai_solver.solvers.solution_files.output import create, make_sure, write_all, write_text

if TYPE_CHECKING:
    import numpy as np

SOUGHT = 2_000  # puzzles tried for one with a rare technique
GLANCED = 10_000  # the same where most are not rated, as the ladder tells them apart
DRAWN = 20  # drawings of regions that are tried until one has a full grid


def main(argv: Sequence[str]) -> int:
    """Raises InstanceError, Refused, OSError."""
    options = parsed(argv)
    kind = format_of(options)
    if options.output is not None:
        make_sure(options.output)
    ratings = list[Difficulty]()

    def unfinished() -> str:
        if options.wanted is None:
            return CUT
        return _none_as_hard(options, ratings, "no puzzle yet") if ratings else "no such puzzle yet"

    write = _lines if kind == LINE else _files
    return within(options.time_limit, partial(write, options, ratings), unfinished)


def _as_hard(
    instances: Iterable[Instance], options: SudokuOptions, ratings: list[Difficulty], deadline: Deadline
) -> Iterator[Instance]:
    """Those of the instances whose score and hardest step are as wanted. `ratings` takes those of all that
    are rated for the present one. Raises NoPuzzle, Interrupted.
    """
    wanted = options.wanted
    most = QUICK_LOOKS if options.eased else None
    for instance in instances:
        if wanted is None:
            yield instance
            continue
        for easier in _eased(instance, options, ratings, deadline):
            ratings.append(difficulty_of(easier.puzzle, deadline, most, wanted.hardest))
            if not wanted.distance(ratings[-1]):
                yield easier
                ratings.clear()
                break
            if len(ratings) >= _tries(options):
                raise NoPuzzle(_none_as_hard(options, ratings))


def _eased(
    instance: Instance, options: SudokuOptions, ratings: Sequence[Difficulty], deadline: Deadline
) -> Iterator[Instance]:
    """The puzzle, and while it is harder than wanted puzzles with more givens of its solution, in random
    order; `ratings` has the rating of each one before the next is asked for. Raises Interrupted.
    """
    yield instance
    scores, puzzle = options.difficulty, instance.puzzle
    if not (options.eased and scores) or ratings[-1].score <= scores[1]:
        return
    assert isinstance(puzzle, Sudoku)
    blank = {clue.fact.cells[0]: clue.fact for clue in puzzle.clues(_solution(instance, deadline))}
    orbits = ([options.region.cells[i] for i in orbit] for orbit in options.orbits or ())
    left = [cells for cells in orbits if cells[0] in blank]
    random.Random(f"{options.seed} {instance.title}").shuffle(left)
    for number in islice(put_back(len(left), lambda number: ratings[-1].score < scores[0]), 1, None):
        facts = [blank[cell] for cells in left[:number] for cell in cells]
        yield loads(restated(instance.text, puzzle.with_clues(facts)), instance.name)


def _solution(instance: Instance, deadline: Deadline) -> Board:
    """That of a puzzle with one. Raises Interrupted."""
    chunks = prepare(instance).chunks(deadline)
    (text,) = (text for chunk in chunks for text in chunk.texts)
    return tuple(text.decode().split("\n"))


def _tries(options: SudokuOptions) -> int:
    """How many puzzles are tried for one that is as wanted."""
    if options.hardest is None:
        return PUZZLES
    from zenkai_solver.solvers.generators.ladder import SEEN

    return GLANCED if options.compiled and options.hardest in SEEN else SOUGHT


def _none_as_hard(options: SudokuOptions, ratings: Sequence[Difficulty], none: str = "no puzzle") -> str:
    among, wanted = f"{len(ratings):,}, which are", list[str]()
    if options.difficulty is not None:
        lo, hi = options.difficulty
        wanted.append(f"of {lo:,}..{hi:,}")
        among = reached([rating.score for rating in ratings])
    if options.hardest is not None:
        kinds = {rating.kind or "more than that" for rating in ratings}
        wanted.append(f"with {options.hardest} as its hardest step")
        among += f"{' and' * bool(options.difficulty)} solved by {', '.join(sorted(kinds))}"
    return f"{none} {' and '.join(wanted)} among {among}"


# ---- plain puzzles


def _plain(options: SudokuOptions, deadline: Deadline) -> Iterator[np.ndarray]:
    """An endless stream of plain puzzles, uint8[81]. Raises NoPuzzle, Interrupted."""
    from zenkai_solver.solvers.engines.sudoku.kernels.generating import works
    from zenkai_solver.solvers.generators.plain import NotFound, plain_puzzles

    warm_up(works)
    cells = options.orbits
    assert cells is not None  # `_format` has checked it
    least, most = options.bounds
    for puzzle in plain_puzzles(options.seed, least, most, cells, deadline):
        if isinstance(puzzle, NotFound):
            givens = f"{most} givens" if least == most else f"at most {most} givens"
            fewest = f"the fewest were {puzzle.fewest}" * (puzzle.fewest > most)
            raise NoPuzzle(f"no puzzle with {givens} from {puzzle.tried:,} grids; {fewest}".rstrip("; "))
        yield puzzle


def _plain_as_hard(
    options: SudokuOptions, ratings: list[Difficulty], deadline: Deadline
) -> Iterator[np.ndarray]:
    """An endless stream of plain puzzles that are as hard as wanted. Raises NoPuzzle, Interrupted."""
    stream, wanted = _plain(options, deadline), options.wanted
    if wanted is None:
        yield from stream
        return
    from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import works
    from zenkai_solver.solvers.generators.ladder import Ladder, may_have
    from zenkai_solver.solvers.generators.nearing import FRESH, NearingSearch
    from zenkai_solver.solvers.generators.quads import with_quads

    warm_up(works)
    cells = options.orbits
    assert cells is not None  # `_plain` has made some
    ladder = Ladder() if wanted.hardest is not None else None
    fresh = FRESH
    if wanted.hardest == "hidden quad":
        fresh = 1.0  # a change mostly loses the quad
        stream = with_quads(stream, cells, *options.bounds, random.Random(f"{options.seed} quads"))

    def rate(puzzle: np.ndarray) -> Difficulty:
        if ladder is not None and wanted.hardest is not None:
            seen = ladder.difficulty(puzzle.tolist(), wanted.hardest)
            if not may_have(seen, wanted.hardest):
                return seen
        return difficulty_of(_read(puzzle), deadline, hardest=wanted.hardest)

    for number in count(1):
        rng = random.Random(f"{options.seed} {number}")
        search = NearingSearch(stream, cells, *options.bounds, wanted, rate, rng, ratings, fresh)
        puzzle = search.puzzle(_tries(options), deadline)
        if puzzle is None:
            raise NoPuzzle(_none_as_hard(options, ratings))
        yield puzzle


def _of_nine(options: SudokuOptions, ratings: list[Difficulty], deadline: Deadline) -> Iterator[np.ndarray]:
    """An endless stream of puzzles without rules, uint8[81]. Raises NoPuzzle, Interrupted."""
    if options.compiled:
        yield from _plain_as_hard(options, ratings, deadline)
        return
    import numpy as np

    from zenkai_solver.models.sudoku.puzzle import Sudoku

    for instance in _as_hard(_with_rules(options, deadline), options, ratings, deadline):
        assert isinstance(instance.puzzle, Sudoku)
        puzzle = np.zeros((9, 9), np.uint8)
        for cell, digit in instance.puzzle.givens.items():
            puzzle[cell] = digit
        yield puzzle.reshape(81)


def _lines(options: SudokuOptions, ratings: list[Difficulty], deadline: Deadline) -> int:
    """Write a line per puzzle, each before the search for the next one; the exit code."""
    from zenkai_solver.models.formats.lines81 import write_lines

    path = options.output
    file = STDOUT if path is None else create(path)
    try:
        with writing("standard output" if path is None else path):
            for puzzle in islice(_of_nine(options, ratings, deadline), options.number):
                write_all(file, write_lines(puzzle[None]))
    except NoPuzzle as error:
        complain(str(error))
        return NOT_FOUND
    finally:
        if path is not None:
            os.close(file)
    return COMPLETE


# ---- puzzles with rules


def _files(options: SudokuOptions, ratings: list[Difficulty], deadline: Deadline) -> int:
    """Write a YAML file per puzzle; the exit code."""
    wanted = (
        _of_lines(options, ratings, deadline)
        if options.compiled
        else _as_hard(_with_rules(options, deadline), options, ratings, deadline)
    )
    path = options.output
    try:
        for number, instance in enumerate(islice(wanted, options.number), 1):
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


def _of_lines(options: SudokuOptions, ratings: list[Difficulty], deadline: Deadline) -> Iterator[Instance]:
    for number, puzzle in enumerate(_plain_as_hard(options, ratings, deadline), 1):
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
    drawings = DRAWN if options.jigsaw else 1
    for number in count(1):
        bases = (_base(options, number, drawn) for drawn in range(drawings))
        puzzles = (made(base, options, number, deadline) for base in bases)
        instance = next((instance for instance in puzzles if instance is not None), None)
        if instance is None:
            drawn = f", with any of {DRAWN} drawings of regions" * options.jigsaw
            solution = " together with the digits of --solution" if options.theme is not None else ""
            raise NoPuzzle(f"no grid keeps these rules{solution}{drawn}")
        yield instance


def _base(options: SudokuOptions, number: int, drawn: int) -> Instance:
    """The instance without givens, and without rules whose clues are to be placed; with --jigsaw, `drawn`
    selects random regions. Raises InstanceError.
    """
    side = options.size[0]
    cells = f"size: {side}x{side}" if options.grids is None else f"grids: {options.grids}"
    text = f"{_head(options, number)}{cells}\n"
    if options.jigsaw:
        rows = regions(side, DEFAULT_BOXES[side], f"{options.seed} {number} {drawn}")
        text += "regions: |\n" + "".join(f"  {row}\n" for row in rows)
    fixed, placed = options.split_rules
    if fixed and placed:
        text += as_yaml({"rules": fixed})
    elif fixed:
        text += f"rules: [{options.rules}]\n"
    return loads(text, "made")
