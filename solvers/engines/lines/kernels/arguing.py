"""Line steps for people: which line says something, what, and which of its decided cells it needs for that.

A step is all that one line decides beside what is known; the next is of a line that decides a black cell, if
there is one, and of these of the one with the fewest open cells, as a person would look. What it needs is
made small by deletion: a cell is forgotten, and the line solved again, until none can be forgotten.
Lines of one ink only, so that a cell is one fact.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.lines.kernels.blockline import ONE, ZERO, Ints, Words
from zenkai_solver.solvers.engines.lines.kernels.linestate import Lines, Scratch, solve_line
from zenkai_solver.solvers.kernels.bits import lowest, popcount
from zenkai_solver.solvers.kernels.jit import inner, kernel

WHITE, BLACK = 0, 1
NOTHING, SOME_BLACK, ALL_WHITE = 0, 1, 2  # what a line has to say
IMPOSSIBLE = -1


@inner
def says(lines: Lines, line: int, state: Words, scratch: Scratch) -> Any:
    """What the line has to say; the planes that remain are in scratch.new."""
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
def cheapest(state: Words, news: Ints) -> Any:
    """The line to be told next; -1 if none has anything to say."""
    best, cost = -1, 0
    for line in range(news.shape[0]):
        if news[line] != NOTHING:
            own = (news[line] << 32) + open_cells(state, line)
            if best < 0 or own < cost:
                best, cost = line, own
    return best


@inner
def enough(scratch: Scratch, said: Words) -> Any:
    """Does the line, as it was just solved, say what it is to say?"""
    for plane in range(2):
        for w in range(said.shape[1]):
            if scratch.new[1 - plane, w] & said[plane, w] != ZERO:
                return False
    return True


@inner
def forget(lines: Lines, line: int, state: Words, scratch: Scratch, said: Words, needed: Words) -> None:
    """Open the decided cells without which the line says the same: white ones from its end, then black ones.

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
            if enough(scratch, said):
                needed[plane, w] &= ~bit
            else:
                state[line, 1 - plane, w] &= ~bit


@inner
def learn(
    lines: Lines, line: int, state: Words, said: Words, asked: npt.NDArray[np.bool_], known: Words
) -> None:
    """Put back what was known of the line, and write what it says into it and the lines across."""
    across = line < lines.rows
    base, here = (lines.rows, line) if across else (0, line - lines.rows)
    word, bit = here >> 6, ~(ONE << np.uint64(here & 63))
    for plane in range(2):
        for w in range(state.shape[2]):
            gone = said[plane, w]
            state[line, 1 - plane, w] = known[1 - plane, w] & ~gone
            while gone != ZERO:
                low = gone & (~gone + ONE)
                gone ^= low
                cross = base + (w << 6) + lowest(low)
                state[cross, 1 - plane, word] &= bit
                asked[cross] = True


@kernel
def argue(
    lines: Lines,
    state: Words,
    scratch: Scratch,
    asked: npt.NDArray[np.bool_],
    news: Ints,
    told: Ints,
    said: Words,
    needed: Words,
) -> Any:
    """The next steps, as many as there is room for in `told`; how many, n, or -1 - n where the next thing is
    a line that has no filling.

    told[i] is the line of step i, said[i, plane] and needed[i, plane] the cells that it finds and needs to be
    white and black. `asked` are the lines that changed since they were solved, `news` what each has to say;
    both are kept for the next call.
    """
    known = np.zeros((2, state.shape[2]), np.uint64)
    for number in range(told.shape[0]):
        for line in range(asked.shape[0]):
            if asked[line]:
                asked[line] = False
                news[line] = says(lines, line, state, scratch)
                if news[line] == IMPOSSIBLE:
                    return -1 - number
        line = cheapest(state, news)
        if line < 0:
            return number
        says(lines, line, state, scratch)
        for plane in range(2):
            for w in range(state.shape[2]):
                known[plane, w] = state[line, plane, w]
                said[number, plane, w] = state[line, 1 - plane, w] & ~scratch.new[1 - plane, w]
        forget(lines, line, state, scratch, said[number], needed[number])
        learn(lines, line, state, said[number], asked, known)
        told[number], news[line] = line, NOTHING
    return told.shape[0]
