"""All paths of a diagram, one after the other: each is a solution.

A diagram has a level for each variable. children[n] are the nodes to which node n leads if the variable of
its level is false, and true; -1 if nowhere. Every node has a path to the end.
"""

from __future__ import annotations

from typing import Any

from zenkai_solver.solvers.kernels.jit import kernel


@kernel
def prune(children: Any, level: Any, alive: Any) -> None:
    """Cut what leads to dead nodes. level[i] is the first node of level i, and of what lies beyond the last.

    `alive` has the nodes of the end, and gets the others.
    """
    for n in range(level[-2] - 1, -1, -1):
        for value in range(2):
            child = children[n, value]
            if child >= 0:
                if alive[child]:
                    alive[n] = True
                else:
                    children[n, value] = -1


@kernel
def walk(
    children: Any, order: Any, projected: Any, path: Any, tried: Any, true: Any, depth: Any, rows: Any
) -> Any:
    """Fill `rows` with the true ones of the `projected` variables, 0 after the last.

    path[i] is the node at depth i, tried[i] how many of its children were visited, true[v] the value of a
    variable on the path: where the walk goes on, at `depth`. Returns how many rows were filled and the new
    depth, which is -1 at the end.
    """
    filled, last = 0, len(order)
    while depth >= 0:
        if depth == last:
            if filled == len(rows):
                return filled, depth
            k = 0
            for var in projected:
                if true[var]:
                    rows[filled, k] = var
                    k += 1
            rows[filled, k:] = 0
            filled += 1
            depth -= 1
            continue
        value = tried[depth]
        if value == 2:
            depth -= 1
            continue
        tried[depth] = value + 1
        child = children[path[depth], value]
        if child >= 0:
            true[order[depth]] = value == 1
            depth += 1
            path[depth] = child
            tried[depth] = 0
    return filled, depth
