"""Collections of solutions: pickled, sent to other processes, with a length and an index once searched."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.python_api import solutions

DOMINOES = "puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: 8\n"
WRONG = DOMINOES.replace("dominoes", "dominos")


def dominoes(**options: Any) -> zenkai.Solutions:
    return zenkai.solve(DOMINOES, **{"backend": "sat"} | options)


def twice(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


# ---- pickled


@pytest.mark.parametrize("name", ["dominoes4x4", "thermo", "nonogram/permutations4", "dissection/ring"])
def test_a_solution_of_each_family_is_pickled(name: str) -> None:
    solution = next(iter(zenkai.solve(name)))
    again = twice(solution)
    assert again == solution
    assert (str(again), again.svg()) == (str(solution), solution.svg())
    assert again.instance.sha256 == solution.instance.sha256


def test_a_condition_is_pickled_with_its_instance() -> None:
    found = zenkai.solve(DOMINOES, where="A1=B1", backend="sat", symmetry="all")
    assert 0 < found.all < 36
    assert list(twice(found)) == list(found)
    [solution] = islice(found, 1)
    assert list(twice(solution).puzzle.violations(["AABB", "CCDD", "EEFF", "GGHH"])) == []
    assert list(twice(solution).puzzle.violations(["ABCC", "ABDD", "EEFF", "GGHH"]))


@pytest.mark.broad
@pytest.mark.parametrize("path", sorted(INSTANCES.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_shipped_instance_is_pickled(path: Path) -> None:
    instance = load(path)
    again = twice(instance)
    assert (again.name, again.text, again.symmetry) == (instance.name, instance.text, instance.symmetry)
    assert (again.expect, again.source) == (instance.expect, instance.source)
    assert again.puzzle == instance.puzzle


def test_thousands_of_solutions_share_one_instance() -> None:
    again = [twice(solution) for solution in dominoes()]
    assert len({id(solution.instance) for solution in again}) == 1


def test_a_collection_is_pickled_with_what_is_known() -> None:
    found = dominoes(limit=5)
    assert twice(found).complete is None
    assert found.count == 5
    again = twice(found)
    assert (again.reason, again.count, len(again)) == ("limit of 5 solutions", 5, 5)
    assert list(again) == list(found)


def test_a_file_is_pickled_by_its_path(tmp_path: Path) -> None:
    found = zenkai.read(dominoes().save(tmp_path / "d.jsonl"))
    assert list(twice(found)) == list(found)
    assert twice(found).summary == found.summary


def _in_a_process(source: str) -> tuple[zenkai.Solutions, list[zenkai.Solution]]:
    found = zenkai.solve(source, backend="sat")
    return found, list(found)


def test_solutions_and_errors_come_back_from_a_process() -> None:
    """An exception that cannot be unpickled breaks the whole pool."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(zenkai.InstanceError) as caught:
            pool.submit(_in_a_process, WRONG).result()
        assert (caught.value.file, caught.value.line, caught.value.where) == ("<text>", 3, ("pieces",))
        found, several = pool.submit(_in_a_process, DOMINOES).result()
    assert several == list(dominoes())
    assert (found.complete, found.count, found.all) == (True, 9, 36)


@pytest.mark.parametrize("kind", [zenkai.ResultsError, zenkai.Unsupported, zenkai.Interrupted])
def test_an_error_is_pickled(kind: type[Exception]) -> None:
    assert (type(twice(kind("why"))), str(twice(kind("why")))) == (kind, "why")


# ---- with a length and an index


def test_length_and_index_of_what_is_finished() -> None:
    found = dominoes()
    assert found.count == 9
    every = list(found)
    assert (len(found), found[0], found[-1]) == (9, every[0], every[8])
    assert found[2:4] == tuple(every[2:4])
    with pytest.raises(IndexError):
        found[9]


@pytest.mark.parametrize(("options", "number"), [({"symmetry": "all"}, 36), ({"limit": 4}, 4)])
def test_the_length_is_the_number_of_what_is_iterated(options: dict[str, Any], number: int) -> None:
    found = dominoes(**options)
    assert [solution.number for solution in found] == list(range(1, number + 1))
    assert len(found) == number


def test_the_length_of_a_file(tmp_path: Path) -> None:
    path = dominoes(symmetry="all").save(tmp_path / "d.jsonl")
    assert (len(zenkai.read(path)), zenkai.read(path)[35].number) == (36, 36)


def test_no_length_before_the_end() -> None:
    found = dominoes()
    for _ in found:
        break
    for action in (lambda: len(found), lambda: found[0], lambda: found[:2]):
        with pytest.raises(TypeError, match=r"the search has not ended.*ask \.count first"):
            action()
    assert len(list(found)) == 9  # which asks for a length, and takes no for an answer


def test_no_length_of_what_was_cut_short() -> None:
    found = zenkai.solve("pento6x10", backend="cpsat", time_limit=0.2)
    assert found.reason is None
    assert found.count < 2339
    with pytest.raises(TypeError, match=r"cut short \(time limit\)"):
        len(found)


def test_no_index_of_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "MOST_KEPT", 8)
    found = dominoes()
    assert found.count == 9
    assert len(found) == 9
    with pytest.raises(TypeError, match="an index keeps all solutions, and 9 are more than 8"):
        found[0]


def test_what_is_said_of_a_loop_that_was_left() -> None:
    found = dominoes()
    assert repr(found) == "<Solutions of puzzle: not searched to the end yet>"
    for _ in islice(found, 2):
        pass
    assert repr(found) == (
        "<Solutions of puzzle: 2 seen, not searched to the end yet; .count searches again from the start>"
    )
    assert found.count == 9
    assert repr(found) == "<Solutions of puzzle: 9 up to symmetry, 36 in all; complete>"
