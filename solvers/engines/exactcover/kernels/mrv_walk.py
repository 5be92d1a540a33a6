"""The compiled loop of the MRV search: loading a cube, going down a level, going back."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.mrv_cells import (
    FAIL,
    LEVEL,
    LITS,
    PAD,
    PATH,
    PICK,
    SOLVED,
    TRAIL,
    Cells,
    cells_choose,
    cells_first,
    cells_has,
    cells_pick,
    cells_propagate,
    cells_remove,
    cells_undo,
    pointers,
    pop_to,
)
from zenkai_solver.solvers.engines.exactcover.kernels.mrv_tables import MrvState, MrvTables
from zenkai_solver.solvers.engines.exactcover.kernels.search import CUBE, FOUND, NODES
from zenkai_solver.solvers.engines.exactcover.kernels.words import U0, U1, U2, U3, U4, at, xorshift
from zenkai_solver.solvers.kernels.jit import bare, inlined

KEEP, CUBES, PROBE = range(3)  # modes of a run
LEAST = 1e-300  # share of a probe: the inverse of a smaller one would be no finite number


class _Stack(NamedTuple):
    """Bare pointers to what undoing needs (see MrvState)."""

    share: np.ndarray
    level: np.ndarray
    lits: np.ndarray
    chance: np.ndarray


@inlined
def _random(chance: np.ndarray) -> np.float64:
    """The next pseudorandom number in [0, 1)."""
    chance[0] = xorshift(chance[0])
    return np.float64(chance[0] >> np.uint64(11)) * 2.0**-53


@inlined
def _decide(x: Cells, o: np.uint64, chosen: bool) -> bool:
    """Choose or forbid an option that is left; False at a dead end."""
    return bool(cells_choose(x, o) if chosen else cells_remove(x, o))


@inlined
def _note(x: Cells, s: _Stack, lit: int) -> None:
    """Record a literal as decided."""
    s.lits[np.uint64(x.regs[LITS])] = lit
    x.regs[LITS] += 1


@inlined
def _load(x: Cells, s: _Stack, cube: np.ndarray, begin: np.uint64, width: np.uint64) -> bool:
    """Back to the root, then take the decisions of a cube; False if they clash."""
    pop_to(x, 0)
    cells_undo(x, 0)
    x.regs[LITS] = 0
    ok = True
    for i in range(width):
        lit = np.int64(cube[begin + i])
        if lit == PAD or not ok:
            break
        _note(x, s, lit)
        o = np.uint64(lit if lit >= 0 else ~lit)
        if cells_has(x, o):
            ok = _decide(x, o, lit >= 0)
        elif lit >= 0:
            ok = False
    return ok


@inlined
def _down(x: Cells, s: _Stack, o: np.uint64, ways: np.float64) -> None:
    """Keep what is needed to come back and forbid option o, which is chosen now, one of `ways` branches."""
    x.regs[LEVEL] += 1
    sp = np.uint64(x.regs[LEVEL])
    s.share[sp] = s.share[0] * (ways - 1.0) / ways
    s.share[0] /= ways
    k = sp * U4
    s.level[k], s.level[k + U1] = np.int64(o), x.regs[TRAIL]
    s.level[k + U2], s.level[k + U3] = x.regs[PATH], x.regs[LITS]


@inlined
def _back(x: Cells, s: _Stack) -> np.uint64:
    """Undo the last level; the option that was chosen there."""
    sp = np.uint64(x.regs[LEVEL])
    x.regs[LEVEL] -= 1
    k = sp * U4
    s.share[0], x.regs[LITS] = s.share[sp], s.level[k + U3]
    pop_to(x, s.level[k + U2])
    cells_undo(x, s.level[k + U1])
    return np.uint64(s.level[k])


@inlined
def _write(
    x: Cells, name: np.ndarray, fixed: np.ndarray, fixes: int, row: np.ndarray, begin: np.uint64
) -> int:
    """Write the options of a solution from row[begin] on; their number."""
    for d in range(np.uint64(fixes)):
        row[begin + d] = fixed[d]
    n = np.uint64(fixes)
    for d in range(np.uint64(x.regs[PATH])):
        original = name[np.uint64(x.path[d])]
        if original >= 0:
            row[begin + n] = original
            n += U1
    return int(np.int64(n))


@bare
def run(
    t: MrvTables,
    st: MrvState,
    cubes: np.ndarray,
    out: np.ndarray,
    length: np.ndarray,
    budget: int,
    mode: int,
    stop: float,
) -> int:
    """Search until `out` is full, `budget` nodes are done or no cube is left; return the rows written.

    A node is a cube's root or a decision, with all that it forces. KEEP writes solutions, -1 after the last
    option; CUBES the decisions that lead to solutions and to nodes whose share is at most `stop`, which are
    not expanded. PROBE walks down from every cube once, each child equally likely, and writes nothing.
    """
    probe, name, fixed, fixes = st.probe, at(t.name), at(t.fixed), len(t.fixed)
    x, counted = pointers(t, st), np.uint64(t.counted)
    s = _Stack(at(st.share), at(st.level), at(st.lits), at(st.chance))
    cube, width, regs, share = at(cubes), np.uint64(cubes.shape[1]), at(st.regs), at(st.share)
    row, columns = at(out), out.shape[1]
    written, nodes, solutions, pick = 0, 0, 0, regs[PICK]
    while written < len(length) and nodes < budget:
        cut = pick >= 0 and (share[0] <= stop or regs[LITS] >= columns)
        if mode == CUBES and (cut or pick == SOLVED):
            for i in range(regs[LITS]):
                out[written, i] = s.lits[np.uint64(i)]
            length[written] = regs[LITS]
            written += 1
            solutions += pick == SOLVED
            pick = FAIL
            continue
        if pick == SOLVED:
            pick = FAIL
            solutions += 1
            if mode == PROBE:
                probe[regs[CUBE] - 1, 1] += 1.0 / max(share[0], LEAST)
            else:
                n = _write(x, name, fixed, fixes, row, np.uint64(written * columns))
                length[written] = n
                for d in range(n, columns):
                    out[written, d] = -1
                written += 1
                continue
        ok, decided, chosen, o = True, True, True, U0
        if pick >= 0:
            c = np.uint64(pick)
            o = cells_first(x, c)
            ways = np.float64(x.size[c] - x.need[c] + 1)
            if mode == PROBE:
                chosen = _random(s.chance) * ways < 1.0
                share[0] *= 1.0 / ways if chosen else (ways - 1.0) / ways
            else:
                _down(x, s, o, ways)
        elif regs[LEVEL] > 0:
            o, chosen = _back(x, s), False
        elif regs[CUBE] < len(cubes):
            ok = _load(x, s, cube, np.uint64(regs[CUBE]) * width, width)
            regs[CUBE] += 1
            share[0], decided = 1.0, False
        else:
            break
        nodes += 1
        if mode == PROBE:
            probe[regs[CUBE] - 1, 0] += 1.0 / max(share[0], LEAST)
        if decided:
            _note(x, s, np.int64(o) if chosen else ~np.int64(o))
            ok = _decide(x, o, chosen)
        pick = cells_pick(x, counted) if cells_propagate(x, ok) else FAIL
    regs[PICK] = pick
    regs[NODES] += nodes
    regs[FOUND] += solutions
    return written
