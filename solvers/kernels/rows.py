"""Compiled loops over solutions as rows of sorted true variables, filled up with 0.

Indices are unsigned where the compiler cannot see that they are not negative: otherwise it looks at each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.jit import inlined, kernel


@kernel
def least_of_rivals(rank: Any, begin: Any, inverse: Any, rows: Any, kept: Any) -> None:
    """kept[row]: is the solution at most each of its images by its rivals? See `Breaking.keeps`.

    `rank`: int32[var], see `models.rows.ranks`. The rivals of the anchor variable v, or of a solution without
    one of v = 0, are rows begin[v] to begin[v + 1] - 1 of `inverse`, the inverse permutations. Of two
    solutions with as many variables the one that has the first variable in which they differ is less.
    """
    stamps = np.zeros(inverse.shape[1], np.uint32)
    for i in range(len(rows)):
        stamp = np.uint32(i + 1)
        anchor = _mark(rank, rows, i, stamps, stamp)
        least = True
        for r in range(begin[anchor], begin[anchor + 1]):
            var = _differs(stamps, stamp, inverse, r)
            if var and stamps[var] != stamp:
                least = False
                break
        kept[i] = least


@kernel
def count_fixed(rank: Any, begin: Any, inverse: Any, rows: Any, number: Any, fixed: Any) -> None:
    """Add each solution to `number` of its anchor variable, and to `fixed` the rivals that fix it.

    The arguments are those of `least_of_rivals`; a solution without anchor has variable 0.
    """
    stamps = np.zeros(inverse.shape[1], np.uint32)
    for i in range(len(rows)):
        stamp = np.uint32(i + 1)
        anchor = _mark(rank, rows, i, stamps, stamp)
        number[anchor] += 1
        for r in range(begin[anchor], begin[anchor + 1]):
            fixed[anchor] += _differs(stamps, stamp, inverse, r) == 0


@inlined
def _mark(rank: Any, rows: Any, i: Any, stamps: Any, stamp: Any) -> Any:
    """Mark the variables of row i as true, by its stamp; its anchor variable, or 0."""
    anchor = np.uint32(0)
    for k in range(rows.shape[1]):
        var = np.uint32(rows[i, k])
        stamps[var] = stamp
        if rank[var] > rank[anchor]:
            anchor = var
    stamps[0] = 0
    return anchor


@inlined
def _differs(stamps: Any, stamp: Any, inverse: Any, r: Any) -> Any:
    """The first variable in which a solution and its image differ; 0 if they are the same.

    The image has a variable if the solution has the one from which it comes.
    """
    for var in range(1, inverse.shape[1]):
        if (stamps[var] == stamp) != (stamps[np.uint32(inverse[r, var])] == stamp):
            return var
    return 0
