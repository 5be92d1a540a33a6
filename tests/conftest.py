"""Compiles what the engines need before pytest-xdist starts its workers, which otherwise all compile the same."""

import os

import pytest

from zenkai_solver.solvers.warmup import compiled, missing


def pytest_configure(config: pytest.Config) -> None:
    parallel = getattr(config.option, "numprocesses", None)
    if parallel and not hasattr(config, "workerinput") and not config.option.collectonly:
        for _ in compiled(list(missing()), os.cpu_count() or 1):
            pass
