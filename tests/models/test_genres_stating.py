"""What the statements of genres say sooner than they need to: what unit propagation then knows."""

from __future__ import annotations

from typing import Any

import pytest
from pysat.solvers import Solver

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.stating import Writer
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.engines.sat.cutting import lowered

ARAF = "puzzle: araf\nclues: |\n  5 . 2 . .\n  . . . . .\n  . . . . .\n  2 . . . .\n  . . . . 30\n"


def test_an_area_of_araf_with_two_clues_is_near_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has at most four cells. From R1C1 and R1C3 it can reach R2C3, but not R3C2."""
    inside: dict[Any, Lit] = {}
    named = Writer.named

    def recorded(self: Writer, what: Any) -> Lit:
        inside[what[2:]] = named(self, what)
        return inside[what[2:]]

    monkeypatch.setattr(Writer, "named", recorded)
    model = loads(ARAF, "araf").puzzle.model()
    first = (1, 1)
    with Solver(name="minicard", bootstrap_with=lowered(model)[0].clauses) as solver:
        possible, follows = solver.propagate(assumptions=[inside[first, (1, 5)]])
    assert possible
    assert -inside[first, (5, 3)] in follows
    assert not {inside[first, (3, 5)], -inside[first, (3, 5)]} & set(follows)
