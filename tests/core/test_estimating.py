"""Estimates of the number of solutions: the right expected value, near on instances, and told when it matters."""

from __future__ import annotations

import json
import math
import random
import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from zenkai_solver.models.loading import load
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.core import estimating, searching
from zenkai_solver.solvers.core.backend import SearchTree
from zenkai_solver.solvers.core.deadlines import STOPPED, Deadline, Interrupted
from zenkai_solver.solvers.core.estimating import (
    SAMPLES,
    CountEstimate,
    estimate,
    in_time,
    interval,
    rounded,
    sample,
    spaced,
)
from zenkai_solver.solvers.core.events import CountEstimated
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.core.shipped import find


@dataclass(frozen=True)
class Skewed:
    """A tree whose nodes are numbers: n has the children 0..n-1, of which 0 is a solution."""

    root: int = 6

    def grow(self, nodes: list[int]) -> tuple[int, list[int]]:
        return nodes.count(0), [child for node in nodes for child in range(node)]


@pytest.mark.parametrize("population", [1, 2, 5])
def test_samples_have_the_right_mean(population: int) -> None:
    """The tree has 2^(n-1) solutions, very unevenly divided."""
    numbers = [sample(Skewed(), population, random.Random(seed))[0] for seed in range(2000)]
    assert fmean(numbers) == pytest.approx(32, rel=0.08)


def test_each_node_is_as_likely_as_any_other() -> None:
    """Of 7 nodes 3, by each of the 7 starts: each node three times."""

    class Start(random.Random):
        def randrange(self, *_: int) -> int:
            return next(starts)

    starts = iter(range(7))
    taken = [node for _ in range(7) for node in spaced(range(7), 3, Start())]
    assert sorted(taken) == sorted([*range(7)] * 3)


def test_a_large_population_is_exact() -> None:
    assert sample(Skewed(), 20, random.Random(0)) == (32, True)


@pytest.mark.parametrize(
    ("name", "backend", "number"),
    [
        ("dominoes4x4", "exactcover", 36),
        ("dominoes4x4", "sat", 36),
        ("loops3x3", "sat", 213),  # by cuts
        ("t-partial", "sat", 4),
        ("weights", "sat", 13),
        ("none", "sat", 0),
    ],
)
def test_the_whole_tree_has_every_solution(name: str, backend: str, number: int) -> None:
    with tree(name, backend) as grown:
        assert sample(grown, 1 << 20, random.Random(0)) == (number, True)


def tree(name: str, backend: str) -> AbstractContextManager[SearchTree[Any]]:
    result = prepare(load(find(name)), backend).opened.tree()
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("name", "backend", "number"),
    [
        ("dominoes6x6", "sat", 6728),
        ("loops3x3", "sat", 213),
        ("permutations7", "sat", 5040),
        ("soma", "exactcover", 11520),
        *(
            pytest.param(*row, marks=pytest.mark.broad)
            for row in [
                ("many", "sat", 230),
                ("dominoes8x8", "sat", 12988816),
                ("bedlam", "exactcover", 460464),
                ("pento6x10", "exactcover", 9356),
                ("tetracubes2x4x4", "exactcover", 11120),
                ("solid3x4x5", "exactcover", 31520),
            ]
        ),
    ],
)
def test_samples_are_near(name: str, backend: str, number: int) -> None:
    population = 16 if backend == "sat" else 64
    with tree(name, backend) as grown:
        samples = [sample(grown, population, random.Random(seed))[0] for seed in range(8)]
    assert len(set(samples)) > 1
    assert number / 2 < fmean(samples) < number * 2


def test_the_bounds() -> None:
    low, high = interval([90, 110, 100, 100])
    assert 80 < low < 100 < high < 125
    assert interval([100]) == (0, math.inf)
    assert interval([0, 0]) == (0, math.inf)


@pytest.mark.parametrize(("root", "population", "least"), [(6, 4, 270), (12, 4, 240)])
def test_the_bounds_hold_as_often_as_they_say(root: int, population: int, least: int) -> None:
    """Of 300 intervals some 90% have the exact number, and few fewer where most samples are far too small."""
    chance = random.Random(1)
    inside = 0
    for _ in range(300):
        samples = [sample(Skewed(root), population, chance)[0] for _ in range(SAMPLES)]
        low, high = interval(samples)
        inside += low <= 2 ** (root - 1) <= high
    assert inside > least


