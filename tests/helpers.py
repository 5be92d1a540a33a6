"""Independent second ways to every number: brute force over assignments, and over ways to fill a board."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from zenkai_solver.models.csp import Model, Solution, holds

ROOT = Path(__file__).resolve().parent.parent
INSTANCES = ROOT / "instances"


def brute_force(model: Model) -> list[Solution]:
    """Every solution by trying all assignments, projected, sorted."""
    found = set()
    for bits in product((False, True), repeat=model.size):
        true_vars = {var for var, bit in enumerate(bits, start=1) if bit}
        if all(holds(constraint, true_vars) for constraint in model.constraints):
            found.add(tuple(var for var in model.projection if var in true_vars))
    return sorted(found)
