"""Explanation steps by single lines: a line, the cells that it decides, and a minimal set of known cells
which imply them. For nonograms in one ink, where a cell is one fact.

A step is all that one line decides beyond what is known. The next step is that of a line which decides a
black cell, if there is one, and among these of the line with the fewest open cells, which is where a person
would look. The known cells are minimised by deletion: each is opened in turn, and stays open if the line
still decides the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.lines.kernels.blockline import ONE, ZERO, Ints, Words
from zenkai_solver.solvers.engines.lines.kernels.linestate import BlockLines, LineScratch, solve_line
from zenkai_solver.solvers.kernels.bits import lowest, popcount
from zenkai_solver.solvers.kernels.jit import inner, kernel

WHITE, BLACK = 0, 1
NOTHING, SOME_BLACK, ALL_WHITE = 0, 1, 2  # the kind of cells that a line decides beyond what is known
IMPOSSIBLE = -1


@inner
def line_news(lines: BlockLines, line: int, state: Words, scratch: LineScratch) -> Any:
    """NOTHING, SOME_BLACK, ALL_WHITE or IMPOSSIBLE; the new planes of the line are in scratch.new."""
    if not solve_line(lines, line, state, scratch):
        return IMPOSSIBLE
    kind = NOTHING
    for w in range(state.shape[2]):
        if state[line, WHITE, w] & ~scratch.new[WHITE, w] != ZERO:
            return SOME_BLACK
        if state[line, BLACK, w] & ~scratch.new[BLACK, w] != ZERO:
            kind = ALL_WHITE
    return kind


@inner
def open_cells(state: Words, line: int) -> Any:
    """The number of open cells of the line."""
    number = 0
    for w in range(state.shape[2]):
        number += popcount(state[line, WHITE, w] & state[line, BLACK, w])
    return number


@inner
def next_line(state: Words, news: Ints) -> Any:
    """The line of the next step, see above; -1 if none decides a cell. news[line]: kind of `line_news`."""
    best, cost = -1, 0
    for line in range(news.shape[0]):
        if news[line] != NOTHING:
            price = (news[line] << 32) + open_cells(state, line)
            if best < 0 or price < cost:
                best, cost = line, price
    return best


@inner
def still_decides(scratch: LineScratch, decided: Words) -> Any:
    """Does the line, as it was just solved, decide the cells decided[plane] to have that plane's ink?"""
    for plane in range(2):
        for w in range(decided.shape[1]):
            if scratch.new[1 - plane, w] & decided[plane, w] != ZERO:
                return False
    return True


@inner
def minimise(
    lines: BlockLines, line: int, state: Words, scratch: LineScratch, decided: Words, needed: Words
) -> None:
    """Reduce the known cells of the line, by deletion, to a minimal set that implies the `decided` ones;
    white cells are deleted first. The set is written to needed[plane], and the line's state knows only it.
    """
    words = state.shape[2]
    for plane in range(2):
        for w in range(words):
            needed[plane, w] = state[line, plane, w] & ~state[line, 1 - plane, w]
    n = lines.columns if line < lines.rows else lines.rows
    for plane in range(2):
        for i in range(n):
            at = n - 1 - i if plane == WHITE else i
            w, bit = at >> 6, ONE << np.uint64(at & 63)
            if needed[plane, w] & bit == ZERO:
                continue
            state[line, 1 - plane, w] |= bit
            solve_line(lines, line, state, scratch)  # has a filling, since opening a cell only adds options
            if still_decides(scratch, decided):
                needed[plane, w] &= ~bit
            else:
                state[line, 1 - plane, w] &= ~bit


@inner
def apply_step(
    lines: BlockLines, line: int, state: Words, decided: Words, changed: npt.NDArray[np.bool_], known: Words
) -> None:
    """Restore the planes `known` of the line, and decide `decided` in it and in the crossing lines."""
    across = line < lines.rows
    base, here = (lines.rows, line) if across else (0, line - lines.rows)
    word, bit = here >> 6, ~(ONE << np.uint64(here & 63))
    for plane in range(2):
        for w in range(state.shape[2]):
            gone = decided[plane, w]
            state[line, 1 - plane, w] = known[1 - plane, w] & ~gone
            while gone != ZERO:
                low = gone & (~gone + ONE)
                gone ^= low
                cross = base + (w << 6) + lowest(low)
                state[cross, 1 - plane, word] &= bit
                changed[cross] = True


@kernel
def line_steps(
    lines: BlockLines,
    state: Words,
    scratch: LineScratch,
    changed: npt.NDArray[np.bool_],
    news: Ints,
    lines_of: Ints,
    decided: Words,
    needed: Words,
) -> Any:
    """Write the next steps, as many as there is room for, to the arrays lines_of, decided and needed; their
    number n, or -1 - n if some line has no filling after them.

    lines_of[i] is the line of step i; decided[i, plane] and needed[i, plane] are the cells that it decides
    and those that imply them, white and black. `changed`: the lines that changed since they were solved;
    `news`: the kind of cells that each line decides; both are kept for the next call.
    """
    known = np.zeros((2, state.shape[2]), np.uint64)
    for number in range(lines_of.shape[0]):
        for line in range(changed.shape[0]):
            if changed[line]:
                changed[line] = False
                news[line] = line_news(lines, line, state, scratch)
                if news[line] == IMPOSSIBLE:
                    return -1 - number
        line = next_line(state, news)
        if line < 0:
            return number
        line_news(lines, line, state, scratch)
        for plane in range(2):
            for w in range(state.shape[2]):
                known[plane, w] = state[line, plane, w]
                decided[number, plane, w] = state[line, 1 - plane, w] & ~scratch.new[1 - plane, w]
        minimise(lines, line, state, scratch, decided[number], needed[number])
        apply_step(lines, line, state, decided[number], changed, known)
        lines_of[number], news[line] = line, NOTHING
    return lines_of.shape[0]
