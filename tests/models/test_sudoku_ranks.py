"""Full rank: the model against all 4x4 sudokus, one by one."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers import made
from zenkai_solver import solve
from zenkai_solver.solvers.explanations.search import explanation
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.explanations.wording import Wording

Line = tuple[str, int]  # a side, and a number on it


def numbers(board: tuple[str, ...]) -> dict[Line, str]:
    """What is read from each side."""
    columns = ["".join(column) for column in zip(*board, strict=True)]
    read: dict[Line, str] = {}
    for i, (row, column) in enumerate(zip(board, columns, strict=True)):
        read |= {("left", i): row, ("right", i): row[::-1], ("top", i): column, ("bottom", i): column[::-1]}
    return read


def rank(line: Line, read: dict[Line, str]) -> int:
    return 1 + sum(other < read[line] for other in read.values())


def meets(read: dict[Line, str], clues: dict[Line, int], ties: str) -> bool:
    every = list(read.values())
    single = [] if ties == "any" else clues if ties == "unclued" else read
    return all(rank(line, read) == clue for line, clue in clues.items()) and all(
        every.count(read[line]) == 1 for line in single
    )


def stated(clues: dict[Line, int], ties: str) -> dict[str, str]:
    sides: dict[str, list[str]] = {}
    for (side, i), clue in clues.items():
        sides.setdefault(side, ["."] * 4)[i] = str(clue)
    return {"ties": ties, **{side: " ".join(words) for side, words in sides.items()}}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.broad) for seed in range(1, 8))])
def test_ranks_leave_the_boards_that_they_should(seed: int) -> None:
    random = Random(seed)
    grids = [numbers(tuple(solution.board)) for solution in solve("puzzle: sudoku\nsize: 4x4\n")]
    counts = []
    for ties in ("none", "unclued", "any"):
        for number in (1, 2, 3):
            read = random.choice(grids)
            clues = {line: rank(line, read) for line in random.sample(sorted(read), number)}
            rules = [{"full-rank": stated(clues, ties)}]
            counts.append(sum(meets(grid, clues, ties) for grid in grids))
            assert solve({"puzzle": "sudoku", "size": "4x4", "rules": rules}).count == counts[-1]
    assert max(counts) > 0


def test_the_first_digit_of_a_rank_is_told_before_lines_are_compared() -> None:
    read = numbers(("1234", "3412", "2143", "4321"))
    clues = {("top", i): rank(("top", i), read) for i in (1, 2)}
    theory = theory_of(made("sudoku", {"size": "4x4", "rules": [{"full-rank": stated(clues, "any")}]}))
    told = [Wording(theory).line(step) for step in explanation(theory).steps[:2]]
    assert told == [
        f"full rank at R1C{i + 1}: the line is number {clue}, and four lines begin with each digit, "
        f"so R1C{i + 1}={read[side, i][0]}"
        for (side, i), clue in clues.items()
    ]


@pytest.mark.parametrize("ties", ["none", "unclued", "any"])
def test_ties_are_printed_once(ties: str) -> None:
    puzzle = made("sudoku", {"size": "4x4", "rules": [{"full-rank": {"ties": ties, "top": "1 . 9 ."}}]})
    told = [line.removeprefix("full-rank: ") for line in puzzle.on_paper if line.startswith("full-rank: ")]
    assert all(told)
    assert " ".join(told).count("equal") == (ties != "any")
