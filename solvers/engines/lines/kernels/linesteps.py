"""Steps by single lines, as a person solves: a line, what it decides, a minimal set of known cells for that.

A step is all that one line decides beside what is known; the next is of a line that decides a black cell, if
there is one, and of these of the one with the fewest open cells, as a person would look. The known
cells are made minimal by deletion: one is opened, and the line solved again, until none can be opened.
Lines of one ink only, so that a cell is one fact.
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
NOTHING, SOME_BLACK, ALL_WHITE = 0, 1, 2  # what a line decides beside what is known
IMPOSSIBLE = -1


@inner
def line_news(lines: BlockLines, line: int, state: Words, scratch: LineScratch) -> Any:
    """Which kind of cells the line decides; the planes that remain are in scratch.new."""
    if not solve_line(lines, line, state, scratch):
        return IMPOSSIBLE
    found = NOTHING
    for w in range(state.shape[2]):
        if state[line, WHITE, w] & ~scratch.new[WHITE, w] != ZERO:
            return SOME_BLACK
        if state[line, BLACK, w] & ~scratch.new[BLACK, w] != ZERO:
            found = ALL_WHITE
    return found


@inner
def open_cells(state: Words, line: int) -> Any:
    number = 0
    for w in range(state.shape[2]):
        number += popcount(state[line, WHITE, w] & state[line, BLACK, w])
    return number


@inner
def next_line(state: Words, news: Ints) -> Any:
    """The line of the next step; -1 if none decides a cell."""
    best, cost = -1, 0
    for line in range(news.shape[0]):
        if news[line] != NOTHING:
            price = (news[line] << 32) + open_cells(state, line)
            if best < 0 or price < cost:
                best, cost = line, price
    return best


@inner
def still_decides(scratch: LineScratch, decided: Words) -> Any:
    """Does the line, as it was just solved, decide these cells?"""
    for plane in range(2):
        for w in range(decided.shape[1]):
            if scratch.new[1 - plane, w] & decided[plane, w] != ZERO:
                return False
    return True


@inner
def minimise(
    lines: BlockLines, line: int, state: Words, scratch: LineScratch, decided: Words, needed: Words
) -> None:
    """Open the known cells that the line does not need to decide the same: white ones first.

    `needed` are those that are left, by planes; the line's state has only these afterwards.
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
            solve_line(lines, line, state, scratch)  # there is a filling: fewer cells are decided than before
            if still_decides(scratch, decided):
                needed[plane, w] &= ~bit
            else:
                state[line, 1 - plane, w] &= ~bit


@inner
def apply_step(
    lines: BlockLines, line: int, state: Words, decided: Words, changed: npt.NDArray[np.bool_], known: Words
) -> None:
    """Restore what was known of the line, and write the cells it decides into it and the lines across."""
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
    """The next steps, as many as there is room for in `lines_of`; how many, n, or -1 - n where a line
    has no filling after these.

    lines_of[i] is the line of step i, decided[i, plane] and needed[i, plane] the cells that it decides and
    needs, white and black. `changed` are the lines that changed since they were solved, `news` what each
    decides; both are kept for the next call.
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
