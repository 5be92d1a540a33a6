"""`python -m solvers.run INSTANCE`: the command `zenkai run`."""

from __future__ import annotations

from zenkai_solver.solvers.commands.run import main
from zenkai_solver.solvers.core.command import leave

if __name__ == "__main__":
    leave(main())
