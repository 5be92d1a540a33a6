"""Connected components: of a graph by the neighbours of its nodes, and of pairs by union-find."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(nodes: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The connected components of the subgraph that the nodes induce, in the order of their first nodes.

    Neighbours that are not among the nodes are passed over. Breadth-first, in time linear in nodes and edges.
    """
    order = tuple(nodes)
    left = set(order)
    parts = []
    for start in order:
        if start in left:
            left.remove(start)
            part = [start]
            for node in part:
                for other in neighbours(node):
                    if other in left:
                        left.remove(other)
                        part.append(other)
            parts.append(part)
    return parts


def adjacency(nodes: int, edges: Iterable[tuple[int, int]]) -> list[set[int]]:
    """For each of the nodes 0..nodes-1 the set of its neighbours."""
    neighbours: list[set[int]] = [set() for _ in range(nodes)]
    for a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    return neighbours


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


def renumbered(labels: Iterable[Hashable]) -> tuple[int, ...]:
    """The labels replaced by 0, 1, 2... in the order of their first appearance."""
    number: dict[Hashable, int] = {}
    return tuple(number.setdefault(label, len(number)) for label in labels)
