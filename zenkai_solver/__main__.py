"""`python -m zenkai_solver` is the command `zenkai`."""

from __future__ import annotations

import sys

from zenkai_solver.solvers.cli import main

sys.exit(main())
