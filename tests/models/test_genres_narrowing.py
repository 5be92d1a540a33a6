"""What sums of different numbers leave: no value of a board is taken away, and each that a set bars is."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.constraints import Clause, ExactlyOne
from zenkai_solver.models.csp import Model
from zenkai_solver.models.genres.narrowing import MOST, DifferentSum, narrowed
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet, Place
from zenkai_solver.models.genres.vocabulary import (
    CellNumbers,
    ClueAt,
    Fixed,
    ForAll,
    Genre,
    GenreRule,
    Members,
    NumberClue,
    RowsAndColumns,
    SumOfDifferent,
    ValueAt,
    WithClue,
    c,
    g,
)
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.engines.cpsat import CpSatBackend
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.engines.table import auto

LINES = GenreRule(
    "sums of lines",
    ForAll(
        g,
        WithClue("sums", among=RowsAndColumns()),
        SumOfDifferent(c, Members(g), ValueAt("n", c)).is_(ClueAt("sums", g)),
    ),
)
GENRE = Genre(
    "sums", "Sums", "", (CellNumbers("n", hi=Fixed(4)),), (NumberClue("sums", at="line"),), (LINES,)
)
Board = dict[Place, int]


def lines(rows: int, columns: int) -> dict[Place, list[Place]]:
    """The cells of each line by the place of its clue."""
    across = {(2 * r + 1, -1): [(2 * r + 1, 2 * x + 1) for x in range(columns)] for r in range(rows)}
    return across | {(-1, 2 * x + 1): [(2 * r + 1, 2 * x + 1) for r in range(rows)] for x in range(columns)}


def keeps(board: Board, cells: list[Place], total: int) -> bool:
    numbers = [board[cell] for cell in cells]
    return len({*numbers}) == len(numbers) and sum(numbers) == total


def boards(puzzle: GenrePuzzle, model: Model, backend: SatBackend | CpSatBackend) -> set[tuple[str, ...]]:
    return {puzzle.decode(solution) for solution in backend.solutions(model)}


@pytest.mark.parametrize("seed", range(40))
def test_no_solution_is_lost_and_none_is_added(seed: int) -> None:
    """On boards with some lines' sums, some of them impossible: beside all boards, and beside the statement
    whose rules are not narrowed.
    """
    random = Random(seed)
    rows, columns = random.choice([(1, 4), (2, 2), (2, 3), (3, 2)])
    of = lines(rows, columns)
    sums = {at: random.randint(2, 4 * len(cells) - 1) for at, cells in of.items() if random.random() < 0.8}
    puzzle = GenrePuzzle(GENRE, GenreSheet(rows, columns, {"sums": dict(sums)}))
    cells = [(2 * r + 1, 2 * x + 1) for r in range(rows) for x in range(columns)]
    wanted = {
        puzzle.board({("n", cell): number for cell, number in board.items()})
        for numbers in product(range(1, 5), repeat=len(cells))
        if all(keeps(board := dict(zip(cells, numbers)), of[at], total) for at, total in sums.items())
    }
    for model in (puzzle.model(), puzzle.statement().model):
        assert boards(puzzle, model, SatBackend()) == wanted
    assert boards(puzzle, puzzle.model(), CpSatBackend()) == wanted
    assert all(not [*puzzle.violations(board)] for board in wanted)


@pytest.mark.parametrize("seed", range(60))
def test_one_sum_leaves_what_some_choice_of_different_numbers_needs(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 4)
    masks = [random.randrange(1, 1 << 7) for _ in range(size)]
    total = random.randint(0, 6 * size)
    choices = [[n for n in range(7) if mask >> n & 1] for mask in masks]
    fitting = [some for some in product(*choices) if len({*some}) == size and sum(some) == total]
    needed = [sum({1 << some[i] for some in fitting}) for i in range(size)]
    left = DifferentSum(tuple(("n", (1, i)) for i in range(size)), total).left(masks)
    assert all(need & ~mask == 0 for need, mask in zip(needed, left))
    assert all(mask & ~before == 0 for mask, before in zip(left, masks))
    assert size > 2 or all(left) == bool(fitting)


def test_a_puzzle_that_is_solved_before_it_is_stated_needs_no_compiled_search() -> None:
    """Nothing is left of the example but a cover."""
    model = load(INSTANCES / "genres" / "kakuro.yaml").puzzle.model()
    assert {type(one) for one in model.constraints} == {Clause, ExactlyOne}
    assert auto(model)[0].backend.name == "sat"


def test_what_one_sum_bars_another_one_uses() -> None:
    """3 is 1 and 2, 4 is 1 and 3: so the cell of both is 1. Numbers beyond MOST are not looked at."""
    one, both, other = (("n", (1, x)) for x in (1, 3, 5))
    values = dict.fromkeys((one, both, other), tuple(range(1, 10)))
    sums = [DifferentSum((one, both), 3), DifferentSum((both, other), 4)]
    steps: list[int] = []
    assert narrowed(values, sums, steps.append) == {one: (2,), both: (1,), other: (3,)}
    assert sum(steps) >= 6
    (none,) = narrowed(values, [DifferentSum((one, both), 18)], steps.append).values()
    assert none == ()
    assert narrowed(values | {both: (1, MOST + 1)}, sums[:1], steps.append) == {}
