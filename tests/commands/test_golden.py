"""Every instance's `expect` holds, with at least one engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import INSTANCES, shipped
from zenkai_solver.solvers.core.pipeline import Tally, prepare

ALL = sorted(INSTANCES.rglob("*.yaml"))
SLOW = {
    *("dominoes8x8", "tori", "bedlam", "tetrasticks5x5"),  # 12,988,816 boards; ten to forty seconds of search
    # seconds each, of puzzles that are there in a smaller size too
    *("dominoes6x8", "domino14", "hole9", "pento8x8-square", "permutations7", "squares345", "staircase9x16"),
    "solid3x4x5",
}


def params() -> list[object]:
    return [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in SLOW else [])
        for path in ALL
    ]


@pytest.mark.parametrize("path", params())
def test_expectation(path: Path) -> None:
    instance = shipped(path)
    prepared = prepare(instance)
    tally = Tally(prepared.symmetry)
    for chunk in prepared.chunks():
        tally.add(chunk)
    assert instance.expect, "an instance states what is known of it"
    assert {"count": tally.count, "all": tally.all}.items() >= instance.expect.items()


def test_every_instance_names_its_source() -> None:
    assert all(shipped(path).source for path in ALL)
