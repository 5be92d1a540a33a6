"""Graph constraints by cuts: implied clauses that are added when an assignment violates them.

    cut(constraint)              the separator of a constraint, a `Cut`
    Cut.stated()                 implied clauses to add before the search
    Cut.by_facts(facts, begun)   further clauses, implied by the constraint, these facts and these clauses
    Cut.broken(true, facts)      cuts that the assignment violates; none if it satisfies the constraint

Cuts are clauses over the variables of the constraint, without auxiliary variables to project out. `facts` are
literals that are true in every solution of the model; cuts that use them are shorter. Each cut is implied by
the constraint and the facts and false under the assignment, so a search that adds cuts terminates.

Sources: separators of two nodes for connectivity (Fischetti et al., Thinning out Steiner trees, Math. Prog.
Comp. 9, 2017), of two cycles for one cycle (Dantzig, Fulkerson and Johnson, 1954), cycles for divisions
(Chopra and Rao, The partition problem, Math. Prog. 59, 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, compress, count
from typing import Any, Generic, TypeVar

from zenkai_solver.models.classes import adjacency, components
from zenkai_solver.models.constraints import (
    Acyclic,
    Components,
    Connected,
    Division,
    GraphConstraint,
    Lit,
    OnGraph,
    Reached,
    SingleLoop,
    unknown,
)

Clauses = Iterator[tuple[Lit, ...]]
Truth = Callable[[Lit], bool]
Facts = AbstractSet[Lit]
Begun = Mapping[Lit, Sequence[Lit]]  # of some literals a clause that begins with it
Near = Sequence[Collection[int]]
G = TypeVar("G", bound=OnGraph)
E = TypeVar("E", SingleLoop, Acyclic, Division)

WIDE = 8  # the highest degree of a node at which "at most two edges" is stated before the search
SMALL = 3  # the largest size of a connected set whose clause is stated before the search
PIVOTS = 8  # nodes of a component for which the cut is repeated, at most
KEPT_SIZES = 16  # graphs and sizes whose small connected sets, or separators, are kept
KEPT_EDGES = range(50, 2_000)  # of a graph whose separator is kept


def cut(graph: GraphConstraint) -> Cut[Any]:
    """The separator of a constraint; of the size of a board it is kept, as puzzles of a genre share it."""
    return (_kept_cut if len(graph.edges) in KEPT_EDGES else _cut)(graph)


def _cut(graph: GraphConstraint) -> Cut[Any]:
    match graph:
        case Connected():
            return ConnectedCut(graph)
        case SingleLoop():
            return LoopCut(graph)
        case Acyclic():
            return AcyclicCut(graph)
        case Division():
            return DivisionCut(graph)
        case Components():
            return ComponentsCut(graph)
        case Reached():
            return ReachedCut(graph)
        case _:
            unknown(graph)


_kept_cut = lru_cache(KEPT_SIZES)(_cut)


@dataclass(frozen=True, eq=False)
class Cut(Generic[G]):
    """The separator of one graph constraint."""

    graph: G

    def stated(self) -> Clauses:
        """A few short clauses that the constraint implies, to be added before the search."""
        yield from ()

    @cached_property
    def first(self) -> tuple[tuple[Lit, ...], ...]:
        """What is stated before the search."""
        return tuple(self.stated())

    def by_facts(self, facts: Facts, begun: Begun) -> Clauses:
        """A few short clauses that the constraint implies only together with the facts, or with clauses."""
        yield from ()

    def broken(self, true: Truth, facts: Facts) -> Clauses:
        """Violated clauses that the constraint and the facts imply; none if the assignment satisfies it."""
        raise NotImplementedError

    def sparse(self) -> Sequence[Lit]:
        """Preferred phases: literals that satisfy the constraint if all are true.

        Without them, a solver that resumes after each cut may visit thousands of sets of several loops in a
        model with few other constraints before it visits a single loop.
        """
        return ()

    @cached_property
    def near(self) -> Near:
        """The neighbours of each node."""
        return adjacency(self.size, self.graph.edges)

    @property
    def size(self) -> int:
        return len(self.graph.lits)


def _reach(starts: Iterable[int], near: Near, barred: AbstractSet[int]) -> set[int]:
    """The nodes that can be reached from the starts in the graph without the barred nodes."""
    reached = set(starts) - barred
    queue = list(reached)
    while queue:
        new = [node for node in near[queue.pop()] if node not in reached and node not in barred]
        reached.update(new)
        queue += new
    return reached


def _around(part: AbstractSet[int], near: Near) -> set[int]:
    """The neighbourhood of the set: nodes outside it that are adjacent to it."""
    return {other for node in part for other in near[node]} - part


@lru_cache(KEPT_SIZES)
def _parts_of(
    size: int, near: tuple[tuple[int, ...], ...]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The connected sets of so many nodes, each with its neighbourhood: many constraints of a puzzle are on
    the same graph.
    """
    sets = {frozenset((node,)) for node in range(len(near))}
    for _ in range(size - 1):
        sets = {part | {node} for part in sets for node in _around(part, near)}
    return tuple((tuple(sorted(part)), tuple(sorted(_around(part, near)))) for part in sets)


