"""Compiled search loops (Numba): arrays in, arrays out, no puzzle knowledge."""

from __future__ import annotations

import os
from pathlib import Path


def compiled() -> bool:
    """Has a compiled search been kept by an earlier use? True also where that cannot be seen."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return True
    return any((Path(__file__).parent / "__pycache__").glob("*.nbi"))
