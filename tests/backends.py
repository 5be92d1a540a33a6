"""Every backend as a test parameter: all SAT solvers too."""

from __future__ import annotations

from solvers.backend import BACKENDS, STRUCTURES, Backend, Options, make
from solvers.sat import SOLVERS

ENGINES = {name: make(name) for name in BACKENDS if name not in STRUCTURES.values()}
EVERY: dict[str, Backend] = ENGINES | {f"sat-{name}": make("sat", Options(name)) for name in SOLVERS}
