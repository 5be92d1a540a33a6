"""Count the tilings of an n x n square by rectangles that all differ, in three ways that share no search.

    python scripts/rectangles.py KIND N... [--by states|line|visits|corners] [--keep FILE] [--instance]

KIND, of which two rectangles must not have the same:
    areas      width times height                                                  OEIS A360804
    shapes     the sides, in either order                                          OEIS A360499
    oblongs    the same, and no rectangle is a square                              OEIS A360498
    turned     width and height: lying and standing are different                  OEIS A360256
    turned-oblongs    the same, and no rectangle is a square                       OEIS A360725

Prints a line per square: the number of all tilings; up to the eight symmetries, where turning a rectangle
changes nothing; a fingerprint, CPU seconds, and whether the number is the one that the OEIS lists, if it
does. The fingerprint is the sum over all tilings of the product of a random odd number for each placed
rectangle, modulo 2^64; the images of a placed rectangle have the same number. All ways compute it, so they
agree in more than in how many tilings there are.

states    dynamic programming over the skyline and what is used already, of the tilings whose first corner has
          the largest rectangle of the four; the others are their images. Two tables of states are in memory
line      what lies below a line across the square, what the line cuts, what lies above: see
          scripts/rectangles_by_line.py
visits    goes to every tiling, valley by valley, or, where turning a rectangle changes nothing, to every one
          of which the first rectangle does not stand
corners   visits with the argument of `states` about corners: a quarter of them

--instance     print the square as an instance, which `zenkai run` counts, or certifies, by its engines
--keep FILE    a line of JSON for every part that is done: the next call with it goes on from there
--table        write the table in instances/records/README.md, of the parts in rectangles.jsonl beside it
Exit code 1 if a number is not the known one.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from string import ascii_letters
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import rectangles_by_line  # noqa: E402
from scripts.tables import MarkedTable  # noqa: E402
from zenkai_solver.solvers.kernels.bits import popcount  # noqa: E402
from zenkai_solver.solvers.kernels.hashing import find_row  # noqa: E402
from zenkai_solver.solvers.kernels.jit import inlined, kernel  # noqa: E402
from zenkai_solver.solvers.kernels.ways import larger, table  # noqa: E402

RECORDS = ROOT / "instances" / "records"
TABLE, PARTS = MarkedTable("rectangles.py", RECORDS / "README.md"), RECORDS / "rectangles.jsonl"
WORD = 1 << 64
NIBBLE = 4  # bits of a height in a skyline
AT_ONCE, NODES = 1 << 16, 1 << 22  # states, rectangles laid between two moments at which Ctrl-C is heard
SMALL = 1 << 12  # states a table begins with
Shape = tuple[int, int]  # width, height
Alike = Callable[[int, int], object]  # what no two rectangles of a tiling may share; None: not allowed


def areas(width: int, height: int) -> object:
    return width * height


def shapes(width: int, height: int) -> object:
    return min(width, height), max(width, height)


def turned(width: int, height: int) -> object:
    return width, height


def no_square(alike: Alike) -> Alike:
    return lambda width, height: None if width == height else alike(width, height)


@dataclass(frozen=True)
class Kind:
    """What may not be twice in a tiling; the known numbers, of n = 1, 2, ..., and where they are from."""

    alike: Alike
    oeis: str
    known: tuple[int, ...]
    turns: bool = True  # is a rectangle the same after a quarter-turn?


KINDS = {
    "areas": Kind(areas, "A360804", (1, 1, 21, 253, 2401, 36237, 815929, 18713197)),
    "shapes": Kind(shapes, "A360499", (1, 1, 21, 269, 4489, 82981, 2995185, 118897973)),
    "oblongs": Kind(no_square(shapes), "A360498", (0, 0, 4, 12, 256, 3620, 87216, 2444084, 87181220)),
    "turned": Kind(turned, "A360256", (1, 1, 33, 513, 14409, 693025, 50447161), turns=False),
    "turned-oblongs": Kind(
        no_square(turned), "A360725", (0, 0, 4, 36, 1056, 31052, 1473944, 87469884), turns=False
    ),
}


@dataclass(frozen=True)
class Square:
    """An n x n square to be tiled, n at most 15, with at most 64 + 60 - 4n different rectangles."""

    n: int
    kind: Kind

    @cached_property
    def number(self) -> dict[Shape, int]:
        """The number of what each rectangle must not share with another, the largest area first."""
        sides = range(1, self.n + 1)
        large = sorted(((w, h) for w in sides for h in sides), key=lambda shape: -shape[0] * shape[1])
        names = {shape: self.kind.alike(*shape) for shape in large}
        different = [*dict.fromkeys(name for name in names.values() if name is not None)]
        return {shape: different.index(name) for shape, name in names.items() if name is not None}

    @cached_property
    def numbers(self) -> np.ndarray:
        """int64[n + 1, n + 1], by width and height; -1 where there is none."""
        numbers = np.full((self.n + 1, self.n + 1), -1, np.int64)
        for shape, number in self.number.items():
            numbers[shape] = number
        return numbers

    @cached_property
    def odds(self) -> np.ndarray:
        """uint64[x, y, width, height]: an odd number for each placement, the same for its eight images."""
        n, odd, drawn = self.n, {}, np.random.default_rng(self.n)
        odds = np.zeros((n, n, n + 1, n + 1), np.uint64)
        for x, y in np.ndindex(n, n):
            for w in range(1, n - x + 1):
                for h in range(1, n - y + 1):
                    orbit = min(images(n, (x, y, w, h)))
                    if orbit not in odd:
                        odd[orbit] = int(drawn.integers(WORD, dtype=np.uint64)) | 1
                    odds[x, y, w, h] = odd[orbit]
        return odds

    @property
    def listed(self) -> int | None:
        return self.kind.known[self.n - 1] if self.n <= len(self.kind.known) else None


Placement = tuple[int, int, int, int]  # x, y, width, height


def images(n: int, placement: Placement) -> Iterator[Placement]:
    """Under the eight symmetries of the square."""
    x, y, w, h = placement
    for a, b, c, d in ((x, y, w, h), (y, x, h, w)):
        for first in (a, n - a - c):
            for second in (b, n - b - d):
                yield first, second, c, d


class Total(NamedTuple):
    """How many tilings, and the sum of their products modulo 2^64."""

    tilings: int
    fingerprint: int

    def __add__(self, other: object) -> Total:
        if not isinstance(other, Total):
            return NotImplemented
        return Total(self.tilings + other.tilings, (self.fingerprint + other.fingerprint) % WORD)

    def times(self, factor: int) -> Total:
        return Total(self.tilings * factor, self.fingerprint * factor % WORD)


NOTHING = Total(0, 0)


# Dynamic programming over skylines.
#
# The square is filled from below. Its skyline is the height of each column; a rectangle is put into the
# leftmost valley, at the valley's left end: the one that covers this cell in the finished tiling. So each
# tiling comes about in one order, and how a skyline can be completed depends on what was used, not on how it
# came about.
#
# In a tiling of at least two rectangles let R be the one with the least number, so of the largest area, among
# those at corners. The two reflections along the sides and the half-turn map the four corners to each other,
# and change no number. If R is at one corner, one of its four images has R at the lower left; if R lies along
# a side, two have. So it is enough to count the tilings with R at the lower left, of each first rectangle as
# R.


@inlined
def leftmost_valley(height: Any, n: Any) -> Any:
    """The columns from, up to but not including, of the first run with nothing lower beside it."""
    left = right = 0
    while right < n and height[right] <= height[left]:
        if height[right] < height[left]:
            left = right
        right += 1
    return left, right


@inlined
def at_corner(n: Any, x: Any, y: Any, w: Any, h: Any) -> Any:
    """Does it cover a corner other than that of the cell (0, 0)?"""
    side, top = x + w == n, y + h == n
    return (side and (y == 0 or top)) or (x == 0 and top)


@inlined
def add(t: Any, used: Any, key: Any, ways: Any, s: Any, odd: Any) -> Any:
    """Add row s of these ways to those of the key, the products with a factor; returns the rows used."""
    at = find_row(t.keys, t.slots, key)
    row = t.slots[at] - 1
    if row < 0:
        row = used
        t.keys[row, 0], t.keys[row, 1] = key[0], key[1]
        t.ways[row, 0] = t.ways[row, 1] = np.uint64(0)
        used += 1
        t.slots[at] = used
    t.ways[row, 0] += ways[s, 0]
    t.ways[row, 1] += ways[s, 1] * odd
    return used


@kernel
def grown(
    n: Any,
    marks: Any,
    corner: Any,
    odds: Any,
    states: Any,
    ways: Any,
    begin: Any,
    end: Any,
    t: Any,
    used: Any,
) -> Any:
    """Put a rectangle into each of the states begin..end-1, and add what comes about to `t`, of `used` rows.

    Returns the first state not treated, as the table may be too small for what it leads to, and the rows
    used.
    marks: uint64[width, height, 2], bits of what may not be used twice; 0 where the rectangle is not allowed
    corner: bool[width, height]: may it be at another corner?
    """
    height = np.empty(n, np.int64)
    key = np.empty(2, np.uint64)
    for s in range(begin, end):
        if used + n * n > len(t.keys):
            return s, used
        for c in range(n):
            height[c] = np.int64((states[s, 0] >> np.uint64(4 * c)) & np.uint64(15))
        left, right = leftmost_valley(height, n)
        low = height[left]
        rise = np.uint64(0)
        for w in range(1, right - left + 1):
            rise |= np.uint64(1) << np.uint64(4 * (left + w - 1))
            for h in range(1, n - low + 1):
                a, b = marks[w, h, 0], marks[w, h, 1]
                if (a | b) == np.uint64(0) or (states[s, 0] & a) | (states[s, 1] & b) != np.uint64(0):
                    continue
                if corner[w, h] or not at_corner(n, left, low, w, h):
                    key[0], key[1] = (states[s, 0] + np.uint64(h) * rise) | a, states[s, 1] | b
                    used = add(t, used, key, ways, s, odds[left, low, w, h])
    return end, used


def parts(square: Square) -> Iterator[tuple[Shape, int]]:
    """The rectangles that may be the largest at a corner, and how many tilings one of them stands for."""
    n = square.n
    for w, h in square.number:
        if square.kind.turns and w < h:
            continue
        images = 1 if w == h == n else 2 if n in (w, h) else 4
        yield (w, h), images * (2 if square.kind.turns and w > h else 1)


def marks(square: Square) -> np.ndarray:
    """uint64[width, height, 2]: a bit for each number: in the second word, then above the skyline."""
    n = square.n
    bits = np.zeros((n + 1, n + 1, 2), np.uint64)
    for shape, number in square.number.items():
        word, bit = (1, number) if number < 64 else (0, NIBBLE * n + number - 64)
        if bit >= 64:
            raise SystemExit(f"{n}: there are {len(square.number)} different rectangles: too many")
        bits[(*shape, word)] = 1 << bit
    return bits


def skyline(first: Shape) -> int:
    """That of this rectangle at the lower left."""
    w, h = first
    return sum(h << NIBBLE * c for c in range(w))


def by_states(square: Square, first: Shape) -> Total:
    """The tilings with this rectangle at the lower left, and none with a lesser number at a corner."""
    n, (w, h) = square.n, first
    if w == h == n:
        return Total(1, int(square.odds[0, 0, w, h]))
    bits, numbers = marks(square), square.numbers
    corner = numbers > numbers[first]
    key = [skyline(first) | int(bits[w, h, 0]), int(bits[w, h, 1])]
    keys, ways = np.array([key], np.uint64), np.array([[1, square.odds[0, 0, w, h]]], np.uint64)
    total = NOTHING
    while len(keys):
        reached = table(max(SMALL, 1 << (len(keys) - 1).bit_length()), 2, 2)
        at = used = 0
        while at < len(keys):
            end = min(len(keys), at + AT_ONCE)
            at, used = grown(n, bits, corner, square.odds, keys, ways, at, end, reached, used)
            if at < end:
                reached = larger(reached, used)
        whole = finished(n, reached.keys[:used])
        total += Total(*(int(column.sum(dtype=np.uint64)) for column in reached.ways[:used][whole].T))
        keys, ways = reached.keys[:used][~whole], reached.ways[:used][~whole]
    return total


def finished(n: int, keys: np.ndarray) -> np.ndarray:
    """bool[state]: is the whole square covered?"""
    heights = keys[:, 0] & np.uint64((1 << NIBBLE * n) - 1)
    return np.asarray(heights == np.uint64(sum(n << NIBBLE * c for c in range(n))))


# A visit to every tiling.
#
# A valley is a run of columns of one height with nothing lower beside it. At the left end of one there is a
# rectangle of each size that fits, if nothing like it lies already; the valley is taken in which the fewest
# may lie, so that dead ends show early. Nothing is merged. By the reflection in the diagonal as many tilings
# have a first rectangle that lies as have one that stands, where turning it changes nothing.


class Shapes(NamedTuple):
    """Sets of shapes as two words; a shape's bit is its number: width, then height."""

    sides: np.ndarray  # int64[shape, 2]: width, height
    fitting: np.ndarray  # uint64[width, height, 2]: the allowed ones that are not larger
    unlike: np.ndarray  # uint64[shape, 2]: those that may lie beside it


