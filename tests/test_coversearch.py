"""The choice of a search for a cover, and that all searches find the same, with any number of threads."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.helpers import INSTANCES, made, some
from tests.test_mrv import clues, sudoku
from tests.test_scan import random_problem
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.backend import Deadline
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend
from zenkai_solver.solvers.engines.exactcover.kernels import mrv, scan, sift
from zenkai_solver.solvers.engines.exactcover.plan import MRV_NODE, SPLIT, Engine, Plan, batches, plan

ENGINE = ExactCoverBackend(1)


def cover_of(problem: scan.Problem) -> Cover:
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
    """The search as planned for each kind that takes the cover; the nodes are such that it is split among threads."""
    order = tuple(scan.derive_orders(problem_of(cover))[0])
    many = 1e9 * SPLIT
    kinds = ["mrv", "sift"] if sift.fits(problem_of(cover)) else ["mrv"]
    others = (Plan(cover, kind, (), ((),), many, ()) for kind in kinds)
    return [Plan(cover, "scan", order, ((),), many, ()), *others]


def problem_of(cover: Cover) -> scan.Problem:
    return scan.Problem(
        cover.n_primary, cover.n_secondary, cover.options, cover.group, cover.lo, cover.hi, cover.clauses
    )


def found(chosen: Plan, workers: int) -> list[tuple[int, ...]]:
    """The solutions in the order of the search."""
    rows = [row for block, _ in batches(chosen, workers, Deadline()) for row in block.tolist()]
    return [tuple(o for o in row if o >= 0) for row in rows]


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


def test_sudoku_is_searched_by_mrv() -> None:
    cover = cover_of(sudoku(4, clues(4, 115)))
    chosen = plan(cover)
    assert chosen.kind == "mrv"
    assert len(chosen.considered) == 2
    assert len(found(chosen, 1)) == mrv.count(mrv.compile_tables(problem_of(cover))) == 19952


def test_packing_is_searched_by_scan() -> None:
    assert plan(instance("pento6x10")).kind == "scan"


def test_a_short_search_is_sifted() -> None:
    assert plan(instance("soma")).kind == "sift"


def test_a_scan_that_is_far_behind_is_not_considered() -> None:
    """Of 2x5x6 few probes tell; pento6x10 above is not sifted, although a few probes promise as much."""
    chosen = plan(instance("solid2x5x6"))
    assert chosen.kind == "sift"
    assert [said.endswith("without an anchor") for said in chosen.considered] == [True, False]


def fewest_first(options: list[frozenset[int]], left: frozenset[int], depth: int) -> int:
    """Nodes above a depth of the search by the first of the items with the fewest options."""
    item = min(left, key=lambda i: (sum(i in option for option in options), i))
    nodes = 0
    for chosen in (option for option in options if item in option):
        rest = [option for option in options if not option & chosen]
        nodes += 1
        if depth > 1 and left - chosen and left - chosen <= frozenset().union(*rest):
            nodes += fewest_first(rest, left - chosen, depth - 1)
    return nodes


def test_sifting_takes_the_item_with_the_fewest_options() -> None:
    """Of few options, and of more than the bit planes count; else it would find the same in more nodes."""
    rng = random.Random(4)
    rooks = [(r, 24 + c) for r in range(24) for c in range(24) if rng.random() < 0.9]
    for problem, depth in ((problem_of(instance("tetris4x7")), 4), (scan.Problem(48, 0, rooks), 2)):
        search, rows = sift.SiftSearch(sift.compile_tables(problem)), 0
        while not search.done:
            rows += len(search.batch(stop=depth))
        assert search.found == rows > 0
        options = [frozenset(option) for option in problem.options]
        assert search.nodes == fewest_first(options, frozenset(range(problem.n_primary)), depth)


def test_sifting_is_for_few_items_that_are_covered_once() -> None:
    assert sift.fits(problem_of(instance("dominoes8x8")))
    assert not sift.fits(problem_of(instance("nocrossings3x20")))
    assert not sift.fits(scan.Problem(129, 0, [(i,) for i in range(129)]))
    assert not sift.fits(scan.Problem(1, 128, [(0, i) for i in range(1, 129)]))
    assert not sift.fits(scan.Problem(2, 0, [(0,), (1,)], (-1, 0), (0,), (1,)))


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
    assert len(parts.by_cube) == len(cubes) == 2
    assert sum(parts.solutions_by_cube) == parts.solutions == pytest.approx(36, rel=0.1)


AZTEC = """
.....##.....
....####....
...######...
..########..
.##########.
#####..#####
"""  # the upper half of a board for all tetrominoes and pentominoes


def test_few_probes_do_not_choose_a_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first probes promise an MRV search of some seconds, and the planner does not believe them.

    It is sifted five times as fast as scanned; what is chosen between the others is asked here.
    """
    monkeypatch.setattr(sift, "fits", lambda problem: False)
    upper = AZTEC.split()
    board = "\n".join(upper + upper[::-1])
    puzzle = made("packing", {"board": board, "pieces": ["tetrominoes", "pentominoes"]})
    cover = cover_view(puzzle.model())
    chosen = plan(cover)
    assert chosen.kind == "scan"
    assert chosen.known == Engine(chosen).tables.need_mask.max().item().bit_length() > scan.USUAL
    few = mrv.estimate(mrv.compile_tables(problem_of(cover)), [()], 400).nodes * MRV_NODE
    assert few < chosen.seconds


@pytest.mark.parametrize("known", [18, pytest.param(20, marks=pytest.mark.broad)])
def test_tables_that_reach_further_lose_nothing(known: int) -> None:
    cover = instance("pento5x12")
    order = scan.derive_orders(problem_of(cover))[0]
    sets, nodes = [], []
    for reach in (14, known):
        search = scan.ScanSearch(scan.compile_tables(problem_of(cover), order, known=reach))
        sets.append(sorted(tuple(row) for rows in search for row in rows.tolist()))
        nodes.append(search.nodes)
    assert sets[0] == sets[1]
    assert len(sets[0]) == 4040
    assert nodes[1] < 0.7 * nodes[0]


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
    assert any(sift.fits(problem_of(cover)) for cover in covers) is not (counts or clauses)


def test_cubes_are_kept_to() -> None:
    """The X pentomino's placements as first cubes: every solution once, each beginning with its cube's."""
    cover = instance("pento3x20")
    first = next(item for item in range(cover.n_primary) if sum(item in o for o in cover.options) == 18)
    cubes = tuple((o,) for o, items in enumerate(cover.options) if first in items)
    for chosen in every(cover):
        assert sorted(map(sorted, found(replace(chosen, cubes=cubes), 3))) == sorted(
            map(sorted, found(chosen, 1))
        )
