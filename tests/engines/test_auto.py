"""The choice of an engine where more than one takes the model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.scale_helpers import path_of, run
from zenkai_solver.models.constraints import AtMostOne, Cardinality, ExactlyOne, Linear
from zenkai_solver.models.csp import Advice, Model, ModelBuilder
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.engines import table
from zenkai_solver.solvers.engines.exactcover.cover import visited_soon
from zenkai_solver.solvers.engines.sat.cnf import lower, transitions
from zenkai_solver.solvers.engines.sat.sat import SatBackend
from zenkai_solver.solvers.engines.table import auto


def one_sum(weights: tuple[int, ...]) -> Model:
    """A formula with one sum: half of the total weight."""
    builder = ModelBuilder()
    lits = tuple(builder.variable(i) for i in range(len(weights)))
    builder.add(Linear(weights, lits, 0, sum(weights) // 2))
    return builder.build(range(1, len(weights) + 1), advice=Advice.SUMS)


@pytest.mark.parametrize("name", ["sudoku/killer", "sudoku/little-killer", "formula/weights", "weights5x5"])
def test_sums_go_to_sat(name: str) -> None:
    """Loading OR-Tools takes longer than these searches."""
    assert auto(load(ROOT / "instances" / f"{name}.yaml").puzzle.model())[0].backend.name == "sat"


def test_large_diagrams_go_to_cpsat() -> None:
    wide = one_sum(tuple(100_003 * i + 7**i % 1_009 for i in range(1, 40)))
    assert auto(wide)[0].backend.name == "cpsat"
    assert auto(one_sum(tuple(range(1, 40))))[0].backend.name == "sat"


@pytest.mark.parametrize("weights", [(1,), (3, 1, 2), (5, 7, 11, 13), tuple(range(1, 20)), (1,) * 12])
def test_transitions_are_an_upper_bound(weights: tuple[int, ...]) -> None:
    """At most one auxiliary variable per transition: those that lead nowhere are left out, and small sums have none."""
    model = one_sum(weights)
    assert (len(weights) > 4) <= lower(model).top - model.size <= transitions(model)


@pytest.mark.parametrize(("bars", "few"), [(3, "sat"), (1, "exactcover")])
def test_few_solutions_of_covers_with_few_items_go_to_sat(bars: int, few: str) -> None:
    """Where most constraints only bar options, such as stars that touch, SAT learns what they bar together."""
    builder = ModelBuilder()
    lits = tuple(builder.variable(i) for i in range(6))
    builder.add(
        ExactlyOne(lits[:3]), ExactlyOne(lits[3:]), *(AtMostOne(lits[i : i + 4]) for i in range(bars))
    )
    model = builder.build(range(1, 7))
    assert [auto(model, Options(wanted=n))[0].backend.name for n in (2, None)] == [few, "exactcover"]


def test_few_loops_go_to_sat() -> None:
    model = load(ROOT / "instances" / "genres" / "slitherlink.yaml").puzzle.model()
    assert [auto(model, Options(wanted=n))[0].backend.name for n in (2, None)] == ["sat", "frontier"]


@pytest.mark.parametrize("name", ["pento3x20", "sudoku/thermo"])
def test_a_named_sat_solver_is_used(name: str) -> None:
    model = load(ROOT / "instances" / f"{name}.yaml").puzzle.model()
    opened, _ = auto(model, Options(sat_solver="minisat22"))
    assert isinstance(opened.backend, SatBackend)
    assert opened.backend.solver == "minisat22"


SMALL = ["dominoes4x4", "orientations4x5", "sizes123", "tangram", "torus4x4"]


@pytest.mark.parametrize(
    "name", [*SMALL, "sudoku/sum-line", "genres/kakuro", "genres/aqre", "formula/waerden"]
)
def test_sat_is_chosen_without_numba(name: str) -> None:
    """Loading it takes longer than a small search, and nothing of it is used."""
    code = (
        "import sys; from pathlib import Path; from zenkai_solver.models.loading import load;"
        "from zenkai_solver.solvers.engines.table import auto;"
        "opened, _ = auto(load(Path(sys.argv[1])).puzzle.model()); next(iter(opened.solutions()));"
        "print(opened.backend.name, *{'numba', 'ortools', 'llvmlite', 'numpy'} & set(sys.modules))"
    )
    words = [sys.executable, "-c", code, f"instances/{name}.yaml"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["sat"]


def test_a_loop_of_a_puzzle_is_found_without_numpy() -> None:
    """Loading it, and Numba for the diagram of many loops, takes longer than the search."""
    code = (
        "import sys; from pathlib import Path; from zenkai_solver.models.loading import load;"
        "from zenkai_solver.solvers.core.pipeline import prepare;"
        "prepared = prepare(load(Path('instances/genres/castle.yaml')));"
        "print(prepared.backend.name, sum(len(chunk) for chunk in prepared.chunks()));"
        "print(*{'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["frontier", "1"]


@pytest.mark.parametrize(("thirds", "soon"), [(3, True), (12, False)])
def test_what_a_plain_search_visits_soon(thirds: int, soon: bool) -> None:
    builder = ModelBuilder()
    lits = tuple(builder.variable(i) for i in range(3 * thirds))
    builder.add(*(ExactlyOne(lits[i : i + 3]) for i in range(0, len(lits), 3)))
    model = builder.build(range(1, len(lits) + 1))
    assert visited_soon(model) is soon


@pytest.mark.parametrize("most", [1, 12])
def test_counted_groups_leave_less_to_visit(most: int) -> None:
    """At most one of the first options of twelve items, or any number: 13 choices, or 4,096."""
    builder = ModelBuilder()
    lits = tuple(builder.variable(i) for i in range(24))
    builder.add(*(ExactlyOne(lits[i : i + 2]) for i in range(0, 24, 2)), Cardinality(lits[::2], 0, most))
    assert visited_soon(builder.build(range(1, 25))) is (most == 1)


@pytest.mark.parametrize("name", SMALL)
def test_small_covers_have_the_solutions_of_the_engine_of_covers(name: str, tmp_path: Path) -> None:
    path = str(ROOT / "instances" / f"{name}.yaml")
    command = [sys.executable, "-m", "zenkai_solver.solvers.run", path, "--json", "--quiet", "-o"]
    outputs = [
        subprocess.run([*command, str(tmp_path / "x.jsonl"), *words], capture_output=True, check=True).stdout
        for words in ([], ["--backend", "exactcover"])
    ]
    first, second = (json.loads(said)["digest"] for said in outputs)
    assert first == second


def test_a_small_cover_that_sat_searches_again_goes_to_the_engine_of_covers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "visited_soon", visited_soon)
    done = run(path_of("tangram"), "--cross-check", "sat", "-o", tmp_path / "x.jsonl")
    assert "backend exactcover" in done.out
    assert "two engines agree (the second: sat)" in done.out
