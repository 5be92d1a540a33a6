"""Imported by the fork server, so that what workers need is imported once.

The fork server ignores a SIGTERM that is sent to all processes of a run, as batch systems do: it ends with
the coordinator.
"""

import signal

from zenkai_solver.solvers.cubes import session  # noqa: F401
from zenkai_solver.solvers.engines.exactcover.kernels import mrv, sift  # noqa: F401

signal.signal(signal.SIGTERM, signal.SIG_IGN)
