"""Clues that are placed before a board is drawn, a few at a time, as long as there is a board with them.

Most random places of such clues have none where rules relate the clues to each other: lines that end at
circles want an even number of them, numbers are in pairs, a way has one beginning and one end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from zenkai_solver.models.genres.amounts import ClueAt
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueKind,
    NumberClue,
    NumbersClue,
    SignClue,
    SignedClue,
)
from zenkai_solver.models.genres.expressions import Compare, Fixed
from zenkai_solver.models.genres.genre import Genre, GenreRule, amount_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN, GenreSheet, Place, Value, values_in
from zenkai_solver.models.genres.statements import HasClue
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.clues import is_hole, is_placed_first, places, taken
from zenkai_solver.solvers.generators.holes import has_board
from zenkai_solver.solvers.generators.placed import can_be_placed
from zenkai_solver.solvers.generators.rules import domains_depend
from zenkai_solver.solvers.generators.sheets import LatestSheets

TOGETHER = (1, 1, 2, 2, 3)  # clues that are added at a time
ALIKE = 0.5  # the chance that these are of one kind and value
PER_CLUE = (2, 3, 4, 6, 8)  # cells of the board per clue that is wanted
PATIENCE = 30  # additions without a board in a row, after which there are enough
MOST_EFFORT = 1_000  # work of a search for a board
MOST_VARIABLES = 20_000  # of a solver, after which a new one is quicker
LARGEST = 4  # numbers that are said before there is a board

Placed = dict[str, dict[Place, Value]]


def only_of_clues(rule: GenreRule) -> bool:
    """Does the rule say something of clues alone, whatever the board is?"""
    return not any(getattr(word, "layer", "") for word in values_in(rule.holds))


@cache
def special_numbers(genre: Genre, key: str) -> frozenset[int]:
    """The numbers of the key that rules name, such as 0 where that is a circle."""
    named = set[int]()
    for word in values_in(genre.rules):
        match word:
            case HasClue(of, _, int(value)) if of == key:
                named.add(value)
            case Compare(ClueAt(of), "=", Fixed(value)) if of == key:
                named.add(value)
    return frozenset(named)


def values_of(genre: Genre, kind: ClueKind) -> Sequence[Value]:
    """What a clue of the kind may say before there is a board: numbers are mostly computed afterwards."""
    match kind:
        case SignClue():
            return range(1, 1 + len(kind.signs))
        case ArrowClue():
            return [(direction, HIDDEN) for direction in (1, 2, 3, 4)]
        case NumbersClue():
            return [(HIDDEN,) * kind.length]
        case SignedClue(arrows=False):
            return [(sign, HIDDEN) for sign in range(1, 1 + min(len(kind.signs), LARGEST))]
        case NumberClue():
            special = [value for value in special_numbers(genre, kind.key) if kind.lo <= value <= kind.hi]
            related = any(only_of_clues(rule) and kind.key in _said(rule) for rule in genre.rules)
            unsaid = kind.hidden or amount_of(genre, kind.key) is not None
            small = range(kind.lo, min(kind.hi, LARGEST) + 1) if related or not unsaid else ()
            return [*dict.fromkeys([*special, *small, *([HIDDEN] if unsaid else [])])]
    return []


def _said(rule: GenreRule) -> frozenset[str]:
    """The keys of the clues whose numbers the rule reads."""
    return frozenset(word.key for word in values_in(rule.holds) if isinstance(word, ClueAt))


@dataclass(frozen=True)
class Scattering:
    """The clues of a genre that are placed first, on a sheet with all that is fixed before.

    Cells that are `together` have clues or not.
    """

    genre: Genre
    sheet: GenreSheet
    together: Sequence[Sequence[Place]]
    rng: random.Random
    deadline: Deadline = NEVER

    def kinds(self) -> list[ClueKind]:
        """Those of the clues that are placed first, as some are on the sheet, and holes where these are all
        that is given.
        """
        if len(self.genre.given) == 1 and is_hole(self.genre.given[0]):
            return [*self.genre.given]
        return [
            kind
            for kind in self.genre.given
            if (is_placed_first(kind) and kind.at != "board")
            or (kind.key in self.sheet.clues and can_be_placed(self.genre, kind))
        ]

    def with_board(self) -> GenreSheet | None:
        """The sheet with such clues; None if none are found that have a board."""
        kinds = self.kinds()
        if not kinds:
            return None
        empty: Placed = {kind.key: {} for kind in kinds}
        blank = self.sheet.with_clues(empty)
        with closing(LatestSheets(self.genre, self.deadline)) as latest:

            def has_one(placed: Placed) -> bool:
                sheet = blank.with_clues(placed)
                base = sheet if self._widens(blank, sheet) else blank
                if latest.of(base).solver.top > MOST_VARIABLES:
                    latest.close()
                return has_board(latest.of(base), sheet, MOST_EFFORT)

            placed = empty if has_one(empty) else None
            wanted = len(self.sheet.every["cell"]) // self.rng.choice(PER_CLUE)
            failures = 0
            while failures < PATIENCE and (placed is None or sum(map(len, placed.values())) < wanted):
                number = self.rng.choice(TOGETHER) * (2 if placed is None else 1)
                more = self._more(kinds, placed or empty, number)
                if has_one(more):
                    placed, failures = more, 0
                else:
                    failures += 1
        return None if placed is None else self.sheet.with_clues(placed)

    def _widens(self, blank: GenreSheet, sheet: GenreSheet) -> bool:
        """May places have values on the sheet that they have not on the blank one, such as larger numbers?"""
        if not domains_depend(self.genre):
            return False
        known, wider = (GenrePuzzle(self.genre, one).domains for one in (blank, sheet))
        return any(not {*values} <= {*known.get(spot, ())} for spot, values in wider.items())

    def _more(self, kinds: Sequence[ClueKind], placed: Placed, number: int) -> Placed:
        """These clues, and further ones."""
        more = {key: dict(clues) for key, clues in placed.items()}
        kind = self.rng.choice(kinds)
        value: Value | None = None
        for _ in range(number):
            if value is None or self.rng.random() >= ALIKE:
                kind = self.rng.choice(kinds)
                value = self.rng.choice(values_of(self.genre, kind))
            gone = {*more[kind.key], *taken(self.genre, kind, self.sheet.with_clues(more))}
            free = [group for group in self._places(kind) if gone.isdisjoint(group)]
            if free:
                more[kind.key].update(dict.fromkeys(self.rng.choice(free), value))
        return more

    def _places(self, kind: ClueKind) -> Sequence[Sequence[Place]]:
        return self.together if kind.at == "cell" else [(at,) for at in places(kind, self.sheet)]
