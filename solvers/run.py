"""`python -m solvers.run INSTANCE`: the command `zenkai run`."""

from __future__ import annotations

import sys

from zenkai_solver.solvers.commands.run import main

if __name__ == "__main__":
    sys.exit(main())
