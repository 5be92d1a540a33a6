"""Zero-suppressed decision diagrams as arrays, and the passes over them. See `solvers.kernels.diagram`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import unwrap
from typing import Any

import numpy as np

from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.kernels import diagram as kernels
from zenkai_solver.solvers.kernels.jit import Work

SMALL = 1 << 12  # nodes that a store begins with
MOST_NODES = 1 << 26  # of a store: 20 bytes each
MOST_PAIRS = 1 << 26  # places for pairs of nodes, 12 bytes each
OPERATIONS = {"and": kernels.AND, "or": kernels.OR, "minus": kernels.MINUS, "xor": kernels.XOR}


class DiagramTooLarge(Refused):
    """More nodes than a diagram may have."""


def _interpreted(kernel: Any) -> Any:
    """The kernel's loop run by Python, whose integers have any size."""
    return unwrap(kernel)


@dataclass(frozen=True, eq=False)
class Diagram:
    """A set of sets of the variables 1..size. Nodes are numbered as `kernels.numbered` does, so equal sets
    have equal arrays. The root is the last node, but for the diagram of no set, which has nodes 0 and 1 and
    root 0, and that of the empty set alone, which has root 1.
    """

    var: np.ndarray  # int32[node]; size + 1 for nodes 0 and 1
    lo: np.ndarray  # int32
    hi: np.ndarray  # int32
    root: int
    size: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Diagram):
            return NotImplemented
        arrays = ((self.var, other.var), (self.lo, other.lo), (self.hi, other.hi))
        return (self.root, self.size) == (other.root, other.size) and all(
            np.array_equal(a, b) for a, b in arrays
        )

    @property
    def nodes(self) -> int:
        return len(self.var) - 2

    @cached_property
    def counts(self) -> np.ndarray:
        """The number of sets of each node: int64, or Python's integers where these do not suffice."""
        counts = np.zeros(len(self.var), np.int64)
        if not kernels.upward(self.lo, self.hi, counts):
            counts = np.zeros(len(self.var), object)
            _interpreted(kernels.upward)(self.lo.tolist(), self.hi.tolist(), counts)
        return counts

    @property
    def count(self) -> int:
        return int(self.counts[self.root])

    @cached_property
    def ways(self) -> np.ndarray:
        """In how many ways each node is reached from the root."""
        ways = np.zeros_like(self.counts)
        if self.root > 1:
            self._run(kernels.downward, self.lo, self.hi, ways)
        return ways

    def _run(self, kernel: Any, *arguments: Any) -> None:
        """Run the kernel, with Python's integers where the counts need them."""
        run = _interpreted(kernel) if self.counts.dtype == object else kernel
        run(*arguments)

    @cached_property
    def shares(self) -> np.ndarray:
        """In how many sets each variable is; index 0 is none."""
        share = np.zeros(self.size + 2, self.counts.dtype)
        self._run(kernels.shared, self.var, self.hi, self.counts, self.ways, share)
        return share[:-1]

    def together(self, variable: int) -> np.ndarray:
        """In how many sets each greater variable is together with this one."""
        share = np.zeros(self.size + 2, self.counts.dtype)
        self._run(kernels.together, self.var, self.lo, self.hi, self.counts, self.ways, variable, share)
        return share[:-1]

    def at(self, number: int) -> tuple[int, ...]:
        """Set `number`, from 0, in the diagram's own order."""
        node, chosen = self.root, []
        while node > 1:
            before = int(self.counts[self.lo[node]])
            if number < before:
                node = int(self.lo[node])
            else:
                number -= before
                chosen.append(int(self.var[node]))
                node = int(self.hi[node])
        return tuple(chosen)

    def __contains__(self, chosen: Sequence[int]) -> bool:
        node, left = self.root, sorted(chosen)
        while node > 1:
            if left and left[0] == self.var[node]:
                node, left = int(self.hi[node]), left[1:]
            else:
                node = int(self.lo[node])
        return node == 1 and not left

    def heaviest(self, weights: np.ndarray) -> tuple[int, tuple[int, ...]]:
        """The greatest sum of weights (int64, by variable), and a set with this sum. There must be a set."""
        best = np.zeros(len(self.var), np.int64)
        kernels.heaviest(self.var, self.lo, self.hi, weights, best)
        node, chosen = self.root, []
        while node > 1:
            if best[node] == best[self.lo[node]]:
                node = int(self.lo[node])
            else:
                chosen.append(int(self.var[node]))
                node = int(self.hi[node])
        return int(best[self.root]), tuple(chosen)

    def rows(self) -> Iterable[tuple[int, ...]]:
        """Every set, in the diagram's own order."""
        stack: list[tuple[int, tuple[int, ...]]] = [(self.root, ())]
        while stack:
            node, chosen = stack.pop()
            if node == 1:
                yield chosen
            elif node:
                stack.append((int(self.hi[node]), (*chosen, int(self.var[node]))))
                stack.append((int(self.lo[node]), chosen))


