"""Free polyominoes that fit two figures: grown by a cell, judged, placed.

A shape is a mask of 64-bit words in a square of `side` x `side` cells, in its upper left corner: bit
r * side + c is cell (r, c). Of its images by the 8 turns and flips that are not higher than wide the one with
the greatest words, the last word first, is kept. A figure is its images, uint8[images, side, side], and their
sizes, int64[images, 2].
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.bits import ONE, ZERO, lowest, put
from zenkai_solver.solvers.kernels.hashing import find_row
from zenkai_solver.solvers.kernels.jit import bare, inner

FULL = -1  # returned by `grow` where there is no room for another shape
NONE, FITS, LEAVES_FEW = range(3)  # verdicts on a shape
WAYS = 8
WORD = 64


class Shapes(NamedTuple):
    """Distinct shapes: rows of words, and their index, see `kernels.hashing`."""

    words: Any
    slots: Any


def empty(most: int, words: int) -> Shapes:
    """Room for that many shapes."""
    slots = 1 << max(4, (2 * most).bit_length())
    return Shapes(np.empty((most, words), np.uint64), np.zeros(slots, np.int32))


class Room(NamedTuple):
    """What the loops write to while they look at one shape in a square of `side` x `side` cells."""

    cells: Any  # int64[2, side * side]: rows and columns
    image: Any  # the same of the shape turned
    masks: Any  # uint64[WAYS, words]: the shape turned in each way
    two: Any  # uint64[2, words]: of shapes with a cell more
    seen: Any  # int64[side + 2, side + 2]: the square with a border; the stamp of each cell
    left: Any  # uint8[(side + 2) * (side + 2)]: cells of a figure that are left, with a border of none
    todo: Any  # int64[side * side]: cells to go on from


def room(side: int, words: int) -> Room:
    """Room for shapes of so many words."""
    cells, image = np.empty((2, 2, side * side), np.int64)
    masks, two = np.empty((WAYS, words), np.uint64), np.empty((2, words), np.uint64)
    seen, left = np.empty((side + 2, side + 2), np.int64), np.zeros((side + 2) * (side + 2), np.uint8)
    return Room(cells, image, masks, two, seen, left, np.empty(side * side, np.int64))


@inner
def unpack(shape: Any, side: Any, cells: Any) -> Any:
    """The rows and columns of the shape's cells, into cells[0] and cells[1]; returns their number."""
    n = row = 0
    for w in range(len(shape)):
        rest = shape[w]
        while rest != ZERO:
            bit = w * WORD + lowest(rest)
            while bit >= (row + 1) * side:
                row += 1
            cells[0, n], cells[1, n] = row, bit - row * side
            rest &= rest - ONE
            n += 1
    return n


@inner
def turned(cells: Any, n: Any, way: Any, side: Any, image: Any, mask: Any) -> None:
    """The cells moved in one of the 8 ways, with least row and column 0: into `image`, and as a mask."""
    top = left = np.int64(1 << 30)
    for i in range(n):
        r, c = cells[0, i], cells[1, i]
        if way & 1:
            r, c = c, r
        if way & 2:
            r = -r
        if way & 4:
            c = -c
        image[0, i], image[1, i] = r, c
        top, left = min(top, r), min(left, c)
    for w in range(len(mask)):
        mask[w] = 0
    for i in range(n):
        image[0, i] -= top
        image[1, i] -= left
        put(mask, image[0, i] * side + image[1, i])


@inner
def turned_with(mask: Any, way: Any, side: Any, r: Any, c: Any, height: Any, width: Any, out: Any) -> None:
    """The mask of a shape of height x width cells that is already moved in this way, and of one more cell,
    (r, c) before it is moved, which may lie just outside of the shape: into `out`.
    """
    if way & 1:
        r, c, height, width = c, r, width, height
    if way & 2:
        r = height - 1 - r
    if way & 4:
        c = width - 1 - c
    shift = side * (r < 0) + (c < 0)
    whole, bits = shift // WORD, np.uint64(shift % WORD)
    for w in range(len(mask) - 1, -1, -1):
        out[w] = ZERO if w < whole else mask[w - whole] << bits
        if bits != ZERO and w > whole:
            out[w] |= mask[w - whole - 1] >> (np.uint64(WORD) - bits)
    put(out, max(r, 0) * side + max(c, 0))


@inner
def greater(a: Any, b: Any) -> Any:
    for w in range(len(a) - 1, -1, -1):
        if a[w] != b[w]:
            return a[w] > b[w]
    return False


@inner
def same(a: Any, b: Any) -> Any:
    for w in range(len(a)):  # noqa: SIM110  kernels have no all()
        if a[w] != b[w]:
            return False
    return True


@inner
def add(shapes: Any, count: Any, masks: Any, m: Any) -> Any:
    """Add mask m unless it is there; the number of shapes then, or FULL."""
    at = find_row(shapes.words, shapes.slots, masks[m])
    if shapes.slots[at] != 0:
        return count
    if count == len(shapes.words):
        return FULL
    shapes.slots[at] = count + 1
    for w in range(masks.shape[1]):
        shapes.words[count, w] = masks[m, w]
    return count + 1


@inner
def extent(row: Any, n: Any) -> Any:
    """Rows, or columns, that n cells take from 0 on."""
    most = row[0]
    for i in range(1, n):
        most = max(most, row[i])
    return most + 1


