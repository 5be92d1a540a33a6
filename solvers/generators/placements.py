"""How the clues of each sudoku rule are read off a full grid: where one may stand, and what is written there.

A site is a tuple of cells in the order in which the rule reads them. Sites are drawn at random, most of them
so that the rule holds there; whether it does is decided by the rule itself, see `drafting`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise, product
from typing import Literal

from zenkai_solver.models.grid import Cell, neighbours
from zenkai_solver.models.sudoku.grid import ORTHOGONAL, SYMBOLS, Grid, Path, Values, cell_name
from zenkai_solver.models.sudoku.notation import DIRECTIONS
from zenkai_solver.models.sudoku.rules import outside, pairs
from zenkai_solver.models.sudoku.rules.base import Clued
from zenkai_solver.models.sudoku.rules.rank import all_lines

STEPS = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))
STRAIGHT = {2: 6, 1: 2, 0: 1}  # how likely a line goes on, by the scalar product with its last step: 1 or 2
CLONED = 3  # cells of each of two clones
SOME = 3  # digits that a cell may hold, of the rule `only`

Digits = Sequence[int]
May = Callable[[Digits], bool]
Kind = Literal["line", "cage", "cells", "border", "corner", "extreme", "outside", "through"]
Written = tuple[str, str]  # the key below the rule's name, '' without one, and the text


@dataclass
class FullGrid:
    """A solved grid, and the cells that are still free for clues."""

    grid: Grid
    values: Values
    rng: random.Random
    taken: set[Cell] = field(default_factory=set)

    def digits(self, cells: Sequence[Cell]) -> list[int]:
        return [self.values[cell] for cell in cells]

    def free(self, cell: Cell) -> bool:
        return cell in self.grid and cell not in self.taken

    def start(self) -> Cell | None:
        """A random free cell; None without one."""
        cells = [cell for cell in self.grid.cells if cell not in self.taken]
        return self.rng.choice(cells) if cells else None

    @property
    def side(self) -> int:
        return len(self.grid.values)


Site = Callable[[FullGrid], "Path | None"]
Write = Callable[[FullGrid, Path], "Written | None"]


@dataclass(frozen=True)
class Placeable:
    """How a rule is placed: its sites, what is written at one, and `usual`, how many clues a 9x9 has.

    `directed`: the rule may hold in one direction of a site only.
    """

    kind: Kind
    site: Site
    write: Write
    usual: int
    directed: bool = False


def names(cells: Sequence[Cell]) -> str:
    return " ".join(map(cell_name, cells))


def anything(digits: Digits) -> bool:
    return True


# ---- sites: lines


def line(least: int, most: int, may: May = anything) -> Site:
    """Paths of king's moves. `may`: whether the digits of a path may be the first ones of a longer one."""

    def site(full: FullGrid) -> Path | None:
        cell, length = full.start(), full.rng.randint(least, max(least, min(most, full.side)))
        if cell is None:
            return None
        path = [cell]
        while len(path) < length:
            ways = [way for way in _ways(full, path) if may(full.digits([*path, way[0]]))]
            if not ways:
                return tuple(path) if len(path) >= least else None
            path.append(full.rng.choices([cell for cell, _ in ways], [weight for _, weight in ways])[0])
        return tuple(path)

    return site


def _ways(full: FullGrid, path: Sequence[Cell]) -> list[tuple[Cell, int]]:
    """The cells to which a path can go on, each with its weight: it turns by a right angle at most, and
    touches itself nowhere.
    """
    (r, c), before = path[-1], path[-2] if len(path) > 1 else None
    ways = []
    for down, right in STEPS:
        cell = r + down, c + right
        turn = 1 if before is None else (r - before[0]) * down + (c - before[1]) * right
        if turn >= 0 and full.free(cell) and cell not in path and path_apart(cell, path[:-1]):
            ways.append((cell, STRAIGHT[turn]))
    return ways


