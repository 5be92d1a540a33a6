"""What an argument needs, and the assignments that show it, against all assignments of small theories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import pytest

from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Origin,
    holds,
    literals,
)
from zenkai_solver.solvers.explanations import reasons
from zenkai_solver.solvers.explanations.checking import Assignments, StepChecker, nothing_can_be_left_out
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.reasons import Premises, Scopes, minimal_premises
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.theory import Theory

SIZE = 9
SETS = [frozenset(var for var in range(1, SIZE + 1) if true >> var & 1) for true in range(0, 2 << SIZE, 2)]
FORMS = AtMostOne, ExactlyOne, Clause, Cardinality


@dataclass(frozen=True)
class Case:
    """Rules and facts of a theory, and what may follow from them; sets of assignments are bit sets."""

    theory: Theory
    rules: tuple[int, ...]
    facts: tuple[int, ...]
    follows: tuple[int, ...]

    @cached_property
    def axioms(self) -> int:
        return kept(self.theory.axioms)

    def against(self, rules: Iterable[int], facts: Iterable[int]) -> int:
        """What keeps the axioms and these, and not all that follows."""
        found = self.axioms & ~kept(Clause((lit,)) for lit in self.follows) if self.follows else self.axioms
        for rule in rules:
            found &= kept(self.theory.parts[rule])
        return found & kept(Clause((fact,)) for fact in facts)

    def less(self, found: Premises) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Without each rule, then without each fact."""
        for rule in found.rules:
            yield [other for other in found.rules if other != rule], found.facts
        for fact in found.facts:
            yield found.rules, [other for other in found.facts if other != fact]


def kept(constraints: Iterable[Constraint]) -> int:
    parts = list(constraints)
    return sum(1 << i for i, true in enumerate(SETS) if all(holds(part, true) for part in parts))


def cases(random: Random) -> Iterator[Case]:
    """Of random theories; the variable 9 is in no axiom."""
    while True:
        axioms = ExactlyOne((1, 2, 3)), AtMostOne((4, 5, 6)), Clause((7, 8))
        parts = tuple(tuple(part(random) for _ in range(random.randint(1, 2))) for _ in range(4))
        facts = {var: (str(var), ()) for var in range(1, SIZE + 1)}
        theory = Theory(tuple(Origin(f"rule {i}") for i in range(4)), parts, axioms, facts, SIZE)
        for _ in range(20):
            lits = [var * random.choice((1, -1)) for var in random.sample(range(1, SIZE + 1), 6)]
            said = random.choice(([], lits[:1], lits[:2]))
            yield Case(theory, tuple(sorted(random.sample(range(4), 3))), tuple(lits[2:]), tuple(said))


def part(random: Random) -> Constraint:
    form = random.choice(FORMS)
    lits = tuple(v * random.choice((1, -1)) for v in random.sample(range(1, SIZE + 1), random.randint(2, 4)))
    return Cardinality(lits, 1, 2) if form is Cardinality else form(lits)


def argument(case: Case, alone: bool = False) -> Premises | None:
    """By the oracle of the whole theory, or where that is able by one of the rules alone."""
    with Oracle(case.theory) as oracle:
        own = Scopes(oracle)
        if not alone:
            return minimal_premises(own.whole, case.rules, case.facts, case.follows)
        with own.of(case.rules, case.follows) as scope:
            return minimal_premises(scope, case.rules, case.facts, case.follows)


@pytest.mark.parametrize("alone", [False, True])
def test_an_argument_has_nothing_that_can_be_left_out_and_assignments_show_it(
    alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reasons, "LARGE", 0)
    random, asked = Random(7), 0
    for case in cases(random):
        found = argument(case, alone)
        if found is None:
            inside = [fact for fact in case.facts if abs(fact) in about(case)] if alone else case.facts
            assert case.against(case.rules, inside)
            continue
        assert set(found.rules) <= set(case.rules)
        assert set(found.facts) <= set(case.facts)
        assert not case.against(found.rules, found.facts)
        for true, (rules, facts) in zip(found.without, case.less(found), strict=True):
            assert case.against(rules, facts) >> (true >> 1) & 1, "the assignment does not show it"
        asked += 1
        if asked == 40:
            break