@inlined
def height_of(sky: Any, column: Any) -> Any:
    return np.int64((sky >> np.uint64(NIBBLE * column)) & np.uint64(15))


@inlined
def tightest_valley(n: Any, sky: Any, free: Any, fitting: Any) -> Any:
    """Its first column, height and width. Width 0: nothing may lie in it. Height n: all is covered."""
    x, y, width, fewest = 0, n, 0, 1 << 30
    end, before = 0, n
    while end < n:
        left, height = end, height_of(sky, end)
        while end < n and height_of(sky, end) == height:
            end += 1
        if height < before and (end == n or height < height_of(sky, end)):
            fit = fitting[end - left, n - height]
            number = popcount(fit[0] & free[0]) + popcount(fit[1] & free[1])
            if number < fewest:
                x, y, width, fewest = left, height, end - left, number
        before = height
    return x, y, width if fewest else 0


@kernel
def visited(
    n: Any,
    sides: Any,
    fitting: Any,
    unlike: Any,
    corner: Any,
    odds: Any,
    valley: Any,
    skies: Any,
    free: Any,
    left: Any,
    product: Any,
    deep: Any,
    nodes: Any,
    total: Any,
) -> Any:
    """Go on with a visit, for so many rectangles laid; returns the depth then, 0 at the end.

    sides, fitting, unlike: of `Shapes`; corner: bool[width, height], may it be at one of the other corners?
    valley: int64[depth, 2], the column and height where the next one is laid; skies: uint64[depth], skyline
    free, left: uint64[depth, 2], the shapes that may be laid, and of those that fit there the ones to be laid
    product: uint64[depth], of the numbers of what lies; total: uint64[2], tilings and sum of products
    """
    one = np.uint64(1)
    while deep > 0 and nodes > 0:
        word = 0 if left[deep, 0] else 1
        if left[deep, word] == np.uint64(0):
            deep -= 1
            continue
        bit = left[deep, word] & (~left[deep, word] + one)
        left[deep, word] ^= bit
        shape = 64 * word + popcount(bit - one)
        x, y = valley[deep]
        w, h = sides[shape]
        if not corner[w, h] and at_corner(n, x, y, w, h):
            continue
        nodes -= 1
        above, rise = deep + 1, np.uint64(h) << np.uint64(NIBBLE * x)
        sky = skies[deep]
        for _ in range(w):
            sky += rise
            rise <<= np.uint64(NIBBLE)
        free[above, 0], free[above, 1] = free[deep, 0] & unlike[shape, 0], free[deep, 1] & unlike[shape, 1]
        product[above] = product[deep] * odds[x, y, w, h]
        x, y, width = tightest_valley(n, sky, free[above], fitting)
        if y == n:
            total[0] += one
            total[1] += product[above]
        elif width > 0:
            deep = above
            skies[deep], valley[deep, 0], valley[deep, 1] = sky, x, y
            left[deep, 0] = free[deep, 0] & fitting[width, n - y, 0]
            left[deep, 1] = free[deep, 1] & fitting[width, n - y, 1]
    return deep


