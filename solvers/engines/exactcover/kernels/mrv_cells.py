"""MRV search: the options that are left, as a sparse set for each set of options; what is forced at the root.

A node is an option in a set. The nodes of a set fill its cells, those of options left first, so an option is
removed by a swap, and to put it back the size of the set grows by one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.problem import UNLIMITED
from zenkai_solver.solvers.engines.exactcover.kernels.search import OWN
from zenkai_solver.solvers.engines.exactcover.kernels.words import U1, at
from zenkai_solver.solvers.kernels.jit import bare, inlined, inner

PAD = -(1 << 31)  # after the last literal of a cube
FAIL, SOLVED = -2, -1  # results of propagation, beside the number of a set to branch on
TRAIL, PATH, LEVEL, FORCED, LITS, PICK, REGS = range(OWN, OWN + 7)  # registers; REGS: their number


class Cells(NamedTuple):
    """Arrays, or in the kernel bare pointers to them; see MrvTables and MrvState."""

    first: np.ndarray
    item: np.ndarray
    owner: np.ndarray
    begin: np.ndarray
    cells: np.ndarray
    where: np.ndarray
    size: np.ndarray
    need: np.ndarray
    room: np.ndarray
    path: np.ndarray
    trail: np.ndarray
    forced: np.ndarray
    regs: np.ndarray


@inner
def pointers(t: Any, st: Any) -> Cells:
    """Pointers to the arrays of tables and of a state, or of Cells given twice."""
    return Cells(
        at(t.first),
        at(t.item),
        at(t.owner),
        at(t.begin),
        at(st.cells),
        at(st.where),
        at(st.size),
        at(st.need),
        at(st.room),
        at(st.path),
        at(st.trail),
        at(st.forced),
        at(st.regs),
    )


@inlined
def push(x: Cells, o: np.uint64) -> None:
    """Choose option o: each of its sets needs one less, and has room for one less."""
    x.path[np.uint64(x.regs[PATH])] = o
    x.regs[PATH] += 1
    for k in range(np.uint64(x.first[o]), np.uint64(x.first[o + U1])):
        c = np.uint64(x.item[k])
        x.need[c] -= 1
        x.room[c] -= 1


@inlined
def pop_to(x: Cells, depth: int) -> None:
    """Take back all but the first `depth` options chosen."""
    for d in range(depth, x.regs[PATH]):
        o = np.uint64(x.path[np.uint64(d)])
        for k in range(np.uint64(x.first[o]), np.uint64(x.first[o + U1])):
            c = np.uint64(x.item[k])
            x.need[c] += 1
            x.room[c] += 1
    x.regs[PATH] = depth


@inlined
def cells_has(x: Cells, o: np.uint64) -> bool:
    """Is the option left?"""
    k = np.uint64(x.first[o])
    c = np.uint64(x.item[k])
    return bool(np.uint64(x.where[k]) < x.begin[c] + np.uint64(x.size[c]))


@inlined
def cells_first(x: Cells, c: np.uint64) -> np.uint64:
    """Some option left in set c, which has one."""
    return np.uint64(x.owner[np.uint64(x.cells[x.begin[c]])])


@inlined
def cells_remove(x: Cells, o: np.uint64) -> bool:
    """Take an option out of its sets; False if one of them has too few now."""
    x.trail[np.uint64(x.regs[TRAIL])] = o
    x.regs[TRAIL] += 1
    ok = True
    for k in range(np.uint64(x.first[o]), np.uint64(x.first[o + U1])):
        c = np.uint64(x.item[k])
        s = x.size[c] - 1
        x.size[c] = s
        end = x.begin[c] + np.uint64(s)
        last, cell = np.uint64(x.cells[end]), np.uint64(x.where[k])
        x.cells[cell] = last
        x.where[last] = cell
        x.cells[end] = k
        x.where[k] = end
        n = x.need[c]
        if s <= n:
            if s < n:
                ok = False
            elif n > 0:
                x.forced[np.uint64(x.regs[FORCED])] = c
                x.regs[FORCED] += 1
    return ok


@inlined
def _empty(x: Cells, c: np.uint64) -> bool:
    """Remove all that is left in a set without room."""
    ok = True
    while ok and x.size[c] > 0:
        ok = cells_remove(x, np.uint64(x.owner[np.uint64(x.cells[x.begin[c] + np.uint64(x.size[c] - 1)])]))
    return ok


@inlined
def cells_choose(x: Cells, o: np.uint64) -> bool:
    """Choose an option, remove those that share an item with it; False at a dead end."""
    push(x, o)
    ok: bool = cells_remove(x, o)
    for k in range(np.uint64(x.first[o]), np.uint64(x.first[o + U1])):
        c = np.uint64(x.item[k])
        if ok and x.room[c] == 0:
            ok = _empty(x, c)
    return ok


@inlined
def cells_propagate(x: Cells, ok: bool) -> bool:
    """Choose what is forced until nothing is; False at a dead end."""
    while ok and x.regs[FORCED] > 0:
        x.regs[FORCED] -= 1
        c = np.uint64(x.forced[np.uint64(x.regs[FORCED])])
        if x.need[c] > 0:
            ok = cells_choose(x, cells_first(x, c))
    x.regs[FORCED] = 0
    return ok


@inlined
def cells_undo(x: Cells, mark: int) -> None:
    """Put back all options removed since the trail had length `mark`: only the sizes grow."""
    for t in range(mark, x.regs[TRAIL]):
        o = np.uint64(x.trail[np.uint64(t)])
        for k in range(np.uint64(x.first[o]), np.uint64(x.first[o + U1])):
            x.size[np.uint64(x.item[k])] += 1
    x.regs[TRAIL] = mark


@inlined
def cells_pick(x: Cells, counted: np.uint64) -> int:
    """The first of the sets with the fewest spare options, all of which have some; or SOLVED."""
    best, pick = UNLIMITED, SOLVED
    for c in range(counted):
        if x.need[c] > 0 and x.size[c] - x.need[c] < best:
            best, pick = x.size[c] - x.need[c], c
            if best == 1:
                break
    return pick


@inlined
def _root(x: Cells, sets: np.uint64) -> bool:
    """Empty the sets without room, and choose what sets with just enough options need."""
    for c in range(sets):
        if x.room[c] <= 0 and not _empty(x, c):
            return False
    x.regs[FORCED] = 0
    for c in range(sets):
        if x.size[c] < x.need[c] or x.room[c] < 0:
            return False
        if x.size[c] == x.need[c]:
            x.forced[np.uint64(x.regs[FORCED])] = c
            x.regs[FORCED] += 1
    return bool(cells_propagate(x, True))


@bare
def settle(a: Cells) -> bool:
    """Take all moves forced before the first decision; False if there is no solution."""
    return bool(_root(pointers(a, a), np.uint64(len(a.need))))
