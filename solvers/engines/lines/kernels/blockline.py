"""Complete solving (domain consistency) of one line of blocks, by bit sets.

A line has n cells and k blocks, each of a length and an ink; two successive blocks of one ink have a white
cell or more between them, blocks of different inks may touch. Bit i of plane 0 says that cell i may be white,
bit i of plane c that it may have ink c. Point p, 0 <= p <= n, lies before cell p. `forward[j]` are the points
p such that blocks 0..j-1, with the white cell that block j needs before it, can be placed to the left of p;
`points`, going backward, those such that the blocks from j on can be placed to the right of p. Block j can
start at a point exactly if both parts can be completed, so the new planes hold exactly the inks that some
filling of the whole line gives to each cell.

White cells extend a set of points to the right by the carries of one addition; the places where a block of
length b fits are found by log b shifts. A line costs O(k log n) operations on words of 64 bits, several words
where n > 63. The addition is that of Myers, A fast bit-vector algorithm for approximate string matching,
J. ACM 46, 1999.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.kernels.jit import inner

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]

ONE = np.uint64(1)
ZERO = np.uint64(0)
LAST = np.uint64(63)
WORD = np.uint64(64)


@inner
def starts_of(mask: Any, length: Any) -> Any:
    """The cells at which `length` successive cells of the mask begin."""
    have = ONE
    while have < length:
        step = min(have, length - have)
        mask &= mask >> step
        have += step
    return mask


@inner
def covered_from(mask: Any, length: Any) -> Any:
    """The union of the blocks of that length which begin at a cell of the mask."""
    have = ONE
    while have < length:
        step = min(have, length - have)
        mask |= mask << step
        have += step
    return mask


@inner
def back_through(points: Any, white: Any) -> Any:
    """The points from which one of `points` is reached over white cells alone, these among them."""
    step = ONE
    run = white
    while run:
        points |= run & (points >> step)
        run &= run >> step
        step += step
    return points


@inner
def solve_word(
    state: Words,
    line: int,
    n: int,
    first: int,
    last: int,
    length: Words,
    ink: Ints,
    forward: Words,
    runs: Words,
    new: Words,
) -> bool:
    """Solve a line of n <= 63 cells with the blocks first..last-1: the planes state[line] restricted to what
    some filling has are written to `new`. False: no filling.

    `forward` and `runs` are scratch of at least last - first + 1 rows; afterwards runs[j] are the possible
    starts of block first + j. (Planes are read by index: a view of the line would cost as much as a block.)
    """
    white = state[line, 0, 0]
    k = last - first
    for plane in range(new.shape[0]):
        new[plane, 0] = ZERO
    reached = ONE | (((ONE & white) + white) ^ white)
    for j in range(k):
        b = length[first + j]
        run = starts_of(state[line, ink[first + j], 0], b)
        forward[j, 0] = reached
        runs[j, 0] = run
        ends = (reached & run) << b
        if j + 1 < k and ink[first + j] == ink[first + j + 1]:
            ends = (ends & white) << ONE
        reached = ends | (((ends & white) + white) ^ white)
    if (reached >> np.uint64(n)) & ONE == ZERO:
        return False
    points = back_through(ONE << np.uint64(n), white)
    gaps = reached & white & (points >> ONE)
    for j in range(k - 1, -1, -1):
        b = length[first + j]
        spaced = j + 1 < k and ink[first + j] == ink[first + j + 1]
        if spaced:
            points = (points >> ONE) & white
        starts = runs[j, 0] & (points >> b)
        placed = starts & forward[j, 0]
        runs[j, 0] = placed
        new[ink[first + j], 0] |= covered_from(placed, b)
        if spaced:
            gaps |= placed << b
        points = back_through(starts, white)
        gaps |= forward[j, 0] & white & (points >> ONE)
    new[0, 0] = gaps
    return True


# ---- lines of more than 63 cells: the same on rows of words


@inner
def shift_down(source: Words, step: Any, target: Words) -> None:
    """target = source >> step; both may be one array."""
    words = source.shape[0]
    whole = np.int64(step >> np.uint64(6))
    part = step & LAST
    for w in range(words):
        value = ZERO
        if w + whole < words:
            value = source[w + whole] >> part
            if part != ZERO and w + whole + 1 < words:
                value |= source[w + whole + 1] << (WORD - part)
        target[w] = value


@inner
def shift_up(source: Words, step: Any, target: Words) -> None:
    """target = source << step; both may be one array."""
    words = source.shape[0]
    whole = np.int64(step >> np.uint64(6))
    part = step & LAST
    for w in range(words - 1, -1, -1):
        value = ZERO
        if w - whole >= 0:
            value = source[w - whole] << part
            if part != ZERO and w - whole >= 1:
                value |= source[w - whole - 1] >> (WORD - part)
        target[w] = value


@inner
def fill_up(points: Words, white: Words) -> None:
    """Add, in place, the points that are reached from `points` over white cells alone."""
    carry = ZERO
    for w in range(points.shape[0]):
        low = (points[w] & white[w]) + white[w]
        over = ONE if low < white[w] else ZERO
        total = low + carry
        if total < low:
            over = ONE
        points[w] |= total ^ white[w]
        carry = over


@inner
def fill_down(points: Words, white: Words, spare: Words) -> None:
    """Add, in place, the points that reach one of `points` over white cells. `spare` has two rows."""
    words = points.shape[0]
    for w in range(words):
        spare[0, w] = white[w]
    step = ONE
    left = True
    while left:
        shift_down(points, step, spare[1])
        for w in range(words):
            points[w] |= spare[0, w] & spare[1, w]
        shift_down(spare[0], step, spare[1])
        left = False
        for w in range(words):
            spare[0, w] &= spare[1, w]
            left |= spare[0, w] != ZERO
        step += step


@inner
def narrow(mask: Words, length: Any, spare: Words) -> None:
    """`starts_of`, in place."""
    have = ONE
    while have < length:
        step = min(have, length - have)
        shift_down(mask, step, spare)
        for w in range(mask.shape[0]):
            mask[w] &= spare[w]
        have += step


@inner
def widen(mask: Words, length: Any, spare: Words) -> None:
    """`covered_from`, in place."""
    have = ONE
    while have < length:
        step = min(have, length - have)
        shift_up(mask, step, spare)
        for w in range(mask.shape[0]):
            mask[w] |= spare[w]
        have += step


@inner
def solve_words(
    old: Words,
    n: int,
    first: int,
    last: int,
    length: Words,
    ink: Ints,
    forward: Words,
    runs: Words,
    new: Words,
    spare: Words,
) -> bool:
    """As `solve_word`, for the planes old[plane, word] and any n < 64 * words. `spare` has five rows."""
    words = old.shape[1]
    k = last - first
    white = old[0]
    reached = spare[0]
    points = spare[1]
    placed = spare[2]
    for plane in range(new.shape[0]):
        for w in range(words):
            new[plane, w] = ZERO
    for w in range(words):
        reached[w] = ZERO
        points[w] = ZERO
    reached[0] = ONE
    fill_up(reached, white)
    for j in range(k):
        b = length[first + j]
        source = old[ink[first + j]]
        for w in range(words):
            forward[j, w] = reached[w]
            runs[j, w] = source[w]
        narrow(runs[j], b, spare[3])
        for w in range(words):
            reached[w] &= runs[j, w]
        shift_up(reached, b, reached)
        if j + 1 < k and ink[first + j] == ink[first + j + 1]:
            for w in range(words):
                reached[w] &= white[w]
            shift_up(reached, ONE, reached)
        fill_up(reached, white)
    end, bit = n >> 6, ONE << np.uint64(n & 63)
    if reached[end] & bit == ZERO:
        return False
    points[end] = bit
    fill_down(points, white, spare[3:5])
    shift_down(points, ONE, spare[3])
    for w in range(words):
        new[0, w] = reached[w] & white[w] & spare[3, w]
    for j in range(k - 1, -1, -1):
        b = length[first + j]
        spaced = j + 1 < k and ink[first + j] == ink[first + j + 1]
        if spaced:
            shift_down(points, ONE, points)
            for w in range(words):
                points[w] &= white[w]
        shift_down(points, b, points)
        for w in range(words):
            points[w] &= runs[j, w]
            placed[w] = points[w] & forward[j, w]
            runs[j, w] = placed[w]
        if spaced:
            shift_up(placed, b, spare[3])
            for w in range(words):
                new[0, w] |= spare[3, w]
        widen(placed, b, spare[3])
        target = new[ink[first + j]]
        for w in range(words):
            target[w] |= placed[w]
        fill_down(points, white, spare[3:5])
        shift_down(points, ONE, spare[3])
        for w in range(words):
            new[0, w] |= forward[j, w] & white[w] & spare[3, w]
    return True
