"""Rules whose cells are a word of an automaton: what one of them implies, against all fillings of its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from tests.helpers import INSTANCES, made
from zenkai_solver.models.constraints import AtMostOne, Automaton, ExactlyOne, Regular
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.core.deadlines import NEVER, Overrun, Paced
from zenkai_solver.solvers.engines.sat.cnf import MOST_KEPT, unrolled
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.propagators import DistinctCells
from zenkai_solver.solvers.explanations.search import StepSearch
from zenkai_solver.solvers.explanations.techniques import Units
from zenkai_solver.solvers.explanations.theory import Theory, theory_of
from zenkai_solver.solvers.explanations.trials import pace
from zenkai_solver.solvers.explanations.wording import Wording
from zenkai_solver.solvers.explanations.words import WordRule, word_rule

Holds = Callable[[Sequence[int]], bool]
RULES: dict[str, tuple[Any, Holds]] = {
    "skyscraper": (
        {"left": "3 . . ."},
        lambda row: sum(v > max(row[:i], default=0) for i, v in enumerate(row)) == 3,
    ),
    "x-sum": ({"left": "7 . . ."}, lambda row: sum(row[: row[0]]) == 7),
    "first-hidden": (
        {"left": "2 . . ."},
        lambda row: [v for i, v in enumerate(row) if v < max(row[:i], default=0)][:1] == [2],
    ),
    "numbered-room": ({"left": "4 . . ."}, lambda row: row[row[0] - 1] == 4),
    "little-killer": (["10 = R1C1 down-right"], lambda row: sum(row) == 10),
    "killer": (["10 = R1C1 R1C2 R1C3 R2C3"], lambda row: len(set(row)) == 4),
    "arrow": (["R1C1 = R1C2 R1C3"], lambda row: row[0] == sum(row[1:])),
}


def theory_with(name: str) -> Theory:
    return theory_of(made("sudoku", {"size": "4x4", "rules": [{name: RULES[name][0]}]}))


@pytest.mark.parametrize("name", RULES)
def test_a_rule_on_a_word_implies_what_all_its_fillings_share(name: str) -> None:
    holds, theory, random = RULES[name][1], theory_with(name), Random(5)
    number = {(*fact.cells, int(fact.label)): var for var, fact in theory.facts.items()}
    (rule,) = (i for i, origin in enumerate(theory.rules) if origin.words.startswith(f"{name} "))
    cells = theory.rules[rule].cells
    fillings = [
        {number[cell, value] for cell, value in zip(cells, row)}
        for row in product(range(1, 5), repeat=len(cells))
        if holds(row)
    ]
    variables = {number[cell, value] for cell in cells for value in range(1, 5)}
    unfit = 0
    with Oracle(theory) as oracle:
        propagator = StepContext(theory, oracle, frozenset()).propagators[rule]
    assert isinstance(propagator, WordRule)
    for _ in range(60):
        out = random.sample(sorted(variables), random.randrange(9))
        known = {-var for var in out} | set(
            random.sample(sorted(variables.difference(out)), random.randrange(2))
        )
        left = [true for true in fillings if {v if v in true else -v for v in variables} >= known]
        implied = propagator(known)
        unfit += not left
        if not left:
            assert implied is None
            continue
        assert implied is not None
        always, ever = set.intersection(*left), set[int]().union(*left)
        excluded = known | {-other for var in known if var > 0 for other in of_cell(theory, var) - {var}}
        assert {*implied} | excluded == always | {-var for var in variables - ever}
    assert 0 < unfit < 60


def test_a_rule_that_excludes_some_values_of_two_cells_is_no_unit_of_all() -> None:
    """Cells two steps apart may hold equal digits but 2, so that no technique takes them for a unit."""
    theory = theory_of(made("sudoku", {"size": "4x4", "rules": ["anti-taxicab"]}))
    (rule,) = (i for i, origin in enumerate(theory.rules) if origin.cells == ((0, 0), (1, 1)))
    values = {
        (theory.name(cell), label): var
        for cell in theory.rules[rule].cells
        for label, (var,) in theory.bearing[cell].items()
    }
    with Oracle(theory) as oracle:
        propagator = StepContext(theory, oracle, frozenset()).propagators[rule]
    assert isinstance(propagator, DistinctCells)
    assert -values["R2C2", "2"] in (propagator({values["R1C1", "2"]}) or ())
    assert propagator({values["R1C1", "3"]}) == []
    assert rule not in Units(theory).by_rule


def of_cell(theory: Theory, var: int) -> set[int]:
    """The variables of the values of its cell."""
    (cell,) = theory.facts[var].cells
    return {other for others in theory.bearing[cell].values() for other in others}


def test_a_rule_is_a_word_only_where_that_says_all_of_it() -> None:
    """Cells that differ, which the automaton does not know of, and a cell that is read twice are asked of a
    solver.
    """
    cells = {var: lits for lits in ((1, 2), (3, 4)) for var in lits}
    twice, once = (
        Automaton(0, (0,), arcs) for arcs in (((0, 0, 0), (0, 1, 0)), ((0, 0, 1), (0, 1, 1), (1, 0, 0)))
    )
    word = Regular(((1, 2), (3, 4)), twice)
    assert word_rule([word], cells, frozenset()) is not None
    assert word_rule([word, AtMostOne((2, 4))], cells, frozenset()) is None
    assert word_rule([Regular(word.word, once), AtMostOne((2, 4))], cells, frozenset()) is not None
    assert word_rule([Regular(((1, 2), (1, 2)), once)], cells, frozenset()) is None
    assert word_rule([Regular(((1, 2), (3,)), once)], cells, frozenset()) is None
    assert word_rule([word, word], cells, frozenset()) is None
    assert word_rule([Regular(word.word, once), ExactlyOne((2, 4))], cells, frozenset()) is None


def test_a_variable_that_is_never_true_is_on_no_path() -> None:
    """Of two cells that are equal: the first is never 1, so both have the other value."""
    arcs = ((0, 0, 1), (0, 1, 2), (1, 0, 3), (2, 1, 3))
    word, cells = Regular(((1, 2), (3, 4)), Automaton(0, (3,), arcs)), {2: (2,), 3: (3, 4), 4: (3, 4)}
    rule = word_rule([word], cells, frozenset({1}))
    assert rule is not None
    assert set(rule(set()) or ()) == {2, -3, 4}


def test_a_question_about_few_variables_counts_as_such() -> None:
    """As a first step by a clue took all the work of a step, so that a trial came before it."""
    paced = Paced.of_parts(NEVER, 70, 70)
    with paced.part():
        for _ in range(10):
            paced.about(7)()
        with pytest.raises(Overrun):
            paced.about(7)()
    with paced.part():
        paced.about(10**6)()
        with pytest.raises(Overrun):
            paced.check()


@pytest.mark.broad
@pytest.mark.parametrize("name", ["x-sum", "skyscraper", "numbered-room", "first-hidden"])
def test_the_first_steps_by_clues_outside_have_names(name: str) -> None:
    theory = theory_of(load(INSTANCES / f"sudoku/{name}.yaml").puzzle)
    paced, wording = pace(theory, NEVER), Wording(theory)
    with Oracle(theory, paced) as oracle:
        names = {wording.name(step) for step in islice(StepSearch(theory, oracle, paced).steps(), 6)}
    assert any(origin.technique in names for origin in theory.rules if origin.technique)
    assert names.isdisjoint(("", "trial"))


def test_small_diagrams_are_kept_and_large_ones_are_not() -> None:
    """Of words with any one letter, which have as many transitions as positions."""
    anything = Automaton(0, (0,), ((0, 0, 0),))
    for positions, is_kept in ((3, True), (MOST_KEPT, True), (MOST_KEPT + 1, False)):
        once, again = (unrolled(anything, (1,) * positions) for _ in range(2))
        assert once == again
        assert (once is again) == is_kept


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("kropki: {black: [R1C1 R1C2]}", "black dot at R1C1 R1C2: one neighbour is twice the other"),
        ("xv: {v: [R1C1 R1C2]}", "V at R1C1 R1C2: neighbours add up to 5"),
        ("skyscraper: {left: . 4 . .}", "skyscraper clue at row 2 from the left: 4 digits are greater"),
        ("x-sum: {top: . 3 . .}", "X-sum at column 2 from the top: the first X digits"),
        (
            "clone: [R1C1 R1C2 = R4C3 R4C4]",
            "clone at R1C1 R1C2 = R4C3 R4C4: the same digits in the same order",
        ),
    ],
)
def test_a_rule_is_told_with_its_place(rule: str, told: str) -> None:
    text = f"puzzle: sudoku\nsize: 4x4\ngrid: |\n  .. .1\n  .. ..\n  .. ..\n  2. ..\nrules: [{rule}]\n"
    theory = theory_of(loads(text, "x").puzzle)
    wording = Wording(theory)
    with Oracle(theory, NEVER) as oracle:
        steps = list(islice(StepSearch(theory, oracle).told(), 30))
    assert any(wording.line(step).startswith(told) for step in steps if step.level != "case"), [
        wording.line(step) for step in steps if step.level != "case"
    ]
