"""A SAT solver that is asked again and again about graphs: what hangs together is seen to by cuts.

A constraint about a graph is no clause until an assignment breaks it; then clauses that follow from it, and
that this assignment breaks, are added. They need no auxiliary variables, and they stay for later questions.
A constraint may be under a condition: a literal that is assumed where the constraint is to hold.
Source: subtour elimination, G. Dantzig, R. Fulkerson and S. Johnson, Operations Research 2 (1954).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, pairwise

from zenkai_solver.models.constraints import (
    Components,
    Connected,
    Constraint,
    Division,
    GraphConstraint,
    Lit,
    OnGraph,
    Reached,
    SingleLoop,
    is_true,
    unknown,
)
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable

Cut = tuple[Lit, ...]


class CutSolver:
    """Clauses and constraints, which may be added at any time. Close it after use."""

    def __init__(self, deadline: Deadline = NEVER) -> None:
        from pysat.solvers import Solver  # slow to import

        self.solver, self.deadline, self.top = Solver(name=SOLVER), deadline, 0
        self.always: list[CutGraph] = []
        self.under: dict[Lit, list[CutGraph]] = {}

    def close(self) -> None:
        self.solver.delete()

    def fresh(self) -> int:
        self.top += 1
        self.solver.add_clause([self.top, -self.top])  # which makes it a variable of every assignment
        return self.top

    def add(self, constraint: Constraint, condition: Lit | None = None) -> None:
        """The constraint holds where the condition, if any, is true."""
        if isinstance(constraint, OnGraph):
            graph = CutGraph(constraint)
            (self.always if condition is None else self.under.setdefault(condition, [])).append(graph)
            found: Iterable[Cut] = graph.beforehand()
        else:
            found = clauses(constraint, self.fresh)
        self._state(found, condition)

    def _state(self, found: Iterable[Cut], condition: Lit | None) -> None:
        for clause in found:
            self.solver.add_clause(clause if condition is None else (*clause, -condition))

    def solution(self, assumed: Sequence[Lit] = ()) -> frozenset[int] | None:
        """The true variables of an assignment in which these literals are true. Raises Interrupted."""
        watched: list[tuple[Lit | None, CutGraph]] = [(None, graph) for graph in self.always]
        watched += [(lit, graph) for lit in assumed for graph in self.under.get(lit, ())]
        while satisfiable(self.solver, self.deadline.check, assumed):
            true = frozenset(lit for lit in self.solver.get_model() if lit > 0)
            broken = False
            for condition, graph in watched:
                found = list(graph.cuts(true))
                self._state(found, condition)
                broken = broken or bool(found)
            if not broken:
                return true
        return None


@dataclass(frozen=True)
class CutGraph:
    """A constraint about a graph, and clauses that follow from it."""

    graph: GraphConstraint

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each node."""
        edges = self.graph.edges
        size = 1 + max(chain([len(self.graph.lits) - 1], *edges))
        found: list[list[int]] = [[] for _ in range(size)]
        for a, b in edges:
            found[a].append(b)
            found[b].append(a)
        return tuple(map(tuple, found))

    def beforehand(self) -> Iterator[Cut]:
        """Of a loop that each node has no line or two."""
        if isinstance(self.graph, SingleLoop):
            at: dict[int, list[Lit]] = {}
            for lit, edge in zip(self.graph.lits, self.graph.edges):
                for node in edge:
                    at.setdefault(node, []).append(lit)
            for lits in at.values():
                yield from ((-lit, *lits[:i], *lits[i + 1 :]) for i, lit in enumerate(lits))
                yield from ((-a, -b, -c) for a, b, c in combinations(lits, 3))

    def cuts(self, true_vars: AbstractSet[int]) -> Iterator[Cut]:
        """Some that the assignment breaks; none exactly if the constraint holds."""
        graph = self.graph
        true = {i for i, lit in enumerate(graph.lits) if is_true(lit, true_vars)}
        match graph:
            case Connected():
                yield from self._connected(true)
            case SingleLoop():
                yield from self._loop(true)
            case Division():
                yield from self._division(true)
            case Components():
                for part in self._parts(true):
                    yield from self._component(graph, part)
            case Reached():
                yield from self._reached(graph, true, true_vars)
            case _:
                unknown(graph)

    def _ways(self, start: int, inside: AbstractSet[int]) -> dict[int, int]:
        """All nodes that are reached from the start within the set, nearest first, each by which node."""
        ways = {start: start}
        for node in (queue := [start]):
            for other in self.near[node]:
                if other in inside and other not in ways:
                    ways[other] = node
                    queue.append(other)
        return ways

    def _parts(self, inside: AbstractSet[int]) -> list[list[int]]:
        left, parts = set(inside), []
        for start in sorted(inside):
            if start in left:
                parts.append(list(self._ways(start, left)))
                left.difference_update(parts[-1])
        return parts

    def _around(self, part: Iterable[int]) -> list[Lit]:
        """The literals of the nodes beside the part."""
        own = set(part)
        beside = sorted({other for node in own for other in self.near[node]} - own)
        return [self.graph.lits[node] for node in beside]

    def _connected(self, true: AbstractSet[int]) -> Iterator[Cut]:
        """A node within a part and one in another: then a node beside the part is true, too."""
        parts, lits = self._parts(true), self.graph.lits
        for i, part in enumerate(parts[:-1]):
            yield -lits[part[0]], -lits[parts[i + 1][0]], *self._around(part)

    def _loop(self, true: AbstractSet[int]) -> Iterator[Cut]:
        """A line of a loop and one of another: then a line leads out of the first, too."""
        lits, edges = self.graph.lits, self.graph.edges
        ends: dict[int, list[int]] = {}
        for i in true:
            for node in edges[i]:
                ends.setdefault(node, []).append(i)
        left, loops = set(true), []
        while left:
            nodes, queue = set(edges[min(left)]), [*edges[min(left)]]
            for node in queue:
                new = {other for i in ends[node] for other in edges[i]} - nodes
                nodes |= new
                queue += sorted(new)
            loops.append((min(left), nodes))
            left -= {i for node in nodes for i in ends[node]}
        for (own, nodes), (other, _) in pairwise(loops):
            out = [lit for lit, (a, b) in zip(lits, edges) if (a in nodes) != (b in nodes)]
            yield -lits[own], -lits[other], *out

    def _division(self, cut: AbstractSet[int]) -> Iterator[Cut]:
        """A cut edge between two nodes: then an edge on each other way between them is cut."""
        lits, edges = self.graph.lits, self.graph.edges
        uncut = {pair: lits[i] for i, edge in enumerate(edges) if i not in cut for pair in (edge, edge[::-1])}
        for i in sorted(cut):
            start, end = edges[i]
            ways = {start: start}
            for node in (queue := [start]):
                for other in self.near[node]:
                    if (node, other) in uncut and other not in ways:
                        ways[other] = node
                        queue.append(other)
            if end in ways:
                way = _way(ways, end)
                yield -lits[i], *(uncut[pair] for pair in pairwise(way))

    def _component(self, graph: Components, part: Sequence[int]) -> Iterator[Cut]:
        lits, weights = graph.lits, graph.weights
        roots = sorted(set(graph.roots) & set(part))
        total = sum(weights[node] for node in part)
        if not roots or graph.lo <= total <= graph.hi:
            return
        if min(weights) < 0:
            yield *(-lits[node] for node in part), *self._around(part)
        elif total < graph.lo:
            yield from ((-lits[root], *self._around(part)) for root in roots)
        else:
            heavy = [root for root in roots if weights[root]] or roots
            found = (self._too_heavy(graph, root, set(part)) for root in heavy)
            for nodes in sorted(map(sorted, found), key=len)[:4]:
                yield tuple(-lits[node] for node in nodes)

    def _too_heavy(self, graph: Components, root: int, part: AbstractSet[int]) -> set[int]:
        """Connected nodes with the root that alone have more than the most."""
        ways, nodes, total = self._ways(root, part), set[int](), 0
        for node in ways:
            if graph.weights[node]:
                new = set(_way(ways, node)) - nodes
                nodes |= new
                total += sum(graph.weights[other] for other in new)
                if total > graph.hi:
                    break
        return nodes

    def _reached(self, graph: Reached, true: AbstractSet[int], true_vars: AbstractSet[int]) -> Iterator[Cut]:
        lits = graph.lits
        ways = self._ways(graph.root, true) if graph.root in true else {}
        out = self._around(ways) if ways else [lits[graph.root]]
        for node, lit in enumerate(graph.reached):
            said = is_true(lit, true_vars)
            if said and node not in ways:
                yield -lit, *out
            elif not said and node in ways:
                yield lit, *(-lits[other] for other in _way(ways, node))


def _way(ways: dict[int, int], node: int) -> list[int]:
    """The nodes from this one back to the start."""
    found = [node]
    while ways[node] != node:
        node = ways[node]
        found.append(node)
    return found
