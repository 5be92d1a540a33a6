"""The order encoding of a line of blocks.

y[j][p] says that block j starts at or before cell p. With b_j the length of block j and g_j = 1 if the next
block has the same ink (else 0):

    y[j][p] -> y[j][p+1]
    y[j+1][p] -> y[j][p - b_j - g_j]                           blocks in order, white between equal inks
    y[j][i] and not y[j][i - b_j] -> cell i has the ink of j, and no other
    y[j][i - b_j] and not y[j+1][i] -> cell i is white          (block -1: true; after the last: false)

Every y is a function of the cells (blocks are found in order from the cells alone), so no solution is
multiplied; no clause has more than 3 literals. Unit propagation finds all that follows from the bounds of
each block, not all that the line decides. Positions known to be impossible get no variable: `starts[j]` is a
bitset of the cells where block j may start, and y[j][p] is the same literal at p as at the possible start
before it.
Source: Tamura, Taga, Kitagawa, Banbara, Compiling finite linear CSP into SAT, Constraints 14, 2009.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from zenkai_solver.models.blocks import Block, gap
from zenkai_solver.models.constraints import Lit

TRUE, FALSE = 1 << 60, -(1 << 60)  # constants among literals
Fresh = Callable[[], int]  # gives a new variable


@dataclass(frozen=True)
class Order:
    """The variables y of one block: `steps` are (p, variable) for the possible starts p but the last.

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
    """Variables for the possible starts, given as a bitset that is not empty."""
    places = [p for p in range(starts.bit_length()) if starts >> p & 1]
    steps = tuple((p, fresh()) for p in places[:-1])
    table = tuple(var for (p, var), after in zip(steps, places[1:]) for _ in range(p, after))
    return Order(steps, table, places[0], places[-1])


def clauses(
    cells: Sequence[Sequence[Lit]], blocks: Sequence[Block], orders: Sequence[Order]
) -> list[tuple[Lit, ...]]:
    """The clauses of the line."""
    found: list[tuple[Lit, ...]] = []
    for j, block in enumerate(orders):
        found += [(-a, b) for (_, a), (_, b) in pairwise(block.steps)]
        if j + 1 < len(orders):
            _in_order(found, block, orders[j + 1], blocks[j][0] + gap(blocks[j], blocks[j + 1]))
        _painted(found, cells, block, *blocks[j])
    for before, after in pairwise((None, *zip(orders, blocks), None)):
        _white(found, cells, before, after)
    return found


def _in_order(found: list[tuple[Lit, ...]], here: Order, after: Order, back: int) -> None:
    for p in range(after.first, after.last + 1):
        _add(found, -after.at(p), here.at(p - back))


def _painted(
    found: list[tuple[Lit, ...]], cells: Sequence[Sequence[Lit]], block: Order, length: int, ink: int
) -> None:
    for i in range(block.first, min(block.last + length, len(cells))):
        begun, over = -block.at(i), block.at(i - length)
        for other, lit in enumerate(cells[i], 1):
            _add(found, begun, over, lit if other == ink else -lit)


Placed = tuple[Order, Block]


def _white(
    found: list[tuple[Lit, ...]], cells: Sequence[Sequence[Lit]], before: Placed | None, after: Placed | None
) -> None:
    """Between two neighbouring blocks, and outside the first and the last, cells are white."""
    begin = before[0].first + before[1][0] if before else 0
    for i in range(begin, after[0].last if after else len(cells)):
        ended = before[0].at(i - before[1][0]) if before else TRUE
        begun = after[0].at(i) if after else FALSE
        for lit in cells[i]:
            _add(found, -ended, begun, -lit)


def _add(found: list[tuple[Lit, ...]], a: Lit, b: Lit, c: Lit = FALSE) -> None:
    """The clause a or b or c, without constants and repetition; nothing where it always holds."""
    if TRUE in (a, b, c) or a == -b or a == -c or b == -c:
        return
    own = (a, b, c) if a != b != c != a else dict.fromkeys((a, b, c))
    found.append(tuple([lit for lit in own if lit != FALSE]))
