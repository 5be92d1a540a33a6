"""Clues whose places are drawn before the board, at first without their values: the board follows them.

In some genres the solution says where clues can be, such as one in each of its areas. With a symmetry they
are placed first; so they are where rules say more about the groups of cells in which a clue is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from zenkai_solver.models.genres.clues import ClueKind, CompassClue, NumberClue, SignClue, SignedClue
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.groups import GroupCount, SameGroup
from zenkai_solver.models.genres.places import WithClue
from zenkai_solver.models.genres.sheet import HIDDEN, Place, Value, cell, values_in
from zenkai_solver.models.genres.statements import ForAll
from zenkai_solver.solvers.generators.clues import ends_at, one_in_each
from zenkai_solver.solvers.generators.orbits import orbits

CELLS_PER_CLUE = (4, 5, 6, 8)
CELLS_PER_END = (4, 5, 6)  # of lines
Places = Sequence[Place]


def follow_board(genre: Genre, kind: ClueKind) -> bool:
    """Does the solution say where clues of the kind are?"""
    return bool(one_in_each(genre, kind.key) or ends_at(genre, kind.key))


def can_be_placed(genre: Genre, kind: ClueKind) -> bool:
    """Does it, and can they be without a value? Not numbers at the ends of lines: where these are placed, few
    boards have one solution.
    """
    if isinstance(kind, NumberClue) and ends_at(genre, kind.key):
        return False
    return follow_board(genre, kind) and _unsaid(kind, random.Random()) is not None


def must_be_placed(genre: Genre, kind: ClueKind) -> bool:
    """Does a rule go through all clues of the kind and say which cells are in their groups, or how the lines
    are that end there?
    """
    every = WithClue(kind.key, hidden=getattr(kind, "hidden", False))
    of_all = (
        rule.holds.holds
        for rule in genre.rules
        if isinstance(rule.holds, ForAll) and rule.holds.over == every
    )
    words = GroupCount if ends_at(genre, kind.key) else SameGroup
    return can_be_placed(genre, kind) and any(
        isinstance(word, words) for holds in of_all for word in values_in(holds)
    )


def placed(
    genre: Genre, kind: ClueKind, together: Sequence[Places], rng: random.Random
) -> dict[Place, Value]:
    """Clues without values at random places; those that are `together` have clues or not."""
    per_clue = rng.choice(CELLS_PER_END if ends_at(genre, kind.key) else CELLS_PER_CLUE)
    chosen = as_many(together, sum(map(len, together)) // per_clue, rng)
    values = ((place, _unsaid(kind, rng)) for place in chosen)
    return {place: value for place, value in values if value is not None}


def _unsaid(kind: ClueKind, rng: random.Random) -> Value | None:
    """A clue that says as little as its kind can; None where a clue says its value."""
    match kind:
        case NumberClue(hidden=True) | SignClue(hidden=True):
            return HIDDEN
        case SignClue():
            return rng.randint(1, len(kind.signs))
        case SignedClue(arrows=False, last=False):
            return rng.randint(1, len(kind.signs)), HIDDEN
        case CompassClue():
            return (HIDDEN,) * 4
    return None


def as_many(together: Sequence[Places], number: int, rng: random.Random) -> list[Place]:
    """At most so many random places, and fewer only where those that are together are too many."""
    chosen: list[Place] = []
    for places in rng.sample(together, len(together)):
        if len(chosen) + len(places) <= number:
            chosen += places
    return chosen


def cells_together(symmetry: str, rows: int, columns: int) -> list[list[Place]]:
    """The cells of a board that a symmetry of SYMMETRIES moves onto each other. The size must allow it."""
    numbers = orbits(symmetry, rows, columns)
    assert numbers is not None
    return [[cell(*divmod(number, columns)) for number in orbit] for orbit in numbers]