def path_apart(cell: Cell, path: Sequence[Cell]) -> bool:
    """Whether the cell has no side in common with a cell of the path."""
    return not any(near in path for near in neighbours(cell))


def mirrored(least: int, most: int, fits: Callable[[int, int, int | None], bool], odd: bool = False) -> Site:
    """Lines that grow from their middle at both ends. `fits(a, b, middle)`: whether two digits may be at one
    distance from the middle; `middle` is the middle digit, or the sum of the inmost two (None for these).
    `odd`: only lines with a cell in the middle.
    """

    def site(full: FullGrid) -> Path | None:
        cell, length = full.start(), full.rng.randint(least, min(most, full.side))
        if cell is None:
            return None
        if odd and length % 2 == 0:
            length -= 1
        path = [cell]
        if length % 2 == 0:
            ways = [near for near, _ in _ways(full, path) if fits(full.values[cell], full.values[near], None)]
            if not ways:
                return None
            path.append(full.rng.choice(ways))
        middle = sum(full.digits(path))
        while len(path) < length:
            both = [
                (a, b)
                for (a, _), (b, _) in product(_ways(full, path[::-1]), _ways(full, path))
                if a != b and path_apart(a, [b]) and fits(full.values[a], full.values[b], middle)
            ]
            if not both:
                return tuple(path) if len(path) >= least else None
            a, b = full.rng.choice(both)
            path = [a, *path, b]
        return tuple(path)

    return site


def rising(digits: Digits) -> bool:
    return all(a < b for a, b in pairwise(digits))


def not_falling(digits: Digits) -> bool:
    return all(a <= b for a, b in pairwise(digits))


def apart_by(full: FullGrid) -> int:
    """The usual least difference on a whisper: 5 of 9 digits."""
    return (full.side + 1) // 2


def whisper(full: FullGrid) -> Path | None:
    least = apart_by(full)
    return line(4, 7, lambda digits: all(abs(a - b) >= least for a, b in pairwise(digits)))(full)


def run_of(digits: Digits) -> bool:
    """May the digits be part of a run of at most five consecutive ones, or of one as long as they are?"""
    return len(set(digits)) == len(digits) and max(digits) - min(digits) < max(5, len(digits))


def arrow(full: FullGrid) -> Path | None:
    path = line(3, 5, lambda digits: len(digits) == 1 or sum(digits[1:]) <= digits[0])(full)
    if path is None:
        return None
    sums = list(accumulate(full.digits(path[1:])))
    total = full.values[path[0]]
    return path[: sums.index(total) + 2] if total in sums[1:] else None


def total_of(full: FullGrid) -> int:
    """The usual sum of the pieces of a line: 10 of 9 digits."""
    return full.side + 1


def sum_line(full: FullGrid) -> Path | None:
    total = total_of(full)

    def may(digits: Digits) -> bool:
        reached = 0
        for digit in digits:
            reached = (0 if reached == total else reached) + digit
        return reached <= total

    return line(3, 6, may)(full)


def across_regions(full: FullGrid) -> Path | None:
    path = line(4, 7)(full)
    if path is None or any(cell not in full.grid.region_of for cell in path):
        return None
    return path if len({full.grid.region_of[cell] for cell in path}) > 1 else None


def of_classes(size: int, group: Callable[[int], int]) -> May:
    """Whether the last `size` digits are of different classes."""
    return lambda digits: len({group(digit) for digit in digits[-size:]}) == len(digits[-size:])


# ---- sites: cages and cells


def cage(least: int, most: int, differ: bool = True) -> Site:
    """Connected cells, in which no digit repeats if they are to `differ`; compact ones are more likely."""

    def site(full: FullGrid) -> Path | None:
        size = full.rng.randint(min(least, full.side), min(most, full.side))
        cell = full.start()
        return None if cell is None else grown(full, cell, size, differ)

    return site


