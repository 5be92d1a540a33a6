"""Rows of options made rows of variables, against NumPy's sort."""

from __future__ import annotations

import numpy as np

from tests.helpers import some
from zenkai_solver.solvers.engines.exactcover.kernels.rows import ABREAST, END, in_variables


@some("most", 90)
def test_rows_are_named_and_sorted(most: int) -> None:
    """Of any width, more than are sorted at once; options without a variable and what is no option are last."""
    rng = np.random.default_rng(most)
    for width in range(most):
        names = rng.permutation(width + 9).astype(np.int32)
        names[0] = 0
        chosen = np.array([width + 20, width + 10], np.int32)[: width % 3]
        for count in (0, 1, ABREAST, 2 * ABREAST + 3):
            rows = rng.integers(-1, width + 8, (count, width)).astype(np.int32)
            both = np.hstack((names[rows + 1], np.tile(chosen, (count, 1))))
            both[both == 0] = END
            wanted = np.sort(both, axis=1)
            wanted[wanted == END] = 0
            assert np.array_equal(in_variables(rows, names, chosen), wanted)
