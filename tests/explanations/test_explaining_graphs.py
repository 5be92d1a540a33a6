"""Rules about loops, areas and connected cells in explanations: by cuts, never as plain clauses."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

from zenkai_solver.models.constraints import OnGraph, holds
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.engines.sat import cnf
from zenkai_solver.solvers.explanations.checking import StepChecker
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.search import explanation
from zenkai_solver.solvers.explanations.theory import Theory, theory_of

LOOPS = "puzzle: slitherlink\nclues: |\n  3.\n  .2\n"
NURIKABE = "puzzle: nurikabe\nclues: |\n  .5...\n  ..2..\n  .....\n  ..1..\n  ...3.\n"
AREAS = "puzzle: fillomino\nclues: |\n  1.\n  .3\n"
SHADING = """puzzle: genre
genre:
  name: parts
  unknown: [[Shading, s]]
  given: [[NumberClue, n]]
  rules:
    shaded cells are connected: [AllConnected, [ByLabel, c, [Everywhere, cell], [Shows, s, c]]]
    a clue is in a group of its size:
      [ForAll, d, [WithClue, n], [Compare, [GroupSum, [ByLabel, c, [Everywhere, cell], [Shows, s, c]], d], "=", [ClueAt, n, d]]]
    no white cell is alone:
      [EachGroup, [ByLabel, c, [Everywhere, cell], [Negation, [Shows, s, c]]], c, 1, 2]
n: |
  2..
  ..2
"""


@pytest.fixture(autouse=True)
def plain_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def plainly(graph: OnGraph, *_: object) -> None:
        raise AssertionError(f"{type(graph).__name__} is made clauses")

    monkeypatch.setattr(cnf, "plainly", plainly)


@cache
def theory(text: str) -> Theory:
    return theory_of(loads(text, "x").puzzle)


def right(own: Theory, rules: set[int], true: set[int]) -> bool:
    parts = [part for rule in rules for part in own.parts[rule]]
    return all(holds(part, true) for part in (*own.axioms, *parts))


@pytest.mark.parametrize("text", [LOOPS, SHADING])
def test_what_fits_is_what_some_board_has(text: str) -> None:
    """Any rules and facts, against all boards. A rule that is kept holds, whether it was assumed or not."""
    own, rng = theory(text), random.Random(1)
    boards = [{var for var, bit in enumerate(bits, 1) if bit} for bits in product((0, 1), repeat=own.size)]
    answers = set()
    with Oracle(own) as oracle:
        for _ in range(40):
            rules = {rule for rule in range(len(own.rules)) if rng.random() < 0.6}
            facts = rng.sample(range(1, own.size + 1), rng.randrange(5))
            lits = [rng.choice((1, -1)) * var for var in facts]
            fitting = any(
                all((lit > 0) == (abs(lit) in true) for lit in lits) and right(own, rules, true)
                for true in boards
            )
            assert oracle.fits(rules, lits) == fitting
            answers.add(fitting)
            if fitting:
                assert right(own, {*oracle.kept, *rules}, {lit for lit in oracle.assignment if lit > 0})
    assert answers == {True, False}


@pytest.mark.parametrize("text", [LOOPS, SHADING])
def test_rules_that_are_kept_hold_though_nobody_asked_for_them(text: str) -> None:
    own, rng = theory(text), random.Random(1)
    with Oracle(own) as oracle:
        oracle.prefer_rules()
        for _ in range(40):
            lits = [rng.choice((1, -1)) * var for var in range(1, own.size + 1)]
            assert oracle.fits((), lits)
            assert right(own, {*oracle.kept}, {lit for lit in lits if lit > 0})


@pytest.mark.parametrize("text", [NURIKABE, AREAS])
def test_steps_lead_to_the_solution_and_are_checked(text: str) -> None:
    own = theory(text)
    found = explanation(own)
    assert found.steps
    assert not found.open
    with StepChecker(own) as checker:
        assert not [fault for step in found.steps for fault in checker.faults(step)]


def test_the_size_of_a_statement_grows_with_the_board() -> None:
    """A loop of 20x20 had 700,000 clauses, connected cells a million."""
    for text in ("puzzle: slitherlink\nsize: 20x20\n", "puzzle: nurikabe\nsize: 20x20\n"):
        clausal = theory(text).clausal
        assert sum(map(len, clausal.rules)) < 20_000
        assert any(clausal.cuts)