def grown(full: FullGrid, cell: Cell, size: int, differ: bool = True) -> Path | None:
    """The cage of that size from the cell on; None if it cannot grow."""
    cells = [cell]
    while len(cells) < size:
        digits = set(full.digits(cells)) if differ else set()
        border = Counter(near for cell in cells for near in neighbours(cell))
        able = [
            near
            for near in sorted(border)
            if near not in cells and full.free(near) and full.values[near] not in digits
        ]
        if not able:
            return None
        cells.append(full.rng.choices(able, [border[near] ** 2 for near in able])[0])
    return tuple(sorted(cells))


def straight(least: int, most: int) -> Site:
    """Cells of a row or a column beside each other."""

    def site(full: FullGrid) -> Path | None:
        cell, length = full.start(), full.rng.randint(least, min(most, full.side))
        if cell is None:
            return None
        down, right = full.rng.choice(ORTHOGONAL)
        cells = tuple((cell[0] + i * down, cell[1] + i * right) for i in range(length))
        return cells if all(map(full.free, cells)) else None

    return site


def one_cell(full: FullGrid) -> Path | None:
    cell = full.start()
    return None if cell is None else (cell,)


def pair(full: FullGrid) -> Path | None:
    """Two neighbours, in either order."""
    moves = list(full.grid.moves(ORTHOGONAL))
    a, b = full.rng.choice(moves)
    return full.rng.choice(((a, b), (b, a)))


def square(full: FullGrid) -> Path | None:
    squares = list(full.grid.squares())
    return full.rng.choice(squares) if squares else None


def clones(full: FullGrid) -> Path | None:
    """Connected cells, and the same figure elsewhere with the same digits."""
    cell = full.start()
    one = None if cell is None else grown(full, cell, min(CLONED, full.side), False)
    if one is None:
        return None
    others = []
    for down, right in product(range(-full.grid.rows, full.grid.rows), repeat=2):
        other = tuple((r + down, c + right) for r, c in one)
        room = all(full.free(cell) and cell not in one for cell in other)
        if room and full.digits(other) == full.digits(one):
            others.append(other)
    return (*one, *full.rng.choice(others)) if others else None


def circles(full: FullGrid) -> Path | None:
    """Cells of a few digits, of each as many as it says."""
    digits = [digit for digit in full.grid.values if 0 < digit <= full.side]
    wanted = full.rng.sample(digits, min(len(digits), full.rng.randint(2, 3)))
    cells: list[Cell] = []
    for digit in wanted:
        able = [cell for cell in full.grid.cells if full.values[cell] == digit and full.free(cell)]
        if len(able) < digit:
            return None
        cells += full.rng.sample(able, digit)
    return tuple(sorted(cells))


# ---- sites: lines that are seen from outside


def seen_from_outside(full: FullGrid) -> Path | None:
    return full.rng.choice(list(all_lines(full.grid)))


def from_left_or_above(full: FullGrid) -> Path | None:
    lines = [line for line in all_lines(full.grid) if line[0] < line[-1]]
    return full.rng.choice(lines)


def diagonal(full: FullGrid) -> Path | None:
    """A diagonal of three cells or more, from border to border."""
    lines = []
    for (r, c), (down, right) in product(full.grid.cells, DIRECTIONS.values()):
        if (r - down, c - right) in full.grid:
            continue
        cells = [(r, c)]
        while (near := (cells[-1][0] + down, cells[-1][1] + right)) in full.grid:
            cells.append(near)
        if len(cells) > 2:
            lines.append(tuple(cells))
    return full.rng.choice(lines) if lines else None


# ---- what is written


def path_only(full: FullGrid, site: Path) -> Written:
    return "", names(site)


def summed(full: FullGrid, site: Path) -> Written:
    return "", f"{sum(full.digits(site))} = {names(site)}"


def with_number(number: Callable[[FullGrid], int]) -> Write:
    return lambda full, site: ("", f"{number(full)} = {names(site)}")


def unreached(full: FullGrid, site: Path) -> Written | None:
    """A number that no set of the digits adds up to, near the largest of them: small ones say less."""
    digits = full.digits(site)
    sums = {sum(some) for size in range(1, len(digits) + 1) for some in combinations(digits, size)}
    able = [total for total in range(max(full.grid.values[0], 1), sum(digits)) if total not in sums]
    return ("", f"{full.rng.choice(able)} = {names(site)}") if able else None


