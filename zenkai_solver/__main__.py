"""`python -m zenkai_solver` is the command `zenkai`."""

from __future__ import annotations

from zenkai_solver.solvers.cli import process

process()
