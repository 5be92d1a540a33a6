"""The order in which to read the variables, so that few nodes and constraints are partly read at a time.

In a plane grid the sum of the distances from the two corners of one side grows from row to row, and the
distance from one of the corners grows along each row. So a sweep over rows is found from the graph alone,
whatever its shape.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations, product

from zenkai_solver.models.constraints import OnGraph, SingleLoop
from zenkai_solver.solvers.engines.frontier.program import Parts, lives
from zenkai_solver.solvers.kernels.clock import look

# The factor by which the states grow, roughly, for each node, node with two edges, or sum in progress.
A_NODE, A_FULL, A_SUM = 2.6, 1.4, 1.3
CORNERS = 6  # nodes from which distances are measured
SMALL = 8  # variables of a constraint that places those of them that the graph does not have

Nodes = tuple[tuple[int, ...], ...]


def best_order(parts: Parts) -> tuple[int, ...]:
    """Of the orders tried the one that is expected to need the fewest states."""
    return min(
        (_complete(parts, order) for order in _orders(parts)), key=lambda order: expected(parts, order)
    )


def expected(parts: Parts, order: Sequence[int]) -> float:
    """How many states there may be in all, by a rule of thumb."""
    place = {var: at for at, var in enumerate(order)}
    change = [1.0] * (len(order) + 1)
    spans = [
        (A_NODE**number, span.first, span.last)
        for graph, number in _alike(parts)
        for span in lives(graph, place).values()
    ]
    spans += [(A_FULL, *span) for g in parts.graphs if isinstance(g, SingleLoop) for span in _full(g, place)]
    for group in parts.sums:
        steps = [place[abs(lit)] for part in group for _, lit in part.terms]
        spans.append((A_SUM, min(steps), max(steps)))
    for factor, first, last in spans:
        change[first] *= factor
        change[last] /= factor
    total, now = 0.0, 1.0
    for factor in change:
        now *= factor
        total += now
    return total


def _alike(parts: Parts) -> Iterable[tuple[OnGraph, int]]:
    """One of those that are on the same nodes, as one for each clue, and how many these are."""
    groups: dict[object, list[OnGraph]] = {}
    for graph in parts.graphs:
        groups.setdefault((isinstance(graph, SingleLoop), graph.lits, graph.edges), []).append(graph)
    return [(alike[0], len(alike)) for alike in groups.values()]


def _full(graph: SingleLoop, place: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The first and the last step between which a node may have both its edges, with others still to come."""
    read: dict[int, list[int]] = {}
    for lit, edge in zip(graph.lits, graph.edges, strict=True):
        for node in edge:
            read.setdefault(node, []).append(place[abs(lit)])
    return ((sorted(steps)[1], max(steps)) for steps in read.values() if len(steps) > 1)


def _orders(parts: Parts) -> Iterator[list[int]]:
    """Orders to try, of the variables that are no functions of others."""
    free = [var for var in parts.variables if var not in parts.of_others]
    yield free
    if not parts.graphs:
        return
    graph = max(parts.graphs, key=lambda graph: len(graph.lits))
    near = _neighbours(graph)
    far = [_distances(near, corner) for corner in _corners(near)]
    places = [*dict.fromkeys((_own_nodes(graph), _places(graph, near)))]
    for (first, second), at in product(permutations(far, 2), places):
        look()
        key = {node: (first[node] + second[node], first[node]) for node in near}
        yield sorted(free, key=_keys(parts, graph, at, key))


def _own_nodes(graph: OnGraph) -> Nodes:
    """Of each literal the nodes where it is: the ends of an edge of a loop, else the node itself."""
    return graph.edges if isinstance(graph, SingleLoop) else tuple((i,) for i in range(len(graph.lits)))


def _places(graph: OnGraph, near: dict[int, list[int]]) -> Nodes:
    """The same where most nodes are lines between two others, with these in place of the line: lines are read
    cell by cell then, by turns those along a row and those to the next one.
    """
    places = _own_nodes(graph)
    lines = {i for i, nodes in near.items() if len(nodes) == 2}
    if isinstance(graph, SingleLoop) or 2 * len(lines) < len(near):
        return places
    return tuple(tuple(near[i]) if i in lines else places[i] for i in range(len(places)))


def _neighbours(graph: OnGraph) -> dict[int, list[int]]:
    nodes = {n for edge in graph.edges for n in edge}
    near: dict[int, list[int]] = {
        n: [] for n in sorted(nodes if isinstance(graph, SingleLoop) else {*range(len(graph.lits))})
    }
    for a, b in graph.edges:
        near[a].append(b)
        near[b].append(a)
    return near


def _corners(near: dict[int, list[int]]) -> list[int]:
    """Nodes that are far from each other: each the farthest from those before."""
    if not near:
        return []
    start = _distances(near, next(iter(near)))
    corners = [max(near, key=start.__getitem__)]
    nearest = _distances(near, corners[0])
    while len(corners) < min(CORNERS, len(near)):
        corners.append(max(near, key=lambda node: (nearest[node], -len(near[node]))))
        distance = _distances(near, corners[-1])
        nearest = {node: min(nearest[node], distance[node]) for node in near}
    return corners


def _distances(near: dict[int, list[int]], start: int) -> dict[int, int]:
    """The distance of each node from the start; of nodes that are not reached the number of all nodes."""
    distance, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in near[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return {node: distance.get(node, len(near)) for node in near}


def _keys(
    parts: Parts, graph: OnGraph, at: Nodes, key: dict[int, tuple[int, int]]
) -> Callable[[int], tuple[tuple[tuple[int, int], ...], int]]:
    """The key by which variables are sorted: those of the graph by the nodes `at` which they are, others like
    the last of those with which they share a small constraint.
    """
    known: dict[int, tuple[tuple[int, int], ...]] = {}
    for lit, nodes in zip(graph.lits, at, strict=True):
        positions = tuple(sorted(key[n] for n in nodes))
        known[abs(lit)] = min(known.get(abs(lit), positions), positions)
    fresh = True
    small = [{abs(lit) for part in group for _, lit in part.terms} for group in parts.sums]
    while fresh:
        fresh = False
        for together in small:
            have = [known[var] for var in together if var in known]
            if have and len(have) < len(together) <= SMALL:
                known.update(dict.fromkeys(together - known.keys(), max(have)))
                fresh = True
    last = ((len(key) * 4, 0),)
    return lambda var: (known.get(var, last), var)


def _complete(parts: Parts, order: Sequence[int]) -> tuple[int, ...]:
    """The order with each function placed as soon as the variables on which it depends are read."""
    place = {var: (float(at), 0) for at, var in enumerate(order)}
    for depth, (var, others) in enumerate(parts.of_others.items(), 1):
        place[var] = (max((place[other][0] for other in others), default=-1.0), depth)
    return tuple(sorted(place, key=place.__getitem__))
