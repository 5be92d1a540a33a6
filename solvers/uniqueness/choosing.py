"""Making an instance unique: the smallest set of further givens that leaves a single solution, the goal.

make_unique(instance, goal)   for one goal, or for the best goal among all solutions if there are few
table(known)                  for each solution as the goal, where all solutions are known
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Batched, Clue, Encoding, Givable, Instance, Puzzle
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.deadlines import (
    NEVER,
    Deadline,
    Interrupted,
    Unsupported,
    looking,
    under,
)
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.sources import restated
from zenkai_solver.solvers.core.stages import named_stages, puzzles
from zenkai_solver.solvers.uniqueness.hitting import Fewest, NothingGives, fewest

if TYPE_CHECKING:
    from zenkai_solver.solvers.uniqueness.others import Others, SolutionTable

MOST_KNOWN, MOST_FOUND = 20_000, 500  # solutions that are enumerated: of `Batched` puzzles, of others
MOST_GOALS = 100  # solutions, up to symmetry, that are all tried as goals by default
MOST_BYTES = 1 << 29  # of a table of all solutions
ONE = {"count": 1, "all": 1}


class CannotMake(Refused, ValueError):
    """No set of givens makes this solution unique, or there is no solution; the text says which."""


@dataclass(frozen=True)
class Made:
    """An instance with the givens `clues` added, which leave only the solution `board`.

    `least`: a lower bound on the number of givens; `of`: the solutions that were goals, in words; `reason`:
    why the proof was cut short, or None.

    >>> import zenkai_solver as zenkai
    >>> made = zenkai.make_unique("puzzle: packing\\nboard: 2x4\\npieces: dominoes\\ncounts: 4")
    >>> str(zenkai.unique(made.instance)), made.proved
    ('unique', True)
    """

    instance: Instance
    board: Board
    clues: tuple[Clue, ...]
    least: int
    of: str
    reason: str | None = None

    @property
    def proved(self) -> bool:
        """Is it proved that no smaller set of givens is enough?"""
        return self.least == len(self.clues)


@dataclass(frozen=True)
class KnownSolutions:
    """Solutions of an instance: at least one of each orbit or, if not `complete`, the first ones found."""

    instance: Instance
    boards: tuple[Board, ...]
    complete: bool


def givable(puzzle: Puzzle) -> Givable:
    """The puzzle as one of a family with givens. Raises Unsupported for another one."""
    if not isinstance(puzzle, Givable):
        raise Unsupported(f"a {puzzle.family} has nothing that could be given")
    return puzzle


def find(instance: Instance, deadline: Deadline = NEVER, most: int | None = None) -> KnownSolutions:
    """The first `most` solutions of the instance up to symmetry; by default a number that is found quickly.

    Raises Interrupted.
    """
    prepared = prepare(instance, "auto", "orbits")
    if most is None:
        most = MOST_KNOWN if isinstance(instance.puzzle, Batched) else MOST_FOUND
    every = (chunk.board(i) for chunk in prepared.chunks(deadline) for i in range(len(chunk)))
    boards = tuple(islice(every, most + 1))
    return KnownSolutions(instance, boards[:most], len(boards) <= most)


def make_unique(
    instance: Instance,
    goal: Board | None = None,
    known: KnownSolutions | None = None,
    deadline: Deadline = NEVER,
) -> Made:
    """A smallest set of further givens that leaves one solution: the goal; without one, the best of all
    solutions if there are at most MOST_GOALS, else the first found of which givens leave no other.

    `known`: solutions of the instance, if they are known already. Raises CannotMake; Unsupported; Interrupted
    if no solution is found in time.
    """
    givable(instance.puzzle)
    if known is None and (goal is None or named_stages(instance.puzzle)):
        known = find(instance, deadline)
    if known is not None and not known.boards:
        raise CannotMake("there is no solution")
    task = UniquenessTask.of(instance, known, deadline)
    if goal is not None and (broken := next(iter(task.puzzle.violations(goal)), None)):
        raise CannotMake(f"the goal is no solution: {broken}")
    if goal is not None:
        return task.made(goal, "the goal")
    assert known is not None
    if not known.complete or len(known.boards) > MOST_GOALS:
        return task.first(known.boards)
    return task.best(known.boards)


@dataclass(frozen=True)
class UniquenessTask:
    """An instance, the puzzle of its solved stage, its model, and the table of all solutions or None."""

    instance: Instance
    puzzle: Puzzle
    model: Model
    table: SolutionTable | None
    deadline: Deadline

    @classmethod
    def of(cls, instance: Instance, known: KnownSolutions | None, deadline: Deadline) -> UniquenessTask:
        """Raises Interrupted at the deadline that it is made under, as the table of all solutions takes long;
        not at its own, after which there are bounds still.
        """
        puzzle = stage_of(instance.puzzle, known)
        model = puzzle.model()
        if known is None or not known.complete:
            return cls(instance, puzzle, model, None, deadline)
        maps = puzzle.symmetries().maps
        boards = dict.fromkeys(image(board) for board in looking(known.boards) for image in maps)
        if len(boards) * model.size > MOST_BYTES:
            return cls(instance, puzzle, model, None, deadline)
        from zenkai_solver.solvers.uniqueness.others import SolutionTable  # which loads numpy

        solutions = [encode(puzzle, board) for board in looking(boards)]
        return cls(instance, puzzle, model, SolutionTable.of(solutions, model.size), deadline)

    def fewest(self, board: Board, enough: int = 0) -> tuple[Fewest, tuple[Clue, ...]]:
        """The fewest clues for the goal `board`, and all clues that they index. Raises CannotMake."""
        clues = givable(self.puzzle).clues(board)
        with closing(self._others(board, clues)) as others:
            try:
                return fewest(others, len(clues), self.deadline, enough), clues
            except NothingGives:
                raise CannotMake(
                    "another solution has all of this one and more, so that no givens leave it alone"
                ) from None

    def _others(self, board: Board, clues: Sequence[Clue]) -> Others:
        from zenkai_solver.solvers.uniqueness.others import KnownOthers, SatOthers

        goal = encode(self.puzzle, board)
        if self.table is None:
            return SatOthers(self.model, clues, goal, self.deadline)
        return KnownOthers.of(self.table, goal, clues)

    def made(self, board: Board, of: str) -> Made:
        result, clues = self.fewest(board)
        chosen = tuple(clues[number] for number in result.clues)
        return Made(given(self.instance, chosen), board, chosen, result.least, of, result.reason)

    def first(self, boards: Sequence[Board]) -> Made:
        """The result for the first goal that givens leave alone. Raises CannotMake if there is none."""
        for number, board in enumerate(boards, 1):
            try:
                return self.made(board, "the first solution found" if number == 1 else f"solution {number}")
            except CannotMake:
                continue
        raise CannotMake(
            f"each of the {len(boards):,} solutions at hand is within another one, so that no givens leave it"
        )

    def best(self, boards: Sequence[Board]) -> Made:
        """The result for the goal that needs the fewest givens. Raises CannotMake."""
        best: tuple[Fewest, tuple[Clue, ...], Board] | None = None
        least, reason, why = len(givable(self.puzzle).clues(boards[0])), None, None
        for board in boards:
            try:
                result, clues = self.fewest(board, len(best[0].clues) if best else 0)
            except CannotMake as error:
                why = error
                continue
            least, reason = min(least, result.least), reason or result.reason
            if best is None or len(result.clues) < len(best[0].clues):
                best = result, clues, board
        if best is None:
            raise why or CannotMake("there is no solution")
        chosen = tuple(best[1][number] for number in best[0].clues)
        of = "the only solution" if len(boards) == 1 else f"all {len(boards):,} solutions"
        if len(boards) > 1 and self.puzzle.symmetries().order > 1:
            of += " up to symmetry"
        least = len(chosen) if reason is None else least
        return Made(given(self.instance, chosen), best[2], chosen, least, of, reason)


def stage_of(puzzle: Puzzle, known: KnownSolutions | None) -> Puzzle:
    """The puzzle itself or, if it has stages, the stage that the known solutions solve."""
    if known is None or not known.boards:
        return puzzle
    board = known.boards[0]
    return next((stage for stage in puzzles(puzzle) if not any(stage.violations(board))), puzzle)


def encode(puzzle: Puzzle, board: Board) -> Solution:
    """The solution of the model that the board is. Raises Unsupported for a family that cannot tell."""
    if not isinstance(puzzle, Encoding):
        raise Unsupported(f"boards of a {puzzle.family} cannot be read back")
    return puzzle.encode(board)


def given(instance: Instance, clues: Sequence[Clue]) -> Instance:
    """The instance with the givens added, which expects one solution."""
    if not clues:
        return instance
    keys = givable(instance.puzzle).with_clues([clue.fact for clue in clues])
    return loads(restated(instance.text, {**keys, "expect": ONE}), instance.name)


# ---- every solution as a goal


@dataclass(frozen=True)
class GivensRow:
    """Solution number `number` with the fewest clues that leave only it; None if no clues do."""

    number: int
    board: Board
    clues: tuple[Clue, ...] | None


def table(
    known: KnownSolutions, deadline: Deadline = NEVER, tell: Callable[[int], None] = lambda _: None
) -> Iterator[GivensRow]:
    """For each known solution the fewest further givens that leave only it, proved to be fewest. tell(number)
    is called before each.

    Raises Interrupted.
    """
    with under(deadline):
        task = UniquenessTask.of(known.instance, known, deadline)
    for number, board in enumerate(known.boards, 1):
        deadline.check()
        tell(number)
        try:
            result, clues = task.fewest(board)
        except CannotMake:
            yield GivensRow(number, board, None)
            continue
        if result.reason is not None:
            raise Interrupted(result.reason)
        yield GivensRow(number, board, tuple(clues[i] for i in result.clues))
