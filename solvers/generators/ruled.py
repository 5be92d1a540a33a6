"""Sudokus of any size and with any rules, from a full grid: clues are drawn in it, then givens and clues are
left out as long as no other solution appears.

Each choice depends on the seed, and on whether some givens and clues have another solution; never on which
one a solver finds. A question that takes more than CONFLICTS conflicts of the SAT solver is not answered, and
what it is about stays; these few depend on the solver's version.
"""

from __future__ import annotations

import random
from collections.abc import Sequence, Set
from contextlib import closing
from dataclasses import dataclass

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import OUTSIDE, Cell
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Clue, Fact, Instance
from zenkai_solver.models.sudoku.grid import SYMBOLS, VALUE_OF, Values
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Bounded, Deadline, Interrupted
from zenkai_solver.solvers.core.sources import restated
from zenkai_solver.solvers.engines.sat.slices import SLICE
from zenkai_solver.solvers.generators.drafting import Draft, DraftedClue, stated
from zenkai_solver.solvers.generators.givens import SolutionSampler
from zenkai_solver.solvers.generators.orbits import images
from zenkai_solver.solvers.generators.sudoku_options import MOST_SOLUTIONS, TILES, SudokuOptions
from zenkai_solver.solvers.uniqueness.others import SatOthers

GRIDS = 50  # full grids that are tried for a puzzle
PATTERNED = 400  # the same if the cells with givens are fixed: few grids are determined by these
CLIMBS = 12  # the same of plain 9x9 grids, whose digits are exchanged
DRAFTS = 3  # drawings of clues in a full grid, of which that with the fewest givens is taken
CONFLICTS, ALL_CONFLICTS = 2_000, 8_000  # of a question; of all questions that are not answered


Orbit = list[DraftedClue]  # clues that are symmetric to each other


class NoPuzzle(Refused):
    """No puzzle was found after many trials; the text says how many."""


class OtherGrids(SatOthers):
    """The solutions of a sudoku other than a full grid. Its clues are the digits of the grid, then `drafted`.

    Solutions that were found are kept, and answer later questions without a search.
    """

    def __init__(
        self, puzzle: Sudoku, board: Board, drafted: Sequence[DraftedClue], deadline: Deadline = NEVER
    ) -> None:
        self.givens = puzzle.clues(board)
        self.puzzle, self.drafted, self.deadline = puzzle, drafted, deadline
        model, switches = puzzle.with_switches([clue.rule for clue in drafted])
        placed = (Clue(clue.text, Fact("", clue.site), (var,)) for clue, var in zip(drafted, switches))
        super().__init__(model, [*self.givens, *placed], puzzle.encode(board), deadline)
        self.variables = len(model.projection)
        self.lacks: list[frozenset[int]] = []  # the clues that each known solution lacks
        self.work = ALL_CONFLICTS  # that is left for questions that may stay unanswered

    def number(self, given: Set[int], most: int) -> int:
        """How many solutions have these clues, with the grid itself; most + 1 if there are more, or if it
        takes too much work to know. Raises Interrupted.
        """
        number = 1 + sum(lacked.isdisjoint(given) for lacked in self.lacks)
        while number <= most:
            slices = min(CONFLICTS, self.work) // SLICE
            self.search.look = Bounded.within(self.deadline, slices).check
            try:
                lacked = self.lacking(given)
            except Interrupted as cut:
                if str(cut) != WORK_LIMIT:
                    raise
                self.work -= slices * SLICE
                return most + 1
            if lacked is None:
                return number
            self.lacks.append(lacked)
            number += 1
        return most + 1

    def lacked(self, assignment: Sequence[int]) -> frozenset[int]:
        """By the rules themselves, as a switch may be off although its rule holds; the solution is not found
        again.
        """
        true = tuple(lit for lit in assignment[: self.variables] if lit > 0)
        self.solver.add_clause([-lit for lit in true])
        values = values_of(self.puzzle.decode(true))
        lacked = {i for i, clue in enumerate(self.givens) if not set(clue.lits) <= set(true)}
        for i, clue in enumerate(self.drafted, len(self.givens)):
            if any(clue.rule.broken(values, self.puzzle.grid)):
                lacked.add(i)
        return frozenset(lacked)


def values_of(board: Board) -> dict[Cell, int]:
    shown = (((r, c), char) for r, row in enumerate(board) for c, char in enumerate(row))
    return {cell: VALUE_OF[char] for cell, char in shown if char != OUTSIDE}


