"""The MRV search: against brute force over all sets of options, and against published counts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

from tests.engines.test_sift import board
from tests.helpers import some
from zenkai_solver.solvers.engines.exactcover.kernels import mrv
from zenkai_solver.solvers.engines.exactcover.kernels.mrv import (
    UNLIMITED,
    MrvSearch,
    MrvTables,
    compile_tables,
    estimate,
    split,
)
from zenkai_solver.solvers.engines.exactcover.kernels.problem import CoverProblem, Decisions

SLOW = pytest.mark.slow


def count(tables: MrvTables, cubes: Iterable[Decisions] = ((),)) -> int:
    """How many solutions there are in the cubes."""
    return sum(map(len, MrvSearch(tables, cubes)))


def sudoku(box: int, grid: Sequence[int] = ()) -> CoverProblem:
    """Items: cells, digits of rows, of columns, of boxes; grid: 0 = blank."""
    n = box * box
    options = []
    for i in range(n * n):
        row, col = divmod(i, n)
        unit = row // box * box + col // box
        for d in range(n):
            if not grid or grid[i] in (0, d + 1):
                options.append([i, n * (n + row) + d, n * (2 * n + col) + d, n * (3 * n + unit) + d])
    return CoverProblem(4 * n * n, 0, options)


def clues(box: int, shown: int, seed: int = 1) -> list[int]:
    """A sudoku: a pattern with rows, columns and digits shuffled, all but `shown` cells blank."""
    rng, n = random.Random(seed), box * box
    rows, cols = (
        [band * box + i for band in rng.sample(range(box), box) for i in rng.sample(range(box), box)]
        for _ in range(2)
    )
    digit = rng.sample(range(1, n + 1), n)
    full = [digit[(r % box * box + r // box + c) % n] for r in rows for c in cols]
    kept = set(rng.sample(range(n * n), shown))
    return [d if i in kept else 0 for i, d in enumerate(full)]


def latin(n: int) -> CoverProblem:
    cells = [(r, c, d) for r in range(n) for c in range(n) for d in range(n)]
    return CoverProblem(
        3 * n * n, 0, [[n * r + c, n * (n + r) + d, n * (2 * n + c) + d] for r, c, d in cells]
    )


def queens(n: int) -> CoverProblem:
    squares = [(r, c) for r in range(n) for c in range(n)]
    return CoverProblem(2 * n, 4 * n - 2, [[r, n + c, 2 * n + r + c, 5 * n - 2 + r - c] for r, c in squares])


def langford(n: int) -> CoverProblem:
    options = [[k - 1, n + i, n + i + k + 1] for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    return CoverProblem(3 * n, 0, options)


def dominoes(rows: int, columns: int) -> CoverProblem:
    return board(rows, columns, "dominoes", counts="any")


# ---- brute force


def brute(p: CoverProblem) -> set[tuple[int, ...]]:
    """Every set of options that the definition of CoverProblem allows: all subsets, at once."""
    n = len(p.options)
    subset = np.arange(1 << n)
    chosen = np.array([subset >> o & 1 for o in range(n)], np.int64).reshape(n, 1 << n)
    good = np.ones(1 << n, bool)

    def number(options: Iterable[int]) -> np.ndarray:
        return np.asarray(chosen[list(options)].sum(axis=0))

    for i in range(p.n_primary + p.n_secondary):
        covered = number([o for o in range(n) if i in p.options[o]])
        good &= covered == 1 if i < p.n_primary else covered <= 1
    for g, (lo, hi) in enumerate(zip(p.lo, p.hi, strict=True)):
        size = number([o for o in range(n) if p.group[o] == g] if p.group else [])
        good &= (lo <= size) & (size <= hi)
    for clause in p.clauses:
        good &= number(set(clause)) >= 1
    return {tuple(o for o in range(n) if s >> o & 1) for s in subset[good].tolist()}


def random_problem(rng: random.Random) -> CoverProblem:
    """Few primary items or small options, so that a good part has solutions; often every feature at once."""
    n_primary, n_secondary = rng.randint(0, 7), rng.choice([0, 0, 1, 3])
    items = range(n_primary + n_secondary)
    options: list[list[int]] = []
    for _ in range(rng.randint(0, 11)):
        least = 0 if rng.random() < 0.1 else 1
        options.append(rng.sample(items, min(len(items), rng.randint(least, 3))))
    group: list[int] = []
    lo: list[int] = []
    hi: list[int] = []
    if rng.random() < 0.6:
        n_groups = rng.randint(1, 3)
        group = [rng.randint(-1, n_groups - 1) for _ in options]
        lo = [rng.choice([0, 0, 0, 1, 1, 2, -1]) for _ in range(n_groups)]
        hi = [rng.choice([UNLIMITED, 1, 2, 3, a, a, 0 if rng.random() < 0.2 else 2]) for a in lo]
    clauses = []
    if options and rng.random() < 0.6:
        least = 0 if rng.random() < 0.03 else 1
        clauses = [
            [rng.randrange(len(options)) for _ in range(rng.randint(least, 4))]
            for _ in range(rng.randint(1, 3))
        ]
    return CoverProblem(n_primary, n_secondary, options, group, lo, hi, clauses)


@cache
def solved(seed: int) -> tuple[CoverProblem, set[tuple[int, ...]]]:
    """A random problem and its solutions."""
    problem = random_problem(random.Random(seed))
    return problem, brute(problem)


def as_tuples(search: MrvSearch, rows: np.ndarray) -> list[tuple[int, ...]]:
    assert all((row >= 0).sum() == n for row, n in zip(rows, search.length, strict=False))
    return [tuple(sorted(o for o in row if o >= 0)) for row in rows.tolist()]


def solutions(
    tables: mrv.MrvTables, cubes: Sequence[Decisions] = ((),), size: int = 1024
) -> list[tuple[int, ...]]:
    search = MrvSearch(tables, cubes, size)
    return [s for rows in search for s in as_tuples(search, rows)]


def allows(cube: Decisions, solution: tuple[int, ...]) -> bool:
    return all(lit in solution if lit >= 0 else ~lit not in solution for lit in cube)


def test_the_random_problems_are_not_trivial() -> None:
    sizes = [len(solved(seed)[1]) for seed in range(160)]
    assert sum(n > 0 for n in sizes) > 40
    assert sum(n > 1 for n in sizes) > 20


@pytest.mark.parametrize(
    "seeds",
    [
        range(160),
        pytest.param(range(160, 500), marks=pytest.mark.broad),
        pytest.param(range(500, 3000), marks=SLOW),
    ],
)
def test_brute_force(seeds: range) -> None:
    for seed in seeds:
        p, expected = solved(seed)
        tables = compile_tables(p)
        got = solutions(tables, size=1 + seed % 3)
        assert len(got) == len(set(got)), p
        assert set(got) == expected, p
        assert count(tables) == len(expected), p


@some("number", 200)
def test_small_budgets_and_batches(number: int) -> None:
    for seed in range(number):
        p, expected = solved(seed)
        search, got = MrvSearch(compile_tables(p), rows=2), []
        while not search.done:
            got += as_tuples(search, search.batch(budget=1))
        assert search.solutions == len(got)
        assert sorted(got) == sorted(expected), p


@some("number", 400)
def test_cubes_choose_and_forbid(number: int) -> None:
    rng = random.Random(2)
    for seed in range(number):
        p, expected = solved(seed)
        tables, n = compile_tables(p), len(p.options)
        sizes = [rng.randint(0, 3) if n else 0 for _ in range(3)]
        cubes = [[rng.choice([o, ~o]) for o in rng.choices(range(n), k=k)] if k else [] for k in sizes]
        for cube in cubes:
            inside = sorted(s for s in expected if allows(cube, s))
            assert sorted(solutions(tables, [cube])) == inside, (p, cube)
        assert len(solutions(tables, cubes)) == sum(len(solutions(tables, [c])) for c in cubes)


@some("number", 160)
def test_split_is_disjoint_and_exhaustive(number: int) -> None:
    for seed in range(number):
        p, expected = solved(seed)
        tables = compile_tables(p)
        for width in (2, 256):
            cubes = split(tables, at_least=6, width=width)
            got = [s for cube in cubes for s in solutions(tables, [cube])]
            assert sorted(got) == sorted(expected), p
        finer = split(tables, cubes, at_least=20)
        assert count(tables, finer) == len(expected)


# ---- published counts


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        pytest.param(sudoku(2), 288, id="sudoku 4x4"),
        pytest.param(dominoes(6, 6), 6728, id="dominoes 6x6"),
        pytest.param(dominoes(6, 8), 167089, id="dominoes 6x8"),
        pytest.param(queens(8), 92, id="queens 8"),
        pytest.param(queens(9), 352, id="queens 9"),
        pytest.param(langford(3), 2, id="langford 3"),
        pytest.param(langford(6), 0, id="langford 6"),
        pytest.param(langford(8), 300, id="langford 8"),
        pytest.param(latin(4), 576, id="latin 4"),
        pytest.param(latin(5), 161280, id="latin 5"),
        pytest.param(board(3, 20), 8, id="pentominoes 3x20"),
        pytest.param(board(6, 10), 9356, id="pentominoes 6x10", marks=SLOW),
    ],
)
def test_published(problem: CoverProblem, expected: int) -> None:
    assert count(compile_tables(problem)) == expected


def test_published_sudoku() -> None:
    """A grid with 17 clues has one solution, which keeps the clues and covers every item once."""
    text = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
    problem = sudoku(3, [int(c) for c in text])
    [solution] = solutions(compile_tables(problem))
    digits = {problem.options[o][0]: problem.options[o][1] % 9 + 1 for o in solution}
    assert all(digits[i] == int(c) for i, c in enumerate(text) if c != "0")
    assert sorted(i for o in solution for i in problem.options[o]) == list(range(324))


def test_counted_groups_add_up() -> None:
    """3x4 by monominoes and k dominoes: the matchings of the grid with k edges."""
    options = [[i] for i in range(12)] + [list(o) for o in dominoes(3, 4).options]
    group = [0] * 12 + [1] * (len(options) - 12)
    every = [
        count(compile_tables(CoverProblem(12, 0, options, group, [12 - 2 * k, k], [12, k]))) for k in range(7)
    ]
    assert every == [1, 17, 102, 267, 302, 123, 11]
    assert count(compile_tables(CoverProblem(12, 0, options))) == sum(every) == 823


# ---- the rest


def test_degenerate() -> None:
    assert solutions(compile_tables(CoverProblem(0, 0, []))) == [()]
    assert solutions(compile_tables(CoverProblem(1, 0, []))) == []
    assert sorted(solutions(compile_tables(CoverProblem(0, 0, [[]])))) == [(), (0,)]
    assert sorted(solutions(compile_tables(CoverProblem(0, 1, [[0], [0]])))) == [(), (0,), (1,)]
    assert solutions(compile_tables(CoverProblem(0, 0, [], (), [1], [1]))) == []
    assert solutions(compile_tables(CoverProblem(0, 0, [], (), [0], [-1]))) == []
    assert solutions(compile_tables(CoverProblem(0, 0, [], clauses=[[]]))) == []
    assert solutions(compile_tables(CoverProblem(1, 0, [[0]]))) == [(0,)]
    assert solutions(compile_tables(CoverProblem(1, 0, [[0]])), []) == []


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (CoverProblem(1, 0, [[1]]), r"an item outside 0\.\.0"),
        (CoverProblem(1, 0, [[-1]]), r"an item outside 0\.\.0"),
        (CoverProblem(2, 0, [[0, 0]]), "an item twice"),
        (CoverProblem(1, 0, [[0]], [1], [0], [1]), r"a group outside -1\.\.0"),
        (CoverProblem(1, 0, [[0]], [0], [0], []), "1 lower bounds, 0 upper bounds"),
        (CoverProblem(1, 0, [[0]], [0, 0], [0], [1]), "groups for 2 of 1 options"),
        (CoverProblem(1, 0, [[0]], clauses=[[1]]), r"a clause with an option outside 0\.\.0"),
        (CoverProblem(-1, 1, []), "a negative number of items"),
    ],
)
def test_bad_problems_are_refused(bad: CoverProblem, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        compile_tables(bad)


def test_split_counts() -> None:
    tables = compile_tables(dominoes(6, 6))
    for at_least in (1, 7, 100, 2000):
        cubes = split(tables, at_least=at_least)
        assert len(cubes) >= at_least
        assert count(tables, cubes) == 6728
    assert len(split(tables, at_least=10_000_000)) == 6728


def test_estimate_is_near_the_truth() -> None:
    tables = compile_tables(dominoes(6, 6))
    search = MrvSearch(tables)
    while not search.done:
        search.batch()
    guess = estimate(tables, probes=20_000, seed=3)
    assert guess == estimate(tables, probes=20_000, seed=3)
    assert guess != estimate(tables, probes=20_000, seed=4)
    assert abs(guess.nodes / search.nodes - 1) < 0.1
    assert abs(guess.solutions / 6728 - 1) < 0.1
    cubes = split(tables, at_least=30)
    parts = estimate(tables, cubes, probes=30_000)
    assert len(parts.nodes_by_cube) == len(cubes)
    assert abs(sum(parts.nodes_by_cube) / search.nodes - 1) < 0.1
    assert estimate(compile_tables(CoverProblem(1, 0, [], ())), probes=10).nodes == 0


def test_memory_is_linear() -> None:
    """Bytes for each item in an option, tables and state, for sudokus of growing size."""
    for box in (2, 3, 4, 5):
        problem = sudoku(box)
        tables = compile_tables(problem)
        arrays = [a for a in (*tables, *MrvSearch(tables, rows=1).state) if isinstance(a, np.ndarray)]
        assert sum(a.nbytes for a in arrays) < 100 * sum(map(len, problem.options))


def test_threads_may_share_tables() -> None:
    tables = compile_tables(dominoes(6, 8))
    cubes = split(tables, at_least=50)
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda k: count(tables, cubes[k::4]), range(4))
        assert sum(parts) == 167089


def test_a_probe_of_more_solutions_than_a_float_can_count_is_an_estimate_all_the_same() -> None:
    """2^1,200 of them: the share of a path is no number any more."""
    options = [[item] for item in range(1200) for _ in range(2)]
    found = mrv.estimate(mrv.compile_tables(CoverProblem(1200, 0, options)), probes=2)
    assert 1e299 < found.solutions < float("inf")
