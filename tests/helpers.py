"""Independent second ways to every number: brute force over assignments, and over ways to fill a board."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from zenkai_solver.models.csp import Model, Solution, holds
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.loading import FAMILIES, load
from zenkai_solver.models.puzzle import Instance

ROOT = Path(__file__).resolve().parent.parent
INSTANCES = ROOT / "instances"


def broadly(names: Iterable[str], few: Container[str], slow: Container[str] = ()) -> list[Any]:
    """Parameters by their names: `few` are in the default suite, and hold what the others hold more broadly."""

    def marks(name: str) -> list[Any]:
        return [pytest.mark.slow] if name in slow else [] if name in few else [pytest.mark.broad]

    return [pytest.param(name, id=name, marks=marks(name)) for name in names]


@cache
def shipped(path: Path) -> Instance:
    """An instance of ours, read once per process: many tests ask for the same."""
    return load(path)


def made(family: str, keys: dict[str, Any]) -> Any:
    """The puzzle that the keys of an instance state. Raises InstanceError."""
    return FAMILIES[family].read(Fields(keys))


def brute_force(model: Model) -> list[Solution]:
    """Every solution by trying all assignments, projected, sorted."""
    found = set()
    for bits in product((False, True), repeat=model.size):
        true_vars = {var for var, bit in enumerate(bits, start=1) if bit}
        if all(holds(constraint, true_vars) for constraint in model.constraints):
            found.add(tuple(var for var in model.projection if var in true_vars))
    return sorted(found)