@dataclass(frozen=True)
class Kept:
    """What is left of a full grid: givens and drawn clues, with so many solutions. `spent`: no more questions
    might stay unanswered.
    """

    givens: tuple[Clue, ...]
    drafted: tuple[DraftedClue, ...]
    solutions: int
    spent: bool = False


def made(base: Instance, options: SudokuOptions, number: int, deadline: Deadline) -> Instance | None:
    """A puzzle with as many solutions as wanted from the instance without givens; None if no full grid
    satisfies its rules. Raises NoPuzzle, Interrupted.
    """
    assert isinstance(base.puzzle, Sudoku)
    if options.cells is not None and options.plain:
        return _climbed(base, options, number, deadline)
    fewest, why = len(options.region.cells), list[str]()
    with closing(SolutionSampler(_themed(base, options).puzzle, deadline)) as source:
        for trial in range(PATTERNED if options.cells is not None else GRIDS):
            seed = f"{options.seed} {number} {trial}"
            rng = random.Random(seed)
            board = pattern(options.size[0], rng) if options.patterned else source.random_solution(rng)
            if board is None:
                return None
            try:
                kept = _kept(base.puzzle, board, options, rng, deadline)
            except NoPuzzle as error:
                why.append(str(error))
                continue
            if kept.solutions == options.solutions:
                fewest = min(fewest, len(kept.givens))
                if options.cells is not None or len(kept.givens) <= options.bounds[1]:
                    return _instance(base, kept, options)
            if options.settled:
                raise NoPuzzle(_leave(kept.solutions))
    raise NoPuzzle(_none(options, trial + 1, fewest, why))


def _climbed(base: Instance, options: SudokuOptions, number: int, deadline: Deadline) -> Instance | None:
    """A plain puzzle with the wanted cells given; None if no full grid has the theme. Raises NoPuzzle,
    Interrupted.
    """
    from zenkai_solver.solvers.generators.climbing import climbed

    assert isinstance(base.puzzle, Sudoku)
    assert options.cells is not None
    nearest = list[int]()
    with closing(SolutionSampler(_themed(base, options).puzzle, deadline)) as source:
        for trial in range(CLIMBS):
            rng = random.Random(f"{options.seed} {number} {trial}")
            if (board := source.random_solution(rng)) is None:
                return None
            climb = climbed(board, options.cells, options.theme, options.solutions, rng, deadline)
            nearest.append(climb.number)
            if nearest[-1] == options.solutions:
                return _instance(base, _kept(base.puzzle, climb.board, options, rng, deadline), options)
            if not climb.free:
                break
    best = min(nearest, key=lambda number: abs(number - options.solutions))
    if len(nearest) < CLIMBS:
        raise NoPuzzle(_leave(best))
    raise NoPuzzle(f"{_none(options, CLIMBS, 0, ())}; the nearest has {_solutions(best)}")


def _leave(number: int) -> str:
    return f"the digits of --solution in these cells leave {_solutions(number)}"


def _solutions(number: int) -> str:
    if number > MOST_SOLUTIONS:
        return f"more than {MOST_SOLUTIONS:,} solutions, or too many to count"
    return f"{number:,} solution{'s' * (number > 1)}"


def _none(options: SudokuOptions, grids: int, fewest: int, why: Sequence[str]) -> str:
    """Why there is no puzzle, in words."""
    if why:
        return why[-1]
    wanted = "exactly these cells given" if options.cells is not None else f"{options.bounds[1]} givens"
    wanted += f" and {options.solutions} solutions" * (options.solutions > 1)
    best = f"; the fewest were {fewest}" * (options.solutions == 1 and options.cells is None)
    return f"no puzzle with {wanted} from {grids} grids{best}"


def _themed(base: Instance, options: SudokuOptions) -> Instance:
    """The instance with the digits of the wanted solution as givens. Raises Refused."""
    if options.theme is None:
        return base
    try:
        return loads(restated(base.text, {"grid": "\n".join(options.theme) + "\n"}), base.name)
    except InstanceError as error:
        raise Refused(f"--solution: {error}") from None


def _kept(
    puzzle: Sudoku, board: Board, options: SudokuOptions, rng: random.Random, deadline: Deadline
) -> Kept:
    """The best of some drawings of clues in the grid; no other one is tried after one that takes much work.
    Raises NoPuzzle, Interrupted.
    """
    every = list[Kept]()
    for _ in range(DRAFTS if options.split_rules[1] else 1):
        drafted = _drafted(puzzle, values_of(board), options, rng)
        every.append(_left(puzzle, board, drafted, options, rng, deadline))
        if every[-1].spent:
            break
    wanted = options.solutions
    return min(every, key=lambda kept: (kept.solutions != wanted, len(kept.givens), len(kept.drafted)))


