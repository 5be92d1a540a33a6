"""Every instance's `expect` holds, with at least one engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.puzzle import load
from solvers.pipeline import Tally, prepare
from tests.helpers import INSTANCES

ALL = sorted(INSTANCES.rglob("*.yaml"))
# Without a fast engine these take minutes (cpsat); each is still run by the slow tests.
SLOW = {"pento4x15", "pento5x12", "pento6x10", "pento8x8-corners", "nocrossings6x10", "dominoes6x8"}
# These take hours by SAT and CP.
HOURS = {"pento8x8-square", "onesided3x30", "dominoes8x8"}


def params() -> list[object]:
    return [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in SLOW else [])
        for path in ALL
        if path.stem not in HOURS
    ]


@pytest.mark.parametrize("path", params())
def test_expectation(path: Path) -> None:
    instance = load(path)
    prepared = prepare(instance)
    tally = Tally(prepared.symmetry)
    for chunk in prepared.chunks():
        tally.add(chunk)
    assert instance.expect, "an instance states what is known of it"
    assert {"count": tally.count, "all": tally.all}.items() >= instance.expect.items()


def test_every_instance_names_its_source() -> None:
    assert all(load(path).source for path in ALL)
