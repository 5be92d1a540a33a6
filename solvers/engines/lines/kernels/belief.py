"""Loopy belief propagation between crossing lines, and a descent to the solution that it makes likely.

The message of a line to a line that crosses it is the distribution of the options of their common cell, when
the fillings of the line are weighted by the messages to it. It is computed exactly, by a forward and a
backward sweep over the blocks; on the grid it is an estimate, since the lines are treated as independent. It
decides nothing, but tells a search which value to try first. The descent decides the surest cells a few at a
time, propagates, and updates the messages in between. Sources: Pearl, Probabilistic Reasoning in Intelligent
Systems, 1988 (the sum-product rule); Gallager, Low-Density Parity-Check Codes, 1963; Mezard, Parisi and
Zecchina, Analytic and algorithmic solution of random satisfiability problems, Science 297, 2002 (decimation).

A line of n cells whose blocks take m cells, with the white ones that must lie between them, has the *room*
n - m + 1: the start of each block is its earliest one plus an offset below the room, and offsets do not fall
from block to block.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.lines.kernels.blockline import ONE, ZERO, Ints, Words
from zenkai_solver.solvers.engines.lines.kernels.linestate import (
    BlockLines,
    LineScratch,
    assign,
    copy,
    has,
    propagate,
    remove,
)
from zenkai_solver.solvers.kernels.bits import lowest
from zenkai_solver.solvers.kernels.jit import bare, inner

Floats = npt.NDArray[np.float64]

LEAST = 1e-9  # the least probability in a message: what is possible never becomes impossible
AHEAD, BLACK, BACK, CHANCE = 0, 1, 2, 3  # the tables of `sweep`
DEPTH, FLOOR, CONFLICTS = 0, 1, 2  # the entries of `control` of `descend`
SOLVED, PAUSED, FAILED = 0, 1, 2


class BeliefScratch(NamedTuple):
    """The working memory of the loops, for a line of at most `longest` cells and `most` blocks."""

    tables: Floats  # [4, most, longest + 1], see `sweep`
    weight: Floats  # [longest, options]: of the options of each cell
    out: Floats  # [longest + 1, options]: their probabilities


def scratch_for(lines: BlockLines, options: int) -> BeliefScratch:
    longest, most = max(lines.rows, lines.columns), max(1, *np.diff(lines.first))
    return BeliefScratch(
        np.empty((4, most, longest + 1)), np.empty((longest, options)), np.empty((longest + 1, options))
    )


@inner
def room_of(lines: BlockLines, line: int, n: int) -> Any:
    room = np.int64(n + 1)
    for j in range(lines.first[line], lines.first[line + 1]):
        room -= np.int64(lines.length[j])
        if j > lines.first[line] and lines.ink[j] == lines.ink[j - 1]:
            room -= 1
    return room


@inner
def scaled(row: Floats, room: int, total: float) -> None:
    for d in range(room):
        row[d] /= total


@inner
def sweep(lines: BlockLines, line: int, room: int, weight: Floats, tables: Floats) -> bool:
    """Write to tables[CHANCE, j, d] the probability that block j of the line has offset d, if its fillings
    are weighted by weight[cell, option]. False: no filling has a weight.

    tables[AHEAD, j, d], tables[BACK, j, d]: the total weight of the fillings of the cells before, or after,
    block j at offset d; tables[BLACK, j, d]: that of its own cells. Each row j is scaled: only the
    proportions within a row count, since every block is placed once.
    """
    ahead, black, back, chance = tables[AHEAD], tables[BLACK], tables[BACK], tables[CHANCE]
    first, last = lines.first[line], lines.first[line + 1]
    cell = np.int64(0)  # where block j starts at offset 0, later the cell after its end
    for j in range(last - first):
        length, ink = np.int64(lines.length[first + j]), lines.ink[first + j]
        spaced = j > 0 and lines.ink[first + j - 1] == ink
        cell += spaced
        value, most = 0.0, 0.0
        for d in range(room):
            if d > 0:
                value *= weight[cell + d - 1, 0]
            if j > 0:
                placed = ahead[j - 1, d] * black[j - 1, d]
                value += placed * weight[cell + d - 1, 0] if spaced else placed
            elif d == 0:
                value = 1.0
            ahead[j, d] = value
            most = max(most, value)
            inside = 1.0
            for i in range(cell + d, cell + d + length):
                inside *= weight[i, ink]
            black[j, d] = inside
        if most <= 0.0:
            return False
        scaled(ahead[j], room, most)
        cell += length
    for j in range(last - first - 1, -1, -1):
        ink = lines.ink[first + j]
        following = first + j + 1 < last
        spaced = following and lines.ink[first + j + 1] == ink
        cell -= spaced
        value, most = 0.0, 0.0
        for d in range(room - 1, -1, -1):
            if d + 1 < room:
                value *= weight[cell + d, 0]
            if following:
                placed = back[j + 1, d] * black[j + 1, d]
                value += placed * weight[cell + d, 0] if spaced else placed
            elif d + 1 == room:
                value = 1.0
            back[j, d] = value
            most = max(most, value)
        if most <= 0.0:
            return False
        scaled(back[j], room, most)
        cell -= np.int64(lines.length[first + j])
        total = 0.0
        for d in range(room):
            chance[j, d] = ahead[j, d] * black[j, d] * back[j, d]
            total += chance[j, d]
        if total <= 0.0:
            return False
        scaled(chance[j], room, total)
    return True


@inner
def marginals(lines: BlockLines, line: int, n: int, room: int, chance: Floats, out: Floats) -> None:
    """Write to out[cell, option] the probability of the option, given those of the offsets."""
    planes = out.shape[1]
    for i in range(n + 1):
        for p in range(planes):
            out[i, p] = 0.0
    cell = np.int64(0)
    first = lines.first[line]
    for j in range(lines.first[line + 1] - first):
        length, ink = np.int64(lines.length[first + j]), lines.ink[first + j]
        cell += j > 0 and lines.ink[first + j - 1] == ink
        for d in range(room):
            out[cell + d, ink] += chance[j, d]
            out[cell + d + length, ink] -= chance[j, d]
        cell += length
    for i in range(n):
        white = 1.0
        for p in range(1, planes):
            if i > 0:
                out[i, p] += out[i - 1, p]
            white -= out[i, p]
        out[i, 0] = white


@inner
def is_open(state: Words, line: int) -> Any:
    """Has the line a cell with several options?"""
    for w in range(state.shape[2]):
        once = ZERO
        for p in range(state.shape[1]):
            if once & state[line, p, w] != ZERO:
                return True
            once |= state[line, p, w]
    return False


@bare
def exchange(lines: BlockLines, state: Words, messages: Floats, scratch: BeliefScratch) -> None:
    """Update messages[direction, row, column, option] once, in place; they should start uniform.

    messages[0] go from columns to rows, messages[1] from rows to columns. Options that the state excludes
    have no weight, whatever their message.
    """
    planes, (tables, weight, out) = state.shape[1], scratch
    for line in range(lines.rows + lines.columns):
        if not is_open(state, line):
            continue
        across = line < lines.rows
        n = lines.columns if across else lines.rows
        here = line if across else line - lines.rows
        given, sent = messages[0 if across else 1], messages[1 if across else 0]
        for i in range(n):
            row, column = (here, i) if across else (i, here)
            total = 0.0
            for p in range(planes):
                weight[i, p] = given[row, column, p] if has(state, line, i, p) else 0.0
                total += weight[i, p]
            scaled(weight[i], planes, total)
        room = room_of(lines, line, n)
        if not sweep(lines, line, room, weight, tables):
            continue
        marginals(lines, line, n, room, tables[CHANCE], out)
        for i in range(n):
            row, column = (here, i) if across else (i, here)
            total = 0.0
            for p in range(planes):  # the marginal without the message of the crossing line
                out[i, p] = max(out[i, p] / weight[i, p], 0.0) if weight[i, p] > 0.0 else 0.0
                total += out[i, p]
            if total > 0.0:
                for p in range(planes):
                    sent[row, column, p] = max(out[i, p] / total, LEAST)


@bare
def start_beliefs(
    lines: BlockLines, line: int, given: Floats, chance: Floats, scratch: BeliefScratch
) -> None:
    """Write to chance[j, p] the probability that block j of the line starts at cell p, if its fillings are
    weighted by the messages given[p, option] to its cells.
    """
    n, first, tables = given.shape[0], lines.first[line], scratch.tables
    room = room_of(lines, line, n)
    if sweep(lines, line, room, given, tables):
        cell = np.int64(0)
        for j in range(chance.shape[0]):
            cell += j > 0 and lines.ink[first + j - 1] == lines.ink[first + j]
            for d in range(room):
                chance[j, cell + d] = tables[CHANCE, j, d]
            cell += np.int64(lines.length[first + j])


@inner
def surest(lines: BlockLines, state: Words, scratch: LineScratch, messages: Floats) -> Any:
    """The open cell within `scratch.within` whose likeliest option is the most certain, and that option; cell
    -1 if no cell there is open.
    """
    best, most, plane = np.int64(-1), -1.0, np.int64(0)
    for row in range(lines.rows):
        for w in range(state.shape[2]):
            once, twice = ZERO, ZERO
            for p in range(state.shape[1]):
                twice |= once & state[row, p, w]
                once |= state[row, p, w]
            while twice != ZERO:
                low = twice & (~twice + ONE)
                twice ^= low
                column = (w << 6) + lowest(low)
                if not scratch.within[row * lines.columns + column]:
                    continue
                total, top, likeliest = 0.0, -1.0, np.int64(0)
                for p in range(state.shape[1]):
                    if has(state, row, column, p):
                        chance = messages[0, row, column, p] * messages[1, row, column, p]
                        total += chance
                        if chance > top:
                            top, likeliest = chance, np.int64(p)
                if top > most * total:
                    best, most, plane = np.int64(row * lines.columns + column), top / total, likeliest
    return best, plane


@bare
def descend(
    lines: BlockLines,
    stack: Words,
    branch: Ints,
    control: Ints,
    scratch: LineScratch,
    messages: Floats,
    decisions: int,
    conflicts: int,
) -> Any:
    """Decide the surest cells of the state one by one, at most so many: SOLVED if none within
    `scratch.within` is open, PAUSED, or FAILED: no solution, or more conflicts than allowed.

    `stack` and `branch`, as in `crossing.search`, are rings: the states of the last decisions, to which a
    conflict returns. control = (depth, the least depth whose state is kept, conflicts).
    """
    size = stack.shape[0]
    for _ in range(decisions):
        depth = control[DEPTH]
        state, child = stack[depth % size], stack[(depth + 1) % size]
        cell, plane = surest(lines, state, scratch, messages)
        if cell < 0:
            return SOLVED
        branch[depth % size, 0], branch[depth % size, 1] = cell, plane
        copy(state, child)
        control[DEPTH] = depth + 1
        control[FLOOR] = max(control[FLOOR], depth + 2 - size)
        assign(lines, child, cell // lines.columns, cell % lines.columns, plane, scratch)
        good = propagate(lines, child, scratch)
        while not good:
            control[CONFLICTS] += 1
            depth = control[DEPTH] - 1
            if depth < control[FLOOR] or control[CONFLICTS] > conflicts:
                return FAILED
            control[DEPTH] = depth
            state, cell = stack[depth % size], branch[depth % size, 0]
            row, column = cell // lines.columns, cell % lines.columns
            remove(lines, state, row, column, branch[depth % size, 1], scratch)
            good = propagate(lines, state, scratch)
    return PAUSED