def between_extremes(full: FullGrid, site: Path) -> Written:
    digits = full.digits(site)
    a, b = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return "", f"{sum(digits[a + 1 : b])} = {names(site)}"


def some_digits(exactly: bool) -> Write:
    """One or two of the digits of a cage; `exactly`: each as often as the cage holds it."""

    def write(full: FullGrid, site: Path) -> Written:
        digits = sorted(set(full.digits(site)))
        chosen = sorted(full.rng.sample(digits, min(len(digits), 2)))
        times = Counter(full.digits(site)) if exactly else Counter(chosen)
        listed = [SYMBOLS[digit] for digit in chosen for _ in range(times[digit])]
        return "", f"{' '.join(listed)} = {names(site)}"

    return write


def around_corner(full: FullGrid, site: Path) -> Written:
    """Two or three of the digits around it."""
    digits = sorted(full.rng.sample(full.digits(site), full.rng.randint(2, 3)))
    return "", f"{cell_name(min(site))} = {' '.join(SYMBOLS[digit] for digit in digits)}"


def one_of_some(full: FullGrid, site: Path) -> Written:
    """The digit of the cell, and others."""
    digit = full.values[site[0]]
    others = [value for value in full.grid.values if value != digit]
    some = sorted([digit, *full.rng.sample(others, min(SOME - 1, len(others)))])
    return "", f"{cell_name(site[0])} = {' '.join(SYMBOLS[value] for value in some)}"


def groups(full: FullGrid, site: Path) -> Written:
    half = len(site) // 2
    return "", f"{names(site[:half])} = {names(site[half:])}"


def circled(full: FullGrid, site: Path) -> Written:
    return "", f"{cell_name(site[0])} = {names(site[1:])}"


def one_of_marks(*kinds: type[pairs.Touching]) -> Write:
    """The first mark that fits the two digits."""

    def write(full: FullGrid, site: Path) -> Written | None:
        fitting = (kind.name for kind in kinds if kind(site).holds(full.digits(site), full.grid))
        name = next(fitting, None)
        return None if name is None else (name, names(sorted(site)))

    return write


def falling(full: FullGrid, site: Path) -> Written:
    return "", " > ".join(map(cell_name, site))


def side_of(site: Path) -> str:
    """The side from which the line is seen."""
    (r, c), (y, x) = site[0], site[1]
    return {(1, 0): "top", (-1, 0): "bottom", (0, 1): "left", (0, -1): "right"}[y - r, x - c]


def outside_number(kind: type[Clued]) -> Write:
    """The number for which the rule holds; None if it says nothing."""

    def write(full: FullGrid, site: Path) -> Written | None:
        digits = full.digits(site)
        for clue in range(sum(digits) + 1):
            if kind(site, clue).holds(digits, full.grid):
                return side_of(site), str(clue)
        return None

    return write


def sandwiched(full: FullGrid, site: Path) -> Written | None:
    line = min(site, site[::-1])
    written = outside_number(outside.Sandwich)(full, line)
    return None if written is None else ("columns" if side_of(line) == "top" else "rows", written[1])


def ranked(full: FullGrid, site: Path) -> Written:
    """The rank of the line among all; those that tie with another are refused by the rule."""
    number = [full.digits(line) for line in all_lines(full.grid)]
    return side_of(site), str(1 + sum(other < full.digits(site) for other in number))


def along_diagonal(full: FullGrid, site: Path) -> Written:
    (r, c), (y, x) = site[0], site[1]
    way = next(name for name, step in DIRECTIONS.items() if step == (y - r, x - c))
    return "", f"{sum(full.digits(site))} = {cell_name(site[0])} {way}"


def _same(a: int, b: int, middle: int | None) -> bool:
    return a == b


def _equal_sums(a: int, b: int, middle: int | None) -> bool:
    return middle in (None, a + b)