def _rim(part: AbstractSet[int], near: Near) -> set[int]:
    """The nodes of the neighbourhood with neighbours beyond it: they separate the set from all others."""
    around = _around(part, near)
    return {node for node in around if not all(other in part or other in around for other in near[node])}


def _gates(home: AbstractSet[int], near: Near) -> Mapping[int, frozenset[int]]:
    """For each node beyond the neighbourhood of `home`: the nodes of it that separate the two."""
    around = _around(home, near)
    outside = (node for node in range(len(near)) if node not in home and node not in around)
    gates: dict[int, frozenset[int]] = {}
    for part in components(outside, near.__getitem__):
        gates |= dict.fromkeys(part, frozenset(_around(set(part), near)))
    return gates


class ConnectedCut(Cut[Connected]):
    """If two nodes are true, so is a node of each separator of the two."""

    def by_facts(self, facts: Facts, begun: Begun) -> Clauses:
        """Every true node has a true neighbour, if another node is known to be true, or one of some that are
        no neighbours.
        """
        lits, known = self.graph.lits, [i for i, lit in enumerate(self.graph.lits) if lit in facts][:2]
        some = [] if known else [*self._somewhere(begun)]
        for i, lit in enumerate(lits):
            if any(node != i for node in known) or any(
                i not in part and part.isdisjoint(self.near[i]) for part in some
            ):
                yield (-lit, *(lits[j] for j in self.near[i] if j != i))

    def _somewhere(self, begun: Begun) -> Iterator[set[int]]:
        """Nodes of which one is true by a clause, of the first node and of the last one that begin one."""
        nodes = {lit: i for i, lit in enumerate(self.graph.lits)}
        for lits in self.graph.lits, reversed(self.graph.lits):
            clauses = (begun[lit] for lit in lits if lit in begun)
            first = next((clause for clause in clauses if all(map(nodes.__contains__, clause))), None)
            if first is not None:
                yield {nodes[lit] for lit in first}

    def broken(self, true: Truth, facts: Facts) -> Clauses:
        lits, near = self.graph.lits, self.near
        parts = components(compress(count(), map(true, lits)), near.__getitem__)
        if len(parts) < 2:
            return
        known = {i for part in parts for i in part if lits[i] in facts}
        home = max(parts, key=lambda part: (not known.isdisjoint(part), len(part)))
        goal = next((i for i in home if i in known), home[0])
        last = () if goal in known else (-lits[goal],)
        gates = _gates(set(home), near)
        for part in parts:
            if part is not home:
                start = next((i for i in part if i in known), part[0])
                nodes = [start] if start in known else part[:PIVOTS]
                for between in {frozenset(_rim(set(part), near)), gates[start]}:
                    way = [lits[i] for i in sorted(between)]
                    for node in nodes:
                        yield (*(() if node in known else (-lits[node],)), *last, *way)


