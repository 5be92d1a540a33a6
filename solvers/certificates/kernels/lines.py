"""Line solving and the loops that write and replay the certificate of a nonogram, compiled.

A state has a word per cell, row by row: the inks that the cell may still have as bits, white first. Lines are
numbered rows first, then columns; those of which a cell has changed wait in a queue. The loops stop when
their output is full, or after some work (cells of solved lines times blocks), and continue when called again:
`at` holds their position. The argument is in `solvers.checker.nonogram`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.bits import ONE, ZERO, lowest, popcount
from zenkai_solver.solvers.kernels.jit import inlined, inner, kernel

NONE = -1
DONE, MORE, STACK_FULL, WRONG, MEMO, TOO_MUCH = 0, 1, 2, 3, 4, 5  # how `follow` ends
# Places in `at`: of the queue, of `choose`, of `follow`.
HEAD, WAITING, WORK, SEEN, BEST, MOST, DEPTH, ENTERED, STEPS, FOUND = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
SPENT, LIMIT, N_AT = 10, 11, 12  # of `follow` too: the checker's work


class LineTables(NamedTuple):
    """The lines, and the blocks first[i]..first[i+1]-1 of line i."""

    height: int
    width: int
    first: np.ndarray  # int64[line + 1]
    size: np.ndarray  # int64[block]
    ink: np.ndarray  # int64[block]
    cost: np.ndarray  # int64[line]: the checker's work to solve it


class LineBuffers(NamedTuple):
    """Working memory of one search."""

    ends: np.ndarray  # uint8[place, block]: can the blocks from there on fill the cells from there on?
    begins: np.ndarray  # uint8[place, block]: is that part of a filling of the whole line?
    new: np.ndarray  # uint64[place]: the inks of all fillings
    queue: np.ndarray  # int64[line]
    queued: np.ndarray  # uint8[line]
    at: np.ndarray  # int64[N_AT]


@inlined
def _after(t: Any, state: Any, begin: Any, step: Any, n: Any, place: Any, block: Any, last: Any) -> Any:
    """The first place after a block that begins at `place`, and its gap; NONE if it cannot be there."""
    end = place + t.size[block]
    if end > n:
        return NONE
    bit = np.uint64(t.ink[block])
    for k in range(place, end):
        if (state[begin + k * step] >> bit) & ONE == ZERO:
            return NONE
    if block + 1 == last or t.ink[block] != t.ink[block + 1]:
        return end
    return end + 1 if end < n and state[begin + end * step] & ONE != ZERO else NONE


@inner
def _ended(t: Any, state: Any, begin: Any, step: Any, n: Any, first: Any, last: Any, ends: Any) -> Any:
    """Compute `ends`, from the end of the line to its start: does the line have a filling?"""
    blocks = last - first
    for b in range(blocks + 1):
        ends[n, b] = 1 if b == blocks else 0
    for place in range(n - 1, -1, -1):
        white = state[begin + place * step] & ONE != ZERO
        for b in range(blocks + 1):
            good = white and ends[place + 1, b] != 0
            if not good and b < blocks:
                after = _after(t, state, begin, step, n, place, first + b, last)
                good = after >= 0 and ends[after, b + 1] != 0
            ends[place, b] = 1 if good else 0
    return ends[0, 0] != 0


@inner
def _solve(t: Any, line: Any, state: Any, s: Any) -> Any:
    """The inks of all fillings of the line, in s.new; False if there is none."""
    across = line < t.height
    begin, step, n = (line * t.width, 1, t.width) if across else (line - t.height, t.width, t.height)
    first, last = t.first[line], t.first[line + 1]
    ends, begins, new = s.ends, s.begins, s.new
    if not _ended(t, state, begin, step, n, first, last, ends):
        return False
    for place in range(n + 1):
        for b in range(last - first + 1):
            begins[place, b] = 0
    for place in range(n):
        new[place] = ZERO
    begins[0, 0] = 1
    for place in range(n):
        for b in range(last - first + 1):
            if begins[place, b] == 0:
                continue
            if ends[place + 1, b] != 0 and state[begin + place * step] & ONE != ZERO:
                new[place] |= ONE
                begins[place + 1, b] = 1
            after = _after(t, state, begin, step, n, place, first + b, last) if first + b < last else NONE
            if after >= 0 and ends[after, b + 1] != 0:
                end = place + t.size[first + b]
                for k in range(place, end):
                    new[k] |= ONE << np.uint64(t.ink[first + b])
                if after > end:
                    new[end] |= ONE
                begins[after, b + 1] = 1
    return True


@inlined
def _enqueue(s: Any, line: Any) -> None:
    if s.queued[line] == 0:
        s.queued[line] = 1
        s.queue[(s.at[HEAD] + s.at[WAITING]) % len(s.queue)] = line
        s.at[WAITING] += 1


@inlined
def _dequeue(s: Any) -> Any:
    line = s.queue[s.at[HEAD]]
    s.queued[line] = 0
    s.at[HEAD] = (s.at[HEAD] + 1) % len(s.queue)
    s.at[WAITING] -= 1
    return line


@inner
def _applied(t: Any, line: Any, state: Any, s: Any, changed: Any) -> Any:
    """Remove the inks that are not in s.new; how many. `changed`, unless empty, gets the changed cells."""
    across = line < t.height
    begin, step, n = (line * t.width, 1, t.width) if across else (line - t.height, t.width, t.height)
    number = 0
    for k in range(n):
        cell = begin + k * step
        gone = popcount(state[cell] & ~s.new[k])
        if gone:
            state[cell] &= s.new[k]
            number += gone
            _enqueue(s, t.height + k if across else k)
            if len(changed):
                changed[cell >> 6] |= ONE << np.uint64(cell & 63)
    return number


@inner
def _step(t: Any, state: Any, s: Any, changed: Any) -> Any:
    """Solve the first line of the queue: how many inks that removes; NONE if it has no filling.

    The queue is emptied in that case.
    """
    line = _dequeue(s)
    s.at[WORK] += (t.width if line < t.height else t.height) * (t.first[line + 1] - t.first[line] + 1)
    if _solve(t, line, state, s):
        return _applied(t, line, state, s, changed)
    while s.at[WAITING]:
        _dequeue(s)
    return NONE


@inlined
def _assign(t: Any, state: Any, s: Any, cell: Any, ink: Any) -> None:
    """Give the cell the ink; its row and its column wait to be solved."""
    state[cell] = ONE << np.uint64(ink)
    _enqueue(s, cell // t.width)
    _enqueue(s, t.height + cell % t.width)


@kernel
def settle(t: Any, state: Any, s: Any, cell: Any, ink: Any, solved: Any, changed: Any) -> Any:
    """Give the cell, unless it is NONE, that ink; solve lines until none waits, or the output is full.

    `solved` gets the lines that removed an ink, `changed` the cells that each changed, as bits. Returns the
    number n of these lines, or NONE - n if a line has no filling, which is then solved[n].
    """
    if cell >= 0:
        _assign(t, state, s, cell, ink)
    number = 0
    while s.at[WAITING] and number + 1 < len(solved):
        solved[number] = s.queue[s.at[HEAD]]
        changed[number, :] = ZERO
        taken = _step(t, state, s, changed[number])
        if taken < 0:
            return NONE - number
        if taken:
            number += 1
    return number


@inner
def _tried(t: Any, state: Any, trial: Any, s: Any, cell: Any) -> Any:
    """A cell's score: of the numbers of inks that each of its inks removes, 4 times the least plus the sum.

    NONE if one of its inks is impossible.
    """
    least, total, left = 1 << 40, 0, state[cell]
    while left != ZERO:
        for i in range(len(state)):
            trial[i] = state[i]
        _assign(t, trial, s, cell, lowest(left))
        left &= left - ONE
        number = 0
        while s.at[WAITING]:
            taken = _step(t, trial, s, trial[:0])
            if taken < 0:
                return NONE
            number += taken
        least = min(least, number)
        total += number
    return 4 * least + total


@kernel
def choose(t: Any, state: Any, trial: Any, s: Any, last: Any, budget: Any) -> Any:
    """The cell to branch on, searched from `last` on: one with an impossible ink, else one of the best score.

    NONE when the budget of work is used up; it goes on when it is called again. at[SEEN] is 0 at the first
    call.
    """
    at = s.at
    cells = len(state)
    limit = at[WORK] + budget
    if at[SEEN] == 0:
        at[BEST], at[MOST] = NONE, NONE
    while at[SEEN] < cells:
        if at[WORK] > limit:
            return NONE
        cell = (last + at[SEEN]) % cells
        at[SEEN] += 1
        if state[cell] & (state[cell] - ONE) == ZERO:
            continue
        score = _tried(t, state, trial, s, cell)
        if score < 0:
            return cell
        if score > at[MOST]:
            at[BEST], at[MOST] = cell, score
    return at[BEST]


@inlined
def _decided(state: Any) -> Any:
    """Has each cell one ink at most?"""
    more = ZERO
    for i in range(len(state)):
        more |= state[i] & (state[i] - ONE)
    return more == ZERO


@inner
def _shown(t: Any, state: Any, s: Any) -> Any:
    """Does each line of the decided picture have its blocks?"""
    good = True
    for line in range(len(t.first) - 1):
        good = good and _solve(t, line, state, s)
    return good


@kernel
def follow(t: Any, stack: Any, left: Any, branch: Any, s: Any, steps: Any) -> Any:
    """Count along the numbers of a certificate, as the checker does, in at[FOUND].

    Frame d has a state and, once it is branched on, its cell with the inks not yet tried. Returns DONE, MORE
    (all numbers are used), STACK_FULL, WRONG (a number of no line and no cell), MEMO (the number that begins
    a memo, which is not kept here) or TOO_MUCH (SPENT is above LIMIT).
    """
    at, lines, cells = s.at, len(t.first) - 1, stack.shape[1]
    while at[DEPTH] >= 0:
        d = at[DEPTH]
        state = stack[d]
        if not at[ENTERED]:
            if left[d] == ZERO:
                at[DEPTH] -= 1
                continue
            if d + 1 == len(stack):
                return STACK_FULL
            for i in range(cells):
                stack[d + 1, i] = state[i]
            stack[d + 1, branch[d]] = left[d] & (~left[d] + ONE)
            left[d] &= left[d] - ONE
            at[DEPTH], at[ENTERED] = d + 1, 1
            continue
        if _decided(state):
            at[FOUND] += 1 if _shown(t, state, s) else 0
            at[DEPTH], at[ENTERED] = d - 1, 0
            continue
        if at[STEPS] >= len(steps):
            return MORE
        step = np.int64(steps[at[STEPS]])
        at[STEPS] += 1
        if step >= lines + cells:
            return MEMO if step == lines + cells else WRONG
        at[SPENT] += t.cost[step] if step < lines else popcount(state[step - lines]) * (8 + cells)
        if at[SPENT] > at[LIMIT]:
            return TOO_MUCH
        if step >= lines:
            branch[d], left[d] = step - lines, state[step - lines]
            at[ENTERED] = 0
        elif _solve(t, step, state, s):
            across = step < t.height
            for k in range(t.width if across else t.height):
                state[step * t.width + k if across else k * t.width + step - t.height] = s.new[k]
        else:
            at[DEPTH], at[ENTERED] = d - 1, 0
    return DONE
