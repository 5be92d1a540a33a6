"""Equations that have no solution modulo a number: a weighted sum in which all coefficients are 0 modulo it,
and the right side is not.

This is the argument of colourings, with weights of cells modulo 2, 3 or 8. Gaussian elimination finds such a
sum wherever there is one (S. W. Golomb, Polyominoes, 1965; J. H. Conway and J. C. Lagarias, Tiling with
polyominoes and combinatorial group theory, J. Combin. Theory A 53, 1990, on what such arguments can show).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from zenkai_solver.solvers.explanations.equations import BoundedSum

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

MODULI = (2, 4, 8, 3, 9, 5, 7)
MOST_ENTRIES = 30_000_000  # of the matrix, a byte each
MOST_WORK = 4_000_000_000  # entries that elimination reads: some seconds

Weights = Mapping[int, int]  # by the number of the equation


def vanishing(equations: Sequence[BoundedSum], known: Mapping[int, bool], modulus: int) -> Weights | None:
    """Weights of few equations which show that they have no solution modulo `modulus`, after the values of
    the `known` variables are substituted. None if there are none, or the system is too large.
    """
    matrix, right = _system(equations, known, modulus)
    if matrix.size > MOST_ENTRIES or matrix.size * len(matrix) > MOST_WORK:
        return None
    weights = _shortest(matrix, right, modulus)
    while weights is not None and (shorter := _without_one(matrix, right, weights, modulus)) is not None:
        weights = shorter
    return weights


def _system(
    equations: Sequence[BoundedSum], known: Mapping[int, bool], modulus: int
) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients, int8[equation, open variable], and right sides, int64[equation], modulo `modulus`."""
    import numpy as np

    variables = sorted({var for row in equations for var, _ in row.key if var not in known})
    column = {var: i for i, var in enumerate(variables)}
    matrix = np.zeros((len(equations), len(column)), np.int8)
    right = np.zeros(len(equations), np.int64)
    for i, row in enumerate(equations):
        right[i] = (row.lo - sum(weight for var, weight in row.key if known.get(var))) % modulus
        for var, weight in row.key:
            if var not in known:
                matrix[i, column[var]] = weight % modulus
    return matrix, right


def _shortest(matrix: np.ndarray, right: np.ndarray, modulus: int) -> dict[int, int] | None:
    """Weights of an unsatisfiable sum: the vector of the kernel's basis with the fewest equations, improved
    greedily by adding multiples of the other vectors.
    """
    import numpy as np

    kernel = _kernel(matrix, modulus)
    wrong = np.flatnonzero(kernel @ right % modulus)
    if not len(wrong):
        return None
    best = min((kernel[i] for i in wrong), key=np.count_nonzero)
    for other in kernel:
        for times in range(1, modulus):
            summed = (best + times * other) % modulus
            if summed @ right % modulus and np.count_nonzero(summed) < np.count_nonzero(best):
                best = summed
    return {int(i): int(best[i]) for i in np.flatnonzero(best)}


def _without_one(
    matrix: np.ndarray, right: np.ndarray, weights: Weights, modulus: int
) -> dict[int, int] | None:
    """Weights of an unsatisfiable sum of a proper subset of these equations; None if there is none."""
    equations = sorted(weights)
    for dropped in equations:
        left = [other for other in equations if other != dropped]
        shorter = _shortest(matrix[left], right[left], modulus)
        if shorter is not None:
            return {left[i]: weight for i, weight in shorter.items()}
    return None


def _kernel(matrix: np.ndarray, modulus: int) -> np.ndarray:
    """int64[vector, equation]: a basis of the weights by which all columns vanish.

    Column by column, by the entry that is divisible least often. Where a power of the prime divides it, some
    multiple of its row vanishes in this column as well, and stays.
    """
    import numpy as np

    left = np.concatenate([matrix.astype(np.int16), np.eye(len(matrix), dtype=np.int16)], axis=1)
    for column in range(matrix.shape[1]):
        rows = np.flatnonzero(left[:, column])
        if not len(rows):
            continue
        common = np.gcd(left[rows, column], modulus)
        first, divisor = rows[np.argmin(common)], int(common.min())
        pivot = left[first].copy()
        inverse = pow(int(pivot[column]) // divisor, -1, modulus)
        times = left[rows, column] // divisor * inverse % modulus
        left[rows] = (left[rows] - times[:, None] * pivot) % modulus
        left[first] = pivot * (modulus // divisor) % modulus
        if divisor == 1:
            left = np.delete(left, first, axis=0)
    return left[:, matrix.shape[1] :].astype(np.int64)
