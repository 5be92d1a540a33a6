"""Generate two figures with one dissection into the least number of pieces.

    zenkai generate dissection [--to 4x5] [--pieces 3|2..4] [--solutions 1|1..3] [--flips] [--seed S]
    zenkai generate dissection --to 3x4 --pieces 2 --difficulty 500..
    zenkai generate dissection --symmetry half-turn --even

A rectangle is cut at random, and its pieces are assembled at random into another figure. The engine then
counts the solutions with the least number of pieces. The same seed gives the same figures on every machine.
Exit codes: 0, 1 if no such figures were found, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from zenkai_solver.models.grid import (
    EMPTY,
    OUTSIDE,
    TRANSFORMS,
    Cell,
    Shape,
    Transform,
    allowed_transforms,
    components,
    neighbours,
    normalise,
)
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import Parser, complain
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.core.pipeline import Tally, prepare
from zenkai_solver.solvers.generators.command import (
    CountedOptions,
    Tried,
    ends,
    make_one,
    number_or_range,
    of_one_solution,
    rules_of,
    sides,
    solved,
    symmetry,
)
from zenkai_solver.solvers.generators.difficulty import RATED_LOOKS, rated_stage
from zenkai_solver.solvers.generators.givens import some_givens
from zenkai_solver.solvers.generators.orbits import SYMMETRIES
from zenkai_solver.solvers.generators.outlines import most_turns, turns
from zenkai_solver.solvers.uniqueness.choosing import MOST_FOUND, KnownSolutions, given, stage_of

TRIALS = 1_000  # cuts, at most
MOST = 64  # cells of a figure
ASSEMBLED = 10  # figures of all but one piece of a cut, to which that one is laid in each way
EVEN = 100  # figures of all pieces of a cut, among which are mostly some with an even outline
MOST_EVEN = 300  # of these that are looked at
PLACES = 6  # random places of a piece, of which the one with most contacts is chosen
RULES = ("flips", "rotations", "identify")
MIRRORS = ("left-right", "up-down")
CROSSED = ("mirrors", "diagonal", "anti-diagonal", "diagonals", "full")  # with mirrors that no piece fits
FOURFOLD = ("quarter-turn", "full")


@dataclass(frozen=True, kw_only=True)
class DissectionOptions(CountedOptions):
    """The options of the command line."""

    to: tuple[int, int]
    pieces: tuple[int, int]
    flips: bool
    symmetry: str
    even: bool


def parser() -> Parser:
    p = Parser(
        prog="zenkai generate dissection",
        usage="zenkai generate dissection [OPTION ...]",
        description="Make two figures that have exactly one dissection into the fewest pieces.",
    )
    p.add_argument("--to", type=_size, default=(4, 5), metavar="RxC", help="the rectangle; default: 4x5")
    p.add_argument(
        "--pieces",
        type=number_or_range,
        default=(3, 3),
        metavar="N|LO..HI",
        help="the fewest pieces with which it can be done; default: 3",
    )
    p.add_argument("--flips", action="store_true", help="pieces may be flipped")
    symmetry(p, "figure 1")
    p.add_argument("--even", action="store_true", help="an even outline of figure 1; mostly for 2 pieces")
    solved(p, "rotations: false")
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
    of_one_solution(options, "figures")
    if (reason := why_none(options)) is not None:
        return complain(f"--symmetry {options.symmetry}: {reason}")
    tried, able = set[tuple[str, ...]](), Tried("figures", options.solutions)

    def none(yet: str = "") -> str:
        if able.scores:
            return able.not_yet() if yet else able.none()
        symmetry = "" if options.symmetry == "none" else f" with the symmetry {options.symmetry}"
        others = "" if yet else "; others come with another --seed, --to or --pieces, or with --flips"
        return f"no such figures{yet} among {len(tried):,}{symmetry}{others}"

    return make_one(partial(make, options, tried=tried, able=able), options, none, partial(none, " yet"))


def why_none(options: DissectionOptions) -> str | None:
    """Why no such figures with the symmetry are made; None if some may be.

    Turns and translations, seen in a mirror, are turns and translations: so a mirror that both figures have
    carries each solution to a solution.
    """
    kind, area = options.symmetry, options.to[0] * options.to[1]
    if kind in FOURFOLD and area % 4 > 1:
        return f"cells come in fours, but for one in the middle; {area} are {area // 4} fours and {area % 4}"
    if kind in CROSSED and options.givens is None and not options.flips and options.solutions[1] == 1:
        return (
            "the mirror image of a solution is another one, as pieces are not flipped, unless the cut is its "
            "own mirror image, which is not searched for; --solutions 2 makes figures with such a pair, "
            "--flips others"
        )
    return None


def make(
    options: DissectionOptions,
    deadline: Deadline = NEVER,
    tried: set[tuple[str, ...]] | None = None,
    able: Tried | None = None,
) -> Instance | None:
    """The first pair of figures of TRIALS cuts that satisfies the options; None if there is none. `tried`
    takes the figures that are looked at, `able` the scores of those that are rated. Raises Interrupted,
    InstanceError, Refused.
    """
    tried, able = set() if tried is None else tried, able or Tried("figures", options.solutions)
    rules = rules_of(options.rules, RULES)
    if options.flips:
        rules += "flips: true\n"
    for trial in range(TRIALS):
        deadline.check()
        rng = random.Random(f"dissection {options.seed} {trial}")
        for figure in _figures(options, "flips: true" in rules, rng, deadline):
            if options.even and not _is_even(figure, options.symmetry):
                continue
            if options.givens is None and tuple(figure) in tried:
                continue  # with givens, a random solution of the same figures is another trial
            if options.even and len(tried) >= MOST_EVEN:
                return None
            tried.add(tuple(figure))
            instance = loads(_text(figure, rules, options), "made")
            made = _with_solutions(instance, options, rng, deadline)
            if made is None:
                continue
            if able.is_wanted(partial(rated_stage, made, deadline, RATED_LOOKS), options.difficulty):
                return made
            if able.enough:
                return None
    return None


def _figures(
    options: DissectionOptions, flips: bool, rng: random.Random, deadline: Deadline
) -> Iterator[list[str]]:
    """Figures of the pieces of a random cut, with the symmetry that is asked for. Raises Interrupted."""
    number, kind = rng.randint(*options.pieces), options.symmetry
    if kind in MIRRORS and number % 2:
        figure = mirrored(*rng.choice((options.to, options.to[::-1])), number, flips, rng)
        if figure is not None:
            yield ["".join(column) for column in zip(*figure)] if kind == "up-down" else figure
        return
    pieces = list(cut(*options.to, number, rng))
    if kind == "none":
        for _ in range(EVEN if options.even else 1):
            deadline.check()
            yield assembled(pieces, flips, rng)
        return
    for _ in range(ASSEMBLED):
        deadline.check()
        yield from symmetric(pieces, flips, kind, rng)


def _is_even(figure: Sequence[str], kind: str) -> bool:
    """Has the figure, which is no rectangle, few corners?"""
    cells = {(r, c) for r, row in enumerate(figure) for c, char in enumerate(row) if char != EMPTY}
    return len(cells) < len(figure) * len(figure[0]) and turns(cells) <= most_turns(len(cells), kind)


def _text(figure: Sequence[str], rules: str, options: DissectionOptions) -> str:
    rows = "".join(f"  {row}\n" for row in figure)
    to = f"{options.to[0]}x{options.to[1]}"
    return (
        f"puzzle: dissection\ntitle: Seed {options.seed}\nsource: made by zenkai generate\n"
        f"from: |\n{rows}to: {to}\npieces: min\nmax_pieces: {options.pieces[1]}\n{rules}"
    )


def _with_solutions(
    instance: Instance, options: DissectionOptions, rng: random.Random, deadline: Deadline
) -> Instance | None:
    """The instance with its givens, or its number of solutions; None if it is not as wanted."""
    if options.givens is not None:
        return _given(instance, options, options.givens, rng, deadline)
    return _counted(instance, options, deadline)


def _counted(instance: Instance, options: DissectionOptions, deadline: Deadline) -> Instance | None:
    """The instance with its number of solutions as `expect`; None if that number, or the number of pieces, is
    not as wanted.
    """
    solutions = _solutions(instance, options, options.solutions[1], deadline)
    if solutions is None or (tally := solutions[0]).count < options.solutions[0]:
        return None
    return loads(f"{instance.text}expect: {{count: {tally.count}, all: {tally.all}}}\n", "made")


def _given(
    instance: Instance, options: DissectionOptions, number: int, rng: random.Random, deadline: Deadline
) -> Instance | None:
    """The instance with `number` fixed pieces of a random solution, which leave no other, or None."""
    solutions = _solutions(instance, options, MOST_FOUND, deadline)
    if solutions is None or not solutions[1]:
        return None
    board = rng.choice(sorted(solutions[1]))  # sorted: the engine's order does not matter
    stage = stage_of(instance.puzzle, KnownSolutions(instance, (board,), True))
    clues = some_givens(stage, board, number, rng, deadline)
    return None if clues is None else given(instance, clues)


def _solutions(
    instance: Instance, options: DissectionOptions, most: int, deadline: Deadline
) -> tuple[Tally, list[Board]] | None:
    """The solutions up to symmetry; None if there are more than `most`, or they have too few pieces."""
    prepared = prepare(instance)
    tally, boards = Tally("orbits"), list[Board]()
    for chunk in prepared.chunks(deadline):
        boards += map(chunk.board, range(len(chunk)))
        tally.add(chunk)
        few = bool(boards) and len(set("".join(boards[0])) - {OUTSIDE}) < options.pieces[0]
        if few or tally.count > most:
            return None
    return tally, boards


# ---- random figures


def cut(rows: int, columns: int, number: int, rng: random.Random) -> Iterator[Shape]:
    """The rectangle cut into `number` connected pieces, which grow from random cells."""
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


def symmetric(pieces: Sequence[Shape], flips: bool, kind: str, rng: random.Random) -> Iterator[list[str]]:
    """All but a last piece assembled at random: the drawings in which that one makes the figure symmetric."""
    *others, last = rng.sample(pieces, len(pieces))
    transforms = allowed_transforms(True, flips).values()
    images = [TRANSFORMS[name] for name in SYMMETRIES[kind]]
    square = any(image((0, 1))[0] for image in images)  # such a symmetry exchanges rows and columns
    covered = _covered(others, flips, rng)
    border = _around(covered)
    for shape in sorted({normalise(map(transform, last)) for transform in transforms}):
        for down, right in sorted({(r - y, c - x) for r, c in border for y, x in shape}):
            moved = {(y + down, x + right) for y, x in shape}
            whole = covered | moved
            if not moved & covered and (not square or _is_square(whole)) and _is_kept(whole, images):
                yield _drawing(whole)


def _is_square(cells: Collection[Cell]) -> bool:
    """Are there as many rows as columns?"""
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    return max(rows) - min(rows) == max(columns) - min(columns)


def _is_kept(cells: Collection[Cell], transforms: Iterable[Transform]) -> bool:
    """Does each of the transforms map the cells onto themselves, but for a shift?"""
    shape = normalise(cells)
    return all(normalise(map(transform, shape)) == shape for transform in transforms)


def assembled(pieces: Sequence[Shape], flips: bool, rng: random.Random) -> list[str]:
    """The drawing of a connected figure of the pieces, which are turned and assembled at random."""
    return _drawing(_covered(rng.sample(pieces, len(pieces)), flips, rng))


def _covered(pieces: Iterable[Shape], flips: bool, rng: random.Random) -> set[Cell]:
    """The cells of the pieces, which are turned and assembled at random in their order."""
    transforms = list(allowed_transforms(True, flips).values())
    covered: set[Cell] = set()
    for piece in pieces:
        shape = normalise(map(rng.choice(transforms), piece))
        covered |= set(shape) if not covered else placed(shape, covered, rng)
    return covered


def mirrored(rows: int, columns: int, number: int, flips: bool, rng: random.Random) -> list[str] | None:
    """A figure whose left and right sides are mirror images: a middle piece, and pairs of pieces that are cut
    from the sides of a rectangle and placed elsewhere, one as the image of the other. None if pieces overlap
    or the middle one falls apart.
    """

    def mirror(cells: Iterable[Cell]) -> set[Cell]:
        return {(r, columns - 1 - c) for r, c in cells}

    left = {(r, c) for r in range(rows) for c in range(columns // 2)}
    covered = {(r, c) for r in range(rows) for c in range(columns)}
    sides = list[set[Cell]]()
    for _ in range(number // 2):
        piece, most = set(rng.sample(sorted(left), min(1, len(left)))), rng.randint(1, rows * columns // 2)
        while len(piece) < most and (near := {x for cell in piece for x in neighbours(cell)} & left - piece):
            piece.add(rng.choice(sorted(near)))
        left -= piece
        covered -= piece | mirror(piece)
        sides.append(piece)
    if not all(sides) or not covered or len(components(covered)) > 1:
        return None
    transforms = list(allowed_transforms(True, flips).values())
    for piece in sides:
        moved = placed(normalise(map(rng.choice(transforms), sorted(piece))), covered, rng)
        if moved & mirror(moved):
            return None
        covered |= moved | mirror(moved)
    return _drawing(covered)


def _drawing(covered: set[Cell]) -> list[str]:
    top, side = min(r for r, _ in covered), min(c for _, c in covered)
    height, width = max(r for r, _ in covered) - top + 1, max(c for _, c in covered) - side + 1
    return [
        "".join("#" if (top + r, side + c) in covered else EMPTY for c in range(width)) for r in range(height)
    ]


def _around(covered: set[Cell]) -> list[Cell]:
    """The cells next to the covered ones, in order."""
    return sorted({near for cell in covered for near in neighbours(cell)} - covered)


def placed(shape: Shape, covered: set[Cell], rng: random.Random) -> set[Cell]:
    """The cells of the shape next to the `covered` ones: of PLACES random ones that with most contacts."""
    border = _around(covered)
    places: list[set[Cell]] = []
    while len(places) < PLACES:
        (r, c), (top, left) = rng.choice(border), rng.choice(shape)
        moved = {(r - top + y, c - left + x) for y, x in shape}
        if not moved & covered:
            places.append(moved)
    return max(places, key=lambda cells: sum(near in covered for cell in cells for near in neighbours(cell)))