def _drafted(puzzle: Sudoku, values: Values, options: SudokuOptions, rng: random.Random) -> list[Orbit]:
    """Clues of the rules that are to be placed. Raises NoPuzzle if one finds no place."""
    wanted = dict(options.split_rules[1])
    draft = Draft(puzzle.grid, values, rng, images(options.symmetry, *options.size), options.tile)
    if options.tile:
        name = next(name for name in TILES if name in wanted)
        del wanted[name]
        if not draft.tile(name):
            raise NoPuzzle(f"no tiling of the grid by cages of {name}")
    if (missing := draft.fill(wanted)) is not None:
        number = wanted[missing]
        raise NoPuzzle(
            f"no place for {f'{number} clues' if number else 'a clue'} of {missing}{draft.why(missing)}"
        )
    return draft.clues


def _left(
    puzzle: Sudoku,
    board: Board,
    drafted: Sequence[Orbit],
    options: SudokuOptions,
    rng: random.Random,
    deadline: Deadline,
) -> Kept:
    """The givens and clues without those that can be left out, in random order. Raises Interrupted."""
    every = [clue for orbit in drafted for clue in orbit]
    least, most = options.bounds[0], options.solutions
    cells = options.orbits
    assert cells is not None  # `parsed` has checked it
    with closing(OtherGrids(puzzle, board, every, deadline)) as others:
        digits = len(others.givens)
        left = set(range(digits + len(every)))
        if options.cells is None:
            order = [list(orbit) for orbit in cells]
            rng.shuffle(order)
        else:
            left -= {i for i, clue in enumerate(others.givens) if clue.fact.cells[0] not in options.cells}
            order = []
        number = others.number(left, MOST_SOLUTIONS if options.settled else most)
        for orbit in order if number <= most else ():
            rest = left.difference(orbit)
            if sum(i < digits for i in rest) >= least and (fewer := others.number(rest, most)) <= most:
                left, number = rest, fewer
        for orbit in _droppable(drafted, digits, options, rng) if number <= most else ():
            rest = left.difference(orbit)
            names = {every[i - digits].name for i in rest if i >= digits}
            if names == set(options.split_rules[1]) and (fewer := others.number(rest, most)) <= most:
                left, number = rest, fewer
        return Kept(
            tuple(clue for i, clue in enumerate(others.givens) if i in left),
            tuple(clue for i, clue in enumerate(every, digits) if i in left),
            number,
            others.work < SLICE,
        )


def _droppable(
    drafted: Sequence[Orbit], digits: int, options: SudokuOptions, rng: random.Random
) -> list[list[int]]:
    """The numbers of clues that may be left out together, in random order: not of rules whose number of clues
    is stated, nor of tilings.
    """
    numbers = iter(range(digits, digits + sum(map(len, drafted))))
    some = [(orbit[0], [next(numbers) for _ in orbit]) for orbit in drafted]
    placed = options.split_rules[1]
    able = [
        of_orbit
        for clue, of_orbit in some
        if placed[clue.name] is None and not (options.tile and clue.name in TILES)
    ]
    rng.shuffle(able)
    return able


def _instance(base: Instance, kept: Kept, options: SudokuOptions) -> Instance:
    """The puzzle as an instance, with its number of solutions."""
    assert isinstance(base.puzzle, Sudoku)
    keys: dict[str, object] = {}
    if kept.givens:
        keys |= base.puzzle.with_clues([clue.fact for clue in kept.givens])
    if kept.drafted:
        keys["rules"] = [*options.split_rules[0], *stated(kept.drafted, base.puzzle.grid)]
    keys["expect"] = {"count": kept.solutions, "all": kept.solutions}
    return loads(restated(base.text, keys), base.name)


# ---- full grids


def pattern(side: int, rng: random.Random) -> Board:
    """The cyclic grid of a side, its digits, bands, stacks, and their rows and columns shuffled."""
    height, width = DEFAULT_BOXES[side]
    rows, columns = _shuffled(side, height, rng), _shuffled(side, width, rng)
    digits = rng.sample(range(1, side + 1), side)
    shifts = (width * (row % height) + row // height for row in rows)
    return tuple("".join(SYMBOLS[digits[(by + column) % side]] for column in columns) for by in shifts)


def _shuffled(side: int, size: int, rng: random.Random) -> list[int]:
    """The lines of a side, shuffled within groups of that size, and the groups."""
    groups = rng.sample(range(side // size), side // size)
    return [size * group + line for group in groups for line in rng.sample(range(size), size)]
