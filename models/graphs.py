"""Constraints on graphs in terms of the others: correct for every engine, and fast enough for small grids.

    plainly(constraint, fresh) -> constraints      `fresh` gives a new variable
    bounded(model) -> model                        small components only, at all sizes of grids
    ball(constraint, fresh) -> constraints         one of these by itself

Every auxiliary variable is a function of the literals. An engine that has cuts or propagators needs only
`bounded`, or nothing. Components of known graphs are found by `models.classes`; here reaching is stated about
unknown nodes, step by step (`_spread`, `_ball`). The judge of cuts, `solvers.certificates.cuts`, is a checker
and uses nothing of this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, count

from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import (
    Acyclic,
    AtMostOne,
    Cardinality,
    Clause,
    Components,
    Connected,
    Constraint,
    Division,
    Edges,
    GraphConstraint,
    Linear,
    Lit,
    OnGraph,
    Reached,
    SingleLoop,
    unknown,
)
from zenkai_solver.models.csp import Model

Fresh = Callable[[], int]  # makes a new variable
Nodes = tuple[tuple[Lit, ...], Edges]  # the literals and the edges of a graph
MOST_EFFORT = 200_000  # auxiliary variables of all components beyond MOST_STEPS that are stated so
MOST_APART = 150  # those of one component in a graph of few nodes, as `bounded` says
FEW_NODES = 400  # of a graph in which it takes longer to state components than to search
MOST_REACHED = 100_000  # literals of what components without a known size reach
MOST_STEPS = 40  # of a component that `bounded` states: some 50,000 auxiliary variables in a grid


def plainly(graph: GraphConstraint, fresh: Fresh) -> Iterator[Constraint]:
    """Equivalent constraints: clauses, sums and `Connected`."""
    match graph:
        case Connected():
            yield graph
        case SingleLoop():
            yield from _loop(graph)
        case Acyclic():
            yield from _acyclic(graph, fresh)
        case Division():
            yield from _division(graph, fresh)
        case Components():
            yield from _components(graph, fresh)
        case Reached(lits, edges, root, reached):
            near = _near(len(lits), edges)
            spread, parts = _spread(lits, near, [root], len(lits) - 1, fresh)
            yield from parts
            for lit, other in zip(reached, spread, strict=True):
                yield from (Clause((-lit, other)), Clause((lit, -other)))
        case _:
            unknown(graph)


def steps(graph: GraphConstraint) -> int:
    """A bound on the auxiliary variables by which `plainly`, or an engine for `Connected`, states it."""
    size = len(graph.lits)
    match graph:
        case Connected() | SingleLoop() | Acyclic() | Reached():
            return size * size
        case Division():
            nodes = len({node for edge in graph.edges for node in edge})
            return 2 * nodes * nodes * (nodes + size)
        case Components():
            heavy = min(graph.weights, default=0) > 0
            return size * (size + len(graph.roots) * (min(size, max(0, graph.hi)) if heavy else size))
        case _:
            unknown(graph)


def united(constraints: Iterable[Constraint]) -> list[Constraint]:
    """The same constraints, with one `Components` for all that differ in their roots alone: for all roots
    together `plainly` states what they reach, and a cut looks at each component.
    """
    every = list(constraints)
    roots: dict[Components, set[int]] = {}
    for one in every:
        if isinstance(one, Components):
            roots.setdefault(replace(one, roots=()), set()).update(one.roots)
    others = [one for one in every if not isinstance(one, Components)]
    return [*others, *(replace(one, roots=tuple(sorted(of))) for one, of in roots.items())]


def _near(size: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For each node the list of itself and its neighbours."""
    near = [[i] for i in range(size)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def _loop(loop: SingleLoop) -> Iterator[Constraint]:
    """Each node has no edge or two; the edges are connected by common nodes."""
    at: dict[int, list[int]] = {}
    for i, edge in enumerate(loop.edges):
        for node in edge:
            at.setdefault(node, []).append(i)
    for edges in at.values():
        lits = tuple(loop.lits[i] for i in edges)
        yield Cardinality(lits, 0, 2)
        yield from (Clause((-lit, *lits[:i], *lits[i + 1 :])) for i, lit in enumerate(lits))
    yield Connected(loop.lits, tuple(pair for edges in at.values() for pair in combinations(edges, 2)))


def _acyclic(forest: Acyclic, fresh: Fresh) -> Iterator[Constraint]:
    """Edges with an end at no other edge are removed, in rounds; after the last one none may be left.

    Each round removes both end edges of a longest path of a tree, so half as many rounds as a component has
    nodes are enough; the edges of a cycle are never removed.
    """
    at: dict[int, list[int]] = {}
    for i, edge in enumerate(forest.edges):
        for node in edge:
            at.setdefault(node, []).append(i)
    near = _near(1 + max(at, default=-1), forest.edges)
    for part in components(at, near.__getitem__):
        indices = sorted({i for node in part for i in at[node]})
        left = {i: forest.lits[i] for i in indices}
        for _ in range(len(part) // 2):
            before, left = left, {i: fresh() for i in indices}
            for i, now in left.items():
                others = [[before[j] for j in at[node] if j != i] for node in forest.edges[i]]
                yield Clause((-now, before[i]))
                yield from (Clause((-now, *lits)) for lits in others)
                yield from (Clause((now, -before[i], -a, -b)) for a in others[0] for b in others[1])
        yield from (Clause((-lit,)) for lit in left.values())


def _division(cut: Division, fresh: Fresh) -> Iterator[Constraint]:
    """In the graph with a node in the middle of each uncut edge, the ends of a cut edge are not connected."""
    nodes = sorted({node for edge in cut.edges for node in edge})
    number, there = {node: i for i, node in enumerate(nodes)}, fresh()
    yield Clause((there,))
    lits = (*(there for _ in nodes), *(-lit for lit in cut.lits))
    ends = ((number[node], len(nodes) + i) for i, edge in enumerate(cut.edges) for node in edge)
    near = _near(len(lits), tuple(ends))
    for start in nodes:
        cut_edges = [(lit, b) for lit, (a, b) in zip(cut.lits, cut.edges, strict=True) if a == start]
        if cut_edges:
            reached, parts = _spread(lits, near, [number[start]], 2 * len(nodes) - 2, fresh)
            yield from parts
            yield from (Clause((-lit, -reached[number[b]])) for lit, b in cut_edges)


def _components(graph: Components, fresh: Fresh) -> Iterator[Constraint]:
    """For each root the nodes that it reaches, and a bound on the sum of their weights.

    If no weight is negative and `lo` is at most 1, the lower bound is stated by each root being reached from
    a node with a weight; and if all nodes are roots, the upper bound is needed only for roots with a weight.
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
    """For each node an upper bound on the weight of its component: the sum of positive weights in reach."""
    most = [0] * len(near)
    for part in components(range(len(near)), near.__getitem__):
        weight = sum(max(0, graph.weights[node]) for node in part)
        for node in part:
            most[node] = weight
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
    if 0 <= hi < most:  # which a sum of 0 is, too
        yield Linear(weights, lits, least, hi)
    elif hi < most:
        yield Linear((*weights, -hi), (*lits, lit), least - abs(hi), 0)


def _spread(
    lits: Sequence[Lit], near: Sequence[Sequence[int]], sources: Sequence[int], steps: int, fresh: Fresh
) -> tuple[list[Lit], list[Constraint]]:
    """For each node a literal that it is reached from a true source over true nodes within so many steps, and
    the constraints that define these literals.

    At step 0 a node is reached exactly if it is a true source, at step d + 1 exactly if it is true and it or
    a neighbour was reached at step d. Nodes that are out of reach have a false literal.
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
            earlier = list(dict.fromkeys(before[j] for j in near[i] if before[j] != never))
            if not earlier or before[i] == lit:
                continue  # out of reach so far, or a source
            now = reached[i] = fresh()
            parts += [Clause((-now, lit)), Clause((-now, *earlier))]
            parts += [Clause((now, -lit, -one)) for one in earlier]
    return reached, parts


# ---- small components


def bounded(model: Model, by_cuts: bool = True) -> Model:
    """An equivalent model, in which `Components` whose components cannot be large are stated by what their
    roots reach.

    A component with one root, whose other nodes weigh 1 or more, lies within `_reach` steps of its root. If
    all roots with a weight are stated so, a rule that each component has such a root, as the islands of
    Nurikabe have, becomes: each node is reached by one of them. Then roots of components that are large, or
    have no known size, get literals of what they reach, too (`Reached`). For an engine that states graphs
    `by_cuts`, the component of a node that no rule about all components concerns has its weight counted over
    these literals in a graph of few nodes, but if it is among the smallest.
    All other constraints are kept.
    """
    graphs = [one for one in model.larger if isinstance(one, Components)]
    if not any(map(_is_small, graphs)):
        return model
    top = count(model.size + 1)
    sure = {one.lits[0] for one in model.constraints if isinstance(one, Clause) and len(one.lits) == 1}
    done: dict[OnGraph, list[Constraint]] = {}
    owners: dict[Nodes, dict[int, dict[int, Lit]]] = {}
    sized = [one for one in graphs if _is_small(one) or (_is_sized(one) and one.lits[one.roots[0]] in sure)]
    free = [*_without_size(sized, graphs, sure)]
    territories, left = _territories([*sized, *free], graphs, sure), MOST_EFFORT
    ruled = {(one.lits, one.edges) for one in graphs if _is_of_all(one)}
    for one in sorted(territories, key=lambda one: one.hi):
        effort, small = _effort(one, territories[one]), _is_small(one)
        state = _large if not small and effort > left else _ball
        few = by_cuts and len(one.lits) <= FEW_NODES and one.lits[one.roots[0]] in sure
        if few and effort > MOST_APART and (one.lits, one.edges) not in ruled:
            state = _counted
        left -= effort if not small and state is _ball else 0
        reached, done[one] = state(one, territories[one], sure, lambda: next(top))
        owners.setdefault((one.lits, one.edges), {})[one.roots[0]] = reached
    for one in graphs:
        known = owners.get((one.lits, one.edges), {})
        if one not in done and _is_owned(one, known):
            done[one] = [*_owned(one, known)]
    constraints = chain.from_iterable(
        done.get(one, (one,)) if isinstance(one, Components) else (one,) for one in model.constraints
    )
    kept = (*constraints, *chain.from_iterable(done[one] for one in free))
    names = (*model.names, *(("reached", number) for number in range(model.size + 1, next(top))))
    return replace(model, names=names, constraints=kept, origins=())


def ball(graph: Components, fresh: Fresh) -> list[Constraint] | None:
    """One constraint by what its root reaches, as in `bounded`; None if its component can grow large."""
    if not _is_small(graph):
        return None
    return _ball(graph, _territories([graph], [], frozenset())[graph], frozenset(), fresh)[1]


def _is_sized(graph: Components) -> bool:
    """Is it about the component of one node, and has each other node a weight?"""
    if len(graph.roots) != 1 or graph.hi < 0:
        return False
    root = graph.roots[0]
    return graph.weights[root] >= 0 and all(w > 0 for i, w in enumerate(graph.weights) if i != root)


def _is_small(graph: Components) -> bool:
    return _is_sized(graph) and graph.hi <= MOST_STEPS


def _effort(graph: Components, territory: Territory) -> int:
    """How many variables `_ball` takes."""
    return sum(
        (_reach(graph) - steps) // territory.stride + 1 for steps in territory.distance.values() if steps
    )


def _reach(graph: Components) -> int:
    """The greatest distance from the root in its component, in which each other node weighs 1 or more."""
    return max(0, graph.hi - graph.weights[graph.roots[0]])


def _distances(
    near: Sequence[Sequence[int]], root: int, most: int, barred: AbstractSet[int]
) -> dict[int, int]:
    """The distance from the root of each node within `most` steps, nearest first; not through barred ones.

    It is a walk of its own, beside `components`, as it counts steps and ends after `most` of them.
    """
    distance, order = {root: 0}, [root]
    for node in order:
        for other in near[node] if distance[node] < most else ():
            if other not in distance and other not in barred:
                distance[other] = distance[node] + 1
                order.append(other)
    return distance


@dataclass(frozen=True)
class Territory:
    """Where the component of a root may be: the distance from the root of each such node, nearest first.

    `dead` are nodes whose literals are known to be false.
    """

    near: Sequence[Sequence[int]]
    distance: Mapping[int, int]
    dead: AbstractSet[int]

    @cached_property
    def stride(self) -> int:
        """A node can be reached in its distance and so many steps more, or twice as many, and so on: 2 where
        each edge leads from an even distance to an odd one, as on squares.
        """
        near, distance = self.near, self.distance
        odd = all(
            (steps + distance.get(other, steps + 1)) % 2
            for node, steps in distance.items()
            for other in near[node]
            if other != node
        )
        return 2 if odd else 1


def _territories(
    small: Sequence[Components], graphs: Sequence[Components], sure: AbstractSet[Lit]
) -> dict[Components, Territory]:
    """The territory of each of these small components.

    Where a component has one node with a weight at most, by a rule among `graphs`, it has none of the others,
    and no neighbour of one that is surely true. Where it has one at least, and all such nodes are roots of
    small components, a node in none of their territories is false, which may make these smaller.
    """
    near: dict[Edges, list[list[int]]] = {}
    at: dict[Nodes, list[Components]] = {}
    for one in small:
        at.setdefault((one.lits, one.edges), []).append(one)
    territories: dict[Components, Territory] = {}
    for nodes, alike in at.items():
        lits, edges = nodes
        if edges not in near:
            near[edges] = _near(len(lits), edges)
        rules = [one for one in graphs if (one.lits, one.edges) == nodes and one.hi == 1 and _is_of_all(one)]
        barred = [_strangers(rule, near[edges], sure) for rule in rules]
        roots = dict.fromkeys(one.roots[0] for one in alike)
        owned = any(_is_owned(rule, roots) for rule in rules)
        dead, before = {i for i, lit in enumerate(lits) if -lit in sure}, -1
        while len(dead) > before:
            before = len(dead)
            for one in alike:
                root = one.roots[0]
                out = dead.union(*(around - near_root.get(root, around) for around, near_root in barred))
                within = _distances(near[edges], root, _reach(one), out)
                territories[one] = Territory(near[edges], within, dead)
            if owned:
                dead = set(range(len(lits))).difference(*(territories[one].distance for one in alike))
    return territories


def _strangers(
    rule: Components, near: Sequence[Sequence[int]], sure: AbstractSet[Lit]
) -> tuple[set[int], dict[int, set[int]]]:
    """Nodes that are barred, as no component weighs over 1; and for each node with a weight those of them
    that are not barred from its own component.
    """
    beside = {i: near[i] if rule.lits[i] in sure else [i] for i, weight in enumerate(rule.weights) if weight}
    times = Counter(node for nodes in beside.values() for node in nodes)
    return set(times), {i: {node for node in nodes if times[node] == 1} for i, nodes in beside.items()}


def _ball(
    graph: Components, territory: Territory, sure: AbstractSet[Lit], fresh: Fresh
) -> tuple[dict[int, Lit], list[Constraint]]:
    """Literals of the nodes that the root reaches within `_reach` steps, or fewer where the territory has no
    longer way, and the constraints that define them and require that the component has no others.

    `sure` are literals that are known to be true; nodes whose literals are known to be false are left out.
    """
    lits, root = graph.lits, graph.roots[0]
    near, distance, dead, stride = territory.near, territory.distance, territory.dead, territory.stride
    order = list(distance)
    parts: list[Constraint] = []
    reached = {root: lits[root]}
    for step in range(1, min(_reach(graph), len(order) - 1) + 1):
        before, reached = reached, dict(reached)
        for node in order[1:]:
            if distance[node] > step:
                break
            if (step - distance[node]) % stride:
                continue
            earlier = [before[other] for other in near[node] if other in before]
            now = reached[node] = fresh()
            parts += [Clause((-now, lits[node])), Clause((-now, *earlier))]
            parts += [Clause((now, -lits[node], -one)) for one in earlier]
    for node in order:
        for other in near[node]:
            if other != node and other not in dead:
                further = (reached[other],) if other in reached else ()
                parts.append(Clause((-reached[node], -lits[other], *further)))
    terms = [(graph.weights[node], reached[node]) for node in order]
    if lits[root] in sure:
        factors, inside = zip(*terms)
        parts.append(Linear(factors, inside, graph.lo, graph.hi))
    else:
        parts += _if(lits[root], terms, graph.lo, graph.hi)
    return reached, parts


def _without_size(
    sized: Sequence[Components], graphs: Sequence[Components], sure: AbstractSet[Lit]
) -> Iterator[Components]:
    """For each node of which a rule of `bounded` needs to know what it reaches, and whose component has no
    known size, that component.
    """
    for rule in graphs:
        if not (_is_of_all(rule) and rule.lo == rule.hi == 1):
            continue
        lits, edges = rule.lits, rule.edges
        known = {one.roots[0] for one in sized if (one.lits, one.edges) == (lits, edges)}
        left = [i for i, weight in enumerate(rule.weights) if weight and i not in known]
        if known and len(left) * len(lits) <= MOST_REACHED and all(lits[i] in sure for i in left):
            yield from (Components(lits, edges, (1,) * len(lits), (i,), 1, len(lits)) for i in left)


def _large(
    graph: Components, territory: Territory, sure: AbstractSet[Lit], fresh: Fresh
) -> tuple[dict[int, Lit], list[Constraint]]:
    """The same as `_defined`. Their weight is left to the constraint itself: a solver that counts them before
    they are connected with the root takes them from anywhere.
    """
    reached, parts = _defined(graph, territory, fresh)
    if graph.hi < sum(graph.weights) or graph.lo > graph.weights[graph.roots[0]]:
        parts.append(graph)
    return reached, parts


def _counted(
    graph: Components, territory: Territory, sure: AbstractSet[Lit], fresh: Fresh
) -> tuple[dict[int, Lit], list[Constraint]]:
    """The same as `_defined`, and the sum of the weights."""
    reached, parts = _defined(graph, territory, fresh)
    weights = tuple(graph.weights[node] for node in reached)
    return reached, [*parts, Linear(weights, tuple(reached.values()), graph.lo, graph.hi)]


def _defined(
    graph: Components, territory: Territory, fresh: Fresh
) -> tuple[dict[int, Lit], list[Constraint]]:
    """Literals of the nodes that a root, which is surely true, reaches, and the constraints that define them
    and require that the component lies in its territory.
    """
    lits, root = graph.lits, graph.roots[0]
    number = {node: i for i, node in enumerate(territory.distance)}
    reached = {node: lits[root] if node == root else fresh() for node in number}
    edges = ((number[a], number[b]) for a, b in graph.edges if a in number and b in number)
    parts: list[Constraint] = [
        Reached(tuple(lits[node] for node in number), tuple(edges), 0, tuple(reached.values()))
    ]
    for node in number:
        out = (other for other in territory.near[node] if other not in number and other not in territory.dead)
        parts += [Clause((-reached[node], -lits[other])) for other in out]
    return reached, parts


def _is_owned(graph: Components, owners: Mapping[int, object]) -> bool:
    """Does the constraint require a node with a weight in each component, and are the components of all such
    nodes stated already (`owners`)?
    """
    heavy = {i for i, weight in enumerate(graph.weights) if weight}
    return _is_of_all(graph) and graph.lo == 1 and heavy <= set(owners)


def _is_of_all(graph: Components) -> bool:
    """Is it about every component, and no weight negative?"""
    return set(graph.roots) == set(range(len(graph.lits))) and min(graph.weights, default=0) >= 0


def _owned(graph: Components, owners: Mapping[int, Mapping[int, Lit]]) -> Iterator[Constraint]:
    """Each true node is reached from a root with a weight; what such a root reaches weighs at most `hi`."""
    weights = graph.weights
    over: list[list[Lit]] = [[] for _ in graph.lits]
    for root, reached in owners.items():
        if weights[root]:
            for node, lit in reached.items():
                over[node].append(lit)
            terms = [(weights[node], lit) for node, lit in reached.items() if weights[node]]
            yield from _if(graph.lits[root], terms, 0, graph.hi)
    for lit, reaching in zip(graph.lits, over):
        yield Clause((-lit, *reaching))
        if graph.hi == 1 and len(reaching) > 1:
            yield AtMostOne(tuple(reaching))
