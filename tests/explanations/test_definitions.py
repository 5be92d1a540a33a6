"""Definitions of auxiliary variables: a rule needs those of its own variables, and no others."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product

from zenkai_solver.models.constraints import AtMostOne, Clause, Constraint, Lit, holds, literals
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.solvers.explanations.definitions import definitions
from zenkai_solver.solvers.explanations.theory import Theory, theory_of

FACTS, TOP = 4, 9


def circuit(rng: random.Random) -> tuple[Constraint, ...]:
    """Facts 1 to 4; each further variable is a function of earlier ones: all of some, a choice, or unequal."""
    stated: list[Constraint] = [AtMostOne((1, 2, 3)), Clause((-3, 4))]
    for var in range(FACTS + 1, TOP + 1):
        a, b, c = (rng.choice((1, -1)) * other for other in rng.sample(range(1, var), 3))
        gates: tuple[tuple[tuple[Lit, ...], ...], ...] = (
            ((var, -a, -b, -c), (-var, a), (-var, b), (-var, c)),
            ((-a, -b, var), (a, -c, var), (-a, b, -var), (a, c, -var)),
            ((-a, -b, -var), (a, b, -var), (-a, b, var), (a, -b, var)),
        )
        stated += map(Clause, rng.choice(gates))
    rng.shuffle(stated)
    return tuple(stated)


def assignments(axioms: Iterable[Constraint], shown: Iterable[int]) -> set[frozenset[int]]:
    """What those that satisfy the axioms make true of these variables."""
    axioms, shown = [*axioms], frozenset(shown)
    every = ({var for var, true in enumerate(bits, 1) if true} for bits in product((False, True), repeat=TOP))
    return {shown.intersection(true) for true in every if all(holds(axiom, true) for axiom in axioms)}


def test_what_is_left_out_defines_other_variables() -> None:
    rng, left_out = random.Random(2), 0
    for _ in range(5):
        axioms = circuit(rng)
        theory = Theory((), (), axioms, {var: Fact.named(str(var)) for var in range(1, FACTS + 1)}, TOP)
        assert theory.definitions.keys() == set(range(FACTS + 1, TOP + 1))
        wanted = [*range(1, FACTS + 1), rng.randint(FACTS + 1, TOP)]
        needed = [*theory.needed(wanted)]
        left_out += len(needed) < len(axioms)
        named = {abs(lit) for axiom in needed for lit in literals(axiom)}
        assert assignments(needed, named) == assignments(axioms, named)
    assert left_out > 2


def test_what_restricts_others_defines_nothing() -> None:
    """An auxiliary variable with more clauses than one of these functions, or in another constraint."""
    gate = [Clause((5, -1, -2)), Clause((-5, 1)), Clause((-5, 2))]
    assert [*definitions(gate, range(1, 5))] == [5]
    assert not definitions([*gate, Clause((5, -3))], range(1, 5))
    assert not definitions([*gate, AtMostOne((5, 3))], range(1, 5))


def test_a_rule_is_about_the_cells_that_define_its_words() -> None:
    """In Topo, a rule about an edge is about its two cells, whatever else is defined by their numbers."""
    theory = theory_of(loads("puzzle: topo\nsize: 2x3\n", "topo").puzzle)
    rule = next(
        i for i, rule in enumerate(theory.rules) if "differ by one (the right side of R1C1)" in rule.words
    )
    cells = {cell for fact in theory.about(rule) for cell in theory.facts[fact].cells}
    assert len(cells) == 2 < len(theory.bearing)
