"""The conformance set: 272 variant puzzles as constraint strings. What our rules express is solved.

A puzzle that is translated must be solved to its stated solution, shown unique, and checked from the rules
alone. What cannot be expressed is counted by the type that no rule states.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tests.helpers import ROOT
from tests.sudoku_strings import CannotExpress, translate
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.engines.table import make

DATA = ROOT / "tests" / "data" / "sudoku" / "variants.json"
EXPRESSED = 217  # of 272
STATED = 202  # of them with a stated solution
NOT_UNIQUE = {
    "Sandwich snipe 18",  # 584937261231684957967512843316759428845123679729846135152478396673291584498365712 too
    "0-indexed: Sums and indexing",
}
BY_CPSAT = {  # by sat more than 10 s
    "Killing with flowers",
    "Triple digits",
    "Long sums 1",
    "Long sums 2",
    "Long sums 3",
    "Wecoc #1 [mod A]",
    "Wecoc #2",
    "tarek unsolvable #41",
}
LONG = BY_CPSAT | {"Pencilmark sudoku 3"}  # more than a few seconds
MORE = {  # some tenths of a second to two seconds; what their rules are is in others, too
    *("The Zip that Zips the Zips", "The Barbed Cross", "DSM 2023 Leftover: Full Rank Sudoku"),
    *("Region sum lines, hard", "Beauty Mark", "Sum lines - single line", "Event horizon"),
    *("Event Horizon [simplified]", "Killer sudoku [0 cage, hard]", "Full rank 2", "Full rank 3"),
    *("Extreme Lunchbox", "Hazy Rellik", "Full rank - 6 clue snipe"),
    *("Hard renban 3", "16x16: Sudoku X, very hard", "Hidden Skyscraper - Full Odd"),
}


def puzzles() -> list[dict[str, Any]]:
    return list(json.loads(DATA.read_text()))


@cache
def expressed() -> dict[int, Sudoku]:
    """The puzzles that our rules state, by number."""
    found = {}
    for i, entry in enumerate(puzzles()):
        try:
            found[i] = translate(entry["input"])
        except CannotExpress:
            continue
    return found


def stated(puzzle: Sudoku, text: str) -> Board:
    """The stated solution as a board; letters count from A = 1."""
    if text.isalpha():
        text = "".join(SYMBOLS[ord(letter) - 64] for letter in text)
    n = puzzle.grid.columns
    return tuple(text[i : i + n] for i in range(0, len(text), n))


def marks(name: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] * (name in LONG) + [pytest.mark.broad] * (name in MORE)


def params() -> list[Any]:
    return [
        pytest.param(i, id=f"{i}-{entry['name']}", marks=marks(entry["name"]))
        for i, entry in enumerate(puzzles())
        if i in expressed() and entry.get("solution") and entry["name"] not in NOT_UNIQUE
    ]


def test_each_rule_of_broad_puzzles_is_in_others() -> None:
    broad, others = set[type](), set[type]()
    for i, puzzle in expressed().items():
        name = puzzles()[i]["name"]
        if name not in LONG:
            (broad if name in MORE else others).update(map(type, puzzle.rules))
    assert broad
    assert broad <= others


@pytest.mark.parametrize("i", params())
def test_stated_solution(i: int) -> None:
    entry, puzzle = puzzles()[i], expressed()[i]
    engine = make("cpsat" if entry["name"] in BY_CPSAT else "sat")
    found = [puzzle.decode(solution) for solution in islice(engine.solutions(puzzle.model()), 2)]
    assert found == [stated(puzzle, entry["solution"])]
    assert not list(puzzle.violations(found[0]))


def test_how_much_is_expressed() -> None:
    assert len(puzzles()) == 272
    with_solution = Counter(bool(puzzles()[i].get("solution")) for i in expressed())
    assert (len(expressed()), with_solution[True]) == (EXPRESSED, STATED)


@pytest.mark.broad
def test_not_unique_as_stated() -> None:
    """Two puzzles have, by the rules as we understand them, further solutions beside the stated one."""
    for i, puzzle in expressed().items():
        if puzzles()[i]["name"] in NOT_UNIQUE:
            found = [puzzle.decode(s) for s in islice(make("sat").solutions(puzzle.model()), 2)]
            assert len(found) == 2
            assert not any(list(puzzle.violations(board)) for board in found)
