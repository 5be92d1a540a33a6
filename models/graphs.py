"""Constraints about graphs in terms of the others: right for every engine, and quick enough for small grids.

    plainly(constraint, fresh) -> constraints      `fresh` gives a new variable

Every auxiliary variable is a function of the literals. An engine with cuts or propagators of its own does not
need them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from zenkai_solver.models.constraints import (
    Cardinality,
    Clause,
    Components,
    Connected,
    Constraint,
    Division,
    GraphConstraint,
    Linear,
    Lit,
    Reached,
    SingleLoop,
    unknown,
)

Fresh = Callable[[], int]


def plainly(graph: GraphConstraint, fresh: Fresh) -> Iterator[Constraint]:
    """The same in terms of clauses, sums and `Connected`, which is left as it is."""
    match graph:
        case Connected():
            yield graph
        case SingleLoop():
            yield from _loop(graph)
        case Division():
            yield from _division(graph, fresh)
        case Components():
            yield from _components(graph, fresh)
        case Reached(lits, edges, root, reached):
            near = _near(len(lits), edges)
            found, parts = _spread(lits, near, [root], len(lits) - 1, fresh)
            yield from parts
            for lit, own in zip(reached, found, strict=True):
                yield from (Clause((-lit, own)), Clause((lit, -own)))
        case _:
            unknown(graph)


def steps(graph: GraphConstraint) -> int:
    """At most so many auxiliary variables has what `plainly` makes of it, or an engine of its `Connected`."""
    size = len(graph.lits)
    match graph:
        case Connected() | SingleLoop() | Reached():
            return size * size
        case Division():
            nodes = len({node for edge in graph.edges for node in edge})
            return 2 * nodes * nodes * (nodes + size)
        case Components():
            heavy = min(graph.weights, default=0) > 0
            return size * (size + len(graph.roots) * (min(size, max(0, graph.hi)) if heavy else size))
        case _:
            unknown(graph)


def _near(size: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For each node itself and its neighbours."""
    near = [[i] for i in range(size)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def _loop(loop: SingleLoop) -> Iterator[Constraint]:
    """No node has one edge, or more than two; the edges are connected, where they meet."""
    at: dict[int, list[int]] = {}
    for i, edge in enumerate(loop.edges):
        for node in edge:
            at.setdefault(node, []).append(i)
    for own in at.values():
        lits = tuple(loop.lits[i] for i in own)
        yield Cardinality(lits, 0, 2)
        yield from (Clause((-lit, *lits[:i], *lits[i + 1 :])) for i, lit in enumerate(lits))
    yield Connected(loop.lits, tuple(pair for own in at.values() for pair in combinations(own, 2)))


def _division(cut: Division, fresh: Fresh) -> Iterator[Constraint]:
    """Each edge becomes a node between its ends, there if it is not cut; the ends of a cut edge are apart."""
    nodes = sorted({node for edge in cut.edges for node in edge})
    number, there = {node: i for i, node in enumerate(nodes)}, fresh()
    yield Clause((there,))
    lits = (*(there for _ in nodes), *(-lit for lit in cut.lits))
    ends = ((number[node], len(nodes) + i) for i, edge in enumerate(cut.edges) for node in edge)
    near = _near(len(lits), tuple(ends))
    for start in nodes:
        own = [(lit, b) for lit, (a, b) in zip(cut.lits, cut.edges, strict=True) if a == start]
        if own:
            reached, parts = _spread(lits, near, [number[start]], 2 * len(nodes) - 2, fresh)
            yield from parts
            yield from (Clause((-lit, -reached[number[b]])) for lit, b in own)


def _components(graph: Components, fresh: Fresh) -> Iterator[Constraint]:
    """Of each root what it reaches, and the sum of that.

    Where weights are 0 or more and `lo` is 1 at most, that each root is reached from a weight says it for
    `lo`; and for `hi` only roots with a weight are needed if all nodes are roots.
    """
    lits, weights, roots = graph.lits, graph.weights, graph.roots
    near, lo, hi = _near(len(lits), graph.edges), graph.lo, graph.hi
    if min(weights, default=0) >= 0 and lo <= 1:
        if lo == 1:
            heavy = [i for i, weight in enumerate(weights) if weight]
            reached, parts = _spread(lits, near, heavy, len(lits) - 1, fresh)
            yield from parts
            yield from (Clause((-lits[root], reached[root])) for root in roots)
        if hi >= sum(weights):
            return
        lo = 0
        if hi >= 0 and len(set(roots)) == len(lits):
            roots = tuple(i for i in roots if weights[i])
    steps = min(len(lits) - 1, hi) if min(weights, default=0) > 0 else len(lits) - 1
    most = _most(graph, near)
    for root in roots:  # a component of more than `hi` nodes shows more than `hi` within `hi` steps
        if most[root] < lo:
            yield Clause((-lits[root],))
            continue
        reached, parts = _spread(lits, near, [root], max(0, steps), fresh)
        yield from parts
        terms = [(weight, lit) for weight, lit in zip(weights, reached, strict=True) if lit is not None]
        yield from _if(lits[root], terms, lo, hi)


def _most(graph: Components, near: Sequence[Sequence[int]]) -> list[int]:
    """For each node the most that its component can weigh: all that is 0 or more of what it could reach."""
    most = [0] * len(near)
    left = set(range(len(near)))
    while left:
        part, queue = set[int](), [left.pop()]
        while queue:
            node = queue.pop()
            if node not in part:
                part.add(node)
                queue += near[node]
        left -= part
        for node in part:
            most[node] = sum(max(0, graph.weights[other]) for other in part)
    return most


def _if(lit: Lit, terms: Sequence[tuple[int, Lit]], lo: int, hi: int) -> Iterator[Constraint]:
    """If the literal is true, then lo <= the sum of the weights <= hi; if it is false, all literals are."""
    weights, lits = tuple(w for w, _ in terms), tuple(x for _, x in terms)
    least, most = sum(w for w in weights if w < 0), sum(w for w in weights if w > 0)
    if lo == hi:
        yield Linear((*weights, -lo), (*lits, lit), 0, 0)
        return
    if lo > least:
        yield Linear((*weights, -lo), (*lits, lit), 0, most + abs(lo))
    if hi < most:
        yield Linear((*weights, -hi), (*lits, lit), least - abs(hi), 0)


def _spread(
    lits: Sequence[Lit], near: Sequence[Sequence[int]], sources: Sequence[int], steps: int, fresh: Fresh
) -> tuple[list[Lit], list[Constraint]]:
    """For each node a literal: is it reached from a true source over true nodes within so many steps?

    At step 0 a node is reached exactly if it is a true source, at step d + 1 exactly if it is true and it or
    a neighbour was reached at step d. Nodes out of reach have a literal that is false.
    """
    parts: list[Constraint] = []
    never = fresh()
    parts.append(Clause((-never,)))
    reached = [never] * len(lits)
    for source in sources:
        reached[source] = lits[source]
    for _ in range(steps):
        before, reached = reached, list(reached)
        for i, lit in enumerate(lits):
            own = list(dict.fromkeys(before[j] for j in near[i] if before[j] != never))
            if not own or before[i] == lit:
                continue  # out of reach so far, or a source
            now = reached[i] = fresh()
            parts += [Clause((-now, lit)), Clause((-now, *own))]
            parts += [Clause((now, -lit, -one)) for one in own]
    return reached, parts
