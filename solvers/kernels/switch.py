"""Whether kernels are compiled at all, told without loading Numba."""

from __future__ import annotations

import os
import sys

SWITCH = "NUMBA_DISABLE_JIT"  # Numba's: Python runs all kernels but those that use vector instructions


def switched_off() -> bool:
    """Does Python run the kernels? Without loading Numba, unless it may be so."""
    if "numba" not in sys.modules and SWITCH not in os.environ:
        return False
    from numba import config

    return bool(config.DISABLE_JIT)
