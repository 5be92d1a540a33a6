"""Does a clause follow from a constraint about a graph? Checks cuts independently of what made them.

A clause follows exactly if the constraint is broken wherever all literals of the clause are false. So these
literals are assumed to be false, and the constraint is found broken in these cases:

    Connected     two nodes that are true are apart if the false ones are taken out
    SingleLoop    three edges at a node, one edge that no other can follow, or two edges that no path joins
    Acyclic       edges that close a cycle
    Division      the ends of an edge that is cut are joined by edges that are not
    Components    what is surely with a root weighs too much, or what may be with it too little
    Reached       a node is reached to which no path leads, or one is not reached to which a path surely leads

These tests are sound but not complete: a clause that follows for another reason is refused.
It is a checker, so it shares no walk with engines that make cuts, nor with `models.graphs`: only `components`
of `models.classes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from zenkai_solver.models.classes import adjacency, components
from zenkai_solver.models.constraints import (
    Acyclic,
    Components,
    Connected,
    Division,
    GraphConstraint,
    Lit,
    Reached,
    SingleLoop,
    unknown,
)

Nodes = AbstractSet[int]


class CutJudge:
    """Tests whether clauses follow from one constraint."""

    def __init__(self, graph: GraphConstraint) -> None:
        self.graph = graph
        self.size = 1 + max(len(graph.lits) - 1, *(max(edge) for edge in graph.edges), -1)
        reached = graph.reached if isinstance(graph, Reached) else ()
        self.variables = frozenset(map(abs, (*graph.lits, *reached)))

    def follows(self, clause: Iterable[Lit]) -> bool:
        """Is the clause true wherever the constraint holds? True is proved; False may be wrong."""
        literals = frozenset(clause)
        true = frozenset(-lit for lit in literals)
        return not literals.isdisjoint(true) or (
            not self.variables.isdisjoint(map(abs, literals)) and self._broken(true)
        )

    @cached_property
    def near(self) -> Sequence[Nodes]:
        return adjacency(self.size, self.graph.edges)

    def _split(self, lits: Sequence[Lit], true: AbstractSet[Lit]) -> tuple[set[int], set[int]]:
        """The numbers of the literals that are true, and of those that are false."""
        return (
            {i for i, lit in enumerate(lits) if lit in true},
            {i for i, lit in enumerate(lits) if -lit in true},
        )

    def _parts(
        self, nodes: Iterable[int], near: Callable[[int], Iterable[int]] | None = None
    ) -> dict[int, int]:
        """The number of the component of each of the nodes."""
        parts = components(nodes, near or self.near.__getitem__)
        return {node: number for number, part in enumerate(parts) for node in part}

    def _broken(self, true: AbstractSet[Lit]) -> bool:
        """Is the constraint broken wherever these literals are true?"""
        graph = self.graph
        chosen, out = self._split(graph.lits, true)
        match graph:
            case Connected():
                part = self._parts(i for i in range(len(graph.lits)) if i not in out)
                return len({part[i] for i in chosen}) > 1
            case SingleLoop():
                return self._no_loop(graph, chosen, out)
            case Acyclic():
                ends = {node for i in chosen for node in graph.edges[i]}
                drawn = adjacency(self.size, (graph.edges[i] for i in chosen))
                return len(chosen) > len(ends) - len(components(ends, drawn.__getitem__))
            case Division():
                ways = adjacency(self.size, (graph.edges[i] for i in out))
                part = self._parts(range(self.size), ways.__getitem__)
                return any(part[a] == part[b] for a, b in (graph.edges[i] for i in chosen))
            case Components():
                return any(self._weighs_wrong(graph, root, chosen, out) for root in graph.roots)
            case Reached():
                return self._wrongly_reached(graph, chosen, out, true)
            case _:
                unknown(graph)

    def _no_loop(self, graph: SingleLoop, chosen: Nodes, out: Nodes) -> bool:
        at: dict[int, list[int]] = {}
        for i, edge in enumerate(graph.edges):
            for node in edge:
                at.setdefault(node, []).append(i)
        for incident in at.values():
            drawn = sum(i in chosen for i in incident)
            if drawn > 2 or (drawn == 1 and sum(i not in out for i in incident) == 1):
                return True
        left = adjacency(self.size, (edge for i, edge in enumerate(graph.edges) if i not in out))
        part = self._parts(range(self.size), left.__getitem__)
        return len({part[graph.edges[i][0]] for i in chosen}) > 1

    def _weighs_wrong(self, graph: Components, root: int, chosen: Nodes, out: Nodes) -> bool:
        if root not in chosen:
            return False
        surely = set(self._around(root, lambda node: node in chosen))
        perhaps = set(self._around(root, lambda node: node not in out)) - surely
        known = sum(graph.weights[i] for i in surely)
        more = [graph.weights[i] for i in perhaps]
        least, most = (known + sum(pick(0, weight) for weight in more) for pick in (min, max))
        return most < graph.lo or least > graph.hi

    def _around(self, start: int, passes: Callable[[int], bool]) -> list[int]:
        """The nodes that are connected with `start` by nodes that `passes` accepts."""
        return components([start, *filter(passes, range(len(self.graph.lits)))], self.near.__getitem__)[0]

    def _wrongly_reached(self, graph: Reached, chosen: Nodes, out: Nodes, true: AbstractSet[Lit]) -> bool:
        reached, denied = self._split(graph.reached, true)
        root, barred = graph.root, out | denied
        possible = set() if root in barred else set(self._around(root, lambda node: node not in barred))
        if not reached <= possible:
            return True
        sure = reached | ({root} & chosen)
        queue = list(sure)
        while queue:
            new = {node for node in self.near[queue.pop()] if node in chosen} - sure
            sure |= new
            queue += new
        return not sure.isdisjoint(denied)
