"""Make two figures that have one dissection into the least number of pieces.

    zenkai generate dissection [--to 4x5] [--pieces 3|2..4] [--solutions 1|1..3] [--flips] [--seed S]

A rectangle is cut at random, and its pieces are put together at random to another figure; what the engine
says of the two is asked next: is there nothing with fewer pieces, and how many solutions are there? The same
seed gives the same figures on every machine. Exit codes: 0, 1 if no such figures were found, 2 bad input,
3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zenkai_solver.models.grid import (
    EMPTY,
    OUTSIDE,
    Cell,
    Shape,
    allowed_transforms,
    neighbours,
    normalise,
)
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.command import Parser, complain, say
from zenkai_solver.solvers.compiling import compile_for
from zenkai_solver.solvers.making.command import ends, make_one, number_or_range, sides
from zenkai_solver.solvers.pipeline import Tally, prepare

TRIALS = 1_000  # pairs of figures
MOST = 64  # cells
PLACES = 6  # random places of a piece, of which the one with most contacts is taken
NOT_RATED = "a rectangle turned is another solution of most, and steps lead only to what all solutions share"


@dataclass(frozen=True)
class DissectionOptions:
    """What is asked for; the fields are the options of the command line."""

    to: tuple[int, int]
    pieces: tuple[int, int]
    solutions: tuple[int, int]
    flips: bool
    difficulty: str | None
    seed: int
    time_limit: float | None
    output: Path | None


def parser() -> Parser:
    p = Parser(
        prog="zenkai generate dissection",
        description="Make two figures with one dissection into the least number of pieces.",
    )
    p.add_argument("--to", type=_size, default=(4, 5), metavar="RxC", help="figure 2; default 4x5")
    p.add_argument(
        "--pieces",
        type=number_or_range,
        default=(3, 3),
        metavar="N|LO..HI",
        help="the least number that works; 3",
    )
    p.add_argument(
        "--solutions",
        type=number_or_range,
        default=(1, 1),
        metavar="N|LO..HI",
        help="how many, up to symmetry; 1",
    )
    p.add_argument("--flips", action="store_true", help="pieces may be flipped")
    p.add_argument("--difficulty", metavar="LO..HI", help=f"refused: {NOT_RATED}")
    ends(p, "figures", "default: standard output")
    return p


_size = partial(
    sides,
    fit=lambda rows, columns: 2 <= rows * columns <= MOST,
    otherwise=f"is not ROWSxCOLUMNS of 2 to {MOST} cells",
)


def main(argv: Sequence[str]) -> int:
    """Raises OSError."""
    options = DissectionOptions(**vars(parser().parse_args(argv)))
    if options.pieces[1] > options.to[0] * options.to[1]:
        return complain(f"{options.pieces[1]} pieces of {options.to[0] * options.to[1]} cells")
    if options.difficulty is not None:
        return complain(f"--difficulty: {NOT_RATED}")
    return make_one(partial(_made, options), options, f"no such figures among {TRIALS:,} pairs")


def _made(options: DissectionOptions, deadline: Deadline) -> str | None:
    """The instance as it is written. Raises Interrupted."""
    made = make(options, deadline)
    return None if made is None else made.text


def make(options: DissectionOptions, deadline: Deadline = NEVER) -> Instance | None:
    """The first of TRIALS pairs of figures that is as asked. Raises Interrupted."""
    for trial in range(TRIALS):
        deadline.check()
        rng = random.Random(f"dissection {options.seed} {trial}")
        pieces = list(cut(*options.to, rng.randint(*options.pieces), rng))
        figure = assembled(pieces, options.flips, rng)
        instance = loads(_text(figure, options), "made")
        totals = _totals(instance, options, deadline)
        if totals is not None:
            expect = f"expect: {{count: {totals.count}, all: {totals.all}}}\n"
            return loads(instance.text + expect, "made")
    return None


def _text(figure: Sequence[str], options: DissectionOptions) -> str:
    rows = "".join(f"  {row}\n" for row in figure)
    to = f"{options.to[0]}x{options.to[1]}"
    return (
        f"puzzle: dissection\ntitle: Seed {options.seed}\nsource: made by zenkai generate\n"
        f"from: |\n{rows}to: {to}\npieces: min\nmax_pieces: {options.pieces[1]}\n"
        f"{'flips: true' + chr(10) if options.flips else ''}"
    )


def _totals(instance: Instance, options: DissectionOptions, deadline: Deadline) -> Tally | None:
    """How many solutions there are; None unless they and their pieces are as many as asked."""
    prepared = prepare(instance)
    compile_for(prepared.backend, prepared.model, partial(say, stream=sys.stderr), quiet=False)
    tally = Tally("orbits")
    for chunk in prepared.chunks(deadline):
        if len(chunk) and len(set("".join(chunk.board(0))) - {OUTSIDE}) < options.pieces[0]:
            return None
        tally.add(chunk)
        if tally.count > options.solutions[1]:
            return None
    return tally if tally.count >= options.solutions[0] else None


# ---- random figures


def cut(rows: int, columns: int, number: int, rng: random.Random) -> Iterator[Shape]:
    """The rectangle as so many connected pieces, which grow from random cells."""
    left = {(r, c) for r in range(rows) for c in range(columns)}
    pieces = [[cell] for cell in rng.sample(sorted(left), number)]
    left.difference_update(cell for piece in pieces for cell in piece)
    while left:
        piece = rng.choice(pieces)
        near = sorted({other for cell in piece for other in neighbours(cell)} & left)
        if near:
            piece.append(rng.choice(near))
            left.discard(piece[-1])
    return map(normalise, pieces)


def assembled(pieces: Sequence[Shape], flips: bool, rng: random.Random) -> list[str]:
    """The pieces, turned at random, put together to a connected figure; its drawing."""
    transforms = list(allowed_transforms(True, flips).values())
    covered: set[Cell] = set()
    for piece in rng.sample(pieces, len(pieces)):
        shape = normalise(map(rng.choice(transforms), piece))
        covered |= set(shape) if not covered else placed(shape, covered, rng)
    top, side = min(r for r, _ in covered), min(c for _, c in covered)
    height, width = max(r for r, _ in covered) - top + 1, max(c for _, c in covered) - side + 1
    return [
        "".join("#" if (top + r, side + c) in covered else EMPTY for c in range(width)) for r in range(height)
    ]


def placed(shape: Shape, covered: set[Cell], rng: random.Random) -> set[Cell]:
    """The shape beside what is covered: of some random places the one with most contacts."""
    border = sorted({near for cell in covered for near in neighbours(cell)} - covered)
    places: list[set[Cell]] = []
    while len(places) < PLACES:
        (r, c), (own_r, own_c) = rng.choice(border), rng.choice(shape)
        moved = {(r - own_r + y, c - own_c + x) for y, x in shape}
        if not moved & covered:
            places.append(moved)
    return max(places, key=lambda own: sum(near in covered for cell in own for near in neighbours(cell)))
