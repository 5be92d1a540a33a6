"""9x9 sudoku: solve, prove unique, enumerate. Arrays in, arrays out; a grid is 81 bytes by rows, 0 = blank.

What: depth-first search. A node applies the rules (sudoku9_rules) until nothing changes, then branches on a
cell with fewest candidates and, of those, most neighbours with two or three: its least digit placed, or not.
    solve_many(puzzles)      many puzzles, up to a limit of solutions each (2: uniqueness)
    Enumeration(puzzle)      one puzzle, all solutions, a batch at a time; a budget of nodes a call
Why: with rules this strong the search is short (17 clues: 2.1 nodes on average), so it can be simple.
Counting neighbours pays: 163 nodes for a very hard puzzle, 289 with the first cell of two candidates.
Trade-off: no restarts, no learning; a puzzle is searched by one thread. The GIL is released, so threads may
share a file of puzzles.
Sources: S. W. Golomb and L. D. Baumert, "Backtrack programming", JACM 12 (1965), for the cell with fewest
candidates first; the rest as in sudoku9_rules.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import uint32

from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.engines.sudoku.kernels.lanes import (
    empty,
    first_lanes,
    load,
    lowest,
    nonzero,
    ones,
    only_lane,
    store,
)
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9_rules import (
    BAND,
    OPEN,
    SOLVED,
    compiled,
    inlined,
    load_grid,
    propagate,
    store_grid,
)

CELLS = 81
LEVEL = 48  # words of one search level: 3 bands of 16 lanes
LEVELS = CELLS + 1  # each level above the first has placed one more digit
NO_LIMIT = int(np.iinfo(np.int64).max)


# Branching.


def _peers() -> Any:
    """uint32[81, 3]: for each cell the cells that share a unit with it, a word a band."""
    row, column = np.divmod(np.arange(CELLS), 9)
    peer = np.zeros((CELLS, CELLS), np.bool_)
    for unit in (row, column, row // 3 * 3 + column // 3):
        peer |= unit[:, None] == unit[None, :]
    np.fill_diagonal(peer, False)
    return (peer.reshape(CELLS, 3, 27) << np.arange(27)).sum(axis=2).astype(np.uint32)


PEERS = _peers()


@inlined
def planes(stack: Any, at: Any) -> Any:
    """Cells of one band with exactly two candidates, with exactly three, with four or more."""
    one = two = three = four = uint32(0)
    for digit in range(9):
        a = stack[at + digit]
        four |= three & a
        three |= two & a
        two |= one & a
        one |= a
    return two & ~three, three & ~four, four


@inlined
def neighbours(cell: Any, w0: Any, w1: Any, w2: Any) -> Any:
    return ones(w0 & PEERS[cell, 0]) + ones(w1 & PEERS[cell, 1]) + ones(w2 & PEERS[cell, 2])


@inlined
def choose(stack: Any, at: Any) -> Any:
    """The cell to branch on: fewest candidates (2, 3, more), then most neighbours with two or three."""
    p0, q0, r0 = planes(stack, at)
    p1, q1, r1 = planes(stack, at + 16)
    p2, q2, r2 = planes(stack, at + 32)
    c0, c1, c2 = p0, p1, p2
    if not (c0 | c1 | c2):
        c0, c1, c2 = q0, q1, q2
        if not (c0 | c1 | c2):
            c0, c1, c2 = r0, r1, r2
    best, chosen = -1, 0
    for band in range(3):
        left = c0 if band == 0 else c1 if band == 1 else c2
        while left:
            cell = 27 * band + lowest(left)
            score = 3 * neighbours(cell, p0, p1, p2) + neighbours(cell, q0, q1, q2)
            if score > best:
                best, chosen = score, cell
            left &= left - uint32(1)
    return chosen


@inlined
def branch(stack: Any, at: Any) -> Any:
    """Level at + LEVEL: the chosen cell has its least digit; level at: it has not."""
    cell = choose(stack, at)
    band, bit = cell // 27, 1 << (cell % 27)
    store_grid(stack, at + LEVEL, load_grid(stack, at))
    words = load(stack, at + 16 * band)
    here = words & bit
    digit = only_lane(lowest(nonzero(here))) & bit
    store(stack, at + LEVEL + 16 * band, (words & ~here) | digit)
    store(stack, at + 16 * band, words & ~digit)


# A puzzle, in and out.


@inlined
def place_givens(stack: Any, puzzle: Any) -> Any:
    """Level 0: a given cell has one candidate, every other cell nine."""
    for band in range(3):
        given, known = empty(), 0
        for i in range(27):
            digit = puzzle[27 * band + i]
            given = given | (only_lane(digit - 1) & (1 << i))
            known |= (digit != 0) << i
        store(stack, 16 * band, given | (first_lanes(9) & (BAND & ~known)))


@inlined
def read_grid(stack: Any, at: Any, grid: Any) -> Any:
    """The digits of a solved level: digit = 8 s + 4 r + 2 q + p, a word of 27 cells each."""
    for band in range(3):
        w = stack[at + 16 * band : at + 16 * band + 9]
        p = w[0] | w[2] | w[4] | w[6] | w[8]
        q = w[1] | w[2] | w[5] | w[6]
        r = w[3] | w[4] | w[5] | w[6]
        s = w[7] | w[8]
        for i in range(27):
            k = uint32(i)
            digit = (p >> k & 1) | (q >> k & 1) << 1 | (r >> k & 1) << 2 | (s >> k & 1) << 3
            grid[27 * band + i] = digit


# Search.


@compiled
def search(stack: Any, depth: Any, grids: Any, limit: Any, node_limit: Any) -> Any:
    """Depth-first from stack[:depth + 1] until exhausted (depth -1), `limit` solutions or `node_limit` nodes.

    The first len(grids) solutions are written to grids. -> depth, solutions, nodes; call again to go on.
    """
    found = nodes = 0
    while depth >= 0 and found < limit and nodes < node_limit:
        nodes += 1
        at = LEVEL * depth
        result = propagate(stack, at)
        if result == OPEN:
            branch(stack, at)
            depth += 1
            continue
        if result == SOLVED:
            if found < len(grids):
                read_grid(stack, at, grids[found])
            found += 1
        depth -= 1
    return depth, found, nodes


@compiled
def start(stack: Any, puzzle: Any) -> Any:
    place_givens(stack, puzzle)


@compiled
def search_many(
    puzzles: Any, limit: Any, node_limit: Any, counts: Any, grids: Any, nodes: Any, complete: Any
) -> Any:
    stack = np.zeros(LEVEL * LEVELS, np.uint32)
    for i in range(len(puzzles)):
        place_givens(stack, puzzles[i])
        depth, counts[i], nodes[i] = search(stack, 0, grids[i : i + 1], limit, node_limit)
        complete[i] = depth < 0


class Batch(NamedTuple):
    counts: np.ndarray  # int64[n]: solutions found, at most the limit
    solutions: np.ndarray  # uint8[n, 81]: the first one found, zeros where there is none
    nodes: np.ndarray  # int64[n]: search nodes, the root included
    complete: np.ndarray  # bool[n]: searched to the end, so that the count is exact; else a limit was met


def solve_many(puzzles: np.ndarray, limit: int = 2, node_limit: int = NO_LIMIT) -> Batch:
    """Solve each row of puzzles (uint8[n, 81], 0 = blank) up to `limit` solutions and `node_limit` nodes.

    With limit 2: unique where counts == 1 and complete; none where counts == 0 and complete. Clashing givens
    have no solution. Each row is solved by itself: its answer does not depend on the others.
    """
    puzzles = as_puzzles(puzzles)
    n = len(puzzles)
    batch = Batch(
        np.zeros(n, np.int64), np.zeros((n, CELLS), np.uint8), np.zeros(n, np.int64), np.zeros(n, np.bool_)
    )
    search_many(puzzles, at_least_one(limit), at_least_one(node_limit), *batch)
    return batch


def works() -> list[Work]:
    """What `Enumeration` and `solve_many` compile."""
    stack, grid, grids = np.zeros(0, np.uint32), np.zeros(CELLS, np.uint8), np.zeros((0, CELLS), np.uint8)
    longs, flags = np.zeros(0, np.int64), np.zeros(0, np.bool_)
    return [
        Work(start, (stack, grid), 0.3),
        Work(search, (stack, 0, grids, 1, 1), 3.0),
        Work(search_many, (grids, 1, 1, longs, grids, longs, flags), 1.5),
    ]


class Enumeration:
    """All solutions of one puzzle, each once, a batch at a time; the stack keeps the place between calls."""

    def __init__(self, puzzle: np.ndarray, excluded: np.ndarray | None = None) -> None:
        """`excluded` are pairs (cell, digit - 1): digits that cells must not hold; int[n, 2]."""
        self.stack = np.zeros(LEVEL * LEVELS, np.uint32)
        self.depth = 0
        self.nodes = 0
        start(self.stack, as_puzzles(np.asarray(puzzle).reshape(1, -1))[0])
        if excluded is not None:
            (cell, digit), lanes = excluded.T, self.stack[:LEVEL].reshape(3, 16)
            np.bitwise_and.at(lanes, (cell // 27, digit), ~np.left_shift(1, cell % 27).astype(np.uint32))

    @property
    def done(self) -> bool:
        """No further solution: the ones seen so far are all."""
        return self.depth < 0

    def fill(self, grids: np.ndarray, node_limit: int = NO_LIMIT) -> int:
        """Write the next solutions to grids (uint8[batch, 81]) and return how many.

        Fewer than len(grids): the search is done, or node_limit nodes were spent in this call (see `done`).
        """
        if grids.dtype != np.uint8 or grids.shape[1:] != (CELLS,) or not grids.flags.c_contiguous:
            raise ValueError(f"grids: {grids.dtype} {grids.shape}, but C-order uint8 (n, {CELLS}) is needed")
        if len(grids) == 0:
            return 0
        self.depth, found, nodes = search(self.stack, self.depth, grids, len(grids), at_least_one(node_limit))
        self.nodes += nodes
        return int(found)


def at_least_one(limit: int) -> int:
    if limit < 1:
        raise ValueError(f"limit: {limit}, but at least 1 is needed")
    return min(int(limit), NO_LIMIT)


def as_puzzles(puzzles: np.ndarray) -> np.ndarray:
    puzzles = np.asarray(puzzles)
    if puzzles.dtype.kind not in "iu":
        raise ValueError(f"puzzles: {puzzles.dtype}, but integers are needed")
    if puzzles.ndim != 2 or puzzles.shape[1] != CELLS:
        raise ValueError(f"puzzles: shape {puzzles.shape}, but (n, {CELLS}) is needed")
    if puzzles.size and not 0 <= puzzles.min() <= puzzles.max() <= 9:
        raise ValueError(f"puzzles: digits {puzzles.min()} to {puzzles.max()}, but 0 (blank) to 9 are needed")
    return np.array(puzzles, np.uint8, order="C")  # a copy: one type, also for read-only or strided input
