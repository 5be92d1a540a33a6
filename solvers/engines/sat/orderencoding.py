"""The order encoding of a line of blocks.

y[j][p] says that block j starts at or before cell p. With b_j the length of block j and g_j = 1 if the next
block has the same ink (else 0):

    y[j][p] -> y[j][p+1]
    y[j+1][p] -> y[j][p - b_j - g_j]                           blocks in order, white between equal inks
    y[j][i] and not y[j][i - b_j] -> cell i has the ink of j, and no other
    y[j][i - b_j] and not y[j+1][i] -> cell i is white          (block -1: true; after the last: false)

Every y is a function of the cells, as these determine where each block is, so no solution is multiplied; no
clause has more than 3 literals. Unit propagation achieves bounds consistency on each block, not domain
consistency on the line. Impossible positions have no variable: `starts[j]` is a bit set of the cells where
block j may start, and y[j][p] is the same literal at p as at the possible start before it. Source: Tamura,
Taga, Kitagawa, Banbara, Compiling finite linear CSP into SAT, Constraints 14, 2009.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from zenkai_solver.models.blocks import Block, gap
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.graphs import Fresh

TRUE, FALSE = 1 << 60, -(1 << 60)  # literals that stand for constants


@dataclass(frozen=True)
class Order:
    """The variables y of one block: `steps` has (p, variable) for each possible start p but the last.

    `table[p - first]` is the literal of y[p] for first <= p < last.
    """

    steps: tuple[tuple[int, int], ...]
    table: tuple[Lit, ...]
    first: int
    last: int

    def at(self, p: int) -> Lit:
        """The literal of y[p], TRUE or FALSE."""
        if p < self.first:
            return FALSE
        return TRUE if p >= self.last else self.table[p - self.first]


def all_starts(blocks: Sequence[Block], size: int) -> list[int] | None:
    """The starts that leave room for the other blocks; None if the line is too short."""
    before, earliest = 0, []
    for number, block in enumerate(blocks):
        earliest.append(before)
        before += block[0] + (gap(block, blocks[number + 1]) if number + 1 < len(blocks) else 0)
    slack = size - before
    return None if slack < 0 else [((1 << (slack + 1)) - 1) << first for first in earliest]


def order(starts: int, fresh: Fresh) -> Order:
    """New variables for the possible starts, given as a non-empty bit set."""
    places = [p for p in range(starts.bit_length()) if starts >> p & 1]
    steps = tuple((p, fresh()) for p in places[:-1])
    table = tuple(var for (p, var), after in zip(steps, places[1:]) for _ in range(p, after))
    return Order(steps, table, places[0], places[-1])


def clauses(
    cells: Sequence[Sequence[Lit]], blocks: Sequence[Block], orders: Sequence[Order]
) -> list[tuple[Lit, ...]]:
    """The clauses of the line."""
    result: list[tuple[Lit, ...]] = []
    for j, block in enumerate(orders):
        result += [(-a, b) for (_, a), (_, b) in pairwise(block.steps)]
        if j + 1 < len(orders):
            _in_order(result, block, orders[j + 1], blocks[j][0] + gap(blocks[j], blocks[j + 1]))
        _painted(result, cells, block, *blocks[j])
    for before, after in pairwise((None, *zip(orders, blocks), None)):
        _white(result, cells, before, after)
    return result


def _in_order(result: list[tuple[Lit, ...]], here: Order, after: Order, back: int) -> None:
    for p in range(after.first, after.last + 1):
        _add(result, -after.at(p), here.at(p - back))


def _painted(
    result: list[tuple[Lit, ...]], cells: Sequence[Sequence[Lit]], block: Order, length: int, ink: int
) -> None:
    for i in range(block.first, min(block.last + length, len(cells))):
        begun, over = -block.at(i), block.at(i - length)
        for other, lit in enumerate(cells[i], 1):
            _add(result, begun, over, lit if other == ink else -lit)


Placed = tuple[Order, Block]


def _white(
    result: list[tuple[Lit, ...]], cells: Sequence[Sequence[Lit]], before: Placed | None, after: Placed | None
) -> None:
    """Between two neighbouring blocks, and outside the first and the last, cells are white."""
    begin = before[0].first + before[1][0] if before else 0
    for i in range(begin, after[0].last if after else len(cells)):
        ended = before[0].at(i - before[1][0]) if before else TRUE
        begun = after[0].at(i) if after else FALSE
        for lit in cells[i]:
            _add(result, -ended, begun, -lit)


def _add(result: list[tuple[Lit, ...]], a: Lit, b: Lit, c: Lit = FALSE) -> None:
    """Adds the clause a or b or c, without constants and repeated literals, unless it is a tautology."""
    if TRUE in (a, b, c) or a == -b or a == -c or b == -c:
        return
    literals = (a, b, c) if a != b != c != a else dict.fromkeys((a, b, c))
    result.append(tuple([lit for lit in literals if lit != FALSE]))
