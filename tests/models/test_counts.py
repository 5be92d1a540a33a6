"""What `--count` counts: every solution it visits is checked, and what was not looked at is said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest

import zenkai_solver as zenkai
from scripts import records
from tests.helpers import INSTANCES, shipped
from tests.scale_helpers import _called, kept, merge, path_of, run
from zenkai_solver.models.csp import Cube, Model
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.certificates import certificate
from zenkai_solver.solvers.commands import verify as verifying
from zenkai_solver.solvers.core import pipeline
from zenkai_solver.solvers.core.backend import Batch, Counted
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.core.pipeline import Prepared, prepare
from zenkai_solver.solvers.engines.exactcover import counting
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend
from zenkai_solver.solvers.engines.exactcover.kernels.orders import derive_orders
from zenkai_solver.solvers.engines.exactcover.kernels.problem import CoverProblem
from zenkai_solver.solvers.engines.exactcover.quotient import CountingProblem
from zenkai_solver.solvers.engines.exactcover.states import Effort


def wrong_in_the_middle(prepared: Prepared) -> Prepared:
    """The same with an engine of which one solution, neither the first ones nor the last, lacks a piece."""
    batches = type(prepared.opened).batches

    class Wrong(type(prepared.opened)):  # type: ignore[misc]
        def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
            for rows, progress in batches(self, cube, deadline):
                if len(rows) > 2 + pipeline.WITNESSES:
                    rows = rows.copy()
                    rows[-2, -1] = 0
                yield rows, progress

    given = {field.name: getattr(prepared.opened, field.name) for field in fields(prepared.opened)}
    return replace(prepared, opened=Wrong(**given))


@pytest.mark.parametrize("name", ["dominoes6x6", "threecolours4x5", "sudoku/many"])
def test_each_solution_that_is_counted_is_checked(name: str) -> None:
    """Packings are checked many at a time, those with rules and other families one by one."""
    prepared = prepare(shipped(INSTANCES / f"{name}.yaml"))
    stream = wrong_in_the_middle(prepared).counts()
    assert stream is not None
    with pytest.raises(WrongSolution, match="breaks the rules"):
        list(stream)
    *_, last = prepared.counts() or ()
    assert last.checked == last.visited >= last.counted.count > pipeline.WITNESSES


def test_what_was_not_checked_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five one by one, and the last of the one batch."""
    monkeypatch.setattr(pipeline, "SINGLY", 5)
    outcome = run(path_of("sudoku/many"), "--count")
    assert outcome.code == 0
    expect = shipped(INSTANCES / "sudoku/many.yaml").expect["all"]
    assert f"in all; 6 of {expect:,} solutions visited were checked; search ended; " in outcome.out
    assert "every solution" not in outcome.out


def test_what_was_not_checked_is_said_of_a_count_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "SINGLY", 5)
    prepared = prepare(shipped(INSTANCES / "sudoku/many.yaml"))
    first = next(prepared.counts() or iter(()))
    assert 5 <= first.checked < first.visited


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("dominoes8x8", "counted to the end by dynamic programming, no solution checked"),
        ("nonogram/domino3", "every solution checked; search ended"),
        ("dominoes4x4", "every solution checked; search ended"),
        ("sudoku/four", "every solution checked; search ended"),
    ],
)
def test_the_verdict_says_how_it_was_counted(name: str, said: str) -> None:
    outcome = run(path_of(name), "--count")
    assert outcome.code == 0, outcome
    assert f" in all; {said}; " in outcome.out


def test_parts_of_a_nonogram_are_multiplied_and_that_is_said() -> None:
    outcome = run(path_of("nonogram/touching"), "--count")
    assert " in all; counted to the end by the product of independent parts, no solution" in outcome.out


def test_a_second_engine_and_dynamic_programming_are_both_said() -> None:
    # SAT needs minutes for the twelve million.
    outcome = run(path_of("dominoes8x8"), "--count", "--cross-check", "sat", "--time-limit", 2)
    assert outcome.code == 3
    assert " in all so far; incomplete (time limit before it was proved); " in outcome.out


def test_a_kept_run_that_counts_has_checked_each_solution(tmp_path: Path) -> None:
    outcome = kept("dominoes4x4", tmp_path / "run", "--count")
    assert "9 up to symmetry, 36 in all; every solution checked; search ended; " in outcome.out


# ---- a second way to what is counted by states

DYNAMIC = ("dominoes6x8", "dominoes8x8")  # `test_no_other_count_is_by_states` holds the list
PROVED = ("dominoes8x8", "dominoes10x10")  # certificates of which are shipped

Orders = Callable[[CountingProblem], Sequence[int]]


def order(number: int) -> Orders:
    """Another way through the items than the narrowest: as given, along the slowest vector, or its reverse."""

    def chosen(problem: CountingProblem) -> Sequence[int]:
        options = [option.items for option in problem.options]
        secondary = 1 + max((i for o in options for i in o), default=0) - problem.n_primary
        orders = derive_orders(CoverProblem(problem.n_primary, max(0, secondary), options))
        return [*orders, orders[0][::-1]][number % (len(orders) + 1)]

    return chosen


