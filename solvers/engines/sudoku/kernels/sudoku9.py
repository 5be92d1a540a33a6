"""9x9 sudoku: solve, prove unique, enumerate. Arrays in, arrays out; a grid is 81 bytes by rows, 0 = blank.

What: depth-first search. A node applies the rules (sudoku9_rules) until nothing changes, then branches on a
digit in a band or a stack: it is in a certain minirow (minicolumn), or it is not.
    solve_many(puzzles)          many puzzles, up to a limit of solutions each (2: uniqueness)
    SudokuEnumeration(puzzle)    one puzzle, all solutions, a batch at a time; a budget of nodes a call
Why: with rules this strong the search is short (17 clues: 2.1 nodes on average), so it can be simple. The
choice of the branch matters in hard puzzles: branching on a cell of two candidates takes 1.2 to 2.5 times as
many nodes.
Trade-off: no restarts, no learning; a puzzle is searched by one thread. The GIL is released, so threads may
share a file of puzzles.
Sources: T. Dillon, tdoku (2019), branches on the permutations of a digit in a band; fewest choices first:
S. W. Golomb and L. D. Baumert, "Backtrack programming", JACM 12 (1965); the rest as in sudoku9_rules.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy import int64, uint32

from zenkai_solver.solvers.engines.sudoku.kernels.lanes import (
    empty,
    first_lanes,
    load,
    nonzero,
    only_lane,
    store,
)
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9_rules import (
    BAND,
    HIDDEN,
    OPEN,
    SOLVED,
    bare,
    bits1,
    bits2,
    inlined,
    load_grid,
    propagate,
    rows1,
    rows2,
    store_grid,
    triples1,
    triples2,
)
from zenkai_solver.solvers.kernels.bits import lowest, popcount
from zenkai_solver.solvers.kernels.jit import Work

CELLS = 81
LEVEL = 96  # words of one search level: the candidates in 3 bands of 16 lanes, then the hidden singles
CROSSING = 4  # how many patterns one more crossing line outweighs; 2 to 6 do equally well
WORST = 64  # above the number of patterns of nine digits in a line, which is at most 54
LEVELS = 2 * CELLS + 1  # each level above the first settles the box of a digit in one more row or column
NO_LIMIT = int(np.iinfo(np.int64).max)


# Branching. In a line (a band or a stack) the minirows (minicolumns) of a digit form a 3x3 matrix, of which a
# solution takes one of the six permutations; those left are the digit's *patterns*. Lines 0 to 2 are the
# bands, 3 to 5 the stacks.


@inlined
def place_of(line: Any) -> Any:
    """The bit of a line in the words of `patterns`."""
    return 1 << (line if line < 3 else 3 * line)


@inlined
def diagonal(x: Any, y: Any, i: Any) -> Any:
    """One of three diagonals of each line: bits 0 1 2 for the bands, 9 12 15 for the stacks."""
    return ((x >> (3 * i)) & 0o7) | (((y >> i) & 0o111) << 9)


@inlined
def three(a: Any, b: Any, c: Any) -> Any:
    """The sum of three bits, as ones and twos."""
    return a ^ b ^ c, (a & b) | (c & (a | b))


@inlined
def patterns(x: Any, y: Any) -> Any:
    """How many patterns each digit has in each line, as ones, twos and fours."""
    x1, x2, y1, y2 = rows1(x), rows2(x), rows1(y), rows2(y)
    down, down_ = x & triples1(x1) & triples2(x2), y & bits1(y1) & bits2(y2)
    up, up_ = x & triples2(x1) & triples1(x2), y & bits2(y1) & bits1(y2)
    one, two = three(diagonal(down, down_, 0), diagonal(down, down_, 1), diagonal(down, down_, 2))
    one_, two_ = three(diagonal(up, up_, 0), diagonal(up, up_, 1), diagonal(up, up_, 2))
    twos, fours = three(two, two_, one & one_)
    return one ^ one_, twos, fours


@inlined
def digits_in(x: Any, line: Any) -> Any:
    """The digits whose word has the bit of a line: bit digit - 1."""
    return nonzero(x & place_of(line))


@inlined
def counted(x: Any, line: Any) -> Any:
    """The digits whose word has the bit of at least one, of two, of all three of the lines from `line` on."""
    a, b, c = digits_in(x, line), digits_in(x, line + 1), digits_in(x, line + 2)
    return a | b | c, (a & b) | (c & (a | b)), a & b & c


@inlined
def worth(one: Any, two: Any, four: Any, several: Any, crossing: Any, line: Any) -> Any:
    """The score of a line for branching, times 8, plus 7 - line, so that it tells the line; 0 if no digit has
    several patterns there.

    The score rises with the number of crossing lines in which one of these digits has several patterns, too,
    and falls with the number of patterns in the line.
    """
    open_digits = digits_in(several, line)
    once, twice, thrice = crossing
    n = int64(open_digits & once != 0) + int64(open_digits & twice != 0) + int64(open_digits & thrice != 0)
    size = (
        popcount(digits_in(one, line))
        + 2 * popcount(digits_in(two, line))
        + 4 * popcount(digits_in(four, line))
    )
    return (8 * (WORST + CROSSING * n - size) + 7 - line) * int64(open_digits != 0)


@inlined
def most_crossed(digits: Any, crossing: Any) -> Any:
    """The lowest of those digits that have several patterns in the most crossing lines."""
    for i in range(2, -1, -1):
        if digits & crossing[i]:
            return lowest(digits & crossing[i])
    return lowest(digits)


@inlined
def choose(x: Any, y: Any) -> Any:
    """Line and digit to branch on: a digit with several patterns there, the best by `worth`."""
    one, two, four = patterns(x, y)
    several = two | four
    bands, stacks = counted(several, 0), counted(several, 3)
    best = max(worth(one, two, four, several, stacks, 0), worth(one, two, four, several, stacks, 1))
    best = max(best, worth(one, two, four, several, stacks, 2))
    best = max(best, worth(one, two, four, several, bands, 3))
    best = max(best, worth(one, two, four, several, bands, 4))
    best = max(best, worth(one, two, four, several, bands, 5))
    line = 7 - (best & 7)
    digits = digits_in(several, line)
    return line, most_crossed(digits, stacks) if line < 3 else most_crossed(digits, bands)


@inlined
def strike(stack: Any, at: Any, digit: Any, cells: Any) -> Any:
    """Remove a digit as a candidate of cells of the band at stack[at:]."""
    store(stack, at, load(stack, at) & ~(only_lane(digit) & cells))


@inlined
def branch_in_band(stack: Any, at: Any, band: Any, digit: Any) -> Any:
    """Branch on the first minirow of the first row in which the digit has a choice of boxes."""
    word = stack[at + 16 * band + digit]
    left, row = (word | (word >> 1) | (word >> 2)) & uint32(0o111_111_111), uint32(0o777)
    while popcount(left & row) < 2:
        row <<= uint32(9)
    minirow = 0o7 << lowest(left & row)
    strike(stack, at + LEVEL + 16 * band, digit, row & ~minirow)
    strike(stack, at + 16 * band, digit, minirow)


@inlined
def branch_in_stack(stack: Any, at: Any, column: Any, digit: Any) -> Any:
    """Branch on the first minicolumn of the first box in which the digit has a choice; `column` is the first
    column of the stack.
    """
    band, left = -1, uint32(0)
    while popcount(left) < 2:
        band += 1
        word = stack[at + 16 * band + digit]
        left = ((word | (word >> 9) | (word >> 18)) >> uint32(column)) & uint32(7)
    minicolumn = 0o001_001_001 << (column + lowest(left))
    for other in range(3):
        strike(stack, at + (16 * other if other == band else LEVEL + 16 * other), digit, minicolumn)


@inlined
def branch(stack: Any, at: Any, x: Any, y: Any) -> Any:
    """Level at + LEVEL: the chosen digit is in a certain minirow (minicolumn); level at: it is not."""
    line, digit = choose(x, y)
    store_grid(stack, at + LEVEL, load_grid(stack, at))
    store_grid(stack, at + LEVEL + HIDDEN, load_grid(stack, at + HIDDEN))
    if line < 3:
        branch_in_band(stack, at, line, digit)
    else:
        branch_in_stack(stack, at, 3 * (line - 3), digit)


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
        store(stack, HIDDEN + 16 * band, empty())


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


@bare
def search(stack: Any, depth: Any, grids: Any, limit: Any, node_limit: Any) -> Any:
    """Search depth-first, from the levels stack[:depth + 1], until the space is exhausted, `limit` solutions
    are found or `node_limit` nodes visited. Returns the new depth, -1 when exhausted, and the numbers of
    solutions and nodes of this call; another call with that depth continues.

    The first len(grids) solutions are written to grids.
    """
    solutions = nodes = 0
    while depth >= 0 and solutions < limit and nodes < node_limit:
        nodes += 1
        at = LEVEL * depth
        result, x, y = propagate(stack, at)
        if result == OPEN:
            branch(stack, at, x, y)
            depth += 1
            continue
        if result == SOLVED:
            if solutions < len(grids):
                read_grid(stack, at, grids[solutions])
            solutions += 1
        depth -= 1
    return depth, solutions, nodes


@bare
def start(stack: Any, puzzle: Any) -> Any:
    place_givens(stack, puzzle)


@bare
def search_many(
    stack: Any,
    puzzles: Any,
    limit: Any,
    node_limit: Any,
    counts: Any,
    grids: Any,
    nodes: Any,
    complete: Any,
) -> Any:
    """The loop of `solve_many`, which writes the fields of `Solved`."""
    root = int64(0)  # no literal, for which `search` would be compiled once more
    for i in range(len(puzzles)):
        place_givens(stack, puzzles[i])
        depth, counts[i], nodes[i] = search(stack, root, grids[i : i + 1], limit, node_limit)
        complete[i] = depth < 0


def new_stack() -> np.ndarray:
    """Room for all levels of a search."""
    return np.zeros(LEVEL * LEVELS, np.uint32)


class Solved(NamedTuple):
    counts: np.ndarray  # int64[n]: solutions found, at most the limit
    solutions: np.ndarray  # uint8[n, 81]: the first one found, zeros where there is none
    nodes: np.ndarray  # int64[n]: search nodes, the root included
    complete: np.ndarray  # bool[n]: searched to the end, so that the count is exact; else a limit was met


def solve_many(puzzles: np.ndarray, limit: int = 2, node_limit: int = NO_LIMIT) -> Solved:
    """Solve each row of puzzles (uint8[n, 81], 0 = blank) up to `limit` solutions and `node_limit` nodes.

    With limit 2: unique where counts == 1 and complete; none where counts == 0 and complete. Clashing givens
    have no solution. Each row is solved by itself: its answer does not depend on the others.
    """
    puzzles = as_puzzles(puzzles)
    n = len(puzzles)
    batch = Solved(
        np.zeros(n, np.int64), np.zeros((n, CELLS), np.uint8), np.zeros(n, np.int64), np.zeros(n, np.bool_)
    )
    search_many(new_stack(), puzzles, at_least_one(limit), at_least_one(node_limit), *batch)
    return batch


def works() -> list[Work]:
    """The compilations of `SudokuEnumeration` and `solve_many`."""
    stack, grid, grids = np.zeros(0, np.uint32), np.zeros(CELLS, np.uint8), np.zeros((0, CELLS), np.uint8)
    longs, flags = np.zeros(0, np.int64), np.zeros(0, np.bool_)
    return [
        Work(start, (stack, grid)),
        Work(search, (stack, 0, grids, 1, 1)),
        Work(search_many, (stack, grids, 1, 1, longs, grids, longs, flags)),
    ]


class SudokuEnumeration:
    """All solutions of one puzzle, each once, a batch at a time; the stack keeps the place between calls."""

    def __init__(self, puzzle: np.ndarray, excluded: np.ndarray | None = None) -> None:
        """`excluded` are pairs (cell, digit - 1): digits that cells must not hold; int[n, 2]."""
        self.stack = new_stack()
        self.depth = 0
        self.nodes = 0
        start(self.stack, as_puzzles(np.asarray(puzzle).reshape(1, -1))[0])
        if excluded is not None:
            (cell, digit), lanes = excluded.T, self.stack[:HIDDEN].reshape(3, 16)
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
        limit = at_least_one(node_limit)
        self.depth, solutions, nodes = search(self.stack, self.depth, grids, len(grids), limit)
        self.nodes += nodes
        return int(solutions)


def at_least_one(limit: int) -> int:
    """The limit as the kernels take it. Raises ValueError for one below 1."""
    if limit < 1:
        raise ValueError(f"limit: {limit}, but at least 1 is needed")
    return min(int(limit), NO_LIMIT)


def as_puzzles(puzzles: np.ndarray) -> np.ndarray:
    """The puzzles as uint8[n, 81]. Raises ValueError for another shape, or values other than 0 to 9."""
    puzzles = np.asarray(puzzles)
    if puzzles.dtype.kind not in "iu":
        raise ValueError(f"puzzles: {puzzles.dtype}, but integers are needed")
    if puzzles.ndim != 2 or puzzles.shape[1] != CELLS:
        raise ValueError(f"puzzles: shape {puzzles.shape}, but (n, {CELLS}) is needed")
    if puzzles.size and not 0 <= puzzles.min() <= puzzles.max() <= 9:
        raise ValueError(f"puzzles: digits {puzzles.min()} to {puzzles.max()}, but 0 (blank) to 9 are needed")
    return np.array(puzzles, np.uint8, order="C")  # a copy: one type, also for read-only or strided input