def modulo(full: FullGrid) -> int:
    return 3


def locking(full: FullGrid) -> int:
    """The usual least difference of the ends of a lockout line: 4 of 9 digits."""
    return max(2, (full.side - 1) // 2)


PLACED: dict[str, Placeable] = {
    "odd": Placeable("cells", one_cell, path_only, 14),
    "even": Placeable("cells", one_cell, path_only, 14),
    "only": Placeable("cells", one_cell, one_of_some, 14),
    "different": Placeable("cells", cage(6, 9), path_only, 4),
    "killer": Placeable("cage", cage(2, 5), summed, 16),
    "sum": Placeable("cage", cage(2, 5, differ=False), summed, 16),
    "no-sum": Placeable("cage", cage(3, 5), unreached, 12),
    "balanced": Placeable("cage", cage(4, 4), path_only, 10),
    "quad": Placeable("corner", square, around_corner, 12),
    "holding": Placeable("cage", cage(3, 5, differ=False), some_digits(False), 12),
    "holding-exactly": Placeable("cage", cage(3, 5, differ=False), some_digits(True), 12),
    "clone": Placeable("cells", clones, groups, 4),
    "counting-circles": Placeable("cells", circles, path_only, 1),
    "kropki": Placeable("border", pair, one_of_marks(pairs.Black, pairs.White), 24),
    "xv": Placeable("border", pair, one_of_marks(pairs.V, pairs.X), 20),
    "greater": Placeable("border", pair, falling, 36, directed=True),
    "minimum": Placeable("extreme", one_cell, path_only, 10),
    "maximum": Placeable("extreme", one_cell, path_only, 10),
    "thermo": Placeable("line", line(4, 7, rising), path_only, 9, directed=True),
    "slow-thermo": Placeable("line", line(4, 7, not_falling), path_only, 9, directed=True),
    "whisper": Placeable("line", whisper, with_number(apart_by), 10),
    "palindrome": Placeable("line", mirrored(3, 7, _same), path_only, 10),
    "renban": Placeable("line", line(3, 5, run_of), path_only, 11),
    "between": Placeable("line", line(4, 6), path_only, 10),
    "lockout": Placeable("line", line(4, 6), with_number(locking), 10),
    "arrow": Placeable("line", arrow, circled, 11, directed=True),
    "double-arrow": Placeable("line", line(4, 6), path_only, 7),
    "zipper": Placeable("line", mirrored(3, 7, _equal_sums, odd=True), path_only, 10),
    "sum-line": Placeable("line", sum_line, with_number(total_of), 10),
    "region-sums": Placeable("line", across_regions, path_only, 9),
    "entropic": Placeable("line", line(4, 6, of_classes(3, lambda d: (d - 1) // 3)), path_only, 10),
    "modular-line": Placeable("line", line(4, 6, of_classes(3, lambda d: d % 3)), with_number(modulo), 10),
    "sandwich": Placeable("through", from_left_or_above, sandwiched, 18),
    "skyscraper": Placeable("outside", seen_from_outside, outside_number(outside.Skyscraper), 24),
    "first-hidden": Placeable("outside", seen_from_outside, outside_number(outside.FirstHidden), 24),
    "x-sum": Placeable("outside", seen_from_outside, outside_number(outside.XSum), 24),
    "numbered-room": Placeable("outside", seen_from_outside, outside_number(outside.NumberedRoom), 24),
    "little-killer": Placeable("outside", diagonal, along_diagonal, 10),
    "full-rank": Placeable("outside", seen_from_outside, ranked, 18),
    "lunchbox": Placeable("cage", straight(4, 7), between_extremes, 10),
    "row-indexing": Placeable("cells", one_cell, path_only, 14),
    "column-indexing": Placeable("cells", one_cell, path_only, 14),
    "pointing": Placeable("line", line(4, 7), path_only, 9, directed=True),
    "count-distinct": Placeable("line", line(4, 6), path_only, 10, directed=True),
}
