"""The normal form of Numberlink: all solutions are found by it, and it is not used where it does not hold."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from zenkai_solver.models.constraints import Clause
from zenkai_solver.models.csp import restrict
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import puzzle_of
from zenkai_solver.models.genres.table import genre
from zenkai_solver.solvers.engines.sat.sat import SatBackend


def numberlink(numbers: str, **more: str) -> GenrePuzzle:
    return puzzle_of(genre("numlin"), Fields({"numbers": numbers, **more}))


def drawn(size: tuple[int, int], pairs: int, seed: int) -> str:
    """Pairs of equal clues in random cells."""
    rng = random.Random(seed)
    rows, columns = size
    cells = rng.sample([*product(range(rows), range(columns))], 2 * pairs)
    clues = {cell: str(1 + i // 2) for i, cell in enumerate(cells)}
    return "\n".join(" ".join(clues.get((r, c), ".") for c in range(columns)) for r in range(rows))


BOARDS = [
    *(drawn((3, 3), pairs, seed) for pairs in (1, 2, 3) for seed in range(12)),
    *(drawn((3, 4), pairs, seed) for pairs in (2, 3) for seed in range(6)),
]


@pytest.fixture(autouse=True)
def few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards have a normal form, too."""
    monkeypatch.setattr("zenkai_solver.models.genres.paths.FEW_LINES", 0)


def test_all_solutions_are_found_by_the_normal_form() -> None:
    numbers = []
    for board in BOARDS:
        model = numberlink(board).model()
        assert model.normal_form is not None
        every = [*SatBackend().open(model).solutions()]
        plain = [*SatBackend().open(replace(model, normal=None)).solutions()]
        assert sorted(every) == sorted(plain), board
        numbers.append(len(every))
    assert {0, 1, 2, 3} <= set(numbers)


def test_if_one_solution_is_normal_another_is_near() -> None:
    several = 0
    for board in BOARDS:
        model = numberlink(board).model()
        normal = model.normal_form
        assert normal is not None
        every = [*SatBackend().open(replace(model, normal=None)).solutions()]
        more = map(Clause, normal.clauses)
        only = replace(model, constraints=(*model.constraints, *more))
        kept = [*SatBackend().open(only).solutions()]
        assert set(kept) <= set(every), board
        assert bool(kept) == bool(every), board
        if len(kept) == 1 < len(every):
            several += 1
            lost = [len({*kept[0]} - {*other}) for other in every if other != kept[0]]
            assert min(lost) <= normal.moved, board
    assert several > 5


def test_clues_that_are_not_pairs_have_none() -> None:
    assert numberlink("1 . 1\n. . .\n1 . 1").model().normal is None


def test_a_puzzle_with_lines_that_are_given_has_none() -> None:
    puzzle = numberlink("1 . .\n. . .\n. . 1")
    board = next(iter(SatBackend().open(puzzle.model()).solutions()))
    known = {("line", puzzle.variables[board[0] - 1][1]): 1}
    assert replace(puzzle, known=known).model().normal is None


def test_a_model_that_was_restricted_has_none() -> None:
    model = numberlink("1 . .\n. . .\n. . 1").model()
    assert restrict(model, (model.projection[0],)).normal_form is None
    assert len([*SatBackend().open(model).solutions()]) == 12


def test_a_small_board_is_searched_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zenkai_solver.models.genres.paths.FEW_LINES", 11)
    row = "1 . . 1\n"
    assert numberlink(row + ". . . .").model().normal is None
    assert numberlink(row + ". . . .\n. . . .").model().normal is not None
