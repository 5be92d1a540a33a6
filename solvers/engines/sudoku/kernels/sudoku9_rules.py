"""The rules of 9x9 sudoku on vectors: what one search node concludes before it branches.

A *band* is three rows of nine cells, a word of 27 bits: bit 9 row + 3 box + column, all counted from 0 within
the band. The grid is three vectors, one a band; lane d - 1 holds the cells of the band that may still take
digit d (lanes 9 to 15 stay 0). Each rule is a short chain of bit operations on all digits and cells together.
A *round*:
  naked singles    a cell with one candidate left takes it from the rest of its box;
  hidden singles   a digit with one cell left in a box takes that cell from the other digits;
  locked digits    a *minirow* is the three cells in which a row meets a box. For one digit, the minirows of a
                   band form a 3x3 matrix, rows by boxes, of which a solution picks a permutation. A minirow
                   in no permutation loses the digit. Then minicolumns alike, bands by columns, in each stack:
                   after the rows, for what they cut is seen in the same round.
The last rule contains singles in rows and columns, pointing and claiming, so the first two need only the box.
When a round changes nothing,
  triads           each minirow (minicolumn) holds exactly three digits: if only three can be there, they are;
                   if three must be there, no other can.

Why: the classic fast solvers take (digit, band) words one at a time, with tables and a test of what changed.
Here a round is some 290 vector instructions without a table or a data-dependent jump, whatever has changed.
Trade-off: a round costs the same for one change as for fifty.
Sources: words of 27 cells: the band solvers of the New Sudoku Players' Forum (Zhou Yundong, JCZSolve, 2012);
minirows, "triads", and vectors: T. Dillon, tdoku (2019); counting to two, three, four over many words by
bitwise carries: Knuth, TAOCP 4A, 7.1.3.
"""

from functools import partial
from typing import Any

from zenkai_solver.solvers.engines.sudoku.kernels.lanes import (
    blocks,
    empty,
    exchanged,
    first_lanes,
    load,
    nonzero,
    store,
)
from zenkai_solver.solvers.kernels import jit

BAND = 0o777_777_777
DEAD, SOLVED, OPEN = 0, 1, 2
HIDDEN = 48  # where the hidden singles of a level are, after its 3 bands of 16 lanes

kernel = partial(jit.kernel, error_model="numpy")
bare = partial(jit.bare, error_model="numpy")
inner = partial(jit.inner, error_model="numpy")
inlined = partial(jit.inlined, error_model="numpy")


# Cyclic moves of a word of 27 bits, seen as three rows of three triples of bits.


@inlined
def rows1(x: Any) -> Any:
    """Each row moves on by one; `rows2` by two, and so on."""
    return ((x << 9) | (x >> 18)) & BAND


@inlined
def rows2(x: Any) -> Any:
    return ((x << 18) | (x >> 9)) & BAND


@inlined
def triples1(x: Any) -> Any:
    return ((x << 3) & 0o770_770_770) | ((x >> 6) & 0o007_007_007)


@inlined
def triples2(x: Any) -> Any:
    return ((x << 6) & 0o700_700_700) | ((x >> 3) & 0o077_077_077)


@inlined
def bits1(x: Any) -> Any:
    return ((x << 1) & 0o666_666_666) | ((x >> 2) & 0o111_111_111)


@inlined
def bits2(x: Any) -> Any:
    return ((x << 2) & 0o444_444_444) | ((x >> 1) & 0o333_333_333)


# The three bands of the grid are a tuple (a, b, c) of lanes. Two packed views of it, one word per digit:
# minirows, bit 9 row + 3 box + band: for each band a matrix, row by box;
# minicolumns, bit 9 band + 3 stack + column: for each stack a matrix, band by column.


@inlined
def minirows(grid: Any) -> Any:
    a, b, c = grid
    return (
        ((a | (a >> 1) | (a >> 2)) & 0o111_111_111)
        | (((b << 1) | b | (b >> 1)) & 0o222_222_222)
        | (((c << 2) | (c << 1) | c) & 0o444_444_444)
    )


@inlined
def minicolumns(grid: Any) -> Any:
    a, b, c = grid
    return (
        ((a | (a >> 9) | (a >> 18)) & 0o777)
        | (((b << 9) | b | (b >> 9)) & 0o777_000)
        | (((c << 18) | (c << 9) | c) & 0o777_000_000)
    )


@inlined
def cells_of_rows(x: Any, band: Any) -> Any:
    """The cells of a band in the minirows x."""
    first = (x >> band) & 0o111_111_111
    return (first << 3) - first


@inlined
def cells_of_columns(y: Any, band: Any) -> Any:
    """The cells of a band in the minicolumns y.

    Each row is moved from y itself: LLVM would make a product of copies of one row, which takes longer.
    """
    if band == 0:
        return (y & 0o777) | ((y << 9) & 0o777_000) | ((y << 18) & 0o777_000_000)
    if band == 1:
        return ((y >> 9) & 0o777) | (y & 0o777_000) | ((y << 9) & 0o777_000_000)
    return ((y >> 18) & 0o777) | ((y >> 9) & 0o777_000) | (y & 0o777_000_000)


