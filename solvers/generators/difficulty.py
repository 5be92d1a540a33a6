"""The difficulty of a puzzle: the score of `zenkai explain --rate`."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.explanations.kinds import KINDS

if TYPE_CHECKING:
    from zenkai_solver.solvers.explanations.search import StepSearch
    from zenkai_solver.solvers.explanations.steps import SolvingStep
    from zenkai_solver.solvers.explanations.theory import Theory

QUICK_LOOKS = 20_000  # the work for a rating, some seconds at most; see `explanations.rating`
RATED_LOOKS = 60_000  # the same for one of few packings or dissections
GRADED_LOOKS = 20_000  # the same for a puzzle of a booklet
GRADED_SLOWLY = {"packing": 100_000, "dissection": 100_000}  # the same for families whose steps take more
TOO_HARD = float("inf")  # the score of a puzzle that takes too much work to be rated
LEAST_SCORE = 4  # what the easiest step counts: no puzzle in which there is anything to find has less
BY_SINGLES = 900  # above the score of any 9x9 sudoku that singles solve: 14 for each of at most 64 cells
FAR = 1_000.0  # more than any distance of scores, or number of cells
LOST = 2 * FAR  # the distance of a puzzle without a step of the wanted kind


@dataclass(frozen=True)
class Difficulty:
    """The score of a puzzle, and the kind of its hardest step. TOO_HARD and "" if it takes too much work;
    TOO_HARD and the kind of a step that is harder than was asked for, before which the `kinds` of steps had
    left so many values `open`.
    """

    score: float
    kind: str
    kinds: frozenset[str] = frozenset()
    open: int = 0


@dataclass(frozen=True)
class WantedDifficulty:
    """A range of scores, and the kind of the hardest step; None: any."""

    scores: tuple[int, int] | None = None
    hardest: str | None = None

    def distance(self, difficulty: Difficulty) -> float:
        """How far a puzzle is from it; 0 exactly if it is as wanted. Scores are compared by their ratio; a
        puzzle that has a step of the kind, and harder ones, by the values that are open at these.
        """
        if self.hardest not in (None, difficulty.kind):
            return FAR + difficulty.open if self.hardest in difficulty.kinds else LOST
        if self.scores is None:
            return 0.0
        lo, hi = self.scores
        return max(_above(difficulty.score, hi), _above(lo, difficulty.score), 0.0)

    @property
    def beyond_singles(self) -> bool:
        """Do singles and locked candidates not suffice for it?"""
        harder = self.hardest is not None and KINDS.index(self.hardest) > KINDS.index("locked candidates")
        return harder or (self.scores is not None and self.scores[0] > BY_SINGLES)

    def is_above(self, ratings: Sequence[Difficulty]) -> bool:
        """Are the puzzles of these ratings too easy, every one?"""
        return self.scores is not None and all(rating.score < self.scores[0] for rating in ratings)


def _above(score: float, bound: float) -> float:
    """By how much the first score is above the second, as the logarithm of their ratio; less than FAR."""
    if score <= bound:
        return 0.0
    return FAR - 1 if score == TOO_HARD else math.log(score / max(bound, 1))


def difficulty_of(
    puzzle: Puzzle, deadline: Deadline = NEVER, most: int | None = None, hardest: str | None = None
) -> Difficulty:
    """The rating of `zenkai explain --rate`, which takes at most so many looks at the clock; `hardest`: it is
    given up at a step of a harder kind. Raises Interrupted.
    """
    from zenkai_solver.solvers.explanations.oracle import Oracle
    from zenkai_solver.solvers.explanations.rating import StepKinds, rating, work
    from zenkai_solver.solvers.explanations.search import StepSearch
    from zenkai_solver.solvers.explanations.theory import theory_of

    theory = theory_of(puzzle)
    kinds, hard = StepKinds(theory), KINDS.index(hardest or KINDS[-1])
    steps: list[SolvingStep] = []
    try:
        with Oracle(theory, work(theory, deadline, most)) as oracle:
            search = StepSearch(theory, oracle)
            for step in search.told():
                if KINDS.index(kind := kinds.kind(step)) > hard:
                    before = frozenset(map(kinds.kind, steps))
                    return Difficulty(TOO_HARD, kind, before, _open(search, steps))
                steps.append(step)
    except Interrupted as cut:
        if str(cut) != WORK_LIMIT:
            raise
        return Difficulty(TOO_HARD, "")
    top = kinds.hardest(steps)
    return Difficulty(rating(theory, search.start, steps, deadline).score, kinds.kind(top) if top else "")


def _open(search: StepSearch, steps: Sequence[SolvingStep]) -> int:
    """How many values are to be found yet."""
    known = {*search.start, *chain.from_iterable(step.follows for step in steps)}
    return sum(lit > 0 for lit in search.needed - known)


def rated(puzzle: Puzzle, deadline: Deadline = NEVER, most: int | None = None) -> float:
    """The score of `zenkai explain --rate`, or TOO_HARD. Raises Interrupted."""
    return difficulty_of(puzzle, deadline, most).score


def rated_stage(instance: Instance, deadline: Deadline = NEVER, most: int | None = None) -> float:
    """As `rated`, with stages: the score of the first stage with a solution. Raises Interrupted."""
    from zenkai_solver.solvers.explanations.theory import stage_with_solution

    return rated(stage_with_solution(instance, deadline)[1], deadline, most)


@dataclass(frozen=True, order=True)
class Grade:
    """How hard a puzzle is: which part of what follows is left after the looks, 0 if none is; the score of
    the steps until then, TOO_HARD if there are none.
    """

    left: float
    score: float


UNRATED = Grade(1.0, TOO_HARD)


def grade_of(instance: Instance, deadline: Deadline = NEVER) -> Grade:
    """The grade, by which puzzles of one kind are put in order. One with several solutions, or that is not
    explained, is the hardest; of symmetric solutions one is chosen first. Raises Interrupted.
    """
    from zenkai_solver.solvers.explanations.rating import explained_within, rating
    from zenkai_solver.solvers.explanations.search import Unfinished
    from zenkai_solver.solvers.explanations.theory import stage_with_solution

    if instance.expect.get("count", 1) != 1:
        return UNRATED
    try:
        puzzle = stage_with_solution(instance, deadline)[1]
        theory, left = _one_of_images(replace(instance, puzzle=puzzle), deadline), 0.0
        looks = GRADED_SLOWLY.get(puzzle.family, GRADED_LOOKS)
        steps = explained_within(theory, deadline, looks).steps
    except Unsupported:
        return UNRATED
    except Interrupted as cut:
        if str(cut) != WORK_LIMIT:
            raise
        if not isinstance(cut, Unfinished) or not cut.steps:
            return UNRATED
        steps, left = cut.steps, 1 - cut.known / cut.goal
    return Grade(left, rating(theory, theory.given, steps, deadline).score)


def _one_of_images(instance: Instance, deadline: Deadline) -> Theory:
    """The theory with cells of a solution, few and chosen one by one, that none of its images has."""
    from zenkai_solver.solvers.explanations.filled import entries_on, open_sign
    from zenkai_solver.solvers.explanations.theory import theory_of

    puzzle = instance.puzzle
    theory, group = theory_of(puzzle), puzzle.symmetries()
    chunks = prepare(instance).chunks(deadline) if group.order > 1 else ()
    board = next((chunk.board(0) for chunk in chunks if len(chunk)), ())
    alike, chosen = {image(board) for image in group.maps if board} - {board}, set[Cell]()
    while alike:
        r, c = most_apart(board, alike, group.region.cells)
        chosen.add((r, c))
        alike = {image for image in alike if image[r][c] == board[r][c]}
    if not chosen:
        return theory
    sign = open_sign(puzzle)
    rows = group.region.board([board[r][c] if (r, c) in chosen else sign for r, c in group.region.cells])
    return theory.and_entries(entries_on(puzzle, theory, rows) or ())


def most_apart(board: Board, others: Collection[Board], cells: Sequence[Cell]) -> Cell:
    """The cell in which the most of the other boards differ from the board."""
    return max(
        cells, key=lambda cell: sum(other[cell[0]][cell[1]] != board[cell[0]][cell[1]] for other in others)
    )


def put_back(removed: int, easy: Callable[[int], bool]) -> Iterator[int]:
    """How many of the clues that were removed are put back into a puzzle, one number after the other: none,
    and while it is too hard all of them, then by bisection. `easy`: is it too easy with so many?
    """
    fewest, most = 0, 2 * removed  # of which the middle is all
    number = 0
    while True:
        yield number
        if easy(number):
            most = number
        else:
            fewest = number
        if most - fewest < 2 or number == removed == fewest:
            return
        number = (fewest + most) // 2


def reached(scores: Sequence[float]) -> str:
    """How many puzzles were rated, and how hard they are."""
    able = [score for score in scores if score != TOO_HARD]
    words = [f"of {'..'.join(f'{score:,}' for score in sorted({min(able), max(able)}))}"] if able else []
    if len(able) < len(scores):
        words.append("too hard to be rated")
    return f"{len(scores):,}, which are {' or '.join(words)}"


def is_wanted(score: Callable[[], float], wanted: tuple[int, int] | None) -> bool:
    """Is the score in the range `wanted`? Without a range it is not computed."""
    return wanted is None or wanted[0] <= score() <= wanted[1]
