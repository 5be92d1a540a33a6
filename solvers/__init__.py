"""How solutions are found, streamed, checked and kept. Knows models, never a puzzle family by name."""

import gc
import os

OBJECTS = 50_000  # made since the last look for cycles; Python looks after 700, a twentieth of a short run


def settle() -> None:
    """For a process that is ours alone, before numpy is imported.

    Threads of BLAS wait for work by spinning. We ask little of it, and they cost a fifth of a short run.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(OBJECTS)


if __name__ == "solvers":  # python -m solvers.NAME in a checkout
    settle()
