"""Boards that a set of pieces fills in a wanted number of ways.

    zenkai generate packing [--pieces SET] [--lattice cubes] [--solutions 1 | LO..HI] [--seed S] [-o FILE]
    zenkai generate packing --pieces tetrominoes --difficulty 200..

A random heap of all pieces is a board with at least one solution. While it has too many or few, one piece
is taken off and laid elsewhere, and a change that leads further from the wanted number is taken back. All
choices come from the seed and from counts that are cut off at a fixed number, so the board is the same on
every machine. Exit codes: 0, 1 if no such board was found, 2 bad input, 3 cut short, 130 Ctrl-C.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import yaml

from zenkai_solver.models.fields import Fields
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.lattice import Figure, Lattice, Vector, minus, plus
from zenkai_solver.models.lattices.region import connected_parts, region
from zenkai_solver.models.loading import FAMILIES, loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.packing.reading_rules import RULES as WISHES
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.backend import Options
from zenkai_solver.solvers.core.command import Parser, Refused
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.generators.command import (
    PUZZLES,
    YAML_ENDINGS,
    difficulty,
    ends,
    make_one,
    no_format,
    of_one_solution,
    refuse,
    rules_of,
    solved,
)
from zenkai_solver.solvers.generators.difficulty import rated
from zenkai_solver.solvers.generators.givens import some_givens
from zenkai_solver.solvers.uniqueness.choosing import given

ROUNDS = 2_000  # changes that are tried
FIRST, LATER = 1, 3  # a piece is laid where its contacts are the most, or among the three largest numbers
BEYOND = 4  # solutions are counted up to so many times the most that are wanted
STUCK = 40  # changes taken back since one helped, after which one is kept though it is worse
MOST_PIECES = 40
FREEDOM = ("flips", "rotations", "orientations", "mirror")  # rules of how a piece lies
RULES = (*FREEDOM, "no_crossings", *WISHES)

Laid = dict[str, Figure]  # the cells of each piece


@dataclass(frozen=True)
class PackingOptions:
    """What is asked for; the fields are the options of the command line."""

    pieces: str
    lattice: str
    rules: str
    solutions: tuple[int, int]
    givens: int | None
    difficulty: tuple[int, int] | None
    unique: bool
    seed: int
    time_limit: float | None
    output: Path | None


def parser() -> Parser:
    p = Parser(prog="zenkai generate packing", description="Make a board that a set of pieces fills.")
    p.add_argument("--pieces", default="pentominoes", metavar="SET", help="default pentominoes, each once")
    p.add_argument("--lattice", choices=list(LATTICES), default="squares", help="default squares")
    p.add_argument(
        "--difficulty",
        type=difficulty,
        metavar="LO..HI",
        help="the score that `zenkai explain --rate` gives, of a board with one solution",
    )
    refuse(p, "--symmetry", "a heap of pieces has the form that they make")
    solved(p, "no_crossings, touch: never")
    ends(p, "board", "default: standard output, as YAML")
    return p


def main(argv: Sequence[str]) -> int:
    """Raises InstanceError, Refused, OSError."""
    options = PackingOptions(**vars(parser().parse_args(argv)))
    if options.output is not None and options.output.suffix.lower() not in YAML_ENDINGS:
        raise Refused(no_format(options.output, YAML_ENDINGS))
    of_one_solution(options, "boards", {"--difficulty": options.difficulty})
    several = options.difficulty or options.givens
    tried = f"{PUZZLES:,} boards" if several else f"{ROUNDS:,} changes"
    return make_one(partial(_text, options), options, f"no such board after {tried}", "no such board yet")


def _text(options: PackingOptions, deadline: Deadline) -> str | None:
    """The instance as it is written. Raises Interrupted, InstanceError, Refused."""
    found = made(options, deadline)
    return None if found is None else found.text


def made(options: PackingOptions, deadline: Deadline) -> Instance | None:
    """Raises Interrupted, InstanceError, Refused."""
    for trial in range(PUZZLES if options.difficulty or options.givens else 1):
        rng = random.Random(f"{options.seed} {trial}" if trial else options.seed)
        rules = rules_of(options.rules, RULES)
        heap = Heap(options.pieces, LATTICES[options.lattice], rng, rules)
        found = _given(heap, options, deadline) if options.givens else _counted(heap, options, deadline)
        if found is not None and (
            options.difficulty is None or _as_hard(found, options.difficulty, deadline)
        ):
            return found
    return None


def _as_hard(instance: Instance, asked: tuple[int, int], deadline: Deadline) -> bool:
    """Of a board with a symmetry there are several solutions, and nothing to rate."""
    puzzle = instance.puzzle
    return puzzle.symmetries().order == 1 and asked[0] <= rated(puzzle, deadline) <= asked[1]


def _counted(heap: Heap, options: PackingOptions, deadline: Deadline) -> Instance | None:
    """The board with a wanted number of solutions."""
    number = wanted(heap, options, deadline)
    if number is None:
        return None
    return loads(f"{drawn(heap)}expect: {{count: {number}}}\n{_source(options)}", "made")


def _given(heap: Heap, options: PackingOptions, deadline: Deadline) -> Instance | None:
    """The board with so many pieces fixed as they lie; None where they keep a rule not, or leave more."""
    bare = loads(drawn(heap) + _source(options), "made")
    letter = {cell: label for label, own in heap.laid.items() for cell in own}
    own = region(heap.lattice, heap.cells)
    board = own.board([letter[vector] for vector in own.vectors])
    if options.givens is None or any(bare.puzzle.violations(board)):
        return None
    clues = some_givens(bare.puzzle, board, options.givens, heap.rng, deadline)
    return None if clues is None else given(bare, clues)


def _source(options: PackingOptions) -> str:
    return f"source: made by zenkai generate packing, seed {options.seed}\n"


# ---- heaps of pieces


class Heap:
    """The pieces, and where they lie; connected at all times. Raises InstanceError, Refused."""

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
        return {cell for own in self.laid.values() for cell in own}

    def lay(self, label: str, close: int) -> None:
        """Beside the others, at one of the places with the `close` largest numbers of contacts."""
        taken = self.cells
        ways: dict[Figure, int] = {}
        beside = sorted({x for cell in taken for x in self.lattice.neighbours(cell)} - taken)
        for shape in self.shapes[label]:
            for cell in beside or [self.lattice.classes[0]]:
                for own in shape:
                    if self.lattice.is_translation(shift := minus(cell, own)):
                        figure = tuple(plus(x, shift) for x in shape)
                        if figure not in ways and taken.isdisjoint(figure):
                            ways[figure] = self._contacts(figure, taken)
        best = sorted(set(ways.values()))[-close:]
        self.laid[label] = self.rng.choice(sorted(x for x, contacts in ways.items() if contacts in best))

    def _contacts(self, figure: Figure, taken: set[Vector]) -> int:
        return sum(near in taken for cell in figure for near in self.lattice.neighbours(cell))

    def change(self) -> Laid:
        """Take a piece off that does not hold the others together, and lay it anew. What was laid before."""
        before = dict(self.laid)
        order = sorted(self.laid)
        self.rng.shuffle(order)
        for label in order:
            rest = {cell for x, own in self.laid.items() if x != label for cell in own}
            if len(connected_parts(self.lattice, rest)) == 1:
                del self.laid[label]
                self.lay(label, LATER)
                break
        return before


# ---- the number of solutions


def wanted(heap: Heap, options: PackingOptions, deadline: Deadline = NEVER) -> int | None:
    """The number of solutions when it is in the range; None after ROUNDS changes. Raises Interrupted."""
    lo, hi = options.solutions
    most = BEYOND * hi
    number, refused = counted(heap, most, deadline), 0
    for _ in range(ROUNDS):
        if lo <= number <= hi:
            return number
        before = heap.change()
        new = counted(heap, most, deadline)
        if _off(new, lo, hi) < _off(number, lo, hi) or refused == STUCK:
            number, refused = new, 0
        elif _off(new, lo, hi) == _off(number, lo, hi):
            number, refused = new, refused + 1
        else:
            heap.laid, refused = before, refused + 1
    return None


def _off(number: int, lo: int, hi: int) -> int:
    return max(lo - number, number - hi, 0)


def counted(heap: Heap, most: int, deadline: Deadline) -> int:
    """Up to symmetry, at most `most` + 1: the count does not depend on how the search comes to it."""
    found = 0
    prepared = prepare(loads(drawn(heap), "heap"), options=Options(workers=1))
    for chunk in prepared.chunks(deadline):
        found += sum(chunk.representatives)
        if found > most:
            return most + 1
    return found


def drawn(heap: Heap) -> str:
    """The instance without its number."""
    own = region(heap.lattice, heap.cells)
    rows = [row.replace(" ", ".") for row in own.board(["#"] * len(own.cells))]
    if heap.lattice.dimension == 3:
        rows[own.height :: own.height + 1] = [""] * len(rows[own.height :: own.height + 1])
    lattice = "" if heap.lattice.name == "squares" else f"lattice: {heap.lattice.name}\n"
    board = "".join(f"  {row}".rstrip() + "\n" for row in rows)
    pieces = yaml.safe_dump({"pieces": heap.pieces}, sort_keys=False)
    return f"puzzle: packing\n{lattice}board: |\n{board}{pieces}{heap.rules}"
