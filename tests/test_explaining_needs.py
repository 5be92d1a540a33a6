"""What an argument needs, by the compiled search, against all assignments of small theories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import pytest
from pysat.solvers import Solver

from zenkai_solver.models.csp import AtMostOne, Clause, Constraint, ExactlyOne, Said, holds
from zenkai_solver.solvers.explaining import needing
from zenkai_solver.solvers.explaining.needing import Needed, Needing
from zenkai_solver.solvers.explaining.plain import Plain
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory
from zenkai_solver.solvers.explaining.witnesses import shown

SIZE = 9
SETS = [frozenset(var for var in range(1, SIZE + 1) if true >> var & 1) for true in range(0, 2 << SIZE, 2)]
FORMS = AtMostOne, ExactlyOne, Clause


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

    def less(self, found: Needed) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
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
        theory = Theory(tuple(Said(f"rule {i}") for i in range(4)), parts, axioms, facts, SIZE)
        for _ in range(20):
            lits = [var * random.choice((1, -1)) for var in random.sample(range(1, SIZE + 1), 6)]
            said = random.choice(([], lits[:1], lits[:2]))
            yield Case(theory, tuple(sorted(random.sample(range(4), 3))), tuple(lits[2:]), tuple(said))


def part(random: Random) -> Constraint:
    form = random.choice(FORMS)
    lits = random.sample(range(1, SIZE + 1), random.randint(2, 4))
    return form(tuple(var * random.choice((1, -1)) if form is Clause else var for var in lits))


def test_nothing_that_is_needed_can_be_left_out_and_nothing_else_is_named() -> None:
    random, asked = Random(7), 0
    for case in cases(random):
        found = Needing(case.theory).of(case.rules, case.facts, case.follows)
        if found is None:
            own = Plain(case.theory).of(case.rules)
            assert own is not None
            inside = [fact for fact in case.facts if abs(fact) in own.about]
            assert case.against(case.rules, inside) or not own.about.issuperset(map(abs, case.follows))
            continue
        assert not case.against(found.rules, found.facts)
        for true, (rules, facts) in zip(found.without, case.less(found), strict=True):
            assert case.against(rules, facts), "it can be left out"
            assert any(sets_alike(true, i, case, rules) for i in bits(case.against(rules, facts)))
        asked += 1
        if asked == 40:
            break


def sets_alike(true: int, number: int, case: Case, rules: Sequence[int]) -> bool:
    """Is it that assignment, as far as the rules of the argument and the axioms on them reach?"""
    own = Plain(case.theory).of(case.rules)
    assert own is not None
    return all((true >> var & 1) == (var in SETS[number]) for var in own.about)


def bits(mask: int) -> Iterator[int]:
    yield from (i for i in range(mask.bit_length()) if mask >> i & 1)


def test_an_assignment_shows_only_what_it_keeps() -> None:
    """Each one is put in the place of another, and changed in each variable."""
    random, seen = Random(8), {True: 0, False: 0}
    for case in cases(random):
        plain = Plain(case.theory)
        found = Needing(case.theory).of(case.rules, case.facts, case.follows)
        own = found and plain.of(found.rules)
        if not found or not own or not own.about.issuperset(map(abs, (*found.facts, *case.follows))):
            continue
        step = Step("rules", found.rules, found.facts, case.follows, "minimal", without=found.without)
        assert shown(plain, step)
        for i, (rules, facts) in enumerate(case.less(found)):
            able = case.against(rules, facts)
            for true in {*found.without, *(found.without[i] ^ 1 << var for var in own.about)}:
                right = any(
                    SETS[j] & own.about == {v for v in own.about if true >> v & 1} for j in bits(able)
                )
                other = (*found.without[:i], true, *found.without[i + 1 :])
                assert shown(plain, replace(step, without=other)) == right
                seen[right] += 1
        if sum(seen.values()) > 1_500:
            break
    assert min(seen.values()) > 100
    assert not shown(plain, replace(step, without=step.without[1:]))


def pigeons(number: int) -> Theory:
    """They sit in one hole less."""
    holes = range(1, number)
    at = [[(number - 1) * pigeon + hole for hole in holes] for pigeon in range(number)]
    sits, apart = tuple(Clause(tuple(own)) for own in at), tuple(AtMostOne(tuple(own)) for own in zip(*at))
    facts = {var: (str(var), ()) for own in at for var in own}
    return Theory((Said("all sit"), Said("apart")), (sits, apart), (), facts, len(facts))


def test_a_hard_question_is_left_to_a_solver() -> None:
    assert Needing(pigeons(8)).of((0, 1), (), ()) is None
    found = Needing(pigeons(4)).of((0, 1), (1, -2), ())
    assert found is not None
    assert (found.rules, found.facts) == ((0, 1), ())


def test_a_search_of_many_cases_misses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random clauses, about as many as can be kept: does another solver find an assignment?"""
    monkeypatch.setattr(needing, "MOST_CLASHES", 1_000_000)
    random, answers = Random(9), {True: 0, False: 0}
    for _ in range(60):
        signed = [[v * random.choice((1, -1)) for v in random.sample(range(1, 41), 3)] for _ in range(175)]
        rules = tuple(Said(f"clause {i}") for i in range(len(signed)))
        facts = {var: (str(var), ()) for var in range(1, 41)}
        theory = Theory(rules, tuple((Clause(tuple(lits)),) for lits in signed), (), facts, 40)
        found = Needing(theory).of(range(len(rules)), (), ())
        with Solver(name="cadical153", bootstrap_with=signed) as solver:
            answers[found is not None] += (found is not None) != solver.solve()
    assert sum(answers.values()) == 60
    assert min(answers.values()) > 5
