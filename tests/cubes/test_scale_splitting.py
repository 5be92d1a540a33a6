"""Cubes are disjoint and together the whole: of random models, and of instances of every family."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import strategies as st

from tests.engines.test_differential import models
from tests.helpers import INSTANCES, PATIENCE, ROOT, brute_force, given_some
from tests.scale_helpers import environment, plain
from zenkai_solver.models.constraints import AtMostOne, ExactlyOne
from zenkai_solver.models.csp import Cube, Model, Solution, restrict
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.core.backend import Opened
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.cubes.jobs import Closed, Planned, RunTask, SearchCube
from zenkai_solver.solvers.cubes.session import Session
from zenkai_solver.solvers.cubes.splitting import Propagate, Splitter, SubCube, proof_fault
from zenkai_solver.solvers.engines.table import make

SAT = make("sat")


# ---- proofs


def splits(cube: Cube, subcubes: Sequence[SubCube]) -> list[tuple[Cube, list[SubCube]]]:
    """Each cube of the tree that is split, with its children."""
    parents = [-1, *(i for i, subcube in enumerate(subcubes) if subcube.state == "split")]
    cubes = {-1: cube, **{i: subcube.cube for i, subcube in enumerate(subcubes)}}
    return [(cubes[i], [subcube for subcube in subcubes if subcube.parent == i]) for i in parents if subcubes]


def check_tree(propagate: Propagate, cube: Cube, subcubes: Sequence[SubCube]) -> None:
    for parent, children in splits(cube, subcubes):
        cubes = [child.cube for child in children]
        assert proof_fault(propagate, parent, cubes) is None
        check_teeth(propagate, parent, children)
    for subcube in subcubes:
        assert (propagate(subcube.cube) is None) == (subcube.state == "refuted")
        assert subcube.weight > 0 or subcube.state != "open"


def check_teeth(propagate: Propagate, parent: Cube, children: Sequence[SubCube]) -> None:
    """Every way to spoil a proof is noticed, if a child has something to lose."""
    cubes = [child.cube for child in children]
    for i, child in enumerate(children):
        others = [*cubes[:i], *cubes[i + 1 :]]
        flipped = (*parent, -child.cube[-1])
        wrong = [[*cubes, child.cube], [*others, (*child.cube, 1)], [*others, parent]]
        if child.state != "refuted":
            wrong += [others, [*others, flipped]]
        if any(other.state != "refuted" for other in children if other is not child):
            wrong.append([*cubes, flipped])
        for spoiled in wrong:
            assert proof_fault(propagate, parent, spoiled) is not None, (parent, cubes, spoiled)


# ---- random models


def leaves(cube: Cube, subcubes: Sequence[SubCube]) -> list[Cube]:
    return [subcube.cube for subcube in subcubes if subcube.state == "open"] if subcubes else [cube]


def check_cubes(model: Model, engine: Opened | None, expected: Sequence[Solution], wanted: int) -> None:
    splitter = Splitter(model, engine)
    subcubes = splitter.split((), 1.0, wanted)
    check_tree(splitter.propagate, (), subcubes)
    found: list[Solution] = []
    for leaf in leaves((), subcubes):
        deeper = splitter.split(leaf, 1.0, 3)
        check_tree(splitter.propagate, leaf, deeper)
        for cube in leaves(leaf, deeper):
            inside = sorted(SAT.solutions(restrict(model, cube)))
            assert engine is None or searched(engine, cube) == inside
            found += inside
    assert sorted(found) == expected
    for subcube in subcubes:
        assert subcube.state != "refuted" or not list(SAT.solutions(restrict(model, subcube.cube)))


def searched(engine: Opened, cube: Cube) -> list[Solution]:
    batches = engine.batches(cube)
    return sorted(tuple(row[row > 0].tolist()) for rows, _ in batches for row in rows.copy())


@given_some(80, models(), st.integers(2, 9))
def test_cubes_of_random_models(model: Model, wanted: int) -> None:
    check_cubes(model, None, brute_force(model), wanted)


@pytest.mark.parametrize("lits", [(1, 1), (1, -1, 2), (-1, 2, 2)])
def test_variables_that_are_there_twice(lits: tuple[int, ...]) -> None:
    model = Model((1, 2), (AtMostOne(lits),), (1, 2))
    check_cubes(model, None, brute_force(model), 8)


@st.composite
def covers(draw: st.DrawFn) -> Model:
    """Five items to be covered exactly by some of up to twelve options."""
    options = draw(st.lists(st.sets(st.integers(0, 4), min_size=1, max_size=3), min_size=1, max_size=12))
    items = [tuple(v for v, option in enumerate(options, 1) if item in option) for item in range(5)]
    body = tuple(ExactlyOne(item) for item in items)
    return Model(tuple(range(len(options))), body, tuple(range(1, len(options) + 1)))


@given_some(100, covers(), st.integers(2, 9))
def test_cubes_of_random_covers(model: Model, wanted: int) -> None:
    engine = make("exactcover")
    try:
        opened = engine.open(model)
    except Unsupported:
        return
    check_cubes(model, opened, brute_force(model), wanted)


# ---- instances

FAMILIES = {
    "dominoes4x4": ("exactcover", "sat", "cpsat"),
    "dominoes6x6": ("exactcover",),
    "pento3x20": ("exactcover",),
    "tetris4x7": ("exactcover", "sat"),
    "squares-and-dominoes4x4": ("auto", "sat"),
    "t-partial": ("auto",),
    "sizes123": ("auto",),
    "atmostonce3x5": ("auto",),
    "sudoku/many": ("sudoku", "sat", "exactcover"),
    "sudoku/several": ("sudoku",),
    "sudoku/empty4": ("auto",),
    "sudoku/thermo": ("auto",),
    "nonogram/permutations5": ("lines", "sat"),
    "nonogram/touching": ("lines",),
    "nonogram/domino3": ("lines", "cpsat"),
    "dissection/gpcc2005-square": ("dissect",),
    "dissection/staircase2x8": ("dissect",),
}
CASES = [(name, backend) for name, backends in FAMILIES.items() for backend in backends]


@pytest.fixture(autouse=True, scope="module")
def _solvers_are_let_go() -> Iterator[None]:
    yield
    planned.cache_clear()


@cache
def planned(name: str, backend: str, symmetry: str) -> tuple[Session, list[Planned]]:
    instance = load(INSTANCES / f"{name}.yaml")
    session = Session(RunTask(instance.name, instance.text, symmetry, (backend,)))
    answers = [session.plan(stage) for stage in range(len(session.of_stage))]
    return session, answers


@pytest.mark.parametrize("symmetry", ["orbits", "all"])
@pytest.mark.parametrize(("name", "backend"), CASES)
def test_leaves_have_every_solution_once(name: str, backend: str, symmetry: str) -> None:
    session, plans = planned(name, backend, symmetry)
    for plan in plans:
        if found := lines(session, plan):
            break
    bare = sorted(line.replace(b', "least": true', b"") for line in found)
    stated = plain(name, "--symmetry", symmetry).body.splitlines(keepends=True)
    assert [line.partition(b', "orbit"')[0] for line in bare] == [
        b'{"board' + line.partition(b'"board')[2].partition(b', "orbit"')[0] for line in stated
    ]


def test_a_worker_whose_auto_chooses_another_engine() -> None:
    """Times decide that: the cubes are searched by the engine that the run was planned with all the same."""
    _, [plan] = planned("dominoes4x4", "sat", "orbits")
    other, [chosen] = planned("dominoes4x4", "auto", "orbits")
    assert chosen.backends != plan.backends
    assert len(lines(other, plan)) == plain("dominoes4x4").footer["count"]


def lines(session: Session, plan: Planned) -> list[bytes]:
    """Of all leaves of a plan, as in shards."""
    found = b""
    cubes = [
        subcube.cube for subcube in plan.subcubes if subcube.state == "open"
    ]  # a stage may have no parts
    for number, cube in enumerate(cubes):
        job = SearchCube(number, plan.space, cube, 1.0, plan.backends[0], 1e6, None, 1 << 30)
        answer = session.search(job)
        assert isinstance(answer, Closed)
        found += answer.data
    return found.splitlines(keepends=True)


BY_SAT = ("pento3x20", "tetris4x7")  # which take the sat engine long
TREES = [
    pytest.param(*case, marks=[pytest.mark.slow] * (case[0] in BY_SAT))
    for case in CASES
    if case[1] != "dissect"
]


@pytest.mark.parametrize(("name", "backend"), TREES)
def test_trees_of_instances_are_proved(name: str, backend: str) -> None:
    session, [plan] = planned(name, backend, "orbits")
    prepared, engine = session.engine(plan.space, plan.backends[0])
    model = prepared.breaking.model
    splitter = session.splitter(plan.space, engine)
    if len(plan.subcubes) > 1:
        check_tree(splitter.propagate, (), plan.subcubes)
    expected = sorted(SAT.solutions(model))
    by_sat = [found for cube in leaves((), plan.subcubes) for found in SAT.solutions(restrict(model, cube))]
    assert sorted(by_sat) == expected
    for subcube in plan.subcubes:
        assert subcube.state != "refuted" or not list(SAT.solutions(restrict(model, subcube.cube)))


@pytest.mark.parametrize("name", ["dominoes6x6", "sudoku/many", "nonogram/permutations5"])
def test_a_cube_of_a_cube(name: str) -> None:
    """What becomes of a cube that is too much work."""
    session, [plan] = planned(name, "auto", "orbits")
    _, engine = session.engine(plan.space, plan.backends[0])
    splitter = session.splitter(plan.space, engine)
    for leaf in leaves((), plan.subcubes)[:10]:
        if subcubes := splitter.split(leaf, 1.0, 4):
            check_tree(splitter.propagate, leaf, subcubes)
            assert searched(engine, leaf) == sorted(
                found for cube in leaves(leaf, subcubes) for found in searched(engine, cube)
            )


PLAN = """
import json, sys
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.cubes.jobs import RunTask
from zenkai_solver.solvers.cubes.session import Session
for path in sys.argv[1:]:
    instance = load(path)
    session = Session(RunTask(instance.name, instance.text, "orbits", ("auto",)))
    plan = session.plan(0)
    print(json.dumps([str(plan.space), [[t.parent, t.cube, t.weight, t.state] for t in plan.subcubes]]))
"""


def test_the_same_cubes_in_every_process() -> None:
    """Parts of a run on several machines rely on it."""
    names = (
        "pento3x20",
        "dominoes6x6",
        "sudoku/many",
        "nonogram/permutations5",
        "dissection/gpcc2005-square",
    )
    paths = [str(INSTANCES / f"{name}.yaml") for name in names]
    said = [
        subprocess.run(
            [sys.executable, "-c", PLAN, *paths],
            env=environment(PYTHONHASHSEED=seed),
            cwd=ROOT,
            timeout=PATIENCE,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert [bool(json.loads(line)[1]) for line in said[0].splitlines()] == [True] * len(names)