def shapes_of(square: Square) -> Shapes:
    """Raises SystemExit if they are too many."""
    n = square.n
    if n * n > 128:
        raise SystemExit(f"{n}: squares of at most 11 x 11 are visited")
    sides = [(w, h) for w in range(1, n + 1) for h in range(1, n + 1)]
    number = {shape: square.number[sides[shape]] for shape in range(n * n) if sides[shape] in square.number}

    def words(chosen: Callable[[int], bool]) -> tuple[int, int]:
        bits = sum(1 << shape for shape in number if chosen(shape))
        return bits % WORD, bits // WORD

    fitting = np.zeros((n + 1, n + 1, 2), np.uint64)
    unlike = np.zeros((n * n, 2), np.uint64)
    for shape, (w, h) in enumerate(sides):
        fitting[w, h] = words(lambda other, w=w, h=h: sides[other][0] <= w and sides[other][1] <= h)
        unlike[shape] = words(lambda other, mark=number.get(shape): number[other] != mark)
    return Shapes(np.array(sides), fitting, unlike)


def firsts(square: Square) -> Iterator[tuple[Shape, int]]:
    """The rectangles that may cover the first cell, and how many tilings one with them stands for."""
    for w, h in square.number:
        if not square.kind.turns or w >= h:
            yield (w, h), 2 if square.kind.turns and w > h else 1


