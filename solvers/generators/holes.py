"""Holes in a board such that the rules have a board of each part between them."""

from __future__ import annotations

import random
from collections.abc import Collection
from contextlib import closing

from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.sheet import GenreSheet, Place, Value
from zenkai_solver.models.grid import components
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.sheets import Sheets

CHANGES = 300  # parts that are tried
MOST_EFFORT = 3_000  # work of a search for a board
LARGEST = 12  # cells of a part: the numbers of large ones contradict each other, or are hard to find

Part = tuple[Place, ...]


def with_boards(
    genre: Genre, key: str, sheet: GenreSheet, rng: random.Random, deadline: Deadline = NEVER
) -> dict[Place, Value]:
    """The holes of the key on the sheet, changed until each part of the other cells has a board for itself.

    A part without one loses a cell, or gains a hole beside it. After many changes the holes may have none.
    """
    holes = dict(sheet.clues[key])
    value = next(iter(holes.values()))
    known: dict[Part, bool] = {}
    for _ in range(CHANGES):
        deadline.check()
        part = next(
            (
                part
                for part in _parts(sheet, holes)
                if not _has_board(genre, key, sheet, part, known, deadline)
            ),
            None,
        )
        if part is None:
            break
        beside = sorted({at for place in part for at in sheet.related(place, "neighbours") if at in holes})
        if beside and len(part) < LARGEST and rng.random() < 0.5:
            del holes[rng.choice(beside)]
        else:
            holes[rng.choice(part)] = value
    return holes


def has_board(sheets: Sheets, sheet: GenreSheet, most: int = MOST_EFFORT) -> bool:
    """Has the sheet, an extension of the base, a board that is found with so little work?"""
    assumed = sheets.conditions(sheet)
    return assumed is not None and sheets.solver.solution_within(assumed, most).true is not None


def _parts(sheet: GenreSheet, holes: Collection[Place]) -> list[Part]:
    """The connected parts of the cells that are no holes, the smallest first."""
    left = [(y // 2, x // 2) for y, x in sheet.every["cell"] if (y, x) not in holes]
    parts = [tuple(sorted((2 * r + 1, 2 * c + 1) for r, c in part)) for part in components(left)]
    return sorted(parts, key=len)


def _has_board(
    genre: Genre, key: str, sheet: GenreSheet, part: Part, known: dict[Part, bool], deadline: Deadline
) -> bool:
    """Have these cells a board, if all others are holes?"""
    if len(part) > LARGEST:
        return False
    top, left = (min(place[axis] for place in part) - 1 for axis in (0, 1))
    shape = tuple((y - top, x - left) for y, x in part)
    if shape not in known:
        bottom, right = (max(place[axis] for place in shape) + 1 for axis in (0, 1))
        part_sheet = GenreSheet(bottom // 2, right // 2)
        others = {place: 1 for place in part_sheet.every["cell"] if place not in set(shape)}
        with closing(Sheets(genre, part_sheet.with_clues({key: others}), deadline)) as sheets:
            known[shape] = has_board(sheets, sheets.base)
    return known[shape]
