"""How solutions are found, streamed, checked and kept. Knows models, never a puzzle family by name."""

import os


def one_thread_of_blas() -> None:
    """For a process that is ours, before numpy is imported: its other threads wait for work by spinning.

    What we ask of BLAS is small: a run of half a second would cost a fifth more.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


if __name__ == "solvers":  # python -m solvers.NAME in a checkout
    one_thread_of_blas()