def by_visits(square: Square, first: Shape) -> Total:
    """The tilings in which this rectangle covers the first cell."""
    return visits(square, first, square.numbers >= 0)


def by_corners(square: Square, first: Shape) -> Total:
    """Those of them in which no other rectangle at a corner has a lesser number."""
    return visits(square, first, square.numbers > square.numbers[first])


def visits(square: Square, first: Shape, corner: np.ndarray) -> Total:
    """The tilings with this rectangle at the lower left; `corner` as in `visited`."""
    n, (w, h) = square.n, first
    odd = square.odds[0, 0, w, h]
    if w == h == n:
        return Total(1, int(odd))
    shapes, depths = shapes_of(square), n * n + 1
    valley = np.zeros((depths, 2), np.int64)
    skies, product = np.zeros((2, depths), np.uint64)
    free, left = np.zeros((2, depths, 2), np.uint64)
    valley[1], width = ((w, 0), n - w) if w < n else ((0, h), n)
    skies[1], product[1] = skyline(first), odd
    free[1] = shapes.unlike[(w - 1) * n + h - 1]
    left[1] = free[1] & shapes.fitting[width, n - valley[1, 1]]
    total, deep = np.zeros(2, np.uint64), 1
    while deep:
        deep = visited(
            n, *shapes, corner, square.odds, valley, skies, free, left, product, deep, NODES, total
        )
    return Total(*map(int, total))