class OfEdges(Cut[E]):
    """The separator of a constraint with one literal per edge."""

    @cached_property
    def size(self) -> int:
        return 1 + max((max(edge) for edge in self.graph.edges), default=-1)

    @cached_property
    def ways(self) -> Sequence[Sequence[tuple[int, int]]]:
        """The pairs (neighbour, edge) of each node."""
        ways: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for i, (a, b) in enumerate(self.graph.edges):
            ways[a].append((b, i))
            ways[b].append((a, i))
        return ways

    def short_cycles(self) -> Iterator[tuple[int, ...]]:
        """The cycles of two to four edges, each listed once for every edge that it may begin with."""
        for i, (a, b) in enumerate(self.graph.edges):
            for c, j in self.ways[a]:
                if c == b and j != i:
                    yield (i, j)
                for d, k in self.ways[c] if c not in (a, b) else ():
                    if d == b:
                        yield (i, j, k)
                    elif d != a:
                        yield from ((i, j, k, m) for other, m in self.ways[d] if other == b)


class LoopCut(OfEdges[SingleLoop]):
    """Each node has no true edge or two; of two separate cycles, a true edge leaves each."""

    @cached_property
    def at(self) -> Sequence[Sequence[int]]:
        """The edges of each node."""
        edges_at: list[list[int]] = [[] for _ in range(self.size)]
        for i, edge in enumerate(self.graph.edges):
            for node in edge:
                edges_at[node].append(i)
        return edges_at

    def sparse(self) -> Sequence[Lit]:
        """No edge: with few edges there are few loops."""
        return tuple(-lit for lit in self.graph.lits)

    def _paired(self, edges: Sequence[int], i: int) -> tuple[Lit, ...]:
        lits = self.graph.lits
        return (-lits[i], *(lits[j] for j in edges if j != i))

    def stated(self) -> Clauses:
        lits = self.graph.lits
        for edges in self.at:
            yield from (self._paired(edges, i) for i in edges)
            if len(edges) <= WIDE:
                yield from ((-lits[i], -lits[j], -lits[k]) for i, j, k in combinations(edges, 3))

    def broken(self, true: Truth, facts: Facts) -> Clauses:
        lits, edges = self.graph.lits, self.graph.edges
        chosen: dict[int, list[int]] = {}  # the edges at each node of a line
        for i in compress(count(), map(true, lits)):
            for node in edges[i]:
                chosen.setdefault(node, []).append(i)
        wrong = [(node, there) for node, there in chosen.items() if len(there) != 2]
        for node, there in wrong:
            if len(there) == 1:
                yield self._paired(self.at[node], there[0])
            else:
                yield tuple(-lits[i] for i in there[:3])
        if not wrong and chosen:
            yield from self._subtours(chosen, facts)

    def _subtours(self, chosen: Mapping[int, Sequence[int]], facts: Facts) -> Clauses:
        lits = self.graph.lits
        tours = [*self._tours(chosen)]
        if len(tours) < 2:
            return
        known = [next((i for i in tour.values() if lits[i] in facts), None) for tour in tours]
        home = max(range(len(tours)), key=lambda t: (known[t] is not None, len(tours[t])))
        goal = known[home]
        last = () if goal is not None else (-lits[next(iter(tours[home].values()))],)
        for t, tour in enumerate(tours):
            if t != home:
                sure = known[t]
                first = [(-lits[i],) for i in [*tour.values()][:PIVOTS]] if sure is None else [()]
                for one, other in ((tour, tours[home]), (tours[home], tour)):
                    way = self._between(one, next(iter(other)))
                    yield from ((*edge, *last, *way) for edge in first)

    def _tours(self, chosen: Mapping[int, Sequence[int]]) -> Iterator[dict[int, int]]:
        """Each cycle of lines, as its nodes with the edges to the next ones."""
        edges, left = self.graph.edges, dict.fromkeys(sorted(chosen))
        while left:
            start = node = next(iter(left))
            tour, edge = dict[int, int](), chosen[start][0]
            while node not in tour:
                del left[node]
                tour[node] = edge
                node = sum(edges[edge]) - node
                edge = sum(chosen[node]) - edge
            yield tour

    def _between(self, inside: Collection[int], goal: int) -> list[Lit]:
        """The edges from these nodes to the part of all others in which the goal is."""
        lits, edges = self.graph.lits, self.graph.edges
        outside = _reach([goal], self.near, set(inside))
        return [
            lits[i]
            for node in inside
            for i in self.at[node]
            if (edges[i][0] in outside) != (edges[i][1] in outside)
        ]


