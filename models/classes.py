"""Classes of equivalent things, numbered 0, 1, ...: union-find."""

from __future__ import annotations

from collections.abc import Iterable


def classes(number: int, equal: Iterable[tuple[int, int]]) -> list[int]:
    """For each of 0..number-1 the least member of its class; the pairs say what belongs together.

    Paths are halved: Tarjan and van Leeuwen, Worst-case analysis of set union algorithms, JACM 31 (1984).
    """
    parent = list(range(number))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b in equal:
        low, high = sorted((root(a), root(b)))
        parent[high] = low
    return [root(i) for i in range(number)]