def ends(square: Square) -> Iterator[tuple[Shape, int]]:
    """The heights below the line of the first and the last column: no shapes, but two numbers too."""
    return ((heights, 1) for heights in rectangles_by_line.parts(square.n))


def by_line(square: Square, heights: Shape) -> Total:
    return Total(*rectangles_by_line.counted(square.numbers, square.odds, heights))


WAYS = {
    "states": (parts, by_states),
    "line": (ends, by_line),
    "visits": (firsts, by_visits),
    "corners": (parts, by_corners),
}


class Part(NamedTuple):
    """What one part has, and the CPU seconds that it took."""

    total: Total
    seconds: float


def named(square: Square, way: str) -> dict[str, object]:
    """What tells the parts of this count apart from those of others, in a file of both."""
    return {"kind": square.kind.oeis, "n": square.n, "by": way}


def count(square: Square, way: str, keep: Path | None = None) -> Total:
    """The number of all tilings; parts that are in the file `keep` are not counted again."""
    divided, counted = WAYS[way]
    name = named(square, way)
    done = dict(kept(keep, name)) if keep is not None else {}
    total = NOTHING
    for first, times in divided(square):
        if first in done:
            total += done[first].total.times(times)
            continue
        began = time.process_time()
        part = counted(square, first)
        total += part.times(times)
        if keep is not None:
            seconds = round(time.process_time() - began, 1)
            line = {**name, "first": first, **part._asdict(), "seconds": seconds}
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    return total


