"""A rule that is stated twice says nothing new."""

from __future__ import annotations

import pytest

from zenkai_solver.solvers.python_api.api import solve

START = "puzzle: sudoku\nsize: 4x4\nbox: 2x2\nrules:\n"
LUNCH = "3 = R1C1 R1C2 R1C3 R1C4"
CASES = [
    (f"- lunchbox: ['{LUNCH}', '{LUNCH}']\n", f"- lunchbox: '{LUNCH}'\n"),
    (f"- any:\n  - lunchbox: '{LUNCH}'\n  - lunchbox: '{LUNCH}'\n", f"- lunchbox: '{LUNCH}'\n"),
]


@pytest.mark.parametrize(("twice", "once"), CASES)
def test_a_rule_stated_twice(twice: str, once: str) -> None:
    many, one = (solve(START + rules, backend="sat", symmetry="all") for rules in (twice, once))
    assert many.all == one.all > 0
    assert many.digest == one.digest