@inlined
def within_rows(grid: Any, x: Any) -> Any:
    a, b, c = grid
    return a & cells_of_rows(x, 0), b & cells_of_rows(x, 1), c & cells_of_rows(x, 2)


@inlined
def within_columns(grid: Any, y: Any) -> Any:
    a, b, c = grid
    return a & cells_of_columns(y, 0), b & cells_of_columns(y, 1), c & cells_of_columns(y, 2)


@inlined
def within(grid: Any, x: Any, y: Any) -> Any:
    return within_columns(within_rows(grid, x), y)


@inlined
def boxes_of(cells: Any) -> Any:
    """All cells of the boxes that contain one of `cells`, in one band, and bits above the band.

    The first row of `box` tells the boxes. Masking the other two, a part of them, would make a product.
    """
    columns = cells | (cells >> 9) | (cells >> 18)
    box = (columns | (columns >> 1) | (columns >> 2)) & 0o111_111_111
    row = (box << 3) - box
    return row | (row << 9) | (row << 18)


# Counting across lanes. A tally (once, twice) tells which bits are set in at least one, at least two of the
# lanes counted; after the last step each block of a vector has the tally of one quantity, in all four lanes.


@inlined
def tally_halves(x: Any, y: Any) -> Any:
    """Tallies of lanes i and i + 8: of x in blocks 0 and 1, of y in blocks 2 and 3."""
    left, right = blocks(x, y, 0, 1, 0, 1), blocks(x, y, 2, 3, 2, 3)
    return left | right, left & right


@inlined
def first_of_pairs(x: Any, y: Any) -> Any:
    return blocks(x, y, 0, 2, 0, 2)


@inlined
def second_of_pairs(x: Any, y: Any) -> Any:
    return blocks(x, y, 1, 3, 1, 3)


@inlined
def tally_pairs(once: Any, twice: Any, once_: Any, twice_: Any) -> Any:
    """[v v w w] and [x x y y] -> [v w x y]."""
    left, right = first_of_pairs(once, once_), second_of_pairs(once, once_)
    return left | right, first_of_pairs(twice, twice_) | second_of_pairs(twice, twice_) | (left & right)


@inlined
def tally_lanes(once: Any, twice: Any) -> Any:
    """The four lanes of each block."""
    other = exchanged(once, 2)
    twice = twice | exchanged(twice, 2) | (once & other)
    once = once | other
    other = exchanged(once, 1)
    return once | other, twice | exchanged(twice, 1) | (once & other)


@inlined
def tally(grid: Any, hidden: Any) -> Any:
    """[a h b i] and [c j c j], where grid = (a, b, c), hidden = (h, i, j)."""
    a, ah = tally_halves(grid[0], hidden[0])
    b, bh = tally_halves(grid[1], hidden[1])
    c, ch = tally_halves(grid[2], hidden[2])
    once, twice = tally_pairs(a, ah, b, bh)
    once_, twice_ = tally_pairs(c, ch, c, ch)
    once, twice = tally_lanes(once, twice)
    once_, twice_ = tally_lanes(once_, twice_)
    return once, twice, once_, twice_


@inlined
def every(x: Any, block: Any) -> Any:
    """One block of x, repeated in all four."""
    if block == 0:
        return blocks(x, x, 0, 0, 0, 0)
    if block == 1:
        return blocks(x, x, 1, 1, 1, 1)
    if block == 2:
        return blocks(x, x, 2, 2, 2, 2)
    return blocks(x, x, 3, 3, 3, 3)


@inlined
def odd_blocks() -> Any:
    """All bits set in blocks 1 and 3, none in the others."""
    return blocks(first_lanes(4), first_lanes(4), 1, 0, 1, 0)


# Propagation.


@inlined
def take_singles(a: Any, naked: Any, hidden: Any, hidden_cells: Any) -> Any:
    """One band without the candidates that its single cells exclude, in the cell or in the box."""
    return a & (~hidden_cells | hidden) & (~boxes_of(naked) | naked)


@inlined
def permutations_of_rows(x: Any, u: Any, v: Any) -> Any:
    """Minirows in some permutation: those on a full diagonal or antidiagonal; u, v = rows1(x), rows2(x)."""
    return x & ((triples1(u) & triples2(v)) | (triples2(u) & triples1(v)))


@inlined
def permutations_of_columns(y: Any, p: Any, q: Any) -> Any:
    return y & ((bits1(p) & bits2(q)) | (bits2(p) & bits1(q)))


@inlined
def differ(grid: Any, other: Any) -> Any:
    return (grid[0] ^ other[0]) | (grid[1] ^ other[1]) | (grid[2] ^ other[2])


