"""Boards that a set of pieces fills in a wanted number of ways.

    zenkai generate packing [--pieces SET] [--lattice cubes] [--solutions 1 | LO..HI] [--seed S] [-o FILE]
    zenkai generate packing --pieces tetrominoes --difficulty 200..

A random heap of all pieces is a board with at least one solution. While it has too many or too few, one piece
is moved, and the move is undone if the number of solutions gets further from the wanted range. All choices
depend on the seed and on counts with a fixed bound, so the board is the same on every machine. Exit codes: 0,
1 if no such board was found, 2 bad input, 3 cut short, 130 Ctrl-C.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

import yaml

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.lattice import Figure, Lattice, Vector, minus, plus
from zenkai_solver.models.lattices.region import connected_parts, region
from zenkai_solver.models.loading import FAMILIES, loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.packing.reading_rules import RULES as WISHES
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.command import Parser, Refused
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.generators.command import (
    PUZZLES,
    YAML_ENDINGS,
    CountedOptions,
    Tried,
    ends,
    make_one,
    no_format,
    of_one_solution,
    off,
    rules_of,
    solved,
    symmetry,
)
from zenkai_solver.solvers.generators.difficulty import RATED_LOOKS, rated
from zenkai_solver.solvers.generators.givens import some_givens
from zenkai_solver.solvers.generators.outlines import EvenBoard
from zenkai_solver.solvers.generators.parity import difference_of, differences, why_none_fits
from zenkai_solver.solvers.uniqueness.choosing import given

ROUNDS, EVEN_ROUNDS = 2_000, 300  # changes that are tried, of heaps and of even boards
FIRST, LATER = 1, 3  # a piece is laid at a place with one of the 1, or 3, largest numbers of contacts
BEYOND = 4  # solutions are counted up to this factor times the largest wanted number
STUCK = 40  # changes without improvement, after which a worse one is accepted
MOST_PIECES, MOST_ON_EVEN = 40, 24  # larger even boards have far too many solutions
FREEDOM = ("flips", "rotations", "orientations", "mirror")  # keys that say how a piece may be turned
SOURCE = "source: made by zenkai generate packing, seed {}\n"
RULES = (*FREEDOM, "no_crossings", *WISHES)

Laid = dict[str, Figure]  # the cells of each piece


@dataclass(frozen=True, kw_only=True)
class PackingOptions(CountedOptions):
    """The options of the command line."""

    pieces: str
    lattice: str
    symmetry: str
    even: bool

    @property
    def outlined(self) -> bool:
        """Is the outline of the board drawn first, in place of that of a heap of pieces?"""
        return self.even or self.symmetry != "none"


def parser() -> Parser:
    p = Parser(
        prog="zenkai generate packing",
        usage="zenkai generate packing [OPTION ...]",
        description="Make a board that a set of pieces fills.",
    )
    p.add_argument(
        "--pieces", default="pentominoes", metavar="SET", help="each piece once; default: pentominoes"
    )
    p.add_argument(
        "--lattice",
        choices=list(LATTICES),
        default="squares",
        metavar="NAME",
        help=f"{', '.join(LATTICES)}; default: squares",
    )
    symmetry(p, "the board, of squares, whose outline is then even; its images of a solution count as one")
    p.add_argument("--even", action="store_true", help="an even outline, not a ragged one, of squares")
    solved(p, "no_crossings, touch: never")
    ends(p, "board", "default: standard output, as YAML")
    return p


def main(argv: Sequence[str]) -> int:
    """Raises InstanceError, Refused, OSError."""
    options = PackingOptions(**vars(parser().parse_args(argv)))
    if options.output is not None and options.output.suffix.lower() not in YAML_ENDINGS:
        raise Refused(no_format(options.output, YAML_ENDINGS))
    of_one_solution(options, "boards")
    if options.outlined and options.lattice != "squares":
        raise Refused("--symmetry and --even are of boards of squares")
    if options.outlined and options.givens is not None:
        raise Refused("--givens fixes the pieces of a heap, without --symmetry and --even")
    if options.symmetry != "none" and options.difficulty:
        raise Refused("--difficulty is of boards with one solution; with --symmetry each has its images, too")
    tried = Tried("board", options.solutions)
    return make_one(partial(made, options, tried=tried), options, tried.none, tried.not_yet)


def made(options: PackingOptions, deadline: Deadline, tried: Tried) -> Instance | None:
    """The first board that satisfies the options, or None. Raises Interrupted, InstanceError, Refused."""
    for trial in range(PUZZLES if options.difficulty or options.givens else 1):
        if tried.enough:
            return None
        rng = random.Random(f"{options.seed} {trial}" if trial else options.seed)
        rules = rules_of(options.rules, RULES)
        heap = Heap(options.pieces, LATTICES[options.lattice], rng, rules)
        shape: Heap | EvenHeap = EvenHeap(heap, options.symmetry) if options.outlined else heap
        if options.givens is not None:
            instance = _given(heap, options.seed, options.givens, deadline)
        elif (number := wanted(shape, tried, deadline)) is not None:
            counted = f"expect: {{count: {number}}}\n"
            instance = loads(f"{drawn(shape)}{counted}{SOURCE.format(options.seed)}", "made")
        else:
            continue
        if instance is not None and _is_wanted(instance.puzzle, options.difficulty, tried, deadline):
            return instance
    return None


def _is_wanted(puzzle: Puzzle, wanted: tuple[int, int] | None, tried: Tried, deadline: Deadline) -> bool:
    """Is the difficulty in the range? A board with a symmetry has several solutions and cannot be rated."""
    if wanted is None:
        return True
    if puzzle.symmetries().order > 1:
        return False
    return tried.is_wanted(partial(rated, puzzle, deadline, RATED_LOOKS), wanted)


def _given(heap: Heap, seed: int, number: int, deadline: Deadline) -> Instance | None:
    """The board with `number` pieces fixed as they lie; None if the heap breaks a rule, or no such pieces
    leave only this solution.
    """
    bare = loads(drawn(heap) + SOURCE.format(seed), "made")
    letter = {cell: label for label, figure in heap.laid.items() for cell in figure}
    cells = region(heap.lattice, heap.cells)
    board = cells.board([letter[vector] for vector in cells.vectors])
    if any(bare.puzzle.violations(board)):
        return None
    clues = some_givens(bare.puzzle, board, number, heap.rng, deadline)
    return None if clues is None else given(bare, clues)


# ---- heaps of pieces


class Heap:
    """The pieces, laid at random so that their cells are connected. Raises InstanceError, Refused.

    `shapes`: the orientations of each piece; `laid`: its cells.
    """

    def __init__(self, pieces: str, lattice: Lattice, rng: random.Random, rules: str = "") -> None:
        self.lattice, self.rng, self.pieces, self.rules = lattice, rng, pieces, rules
        usual = {"board": "x".join(["2"] * lattice.dimension), "fill": "partial", "counts": "0..1"}
        kept = {key: value for key, value in (yaml.safe_load(rules) or {}).items() if key in FREEDOM}
        puzzle = FAMILIES["packing"].read(
            Fields({"lattice": lattice.name, "pieces": pieces, **usual, **kept})
        )
        assert isinstance(puzzle, Packing)
        self.shapes = {piece.label: puzzle.orientations[piece.label] for piece in puzzle.pieces}
        if not 2 <= len(self.shapes) <= MOST_PIECES:
            raise Refused(f"--pieces: {len(self.shapes)} pieces; from 2 to {MOST_PIECES} are laid")
        self.laid: Laid = {}
        order = list(self.shapes)
        rng.shuffle(order)
        for label in order:
            self.lay(label, FIRST)

    @property
    def cells(self) -> set[Vector]:
        return {cell for figure in self.laid.values() for cell in figure}

    def lay(self, label: str, close: int) -> None:
        """Lay a piece next to the others, at a random place among the `close` ones with most contacts."""
        taken = self.cells
        ways: dict[Figure, int] = {}
        beside = sorted({x for cell in taken for x in self.lattice.neighbours(cell)} - taken)
        for shape in self.shapes[label]:
            for cell in beside or [self.lattice.classes[0]]:
                for part in shape:
                    if self.lattice.is_translation(shift := minus(cell, part)):
                        figure = tuple(plus(x, shift) for x in shape)
                        if figure not in ways and taken.isdisjoint(figure):
                            ways[figure] = sum(
                                near in taken for cell in figure for near in self.lattice.neighbours(cell)
                            )
        best = sorted(set(ways.values()))[-close:]
        self.laid[label] = self.rng.choice(sorted(x for x, contacts in ways.items() if contacts in best))

    def change(self) -> Callable[[], None]:
        """Move a random piece without which the others are connected; returns what undoes it."""
        before = dict(self.laid)
        order = sorted(self.laid)
        self.rng.shuffle(order)
        for label in order:
            rest = {cell for x, figure in self.laid.items() if x != label for cell in figure}
            if len(connected_parts(self.lattice, rest)) == 1:
                del self.laid[label]
                self.lay(label, LATER)
                break

        def undo() -> None:
            self.laid = before

        return undo


class EvenHeap:
    """A board for the pieces of a heap whose outline is even and symmetric, whether they fill it or not.

    Raises Refused.
    """

    def __init__(self, heap: Heap, symmetry: str) -> None:
        self.lattice, self.pieces, self.rules = heap.lattice, heap.pieces, heap.rules
        figures = [[(y, x) for y, x, *_ in figure] for figure in heap.laid.values()]
        if len(figures) > MOST_ON_EVEN:
            raise Refused(
                f"--symmetry and --even are of at most {MOST_ON_EVEN} pieces; here are {len(figures)}"
            )
        if (reason := why_none_fits(figures, symmetry)) is not None:
            raise Refused(f"--symmetry {symmetry}: {reason}")
        able = differences(figures)
        try:
            self.board = EvenBoard(
                len(heap.cells), symmetry, heap.rng, may=lambda cells: difference_of(cells) in able
            )
        except ValueError as error:
            raise Refused(f"--symmetry and --even: {error}") from None

    @property
    def cells(self) -> Collection[Vector]:
        return self.board.cells

    def change(self) -> Callable[[], None]:
        """Move cells along the outline; returns what undoes it."""
        return self.board.change()


# ---- the number of solutions


def wanted(heap: Heap | EvenHeap, tried: Tried, deadline: Deadline = NEVER) -> int | None:
    """Change the heap until its number of solutions is in the range; this number, or None if it is not after
    ROUNDS changes. Raises Interrupted.
    """
    lo, hi = tried.solutions
    most = BEYOND * hi
    number, refused = counted(heap, most, deadline), 0
    for _ in range(EVEN_ROUNDS if isinstance(heap, EvenHeap) else ROUNDS):
        if lo <= number <= hi:
            return number
        before = heap.change()
        new = counted(heap, most, deadline)
        tried.numbers.append(new)
        further, before_it = _off(new, tried.solutions), _off(number, tried.solutions)
        if further < before_it or refused == STUCK:
            number, refused = new, 0
        elif further == before_it:
            number, refused = new, refused + 1
        else:
            before()
            refused += 1
    return None


def _off(number: int, solutions: tuple[int, int]) -> float:
    """How far the number is from the range; an even board that nothing fills is as far as one with too many,
    as boards between them are to be found from either.
    """
    return off(number or BEYOND * solutions[1] + 1, solutions)


def counted(heap: Heap | EvenHeap, most: int, deadline: Deadline) -> int:
    """The number of solutions up to symmetry, but at most `most` + 1, so that it does not depend on the order
    in which they are found. Raises Interrupted.
    """
    number = 0
    try:
        prepared = prepare(loads(drawn(heap), "heap"), options=Options(workers=1))
    except InstanceError:
        if isinstance(heap, Heap):  # whose pieces fit
            raise
        return 0
    for chunk in prepared.chunks(deadline):
        number += sum(chunk.representatives)
        if number > most:
            return most + 1
    return number


def drawn(heap: Heap | EvenHeap) -> str:
    """The text of the instance, without the number of its solutions."""
    area = region(heap.lattice, heap.cells)
    rows = [row.replace(" ", ".") for row in area.board(["#"] * len(area.cells))]
    if heap.lattice.dimension == 3:
        rows[area.height :: area.height + 1] = [""] * len(rows[area.height :: area.height + 1])
    lattice = "" if heap.lattice.name == "squares" else f"lattice: {heap.lattice.name}\n"
    board = "".join(f"  {row}".rstrip() + "\n" for row in rows)
    pieces = yaml.safe_dump({"pieces": heap.pieces}, sort_keys=False)
    return f"puzzle: packing\n{lattice}board: |\n{board}{pieces}{heap.rules}"
