"""Evaluates the statements of a genre on many boards at once, by NumPy.

    truths(statement, view)     bool[board]
    numbers(amount, view)       int64[board]

Like `true` and `number` they use the boards alone, never a constraint, and stop where all boards are decided:
a part that is evaluated for no board is not evaluated here either. A word without a case of its own is
evaluated board by board.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, singledispatch
from typing import Any

import numpy as np

from zenkai_solver.models.genres.amounts import (
    REPEATED,
    BoardSize,
    ClueAt,
    Indicator,
    LargerOf,
    Largest,
    Leading,
    SizeOf,
    SumOf,
    SumOfDifferent,
    ValueAt,
)
from zenkai_solver.models.genres.expressions import (
    EDGE,
    FAR,
    ONE,
    AllOf,
    Amount,
    Compare,
    CountOf,
    Fixed,
    Negation,
    OneOf,
    Plus,
    Times,
    Truth,
    Var,
)
from zenkai_solver.models.genres.graphs import ByLabel, ByLines, ByWalls, Graph, joined
from zenkai_solver.models.genres.groups import (
    AllConnected,
    EachGroup,
    GroupSum,
    OneLoop,
    Rectangles,
    WallsDivide,
)
from zenkai_solver.models.genres.shapes import Squares
from zenkai_solver.models.genres.sheet import BoardView, Bound, GenreError, Place, SheetView
from zenkai_solver.models.genres.statements import (
    Alike,
    Distinct,
    Exists,
    ForAll,
    GoesStraight,
    HasClue,
    IsIn,
    SamePlace,
    ShipPart,
    Shows,
    Touches,
)

OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class BatchView(SheetView):
    """A view of `size` boards: for each unknown layer and place the value on each board, int[board]."""

    layers: Mapping[str, Mapping[Place, np.ndarray]]
    size: int
    seen: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def memo(self) -> dict[object, Any]:
        return self.seen

    def singly(self) -> Iterator[BoardView]:
        """The view of each board by itself, in order."""
        if "singly" not in self.seen:
            self.seen["singly"] = [
                BoardView(
                    self.sheet,
                    {},
                    {
                        name: {at: int(column[i]) for at, column in values.items()}
                        for name, values in self.layers.items()
                    },
                )
                for i in range(self.size)
            ]
        for board in self.seen["singly"]:
            yield board.naming(self.names)


# ---- statements


@singledispatch
def truths(statement: Truth, view: BatchView) -> np.ndarray:
    """bool[board]: the boards on which the statement is true."""
    return np.fromiter((statement.true(board) for board in view.singly()), np.bool_, view.size)


def _each(view: BatchView, each: Var, places: Iterable[Bound]) -> Iterator[BatchView]:
    return view.through(each.name, tuple(places))


def _every(parts: Iterable[np.ndarray], size: int) -> np.ndarray:
    """bool[board]: the conjunction; parts are taken until no board is left."""
    every = np.ones(size, np.bool_)
    for part in parts:
        every &= part
        if not every.any():
            break
    return every


def _some(parts: Iterable[np.ndarray], size: int) -> np.ndarray:
    """bool[board]: the disjunction; parts are taken until it holds on all boards."""
    some = np.zeros(size, np.bool_)
    for part in parts:
        some |= part
        if some.all():
            break
    return some


def _layer(view: BatchView, layer: str) -> Mapping[Place, np.ndarray]:
    if layer not in view.layers:
        raise GenreError(f"{layer} is no unknown layer")
    return view.layers[layer]


@truths.register
def _(statement: Shows, view: BatchView) -> np.ndarray:
    values = _layer(view, statement.layer).get(statement.spot.place(view))
    return np.zeros(view.size, np.bool_) if values is None else np.asarray(values == statement.value)


@truths.register
def _(statement: Touches, view: BatchView) -> np.ndarray:
    """From the upper left corner to the lower right one go diagonals 1 and 3; halves are 1 to 4 clockwise."""
    (y, x), (corner_y, corner_x) = statement.cell.place(view), statement.corner.place(view)
    upper, left = corner_y < y, corner_x < x
    diagonal = 1 if upper == left else 2
    corner = {(True, True): 1, (True, False): 2, (False, False): 3, (False, True): 4}[upper, left]
    values = (corner,) if statement.half else (diagonal, 3)
    shown = (truths(Shows(statement.layer, statement.cell, value), view) for value in values)
    return _some(shown, view.size)


@truths.register
def _(statement: GoesStraight, view: BatchView) -> np.ndarray:
    y, x = statement.spot.place(view)
    values, none = _layer(view, statement.layer), np.zeros(view.size, np.bool_)
    up, down, left, right = (
        values.get(edge, none) != 0 for edge in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))
    )
    return np.asarray((up & down) | (left & right))


@truths.register(HasClue)
@truths.register(IsIn)
@truths.register(SamePlace)
def _(statement: Truth, view: BatchView) -> np.ndarray:
    return np.full(view.size, statement.true(view.given))


@truths.register
def _(statement: ShipPart, view: BatchView) -> np.ndarray:
    return truths(statement.stated(view), view)


@truths.register
def _(statement: Negation, view: BatchView) -> np.ndarray:
    return ~truths(statement.holds, view)


@truths.register
def _(statement: AllOf, view: BatchView) -> np.ndarray:
    return _every((truths(part, view) for part in statement.parts), view.size)


@truths.register
def _(statement: OneOf, view: BatchView) -> np.ndarray:
    return _some((truths(part, view) for part in statement.parts), view.size)


@truths.register
def _(statement: ForAll, view: BatchView) -> np.ndarray:
    views = _each(view, statement.each, statement.over.at(view))
    return _every((truths(statement.holds, inner) for inner in views), view.size)


@truths.register
def _(statement: Exists, view: BatchView) -> np.ndarray:
    views = _each(view, statement.each, statement.over.at(view))
    return _some((truths(statement.holds, inner) for inner in views), view.size)


@truths.register
def _(statement: Alike, view: BatchView) -> np.ndarray:
    views = _each(view, statement.each, statement.over.at(view))
    true = np.array([truths(statement.holds, inner) for inner in views], np.bool_).reshape(-1, view.size)
    return np.asarray(true.all(axis=0) | ~true.any(axis=0))


@truths.register
def _(statement: Compare, view: BatchView) -> np.ndarray:
    left, right = numbers(statement.left, view), numbers(statement.right, view)
    return np.asarray(OPERATORS[statement.operator](left, right))


@truths.register
def _(statement: Distinct, view: BatchView) -> np.ndarray:
    amounts = _sorted(statement, view)
    twice = amounts[1:] == amounts[:-1]
    again = twice if statement.but is None else twice & (amounts[1:] != statement.but)
    return np.asarray(~again.any(axis=0))


def _sorted(word: Distinct | SumOfDifferent, view: BatchView) -> np.ndarray:
    """int64[place, board]: the amounts at the places, least first."""
    views = _each(view, word.each, word.over.at(view))
    amounts = np.array([numbers(word.amount, at) for at in views], np.int64).reshape(-1, view.size)
    amounts.sort(axis=0)
    return amounts


# ---- amounts


@singledispatch
def numbers(amount: Amount, view: BatchView) -> np.ndarray:
    """int64[board]: the amount on each board."""
    return np.fromiter((amount.number(board) for board in view.singly()), np.int64, view.size)


@numbers.register(Fixed)
@numbers.register(Var)
@numbers.register(BoardSize)
@numbers.register(SizeOf)
@numbers.register(ClueAt)
def _(amount: Amount, view: BatchView) -> np.ndarray:
    """Amounts that depend on the clues alone are equal on all boards."""
    return np.full(view.size, amount.number(view.given), np.int64)


@numbers.register
def _(amount: ValueAt, view: BatchView) -> np.ndarray:
    values = _layer(view, amount.layer).get(amount.spot.place(view))
    return np.zeros(view.size, np.int64) if values is None else values.astype(np.int64)


@numbers.register
def _(amount: Indicator, view: BatchView) -> np.ndarray:
    return np.asarray(truths(amount.holds, view) * np.int64(amount.worth.number(view.given)))


@numbers.register
def _(amount: LargerOf, view: BatchView) -> np.ndarray:
    return np.asarray(np.maximum(numbers(amount.one, view), numbers(amount.other, view)))


@numbers.register
def _(amount: Largest, view: BatchView) -> np.ndarray:
    if amount.is_given:
        return np.full(view.size, amount.number(view.given), np.int64)
    largest = np.zeros(view.size, np.int64)
    for inner in _each(view, amount.each, amount.over.at(view)):
        largest = np.maximum(largest, numbers(amount.amount, inner))
    return largest


@numbers.register
def _(amount: CountOf, view: BatchView) -> np.ndarray:
    total = np.zeros(view.size, np.int64)
    for inner in _each(view, amount.each, amount.over.at(view)):
        total += truths(amount.holds, inner)
    return total


@numbers.register
def _(amount: SumOf, view: BatchView) -> np.ndarray:
    total = np.zeros(view.size, np.int64)
    for inner in _each(view, amount.each, amount.over.at(view)):
        total += numbers(amount.amount, inner)
    return total


@numbers.register
def _(amount: SumOfDifferent, view: BatchView) -> np.ndarray:
    amounts = _sorted(amount, view)
    again = amounts[1:] == amounts[:-1]
    return np.asarray(amounts.sum(axis=0) - ((amounts[1:] + REPEATED) * again).sum(axis=0))


@numbers.register
def _(amount: Leading, view: BatchView) -> np.ndarray:
    total, so_far = np.zeros(view.size, np.int64), np.ones(view.size, np.bool_)
    for inner in _each(view, amount.each, amount.along.at(view)):
        so_far &= truths(amount.holds, inner)
        if not so_far.any():
            break
        total += so_far
    return total


@numbers.register
def _(amount: Plus, view: BatchView) -> np.ndarray:
    total = np.zeros(view.size, np.int64)
    for part in amount.parts:
        total += numbers(part, view)
    return total


@numbers.register
def _(amount: Times, view: BatchView) -> np.ndarray:
    product: np.ndarray = numbers(amount.factor, view) * numbers(amount.amount, view)
    return product


# ---- groups


@dataclass(frozen=True, eq=False)
class BatchGroups:
    """The groups on many boards. `inside`, bool[node, board]: is the place in a group?

    `labels`, int64[node, board]: the least node of the group; for a node outside, the node itself.
    """

    places: tuple[Place, ...]
    inside: np.ndarray
    labels: np.ndarray

    @cached_property
    def number(self) -> Mapping[Place, int]:
        return {place: i for i, place in enumerate(self.places)}

    @cached_property
    def first(self) -> np.ndarray:
        """bool[node, board]: is it the least node of a group?"""
        return np.asarray(self.inside & (self.labels == np.arange(len(self.places))[:, None]))

    def sums(self, weights: Sequence[int]) -> np.ndarray:
        """int64[node, board]: the sum of the weights over the node's group; 0 for a node outside."""
        size = self.inside.shape[1]
        at = self.labels * size + np.arange(size)
        node_weights = np.where(self.inside, np.array(weights, np.int64).reshape(-1, 1), 0)
        total = np.bincount(at.ravel(), node_weights.ravel(), minlength=at.size)  # float64: exact below 2^53
        return np.asarray(total[at.ravel()].reshape(at.shape).astype(np.int64))

    def extent(self, values: Sequence[int]) -> np.ndarray:
        """int64[node, board]: for the least node of a group its greatest value less its least."""
        size = self.inside.shape[1]
        at = (self.labels * size + np.arange(size))[self.inside]
        node_values = np.broadcast_to(np.array(values, np.int64)[:, None], self.inside.shape)[self.inside]
        least, most = np.full(self.inside.size, FAR), np.full(self.inside.size, -FAR)
        np.minimum.at(least, at, node_values)
        np.maximum.at(most, at, node_values)
        return np.asarray((most - least).reshape(self.inside.shape))


