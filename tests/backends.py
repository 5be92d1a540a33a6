"""Every backend as a test parameter: all SAT solvers too."""

from __future__ import annotations

from solvers.backend import BACKENDS, Backend, Options, make
from solvers.sat import SOLVERS

# An engine made for one structure takes no other model; its own tests hold it to the contract.
ENGINES = {name: engine for name in BACKENDS if not (engine := make(name)).takes.dedicated}
EVERY: dict[str, Backend] = {name: make(name) for name in BACKENDS}
EVERY |= {f"sat-{name}": make("sat", Options(name)) for name in SOLVERS}