def up_to_symmetry(square: Square, tilings: int) -> int:
    """How many tilings there are up to the square's eight symmetries, by Burnside's lemma, where turning a
    rectangle changes nothing.

    A symmetry that keeps a tiling keeps each of its rectangles, as no other is like it. So a quarter-turn, a
    half-turn or a reflection in a diagonal keeps but the square of one rectangle; a reflection along the
    sides keeps each rectangle of full width, and those are a stack of different heights.
    """
    whole = int((square.n, square.n) in square.number)
    stacks = sum(math.factorial(len(heights)) for heights in sums(square.n, 1)) - (1 - whole)
    orbits, rest = divmod(tilings + 2 * stacks + 5 * whole, 8)
    if rest:
        raise SystemExit(f"{tilings} tilings of {square.n} x {square.n} are no whole number of orbits")
    return orbits


def sums(number: int, least: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of different ones, each at least `least`."""
    if number == 0:
        yield ()
    for first in range(least, number + 1):
        for others in sums(number - first, first + 1):
            yield first, *others


def instance(square: Square, expecting: bool = True) -> str:
    """The same as an instance for `zenkai run`, whose engines share nothing with this script.

    `expecting`: with the number that the OEIS lists, if it does.
    """
    n, turns = square.n, square.kind.turns
    shapes = [shape for shape in square.number if not turns or shape[0] >= shape[1]]
    if len(shapes) > len(ascii_letters):
        raise SystemExit(f"{n}: there are {len(shapes)} pieces, and letters for {len(ascii_letters)}")
    alike: dict[int, str] = {}
    lines = [f"puzzle: packing\nboard: {n}x{n}\ncounts: 0..1\nrotations: {str(turns).lower()}\npieces:"]
    for letter, (w, h) in zip(ascii_letters, shapes):
        lines.append(f"  - {letter}: [{', '.join(f'[{y}, {x}]' for y in range(h) for x in range(w))}]")
        alike[square.number[w, h]] = alike.get(square.number[w, h], "") + letter
    if numbers := [f"{letters}: 0..1" for letters in alike.values() if len(letters) > 1]:
        lines.append(f"numbers: {{{', '.join(numbers)}}}")
    if expecting and square.listed is not None:
        lines.append(f"expect: {{all: {square.listed}}}\nsource: OEIS {square.kind.oeis}")
    return "\n".join(lines) + "\n"


def kept(path: Path, name: dict[str, object]) -> Iterator[tuple[Shape, Part]]:
    """The parts of one count in a file of many."""
    for part in lines(path):
        if name.items() <= part.items():
            w, h = part["first"]
            yield (w, h), Part(Total(part["tilings"], part["fingerprint"]), part["seconds"])


@lru_cache(1)
def read(path: Path, _changed: int) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def lines(path: Path) -> tuple[dict[str, Any], ...]:
    return read(path, path.stat().st_mtime_ns) if path.exists() else ()


@dataclass(frozen=True)
class Counted:
    """A count that a file of parts has: by how many CPU seconds of which ways."""

    square: Square
    total: Total
    seconds: dict[str, float]

    @property
    def new(self) -> bool:
        return self.square.listed is None

    @property
    def twice(self) -> bool:
        """By two ways that share no search?"""
        return len(self.seconds.keys() - {"corners"}) > 1

    @property
    def row(self) -> str:
        square, tilings = self.square, self.total.tilings
        orbits = f"{up_to_symmetry(square, tilings):,}" if square.kind.turns else ""
        new = f"not listed, {len(square.kind.known)} terms are" if self.new else "as listed"
        if self.new and not self.twice:
            new += "; one way so far"
        seconds = ", ".join(f"{way} {seconds:,.0f}" for way, seconds in self.seconds.items())
        return (
            f"| {square.kind.oeis}({square.n}) | {tilings:,} | {orbits} | `{self.total.fingerprint:016x}` "
            f"| {seconds} | {new} |"
        )


def all_counted(path: Path) -> Iterator[Counted]:
    """What a file of parts has all parts of. Raises SystemExit if two ways, or the OEIS, differ."""
    for kind in KINDS.values():
        for square in (Square(n, kind) for n in range(1, 16)):
            totals: dict[str, Total] = {}
            seconds: dict[str, float] = {}
            for way, (divided, _) in WAYS.items():
                done = dict(kept(path, named(square, way)))
                if done and all(first in done for first, _ in divided(square)):
                    parts = (done[first].total.times(times) for first, times in divided(square))
                    totals[way] = sum(parts, NOTHING)
                    seconds[way] = sum(part.seconds for part in done.values())
            numbers = {total.tilings for total in totals.values()} | {square.listed} - {None}
            if len({*totals.values()}) > 1 or (totals and len(numbers) > 1):
                raise SystemExit(f"{kind.oeis}({square.n}): {totals}, listed {square.listed}")
            yield from (Counted(square, total, seconds) for total in {*totals.values()})


def side(word: str) -> int:
    """Raises ValueError, which argparse reports."""
    n = int(word)
    if not 1 <= n <= 15:
        raise ValueError
    return n


HEAD = "| | in all | up to symmetry | fingerprint | CPU s | OEIS |\n|---|---|---|---|---|---|"


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(description="Count the tilings of a square by rectangles that all differ.")
    p.add_argument("kind", choices=KINDS, nargs="?")
    p.add_argument("n", nargs="*", type=side, metavar="N", help="1 to 15")
    p.add_argument("--by", choices=WAYS, default="states")
    p.add_argument("--keep", type=Path, metavar="FILE")
    p.add_argument("--instance", action="store_true")
    p.add_argument("--table", action="store_true")
    args = p.parse_args(argv)
    if args.table:
        TABLE.write("\n".join([HEAD, *(counted.row for counted in all_counted(PARTS))]))
        return 0
    if args.kind is None or not args.n:
        p.error("nothing to count: give a kind and numbers, or --table")
    wrong = 0
    for square in (Square(n, KINDS[args.kind]) for n in args.n):
        if args.instance:
            print(instance(square), end="")
            continue
        began = time.process_time()
        total = count(square, args.by, args.keep)
        seconds = time.process_time() - began
        known = square.listed
        state = "new" if known is None else "as listed" if known == total.tilings else f"not {known:,}"
        wrong += state.startswith("not")
        orbits = f", {up_to_symmetry(square, total.tilings):,} up to symmetry" if square.kind.turns else ""
        print(
            f"{square.kind.oeis}({square.n}) = {total.tilings:,}{orbits}, "
            f"{total.fingerprint:016x} by {args.by}, {seconds:.1f} s, {state}",
            flush=True,
        )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
