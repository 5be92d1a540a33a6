"""The engines by name; each is imported when it is first asked for.

Apart from the table of engines, so that a command knows their names without what chooses one.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zenkai_solver.solvers.core.backend import Backend


def _loaded(name: str) -> Callable[[], type[Backend]]:
    """A function that returns the class `module:Class`; the module is imported when it is first called."""

    def backend() -> type[Backend]:
        module, _, kind = name.partition(":")
        loaded: type[Backend] = getattr(import_module(module), kind)
        return loaded

    return backend


BACKENDS = {
    "exactcover": _loaded("zenkai_solver.solvers.engines.exactcover.exactcover:ExactCoverBackend"),
    "sudoku": _loaded("zenkai_solver.solvers.engines.sudoku.sudoku:SudokuBackend"),
    "sat": _loaded("zenkai_solver.solvers.engines.sat.sat:SatBackend"),
    "cpsat": _loaded("zenkai_solver.solvers.engines.cpsat:CpSatBackend"),
    "lines": _loaded("zenkai_solver.solvers.engines.lines.lines:LinesBackend"),
    "dissect": _loaded("zenkai_solver.solvers.engines.dissect.dissect:DissectBackend"),
    "frontier": _loaded("zenkai_solver.solvers.engines.frontier.frontier:FrontierBackend"),
}
