"""A model as a program that reads one variable after the other: for each the operations on a state.

A model is taken if each constraint is one about a graph of which the state is known by its frontier (one
loop, connected nodes, components that are weighed), or a sum. Bytes of a state are lent to constraints and
nodes while they are partly read, and are 0 before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from zenkai_solver.models.constraints import Components, Connected, Constraint, OnGraph, SingleLoop
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.core.deadlines import looking
from zenkai_solver.solvers.engines.frontier.automata import Layers, PartialSum, TooWide, layers, sum_of
from zenkai_solver.solvers.engines.frontier.functions import definitions
from zenkai_solver.solvers.engines.frontier.kernels import states as kernel

MOST_NODES = 253  # of a graph at a time: names of components are bytes
MOST_BYTES = 512  # of a state
MOST_WEIGHT = 126  # of a component, or of a bound on it

Op = tuple[int, int, int, int, int, int, int, int]


@dataclass(frozen=True)
class Parts:
    """The constraints of a model as this engine reads them.

    Each auxiliary variable is a function of others, by the sums of `of_others`, in an order in which these
    come before.
    """

    graphs: tuple[OnGraph, ...]
    sums: tuple[tuple[PartialSum, ...], ...]  # what is read as one automaton
    of_others: dict[int, tuple[int, ...]]
    variables: tuple[int, ...]
    possible: bool = True


def parts_of(model: Model) -> Parts | None:
    """None if the model has a constraint that is not treated here, or an auxiliary variable not known to be
    a function of the others.
    """
    if any(not _treated(own) for own in model.constraints):
        return None
    defined = definitions(model)
    if defined is None:
        return None
    joined = {clause for clauses in defined.values() for clause in clauses}
    alone = [own for own in model.constraints if not isinstance(own, OnGraph) and own not in joined]
    groups = list(defined.values()) + [(own,) for own in alone]
    sums = [tuple(own for c in group if (own := sum_of(c)) is not None) for group in groups]
    others = {
        var: tuple({abs(lit) for c in clauses for lit in c.lits} - {var}) for var, clauses in defined.items()
    }
    return Parts(
        tuple(own for own in model.constraints if isinstance(own, OnGraph)),
        tuple(group for group in sums if any(own.terms for own in group)),
        others,
        tuple(range(1, model.size + 1)),
        all(own.lo <= 0 <= own.hi for group in sums for own in group if not own.terms),
    )


def _treated(constraint: Constraint) -> bool:
    if isinstance(constraint, Components):
        weights, lo, hi = constraint.weights, constraint.lo, constraint.hi
        total = sum(weights)
        small = min(hi, total) < MOST_WEIGHT if hi < total else lo <= MOST_WEIGHT
        return small and min(weights, default=0) >= 0
    return isinstance(constraint, SingleLoop | Connected) or sum_of(constraint) is not None


@dataclass(frozen=True)
class Life:
    """From which to which step a node of a graph is at hand."""

    first: int
    last: int


def lives(graph: OnGraph, place: dict[int, int]) -> dict[int, Life]:
    """Of each node, if the variables are read by `place`."""
    when = [place[abs(lit)] for lit in graph.lits]
    seen: dict[int, list[int]] = {}
    if isinstance(graph, SingleLoop):
        for at, edge in zip(when, graph.edges, strict=True):
            for node in edge:
                seen.setdefault(node, []).append(at)
        return {node: Life(min(own), max(own)) for node, own in seen.items()}
    last = list(when)
    for a, b in graph.edges:
        last[a], last[b] = max(last[a], when[b]), max(last[b], when[a])
    return {node: Life(*own) for node, own in enumerate(zip(when, last, strict=True))}


@dataclass
class Bytes:
    """Which bytes of a state are lent; `most` is how many were lent at once."""

    free: list[int] = field(default_factory=list)
    most: int = 0

    def take(self) -> int:
        if self.free:
            self.free.sort(reverse=True)
            return self.free.pop()
        self.most += 1
        return self.most - 1

    def give(self, at: int) -> None:
        self.free.append(at)


@dataclass(frozen=True)
class Program:
    """`ops[i]`, int64[operation, 8], read the variable order[i]; `words` is how long a state is."""

    order: tuple[int, ...]
    ops: tuple[np.ndarray, ...]
    numbers: np.ndarray
    words: int
    possible: bool = True  # False: a constraint without variables does not hold


@dataclass
class _Writing:
    order: Sequence[int]
    place: dict[int, int]
    numbers: list[int] = field(default_factory=list)
    size: int = 0  # bytes of a state so far
    _ending: list[tuple[int, int]] = field(default_factory=list)  # of automata: last step, byte

    def __post_init__(self) -> None:
        self.reads: list[list[Op]] = [[] for _ in self.order]
        self.nodes: list[list[Op]] = [[] for _ in self.order]
        self.drops: list[list[Op]] = [[] for _ in self.order]

    def sums(self, all_layers: Iterable[Layers]) -> None:
        """A byte from the first variable of an automaton to its last."""
        lent = Bytes()
        known: dict[object, int] = {}
        for own in sorted(all_layers, key=lambda own: self.place[own.variables[0]]):
            first, last = self.place[own.variables[0]], self.place[own.variables[-1]]
            while self._ending and self._ending[0][0] < first:
                lent.give(self._ending.pop(0)[1])
            at = lent.take()
            self._ending.append((last, at))
            self._ending.sort()
            for var, table in zip(own.variables, own.tables, strict=True):
                if table not in known:
                    known[table] = len(self.numbers)
                    self.numbers += [target for row in table for target in row]
                op = (kernel.READ, 0, self.size + at, 0, 0, 0, known[table], 0)
                self.reads[self.place[var]].append(op)
        self.size += lent.most
        if self.size > MOST_BYTES:
            raise TooWide

    def graph(self, graph: OnGraph) -> None:
        """Bytes for the nodes at hand, then what else the kernel keeps of the graph."""
        life = lives(graph, self.place)
        slot, width = _slots(life)
        if width > MOST_NODES:
            raise TooWide
        base = self.size
        at = {node: base + own for node, own in slot.items()}
        self.size += 2 * width if isinstance(graph, Components) else width + 1
        if self.size > MOST_BYTES:
            raise TooWide
        if isinstance(graph, SingleLoop):
            self._loop(graph, at, base, width)
            leave = kernel.PASS, 0, 0
        elif isinstance(graph, Components):
            self._components(graph, at, base, width)
            leave = kernel.CLOSE, graph.lo, min(graph.hi, MOST_WEIGHT)
        else:
            self._nodes(graph, at, base, width, lambda _: (kernel.ADD, 0, 0))
            leave = kernel.DROP, 0, 0
        kind, lo, hi = leave
        for node, own in life.items():
            self.drops[own.last].append((kind, 0, at[node], lo, base, width, 0, hi))

    def _loop(self, graph: OnGraph, at: dict[int, int], base: int, width: int) -> None:
        for lit, (a, b) in zip(graph.lits, graph.edges, strict=True):
            op = (kernel.JOIN, int(lit < 0), at[a], at[b], base, width, 0, 0)
            self.nodes[self.place[abs(lit)]].append(op)

    def _components(self, graph: Components, at: dict[int, int], base: int, width: int) -> None:
        cap = graph.hi + 1 if graph.hi < sum(graph.weights) else max(graph.lo, 0)
        roots = set(graph.roots)

        def weigh(node: int) -> tuple[int, int, int]:
            return kernel.WEIGH, min(graph.weights[node], cap) | kernel.ROOT * (node in roots), cap

        self._nodes(graph, at, base, width, weigh)

    def _nodes(
        self,
        graph: OnGraph,
        at: dict[int, int],
        base: int,
        width: int,
        kind: Callable[[int], tuple[int, int, int]],
    ) -> None:
        """Each node joins those of its neighbours that were read before."""
        near: dict[int, set[int]] = {node: set() for node in at}
        for a, b in graph.edges:
            if a != b:
                near[a].add(b)
                near[b].add(a)
        when = {node: (self.place[abs(lit)], node) for node, lit in enumerate(graph.lits)}
        for node in sorted(when, key=when.__getitem__):
            before = [at[other] - base for other in sorted(near[node]) if when[other] < when[node]]
            lit, (name, other, cap) = graph.lits[node], kind(node)
            op = (name, int(lit < 0), at[node], other, base, width, len(self.numbers), cap)
            self.numbers += [len(before), *before]
            self.nodes[when[node][0]].append(op)


def _slots(life: dict[int, Life]) -> tuple[dict[int, int], int]:
    """A place for each node while it is at hand, and how many places there are."""
    lent, ending = Bytes(), sorted((own.last, node) for node, own in life.items())
    slot: dict[int, int] = {}
    gone = 0
    for node in sorted(life, key=lambda node: (life[node].first, node)):
        while ending[gone][0] < life[node].first:
            lent.give(slot[ending[gone][1]])
            gone += 1
        slot[node] = lent.take()
    return slot, lent.most


def program(parts: Parts, order: Sequence[int]) -> Program:
    """The program that reads the variables in this order. Raises TooWide."""
    place = {var: at for at, var in enumerate(order)}
    out = _Writing(order, place)
    out.sums(layers(group, place) for group in looking(parts.sums))
    for graph in parts.graphs:
        out.graph(graph)
    ops = tuple(
        np.array([*reads, *nodes, *drops], np.int64).reshape(-1, 8)
        for reads, nodes, drops in zip(out.reads, out.nodes, out.drops, strict=True)
    )
    numbers = np.array(out.numbers or [0], np.int64)
    return Program(tuple(order), ops, numbers, max(1, -(-out.size // 8)), parts.possible)
