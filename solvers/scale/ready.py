"""Imports what workers need, for the fork server to do once: nothing else."""

from solvers.kernels import mrv, scan  # noqa: F401
from solvers.scale import session  # noqa: F401
