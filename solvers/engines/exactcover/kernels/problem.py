"""The problem of a search, what cubes are, and what probes expect of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zenkai_solver.solvers.kernels.clock import look

Decisions = Sequence[int]  # made before a search: o: option o is chosen; ~o (MRV only): it is forbidden

UNLIMITED = 1 << 30
PROBED = 512  # probes of one call of a kernel, at most: some 0.05 s


def slices(probes: int, seed: np.uint64, at_once: int = PROBED) -> Iterator[tuple[int, np.uint64]]:
    """Where each call of a kernel for so many probes ends, and its seed; the clock is looked at before each.

    The number of a slice makes its seed, so that the estimate is the same on every machine.
    Raises Interrupted.
    """
    for number, end in enumerate(range(at_once, probes + at_once, at_once)):
        look()
        mixed = (int(seed) + number * 0x9E3779B97F4A7C15) % (1 << 64)
        yield min(end, probes), np.uint64(mixed if number == 0 else mixed | 1)


@dataclass(frozen=True)
class CoverProblem:
    """Items 0..n_primary-1 exactly once, the next n_secondary at most once; no option names an item twice.

    `group[o]` is the counted group of option o or -1; `lo[g]..hi[g]` of its options are chosen, hi UNLIMITED
    for no bound. Of each clause (a sequence of options) at least one is chosen.
    """

    n_primary: int
    n_secondary: int
    options: Sequence[Sequence[int]]
    group: Sequence[int] = ()
    lo: Sequence[int] = ()
    hi: Sequence[int] = ()
    clauses: Sequence[Sequence[int]] = ()


@dataclass(frozen=True)
class Estimate:
    """Expected search nodes, solutions and seconds of search of each cube."""

    nodes_by_cube: tuple[float, ...]
    solutions_by_cube: tuple[float, ...]
    seconds_by_cube: tuple[float, ...]

    @property
    def nodes(self) -> float:
        return sum(self.nodes_by_cube)

    @property
    def solutions(self) -> float:
        return sum(self.solutions_by_cube)

    @property
    def seconds(self) -> float:
        return sum(self.seconds_by_cube)
