"""Sums of literals as clauses: on every assignment, by least sets, counters and diagrams."""

from __future__ import annotations

import random
from itertools import product

import pytest
from pysat.solvers import Solver

from zenkai_solver.models.constraints import (
    Automaton,
    Cardinality,
    Clause,
    ExactlyOne,
    Linear,
    Regular,
    holds,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.engines.sat import cnf, sums
from zenkai_solver.solvers.engines.sat.sat import COUNTING, SatBackend

SEEDS = range(8)


def _drawn(rng: random.Random) -> tuple[list[int], int, int]:
    """Weights, mostly equal ones, and bounds that may be beyond what they can sum to."""
    number = rng.randint(0, 7)
    signs = [rng.choice((1, 1, -1)) for _ in range(number)]
    weights = signs if rng.random() < 0.6 else [sign * rng.randint(0, 3) for sign in signs]
    lo = rng.randint(-4, 8)
    return weights, lo, lo + rng.randint(-1, 6)


@pytest.mark.parametrize("seed", SEEDS)
def test_clauses_of_a_sum(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each board that keeps it has one assignment, no other has any, and what follows is propagated."""
    rng = random.Random(seed)
    for _ in range(60):
        weights, lo, hi = _drawn(rng)
        monkeypatch.setattr(sums, "MOST_SETS", rng.choice((0, 60)))
        monkeypatch.setattr(cnf, "MOST_KNOWN", rng.choice((0, 24)))
        cnf._small_sum.cache_clear()
        lits = range(1, len(weights) + 1)
        numbers = iter(range(len(weights) + 1, 10_000))
        clauses = [*cnf.linear(weights, lits, lo, hi, numbers.__next__)]
        wanted = [
            board
            for board in product((0, 1), repeat=len(weights))
            if lo <= sum(w * x for w, x in zip(weights, board)) <= hi
        ]
        last = next(numbers) - 1
        assert sorted(_boards(clauses, len(weights), last)) == wanted, (weights, lo, hi)
        if set(map(abs, weights)) <= {1} and wanted:
            assumed = [rng.choice((1, -1)) * lit for lit in lits if rng.random() < 0.5]
            _assert_propagated(clauses, wanted, assumed, len(weights))
    cnf._small_sum.cache_clear()


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_that_are_left_to_the_solver(seed: int) -> None:
    """Two sums over the same literals: each board that keeps both is found once, by a solver that counts."""
    rng, counted = random.Random(seed), 0
    for _ in range(40):
        both = [_drawn(rng) for _ in range(2)]
        size = max(len(weights) for weights, _, _ in both)
        lits = tuple(rng.choice((1, -1)) * var for var in range(1, size + 1))
        stated = [Linear(tuple(weights), lits[: len(weights)], lo, hi) for weights, lo, hi in both]
        wanted = [
            true
            for true in (
                tuple(v for v in range(1, size + 1) if bits >> v & 1) for bits in range(0, 2 << size, 2)
            )
            if all(holds(one, {*true}) for one in stated)
        ]
        model = Model(tuple(range(size)), tuple(stated), tuple(range(1, size + 1)))
        counted += len(cnf.lower(model, native=True).at_most)
        assert sorted(SatBackend(COUNTING).solutions(model)) == sorted(wanted), stated
    assert counted > 3


@pytest.mark.parametrize(("size", "number", "left"), [(60, 30, 0), (60, 12, 2), (60, 48, 2), (500, 250, 2)])
def test_a_number_in_the_middle_is_not_left_to_the_solver(size: int, number: int, left: int) -> None:
    """It has auxiliaries then; each board is found once all the same."""
    lits = tuple(range(1, size + 1))
    known = tuple(Clause((var if var < number + 3 else -var,)) for var in lits[4:])  # number - 2 are true
    model = Model((1,) * size, (Cardinality(lits, number, number), *known), lits)
    assert len(cnf.lower(model, native=True).at_most) == left
    assert len({*SatBackend(COUNTING).solutions(model)}) == 6
    weighed = Linear((1,) * size, lits, number, number)
    assert len(cnf.lowered(size, (weighed,), native=True).at_most) == 2


def _boards(clauses: list[tuple[int, ...]], size: int, last: int) -> list[tuple[int, ...]]:
    """What each assignment of all variables says of the first ones."""
    with Solver("minisat22", bootstrap_with=[*clauses, *([v, -v] for v in range(1, last + 1))]) as solver:
        return [tuple(int(lit > 0) for lit in model[:size]) for model in solver.enum_models()]


def _assert_propagated(
    clauses: list[tuple[int, ...]], boards: list[tuple[int, ...]], assumed: list[int], size: int
) -> None:
    """The opposite of each literal that follows from the assumed ones is a conflict without a decision."""
    left = [board for board in boards if all((board[abs(lit) - 1] == 1) == (lit > 0) for lit in assumed)]
    follows = [
        v if left[0][v - 1] else -v
        for v in range(1, size + 1)
        if left and len({board[v - 1] for board in left}) == 1
    ]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        if not left:
            assert not solver.propagate(assumed)[0]
        for lit in follows:
            assert lit in assumed or not solver.propagate([*assumed, -lit])[0]


def test_the_cache_keeps_what_it_is_asked_for() -> None:
    """The same sum over other literals, twice."""
    for lits in ((1, 2, 3), (-7, 5, 9), (2, 4, 6)):
        clauses = {frozenset(clause) for clause in cnf.linear((1, 1, 1), lits, 1, 1, lambda: 0)}
        assert clauses == {frozenset(lits), *(frozenset((-a, -b)) for a in lits for b in lits if a < b)}


@pytest.mark.parametrize("seed", range(20))
def test_clauses_of_an_automaton(seed: int) -> None:
    """Words of four letters: each accepted one has one assignment, others have none, and unit propagation says
    so where all letters but those of one position are known. A state with many ways to it has a variable.
    """
    draw, states, letters, length = random.Random(seed), range(5), range(4), 4
    arcs = [(s, letter, draw.choice(states)) for s in states for letter in letters if draw.random() < 0.8]
    automaton = Automaton(0, tuple(draw.sample(states, 2)), tuple(arcs))
    word = tuple(tuple(1 + 4 * i + letter for letter in letters) for i in range(length))
    model = cnf.lowered(4 * length, [*map(ExactlyOne, word), Regular(word, automaton)])
    with Solver(name="glucose4", bootstrap_with=model.clauses) as solver:
        both = (lit for var in range(1, model.top + 1) for lit in (var, -var))
        sure = {lit for lit in both if not solver.propagate([-lit])[0]}
        for chosen in product(letters, repeat=length):
            lits = [position[letter] for position, letter in zip(word, chosen)]
            others = [
                word[1][letter] for letter in letters if automaton.accepts((chosen[0], letter, *chosen[2:]))
            ]
            possible, known = solver.propagate([lits[0], *lits[2:]])
            assert possible == bool(others)
            if possible:
                assert {-lit for lit in word[1] if lit not in others} <= {*known, *sure}
            possible, known = solver.propagate(lits)
            assert possible == automaton.accepts(chosen)
            assert not possible or len({*known, *sure}) == model.top  # each is a function of the word