Way = tuple[int, int, np.ndarray]  # two nodes, and bool[board]: on which boards they are joined


def _labelled(inside: np.ndarray, ways: Sequence[Way]) -> np.ndarray:
    """int64[node, board]: the least node of the connected component of each node.

    In each round labels are passed along all ways in both orders, and each node takes the label of its label
    (pointer jumping), so that long paths take few rounds. Boards on which a round changed nothing are done.
    """
    nodes, size = inside.shape
    labels = np.repeat(np.arange(nodes)[:, None], size, axis=1)
    left = np.arange(size)
    while len(left):
        before = labels[:, left]
        now = before.copy()
        for order in (ways, ways[::-1]):
            for a, b, there in order:
                least = np.minimum(now[a], now[b])
                open_way = there if len(left) == size else there[left]
                np.copyto(now[a], least, where=open_way)
                np.copyto(now[b], least, where=open_way)
        now = np.take_along_axis(now, now, axis=0)
        labels[:, left] = now
        left = left[(now != before).any(axis=0)]
    return labels


@singledispatch
def _ways(graph: Graph, view: BatchView) -> tuple[tuple[Place, ...], np.ndarray, list[Way]]:
    """The nodes in order, `inside` as in `BatchGroups`, and the ways between nodes."""
    raise NotImplementedError


