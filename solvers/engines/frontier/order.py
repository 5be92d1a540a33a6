"""In which order to read the variables, so that few nodes and constraints are partly read at a time.

Of a graph that lies in the plane the sum of the distances from two corners of one side goes up row by row,
and the distance from one of them along each row: sweeps are found so from the graph alone, of all shapes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations

from zenkai_solver.models.constraints import OnGraph, SingleLoop
from zenkai_solver.solvers.engines.frontier.program import Parts, lives
from zenkai_solver.solvers.kernels.clock import look

A_NODE, A_FULL, A_SUM = 2.6, 1.4, 1.3  # by what factor each multiplies the states, about
CORNERS = 6  # nodes from which distances are measured
SMALL = 8  # variables of a constraint by which others are placed


def best_order(parts: Parts) -> tuple[int, ...]:
    """The order of those tried that seems to need the fewest states."""
    return min((_complete(parts, order) for order in _orders(parts)), key=lambda own: expected(parts, own))


def expected(parts: Parts, order: Sequence[int]) -> float:
    """How many states there may be in all, by a rule of thumb."""
    place = {var: at for at, var in enumerate(order)}
    change = [1.0] * (len(order) + 1)
    spans = [
        (A_NODE**number, own.first, own.last)
        for graph, number in _alike(parts)
        for own in lives(graph, place).values()
    ]
    spans += [(A_FULL, *own) for g in parts.graphs if isinstance(g, SingleLoop) for own in _full(g, place)]
    for group in parts.sums:
        own = [place[abs(lit)] for one in group for _, lit in one.terms]
        spans.append((A_SUM, min(own), max(own)))
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
    found: dict[object, list[OnGraph]] = {}
    for graph in parts.graphs:
        found.setdefault((isinstance(graph, SingleLoop), graph.lits, graph.edges), []).append(graph)
    return [(own[0], len(own)) for own in found.values()]


def _full(graph: SingleLoop, place: dict[int, int]) -> Iterator[tuple[int, int]]:
    """From which to which step a node may have both its edges, and others to come."""
    read: dict[int, list[int]] = {}
    for lit, edge in zip(graph.lits, graph.edges, strict=True):
        for node in edge:
            read.setdefault(node, []).append(place[abs(lit)])
    return ((sorted(own)[1], max(own)) for own in read.values() if len(own) > 1)


def _orders(parts: Parts) -> Iterator[list[int]]:
    """Orders of the variables that are no functions of others."""
    free = [var for var in parts.variables if var not in parts.of_others]
    yield free
    if not parts.graphs:
        return
    graph = max(parts.graphs, key=lambda own: len(own.lits))
    near = _neighbours(graph)
    far = [_distances(near, corner) for corner in _corners(near)]
    for one, two in permutations(far, 2):
        look()
        key = {node: (one[node] + two[node], one[node]) for node in near}
        yield sorted(free, key=_keys(parts, graph, key))


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
    found = [max(near, key=start.__getitem__)]
    nearest = _distances(near, found[0])
    while len(found) < min(CORNERS, len(near)):
        found.append(max(near, key=lambda node: (nearest[node], -len(near[node]))))
        own = _distances(near, found[-1])
        nearest = {node: min(nearest[node], own[node]) for node in near}
    return found


def _distances(near: dict[int, list[int]], start: int) -> dict[int, int]:
    """Nodes that are not reached are beyond all others."""
    found, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in near[node]:
            if other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return {node: found.get(node, len(near)) for node in near}


def _keys(
    parts: Parts, graph: OnGraph, key: dict[int, tuple[int, int]]
) -> Callable[[int], tuple[tuple[tuple[int, int], ...], int]]:
    """Variables of the graph by their first node, others by those with which they are in constraints."""
    known: dict[int, tuple[tuple[int, int], ...]] = {}
    for i, lit in enumerate(graph.lits):
        nodes = graph.edges[i] if isinstance(graph, SingleLoop) else (i,)
        own = tuple(sorted(key[n] for n in nodes))
        known[abs(lit)] = min(known.get(abs(lit), own), own)
    fresh = True
    small = [{abs(lit) for one in group for _, lit in one.terms} for group in parts.sums]
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
    """The functions come as soon as those of which they are functions were read."""
    place = {var: (float(at), 0) for at, var in enumerate(order)}
    for depth, (var, others) in enumerate(parts.of_others.items(), 1):
        place[var] = (max((place[own][0] for own in others), default=-1.0), depth)
    return tuple(sorted(place, key=place.__getitem__))
