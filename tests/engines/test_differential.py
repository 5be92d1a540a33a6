"""Random small models with auxiliaries and constraints of every type: every backend equals brute force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import strategies as st

from tests.backends import ENGINES, declared
from tests.helpers import brute_force, given_some
from zenkai_solver.models.constraints import (
    Acyclic,
    AtMostOne,
    Automaton,
    BlockLine,
    Cardinality,
    Clause,
    Components,
    Connected,
    Constraint,
    Division,
    ExactlyOne,
    Linear,
    Reached,
    Regular,
    SingleLoop,
)
from zenkai_solver.models.csp import Model, antichain
from zenkai_solver.models.symmetry import best_anchor, lex_leader
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


def literals(size: int) -> st.SearchStrategy[int]:
    return st.integers(1, size).flatmap(lambda v: st.sampled_from([v, -v]))


def tuples(size: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(literals(size), max_size=5).map(tuple)


def ranges() -> st.SearchStrategy[tuple[int, int]]:
    """A lower and an upper bound; some have nothing between them."""
    return st.tuples(st.integers(-2, 4), st.integers(-1, 3)).map(lambda at: (at[0], sum(at)))


@st.composite
def linears(draw: st.DrawFn, size: int) -> Linear:
    lits = draw(tuples(size))
    weights = draw(st.lists(st.integers(-4, 4), min_size=len(lits), max_size=len(lits)))
    return Linear(tuple(weights), lits, *draw(ranges()))


@st.composite
def regulars(draw: st.DrawFn, size: int) -> Regular:
    letters = draw(st.integers(2, 3))
    position = st.lists(literals(size), min_size=letters, max_size=letters).map(tuple)
    binary = st.integers(1, size).map(lambda v: (-v, v))
    word = draw(st.lists(binary, max_size=4) if letters == 2 else st.lists(position, max_size=3))
    return Regular(tuple(word), draw(automata(letters)))


@st.composite
def lines(draw: st.DrawFn, size: int) -> BlockLine:
    inks = draw(st.integers(1, 2))
    cells = draw(st.lists(st.tuples(*[literals(size)] * inks), max_size=5))
    blocks = draw(st.lists(st.tuples(st.integers(1, 2), st.integers(1, inks)), max_size=3))
    return BlockLine(tuple(cells), tuple(blocks))


@st.composite
def graphs(draw: st.DrawFn, size: int) -> Connected:
    lits = draw(tuples(size))
    node = st.integers(0, len(lits) - 1)
    return Connected(lits, tuple(draw(st.lists(st.tuples(node, node), max_size=5))) if lits else ())


@st.composite
def edges_of(
    draw: st.DrawFn, size: int, kind: type[SingleLoop | Acyclic | Division]
) -> SingleLoop | Acyclic | Division:
    """A literal for each edge, of four nodes."""
    edge = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda ends: ends[0] != ends[1])
    lits = draw(tuples(size))
    return kind(lits, tuple(draw(edge) for _ in lits))


@st.composite
def components_of(draw: st.DrawFn, size: int) -> Components:
    graph = draw(graphs(size))
    nodes = st.integers(0, max(0, len(graph.lits) - 1))
    roots = tuple(draw(st.lists(nodes, max_size=4, unique=True))) if graph.lits else ()
    least = draw(st.sampled_from((-2, 0, 1)))
    weights = tuple(draw(st.integers(least, 2)) for _ in graph.lits)
    return Components(graph.lits, graph.edges, weights, roots, *draw(ranges()))


@st.composite
def reaches(draw: st.DrawFn, size: int) -> Reached:
    graph = draw(graphs(size).filter(lambda one: bool(one.lits)))
    others = st.integers(1, size).flatmap(lambda var: st.sampled_from((var, -var)))
    reached = tuple(draw(others) for _ in graph.lits)
    return Reached(graph.lits, graph.edges, draw(st.integers(0, len(graph.lits) - 1)), reached)


KINDS: dict[type, Callable[[int], st.SearchStrategy[Constraint]]] = {
    Clause: lambda size: tuples(size).map(Clause),
    ExactlyOne: lambda size: tuples(size).map(ExactlyOne),
    AtMostOne: lambda size: tuples(size).map(AtMostOne),
    Cardinality: lambda size: st.builds(lambda lits, at: Cardinality(lits, *at), tuples(size), ranges()),
    Linear: linears,
    Regular: regulars,
    BlockLine: lines,
    Connected: graphs,
    SingleLoop: lambda size: edges_of(size, SingleLoop),
    Acyclic: lambda size: edges_of(size, Acyclic),
    Division: lambda size: edges_of(size, Division),
    Components: components_of,
    Reached: reaches,
}
every_kind = pytest.mark.parametrize("kind", get_args(Constraint), ids=lambda kind: kind.__name__)


def constraints(size: int) -> st.SearchStrategy[Constraint]:
    return st.one_of(*(draw(size) for draw in KINDS.values()))


@st.composite
def models(draw: st.DrawFn, kind: type | None = None) -> Model:
    """With a constraint of that kind, if one is named."""
    size = draw(st.integers(int(kind is not None), SIZE))
    body = draw(st.lists(constraints(size), max_size=3 if kind else 4)) if size else []
    if kind:
        body.insert(draw(st.integers(0, len(body))), draw(KINDS[kind](size)))
    projection = draw(st.sets(st.integers(1, size))) if size else set()
    return Model(tuple(range(size)), tuple(body), tuple(sorted(projection)))


@every_kind
@given_some(30, data=st.data())
def test_every_backend_equals_brute_force(kind: type, data: st.DataObject) -> None:
    """Every member of `Constraint` is drawn, in every example of its own run."""
    model = data.draw(models(kind))
    assert any(type(constraint) is kind for constraint in model.constraints)
    expected = brute_force(model)
    for backend in ENGINES.values():
        if declared(backend, model):
            backend.open(model)
            assert sorted(backend.solutions(model)) == expected, backend.name


@every_kind
@given_some(15, data=st.data())
def test_lowering_adds_no_solutions(kind: type, data: st.DataObject) -> None:
    """Auxiliaries of the clauses are functions of the model's variables: the numbers of assignments agree."""
    model = data.draw(models(kind))
    whole = replace(model, projection=tuple(range(1, model.size + 1)))
    cnf = lower(whole)
    as_clauses = Model(
        tuple(range(cnf.top)), tuple(Clause(c) for c in cnf.clauses), tuple(range(1, cnf.top + 1))
    )
    if cnf.top <= 10:
        assert len(brute_force(as_clauses)) == len(brute_force(whole))
    else:
        assert len(list(ENGINES["sat"].solutions(as_clauses))) == len(brute_force(whole))