def _numbered(
    places: Iterable[Place], pairs: Iterable[tuple[Place, Place, np.ndarray]]
) -> tuple[tuple[Place, ...], list[Way]]:
    nodes = tuple(sorted(set(places)))
    number = {place: i for i, place in enumerate(nodes)}
    return nodes, sorted(((number[a], number[b], there) for a, b, there in pairs), key=lambda way: way[:2])


def _inside(nodes: Sequence[Place], at: Mapping[Place, np.ndarray], view: BatchView) -> np.ndarray:
    return np.array([at[place] for place in nodes], np.bool_).reshape(-1, view.size)


@_ways.register
def _(graph: ByLabel, view: BatchView) -> tuple[tuple[Place, ...], np.ndarray, list[Way]]:
    there = {}
    for inner in _each(view, graph.each, graph.over.at(view)):
        there[graph.each.place(inner)] = truths(graph.holds, inner)
    near = ((a, b) for a in there for b in graph.near(view, a) if a < b and b in there)
    nodes, ways = _numbered(there, ((a, b, there[a] & there[b]) for a, b in near))
    return nodes, _inside(nodes, there, view), ways


@_ways.register
def _(graph: ByWalls, view: BatchView) -> tuple[tuple[Place, ...], np.ndarray, list[Way]]:
    walls, sheet = _layer(view, graph.layer), view.sheet
    ends = ((edge, *sheet.related(edge, "beside")) for edge in sheet.every["inner"])
    nodes, ways = _numbered(sheet.every["cell"], ((a, b, walls[edge] == 0) for edge, a, b in ends))
    return nodes, np.ones((len(nodes), view.size), np.bool_), ways


