"""Loopy belief propagation between crossing lines: an estimate of the probability of each option of a cell.

The message of a line to a line that crosses it is the distribution of the options of their common cell, when
the fillings of the line are weighted by the messages to it. It is computed exactly by a forward and a
backward sweep over the cells; on the grid it is an estimate, since the lines are treated as independent. It
decides nothing, but tells a search which value to try first. Sources: Pearl, Probabilistic Reasoning in
Intelligent Systems, 1988 (the sum-product rule); Gallager, Low-Density Parity-Check Codes, 1963.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.lines.kernels.blockline import Ints, Words
from zenkai_solver.solvers.engines.lines.kernels.linestate import BlockLines
from zenkai_solver.solvers.kernels.jit import inner, kernel

Floats = npt.NDArray[np.float64]


@inner
def chain(lines: BlockLines, line: int, ink: Ints, step: Ints) -> int:
    """Write the line's automaton, a chain of states, to `ink` and `step`; the number of states.

    Each cell is read in one state: ink[s] is its ink, 0 white. step[s] says which states may follow s: 0,
    only s + 1; 1, also s itself (white cells); 2, also s + 2 (the last cell of a block, if the white state
    after it may be skipped).
    """
    first, last = lines.first[line], lines.first[line + 1]
    ink[0], step[0] = 0, 1
    size = 1
    for j in range(first, last):
        for _ in range(np.int64(lines.length[j])):
            ink[size], step[size] = lines.ink[j], 0
            size += 1
        if j + 1 == last or lines.ink[j + 1] != lines.ink[j]:
            step[size - 1] = 2
        ink[size], step[size] = 0, 1
        size += 1
    return size


@inner
def sweep(n: int, size: int, ink: Ints, step: Ints, weight: Floats, ahead: Floats, back: Floats) -> None:
    """The forward and backward sweep over a line of n cells and an automaton of `size` states.

    ahead[i, s], back[i, s]: the total weight of the fillings of the cells before, or after, cell i if it is
    read in state s, the weight of cell i excluded; each row is scaled to sum 1. weight[i, p]: that of option
    p of cell i.
    """
    for i in range(n):
        total = 0.0
        for s in range(size):
            value = 0.0
            if i == 0:
                value = 1.0 if s < 2 else 0.0
            else:
                if step[s] == 1:
                    value += ahead[i - 1, s] * weight[i - 1, 0]
                if s >= 1:
                    value += ahead[i - 1, s - 1] * weight[i - 1, ink[s - 1]]
                if s >= 2 and step[s - 2] == 2:
                    value += ahead[i - 1, s - 2] * weight[i - 1, ink[s - 2]]
            ahead[i, s] = value
            total += value
        if total > 0.0:
            for s in range(size):
                ahead[i, s] /= total
    for i in range(n - 1, -1, -1):
        total = 0.0
        for s in range(size):
            value = 0.0
            if i == n - 1:
                value = 1.0 if s >= size - 2 else 0.0
            else:
                if step[s] == 1:
                    value += back[i + 1, s] * weight[i + 1, 0]
                if s + 1 < size:
                    value += back[i + 1, s + 1] * weight[i + 1, ink[s + 1]]
                if s + 2 < size and step[s] == 2:
                    value += back[i + 1, s + 2] * weight[i + 1, ink[s + 2]]
            back[i, s] = value
            total += value
        if total > 0.0:
            for s in range(size):
                back[i, s] /= total


@kernel
def exchange(lines: BlockLines, state: Words, rounds: int, damping: float, messages: Floats) -> None:
    """Update messages[direction, row, column, option] in place, `rounds` times; they should start uniform.

    messages[0] go from columns to rows, messages[1] from rows to columns. For options that the state excludes
    they are 0. An updated message is `damping` times the old one plus 1 - `damping` times the new one.
    """
    longest = max(lines.rows, lines.columns)
    planes = state.shape[1]
    top = 2 * longest + 3
    ink, step = np.zeros(top, np.int64), np.zeros(top, np.int64)
    ahead, back = np.zeros((longest, top)), np.zeros((longest, top))
    weight, out = np.zeros((longest, planes)), np.zeros(planes)
    for _ in range(rounds):
        for line in range(lines.rows + lines.columns):
            across = line < lines.rows
            n = lines.columns if across else lines.rows
            here = line if across else line - lines.rows
            given, sent = messages[0 if across else 1], messages[1 if across else 0]
            size = chain(lines, line, ink, step)
            for i in range(n):
                row, column = (here, i) if across else (i, here)
                for p in range(planes):
                    weight[i, p] = given[row, column, p]
            sweep(n, size, ink, step, weight, ahead, back)
            for i in range(n):
                row, column = (here, i) if across else (i, here)
                out[:] = 0.0
                for s in range(size):
                    out[ink[s]] += ahead[i, s] * back[i, s]
                total = 0.0
                for p in range(planes):
                    if not (state[line, p, i >> 6] >> np.uint64(i & 63)) & np.uint64(1):
                        out[p] = 0.0
                    total += out[p]
                if total > 0.0:
                    for p in range(planes):
                        old = sent[row, column, p]
                        sent[row, column, p] = damping * old + (1.0 - damping) * out[p] / total


@kernel
def start_beliefs(lines: BlockLines, line: int, given: Floats, chance: Floats) -> None:
    """Write to chance[j, p] the probability that block j of the line starts at cell p, if its fillings are
    weighted by the messages given[p, option] to its cells.
    """
    n = given.shape[0]
    top = 2 * n + 3
    ink, step = np.zeros(top, np.int64), np.zeros(top, np.int64)
    ahead, back = np.zeros((n, top)), np.zeros((n, top))
    size = chain(lines, line, ink, step)
    sweep(n, size, ink, step, given, ahead, back)
    for i in range(n):
        total = 0.0
        for s in range(size):
            total += ahead[i, s] * back[i, s] * given[i, ink[s]]
        s = 0
        for j in range(lines.first[line + 1] - lines.first[line]):
            s += 1
            if total > 0.0:
                chance[j, i] = ahead[i, s] * back[i, s] * given[i, ink[s]] / total
            s += int(lines.length[lines.first[line] + j])
