"""What two and three rules imply together: sets that imply nothing are passed over, clauses are joined at once."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.explanations import direct
from zenkai_solver.solvers.explanations import search as searching
from zenkai_solver.solvers.explanations.direct import ConnectedRules, StepContext, _is_tree
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.propagators import ExclusiveClause, Residue, implied_together
from zenkai_solver.solvers.explanations.search import StepSearch
from zenkai_solver.solvers.explanations.theory import Theory, theory_of


def formula(rng: random.Random) -> Theory:
    """Clauses of two or three of six variables, none of which implies anything by itself."""
    clauses = [
        [var * rng.choice((1, -1)) for var in rng.sample(range(1, 7), rng.choice((2, 3)))] for _ in range(6)
    ]
    lines = "".join(f"  {' '.join(map(str, clause))} 0\n" for clause in clauses)
    return theory_of(loads(f"puzzle: formula\nformat: cnf\ntext: |\n  p cnf 6 6\n{lines}", "random").puzzle)


def test_rules_that_are_joined_as_a_tree_imply_nothing_new() -> None:
    rng, trees, others, fruitful = random.Random(3), 0, 0, 0
    for _ in range(30):
        theory = formula(rng)
        every = frozenset(lit for var in theory.facts for lit in (var, -var))
        with Oracle(theory) as oracle:
            context = StepContext(theory, oracle, every)
            connected, state = ConnectedRules(context), context.state([])
            joins = connected._joins(connected._open_places(state))
            for size in (2, 3):
                for rules in combinations(context.rules, size):
                    implied = context.residue.consequences(rules, state.known, sorted(every))
                    if _is_tree(rules, joins):
                        trees += 1
                        assert implied == [], (rules, theory.parts)
                    else:
                        others += 1
                        fruitful += implied != []
    assert min(trees, others) > 20 < 2 * fruitful


def test_clauses_over_placements_imply_together_what_a_solver_says() -> None:
    theory, rng, some = theory_of(load(INSTANCES / "dominoes4x4.yaml").puzzle), random.Random(5), 0
    every = sorted(lit for var in theory.facts for lit in (var, -var))
    with Oracle(theory) as oracle:
        context = StepContext(theory, oracle, frozenset(every))
        residue = Residue(context.residue.needed)
        clauses = {i: rule for i, rule in enumerate(context.propagators) if isinstance(rule, ExclusiveClause)}
        for _ in range(40):
            out = rng.sample(sorted(theory.facts), rng.randint(0, 9 * len(theory.facts) // 10))
            known = set(context.state([-var for var in out]).known)
            rules = tuple(rng.sample(sorted(clauses), rng.choice((2, 3))))
            left = [lit for lit in every if lit not in known and -lit not in known]
            implied = residue.consequences(rules, known, left)
            residue.touch(rules)
            if implied is None:  # not asked of rules that clash
                continue
            near = {abs(lit) for rule in rules for lit in residue.needed.reach(rule)}
            joined = implied_together([clauses[rule] for rule in rules], known, left)
            assert sorted(lit for lit in joined if abs(lit) in near) == sorted(implied)
            some += bool(implied)
    assert some > 5


def test_the_proof_that_a_subset_is_least_takes_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    theory = theory_of(
        loads("puzzle: sudoku\nsize: 4x4\ngrid: |\n  12..\n  ...1\n  .3..\n  4...\n", "x").puzzle
    )
    with Oracle(theory) as oracle:
        search = StepSearch(theory, oracle)
        state = search.context.state(search.start)
        lit, every = min(search.needed - state.known), tuple(search.context.rules)
        monkeypatch.setattr(searching, "LEAST_WORK", 0)
        assert search.contradictions._least(state, lit, every) is None
        monkeypatch.undo()
        least = search.contradictions._least(state, lit, every)
        assert least is not None
        assert len(least) < len(every)


def test_sets_of_rules_are_left_after_some_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then other kinds of steps follow, and none says that no smaller set would do."""
    theory = formula(random.Random(4))
    for most, sets in ((direct.SETS_WORK, True), (-1, False)):
        monkeypatch.setattr(direct, "SETS_WORK", most)
        with Oracle(theory) as oracle:
            search = StepSearch(theory, oracle)
            tried = search.connected
            state = search.context.state(theory.given, search.context.goal)
            tried.step(state)
            assert (bool(tried.tried) or not tried.cut) == sets
            assert tried.cut != sets
