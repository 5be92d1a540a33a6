"""Whether kernels are compiled at all, told without loading Numba."""

from __future__ import annotations

import os
import sys

SWITCH = "NUMBA_DISABLE_JIT"  # Numba's: Python runs all kernels but those that use vector instructions
COMPILED_ONLY = f"{{}} runs compiled only, and {SWITCH} is set"  # with the name of an engine


def switched_off() -> bool:
    """Does Python run the kernels? Without loading Numba, unless it may be so."""
    if "numba" not in sys.modules and SWITCH not in os.environ:
        return False
    from numba import config

    return bool(config.DISABLE_JIT)
