"""Floors of a way: constraints and plain test agree on every board of a small grid, and with floors tried in turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from tests.models.test_genres_vocabulary import agree
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet, Place
from zenkai_solver.models.genres.table import genre
from zenkai_solver.models.genres.vocabulary import (
    CentreLines,
    Fixed,
    FloorsFit,
    ForAll,
    GenreRule,
    HasClue,
    Where,
    WithClue,
    c,
    d,
)

KINDS = genre("bdwalk").given
WAY = tuple(rule for rule in genre("bdwalk").rules if "lift" not in rule.says)
ROWS, COLUMNS = 2, 3
UP, DOWN, EITHER = 1, 2, 3
MIDDLE, BELOW = (1, 3), (3, 3)


def ways(at: Place, goal: Place, passed: tuple[Place, ...] = ()) -> Iterator[tuple[Place, ...]]:
    """Each way over cells that are beside each other."""
    passed = (*passed, at)
    if at == goal:
        yield passed
        return
    for y, x in ((-2, 0), (2, 0), (0, -2), (0, 2)):
        there = at[0] + y, at[1] + x
        if 0 < there[0] < 2 * ROWS and 0 < there[1] < 2 * COLUMNS and there not in passed:
            yield from ways(there, goal, passed)


def fits(way: tuple[Place, ...], numbers: dict[Place, int], lifts: dict[Place, int], top: int) -> bool:
    """Is there a floor to come from, and one behind each cell?"""
    for floors in product(range(1, top + 1), repeat=len(way) + 1):
        moves = zip(way, floors, floors[1:])
        if all(
            numbers.get(at, after) == after
            and {UP: after > before, DOWN: after < before, EITHER: after != before}.get(
                lifts.get(at, 0), after == before
            )
            for at, before, after in moves
        ):
            return True
    return False


@pytest.mark.parametrize(
    ("numbers", "lifts", "top"),
    [
        ({}, {}, 1),
        ({MIDDLE: 2}, {}, 3),
        ({MIDDLE: 2, BELOW: 1}, {}, 3),
        ({MIDDLE: 1}, {BELOW: UP}, 3),
        ({MIDDLE: 3}, {BELOW: DOWN, (3, 1): DOWN}, 3),
        ({(1, 1): 2, (3, 5): 2}, {MIDDLE: EITHER}, 3),
        ({(1, 1): 2, (3, 5): 2}, {MIDDLE: EITHER, (1, 5): UP}, 3),
        ({(3, 5): 1}, {(1, 1): UP, MIDDLE: EITHER, BELOW: DOWN}, 2),
        ({}, {(1, 1): UP, MIDDLE: UP, (1, 5): UP}, 3),
    ],
)
def test_floors_of_a_way(numbers: dict[Place, int], lifts: dict[Place, int], top: int) -> None:
    start, goal = (1, 1), (3, 5)
    wanted = sum(fits(way, numbers, lifts, top) for way in ways(start, goal))
    ends = (Where(at, WithClue("ends"), HasClue("ends", at, i)) for i, at in ((1, c), (2, d)))
    floors = FloorsFit("line", c, d, "numbers", "lifts", Fixed(top))
    sheet = GenreSheet(ROWS, COLUMNS, {"ends": {start: 1, goal: 2}, "numbers": numbers, "lifts": lifts})
    first, last = ends
    for rule, number in ((floors, wanted), (~floors, len([*ways(start, goal)]) - wanted)):
        stated = (*WAY, GenreRule("floors", ForAll(c, first, ForAll(d, last, rule))))
        own = Genre("test", unknown=(CentreLines("line"),), given=KINDS, rules=stated)
        assert agree(GenrePuzzle(own, sheet)) == number