@pytest.mark.parametrize(
    ("name", "population"),
    [
        *(pytest.param(*row, marks=pytest.mark.broad) for row in [("soma", 4), ("many", 2)]),
        *(
            pytest.param(*row, marks=pytest.mark.slow)
            for row in [("hexiamonds6x6", 4), ("pento6x10", 8), ("bedlam", 8), ("convexholes5x5", 4)]
        ),
    ],
)
def test_the_bounds_hold_on_instances(name: str, population: int) -> None:
    """In most of 20 estimates, each of samples that are few and small."""
    exact, inside = load(find(name)).expect["all"], 0
    with estimating._tree(prepare(load(find(name)))) as grown:
        for seed in range(20):
            chance = random.Random(seed)
            low, high = interval([sample(grown, population, chance)[0] for _ in range(SAMPLES)])
            inside += low <= exact <= high
    assert inside >= 16


def test_numbers_in_words() -> None:
    assert [rounded(x) for x in (1.9, 42, 12345, 6.67e21)] == ["2", "42", "12,300", "6.67e+21"]
    assert [in_time(x) for x in (50, 119, 7300, 3e5, 1e10)] == [
        "50 seconds",
        "119 seconds",
        "2 hours",
        "3 days",
        "317 years",
    ]


def test_it_stops_when_it_is_told_to() -> None:
    prepared = prepare(load(find("pento6x10")), "sat")
    stopped = Deadline()
    stopped.stop.set()
    with pytest.raises(Interrupted, match=STOPPED):
        estimate(prepared, 60, stopped)


def test_what_samples_found_so_far_is_told_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = prepare(load(find("dominoes6x6")), "sat")
    deadline = Deadline()

    def one(*_: object) -> tuple[float, bool]:
        if deadline.stop.is_set():
            deadline.check()
        deadline.stop.set()
        return 7.0, False

    monkeypatch.setattr(estimating, "sample", one)
    result = estimate(prepared, 60, deadline)
    assert (result.all, result.reason) == (7.0, STOPPED)
    assert CountEstimated(prepared.instance, result, 1.0).code == 130


# ---- the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loaded machine, too, has the time to count."""
    monkeypatch.setattr(estimating, "SECONDS", 300.0)


@pytest.mark.usefixtures("long")
def test_the_line(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", "empty4", "--estimate", "--quiet"]) == 0
    line = capfd.readouterr().out
    assert re.fullmatch(r"empty4: 288 in all, 288 up to symmetry; exact; [0-9.]+ s\n", line)
    assert not list(folder.iterdir())


def test_one_symmetric_solution_is_one_up_to_symmetry() -> None:
    assert str(CountEstimate(1, 1, 1, 2, 1, exact=True)) == "1 in all, about 1 up to symmetry"


@pytest.mark.usefixtures("long")
def test_a_count_that_is_quick_is_exact(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", "loops3x3", "--estimate", "--json"]) == 0
    record = json.loads(capfd.readouterr().out)
    assert (record["estimate"], record["exact"], record["low"], record["exit"]) == (213, True, 213, 0)


def test_few_samples_are_told(folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr(estimating, "MOST", 8)
    assert zenkai(["run", "dominoes6x6", "--backend", "sat", "--estimate"]) == 0
    pattern = r"about [0-9,]+ in all \(probably [0-9,]+ to [0-9,]+\), [0-9,]+ up to symmetry; an estimate from 8 samples"
    assert re.search(pattern, capfd.readouterr().out)


def test_stages_are_refused(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert zenkai(["run", "ring", "--estimate"]) == 2
    assert "no estimate of a puzzle with stages" in capfd.readouterr().err


# ---- the outlook of a long run


def test_a_long_run_says_what_is_to_be_expected(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MANY", 10), ("LATE", 0.0), ("NEAR", -9.0)):
        monkeypatch.setattr(searching, name, value)
    monkeypatch.setattr(estimating, "MOST", 8)
    assert zenkai(["run", "dominoes4x4", "--backend", "sat", "--symmetry", "all"]) == 0
    out = capfd.readouterr().out
    assert len(re.findall("so far of", out)) == 1
    assert re.search(r"dominoes4x4: 10 so far of about [0-9]+ in all .* more at this pace; --limit", out)
    assert "--symmetry orbits keeps one of each orbit" in out
    assert zenkai(["run", "dominoes4x4", "--backend", "sat", "--symmetry", "all", "--quiet"]) == 0
    assert "so far" not in capfd.readouterr().out


def test_a_run_whose_end_is_near_says_nothing(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "MANY", 1)
    assert zenkai(["run", "dominoes4x4", "--backend", "sat"]) == 0
    assert "so far" not in capfd.readouterr().out
