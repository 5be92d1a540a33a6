"""Which values each cell has in some solution, without counting the solutions: at once those that are known,
and the others when the same is asked again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import checked
from zenkai_solver.models.grid import EMPTY
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.where.puzzle import Conditioned, under
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.explanations.values import KnownValues, Value, Values
from zenkai_solver.solvers.webapp.entered import with_entered
from zenkai_solver.solvers.webapp.sheets import QUICK, genre_puzzle

SOON = 0.2  # seconds for an answer, which then has what is known


def candidates(instance: Instance, seconds: float, board: object = None) -> dict[str, Any]:
    """`LiveValues.answer` of one puzzle, in one go."""
    return LiveValues(seconds, seconds).of(instance, board)


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
    _values: Values | None = None

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
        try:
            values = self._of(bare, Deadline(began + self.seconds))
        except Interrupted:
            return {"cells": [], "count": None, "partial": True, "more": False}
        return _told(values.ask(given, Deadline(max(began + self.soon, time.monotonic() + self.soon / 4))))

    def _of(self, bare: Puzzle, deadline: Deadline) -> Values:
        """Those of the puzzle; solutions of the puzzle before are tried. Raises Unsupported, Interrupted."""
        if self._values is None or self._bare != bare:
            before, self._bare = self._values, None
            if (puzzle := genre_puzzle(bare)) is not None:
                checked(puzzle)  # which `QUICK` leaves out
            self._values = Values(theory_of(bare, reasons=False), deadline, before)
            self._bare = bare
            if before is not None:
                before.close()
        return self._values


def _told(answer: KnownValues) -> dict[str, Any]:
    listed = [*((value, 1) for value in answer.seen), *((value, 0) for value in answer.open)]
    cells = [
        [r, c, {label: known for (_, label), known in labels}]
        for (r, c), labels in groupby(sorted(listed), key=lambda one: one[0][0])
    ]
    partial = bool(answer.open) or answer.several is None
    count = 2 if answer.several else None if partial else min(len(answer.seen), 1)
    return {"cells": cells, "count": count, "partial": partial, "more": partial}


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
