"""Rows and columns of blocks that cross: probing, a search for all solutions, independent parts.

States and propagation are those of `linestate`.

    probe       each option of each open cell is assumed and propagated: an option that leads to a
                contradiction is removed, and the state is intersected with the union of the states that the
                others lead to, until nothing changes; a cell is probed again only after a line has changed
                that its trials read
    search      depth first; each node is propagated and probed, then branches on an option of the cell whose
                options removed the most; while there are many more solutions than dead ends, nodes are not
                probed; the search stops at a budget and can be continued
    parts       the connected components of the open cells, where two neighbouring open cells of a line are
                linked unless the line factors between them

A line factors at a point p, between cells p - 1 and p, if every filling has the same blocks to the left of
p, complete, and no two blocks of one ink can meet there; then its two sides can be filled independently. The
bounds of the blocks decide this: each block starts at its earliest cell in some filling and at its latest in
another, and both grow from block to block.
Budgets count solved lines, those that the cache of `linestate` knew included.
Sources: Wolter, The pbnsolve paint-by-number puzzle solver (merging of guesses); Wu et al., An efficient
approach to solving nonograms, IEEE T-CIAIG 5, 2013 (full probing).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.engines.lines.kernels.blockline import ONE, ZERO, Ints, Words
from zenkai_solver.solvers.engines.lines.kernels.linestate import (
    CLOCK,
    PROBES,
    SOLVED,
    BlockLines,
    LineScratch,
    assign,
    copy,
    enqueue,
    has,
    options,
    propagate,
    remove,
    removed,
    solve_line,
)
from zenkai_solver.solvers.kernels.bits import lowest
from zenkai_solver.solvers.kernels.jit import bare, inner

SETTLE, PROBE, SEARCH, SEAMS, PARTS = range(5)  # tasks of `run`; SEAMS is there for its test
DONE, PAUSED, FULL, FAILED = 0, 1, 2, 3  # how a call ends


@inner
def stamp(before: Words, after: Words, scratch: LineScratch) -> None:
    """Advance the clock, and note it as the time of change of the lines in which the states differ."""
    scratch.counts[CLOCK] += 1
    for line in range(before.shape[0]):
        same = True
        for p in range(before.shape[1]):
            for w in range(before.shape[2]):
                same &= before[line, p, w] == after[line, p, w]
        if not same:
            scratch.changed[line] = scratch.counts[CLOCK]


@inner
def settle(lines: BlockLines, state: Words, scratch: LineScratch) -> Any:
    """`propagate`, then `stamp`. False: a contradiction."""
    old = scratch.trial[2]
    copy(state, old)
    good = propagate(lines, state, scratch)
    stamp(old, state, scratch)
    return good


@inner
def stale(cell: int, scratch: LineScratch) -> Any:
    """Has a line changed that the last trials of the cell read, or was it never tried?"""
    for w in range(scratch.seen.shape[0]):
        left = scratch.touched[cell, w]
        while left != ZERO:
            low = left & (~left + ONE)
            left ^= low
            if scratch.changed[(w << 6) + lowest(low)] > scratch.probed[cell]:
                return True
    return scratch.probed[cell] < 0


@inner
def probe_cell(lines: BlockLines, state: Words, row: int, column: int, scratch: LineScratch) -> int:
    """Probe the cell: -1, a contradiction; 1, the state has changed; 0, it has not.

    The cell's score is four times the least number of options that a trial removed, plus their sum.
    """
    cell = row * lines.columns + column
    trial, merged = scratch.trial[0], scratch.trial[1]
    scratch.seen[:] = ZERO
    alive, options = 0, 0
    least, total = np.int64(1) << 60, np.int64(0)
    for p in range(state.shape[1]):
        if not has(state, row, column, p):
            continue
        options += 1
        scratch.counts[PROBES] += 1
        copy(state, trial)
        assign(lines, trial, row, column, p, scratch)
        if not propagate(lines, trial, scratch):
            continue
        number = removed(lines.rows, state, trial)
        least = min(least, number)
        total += number
        alive += 1
        a, b = trial.flat, merged.flat
        for i in range(len(a)):
            b[i] = a[i] if alive == 1 else b[i] | a[i]
    for w in range(scratch.seen.shape[0]):  # a slice assignment costs 2 s of compiling, for its error message
        scratch.touched[cell, w] = scratch.seen[w]
    scratch.probed[cell] = scratch.counts[CLOCK]
    if alive == 0:
        return -1
    scratch.score[cell] = 4 * least + total
    if alive == 1:  # the state of the only option left, which is propagated already
        stamp(state, merged, scratch)
        copy(merged, state)
        return 1
    copy(state, trial)
    concluded = False
    for line in range(state.shape[0]):
        for p in range(state.shape[1]):
            for w in range(state.shape[2]):
                if state[line, p, w] & ~merged[line, p, w] != ZERO:
                    state[line, p, w] &= merged[line, p, w]
                    enqueue(scratch, line)
                    concluded = True
    if not concluded:
        return 0
    good = propagate(lines, state, scratch)
    stamp(trial, state, scratch)
    return 1 if good else -1


@inner
def probe(lines: BlockLines, state: Words, scratch: LineScratch, at: Ints, limit: int) -> int:
    """Probe the open cells until nothing changes: DONE, FAILED (a contradiction), or PAUSED at `limit` solved
    lines, counted by counts[SOLVED].

    at = (the next cell, the number of cells since the last change), zeros at first.
    """
    cells = lines.rows * lines.columns
    while at[1] < cells:
        if scratch.counts[SOLVED] > limit:
            return PAUSED
        cell = at[0]
        at[0] = (cell + 1) % cells
        at[1] += 1
        row, column = cell // lines.columns, cell % lines.columns
        if not scratch.within[cell] or options(state, row, column) < 2 or not stale(cell, scratch):
            continue
        outcome = probe_cell(lines, state, row, column, scratch)
        if outcome < 0:
            return FAILED
        if outcome > 0:
            at[1] = 0
    return DONE


@inner
def next_cell(lines: BlockLines, state: Words, scratch: LineScratch, first: bool) -> Any:
    """The open cell of the highest score, or with `first` just the first one; -1 if none is open."""
    best, most = np.int64(-1), np.int64(-1)
    for cell in range(lines.rows * lines.columns):
        if not scratch.within[cell] or scratch.score[cell] <= most:
            continue
        if options(state, cell // lines.columns, cell % lines.columns) > 1:
            best, most = np.int64(cell), scratch.score[cell]
            if first:
                break
    return best


NEW, PROBING, RETURNED = 0, 1, 2  # the phases of a node
DEAD, ALIVE = 6, 7  # the entries of `control` that count recent dead ends and solutions
RECENT = 256  # beyond this number both are halved, so that older ones count less


@inner
def search(
    lines: BlockLines,
    stack: Words,
    branch: Ints,
    control: Ints,
    scratch: LineScratch,
    budget: int,
    solutions: Words,
) -> int:
    """Enumerate the solutions of the state stack[0], and write them to `solutions`.

    control = (depth, phase, number of solutions written by this call, nodes, the two numbers of `probe`'s
    `at`, recent dead ends, recent solutions); branch[depth] = (cell, plane) of the option tried there.
    Returns DONE, PAUSED (at the budget, or the stack is too short) or FULL (no room in `solutions`).
    """
    limit = scratch.counts[SOLVED] + budget
    control[2] = 0
    at = control[4:6]
    while control[0] >= 0:
        if scratch.counts[SOLVED] > limit:
            return PAUSED
        if control[DEAD] + control[ALIVE] > RECENT:
            control[DEAD] >>= 1
            control[ALIVE] >>= 1
        plenty = control[ALIVE] > 4 * control[DEAD]
        depth = control[0]
        state = stack[depth]
        if control[1] == RETURNED:
            stamp(stack[depth + 1], state, scratch)
            cell = branch[depth, 0]
            row, column = cell // lines.columns, cell % lines.columns
            remove(lines, state, row, column, branch[depth, 1], scratch)
            scratch.counts[CLOCK] += 1
            scratch.changed[row] = scratch.changed[lines.rows + column] = scratch.counts[CLOCK]
            control[1] = NEW
            if not settle(lines, state, scratch):
                control[DEAD] += 1
                control[0] -= 1
                control[1] = RETURNED
                continue
        if control[1] == NEW:
            control[3] += 1
            at[:] = 0
            control[1] = PROBING
        outcome = DONE if plenty else probe(lines, state, scratch, at, limit)
        if outcome == PAUSED or depth + 1 == stack.shape[0]:
            return PAUSED
        cell = next_cell(lines, state, scratch, plenty) if outcome == DONE else -1
        if cell < 0:
            control[ALIVE if outcome == DONE else DEAD] += 1
            control[0] -= 1
            control[1] = RETURNED
            if outcome == DONE:
                copy(state, solutions[control[2]])
                control[2] += 1
                if control[2] == solutions.shape[0]:
                    return FULL
            continue
        row, column = cell // lines.columns, cell % lines.columns
        plane = scratch.first[cell]
        if not has(state, row, column, plane):
            plane = state.shape[1] - 1
        while not has(state, row, column, plane):
            plane -= 1
        branch[depth, 0], branch[depth, 1] = cell, plane
        copy(state, stack[depth + 1])
        control[0] += 1
        control[1] = NEW
        assign(lines, stack[depth + 1], row, column, plane, scratch)
        scratch.counts[CLOCK] += 1
        scratch.changed[row] = scratch.changed[lines.rows + column] = scratch.counts[CLOCK]
        if not settle(lines, stack[depth + 1], scratch):
            control[DEAD] += 1
            control[0] -= 1
            control[1] = RETURNED
    return DONE


@inner
def least(mask: Words) -> Any:
    """The lowest bit of a bit set that is not empty."""
    w = 0
    while mask[w] == ZERO:
        w += 1
    return (w << 6) + lowest(mask[w])


@inner
def greatest(mask: Words) -> Any:
    """The highest bit of a bit set that is not empty."""
    w = mask.shape[0] - 1
    while mask[w] == ZERO:
        w -= 1
    word, bit = mask[w], 0
    for step in (32, 16, 8, 4, 2, 1):
        if word >> np.uint64(bit + step) != ZERO:
            bit += step
    return (w << 6) + bit


@inner
def seams(lines: BlockLines, line: int, state: Words, scratch: LineScratch, cut: Ints) -> Any:
    """Write to cut[p], 0 < p < n, whether the line factors at point p. False: the line has no filling."""
    if not solve_line(lines, line, state, scratch):
        return False
    first = lines.first[line]
    k = lines.first[line + 1] - first
    earliest, end = scratch.ends[0], scratch.ends[1]  # end: after the latest start
    for j in range(k):
        earliest[j] = least(scratch.runs[j])
        end[j] = greatest(scratch.runs[j]) + np.int64(lines.length[first + j])
    a, b = 0, 0  # blocks before a may start left of p; blocks from b on may start at p or right of it
    for p in range(1, lines.columns if line < lines.rows else lines.rows):
        while a < k and earliest[a] < p:
            a += 1
        while b < k and end[b] - np.int64(lines.length[first + b]) < p:
            b += 1
        cut[p] = a <= b and (a == 0 or end[a - 1] <= p)
        if cut[p] != 0 and 0 < a < k and lines.ink[first + a - 1] == lines.ink[first + a]:
            cut[p] = end[a - 1] < p or earliest[a] > p
    return True


@inner
def root(parent: Ints, cell: int) -> Any:
    """`find` of a union-find structure, with path halving."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell


@inner
def parts(lines: BlockLines, state: Words, scratch: LineScratch, part: Ints) -> None:
    """Write to part[cell] the first cell of its part; -1 if the cell is decided. The state is propagated."""
    cut = scratch.cut
    for cell in range(lines.rows * lines.columns):
        part[cell] = cell if options(state, cell // lines.columns, cell % lines.columns) > 1 else -1
    for line in range(lines.rows + lines.columns):
        across = line < lines.rows
        n = lines.columns if across else lines.rows
        start = line * lines.columns if across else line - lines.rows
        step = 1 if across else lines.columns
        before, known = -1, False
        for i in range(n):
            cell = start + i * step
            if part[cell] < 0:
                continue
            if not known:
                known = seams(lines, line, state, scratch, cut)
            if before >= 0:
                apart = 0
                for p in range(before + 1, i + 1):
                    apart |= cut[p]
                if apart == 0:
                    one, other = root(part, start + before * step), root(part, cell)
                    part[max(one, other)] = min(one, other)
            before = i
    for cell in range(lines.rows * lines.columns):
        if part[cell] >= 0:
            part[cell] = root(part, cell)


@bare
def run(
    task: int,
    lines: BlockLines,
    stack: Words,
    branch: Ints,
    control: Ints,
    scratch: LineScratch,
    number: int,
    solutions: Words,
) -> Any:
    """One of the tasks, on the state stack[0]; SEARCH on the whole stack. It is one kernel, since the tasks
    share nearly all of their code. `control` and `number` are the arguments `at` and `limit` of PROBE,
    `control` and `budget` of SEARCH, `cut` and `line` of SEAMS, `part` of PARTS.
    """
    if task == SEARCH:
        return search(lines, stack, branch, control, scratch, number, solutions)
    state = stack[0]
    if task == SETTLE:
        return int(settle(lines, state, scratch))
    if task == PROBE:
        return probe(lines, state, scratch, control, number)
    if task == SEAMS:
        return int(seams(lines, number, state, scratch, control))
    parts(lines, state, scratch, control)
    return 0