class AcyclicCut(OfEdges[Acyclic]):
    """Some edge of each cycle is false."""

    def stated(self) -> Clauses:
        lits = self.graph.lits
        cycles = dict.fromkeys(tuple(sorted(cycle)) for cycle in self.short_cycles())
        yield from (tuple(-lits[i] for i in cycle) for cycle in cycles)

    def broken(self, true: Truth, facts: Facts) -> Clauses:
        """The fundamental cycles of the true edges with respect to a breadth-first forest."""
        lits = self.graph.lits
        chosen = [true(lit) for lit in lits]
        came: dict[int, tuple[int, int, int]] = {}  # the parent, the edge to it, and the depth of each node
        for start in range(self.size):
            if start in came:
                continue
            came[start], queue = (start, -1, 0), [start]
            for node in queue:
                for other, i in self.ways[node]:
                    if not chosen[i] or i == came[node][1]:
                        continue
                    if other not in came:
                        came[other] = (node, i, came[node][2] + 1)
                        queue.append(other)
                    else:
                        yield tuple(-lits[k] for k in sorted((i, *self._between(node, other, came))))

    @staticmethod
    def _between(a: int, b: int, came: Mapping[int, tuple[int, int, int]]) -> Iterator[int]:
        """The edges of the path between two nodes of the tree."""
        while a != b:
            if came[a][2] < came[b][2]:
                a, b = b, a
            before, edge, _ = came[a]
            yield edge
            a = before


class DivisionCut(OfEdges[Division]):
    """No cycle has exactly one cut edge: if an edge is cut, so is another one of each cycle through it."""

    def stated(self) -> Clauses:
        lits = self.graph.lits
        yield from ((-lits[first], *(lits[i] for i in others)) for first, *others in self.short_cycles())

    def broken(self, true: Truth, facts: Facts) -> Clauses:
        lits, edges = self.graph.lits, self.graph.edges
        left = [not true(lit) for lit in lits]
        uncut = adjacency(self.size, (edge for edge, keeps in zip(edges, left, strict=True) if keeps))
        part = {
            node: number
            for number, nodes in enumerate(components(range(self.size), uncut.__getitem__))
            for node in nodes
        }
        for i, (a, b) in enumerate(edges):
            if not left[i] and part[a] == part[b]:
                yield (-lits[i], *(lits[j] for j in self._path(a, b, left)))

    def _path(self, start: int, goal: int, left: Sequence[bool]) -> list[int]:
        """The edges of a shortest path of uncut edges."""
        came: dict[int, tuple[int, int]] = {start: (start, -1)}
        queue = [start]
        for node in queue:
            for other, edge in self.ways[node]:
                if left[edge] and other not in came:
                    came[other] = (node, edge)
                    queue.append(other)
        path = []
        while goal != start:
            goal, edge = came[goal]
            path.append(edge)
        return path


