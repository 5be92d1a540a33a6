"""Which values each cell has in some solution, without counting the solutions: at once those that are known,
and the others when the same is asked again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from zenkai_solver.models.genres.amounts import SmallerOf
from zenkai_solver.models.genres.expressions import Fixed
from zenkai_solver.models.genres.layers import CellNumbers
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import checked
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.where.puzzle import Conditioned, under
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.explanations.values import KnownValues, Value, Values
from zenkai_solver.solvers.webapp.entered import with_entered
from zenkai_solver.solvers.webapp.sheets import QUICK, genre_puzzle

MANY = 5_000  # values of all cells together, of which the smallest are looked at first
SMALL = (4, 20)  # the largest number then
SOON = 0.2  # seconds for an answer, which then has what is known


def candidates(instance: Instance, seconds: float, board: object = None) -> dict[str, Any]:
    """The last answer of `LiveValues` about one puzzle."""
    live = LiveValues(seconds, seconds)
    answer = live.of(instance, board)
    while live.left:
        answer = live.of(instance, board)
    return answer


@dataclass
class LiveValues:
    """The values of the puzzle that was asked about last; its solver stays while only givens change.

    `seconds`: to read a puzzle; `soon`: to answer.
    """

    seconds: float
    soon: float = SOON
    _text: tuple[str, str] | None = None
    _instance: Instance | None = None
    _bare: Puzzle | None = None
    _values: Values | None = None  # of the puzzle that was stated last
    left: list[Puzzle] = field(default_factory=list)  # not stated yet; the last one is the puzzle itself
    _stated: bool = False  # was one of these stated for the puzzle that is asked about?
    _whole: bool = False  # was the puzzle itself?

    def answer(self, text: str, name: str, board: object = None) -> dict[str, Any]:
        """As `of`. Raises Unsupported, InstanceError, Wrong."""
        if self._instance is None or self._text != (text, name):
            self._text, self._instance = (text, name), loads(text, name, QUICK)
        return self.of(self._instance, board)

    def of(self, instance: Instance, board: object = None) -> dict[str, Any]:
        """`cells`: [row, column, {value: 1, or 0 where that is not known yet}]; `count`: 0, 1, or 2 for
        several solutions, None where that is not known yet; `partial`: is something not known yet? `more`:
        will it be if the same is asked again?

        `board`: what a person has entered, which counts as given, see `entered`. Raises Unsupported,
        InstanceError, Wrong.
        """
        bare, given = _bare(with_entered(instance.puzzle, board))
        began = time.monotonic()
        if self._bare != bare:
            self._bare, self.left = bare, [*_smaller(bare), bare]
            self._stated = self._whole = False
            if not self._next(Deadline(began + self.seconds)):
                self._bare = None
                return {"cells": [], "count": None, "partial": True, "more": False}
        elif self.left:
            self._next(Deadline(began + self.seconds))
        answer = self._ask(given, began)
        while not answer.seen and self.left and self._next(Deadline(began + self.seconds)):
            answer = self._ask(given, began)
        return _told(answer, self._whole, more=bool(self.left))

    def _ask(self, given: list[Value], began: float) -> KnownValues:
        assert self._values is not None, "a puzzle was stated"
        return self._values.ask(given, Deadline(max(began + self.soon, time.monotonic() + self.soon / 4)))

    def _next(self, deadline: Deadline) -> bool:
        """State the next puzzle; solutions of the one before are tried. False, and none is left, if there is
        no time for it, or if it is too large and a smaller one is there. Raises Unsupported.
        """
        puzzle = self.left.pop(0)
        try:
            if (genre := genre_puzzle(puzzle)) is not None:
                checked(genre)  # which `QUICK` leaves out
            values = Values(theory_of(puzzle, reasons=False), deadline, self._values)
        except (Interrupted, Unsupported) as fault:
            self.left.clear()
            if isinstance(fault, Unsupported) and not self._stated:
                raise
            return False
        if self._values is not None:
            self._values.close()
        self._values, self._stated, self._whole = values, True, not self.left
        return True


def _smaller(puzzle: Puzzle) -> Iterator[GenrePuzzle]:
    """The same with small numbers alone, where cells may have many: solutions of it that are soon there."""
    if not isinstance(puzzle, GenrePuzzle) or sum(map(len, puzzle.domains.values())) <= MANY:
        return
    match puzzle.genre.unknown:
        case [CellNumbers() as layer]:
            for most in SMALL:
                smaller = replace(layer, hi=SmallerOf(layer.hi, Fixed(most)))
                yield replace(puzzle, genre=replace(puzzle.genre, unknown=(smaller,)))


def _told(answer: KnownValues, whole: bool, more: bool) -> dict[str, Any]:
    """`whole`: are these all values of the puzzle? `more`: will there be others?"""
    listed = [*((value, 1) for value in answer.seen), *((value, 0) for value in answer.open)]
    cells = [
        [r, c, {label: known for (_, label), known in labels}]
        for (r, c), labels in groupby(sorted(listed), key=lambda one: one[0][0])
    ]
    searched = not answer.open and answer.several is not None
    count = 2 if answer.several else min(len(answer.seen), 1) if searched and whole else None
    return {"cells": cells, "count": count, "partial": not (searched and whole), "more": more or not searched}


def _bare(puzzle: Puzzle) -> tuple[Puzzle, list[Value]]:
    """The puzzle without its givens, and these as values."""
    if isinstance(puzzle, Conditioned):
        inner, given = _bare(puzzle.inner)
        return under(inner, puzzle.text), given
    if isinstance(puzzle, Sudoku):
        return replace(puzzle, givens={}), [(at, SYMBOLS[digit]) for at, digit in puzzle.givens.items()]
    if isinstance(puzzle, GenrePuzzle):
        named = set(puzzle.variables)
        given = [
            (
                puzzle.spots[name, at],
                puzzle.layers[name].text(at, value) if (name, at, value) in named else EMPTY,
            )
            for (name, at), value in puzzle.known.items()
        ]
        return replace(puzzle, known={}), given
    return puzzle, []
