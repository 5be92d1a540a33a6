"""The scan search: against brute force on random covers, and against published counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.helpers import made, some
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.kernels import scan
from zenkai_solver.solvers.engines.exactcover.plan import problem_of


def brute_force(problem: scan.Problem) -> set[frozenset[int]]:
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
    problem: scan.Problem,
    order: Iterable[int],
    cubes: Cubes = ((),),
    rows: int = 7,
    budget: int = 5,
    **sizes: int,
) -> list[frozenset[int]]:
    search = scan.ScanSearch(scan.compile_tables(problem, list(order), **sizes), cubes, rows)
    found: list[frozenset[int]] = []
    while not search.done:
        found += [frozenset(int(o) for o in row if o >= 0) for row in search.batch(budget)]
    assert len(found) == search.found
    return found


def random_order(rng: random.Random, problem: scan.Problem) -> list[int]:
    """A random sequence of primary items that meets every option."""
    items = rng.sample(range(problem.n_primary), problem.n_primary)
    for item in items[:]:
        rest = set(items) - {item}
        if rng.random() < 0.3 and all(rest.intersection(o) for o in problem.options):
            items.remove(item)
    return items


def cut(rng: random.Random, items: list[int], least: int, most: int) -> list[list[int]]:
    """The items in parts of random sizes."""
    parts = []
    while items:
        k = rng.randint(least, most)
        parts.append(items[:k])
        items = items[k:]
    return parts


def random_problem(rng: random.Random, counts: bool, clauses: bool, extra: int = 0) -> scan.Problem:
    """A small planted cover: some options partition the primary items, others are random."""
    n, m = rng.randint(1, 9), rng.randint(0, 3)
    options = [part for _ in range(rng.randint(1, 3)) for part in cut(rng, rng.sample(range(n), n), 1, 4)]
    options += [rng.sample(range(n), rng.randint(1, min(4, n))) for _ in range(rng.randint(0, 14))]
    for option in options:
        option += rng.sample(range(n, n + m), rng.randint(0, min(1, m)))
    rng.shuffle(options)
    g = rng.randint(1, 3) if counts else 0
    lo = [rng.randint(0, 2) for _ in range(g)]
    hi = [rng.choice([a + rng.randint(0, 2), scan.UNLIMITED]) for a in lo]
    group = [rng.randint(-1, g - 1) for _ in options] if counts else []
    posts = [
        rng.sample(range(len(options)), rng.randint(1, min(8, len(options))))
        for _ in range(rng.randint(1, 3) if clauses else 0)
    ]
    return scan.Problem(n, m + extra, options, group, lo, hi, posts)


# Each of these compiles a kernel of its own when the cache is empty.
@pytest.mark.parametrize(
    ("extra", "counts", "clauses"),
    [
        (0, False, False),
        (0, True, True),
        *(
            pytest.param(*shape, marks=pytest.mark.slow)
            for shape in [
                (0, False, True),
                (0, True, False),
                (66, False, False),
                (66, True, True),
                (130, True, True),
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
        problem = random_problem(rng, counts, clauses, extra and extra - rng.randint(0, 20))
        expected = brute_force(problem)
        solvable += bool(expected)
        sizes = {
            "key_bits": rng.randint(1, 9),
            "known": rng.randint(1, 14),
            "step": rng.randint(1, 4),
            "lanes": rng.randint(1, 4),
        }
        order = random_order(rng, problem)
        found = solve(problem, order, **sizes)
        assert len(found) == len(set(found))
        assert set(found) == expected, (problem, order, sizes)
        cubes = scan.split(scan.compile_tables(problem, order, **sizes), at_least=rng.randint(1, 9))
        again = solve(problem, order, cubes, rows=2, budget=1, **sizes)
        assert sorted(map(sorted, again)) == sorted(map(sorted, found)), (problem, order, sizes)
    assert solvable > number / 4


@pytest.mark.parametrize("n", [70, pytest.param(150, marks=pytest.mark.slow)])
def test_windows_of_several_words(n: int) -> None:
    rng = random.Random(n)
    for _ in range(15):
        options = [part for _ in range(3) for part in cut(rng, rng.sample(range(n), n), 3, 12)]
        for o in options[::4]:  # variants: the same items in two parts
            if len(o) > 3:
                options += [o[:2], o[2:]]
        problem = scan.Problem(n, 0, options)
        found = solve(problem, rng.sample(range(n), n), rows=64, budget=1000)
        assert len(found) == len(set(found))
        assert set(found) == brute_force(problem)


def test_any_cube_may_be_a_start() -> None:
    rng = random.Random(5)
    for _ in range(150):
        problem = random_problem(rng, True, True)
        cube = rng.sample(range(len(problem.options)), min(2, len(problem.options)))
        expected = {s for s in brute_force(problem) if s.issuperset(cube)}
        assert set(solve(problem, random_order(rng, problem), [cube])) == expected


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (scan.Problem(0, 0, []), 1),
        (scan.Problem(1, 0, []), 0),
        (scan.Problem(0, 2, []), 1),
        (scan.Problem(0, 0, [], clauses=[()]), 0),
        (scan.Problem(0, 0, [], (), [1], [2]), 0),
        (scan.Problem(1, 0, [[0], [0]]), 2),
        (scan.Problem(1, 0, [[0], [0]], [0, 0], [0], [0]), 0),
    ],
)
def test_edges(problem: scan.Problem, count: int) -> None:
    assert len(solve(problem, range(problem.n_primary))) == count


def test_an_option_without_a_scan_item_is_refused() -> None:
    with pytest.raises(ValueError, match="no item in the scan order"):
        scan.compile_tables(scan.Problem(2, 0, [[0], [1]]), [0])


def test_absurd_tables_are_refused_before_they_are_built() -> None:
    far = scan.Problem(1000, 0, [[i, 999 - i] for i in range(500)])
    given = list(range(1000))
    assert not scan.fits(far, given)
    with pytest.raises(scan.TooWide, match="words a state"):
        scan.compile_tables(far, given)
    assert scan.choose(far, [given]).nodes == float("inf")
    near = [i for pair in zip(range(500), range(999, 499, -1)) for i in pair]
    assert scan.choose(far, [given, near]).order == tuple(near)


def test_with_very_many_items_only_the_given_order_is_offered() -> None:
    problem = scan.Problem(3000, 0, [[i, i + 1] for i in range(0, 3000, 2)])
    assert scan.derive_orders(problem) == [list(range(3000))]
    assert len(solve(problem, range(3000))) == 1


# ---- published counts


def board(
    rows: int, columns: int, pieces: Any = "pentominoes", **more: Any
) -> tuple[scan.Problem, list[int]]:
    puzzle = made("packing", {"board": f"{rows}x{columns}", "pieces": pieces, **more})
    problem = problem_of(cover_view(puzzle.model()), scan.Problem)
    return problem, scan.derive_orders(problem)[0]


def total(problem: scan.Problem, order: Sequence[int], cubes: Cubes = ((),)) -> int:
    search = scan.ScanSearch(scan.compile_tables(problem, order), cubes)
    while not search.done:
        search.count()
    return search.found


@pytest.mark.parametrize(("size", "count"), [((3, 20), 8), ((4, 15), 1472), ((5, 12), 4040), ((6, 10), 9356)])
def test_pentominoes_in_rectangles(size: tuple[int, int], count: int) -> None:
    problem, order = board(*size)
    assert sorted(order) == list(range(60)), "the pieces are labels, and left out of the order"
    assert total(problem, order) == count
    assert total(problem, scan.derive_orders(problem)[1]) == count


@pytest.mark.parametrize(("size", "count"), [((6, 10), 2252), ((5, 12), 1300), ((4, 15), 952), ((3, 20), 8)])
def test_no_four_pieces_meet(size: tuple[int, int], count: int) -> None:
    assert total(*board(*size, no_crossings=True)) == count


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
    assert total(*board(*size, "dominoes", counts="any")) == count


def test_counts_of_squares_add_up() -> None:
    """6x6 by dominoes and 2x2 squares: exactly k squares, for every k, gives all."""
    problem, order = board(6, 6, "dominoes", counts="any")
    corners = [6 * r + c for r in range(5) for c in range(5)]
    options = [*problem.options, *((i, i + 1, i + 6, i + 7) for i in corners)]
    assert total(scan.Problem(36, 0, options), order) == 205879
    group = [-1] * len(problem.options) + [0] * 25
    parts = [total(scan.Problem(36, 0, options, group, [k], [k]), order) for k in range(10)]
    assert sum(parts) == 205879
    assert parts[0] == 6728
    assert total(scan.Problem(36, 0, options, group, [2], [4]), order) == sum(parts[2:5])


@pytest.mark.parametrize(
    ("size", "count"), [((3, 5), 28), ((4, 5), 200), ((5, 5), 856), ((5, 6), 2164), ((5, 10), 27804)]
)
def test_pentominoes_at_most_once(size: tuple[int, int], count: int) -> None:
    assert total(*board(*size, counts="0..1")) == count


# ---- probes and cubes


def test_estimate_is_near_the_truth() -> None:
    problem, order = board(5, 12)
    tables = scan.compile_tables(problem, order)
    search = scan.ScanSearch(tables)
    while not search.done:
        search.count()
    guess = scan.estimate(tables, probes=50_000)
    assert 0.7 < guess.nodes / search.nodes < 1.4
    assert 0.3 < guess.solutions / search.found < 3


def test_every_choice_has_all_solutions() -> None:
    """Each piece as an anchor, no two placements images of each other: all of its placements are cubes."""
    problem, order = board(5, 12)
    anchors = [
        [[(o,)] for o, items in enumerate(problem.options) if piece in items] for piece in range(60, 72)
    ]
    choice = scan.choose(problem, [order, *scan.derive_orders(problem)], anchors)
    assert total(problem, choice.order, choice.cubes) == 4040


def test_threads_may_share_tables() -> None:
    problem, order = board(5, 12)
    tables = scan.compile_tables(problem, order)
    cubes = scan.split(tables, at_least=50)
    assert len(cubes) >= 50
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda k: sum(map(len, scan.ScanSearch(tables, cubes[k::4]))), range(4))
        assert sum(parts) == 4040
