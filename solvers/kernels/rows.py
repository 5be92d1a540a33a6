"""Compiled loops over solutions as rows of sorted true variables, filled up with 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.bits import lowest, put
from zenkai_solver.solvers.kernels.jit import inlined, kernel

FEW = 4  # words of a set, per number in a row, up to which the set sorts the row


@kernel
def sorted_variables(variables: Any, chosen: Any, rows: Any, size: Any, out: Any) -> None:
    """out[i]: `chosen` and the variables of row i, which has numbers of options, sorted; 0 is left out.

    `variables` has one entry per option, and one for -1; `size`: above the largest variable. Where a row is
    long for its variables they are sorted by a set of bits, else by insertion.
    """
    words = (size + 63) >> 6
    some = np.zeros(words, np.uint64)
    by_set = words <= FEW * out.shape[1]
    for i in range(len(rows)):
        count = 0
        if by_set:
            for k in range(len(chosen)):
                put(some, chosen[k])
            for k in range(rows.shape[1]):
                put(some, variables[rows[i, k]])
            some[0] &= ~np.uint64(1)
            for w in range(words):
                word = some[w]
                some[w] = np.uint64(0)
                while word != np.uint64(0):
                    out[i, count] = 64 * w + lowest(word)
                    word &= word - np.uint64(1)
                    count += 1
        else:
            for k in range(len(chosen)):
                count = _inserted(out, i, count, chosen[k])
            for k in range(rows.shape[1]):
                count = _inserted(out, i, count, variables[rows[i, k]])
        for k in range(count, out.shape[1]):
            out[i, k] = 0


@inlined
def _inserted(out: Any, i: Any, count: Any, var: Any) -> Any:
    """Insert the variable, but 0, into the first `count` of row i, which are sorted; their new number."""
    if var == 0:
        return count
    k = count
    while k > 0 and out[i, k - 1] > var:
        out[i, k] = out[i, k - 1]
        k -= 1
    out[i, k] = var
    return count + 1


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