@_ways.register
def _(graph: ByLines, view: BatchView) -> tuple[tuple[Place, ...], np.ndarray, list[Way]]:
    lines = []
    there: dict[Place, np.ndarray] = {}
    for edge, values in _layer(view, graph.layer).items():
        a, b = joined(view.sheet, graph.layer, edge)
        line = values != 0
        joins = line if graph.across is None else line & truths(graph.across, view.bind(EDGE.name, edge))
        lines.append((a, b, joins))
        for end in (a, b):
            there[end] = there[end] | line if end in there else line
    links = ((a, b, there[a] & there[b]) for a, b in graph.links(view, there))
    nodes, ways = _numbered(there, (*lines, *links))
    return nodes, _inside(nodes, there, view), ways


def groups(graph: Graph, view: BatchView) -> BatchGroups | None:
    """The groups of a graph on all boards; None for a graph without a case of `_ways`."""
    if _ways.dispatch(type(graph)) is _ways.dispatch(object):
        return None

    def compute() -> BatchGroups:
        nodes, inside, ways = _ways(graph, view)
        return BatchGroups(nodes, inside, _labelled(inside, ways))

    return view.once(graph, compute)


def _weights(places: Iterable[Place], rule: EachGroup | GroupSum, view: BatchView) -> list[int]:
    if rule.weight == ONE:
        return [1 for _ in places]
    return [rule.weight.number(inner.given) for inner in _each(view, rule.each, places)]


