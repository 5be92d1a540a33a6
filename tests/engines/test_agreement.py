"""Every engine that takes an instance finds the same solutions: equal digests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import Tally, prepare
from zenkai_solver.solvers.engines.names import BACKENDS

QUICK = (
    *("pento3x20", "nocrossings3x20", "atmostonce3x5", "atmostonce4x5", "atmostonce5x5", "dominoes4x4"),
    *("dominoes6x6", "sizes123", "squares-and-dominoes4x4", "t-partial", "tetris-twice", "tetris4x7"),
)
MINUTES = ("sizes234", "pento8x8-hole", "pento8x8-centre", "dominoes6x8")  # by SAT and CP
LONGER = {  # seconds of SAT: what they would find, the same puzzles smaller or the other way find too
    *(("pento3x20", "all"), ("pento3x20", "orbits")),
    *(("nocrossings3x20", "all"), ("nocrossings3x20", "orbits")),
    *(("dominoes6x6", "all"), ("atmostonce5x5", "all")),
}

BROAD = {  # half a second and more; the smaller ones have each of their rules
    *(("tetris-twice", "all"), ("tetris-twice", "orbits"), ("dominoes6x6", "orbits")),
    *(("atmostonce5x5", "orbits"), ("atmostonce4x5", "all"), ("atmostonce4x5", "orbits")),
}


def digests(name: str, symmetry: str, backends: tuple[str, ...]) -> dict[str, tuple[int, int, str]]:
    return digests_of(load(INSTANCES / f"{name}.yaml"), symmetry, backends)


def digests_of(instance: Instance, symmetry: str, backends: tuple[str, ...]) -> dict[str, Any]:
    found = {}
    for backend in backends:
        try:
            prepared = prepare(instance, backend, symmetry)
        except Unsupported:
            continue
        tally = Tally(symmetry)
        for chunk in prepared.chunks():
            tally.add(chunk)
        found[backend] = (tally.count, tally.all, tally.digest)
    return found


def params() -> list[object]:
    return [
        pytest.param(name, symmetry, marks=marks)
        for name in (*QUICK, *MINUTES)
        for symmetry in ("orbits", "all")
        for slow in [name in MINUTES or (name, symmetry) in LONGER]
        for broad in [(name, symmetry) in BROAD]
        for marks in [[pytest.mark.slow] if slow else [pytest.mark.broad] if broad else []]
    ]


@pytest.mark.parametrize(("name", "symmetry"), params())
def test_digests_are_equal(name: str, symmetry: str) -> None:
    found = digests(name, symmetry, ("exactcover", "sat", "cpsat"))
    assert len(found) >= 2
    assert len(set(found.values())) == 1, found


@pytest.mark.parametrize("symmetry", ["orbits", "all"])
def test_digests_without_crossings_are_equal(symmetry: str) -> None:
    """The rule of nocrossings3x20 on a board that takes SAT no seconds."""
    text = "puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: any\nno_crossings: true\n"
    found = digests_of(loads(text, "4x4"), symmetry, ("exactcover", "sat", "cpsat"))
    assert len(found) == 3
    assert len(set(found.values())) == 1, found
    assert 0 < found["sat"][1] < 36, "the rule leaves some of all tilings"


@pytest.mark.slow
def test_cpsat_agrees_on_the_main_job() -> None:
    found = digests("pento6x10", "orbits", ("exactcover", "cpsat"))
    assert len(found) == 2
    assert len(set(found.values())) == 1, found


def test_all_backends_were_named() -> None:
    assert {"exactcover", "sat", "cpsat"} <= set(BACKENDS)