@inlined
def triads(x: Any, y: Any, single_x: Any, single_y: Any) -> Any:
    """x and y without the minirows and minicolumns that the triad rule excludes; and a word that is nonzero
    if a triad has too few or too many digits.

    single_x, single_y: the minirows and minicolumns of digits that are sure to be there.
    """
    at_least_3, at_least_4 = tally_to_four(x, single_x, y, single_y)
    sure_x, sure_y = x & ~every(at_least_4, 0), y & ~every(at_least_4, 2)
    x_ = x & ~(rows1(sure_x) | rows2(sure_x)) & (single_x | ~every(at_least_3, 1))
    y_ = y & ~(bits1(sure_y) | bits2(sure_y)) & (single_y | ~every(at_least_3, 3))
    wrong = ((at_least_3 ^ BAND) & ~odd_blocks()) | (at_least_4 & odd_blocks())
    return x_, y_, nonzero(wrong)


@inlined
def carry(o: Any, t: Any, r: Any, f: Any, o_: Any, t_: Any, r_: Any, f_: Any) -> Any:
    """The sum of two tallies to four: at least once, twice, three times, four times."""
    return (o | o_, t | t_ | (o & o_), r | r_ | (t & o_) | (o & t_), f | f_ | (r & o_) | (t & t_) | (o & r_))


@inlined
def tally_to_four(v: Any, w: Any, x: Any, y: Any) -> Any:
    """Bits in at least three, at least four lanes of [v w x y], a block each."""
    o, t = tally_halves(v, w)
    o_, t_ = tally_halves(x, y)
    o, t, r, f = carry(
        first_of_pairs(o, o_),
        first_of_pairs(t, t_),
        empty(),
        empty(),
        second_of_pairs(o, o_),
        second_of_pairs(t, t_),
        empty(),
        empty(),
    )
    o, t, r, f = carry(o, t, r, f, exchanged(o, 2), exchanged(t, 2), exchanged(r, 2), exchanged(f, 2))
    o, t, r, f = carry(o, t, r, f, exchanged(o, 1), exchanged(t, 1), exchanged(r, 1), exchanged(f, 1))
    return r, f


@inlined
def load_grid(stack: Any, at: Any) -> Any:
    return load(stack, at), load(stack, at + 16), load(stack, at + 32)


@inlined
def store_grid(stack: Any, at: Any, grid: Any) -> Any:
    store(stack, at, grid[0])
    store(stack, at + 16, grid[1])
    store(stack, at + 32, grid[2])


@inlined
def propagate(stack: Any, at: Any) -> Any:
    """Rounds on the level at stack[at:] until nothing changes: DEAD, SOLVED or OPEN, and the minirows and
    minicolumns of an OPEN one.

    Why SOLVED is right: each cell has one candidate (naked), each box has each digit (lost), and all of these
    candidates remain after minirows and minicolumns are reduced to permutations (naked is in single).
    """
    grid = load_grid(stack, at)
    hidden = load_grid(stack, at + HIDDEN)
    while True:
        once, twice, once_, twice_ = tally(grid, hidden)
        # no candidate left in a cell, or one cell is a hidden single of two digits
        if nonzero((((once & once_) ^ BAND) & ~odd_blocks()) | ((twice | twice_) & odd_blocks())):
            return DEAD, empty(), empty()
        s, t, u = every(twice, 0), every(twice, 2), every(twice_, 0)
        naked = (grid[0] & ~s, grid[1] & ~t, grid[2] & ~u)
        new = (
            take_singles(grid[0], naked[0], hidden[0], every(once, 1)),
            take_singles(grid[1], naked[1], hidden[1], every(once, 3)),
            take_singles(grid[2], naked[2], hidden[2], every(once_, 1)),
        )
        x = minirows(new)
        x1, x2 = rows1(x), rows2(x)
        lost = ((x | x1 | x2) ^ BAND) & first_lanes(9)
        x = permutations_of_rows(x, x1, x2)
        new = within_rows(new, x)
        y = minicolumns(new)
        y1, y2 = rows1(y), rows2(y)
        y = permutations_of_columns(y, y1, y2)
        new = within_columns(new, y)
        # after that, the only minirow of its row is the only one of its box, and so for minicolumns
        single_x, single_y = x & ~(rows1(x) | rows2(x)), y & ~(rows1(y) | rows2(y))
        single = within(new, single_x, single_y)
        if nonzero(lost | (naked[0] & ~single[0]) | (naked[1] & ~single[1]) | (naked[2] & ~single[2])):
            return DEAD, empty(), empty()
        changed = nonzero(differ(new, grid) | differ(single, hidden))
        grid, hidden = new, single
        if not nonzero(s | t | u):
            store_grid(stack, at, grid)
            return SOLVED, empty(), empty()
        if not changed:
            x_, y_, wrong = triads(x, y, single_x, single_y)
            if wrong:
                return DEAD, empty(), empty()
            if not nonzero((x ^ x_) | (y ^ y_)):
                store_grid(stack, at, grid)
                store_grid(stack, at + HIDDEN, hidden)
                return OPEN, x, y
            grid = within(grid, x_, y_)
