"""What each cell can be while givens come and go (`explanations.values`), against the facts that `possible`
finds and counts.
"""

from __future__ import annotations

import time
from random import Random

import pytest

from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted
from zenkai_solver.solvers.explanations.possible import by_cell, possible
from zenkai_solver.solvers.explanations.theory import Theory, theory_of
from zenkai_solver.solvers.explanations.values import KnownValues, Value, Values

SMALL = "puzzle: sudoku\nsize: 4x4\nrules: [{}]\n"
TEXTS = {
    "sudoku": SMALL.format(""),
    "rule": SMALL.format("{sum: [3 = R1C1 R1C2]}"),
    "turns": SMALL.format("diagonals"),
    "slitherlink": "puzzle: slitherlink\nsize: 2x2\nclues: |\n  2.\n  ..\n",
    "signs": "puzzle: gokigen\nsize: 2x2\n",
    "areas": "puzzle: fillomino\nsize: 1x10\n",  # more labels than a first solution is tried with
    "pieces": "puzzle: packing\nboard: 2x3\npieces: [dominoes]\ncounts: any\nfill: partial\n",
}


def _slowly(theory: Theory, given: list[Value]) -> KnownValues:
    """By the other search, with the givens as rules."""
    told = theory.and_values(dict(given))
    able = possible(told, 2)
    values = by_cell(told, able) if able.facts else {}
    return KnownValues(
        frozenset((c, label) for c, own in values.items() for label in own), several=able.count > 1
    )


@pytest.mark.parametrize("name", TEXTS)
def test_values_are_those_of_all_solutions(name: str) -> None:
    theory, random = theory_of(loads(TEXTS[name], "x").puzzle), Random(1)
    with Values(theory, NEVER) as values:
        given: list[Value] = []
        for step in range(6):
            assert values.ask(given, NEVER) == _slowly(theory, given), given
            kept = given[1:] if step % 2 else given
            free = [value for value in values.values if value[0] not in dict(kept)]
            given = [*kept, random.choice(free)]


def test_a_board_of_many_numbers_is_first_filled_with_few() -> None:
    """A blank 9x9 fillomino has numbers to 81: without this the solver looks for seconds."""
    with Values(theory_of(loads("puzzle: fillomino\nsize: 9x9\n", "x").puzzle), NEVER) as values:

        class Soon(Deadline):
            def check(self) -> None:
                if values.boards.conflicts > 700:
                    raise Interrupted("enough")

        assert values.ask([], Soon()).several


def test_solutions_of_another_theory_are_tried() -> None:
    """Those that are none are left out, and a label that is not there is never given."""
    with Values(theory_of(loads(TEXTS["sudoku"], "x").puzzle), NEVER) as first:
        whole = first.ask([], NEVER)
        theory = theory_of(loads(TEXTS["rule"], "x").puzzle)
        with Values(theory, NEVER, first) as second:
            assert second.ask([], NEVER) == _slowly(theory, []) != whole
            assert second.ask([((0, 0), "9")], NEVER) == KnownValues(frozenset(), several=False)
            assert second.ask([((0, 0), EMPTY)], NEVER).several is False


def test_an_answer_without_time_goes_on_when_it_is_asked_again() -> None:
    theory = theory_of(
        loads("puzzle: sudoku\nsize: 9x9\nrules: [anti-knight, non-consecutive]\n", "x").puzzle
    )
    with Values(theory, NEVER) as values:
        first = values.ask([], Deadline(time.monotonic()))
        assert (first.seen, first.several) == (frozenset(), None)
        assert len(first.open) == 9**3
        second = values.ask([], Deadline(time.monotonic() + 1e-3))
        assert first.open >= second.open
        whole = values.ask([], NEVER)
        assert (whole.open, whole.several) == (frozenset(), True)
        assert whole.seen >= second.seen
