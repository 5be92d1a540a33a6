"""The choice of a search for a cover, and that all searches find the same, with any number of threads."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.engines.test_mrv import clues, sudoku
from tests.engines.test_sift import random_problem
from tests.helpers import INSTANCES, some
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend
from zenkai_solver.solvers.engines.exactcover.kernels import mrv, sift
from zenkai_solver.solvers.engines.exactcover.kernels.problem import CoverProblem
from zenkai_solver.solvers.engines.exactcover.kernels.words import LANES
from zenkai_solver.solvers.engines.exactcover.plan import (
    FREE,
    SPLIT,
    Plan,
    batches,
    plan,
    problem_of,
    smallest,
)

ENGINE = ExactCoverBackend(1)


def cover_of(problem: CoverProblem) -> Cover:
    return Cover(
        problem.n_primary,
        problem.n_secondary,
        tuple(map(tuple, problem.options)),
        tuple(range(1, len(problem.options) + 1)),
        group=tuple(problem.group),
        lo=tuple(problem.lo),
        hi=tuple(problem.hi),
        clauses=tuple(map(tuple, problem.clauses)),
    )


def instance(name: str) -> Cover:
    return cover_view(load(INSTANCES / f"{name}.yaml").puzzle.model())


def every(cover: Cover) -> list[Plan]:
    """Plans of each kind that takes the cover; the times are such that they are split among threads."""
    kinds = ["mrv", "sift"] if sift.fits(problem_of(cover)) else ["mrv"]
    return [Plan(cover, kind, seconds=10 * SPLIT) for kind in kinds]


def found(chosen: Plan, workers: int) -> list[tuple[int, ...]]:
    """The solutions, as variables, in the order of the search."""
    rows = [row for block, _ in batches(chosen, workers, Deadline()) for row in block.tolist()]
    return [tuple(var for var in row if var) for row in rows]


def agreed(cover: Cover) -> int:
    """The number of solutions, the same sets by all kinds, in the same order with any number of threads."""
    sets = []
    for chosen in every(cover):
        one = found(chosen, 1)
        assert found(chosen, 3) == one
        sets.append(sorted(tuple(sorted(solution)) for solution in one))
        assert len(set(sets[-1])) == len(one)
    assert all(own == sets[0] for own in sets)
    return len(sets[0])


def test_many_items_are_searched_by_mrv() -> None:
    cover = cover_of(sudoku(4, clues(4, 115)))
    chosen = plan(cover)
    assert chosen.kind == "mrv"
    assert chosen.nodes > 1000 < 1e6 * chosen.seconds
    assert (
        len(found(chosen, 1)) == sum(map(len, mrv.MrvSearch(mrv.compile_tables(problem_of(cover))))) == 19952
    )


@pytest.mark.parametrize("name", ["pento6x10", "onesided3x30", "nocrossings3x20", "soma", "tetris-twice"])
def test_packings_are_sifted(name: str) -> None:
    assert plan(instance(name)).kind == "sift"


def test_the_anchor_is_a_small_share_of_few_cubes() -> None:
    """Of a third of 60, a quarter of 12, a quarter of 80 and half of 4 cubes the second; none leaves all."""

    def anchor(orbits: int, size: int) -> list[list[tuple[int, ...]]]:
        return [[(size * k + i,) for i in range(size)] for k in range(orbits)]

    anchors = [FREE, anchor(20, 3), anchor(3, 4), anchor(20, 4), anchor(2, 2), anchor(2, 1)]
    assert smallest(anchors) is anchors[2]
    assert smallest([FREE, anchors[5]]) is FREE
    assert smallest([anchors[1], anchors[5]]) is anchors[1]
    cover = instance("dominoes4x4")
    assert plan(cover, [FREE, [[(3,), (5,)], [(7,), (9,)]]]).cubes == ((3,), (7,))


def first_item(options: list[frozenset[int]], left: frozenset[int]) -> int:
    """Nodes of the search by the first item."""
    nodes = 0
    for chosen in (option for option in options if left and min(left) in option):
        nodes += 1 + first_item([option for option in options if not option & chosen], left - chosen)
    return nodes


def fewest_first(options: list[frozenset[int]], left: frozenset[int], depth: int | None = None) -> int:
    """Nodes of the search by the first of the items with the fewest options, until one block of options is left;
    above a depth, or with those below it, by the first item.
    """
    item = min(left, key=lambda i: (sum(i in option for option in options), i))
    nodes = 0
    for chosen in (option for option in options if item in option):
        rest = [option for option in options if not option & chosen]
        nodes += 1
        if depth == 1 or not left - chosen or not left - chosen <= frozenset().union(*rest):
            continue
        if len(rest) > LANES:
            nodes += fewest_first(rest, left - chosen, depth and depth - 1)
        elif depth is None:
            nodes += first_item(rest, left - chosen)
    return nodes


def test_sifting_takes_the_item_with_the_fewest_options() -> None:
    """Of few options, and of more than the bit planes count; else it would find the same in more nodes."""
    rng = random.Random(4)
    rooks = [(r, 24 + c) for r in range(24) for c in range(24) if rng.random() < 0.9]
    for problem, depth in ((problem_of(instance("tetris4x7")), 4), (CoverProblem(48, 0, rooks), 2)):
        search, rows = sift.SiftSearch(sift.compile_tables(problem)), 0
        while not search.done:
            rows += len(search.batch(stop=depth))
        assert search.solutions == rows > 0
        options = [frozenset(option) for option in problem.options]
        assert search.nodes == fewest_first(options, frozenset(range(problem.n_primary)), depth)


@some("number", 40)
def test_a_child_that_lacks_an_option_for_an_item_of_any_word_is_no_node(number: int) -> None:
    """Random covers with their items anywhere among 100, of which the rest has one option."""
    rng, dead = random.Random(7), 0
    for _ in range(number):
        small = random_problem(rng, False, False)
        place = rng.sample(range(100), 100)
        inside = [option for option in small.options if max(option) < small.n_primary]
        options = [frozenset(place[i] for i in option) for option in inside]
        options.append(frozenset(place[small.n_primary :]))
        search = sift.SiftSearch(sift.compile_tables(CoverProblem(100, 0, [sorted(o) for o in options])))
        while not search.done:
            search.batch()
        assert search.nodes == fewest_first(options, frozenset(range(100)))
        dead += search.nodes > 3 * search.solutions
    assert dead > number / 4


def test_sifting_is_estimated() -> None:
    """Probes of the whole tree, and of the two halves that the cubes of its first item make."""
    problem = problem_of(instance("dominoes4x4"))
    tables = sift.compile_tables(problem)
    search = sift.SiftSearch(tables)
    while not search.done:
        search.batch()
    guess = sift.estimate(tables, probes=4_000)
    assert guess.nodes == pytest.approx(search.nodes, rel=0.1)
    assert guess.solutions == pytest.approx(36, rel=0.1)
    cubes = [(o,) for o, option in enumerate(problem.options) if tables.first in option]
    parts = sift.estimate(tables, cubes, 4_000)
    assert len(parts.nodes_by_cube) == len(cubes) == 2
    assert sum(parts.solutions_by_cube) == parts.solutions == pytest.approx(36, rel=0.1)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("pento3x20", 8),
        ("dominoes6x6", 6728),
        ("nocrossings3x20", 8),
        ("tetris4x7", None),
        ("squares-and-dominoes4x4", None),
        ("sizes123", None),
        pytest.param("pento6x10", 9356, marks=pytest.mark.slow),
    ],
)
def test_all_find_the_same_packings(name: str, count: int | None) -> None:
    assert agreed(instance(name)) == count or count is None


@pytest.mark.parametrize(("counts", "clauses"), [(False, False), (True, True)])
@some("number", 60)
def test_all_find_the_same_random_covers(counts: bool, clauses: bool, number: int) -> None:
    rng = random.Random(5)
    covers = [cover_of(random_problem(rng, counts, clauses)) for _ in range(number)]
    assert sum(agreed(cover) > 1 for cover in covers) > number / 12
    assert all(sift.fits(problem_of(cover)) for cover in covers)


def test_cubes_are_kept_to() -> None:
    """The X pentomino's placements as first cubes: every solution once, each beginning with its cube's."""
    cover = instance("pento3x20")
    first = next(item for item in range(cover.n_primary) if sum(item in o for o in cover.options) == 18)
    cubes = tuple((o,) for o, items in enumerate(cover.options) if first in items)
    for chosen in every(cover):
        assert sorted(map(sorted, found(replace(chosen, cubes=cubes), 3))) == sorted(
            map(sorted, found(chosen, 1))
        )