def test_a_wide_at_most_one_is_a_grid_with_the_same_solutions() -> None:
    """Each literal alone or none, and each once: rows and columns are functions of the literals."""
    for number in range(4, 12):
        lits = tuple(range(1, number + 1))
        cnf = lower(Model(lits, (AtMostOne(lits),), lits), pairwise=3)
        assert cnf.top > number
        clauses = tuple(map(Clause, cnf.clauses))
        found = ENGINES["sat"].solutions(Model(tuple(range(cnf.top)), clauses, tuple(range(1, cnf.top + 1))))
        assert sorted(tuple(v for v in one if v <= number) for one in found) == [(), *((v,) for v in lits)]


@given_some(60, models())
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
    lits_only = [c for c in base if not isinstance(c, (Regular, BlockLine))]
    images = [
        replace(c, lits=tuple(perm[abs(x)] * (1 if x > 0 else -1) for x in c.lits))
        for c in lits_only
        for perm in perms
    ]
    anchor = [ExactlyOne(tuple(range(1, SIZE + 1)))] if draw(st.booleans()) else []
    return Model(tuple(range(SIZE)), (*images, *anchor), tuple(range(1, SIZE + 1)), tuple(perms))


@given_some(80, symmetric_models())
def test_breaking_keeps_one_solution_of_each_orbit(model: Model) -> None:
    def orbit(solution: tuple[int, ...]) -> tuple[int, ...]:
        return min(tuple(sorted(perm[v] for v in solution)) for perm in model.symmetries)

    orbits = sorted({orbit(solution) for solution in brute_force(model)})
    for breaking in (best_anchor(model), lex_leader(model)):
        if breaking is not None:
            found = ENGINES["sat"].solutions(breaking.model)
            assert sorted(orbit(s) for s in found if breaking.keeps(s)) == orbits