class ComponentsCut(Cut[Components]):
    """A component that is too light needs a true neighbour; one that is too heavy contains a false node."""

    def stated(self) -> Clauses:
        """A root that is too light needs a true neighbour, or is false if its part of the graph is too light.

        If all weights are 1 and every node is a root, small connected sets get their clauses too.
        """
        graph = self.graph
        positive = [max(0, weight) for weight in graph.weights]
        roots, light = set(graph.roots), set[int]()
        for part in components(range(self.size), self.near.__getitem__) if graph.lo > 0 else ():
            if sum(positive[i] for i in part) < graph.lo:
                light.update(roots.intersection(part))
        yield from ((-graph.lits[root],) for root in sorted(light))
        for root in graph.roots:
            if root not in light and positive[root] < graph.lo:
                yield (-graph.lits[root], *(graph.lits[i] for i in self.near[root] if i != root))
        if set(graph.weights) == {1} and len(set(graph.roots)) == self.size:
            yield from self._small()

    def _small(self) -> Clauses:
        """The clauses of connected sets of up to SMALL nodes that are too few or too many."""
        lits, near = self.graph.lits, tuple(map(tuple, self.near))
        for size in range(2, SMALL + (self.graph.hi < SMALL)):
            if size == self.graph.hi + 1:
                yield from (tuple([-lits[i] for i in part]) for part, _ in _parts_of(size, near))
                return
            if size < self.graph.lo and size < SMALL:
                for part, around in _parts_of(size, near):
                    yield (*[-lits[i] for i in part], *[lits[i] for i in around])

    def broken(self, true: Truth, facts: Facts) -> Clauses:
        graph, lits = self.graph, self.graph.lits
        roots = set(graph.roots)
        for part in components(compress(count(), map(true, lits)), self.near.__getitem__):
            roots_inside = [i for i in part if i in roots]
            total = sum(graph.weights[i] for i in part)
            if roots_inside and total < graph.lo:
                yield from self._light(part, roots_inside)
            elif roots_inside and total > graph.hi:
                yield from self._heavy(part, roots_inside)

    def _light(self, part: Sequence[int], roots: Sequence[int]) -> Clauses:
        lits = self.graph.lits
        around = [lits[i] for i in sorted(_around(set(part), self.near))]
        if sum(max(0, self.graph.weights[i]) for i in part) < self.graph.lo:
            yield from ((-lits[root], *around) for root in roots[:PIVOTS])
        else:
            yield (*(-lits[i] for i in part), *around)

    def _heavy(self, part: Sequence[int], roots: Sequence[int]) -> Clauses:
        weights, lits = self.graph.weights, self.graph.lits
        if min(weights) < 0:  # further nodes might make it lighter
            around = (lits[i] for i in sorted(_around(set(part), self.near)))
            yield (*(-lits[i] for i in part), *around)
            return
        inside = set(part)
        heaviest = sorted(roots, key=lambda root: -weights[root])[:PIVOTS]
        yield from {tuple(-lits[i] for i in self._tree(root, inside)) for root in heaviest}

    def _tree(self, root: int, inside: AbstractSet[int]) -> list[int]:
        """A small connected set with the root that weighs more than `hi`: a pruned breadth-first tree."""
        weights, parent, order = self.graph.weights, {root: root}, [root]
        total = weights[root]
        for node in order:
            for other in self.near[node]:
                if other in inside and other not in parent and total <= self.graph.hi:
                    parent[other] = node
                    order.append(other)
                    total += weights[other]
        kept, children = set(order), dict.fromkeys(order, 0)
        for node in order[1:]:
            children[parent[node]] += 1
        for node in reversed(order[1:]):
            if not children[node] and total - weights[node] > self.graph.hi:
                kept.discard(node)
                children[parent[node]] -= 1
                total -= weights[node]
        return sorted(kept)


class ReachedCut(Cut[Reached]):
    """True neighbours of reached nodes are reached; a set without the root needs a reached neighbour."""

    def stated(self) -> Clauses:
        lits, reached, root = self.graph.lits, self.graph.reached, self.graph.root
        yield (-lits[root], reached[root])
        for i, lit in enumerate(lits):
            yield (-reached[i], lit)
            yield from ((-reached[i], -lits[j], reached[j]) for j in self.near[i] if j != i)
            if i != root:
                yield (-reached[i], *(reached[j] for j in self.near[i] if j != i))

    def broken(self, true: Truth, facts: Facts) -> Clauses:
        reached, root = self.graph.reached, self.graph.root
        true_ones = [i for i, lit in enumerate(reached) if true(lit)]
        if not self._is_closed(true, frozenset(true_ones)):
            yield from (clause for clause in self.stated() if not any(map(true, clause)))
        for part in components(true_ones, self.near.__getitem__):
            if root not in part:
                around = [reached[i] for i in sorted(_around(set(part), self.near))]
                yield from ((-reached[i], *around) for i in part[:PIVOTS])

    def _is_closed(self, true: Truth, inside: AbstractSet[int]) -> bool:
        """Are these nodes true, but no neighbour of theirs, and is the root among them, if it is true?"""
        lits, root = self.graph.lits, self.graph.root
        return (
            (root in inside or not true(lits[root]))
            and all(true(lits[i]) for i in inside)
            and not any(true(lits[i]) for i in _around(inside, self.near))
        )
