"""The sifting search: against brute force on random covers, and against published counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from tests.helpers import made, some
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.kernels import sift
from zenkai_solver.solvers.engines.exactcover.kernels.orders import derive_orders, narrowest
from zenkai_solver.solvers.engines.exactcover.kernels.problem import UNLIMITED, CoverProblem
from zenkai_solver.solvers.engines.exactcover.plan import problem_of


def brute_force(problem: CoverProblem) -> set[frozenset[int]]:
    """All solutions by the definition alone: choose for the rarest open item, check the rest at the end."""
    primary = range(problem.n_primary)
    holders = [[o for o, items in enumerate(problem.options) if i in items] for i in primary]
    group = list(problem.group) or [-1] * len(problem.options)
    found = set()

    def extend(chosen: list[int], covered: frozenset[int]) -> None:
        open_items = [i for i in primary if i not in covered]
        fits = [[o for o in holders[i] if covered.isdisjoint(problem.options[o])] for i in open_items]
        if fits:
            for o in min(fits, key=len):
                extend([*chosen, o], covered.union(problem.options[o]))
            return
        counts = Counter(group[o] for o in chosen)
        bounds = enumerate(zip(problem.lo, problem.hi))
        if all(lo <= counts[g] <= hi for g, (lo, hi) in bounds) and all(
            set(clause) & set(chosen) for clause in problem.clauses
        ):
            found.add(frozenset(chosen))

    extend([], frozenset())
    return found


Cubes = Sequence[Sequence[int]]


def solve(
    problem: CoverProblem, cubes: Cubes = ((),), rows: int = 7, budget: int = 5
) -> list[frozenset[int]]:
    search = sift.SiftSearch(sift.compile_tables(problem), cubes, rows)
    found: list[frozenset[int]] = []
    while not search.done:
        found += [frozenset(int(o) for o in row if o >= 0) for row in search.batch(budget)]
    assert len(found) == search.solutions
    return found


def cut(rng: random.Random, items: list[int], least: int, most: int) -> list[list[int]]:
    """The items in parts of random sizes."""
    parts = []
    while items:
        k = rng.randint(least, most)
        parts.append(items[:k])
        items = items[k:]
    return parts


def random_problem(rng: random.Random, counts: bool, clauses: bool, extra: int = 0) -> CoverProblem:
    """A small planted cover: some options partition the primary items, others are random."""
    n, m = rng.randint(1, 9), rng.randint(0, 3)
    options = [part for _ in range(rng.randint(1, 3)) for part in cut(rng, rng.sample(range(n), n), 1, 4)]
    options += [rng.sample(range(n), rng.randint(1, min(4, n))) for _ in range(rng.randint(0, 14))]
    for option in options:
        option += rng.sample(range(n, n + m), rng.randint(0, min(1, m)))
    rng.shuffle(options)
    g = rng.randint(1, 3) if counts else 0
    lo = [rng.randint(0, 2) for _ in range(g)]
    hi = [rng.choice([a + rng.randint(0, 2), UNLIMITED]) for a in lo]
    group = [rng.randint(-1, g - 1) for _ in options] if counts else []
    posts = [
        rng.sample(range(len(options)), rng.randint(1, min(8, len(options))))
        for _ in range(rng.randint(1, 3) if clauses else 0)
    ]
    return CoverProblem(n, m + extra, options, group, lo, hi, posts)


@pytest.mark.parametrize(
    ("extra", "counts", "clauses"),
    [
        (0, False, False),
        (0, False, True),
        (66, True, True),  # masks of two words
        (130, True, True),  # of four
        *(
            pytest.param(*shape, marks=pytest.mark.broad)
            for shape in [
                (0, True, True),
                (0, True, False),
                (66, False, False),
                (130, False, False),
            ]
        ),
    ],
)
@some("number", 300)
def test_random_covers_have_the_solutions_of_brute_force(
    extra: int, counts: bool, clauses: bool, number: int
) -> None:
    rng = random.Random(1000 * counts + 100 * clauses + extra)
    solvable = 0
    for _ in range(number):
        problem = random_problem(rng, counts, clauses, extra)
        assert sift.words(problem) == (4 if extra > 128 else 2 if extra > 64 else 1)
        expected = brute_force(problem)
        solvable += bool(expected)
        found = solve(problem)
        assert len(found) == len(set(found))
        assert set(found) == expected, problem
        cubes = sift.split(sift.compile_tables(problem), at_least=rng.randint(1, 9))
        again = solve(problem, cubes, rows=2, budget=1)
        assert sorted(map(sorted, again)) == sorted(map(sorted, found)), problem
    assert solvable > number / 4


def spread(rng: random.Random, problem: CoverProblem, size: int) -> CoverProblem:
    """The same with its primary items anywhere among `size`, the others of one option each."""
    place = rng.sample(range(size), size)
    options = [[place[i] for i in option] for option in problem.options]
    options += [[place[item]] for item in range(problem.n_primary, size)]
    return CoverProblem(size, 0, options)


@pytest.mark.parametrize("n", [100, 250])
def test_items_of_several_words(n: int) -> None:
    """In long options, and in short ones that lie in any word."""
    rng = random.Random(n)
    for _ in range(10):
        options = [part for _ in range(3) for part in cut(rng, rng.sample(range(n), n), 3, 12)]
        for o in options[::4]:  # variants: the same items in two parts
            if len(o) > 3:
                options += [o[:2], o[2:]]
        small = random_problem(rng, False, False)
        inside = [o for o in small.options if max(o) < small.n_primary]
        for problem in (
            CoverProblem(n, 0, options),
            spread(rng, CoverProblem(small.n_primary, 0, inside), n),
        ):
            found = solve(problem, rows=64, budget=1000)
            assert len(found) == len(set(found))
            assert set(found) == brute_force(problem)


def test_any_cube_may_be_a_start() -> None:
    rng = random.Random(5)
    for _ in range(150):
        problem = random_problem(rng, True, True)
        cube = rng.sample(range(len(problem.options)), min(2, len(problem.options)))
        expected = {s for s in brute_force(problem) if s.issuperset(cube)}
        assert set(solve(problem, [cube])) == expected


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (CoverProblem(1, 0, [[0], [0]]), 2),
        (CoverProblem(1, 0, [[0], [0]], [0, 0], [0], [0]), 0),
        (CoverProblem(1, 0, [[0], [0]], [0, -1], [0], [0]), 1),
        (CoverProblem(1, 0, [[0], [0]], [0, -1], [-1], [0]), 1),
        (CoverProblem(1, 0, [[0], [0]], [0, -1], [1], [5]), 1),
        (CoverProblem(1, 0, [[0]], clauses=[()]), 0),
        (CoverProblem(1, 0, [[0], [0]], clauses=[(1,), (1, 1)]), 1),
        (CoverProblem(1, 0, [[0]], (), [1], [2]), 0),
        (CoverProblem(1, 0, [[0]], (), [0], [2]), 1),
        (CoverProblem(2, 0, [[0], [0], [1], [1]], clauses=[(0, 2), (1, 3)]), 2),
    ],
)
def test_edges(problem: CoverProblem, count: int) -> None:
    assert len(solve(problem)) == count


def test_what_does_not_fit_is_for_the_other_search() -> None:
    assert not sift.fits(CoverProblem(0, 0, []))
    assert not sift.fits(CoverProblem(1, 0, []))
    assert not sift.fits(CoverProblem(1, 1, [[0], [1]])), "an option without a primary item"
    assert sift.fits(CoverProblem(256, 0, [(i,) for i in range(256)]))
    assert not sift.fits(CoverProblem(257, 0, [(i,) for i in range(257)]))
    assert not sift.fits(CoverProblem(1, 256, [(0, i) for i in range(1, 257)]))
    assert not sift.fits(CoverProblem(2, 0, [(0,), (1,)], clauses=[(0,)] * 255))
    assert not sift.fits(CoverProblem(2, 0, [(0,), (1,)], (0, 1), [0] * 128, [1] * 128))
    assert not sift.fits(CoverProblem(200, 0, [(i % 200,) for i in range(20_000)])), "lists of some 160 MB"


def test_with_very_many_items_only_the_given_order_is_offered() -> None:
    problem = CoverProblem(3000, 0, [[i, i + 1] for i in range(0, 3000, 2)])
    assert derive_orders(problem) == [list(range(3000))]
    assert narrowest(problem) == list(range(3000))


def test_labels_are_left_out_of_orders() -> None:
    """Sixty cells and twelve pieces, one in each option."""
    assert all(sorted(order) == list(range(60)) for order in derive_orders(board(3, 20)))


def test_the_narrowest_order_goes_along_a_strip() -> None:
    """Dominoes on 3x20, the cells given row after row: twenty of them would be the frontier."""
    options = [[20 * r + c, 20 * r + c + 1] for r in range(3) for c in range(19)]
    options += [[20 * r + c, 20 * r + c + 20] for r in range(2) for c in range(20)]
    columns = [item % 20 for item in narrowest(CoverProblem(60, 0, options))]
    assert max(abs(a - b) for a, b in pairwise(columns)) <= 3
    assert {columns[0], columns[-1]} == {0, 19}


# ---- published counts


def board(rows: int, columns: int, pieces: Any = "pentominoes", **more: Any) -> CoverProblem:
    puzzle = made("packing", {"board": f"{rows}x{columns}", "pieces": pieces, **more})
    return problem_of(cover_view(puzzle.model()))


def total(problem: CoverProblem) -> int:
    search = sift.SiftSearch(sift.compile_tables(problem))
    while not search.done:
        search.batch()
    return search.solutions


@pytest.mark.parametrize(("size", "count"), [((3, 20), 8), ((4, 15), 1472), ((5, 12), 4040), ((6, 10), 9356)])
def test_pentominoes_in_rectangles(size: tuple[int, int], count: int) -> None:
    assert total(board(*size)) == count


@pytest.mark.parametrize(("size", "count"), [((6, 10), 2252), ((5, 12), 1300), ((4, 15), 952), ((3, 20), 8)])
def test_no_four_pieces_meet(size: tuple[int, int], count: int) -> None:
    assert total(board(*size, no_crossings=True)) == count


@pytest.mark.parametrize(
    ("size", "count"),
    [
        ((2, 2), 2),
        ((4, 4), 36),
        ((6, 6), 6728),
        ((6, 8), 167089),
        pytest.param((8, 8), 12988816, marks=pytest.mark.slow),
    ],
)
def test_dominoes(size: tuple[int, int], count: int) -> None:
    assert total(board(*size, "dominoes", counts="any")) == count


def test_counts_of_squares_add_up() -> None:
    """6x6 by dominoes and 2x2 squares: exactly k squares, for every k, gives all."""
    problem = board(6, 6, "dominoes", counts="any")
    corners = [6 * r + c for r in range(5) for c in range(5)]
    options = [*problem.options, *((i, i + 1, i + 6, i + 7) for i in corners)]
    assert total(CoverProblem(36, 0, options)) == 205879
    group = [-1] * len(problem.options) + [0] * 25
    parts = [total(CoverProblem(36, 0, options, group, [k], [k])) for k in range(10)]
    assert sum(parts) == 205879
    assert parts[0] == 6728
    assert total(CoverProblem(36, 0, options, group, [2], [4])) == sum(parts[2:5])


@pytest.mark.parametrize(
    ("size", "count"), [((3, 5), 28), ((4, 5), 200), ((5, 5), 856), ((5, 6), 2164), ((5, 10), 27804)]
)
def test_pentominoes_at_most_once(size: tuple[int, int], count: int) -> None:
    assert total(board(*size, counts="0..1")) == count


# ---- probes and cubes


def test_estimate_is_near_the_truth() -> None:
    tables = sift.compile_tables(board(4, 15))
    search = sift.SiftSearch(tables)
    while not search.done:
        search.batch()
    guess = sift.estimate(tables, probes=50_000)
    assert guess == sift.estimate(tables, probes=50_000)
    assert guess != sift.estimate(tables, probes=50_000, seed=2)
    assert 0.7 < guess.nodes / search.nodes < 1.4


def test_threads_may_share_tables() -> None:
    problem = board(5, 12)
    tables = sift.compile_tables(problem)
    cubes = sift.split(tables, at_least=50)
    assert len(cubes) >= 50
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda k: sum(map(len, sift.SiftSearch(tables, cubes[k::4]))), range(4))
        assert sum(parts) == 4040
