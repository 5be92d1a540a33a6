"""Solutions as rows of variables: rows of options renamed and sorted.

Many rows are sorted side by side by a network of comparisons that does not depend on the values: one vector
instruction compares those of many rows. The network is merge exchange: K. E. Batcher; Knuth, TAOCP 3, 5.2.2,
Algorithm M.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from zenkai_solver.solvers.engines.exactcover.kernels.words import at
from zenkai_solver.solvers.kernels.jit import Work, bare, intrinsic, types

ABREAST, ACROSS = 64, 16  # rows that are sorted at once, and those of a vector
COLUMN = ir.VectorType(ir.IntType(32), ACROSS)
END = (1 << 31) - 1  # sorted behind every variable


@intrinsic
def exchange(typingctx: Any, table: Any, low: Any, high: Any) -> Any:
    """Put the lesser of columns `low` and `high` of a table into the first, for every row."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        places = [builder.mul(column, ir.Constant(column.type, ABREAST)) for column in args[1:]]
        for first in range(0, ABREAST, ACROSS):
            both = []
            for place in places:
                at = builder.gep(args[0], [builder.add(place, ir.Constant(place.type, first))])
                pointer = builder.bitcast(at, COLUMN.as_pointer())
                loaded = builder.load(pointer)
                loaded.align = 4
                both.append((pointer, loaded))
            (left, a), (right, b) = both
            least = builder.icmp_signed("<", a, b)
            for pointer, value in ((left, builder.select(least, a, b)), (right, builder.select(least, b, a))):
                builder.store(value, pointer).align = 4
        return context.get_dummy_value()

    return types.void(table, types.int64, types.int64), codegen


@bare
def into_variables(
    rows: np.ndarray, names: np.ndarray, chosen: np.ndarray, buffer: np.ndarray, goal: np.ndarray
) -> None:
    """Fill each row of `goal` with the variables of a row's options and those `chosen`, ascending, then 0.

    `rows`: int32[row, option], -1 for none. names[o + 1]: the variable of option o, 0 if it has none;
    names[0]: 0. `buffer`: ABREAST numbers for each of a row of `goal`. It comes from the caller, who keeps it
    alive: an array of this function would be freed at its last use, before the pointer to it is used.
    """
    count, width = rows.shape
    total = width + len(chosen)
    table, option, name_of, filled = at(buffer), at(rows), at(names), at(goal)
    least = 1
    while 2 * least < total:
        least *= 2
    for first in range(0, count, ABREAST):
        here = min(ABREAST, count - first)
        for c in range(width):
            for r in range(here):
                name = name_of[option[(first + r) * width + c] + 1]
                table[c * ABREAST + r] = name if name > 0 else END
        for c in range(len(chosen)):
            for r in range(here):
                table[(width + c) * ABREAST + r] = chosen[c]
        p = least
        while p > 0:
            q, bit, apart = least, 0, p
            while True:
                for low in range(total - apart):
                    if low & p == bit:
                        exchange(table, low, low + apart)
                if q == p:
                    break
                apart, bit = q - p, p
                q >>= 1
            p >>= 1
        for r in range(here):
            for c in range(total):
                name = table[c * ABREAST + r]
                filled[(first + r) * total + c] = name if name < END else 0


def in_variables(rows: np.ndarray, names: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """See `into_variables`."""
    goal = np.empty((len(rows), rows.shape[1] + len(chosen)), np.int32)
    buffer = np.empty(max(1, goal.shape[1]) * ABREAST, np.int32)
    into_variables(rows, names, chosen, buffer, goal)
    return goal


def works() -> list[Work]:
    rows, row = np.zeros((1, 1), np.int32), np.zeros(1, np.int32)
    return [Work(into_variables, (rows, row, row, row, rows))]
