"""Where constraints about graphs are stated by cuts, they never become clauses: in no room, at any size."""

from __future__ import annotations

from itertools import combinations, islice, product

import pytest

from zenkai_solver.models.constraints import Clause, Components, Connected, Constraint, OnGraph, SingleLoop
from zenkai_solver.models.csp import Model
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Clue, Fact
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.cubes.splitting import Splitter, proof_fault
from zenkai_solver.solvers.engines.sat import cnf
from zenkai_solver.solvers.engines.sat.cutting import lowered
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.uniqueness.others import SatOthers


def grid(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    cells = list(product(range(rows), range(columns)))
    return tuple(
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(cells), 2)
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    )


@pytest.fixture(autouse=True)
def plain_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def plainly(graph: OnGraph, *_: object) -> None:
        raise AssertionError(f"{type(graph).__name__} is made clauses")

    monkeypatch.setattr(cnf, "plainly", plainly)


def shading(size: int, *more: Constraint) -> Model:
    """Connected cells."""
    lits = tuple(range(1, size * size + 1))
    return Model(lits, (Connected(lits, grid(size, size)), *more), lits)


def loop(size: int, *more: Constraint) -> Model:
    edges = grid(size, size)
    lits = tuple(range(1, len(edges) + 1))
    return Model(lits, (SingleLoop(lits, edges), *more), lits)


@pytest.mark.parametrize("model", [shading(20), loop(20)], ids=["connected", "loop"])
def test_cubes_are_split_by_what_is_stated(model: Model) -> None:
    splitter = Splitter(model)
    cubes = splitter.split((), 1.0, 8)
    parents = {cube.parent for cube in cubes}
    assert len([cube for cube in cubes if cube.state == "open"]) >= 8
    for parent in parents:
        own = cubes[parent].cube if parent >= 0 else ()
        children = [cube.cube for cube in cubes if cube.parent == parent]
        assert proof_fault(splitter.propagate, own, children) is None


def test_each_place_of_a_rule_about_components_is_a_root_of_one_cut() -> None:
    graphs = [Components((1, 2, 3), ((0, 1), (1, 2)), (1, 1, 1), (root,), 2, 1000) for root in range(3)]
    cuts = lowered(Model((1, 2, 3), (*graphs, Clause((1,))), (1, 2, 3)))[1]
    assert [cut.graph.roots for cut in cuts] == [(0, 1, 2)]


def test_the_cubes_have_all_solutions() -> None:
    model = loop(4)
    every = sorted(SatBackend().solutions(model))
    opened = SatBackend().open(model)
    cubes = [cube.cube for cube in Splitter(model).split((), 1.0, 6) if cube.state == "open"]
    assert len(cubes) > 2
    assert sorted(own for cube in cubes for own in opened.solutions(cube)) == every


def test_other_solutions_are_found_by_cuts() -> None:
    """Two cells in opposite corners: what joins them is open; all cells but one given, nothing else fits."""
    size = 12
    corners = Clause((1,)), Clause((size * size,))
    model, goal = shading(size, *corners), tuple(range(1, size * size + 1))
    clues = [Clue(f"{var}", Fact(f"{var}"), (var,)) for var in goal]
    others = SatOthers(model, clues, goal)
    lacked = others.lacking(())
    assert lacked is not None
    left = {var for var in goal if var - 1 not in lacked}
    assert {1, size * size} <= left
    assert others.lacking(range(len(clues))) is None
    others.close()


ROOMS = "\n".join(f"  {chr(65 + r * 26 // 60) * 60}" for r in range(60))
BLANK = {
    "slitherlink": ("size: 60x60", "several"),
    "masyu": ("size: 60x60", "several"),
    "nurikabe": ("size: 60x60", "none"),  # no island has a number, and all shaded is a pool
    "starbattle": (f"regions: |\n{ROOMS}\nstars: 1", "none"),  # 26 regions, 60 rows
}


@pytest.mark.broad
@pytest.mark.parametrize("name", BLANK)
def test_blank_boards_of_60x60_are_decided(name: str) -> None:
    """Each in some seconds; two solutions are all that is asked for."""
    keys, answer = BLANK[name]
    puzzle = loads(f"puzzle: {name}\n{keys}\n", name)
    boards = (chunk for chunk in prepare(puzzle, symmetry="all").chunks() if len(chunk))
    assert ["none", "unique", "several"][len(list(islice(boards, 2)))] == answer