def _singly(rule: Truth, view: BatchView) -> np.ndarray:
    return truths.dispatch(object)(rule, view)


@truths.register
def _(rule: AllConnected, view: BatchView) -> np.ndarray:
    parts = groups(rule.graph, view)
    return _singly(rule, view) if parts is None else np.asarray(parts.first.sum(axis=0) <= 1)


@truths.register
def _(rule: OneLoop, view: BatchView) -> np.ndarray:
    ends: dict[Place, np.ndarray] = {}
    lines = np.zeros(view.size, np.int64)
    for edge, values in _layer(view, rule.layer).items():
        for place in joined(view.sheet, rule.layer, edge):
            ends[place] = ends.get(place, np.zeros(view.size, np.int64)) + (values != 0)
        lines += values != 0
    closed = _every(((degree == 0) | (degree == 2) for degree in ends.values()), view.size)
    one = truths(AllConnected(ByLines(rule.layer)), view) & (rule.may_be_empty | (lines > 0))
    return np.asarray(closed & one)


@truths.register
def _(rule: WallsDivide, view: BatchView) -> np.ndarray:
    parts = groups(ByWalls(rule.layer), view)
    assert parts is not None
    apart = []
    for at, wall in _layer(view, rule.layer).items():
        a, b = (parts.number[cell] for cell in view.sheet.related(at, "beside"))
        apart.append((wall == 0) | (parts.labels[a] != parts.labels[b]))
    return _every(apart, view.size)


@truths.register
def _(rule: EachGroup, view: BatchView) -> np.ndarray:
    parts = groups(rule.graph, view)
    if parts is None:
        return _singly(rule, view)
    sums = parts.sums(_weights(parts.places, rule, view))
    least, most = rule.least.number(view.given), rule.most.number(view.given)
    return np.asarray((~parts.first | ((least <= sums) & (sums <= most))).all(axis=0))


@numbers.register
def _(amount: GroupSum, view: BatchView) -> np.ndarray:
    parts = groups(amount.graph, view)
    if parts is None:
        return np.asarray(numbers.dispatch(object)(amount, view))
    at = parts.number.get(amount.spot.place(view))
    if at is None:
        return np.zeros(view.size, np.int64)
    key = (amount.graph, amount.each, amount.weight)
    sums = view.once(key, lambda: parts.sums(_weights(parts.places, amount, view)))
    return np.asarray(sums[at])


def _extents(parts: BatchGroups) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each group the number of cells, of rows and of columns."""
    sizes = parts.sums([1] * len(parts.places))
    if not parts.places:
        return sizes, sizes, sizes
    rows, columns = (1 + parts.extent(axis) // 2 for axis in zip(*parts.places))
    return sizes, rows, columns


@truths.register
def _(rule: Rectangles, view: BatchView) -> np.ndarray:
    parts = groups(rule.graph, view)
    assert parts is not None
    sizes, rows, columns = _extents(parts)
    return np.asarray((~parts.first | (rows * columns == sizes)).all(axis=0))


@truths.register
def _(rule: Squares, view: BatchView) -> np.ndarray:
    parts = groups(rule.graph, view)
    assert parts is not None
    sizes, rows, columns = _extents(parts)
    return np.asarray((~parts.first | ((rows == columns) & (rows * columns == sizes))).all(axis=0))
