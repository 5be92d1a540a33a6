"""A cover searched once: the diagram of its solutions, compiled. See `diagram`, `solvers.checker.cover`."""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.certificates.kernels.cover import (
    DEPTH,
    DONE,
    ENTERED,
    NODES,
    OUTPUT_FULL,
    TABLE_FULL,
    USED,
    WAIT,
    _all,
    _bit,
    _choose,
    _full,
    _known,
    _next,
    _put,
    _slot,
    _solved,
)
from zenkai_solver.solvers.kernels.diagram import made
from zenkai_solver.solvers.kernels.hashing import hash_row
from zenkai_solver.solvers.kernels.jit import kernel


@kernel
def explore(
    t: Any,
    order: Any,
    first: Any,
    lists: Any,
    rank: Any,
    f: Any,
    memo: Any,
    watch: Any,
    at: Any,
    s: Any,
    nodes: Any,
) -> Any:
    """Make the diagram of every state's solutions; at the end f.low[0] is the root.

    A cell's options, `lists` from `first` on, are those whose first cell in `order` it is: one without a
    variable (rank 0) first, then by falling rank, so that each becomes a node above the one before.
    `at`: DEPTH below 0 is the end. Returns DONE, TABLE_FULL, OUTPUT_FULL (the store), or WAIT after `nodes`.
    """
    state, item, place, root = f.state, f.item, f.at, f.low
    must, cells = t.must, t.cells
    rows, width = memo.rows, state.shape[1]
    d, entered = at[DEPTH], at[ENTERED]
    ended = DONE
    while d >= 0:
        if s.used[0] + 2 > len(s.var):
            ended = OUTPUT_FULL
            break
        leave = False
        if entered:
            if _full(rows, at[USED]):
                ended = TABLE_FULL
                break
            if at[NODES] >= nodes:
                at[NODES] = 0
                ended = WAIT
                break
            root[d] = 0
            if _all(cells, state, d):
                root[d] = 1 if _solved(must, t.least, state, d) else 0
                leave = True
            else:
                slot = _slot(rows, state, d, width, hash_row(state, d, width))
                if _known(rows, width, slot):
                    root[d] = rows[slot, width]
                    leave = True
                else:
                    at[NODES] += 1
                    i = _choose(t, order, watch, state[d])
                    item[d] = i
                    place[d] = first[i] - (0 if _bit(must, i) else 1)
            entered = 0
        if not leave:
            if _next(t, first, lists, f, d):
                d, entered = d + 1, 1
                continue
            slot = _slot(rows, state, d, width, hash_row(state, d, width))
            _put(rows, state, d, width, slot)
            at[USED] += 1
            rows[slot, width] = root[d]
        if d > 0:
            x = place[d - 1] - 1
            below = np.int64(root[d])
            if x < first[item[d - 1]] or rank[lists[x]] == 0:
                root[d - 1] = below
            else:
                root[d - 1] = made(s, rank[lists[x]], np.int64(root[d - 1]), below)
        d -= 1
    at[DEPTH], at[ENTERED] = d, entered
    return ended