def counts_by_each_order(model: Model, monkeypatch: pytest.MonkeyPatch, effort: float) -> list[Counted]:
    """Those that cost no more than the effort."""
    found = []
    for number in range(4):
        monkeypatch.setattr(counting, "_narrowest", order(number))
        found.append(counting.count(cover_view(model), model.symmetries, effort=Effort(effort)))
    monkeypatch.undo()
    return [counted for counted in found if counted is not None]


@pytest.mark.parametrize("name", DYNAMIC)
def test_counts_by_states_have_a_second_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other order of the items, and what the literature has: `expect`."""
    model, expect = (
        shipped(INSTANCES / f"{name}.yaml").puzzle.model(),
        shipped(INSTANCES / f"{name}.yaml").expect,
    )
    counted = ExactCoverBackend(1).open(model).count()
    assert counted is not None
    others = counts_by_each_order(model, monkeypatch, 100.0)
    assert len(others) == 4
    assert {counted, *others} == {counted}
    assert {key: getattr(counted, key) for key in expect} == dict(expect)


@pytest.mark.parametrize("name", PROVED)
def test_counts_by_states_agree_with_their_certificates(name: str) -> None:
    proved = certificate.check(records.RECORDS / f"{name}.cert")
    text = f"puzzle: packing\nboard: {name.removeprefix('dominoes')}\npieces: dominoes\ncounts: any\n"
    counted = counting.count(cover_view(loads(text, name).puzzle.model()))
    assert counted is not None
    assert counted.all == proved.all


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name == "dominoes8x8" else []) for name in DYNAMIC],
)
def test_counts_by_states_agree_with_visiting(name: str) -> None:
    prepared = prepare(shipped(INSTANCES / f"{name}.yaml"))
    *_, last = prepared.counts() or ()
    assert last.counted == prepared.opened.count()
    assert last.checked == last.visited


NAMES = sorted(str(path.relative_to(INSTANCES).with_suffix("")) for path in INSTANCES.rglob("*.yaml"))


@pytest.mark.slow
def test_no_other_count_is_by_states() -> None:
    found = []
    for name in NAMES:
        prepared = prepare(shipped(INSTANCES / f"{name}.yaml"))
        if isinstance(prepared.backend, ExactCoverBackend) and prepared.opened.count():
            found.append(name)
    assert tuple(found) == DYNAMIC


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_cover_by_states_as_far_as_that_goes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that a run would rather visit: all orders agree, with the numbers that are known."""
    instance = shipped(INSTANCES / f"{name}.yaml")
    prepared = prepare(instance)
    if not isinstance(prepared.backend, ExactCoverBackend) or not cover_view(prepared.model).possible:
        pytest.skip("no exact cover")
    found = counts_by_each_order(prepared.model, monkeypatch, 20.0)
    assert len(set(found)) <= 1
    for counted in found:
        assert {key: getattr(counted, key) for key in instance.expect} == dict(instance.expect)


# ---- a run cut short


def test_a_run_cut_short_claims_no_total(tmp_path: Path) -> None:
    """Nor does what reads its file, nor a collection in Python."""
    path = tmp_path / "some.jsonl"
    outcome = run(path_of("dominoes4x4"), "--limit", 3, "-o", path)
    assert outcome.code == 3
    found = sum(json.loads(line)["orbit"] for line in path.read_text().splitlines()[1:-1])
    said = f"3 up to symmetry, {found} in all so far; incomplete (limit of 3 solutions)"
    assert said in outcome.out
    assert said in _called(verifying.main, [path]).out
    some = zenkai.solve(INSTANCES / "dominoes4x4.yaml", limit=3)
    assert len(list(some)) == 3
    assert said in repr(some)


def test_a_kept_run_cut_short_claims_no_total(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes6x6", folder, "--shard", "1/2").code == 0
    outcome = merge(folder, "-o", tmp_path / "part.jsonl", "--partial")
    assert outcome.code == 3
    assert re.search(r"[\d,]+ up to symmetry, [\d,]+ in all so far; incomplete", outcome.out)


def test_a_condition_whose_clauses_are_not_symmetric_is_counted_by_visiting() -> None:
    """C is at C1 wherever it lies; the clauses that say so leave out B at A1 and B1, but not B at C1 and D1."""
    pieces = "pieces: [monominoes, dominoes, trominoes I]\ncounts: any\n"
    text = f"puzzle: packing\nboard: 1x4\n{pieces}where: (M@A1 or M@D1) and I@C1\n"
    model = loads(text, "x").puzzle.model()
    assert len(set(model.symmetries)) == 2
    assert counting.count(cover_view(model), model.symmetries) is None
    found = [zenkai.count(text, backend=backend) for backend in ("exactcover", "sat")]
    assert [(one.count, one.all) for one in found] == [(1, 2)] * 2
