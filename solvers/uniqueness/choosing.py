"""Which solution is to be the only one, and how it is made so.

make_unique(instance, goal)   the fewest givens more for one goal, or for the best of few solutions
table(known)                  the same for every solution, where all are at hand
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
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.sources import restated
from zenkai_solver.solvers.core.stages import named_stages, puzzles
from zenkai_solver.solvers.uniqueness.hitting import Fewest, NothingGives, fewest

if TYPE_CHECKING:
    from zenkai_solver.solvers.uniqueness.others import Others, Table

MOST_KNOWN, MOST_FOUND = (
    20_000,
    500,
)  # solutions kept: of engines that find many at once, of others
MOST_GOALS = 100  # solutions, up to symmetry, of which the best is looked for unasked
MOST_BYTES = 1 << 29  # of a table of all solutions
ONE = {"count": 1, "all": 1}


class CannotMake(Refused, ValueError):
    """No givens make this solution, or this instance, unique; the text says why."""


@dataclass(frozen=True)
class Made:
    """An instance with the givens `clues` added, which leave `board` alone; `least` or more are needed.

    `reason` says what cut the proof short; `of` which solutions were goals, in words.
    """

    instance: Instance
    board: Board
    clues: tuple[Clue, ...]
    least: int
    of: str
    reason: str | None = None

    @property
    def proved(self) -> bool:
        """Are fewer proved not to do?"""
        return self.least == len(self.clues)


@dataclass(frozen=True)
class Known:
    """All solutions of an instance, one of each orbit at least; or, not `complete`, the first of them."""

    instance: Instance
    boards: tuple[Board, ...]
    complete: bool


def givable(puzzle: Puzzle) -> Givable:
    """Raises Unsupported for a family that has no givens."""
    if not isinstance(puzzle, Givable):
        raise Unsupported(f"a {puzzle.family} has nothing that could be given")
    return puzzle


def find(instance: Instance, deadline: Deadline = NEVER, most: int | None = None) -> Known:
    """The solutions of the instance up to symmetry, if they are no more than `most`, else the first of them;
    by default as many as are soon found.

    Raises Interrupted.
    """
    prepared = prepare(instance, "auto", "orbits")
    if most is None:
        most = MOST_KNOWN if isinstance(instance.puzzle, Batched) else MOST_FOUND
    found = (chunk.board(i) for chunk in prepared.chunks(deadline) for i in range(len(chunk)))
    boards = tuple(islice(found, most + 1))
    return Known(instance, boards[:most], len(boards) <= most)


def make_unique(
    instance: Instance,
    goal: Board | None = None,
    known: Known | None = None,
    deadline: Deadline = NEVER,
) -> Made:
    """The fewest givens more that leave one solution: the goal, or the best or the first of those found.

    `known` are the solutions where they are at hand. Raises CannotMake, Unsupported, Interrupted where not
    even a solution is found in time.
    """
    givable(instance.puzzle)
    if known is None and (goal is None or named_stages(instance.puzzle)):
        known = find(instance, deadline)
    if known is not None and not known.boards:
        raise CannotMake("there is no solution")
    task = Task.of(instance, known, deadline)
    if goal is not None and (broken := next(iter(task.puzzle.violations(goal)), None)):
        raise CannotMake(f"the goal is no solution: {broken}")
    if goal is not None:
        return task.made(goal, "the goal")
    assert known is not None
    if not known.complete or len(known.boards) > MOST_GOALS:
        return task.made(known.boards[0], "the first solution found")
    return task.best(known.boards)


@dataclass(frozen=True)
class Task:
    """An instance, its stage that counts, the model of that, and all solutions, where they are at hand."""

    instance: Instance
    puzzle: Puzzle
    model: Model
    table: Table | None
    deadline: Deadline

    @classmethod
    def of(cls, instance: Instance, known: Known | None, deadline: Deadline) -> Task:
        puzzle = stage_of(instance.puzzle, known)
        model = puzzle.model()
        if known is None or not known.complete:
            return cls(instance, puzzle, model, None, deadline)
        maps = puzzle.symmetries().maps
        boards = dict.fromkeys(image(board) for board in known.boards for image in maps)
        if len(boards) * model.size > MOST_BYTES:
            return cls(instance, puzzle, model, None, deadline)
        from zenkai_solver.solvers.uniqueness.others import Table  # which loads numpy

        solutions = [encode(puzzle, board) for board in boards]
        return cls(instance, puzzle, model, Table.of(solutions, model.size), deadline)

    def fewest(self, board: Board, enough: int = 0) -> tuple[Fewest, tuple[Clue, ...]]:
        """For one goal; with the clues that it chose from. Raises CannotMake."""
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
        found, clues = self.fewest(board)
        chosen = tuple(clues[number] for number in found.clues)
        return Made(given(self.instance, chosen), board, chosen, found.least, of, found.reason)

    def best(self, boards: Sequence[Board]) -> Made:
        """The best of the goals, each proved not to be better than it. Raises CannotMake."""
        best: tuple[Fewest, tuple[Clue, ...], Board] | None = None
        least, reason, why = len(givable(self.puzzle).clues(boards[0])), None, None
        for board in boards:
            try:
                found, clues = self.fewest(board, len(best[0].clues) if best else 0)
            except CannotMake as error:
                why = error
                continue
            least, reason = min(least, found.least), reason or found.reason
            if best is None or len(found.clues) < len(best[0].clues):
                best = found, clues, board
        if best is None:
            raise why or CannotMake("there is no solution")
        chosen = tuple(best[1][number] for number in best[0].clues)
        of = "the only solution" if len(boards) == 1 else f"all {len(boards):,} solutions"
        if len(boards) > 1 and self.puzzle.symmetries().order > 1:
            of += " up to symmetry"
        least = len(chosen) if reason is None else least
        return Made(given(self.instance, chosen), best[2], chosen, least, of, reason)


def stage_of(puzzle: Puzzle, known: Known | None) -> Puzzle:
    """The puzzle that is solved: of one with stages that of which the known solutions are."""
    if known is None or not known.boards:
        return puzzle
    board = known.boards[0]
    return next((stage for stage in puzzles(puzzle) if not any(stage.violations(board))), puzzle)


def encode(puzzle: Puzzle, board: Board) -> Solution:
    """Raises Unsupported."""
    if not isinstance(puzzle, Encoding):
        raise Unsupported(f"boards of a {puzzle.family} cannot be read back")
    return puzzle.encode(board)


def given(instance: Instance, clues: Sequence[Clue]) -> Instance:
    """The instance with the givens added, and that it has one solution."""
    if not clues:
        return instance
    keys = givable(instance.puzzle).with_clues([clue.fact for clue in clues])
    return loads(restated(instance.text, {**keys, "expect": ONE}), instance.name)


# ---- every solution as a goal


@dataclass(frozen=True)
class Row:
    """A solution with the fewest clues that leave it alone; None where none do."""

    number: int
    board: Board
    clues: tuple[Clue, ...] | None


def table(
    known: Known, deadline: Deadline = NEVER, tell: Callable[[int], None] = lambda _: None
) -> Iterator[Row]:
    """Of each solution, up to symmetry, the fewest givens more that leave it alone, each proved least.

    Raises Interrupted.
    """
    task = Task.of(known.instance, known, deadline)
    for number, board in enumerate(known.boards, 1):
        deadline.check()
        tell(number)
        try:
            found, clues = task.fewest(board)
        except CannotMake:
            yield Row(number, board, None)
            continue
        if found.reason is not None:
            raise Interrupted(found.reason)
        yield Row(number, board, tuple(clues[i] for i in found.clues))
