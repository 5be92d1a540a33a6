"""Random small models with auxiliaries, counts, sums and automata: every backend equals brute force."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.backends import ENGINES
from tests.helpers import brute_force
from zenkai_solver.models.csp import (
    AtMostOne,
    Automaton,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Linear,
    Model,
    Regular,
    antichain,
)
from zenkai_solver.models.symmetry import best_anchor, lex_leader
from zenkai_solver.solvers.backend import Unsupported
from zenkai_solver.solvers.engines.sat.cnf import lower

SIZE = 6


@st.composite
def automata(draw: st.DrawFn, letters: int) -> Automaton:
    states = range(draw(st.integers(1, 3)))
    arcs = [
        (state, letter, target)
        for state in states
        for letter in range(letters)
        if (target := draw(st.one_of(st.none(), st.sampled_from(list(states))))) is not None
    ]
    accepting = draw(st.sets(st.sampled_from(list(states))))
    return Automaton(0, tuple(sorted(accepting)), tuple(arcs))


@st.composite
def constraints(draw: st.DrawFn, size: int) -> Constraint:
    lit = st.integers(1, size).flatmap(lambda v: st.sampled_from([v, -v]))
    lits = tuple(draw(st.lists(lit, max_size=5)))
    lo, width = draw(st.integers(-2, 4)), draw(st.integers(0, 3))
    kind = draw(st.integers(0, 5))
    if kind == 4:
        weights = tuple(draw(st.lists(st.integers(-4, 4), min_size=len(lits), max_size=len(lits))))
        return Linear(weights, lits, lo, lo + width)
    if kind == 5:
        letters = draw(st.integers(2, 3))
        word = draw(st.lists(st.lists(lit, min_size=letters, max_size=letters).map(tuple), max_size=3))
        binary = [(-v, v) for v in draw(st.lists(st.integers(1, size), max_size=4))]
        return Regular(tuple(binary if letters == 2 else word), draw(automata(letters)))
    return [Clause(lits), ExactlyOne(lits), AtMostOne(lits), Cardinality(lits, lo, lo + width)][kind]


@st.composite
def models(draw: st.DrawFn) -> Model:
    size = draw(st.integers(0, SIZE))
    body = draw(st.lists(constraints(size), max_size=4)) if size else []
    projection = draw(st.sets(st.integers(1, size))) if size else set()
    return Model(tuple(range(size)), tuple(body), tuple(sorted(projection)))


@given(models())
@settings(max_examples=250, deadline=None)
def test_every_backend_equals_brute_force(model: Model) -> None:
    expected = brute_force(model)
    for backend in ENGINES.values():
        try:
            backend.check(model)
        except Unsupported:
            continue
        assert sorted(backend.solutions(model)) == expected, backend.name


@given(models())
@settings(max_examples=150, deadline=None)
def test_lowering_adds_no_solutions(model: Model) -> None:
    """Auxiliaries of the clauses are functions of the model's variables: the numbers of assignments agree."""
    whole = replace(model, projection=tuple(range(1, model.size + 1)))
    cnf = lower(whole)
    as_clauses = Model(
        tuple(range(cnf.top)), tuple(Clause(c) for c in cnf.clauses), tuple(range(1, cnf.top + 1))
    )
    if cnf.top <= 14:
        assert len(brute_force(as_clauses)) == len(brute_force(whole))
    else:
        assert len(list(ENGINES["sat"].solutions(as_clauses))) == len(brute_force(whole))


@given(models())
@settings(max_examples=150, deadline=None)
def test_antichain_is_sound(model: Model) -> None:
    found = [set(solution) for solution in brute_force(model)]
    if antichain(model):
        assert not any(a < b for a in found for b in found)


@st.composite
def symmetric_models(draw: st.DrawFn) -> Model:
    """A model closed under a cyclic shift of its six variables (or the square or cube of it)."""
    step = draw(st.sampled_from([1, 2, 3]))
    perms = [(0, *((v - 1 + step * k) % SIZE + 1 for v in range(1, SIZE + 1))) for k in range(SIZE // step)]
    base = draw(st.lists(constraints(SIZE), max_size=2))
    lits_only = [c for c in base if not isinstance(c, Regular)]
    images = [
        replace(c, lits=tuple(perm[abs(x)] * (1 if x > 0 else -1) for x in c.lits))
        for c in lits_only
        for perm in perms
    ]
    anchor = [ExactlyOne(tuple(range(1, SIZE + 1)))] if draw(st.booleans()) else []
    return Model(tuple(range(SIZE)), (*images, *anchor), tuple(range(1, SIZE + 1)), tuple(perms))


@given(symmetric_models())
@settings(max_examples=200, deadline=None)
def test_breaking_keeps_one_solution_of_each_orbit(model: Model) -> None:
    def orbit(solution: tuple[int, ...]) -> tuple[int, ...]:
        return min(tuple(sorted(perm[v] for v in solution)) for perm in model.symmetries)

    orbits = sorted({orbit(solution) for solution in brute_force(model)})
    for breaking in (best_anchor(model), lex_leader(model)):
        if breaking is not None:
            found = ENGINES["sat"].solutions(breaking.model)
            assert sorted(orbit(s) for s in found if breaking.keeps(s)) == orbits