@bare
def grow(smaller: Any, side: Any, short: Any, long: Any, larger: Any, count: Any, room: Any) -> Any:
    """Add to `larger` the shapes with one cell more that fit a box of short x long cells, either way round.

    `larger` has `count` shapes; returns how many it has then, or FULL.
    """
    cells, image, seen = room.cells, room.image, room.seen
    turns, masks = room.masks, room.two  # of `two`: the image under the last way, and the greatest
    seen[:, :] = 0
    for number in range(len(smaller)):
        n = unpack(smaller[number], side, cells)
        height, width = extent(cells[0], n), extent(cells[1], n)
        for way in range(WAYS):
            turned(cells, n, way, side, image, turns[way])
        for i in range(n):
            seen[cells[0, i] + 1, cells[1, i] + 1] = number + 1
        for i in range(n):
            for step in range(4):
                r = cells[0, i] + (step == 0) - (step == 1)
                c = cells[1, i] + (step == 2) - (step == 3)
                if seen[r + 1, c + 1] == number + 1:
                    continue
                seen[r + 1, c + 1] = number + 1
                h = height + (r < 0 or r == height)
                w = width + (c < 0 or c == width)
                if min(h, w) > short or max(h, w) > long:
                    continue
                best = 0
                masks[0, :] = 0
                for way in range(WAYS):
                    if (w < h) if way & 1 else (h < w):
                        continue
                    turned_with(turns[way], way, side, r, c, height, width, masks[1 - best])
                    if greater(masks[1 - best], masks[best]):
                        best = 1 - best
                count = add(larger, count, masks, best)
                if count == FULL:
                    return FULL
    return count


@inner
def lies_in(cells: Any, n: Any, figure: Any, down: Any, right: Any) -> Any:
    for i in range(n):  # noqa: SIM110  kernels have no all()
        if not figure[cells[0, i] + down, cells[1, i] + right]:
            return False
    return True


@inner
def leaves_few(cells: Any, n: Any, figure: Any, down: Any, right: Any, parts: Any, room: Any) -> Any:
    """Is what the placed cells leave of the figure connected in at most that many parts?"""
    side = len(figure)
    across = side + 2
    left, todo = room.left, room.todo
    for r in range(side):
        for c in range(side):
            left[(r + 1) * across + c + 1] = figure[r, c]
    for i in range(n):
        left[(cells[0, i] + down + 1) * across + cells[1, i] + right + 1] = 0
    for seed in range(across, across * (side + 1)):
        if not left[seed]:
            continue
        if parts == 0:
            return False
        parts -= 1
        left[seed] = 0
        todo[0], waiting = seed, 1
        while waiting:
            waiting -= 1
            here = todo[waiting]
            for step in (1, -1, across, -across):
                if left[here + step]:
                    left[here + step] = 0
                    todo[waiting] = here + step
                    waiting += 1
    return True


@inner
def verdict(n: Any, images: Any, sizes: Any, parts: Any, room: Any) -> Any:
    """The best verdict on the shape of the room's n cells in one figure. The figure is turned, not the shape,
    which is the same.
    """
    cells = room.cells
    height, width = extent(cells[0], n), extent(cells[1], n)
    best = NONE
    for k in range(len(images)):
        for down in range(sizes[k, 0] - height + 1):
            for right in range(sizes[k, 1] - width + 1):
                if lies_in(cells, n, images[k], down, right):
                    best = FITS
                    if leaves_few(cells, n, images[k], down, right, parts, room):
                        return LEAVES_FEW
    return best


@bare
def judge(
    shapes: Any,
    side: Any,
    first: Any,
    first_sizes: Any,
    second: Any,
    second_sizes: Any,
    parts: Any,
    verdicts: Any,
    room: Any,
) -> None:
    """Write to verdicts[i] the worse of the verdicts on shape i in both figures: NONE, FITS or LEAVES_FEW."""
    for number in range(len(shapes)):
        n = unpack(shapes[number], side, room.cells)
        worse = verdict(n, first, first_sizes, parts, room)
        if worse != NONE:
            worse = min(worse, verdict(n, second, second_sizes, parts, room))
        verdicts[number] = worse


@bare
def places(
    shapes: Any, side: Any, figure: Any, size: Any, index: Any, parts: Any, out: Any, room: Any
) -> Any:
    """Each place of each shape, however it is turned, that leaves at most that many parts of the figure.

    `figure` is one image, index[r, c] the number of a cell of it. `out` gets masks of cell numbers, as many
    as it has room for. Returns how many places there are.
    """
    cells, image, masks = room.cells, room.image, room.masks
    count = 0
    for number in range(len(shapes)):
        n = unpack(shapes[number], side, cells)
        for way in range(WAYS):
            turned(cells, n, way, side, image, masks[way])
            known = False
            for other in range(way):
                known = known or same(masks[other], masks[way])
            if known:
                continue
            height, width = extent(image[0], n), extent(image[1], n)
            for down in range(size[0] - height + 1):
                for right in range(size[1] - width + 1):
                    if not lies_in(image, n, figure, down, right):
                        continue
                    if not leaves_few(image, n, figure, down, right, parts, room):
                        continue
                    if count < len(out):
                        for w in range(out.shape[1]):
                            out[count, w] = 0
                        for i in range(n):
                            put(out[count], index[image[0, i] + down, image[1, i] + right])
                    count += 1
    return count