def about(case: Case) -> set[int]:
    """The variables of the rules, and of the axioms on them."""
    own = {abs(lit) for rule in case.rules for part in case.theory.parts[rule] for lit in literals(part)}
    near = [axiom for axiom in case.theory.axioms if own.intersection(map(abs, literals(axiom)))]
    return own.union(*(map(abs, literals(axiom)) for axiom in near))


def test_rules_alone_are_asked_only_where_axioms_lead_on_to_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Variable 4 is tied to 5, and 5 to 6, which the second theory's rule does not reach by one axiom."""
    monkeypatch.setattr(reasons, "LARGE", 0)
    facts = {var: (str(var), ()) for var in range(1, SIZE + 1)}
    said, parts = (Origin("a"), Origin("b")), ((Clause((1, 4)),), (Clause((-1, 4)),))
    for more, able in ((ExactlyOne((7, 8)), True), (Clause((5, 6)), False)):
        theory = Theory(said, parts, (ExactlyOne((4, 5)), more), facts, SIZE)
        with Oracle(theory) as oracle:
            own = Scopes(oracle)
            for rules in ((0,), (0, 1)):
                with own.of(rules, (4,)) as scope:
                    assert (scope is not own.whole) == able
                with own.of(rules, (4, 9)) as scope:
                    assert scope is own.whole, "9 is of no rule"
            with own.of((0, 1), (4,)) as scope:
                found = minimal_premises(scope, (0, 1), (2, -3), (4,))
            assert found is not None
            assert (found.rules, found.facts) == ((0, 1), ())
            step = SolvingStep("rules", (0, 1), (), (4,), "minimal", without=found.without)
            assert nothing_can_be_left_out(theory, step), "all axioms hold, also those that are not near"


def test_an_assignment_shows_only_what_it_keeps() -> None:
    """Each one is put in the place of another, and changed in each variable."""
    random, seen = Random(8), {True: 0, False: 0}
    for case in cases(random):
        found = argument(case)
        if not found or not found.without:
            continue
        step = SolvingStep("rules", found.rules, found.facts, case.follows, "minimal", without=found.without)
        assert nothing_can_be_left_out(case.theory, step)
        for i, (rules, facts) in enumerate(case.less(found)):
            able = case.against(rules, facts)
            for true in {*found.without, *(found.without[i] ^ 1 << var for var in range(1, SIZE + 1))}:
                right = bool(able >> (true >> 1) & 1)
                other = replace(step, without=(*found.without[:i], true, *found.without[i + 1 :]))
                assert nothing_can_be_left_out(case.theory, other) == right
                seen[right] += 1
        if sum(seen.values()) > 1_500:
            break
    assert min(seen.values()) > 100
    assert not nothing_can_be_left_out(case.theory, replace(step, without=step.without[1:]))


def test_a_wrong_assignment_is_not_believed_and_the_solver_is_asked() -> None:
    """What can be left out is a fault, whatever comes with the step."""
    random, faults = Random(10), 0
    for case in cases(random):
        found = argument(case)
        more = [fact for fact in case.facts if found and fact not in found.facts]
        if not found or not found.rules or not more:
            continue
        step = SolvingStep("rules", found.rules, (*found.facts, more[0]), case.follows, "minimal")
        with StepChecker(case.theory) as checker:
            for true in (found.without[-1], 0, (2 << SIZE) - 2):
                wrong = replace(step, without=(*found.without, true))
                assert f"it follows without the fact {more[0]}" in checker.faults(wrong)
                faults += 1
        if faults > 30:
            break


def test_sets_of_assignments_satisfy_what_each_of_them_does() -> None:
    random = Random(11)
    chosen = sorted(random.sample(range(len(SETS)), 60))
    own = Assignments(SIZE, [number << 1 for number in chosen])
    for _ in range(60):
        constraint = part(random)
        expected = sum(1 << i for i, number in enumerate(chosen) if holds(constraint, SETS[number]))
        assert own.satisfying(constraint) == expected
