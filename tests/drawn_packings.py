"""Random small packings with conditions, fixed pieces, bounds and free cells, and their solutions by brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

Cell = tuple[int, int]
Piece = tuple[str, frozenset[Cell]]  # its letter, and where it lies
Filled = frozenset[Piece]
Test = Callable[[Filled], bool]

PIECES = "A.BB.CCC.DD\n.........D."
SHAPES = {
    "A": [(0, 0)],
    "B": [(0, 0), (0, 1)],
    "C": [(0, 0), (0, 1), (0, 2)],
    "D": [(0, 0), (0, 1), (1, 0)],
}
COLUMNS = "ABCDEFGH"
SIZES = [*((1, 3), (1, 4)) * 2, (1, 5), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4)]  # the last if all is covered
MOST_EXACT, MOST_PARTIAL = 12, 8  # cells


@dataclass(frozen=True)
class Drawn:
    """The keys of the instance, and what is asked of a board, once more."""

    keys: dict[str, Any]
    cells: tuple[Cell, ...]
    bounds: dict[str, tuple[int, int]]
    fixed: frozenset[Piece]
    exact: bool
    asked: Test


def turned(cell: Cell) -> Iterator[Cell]:
    """The images under the turns and flips of the plane."""
    for r, c in (cell, cell[::-1]):
        yield from ((r, c), (r, -c), (-r, c), (-r, -c))


def placements(cells: Sequence[Cell]) -> list[Piece]:
    there, pieces = set(cells), set[Piece]()
    for letter, shape in SHAPES.items():
        for image in zip(*map(turned, shape), strict=True):
            for r, c in product(range(-3, 8), repeat=2):
                moved = frozenset((r + a, c + b) for a, b in image)
                if moved <= there:
                    pieces.add((letter, moved))
    return sorted(pieces, key=lambda piece: (piece[0], sorted(piece[1])))


def filled(drawn: Drawn) -> list[Filled]:
    """Every set of pieces that keeps all that is asked: the first cell that is left is covered, or stays free."""
    every, listed = placements(drawn.cells), list[Filled]()

    def extend(left: frozenset[Cell], filled: Filled) -> None:
        if not left:
            listed.append(filled)
            return
        first = min(left)
        if not drawn.exact:
            extend(left - {first}, filled)
        for piece in every:
            if first in piece[1] and piece[1] <= left:
                extend(left - piece[1], filled | {piece})

    extend(frozenset(drawn.cells), frozenset())
    return [filled for filled in listed if _right(drawn, filled)]


def _right(drawn: Drawn, filled: Filled) -> bool:
    number = Counter(letter for letter, _ in filled)
    within = all(lo <= number[letter] <= hi for letter, (lo, hi) in drawn.bounds.items())
    return within and drawn.fixed <= filled and drawn.asked(filled)


# ---- drawing


def draw(rng: random.Random) -> Drawn:
    """Some have no solution."""
    exact = rng.random() < 0.6
    rows, columns = rng.choice(SIZES if exact else SIZES[:-1])
    cells = tuple(product(range(rows), range(columns)))
    if rng.random() < 0.3:
        cells = tuple(cell for cell in cells if rng.random() < 0.85) or cells
    if len(cells) > (MOST_EXACT if exact else MOST_PARTIAL):
        cells = cells[: MOST_EXACT if exact else MOST_PARTIAL]
    here = set(cells)
    board = "\n".join("".join("#" if (r, c) in here else "." for c in range(columns)) for r in range(rows))
    bounds = {
        letter: rng.choice([(0, 12)] * 8 + [(0, 1), (0, 2), (1, 1), (1, 2), (2, 3)]) for letter in SHAPES
    }
    keys: dict[str, Any] = {
        **{"puzzle": "packing", "board": board, "pieces": PIECES},
        "counts": {
            letter: "any" if bound == (0, 12) else f"{bound[0]}..{bound[1]}"
            for letter, bound in bounds.items()
        },
        **({} if exact else {"fill": "partial"}),
    }
    fixed = frozenset[Piece]()
    if rng.random() < 0.3 and (every := placements(cells)):
        fixed = frozenset([rng.choice(every)])
        (letter, lying) = next(iter(fixed))
        keys["fixed"] = "\n".join(
            "".join(letter if (r, c) in lying else "#" if (r, c) in here else "." for c in range(columns))
            for r in range(rows)
        )
    asked: Test = lambda lying: True  # noqa: E731
    if rng.random() < 0.7:
        taken = frozenset[Cell]().union(*(lying for _, lying in fixed))
        able = {letter for letter, lying in placements(cells) if not lying & taken} | {
            letter for letter, _ in fixed
        }
        letters = "".join(sorted(able)) + "." * (not exact)
        keys["where"], asked = condition(rng, cells, letters, 2)
    return Drawn(keys, cells, bounds, fixed, exact, asked)


def condition(rng: random.Random, cells: Sequence[Cell], letters: str, depth: int) -> tuple[str, Test]:
    """The words, and what they mean. Some are about images of a cell, which keeps symmetries."""
    if not depth or rng.random() < 0.3:
        return _fact(rng, rng.choice(cells), rng.choice(letters))
    if rng.random() < 0.4:
        (r, c), letter = rng.choice(cells), rng.choice(letters)
        height, width = (max(axis) for axis in zip(*cells))
        mirrored = [
            cell
            for cell in {(r, c), (r, width - c), (height - r, c), (height - r, width - c)}
            if cell in cells
        ]
        parts = [_fact(rng, cell, letter, sure=True) for cell in sorted(mirrored)]
    else:
        parts = [condition(rng, cells, letters, depth - 1) for _ in range(2)]
    word, joined = rng.choice([(" or ", any), (" or ", any), (" and ", all)])
    tests = [test for _, test in parts]
    return word.join(f"({text})" for text, _ in parts), lambda filled: joined(test(filled) for test in tests)


def _fact(rng: random.Random, cell: Cell, letter: str, sure: bool = False) -> tuple[str, Test]:
    name = f"{letter}@{COLUMNS[cell[1]]}{cell[0] + 1}"

    def bears(filled: Filled) -> bool:
        over = {label for label, lying in filled if cell in lying}
        return over == ({letter} if letter != "." else set())

    if sure or rng.random() < 0.7:
        return name, bears
    return f"not {name}", lambda filled: not bears(filled)