class Builder:
    """A growing store of nodes, in which operations return a node; `diagram` makes a Diagram of one.

    Raises DiagramTooLarge.
    """

    def __init__(self, size: int, room: int = SMALL) -> None:
        self.size = size
        self.store = self._empty(max(room, SMALL))

    def _empty(self, room: int) -> kernels.NodeStore:
        if room > MOST_NODES:
            raise DiagramTooLarge(
                f"the compiled set has more than {MOST_NODES:,} nodes: compile a part of it"
            )
        capacity = 1 << (room - 1).bit_length()
        var, lo, hi = (np.zeros(capacity, np.int32) for _ in range(3))
        var[:2] = self.size + 1
        return kernels.NodeStore(var, lo, hi, np.zeros(2 * capacity, np.int32), np.array([2], np.int64))

    @property
    def used(self) -> int:
        return int(self.store.used[0])

    def reserve(self, more: int) -> None:
        """Make room for so many more nodes."""
        if self.used + more + 2 <= len(self.store.var):
            return
        old, used = self.store, self.used
        new = self._empty(max(2 * len(old.var), used + more + 2))
        for array, other in zip(new[:3], old[:3]):
            array[:used] = other[:used]
        new.used[0] = used
        kernels.rehash(new)
        self.store = new

    def add(self, diagram: Diagram) -> int:
        return self._copied(diagram, ())[0]

    def containing(self, diagram: Diagram, variables: Iterable[int]) -> int:
        """Its sets that contain at least one of the variables."""
        return self._copied(diagram, variables)[1]

    def _copied(self, diagram: Diagram, variables: Iterable[int]) -> tuple[int, int]:
        """All of its sets, and those that contain at least one of the variables."""
        wanted = np.zeros(self.size + 2, np.bool_)
        wanted[list(variables)] = True
        self.reserve(2 * diagram.nodes if wanted.any() else diagram.nodes)
        whole, kept = np.zeros((2, len(diagram.var)), np.int32)
        kernels.copied(self.store, diagram.var, diagram.lo, diagram.hi, wanted, whole, kept)
        return int(whole[diagram.root]), int(kept[diagram.root])

    def joined(self, diagram: Diagram, variable: int) -> int:
        """Its sets, each with the variable added, which none has."""
        self.reserve(3 * diagram.nodes + 1)
        into = np.zeros(len(diagram.var), np.int32)
        kernels.joined(self.store, diagram.var, diagram.lo, diagram.hi, variable, into)
        return int(into[diagram.root])

    def rows(self, rows: np.ndarray) -> int:
        """The set of the rows: int32, rising, 0 after the last, in lexicographic order."""
        self.reserve(int((rows > 0).sum()))
        room = len(rows) + rows.shape[1] + 2
        return int(kernels.rows_in(self.store, rows, np.zeros(room, np.int32), np.zeros(room, np.int32)))

    def apply(self, operation: str, first: int, second: int) -> int:
        places = 1 << 12
        while True:
            root = kernels.applied(
                self.store, _pairs(places), OPERATIONS[operation], first, second, self.size + 3
            )
            if root >= 0:
                return int(root)
            self.reserve(len(self.store.var) // 2)
            places *= 4

    def diagram(self, root: int) -> Diagram:
        used, depths = self.used, self.size + 3
        number, order = np.full(used, -1, np.int32), np.zeros(used, np.int32)
        s = self.store
        length = kernels.numbered(s.var, s.lo, s.hi, root, depths, number, order)
        kept = order[:length]
        return Diagram(s.var[kept], number[s.lo[kept]], number[s.hi[kept]], int(number[root]), self.size)


def _pairs(places: int) -> kernels.PairTable:
    if places > MOST_PAIRS:
        raise DiagramTooLarge(f"more than {MOST_PAIRS // 2:,} pairs of nodes would have to be compared")
    free = np.full(places, -1, np.int32)
    return kernels.PairTable(free, np.zeros_like(free), np.zeros_like(free), np.zeros(1, np.int64))


def combined(operation: str, first: Diagram, second: Diagram) -> Diagram:
    """The sets of `one` and, or, minus or xor those of `two`. Raises DiagramTooLarge."""
    builder = Builder(first.size, 2 * (first.nodes + second.nodes) + 4)
    return builder.diagram(builder.apply(operation, builder.add(first), builder.add(second)))


def restricted(diagram: Diagram, variables: Iterable[int]) -> Diagram:
    """Its sets that contain at least one of the variables."""
    builder = Builder(diagram.size, 2 * diagram.nodes + 4)
    return builder.diagram(builder.containing(diagram, variables))


def of_rows(rows: Iterable[np.ndarray], size: int) -> Diagram:
    """The set of all rows, which come in blocks: int32, rising, 0 after the last. Raises DiagramTooLarge."""
    builder, total = Builder(size), 0
    for block in rows:
        if not len(block):
            continue
        wide = np.pad(block, ((0, 0), (0, 1)))  # one column at least
        ordered = np.ascontiguousarray(wide[np.lexsort(wide.T[::-1])], np.int32)
        total = builder.apply("or", total, builder.rows(ordered))
        if builder.used > 1 << 20:
            kept = builder.diagram(total)
            builder = Builder(size, 2 * kept.nodes)
            total = builder.add(kept)
    return builder.diagram(total)


Pair = tuple[int, tuple[int, ...], tuple[int, ...]]


def most_apart(diagram: Diagram, most: bool) -> Pair | None:
    """The two sets that differ in most, or fewest, variables, and in how many; None if there are no two.

    Raises DiagramTooLarge.
    """
    if diagram.count < 2:
        return None
    places = 1 << 16
    while True:
        pair = _Apart(diagram, 1 if most else -1, _pairs(places)).pair()
        if pair is not None:
            return pair
        places *= 4


def most_apart_of_few(diagram: Diagram, most: bool) -> Pair | None:
    """The same by comparing every two sets: in time that grows with the square of their number."""
    if diagram.count < 2:
        return None
    sets = list(diagram.rows())
    rows = np.zeros((len(sets), 1 + max(map(len, sets))), np.int32)
    for row, chosen in zip(rows, sets):
        row[: len(chosen)] = chosen
    place = np.zeros(2, np.int64)
    number = int(kernels.every_pair(rows, np.array(list(map(len, sets))), 1 if most else -1, place))
    return number, sets[place[0]], sets[place[1]]


@dataclass(frozen=True)
class _Apart:
    """The greatest (sign 1) or least (-1) distance of two sets, and such a pair, by `kernels.apart`."""

    diagram: Diagram
    sign: int
    memo: kernels.PairTable

    def of(self, a: int, b: int) -> int:
        d = self.diagram
        return int(kernels.apart(d.var, d.lo, d.hi, self.memo, self.sign, a, b, d.size + 3))

    def pair(self) -> Pair | None:
        """None where the memo is full."""
        d, best, place = self.diagram, kernels.FAR, 0
        if self.sign > 0:
            best = self.of(d.root, d.root)
            return None if best > 1 << 30 else (best, *self.sets(d.root, d.root))
        for node in range(2, len(d.var)):  # the least distance: over all nodes at which two sets may part
            distance = self.of(int(d.lo[node]), int(d.hi[node])) - 1
            if distance > 1 << 30:
                return None
            if distance > best:
                best, place = distance, node
        above = self._above(place)
        first, second = self.sets(int(d.lo[place]), int(d.hi[place]))
        return -best, (*above, *first), (*above, int(d.var[place]), *second)

    def _above(self, place: int) -> tuple[int, ...]:
        """The variables on a way from the root to the node."""
        d, chosen, node = self.diagram, [], place
        parent = np.zeros(len(d.var), np.int64)
        nodes = np.arange(2, len(d.var))
        parent[d.lo[2:]] = nodes
        parent[d.hi[2:]] = nodes
        while node != d.root:
            up = int(parent[node])
            if d.lo[up] != node:
                chosen.append(int(d.var[up]))
            node = up
        return tuple(reversed(chosen))

    def sets(self, a_node: int, b_node: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Two sets, one of each node, that are as far apart as `of` says."""
        d, chosen = self.diagram, ([], [])  # type: tuple[Diagram, tuple[list[int], list[int]]]
        while (a_node, b_node) != (1, 1):
            v, goal = min(d.var[a_node], d.var[b_node]), self.of(a_node, b_node)
            ways = [(_child(d, a_node, v, a), _child(d, b_node, v, b), a, b) for a in (0, 1) for b in (0, 1)]
            for a, b, high, other in ways:
                if a and b and self.of(a, b) + (self.sign if high != other else 0) == goal:
                    break
            a_node, b_node = a, b
            chosen[0].extend([int(v)] * high)
            chosen[1].extend([int(v)] * other)
        return tuple(chosen[0]), tuple(chosen[1])


def _child(d: Diagram, node: int, variable: int, high: int) -> int:
    if d.var[node] != variable:
        return 0 if high else node
    return int(d.hi[node] if high else d.lo[node])


def works() -> list[Work]:
    """The kernels that building diagrams and querying them need."""
    s, pairs, rows = Builder(2).store, _pairs(16), np.zeros((1, 1), np.int32)
    var, lo, hi, into = (np.zeros(2, np.int32) for _ in range(4))
    wide, flags = np.zeros(2, np.int64), np.zeros(2, np.bool_)
    return [
        Work(kernels.rehash, (s,)),
        Work(kernels.rows_in, (s, rows, into, into)),
        Work(kernels.copied, (s, var, lo, hi, flags, into, into)),
        Work(kernels.joined, (s, var, lo, hi, 1, into)),
        Work(kernels.applied, (s, pairs, 0, 0, 0, 5)),
        Work(kernels.numbered, (var, lo, hi, 0, 5, into, into)),
        Work(kernels.upward, (lo, hi, wide)),
        Work(kernels.downward, (lo, hi, wide)),
        Work(kernels.shared, (var, hi, wide, wide, wide)),
        Work(kernels.together, (var, lo, hi, wide, wide, 1, wide)),
        Work(kernels.heaviest, (var, lo, hi, wide, wide)),
        Work(kernels.apart, (var, lo, hi, pairs, 1, 1, 1, 5)),
        Work(kernels.every_pair, (rows, wide, 1, wide)),
    ]
