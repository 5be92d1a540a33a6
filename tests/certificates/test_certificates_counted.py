"""Models with sums, areas, and variables that follow from others, as covers whose options add to sums."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest

from tests import cover_helpers as covers
from tests.helpers import INSTANCES, brute_force, some
from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    holds,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates import certificate, connected
from zenkai_solver.solvers.certificates.connected import cuts, cuts_of, parted
from zenkai_solver.solvers.certificates.counted import counted, definitions
from zenkai_solver.solvers.certificates.problem import CertificateCover, exported
from zenkai_solver.solvers.certificates.writing import FEWEST, CertificateTooLarge, SearchOrder
from zenkai_solver.solvers.checker.checker import MOST_HI, certified, opened, symmetries
from zenkai_solver.solvers.core.deadlines import Unsupported


def model_of(size: int, constraints: Sequence[Constraint], projection: Sequence[int] = ()) -> Model:
    return Model(tuple(range(size)), tuple(constraints), tuple(projection) or tuple(range(1, size + 1)))


def count(stated: CertificateCover, near: int = FEWEST) -> int | None:
    """By both checkers, without symmetries."""
    how = SearchOrder(tuple(range(stated.cover.n_items)), near)
    return covers.both(stated.cover, covers.written(stated.cover, how))


def defined(var: int, some_of: Sequence[int], rng: random.Random) -> Iterator[Constraint]:
    """One of these, or the variable is false; now and then a clause is missing."""
    clauses = [Clause((-one, var)) for one in some_of] + [Clause((*some_of, -var))]
    yield from clauses if rng.random() < 0.8 else rng.sample(clauses, len(clauses) - 1)


def random_model(rng: random.Random) -> Model:
    """Items, variables that follow or nearly follow from others, and rules of all kinds about them."""
    own = rng.randint(2, 6)
    size = own + rng.randint(0, 3)
    variables, every = range(1, own + 1), range(1, size + 1)
    constraints: list[Constraint] = []
    for var in variables:
        item = tuple(sorted({var, *rng.sample(variables, rng.randint(0, own - 1))}))
        constraints.append(rng.choice((ExactlyOne, AtMostOne, AtMostOne))(item))
    for var in range(own + 1, size + 1):
        item = rng.choice(constraints[:own]).lits  # type: ignore[union-attr]
        kind = rng.random()
        if kind < 0.6:
            constraints += defined(var, rng.sample(item, rng.randint(1, len(item))), rng)
        elif kind < 0.8:
            constraints.append(ExactlyOne((*item, var)))
        else:  # none of these, now and then a clause is missing
            clauses = [Clause((*item, var)), *(Clause((-var, -one)) for one in item)]
            constraints += clauses if rng.random() < 0.8 else rng.sample(clauses, len(clauses) - 1)
    for _ in range(rng.randint(0, 3)):
        lits = tuple(rng.choice((1, 1, -1)) * rng.choice(every) for _ in range(rng.randint(1, 4)))
        lo, hi = sorted(rng.choices(range(-3, 8), k=2))
        weights = tuple(rng.randint(-3, 5) for _ in lits)
        kinds = (Clause(lits), Cardinality(lits, lo, hi), Linear(weights, lits, lo, hi), AtMostOne(lits))
        constraints.append(rng.choice(kinds))
    rng.shuffle(constraints)
    return model_of(size, constraints, variables)


@some("number", 600)
def test_random_models_have_as_many_solutions(number: int) -> None:
    rng, answers = random.Random(5), Counter[str]()
    for _ in range(number):
        model = random_model(rng)
        try:
            stated = exported(model, planned=False)
        except Unsupported:
            answers["unsupported"] += 1
            continue
        expected = brute_force(model)
        assert count(stated, rng.choice((0, 20, FEWEST))) == len(expected), model
        for solution in expected:  # options and what is chosen are the solution's variables
            told = {*stated.options, *stated.chosen}
            assert set(solution) <= told
        answers["counts" if stated.counts else "plain"] += 1
        answers["eliminated"] += stated.counts and bool(definitions(model.constraints, model.projection))
        answers["solved"] += stated.counts and len(expected) > 1
    assert all(answers[kind] > number / 12 for kind in ("counts", "plain", "eliminated", "solved")), answers


def test_a_variable_that_clauses_define_is_the_sum_of_these() -> None:
    """Of three pieces of which one is used at most: `4 is used` weighs 7 and 2 in the sum of them."""
    item = AtMostOne((1, 2, 3))
    used = [Clause((-1, 4)), Clause((4, -2)), Clause((1, -4, 2))]
    own = counted(model_of(4, [item, *used, Linear((7, 2), (4, 3), 2, 7)], (1, 2, 3)))
    assert own.kept == (1, 2, 3)
    assert [(one.weights, one.lo, one.hi) for one in own.sums] == [(((1, 7), (2, 7), (3, 2)), 2, 7)]
    for missing in range(3):  # then it is not defined: a solution might have it in two ways, or not
        rest = used[:missing] + used[missing + 1 :]
        with pytest.raises(Unsupported):
            exported(model_of(4, [item, *rest, Linear((7, 2), (4, 3), 2, 7)], (1, 2, 3)))
    both = [AtMostOne((1, 3)), AtMostOne((2, 3))]  # 1 and 2 may be used both
    assert not definitions([*both, *used], (1, 2, 3))


def test_a_clause_of_what_excludes_one_another_is_an_item() -> None:
    """3 says that neither 1 nor 2 is used, which exclude one another; then it follows from them."""
    clauses = [Clause((1, 2, 3)), Clause((-3, -1)), Clause((-2, -3)), Linear((5, 1), (3, 2), 1, 5)]
    model = model_of(3, [AtMostOne((1, 2)), *clauses], (1, 2))
    assert any(isinstance(own, ExactlyOne) for own in counted(model).model.constraints)
    assert count(exported(model)) == len(brute_force(model)) == 2
    with pytest.raises(Unsupported):  # 1 and 2 may be used both
        exported(model_of(4, [AtMostOne((1, 4)), AtMostOne((2, 4)), *clauses], (1, 2, 4)))


def test_a_variable_that_does_not_follow_is_not_counted() -> None:
    """A free choice beside those of the projection would make two solutions of each."""
    with pytest.raises(Unsupported):
        exported(model_of(3, [ExactlyOne((1, 2)), AtMostOne((1, 3))], (1, 2)))
    found = exported(
        model_of(3, [ExactlyOne((1, 2, 3)), AtMostOne((1, 3)), Linear((1, 1), (1, 2), 1, 1)], (1, 2))
    )
    assert found.counts
    assert count(found) == 2


@pytest.mark.parametrize(
    ("rule", "solutions"),
    [
        (Linear((1, 2, 3), (1, 2, 3), 3, 3), 2),
        (Linear((1, 2, -3), (1, 2, 3), 0, 0), 2),
        (Linear((2, 2, 2), (-1, -2, -3), 2, 4), 6),
        (Clause((-1, -2, -3)), 7),
        (Clause((-1, 2)), 6),
        (Cardinality((1, -2), 1, 1), 4),
        (Linear((1, 1), (1, 1), 1, 1), 0),
        (Linear((MOST_HI - 1, 1), (1, 2), 1, MOST_HI - 1), 4),
        (Linear((MOST_HI, 1, 1), (1, 2, 3), 0, 1), 3),
        (Linear((1, 3), (1, 2), 2, 4), 4),
        (Cardinality((1, 2), 20, 30), 0),
    ],
)
def test_rules_of_literals(rule: Constraint, solutions: int) -> None:
    """Of three variables, each with its opposite."""
    model = model_of(6, [ExactlyOne((var, var + 3)) for var in (1, 2, 3)] + [rule])
    assert len(brute_force(model)) == solutions
    assert count(exported(model)) == solutions


def test_what_cannot_be_stated_is_refused() -> None:
    """A sum above 16 bits; literals of choices that no item has whole; what is no sum at all."""
    two = [AtMostOne((1, 2)), AtMostOne((2, 3))]
    for rule in (
        Linear((MOST_HI, 1, 1), (1, 2, 3), 1, MOST_HI),
        Clause((-1, 3)),
        Connected((1, 2, 3), ((0, 1),)),
    ):
        with pytest.raises(Unsupported, match="not an exact cover"):
            exported(model_of(3, [*two, rule]))


def test_symmetries_of_sums_are_stated() -> None:
    """Three cells, pieces of the weights 1 and 2 on each, together 4: cells may be exchanged.

    Where one of them has no sum of its own the model does not have the symmetries: none is stated then.
    """
    cells = [ExactlyOne((2 * c + 1, 2 * c + 2)) for c in range(3)]
    whole = Linear((1, 2) * 3, tuple(range(1, 7)), 4, 4)
    parts = [Linear((1, 2), (2 * c + 1, 2 * c + 2), 0, 2) for c in range(3)]
    first = [Linear((3, 1, 1), (2 * c + 1, 2 * c + 3, 2 * c + 2), 1, 3) for c in range(2)]
    for more, order in ((parts, 6), (first, 6)):
        group = [(0, *(2 * to[c] + 1 + k for c in range(3) for k in (0, 1))) for to in permutations(range(3))]
        model = Model(tuple(range(6)), (*cells, whole, *more), tuple(range(1, 7)), tuple(group))
        stated = exported(model)
        assert len(symmetries(stated.cover, stated.generators)) == (order if more is parts else 1)
        assert count(stated) == len(brute_force(model))


@pytest.mark.parametrize("name", ["alike4x4", "weights5x5", "quarterturn6x6", "onehole5x5", "convexholes5x5"])
def test_instances_with_sums_or_areas_are_covers(name: str, tmp_path: Path) -> None:
    """With their symmetries where these are symmetries of what is stated for clauses and areas too.

    The count is that of the instance's own statement, and of both checkers.
    """
    instance = load(INSTANCES / f"{name}.yaml")
    model = instance.puzzle.model()
    expected = instance.expect["all"]
    certificate.write(tmp_path / "x.cert", certificate.certifiable(instance, model), solutions=expected)
    head, file = opened(str(tmp_path / "x.cert"))
    assert head["kind"] == "cover-dag"
    assert bool(head["generators"]) == (name in ("alike4x4", "weights5x5"))
    assert certificate.check(tmp_path / "x.cert").all == certified(head, file)[0] == expected


# ---- areas


def random_graph(rng: random.Random, nodes: int) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in range(nodes)]
    for a, b in combinations(range(nodes), 2):
        if rng.random() < 0.4:
            near[a].add(b)
            near[b].add(a)
    return near


def test_cuts_part_what_is_not_connected_and_nothing_else() -> None:
    """All sets of nodes of random graphs: those that break no cut are the connected ones."""
    rng, apart = random.Random(6), 0
    for _ in range(60):
        nodes = rng.randint(1, 7)
        near = random_graph(rng, nodes)
        edges = tuple((a, b) for a in range(nodes) for b in near[a] if a < b)
        area = Connected(tuple(range(1, nodes + 1)), edges)
        every = np.array(list(product((False, True), repeat=nodes)))
        found = [*cuts(every, near)]
        for row in every:
            broken = any(row[a] and row[b] and not row[between].any() for a, b, between in found)
            assert broken == (not holds(area, {n + 1 for n in range(nodes) if row[n]}))
            apart += broken
    assert apart > 500


@some("number", 300)
def test_random_models_with_areas_have_as_many_solutions(number: int) -> None:
    rng, answers = random.Random(7), Counter[str]()
    for _ in range(number):
        model = random_model(rng)
        lits = tuple(rng.choice((1, 1, -1)) * rng.randint(1, model.size) for _ in range(rng.randint(1, 6)))
        near = random_graph(rng, len(lits))
        edges = tuple((a, b) for a in range(len(lits)) for b in near[a])
        whole = replace(model, constraints=(*model.constraints, Connected(lits, edges)))
        try:
            without = parted(whole, cuts_of(whole))
            stated = exported(without, planned=False)
        except Unsupported:
            answers["unsupported"] += 1
            continue
        expected = brute_force(whole)
        assert count(stated) == len(expected), whole
        answers["parted" if len(without.constraints) > len(model.constraints) else "whole"] += 1
        answers["solved"] += len(expected) > 0
    assert all(answers[kind] > number / 12 for kind in ("parted", "whole", "solved")), answers


def test_many_solutions_without_the_areas_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    model = load(INSTANCES / "congruent3x4.yaml").puzzle.model()
    assert not any(isinstance(own, Connected) for own in parted(model, cuts_of(model)).constraints)
    monkeypatch.setattr(connected, "MOST_LISTED", 1)
    with pytest.raises(CertificateTooLarge):
        cuts_of(model)
