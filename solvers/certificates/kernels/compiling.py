"""The search of a cover that writes the decision diagram of its solutions, compiled."""

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
    _fitting,
    _full,
    _list,
    _lost,
    _near,
    _next_way,
    _place,
    _put,
    _solved,
    _uncovered,
)
from zenkai_solver.solvers.kernels.diagram import make_node
from zenkai_solver.solvers.kernels.hashing import in_use
from zenkai_solver.solvers.kernels.jit import kernel


@kernel
def explore(t: Any, order: Any, rank: Any, f: Any, memo: Any, at: Any, s: Any, left: Any, nodes: Any) -> Any:
    """Build the diagram of each state's solutions, bottom up; at the end f.low[0] is the root.

    Branches on the first uncovered cell of `order`. Options are numbered so that those without a variable
    (rank 0) come first, then by falling rank: each becomes a node above the one before. Returns DONE,
    TABLE_FULL, OUTPUT_FULL (the store of nodes), or WAIT after `nodes` states. A negative at[DEPTH] is the
    end.
    """
    state, root, ways = f.state, f.low, f.ways
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
            if _all(t.cells, state, d):
                root[d] = 1 if _solved(t.must, t.least, state, d) else 0
                leave = True
            else:
                slot = _place(f, rows, d)
                if in_use(rows, slot, width):
                    root[d] = rows[slot, width]
                    leave = True
                else:
                    at[NODES] += 1
                    _fitting(t, left, f, d)
                    _uncovered(order, left, state, d)
                    i = _lost(t, left, d)
                    if i < 0:
                        i = _near(t, left, 0, d)
                    _list(t, left, f, rows, i, d)
            entered = 0
        if not leave:
            if _next_way(t, f, d):
                d, entered = d + 1, 1
                continue
            slot = _place(f, rows, d)
            _put(rows, state, d, width, slot)
            at[USED] += 1
            rows[slot, width] = root[d]
        if d > 0:
            o, below = ways[f.at[d - 1] - 1], np.int64(root[d])
            if o < 0 or rank[o] == 0:
                root[d - 1] = below
            else:
                root[d - 1] = make_node(s, rank[o], np.int64(root[d - 1]), below)
        d -= 1
    at[DEPTH], at[ENTERED] = d, entered
    return ended
