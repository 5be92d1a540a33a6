"""Imports what workers need, for the fork server to do once.

The fork server is not to die of a SIGTERM that is sent to all processes of a run (as batch systems do): it
ends with the coordinator.
"""

import signal

from zenkai_solver.solvers.cubes import session  # noqa: F401
from zenkai_solver.solvers.engines.exactcover.kernels import mrv, sift  # noqa: F401

signal.signal(signal.SIGTERM, signal.SIG_IGN)
