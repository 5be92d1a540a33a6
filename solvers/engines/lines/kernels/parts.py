"""Where a grid of block lines falls into parts: the open cells that hang together through lines.

A line factors at a point p, between cells p - 1 and p, if every filling has the same blocks to the left of
p, complete, and no two blocks of one ink can meet there. Bounds are enough to tell: every block starts at
its earliest cell in some filling and at its latest in another, and both grow from block to block.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.engines.lines.kernels.blockline import ZERO, Ints, Words
from zenkai_solver.solvers.engines.lines.kernels.linestate import (
    Lines,
    Scratch,
    options,
    solve_line,
)
from zenkai_solver.solvers.kernels.bits import lowest
from zenkai_solver.solvers.kernels.jit import inner


@inner
def least(mask: Words) -> Any:
    """The least bit of a row of words that is not empty."""
    w = 0
    while mask[w] == ZERO:
        w += 1
    return (w << 6) + lowest(mask[w])


@inner
def greatest(mask: Words) -> Any:
    """The greatest bit of a row of words that is not empty."""
    w = mask.shape[0] - 1
    while mask[w] == ZERO:
        w -= 1
    word, bit = mask[w], 0
    for step in (32, 16, 8, 4, 2, 1):
        if word >> np.uint64(bit + step) != ZERO:
            bit += step
    return (w << 6) + bit


@inner
def seams(lines: Lines, line: int, state: Words, scratch: Scratch, cut: Ints) -> Any:
    """cut[p] is 1 if the line factors at point p, else 0; 0 < p < n. False: the line has no filling."""
    if not solve_line(lines, line, state, scratch):
        return False
    first = lines.first[line]
    k = lines.first[line + 1] - first
    earliest, end = np.zeros(k + 1, np.int64), np.zeros(k + 1, np.int64)  # end: after the latest start
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
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell


@inner
def parts(lines: Lines, state: Words, scratch: Scratch, part: Ints) -> None:
    """part[cell]: the first cell of the part that the cell is in; -1: the cell is decided.

    The state is one that `propagate` has left.
    """
    cut = np.zeros(max(lines.rows, lines.columns) + 1, np.int64)
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
