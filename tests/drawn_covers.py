"""Random small covers with all that a cover may have at once, and their solutions by brute force.

A draw is a puzzle whose boards are one row: cell v shows X where variable v is true. So the whole way of a run
goes through it: conditions, symmetry, decoding, the rules, canonical forms.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, Constraint, ExactlyOne, holds
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.grid import EMPTY, Region
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, Symmetry, SymmetryGroup
from zenkai_solver.models.where.language import Expression, Words
from zenkai_solver.models.where.language import holds as is_so

MOST = 9  # variables: brute force tries 512 assignments
FAR = 10**20  # beyond a machine word
TRIES = 8  # models drawn for one that has a solution
Perm = tuple[int, ...]  # perm[v] is the image of variable v, perm[0] = 0


@dataclass(frozen=True)
class Row:
    """The puzzle of a model, with the symmetries of the model."""

    family: ClassVar[str] = "row"
    drawn: Model

    def model(self) -> Model:
        return self.drawn

    def decode(self, solution: Solution) -> Board:
        return ("".join("X" if v in solution else EMPTY for v in range(1, self.drawn.size + 1)),)

    def encode(self, board: Board) -> Solution:
        return tuple(v for v, cell in enumerate(board[0], 1) if cell == "X")

    def violations(self, board: Board) -> Iterator[str]:
        true = set(self.encode(board))
        yield from (repr(constraint) for constraint in self.drawn.constraints if not holds(constraint, true))

    @cached_property
    def region(self) -> Region:
        return Region(1, self.drawn.size, tuple((0, c) for c in range(self.drawn.size)))

    def symmetries(self) -> SymmetryGroup:
        perms = self.drawn.symmetries or (tuple(range(self.drawn.size + 1)),)
        elements = tuple(Symmetry(tuple(image - 1 for image in perm[1:])) for perm in perms)
        return SymmetryGroup(self.region, elements)

    @property
    def facts(self) -> Sequence[Fact]:
        return [Fact("X", ((0, c),)) for c in range(self.drawn.size)]

    def render(self, board: Board, style: Style = "ascii") -> str:
        return board[0]

    def svg(self, board: Board) -> str:
        return board[0]


# ---- drawing


def group(rng: random.Random, size: int) -> tuple[Perm, ...]:
    """A group of permutations of the variables, the identity first; mostly no more than that."""
    cells = range(1, size + 1)
    identity = tuple(range(size + 1))
    match rng.randrange(8):
        case 0 | 1 if size > 1:
            return identity, (0, *reversed(cells))
        case 2 if size % 2 == 0:
            half, turn = size // 2, (0, *reversed(cells))
            shift = (0, *((v - 1 + half) % size + 1 for v in cells))
            return tuple(dict.fromkeys((identity, turn, shift, tuple(turn[v] for v in shift))))
        case 3 if size > 2:
            step = rng.choice([s for s in range(1, size) if size % s == 0])
            return tuple((0, *((v - 1 + k) % size + 1 for v in cells)) for k in range(0, size, step))
        case 4 if size > 2:
            a, b = rng.sample(list(cells), 2)
            return identity, tuple({a: b, b: a}.get(v, v) for v in identity)
        case _:
            return (identity,)


def orbits(perms: Sequence[Perm]) -> list[tuple[int, ...]]:
    """The variables, images of each other together."""
    return sorted({tuple(sorted({perm[v] for perm in perms})) for v in range(1, len(perms[0]))})


def images(perms: Sequence[Perm], lits: Sequence[int]) -> list[tuple[int, ...]]:
    return sorted({tuple(sorted(perm[v] for v in lits)) for perm in perms})


def some(rng: random.Random, size: int, least: int = 1) -> list[int]:
    return rng.sample(range(1, size + 1), rng.randint(min(least, size), min(size, 5)))


def union(rng: random.Random, orbits_of: Sequence[tuple[int, ...]], share: float) -> tuple[int, ...]:
    return tuple(sorted(v for orbit in orbits_of if rng.random() < share for v in orbit))


def constraints(rng: random.Random, size: int, perms: Sequence[Perm]) -> Iterator[Constraint]:
    """Closed under the permutations. Every variable is in an item, or forbidden."""
    orbits_of = orbits(perms)
    anchored = rng.random() < (0.8 if len(perms) > 1 else 0.5)  # an item that is its own image
    items = [union(rng, orbits_of, 0.6)] * anchored
    items += [item for _ in range(rng.randint(0, 2)) for item in images(perms, some(rng, size, 2))]
    yield from map(ExactlyOne, filter(None, items))
    most = [item for _ in range(rng.randint(0, 2)) for item in images(perms, some(rng, size, 2))]
    loose = set(range(1, size + 1)).difference(*items, *most)
    rest = tuple(v for orbit in orbits_of if loose.issuperset(orbit) for v in orbit)
    if rest and rng.random() < 0.7:
        yield AtMostOne(rest)
    else:
        yield from (Clause((-v,)) for v in rest)
    yield from map(AtMostOne, most)
    left = list(orbits_of)
    for _ in range(rng.choice([0, 0, 1, 2])):
        counted = union(rng, left, 0.5)
        left = [orbit for orbit in left if orbit[0] not in counted]
        lo = rng.choice([*(-1, 0, 0, 1, 1, 2, 2) * 5, FAR])
        yield Cardinality(counted, lo, rng.choice([lo + rng.randint(0, 2), size, FAR]))
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        yield from map(Clause, images(perms, some(rng, size)))
    for sign in (1, -1):
        if rng.random() < 0.12:
            yield from (Clause((sign * v,)) for v in rng.choice(orbits_of))


def model(rng: random.Random) -> Model:
    """Some have no solution; `branch` is an ExactlyOne of the model, as if it had been anchored, or nothing."""
    for _ in range(TRIES):
        size = rng.randint(1, MOST)
        perms = group(rng, size) * rng.choice(
            [1, 1, 1, 2]
        )  # as on a thin board, which several moves keep alike
        body = list(constraints(rng, size, perms))
        rng.shuffle(body)
        names, variables = tuple(range(size)), tuple(range(1, size + 1))
        exact = [c.lits for c in body if isinstance(c, ExactlyOne)]
        branch = rng.choice(exact) if exact and rng.random() < 0.3 else ()
        model = Model(names, tuple(body), variables, perms if len(perms) > 1 else (), branch=branch)
        if rng.random() < 0.05 or len(solutions(model)):
            break
    return model


def condition(rng: random.Random, perms: Sequence[Perm]) -> str:
    """As it is written in `where`: of some facts, or of all images of one, which keeps the symmetry."""
    if rng.random() < 0.4:
        facts = [fact(v) for v in rng.choice(orbits(perms))]
        return rng.choice([" or ", " or ", " and "]).join(facts) if rng.random() < 0.8 else f"not {facts[0]}"
    return _condition(rng, len(perms[0]) - 1, 2)


def _condition(rng: random.Random, size: int, depth: int) -> str:
    if not depth or rng.random() < 0.3:
        return f"{rng.choice(['', '', 'not '])}{fact(rng.randint(1, size))}"
    one, two = (_condition(rng, size, depth - 1) for _ in range(2))
    return f"({one}) {rng.choice(['and', 'or', 'or'])} ({two})"


def fact(var: int) -> str:
    return f"X@{'ABCDEFGHI'[var - 1]}1"


# ---- brute force


def assignments(size: int) -> np.ndarray:
    """bool[2 ** size, size + 1]: of each assignment the variables, from 1."""
    numbers = np.arange(1 << size)
    return (numbers[:, None] >> np.arange(-1, size)) & (np.arange(size + 1) > 0) == 1


def allowed(constraint: Constraint, values: np.ndarray) -> np.ndarray:
    """bool[assignment]: does the constraint hold? By the number of its true literals."""
    assert isinstance(constraint, ExactlyOne | AtMostOne | Cardinality | Clause)
    true = sum((values[:, abs(x)] == (x > 0)).astype(int) for x in constraint.lits) + np.zeros(
        len(values), int
    )
    match constraint:
        case ExactlyOne():
            return true == 1
        case AtMostOne():
            return true <= 1
        case Cardinality(_, lo, hi):
            return (lo <= true) & (true <= hi)
        case Clause():
            return true >= 1


def solutions(given: Model, text: str = "") -> list[Solution]:
    """All of them, under the condition if there is one, sorted."""
    values = assignments(given.size)
    right = np.ones(len(values), bool)
    for constraint in given.constraints:
        right &= allowed(constraint, values)
    listed = [tuple(map(int, np.flatnonzero(row))) for row in values[right]]
    asked: Expression | None = (
        Words.of(Row(given).facts, Row(given).region.cells).parse(text) if text else None
    )
    return sorted(solution for solution in listed if asked is None or is_so(asked, frozenset(solution)))


def by_orbit(listed: Sequence[Solution], perms: Sequence[Perm]) -> Counter[frozenset[Solution]]:
    """The solutions of each orbit, once for each of them."""
    every = perms or [tuple(range(MOST + 1))]
    return Counter(
        frozenset(tuple(sorted(perm[v] for v in solution)) for perm in every) for solution in listed
    )
