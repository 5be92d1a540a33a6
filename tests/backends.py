"""Every backend as a test parameter: all SAT solvers too."""

from __future__ import annotations

from zenkai_solver.solvers.backend import BACKENDS, DEDICATED, Backend, Options, make
from zenkai_solver.solvers.engines.sat.sat import SOLVERS

# An engine made for one structure takes no other model; its own tests hold it to the contract.
ENGINES = {name: make(name) for name in BACKENDS if name not in DEDICATED}
EVERY: dict[str, Backend] = {name: make(name) for name in BACKENDS}
EVERY |= {f"sat-{name}": make("sat", Options(name)) for name in SOLVERS}
