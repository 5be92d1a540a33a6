"""Connected components: of a graph given by neighbours, and of pairs by union-find."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(nodes: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The connected components of the subgraph that the nodes induce, in the order of their first nodes.

    Neighbours that are not among the nodes are ignored. Breadth-first, in time linear in nodes and edges.
    """
    left = dict.fromkeys(nodes)
    parts = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for node in part:
            for other in neighbours(node):
                if other in left:
                    del left[other]
                    part.append(other)
        parts.append(part)
    return parts


def adjacency(nodes: int, edges: Iterable[tuple[int, int]]) -> list[set[int]]:
    """The neighbours of each of the nodes 0..nodes-1."""
    near: list[set[int]] = [set() for _ in range(nodes)]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return near


def classes(number: int, equal: Iterable[tuple[int, int]]) -> list[int]:
    """For each of 0..number-1 the least member of its class, by union-find on the pairs `equal`.

    With path halving: Tarjan and van Leeuwen, Worst-case analysis of set union algorithms, JACM 31 (1984).
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


def renumbered(labels: Iterable[Hashable]) -> tuple[int, ...]:
    """The labels replaced by 0, 1, 2... in the order of their first appearance."""
    number: dict[Hashable, int] = {}
    return tuple(number.setdefault(label, len(number)) for label in labels)
