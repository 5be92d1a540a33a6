"""zenkai (全解, "every solution"): every solution of a grid puzzle, each one checked.

    import zenkai_solver as zenkai

    for solution in zenkai.solve("pento6x10"):
        print(solution)

The public names are those of `zenkai_solver.solvers.python_api.api`; each is imported when it is first used.
"""

from __future__ import annotations

import importlib
from os.path import dirname, isdir, join
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zenkai_solver.solvers.python_api.api import (
        Argument,
        Counted,
        Genre,
        Instance,
        InstanceError,
        Interrupted,
        Made,
        PuzzleAnswer,
        ResultsError,
        Solution,
        Solutions,
        Summary,
        Uniqueness,
        Unsupported,
        WrongSolution,
        compile,
        count,
        explain,
        from_cpmpy,
        load,
        make_unique,
        read,
        solve,
        solve_many,
        unique,
        verify,
    )

    __version__: str

__all__ = [
    "Argument",
    "Counted",
    "Genre",
    "Instance",
    "InstanceError",
    "Interrupted",
    "Made",
    "PuzzleAnswer",
    "ResultsError",
    "Solution",
    "Solutions",
    "Summary",
    "Uniqueness",
    "Unsupported",
    "WrongSolution",
    "compile",
    "count",
    "explain",
    "from_cpmpy",
    "load",
    "make_unique",
    "read",
    "solve",
    "solve_many",
    "unique",
    "verify",
]

if not isdir(join(dirname(__file__), "models")):  # a checkout, where models/ and solvers/ are at the top
    __path__.append(dirname(dirname(__file__)))


def __getattr__(name: str) -> object:
    if name == "__version__":
        return importlib.import_module("zenkai_solver.solvers.core.about").own_version()
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    completely = importlib.import_module("zenkai_solver.models.imports").completely
    value = globals()[name] = getattr(completely("zenkai_solver.solvers.python_api.api"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
