"""Compiled loops over solutions as rows of sorted true variables, filled up with 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.jit import kernel


@kernel
def least_of_rivals(begin: Any, inverse: Any, rows: Any, kept: Any) -> None:
    """kept[row]: is the solution at most each of its images by its rivals? See `Breaking.keeps`.

    The rivals of the anchor variable v, or of a solution without one of v = 0, are rows begin[v] to
    begin[v + 1] - 1 of `inverse`, the inverse permutations. Of two solutions with as many variables the one
    that has the first variable in which they differ is less; the image has a variable if the solution has
    the one from which it comes.
    """
    size = inverse.shape[1]
    true = np.zeros(size, np.bool_)
    for i in range(len(rows)):
        anchor = 0
        for k in range(rows.shape[1]):
            var = rows[i, k]
            true[var] = True
            if begin[var] < begin[var + 1]:
                anchor = var
        true[0] = False
        least = True
        for r in range(begin[anchor], begin[anchor + 1]):
            for var in range(1, size):
                if true[var] != true[inverse[r, var]]:
                    least = true[var]
                    break
            if not least:
                break
        kept[i] = least
        for k in range(rows.shape[1]):
            true[rows[i, k]] = False
