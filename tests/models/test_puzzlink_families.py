"""Sudokus and nonograms of puzz.link: links, and boards that are judged by these families."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.helpers import ROOT
from zenkai_solver.models.loading import load_text, loads
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.engines.sat.sat import SatBackend

BOARDS = json.loads((ROOT / "tests" / "data" / "pzprjs" / "boards.json").read_text(encoding="utf-8"))
FAMILIES = ("sudoku", "nonogram")
SOLVED = [(name, text) for name in FAMILIES for text in BOARDS[name]["solved"]]
WRONG = [(name, rule, text) for name in FAMILIES for rule, text in BOARDS[name]["wrong"]]
FITS = {"bkDupNum": "two 1s in", "ceNoNum": "holds '.', which is not a digit", "exNoMatch": "shows"}


def parsed(text: str) -> tuple[Any, Board]:
    """The puzzle of a text in pzprv3, and what is entered."""
    _, name, *rest = text.strip("/").split("/")
    return (_sudoku if name == "sudoku" else _nonogram)(rest)


def _sudoku(rest: list[str]) -> tuple[Any, Board]:
    """The size, the givens, and what is entered elsewhere."""
    size = int(rest[0])
    given, entered = ([row.split() for row in rest[first:][:size]] for first in (1, 1 + size))
    grid = "".join(f"  {''.join(row)}\n" for row in given)
    puzzle = loads(f"puzzle: sudoku\nbox: 2x2\ngrid: |\n{grid}", "x").puzzle
    board = ("".join(a if a != "." else b for a, b in zip(*rows)) for rows in zip(given, entered))
    return puzzle, tuple(board)


def _nonogram(rest: list[str]) -> tuple[Any, Board]:
    """Above the board its columns, and left of it its rows, each with room for every second cell."""
    rows, columns = int(rest[0]), int(rest[1])
    above, left = (rows + 1) // 2, (columns + 1) // 2
    lines = [row.split() for row in rest[2:]]
    stated = {
        "rows": [[int(word) for word in line[:left] if word != "."] for line in lines[above:]],
        "columns": [
            [int(word) for word in column[:above] if word != "."] for column in list(zip(*lines))[left:]
        ],
    }
    puzzle = loads(
        "puzzle: nonogram\n" + "".join(f"{key}: {own}\n" for key, own in stated.items()), "x"
    ).puzzle
    return puzzle, tuple("".join(line[left:]) for line in lines[above:])


@pytest.mark.parametrize("name", FAMILIES)
def test_a_link_is_read(name: str) -> None:
    puzzle = load_text(f"https://puzz.link/p?{name}/{BOARDS[name]['url']}", "x").puzzle
    assert puzzle in [parsed(text)[0] for text in BOARDS[name]["solved"]]


@pytest.mark.parametrize(("name", "text"), SOLVED)
def test_a_solved_board_is_the_only_solution(name: str, text: str) -> None:
    puzzle, board = parsed(text)
    assert list(puzzle.violations(board)) == []
    assert [puzzle.decode(one) for one in SatBackend().solutions(puzzle.model())] == [board]


@pytest.mark.parametrize(("name", "rule", "text"), WRONG)
def test_a_wrong_board_is_refused_by_the_rule(name: str, rule: str, text: str) -> None:
    puzzle, board = parsed(text)
    if rule == "bkDupNum":  # the other cells are open, which a sudoku refuses at once
        (solution,) = (puzzle.decode(one) for one in SatBackend().solutions(puzzle.model()))
        filled = ("".join(b if a == "." else a for a, b in zip(*rows)) for rows in zip(board, solution))
        board = tuple(filled)
    words = list(puzzle.violations(board))
    assert any(FITS[rule] in own for own in words), words
