"""Rooms around a solved board such that no other board is a solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from zenkai_solver.models.genres.sheet import Place, Value, kind_of
from zenkai_solver.solvers.generators.attempts import Attempt
from zenkai_solver.solvers.generators.rooms import (
    Amounts,
    AroundBoard,
    Division,
)
from zenkai_solver.solvers.generators.rules import (
    Clues,
    FilledBoard,
    differing,
)

ROOMS_TRIED = 8  # changes of rooms, of which the one that excludes most rivals is taken
ROOM_PATIENCE = 6  # moves of cells per such change, after which another board is taken for the rooms
ROUNDS = 0.0025  # per cell squared: changes of rooms without progress after which a board is given up
WORSE = 0.1  # the chance that a change for the worse is accepted


class RoomsAround:
    """Rooms of an attempt whose genre states how much each has."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt, self.rng, self.puzzle = attempt, attempt.rng, attempt.puzzle
        self._rounds = max(2, int(ROUNDS * len(self.puzzle.sheet.every["cell"]) ** 2))

    def unique(self, board: FilledBoard) -> tuple[FilledBoard, Clues] | None:
        """The board with rooms that make it unique: cells move to other rooms where rivals differ."""
        key = self.attempt.sized[0]
        drawing = AroundBoard(board, key, self.rng, self.attempt.sheets.deadline)
        room = self._first_rooms(board, drawing, key)
        if room is None:
            return None
        known = {tuple(board.values.values()): (board, drawing.amounts)}
        patience, fewest = self._rounds, len(board.values) + 1
        while patience:
            patience -= 1
            clues: dict[str, dict[Place, Value]] = {key: dict(room)}
            others, differs = self.attempt.others(board, clues)
            if not others:
                return board, clues
            if len(differs) < fewest:
                fewest, patience = len(differs), self._rounds
            known |= {tuple(other.values.values()): (other, drawing.amounts_of(other)) for other in others}
            rivals = [pair for pair in known.values() if pair[0].values != board.values]
            amounts = np.stack([amounts for _, amounts in rivals])
            left = self._rid_of([rival for rival, _ in rivals], amounts, drawing, key, room)
            if left:  # one of them may be easier to tell from the others
                board = self.rng.choice(left)
                drawing = AroundBoard(board, key, self.rng, self.attempt.sheets.deadline)
        return None

    def _first_rooms(self, board: FilledBoard, drawing: AroundBoard, key: str) -> Division | None:
        """The rooms of the sheet, if it has some; else rooms with the amounts that the rules state."""
        if key in self.attempt.sheets.base.clues:
            return {place: int(str(number)) for place, number in self.attempt.sheets.base.clues[key].items()}
        if key in self.attempt.around:
            return drawing.division()
        return (self.attempt.rooms_like(board) or {}).get(key)

    def _cells(self, board: FilledBoard, other: FilledBoard) -> list[Place]:
        """The cells at which, or beside which, the two differ."""
        sheet = self.puzzle.sheet
        return [
            cell
            for _, place in differing(board.values, other.values)
            for cell in ([place] if kind_of(place) == "cell" else sheet.related(place, "beside"))
        ]

    def _rid_of(
        self, rivals: Sequence[FilledBoard], amounts: Amounts, drawing: AroundBoard, key: str, room: Division
    ) -> list[FilledBoard]:
        """Move cells to other rooms until none of the rivals is a solution; those left, if that gets stuck.

        Each step takes, of some moves near the differences of a rival, the one that leaves the fewest.
        """
        board = drawing.board
        amounts_alone = key in self.attempt.around and drawing.is_additive

        def left() -> list[FilledBoard]:
            fitting = rivals
            if drawing.is_additive:
                fitting = [rival for rival, fits in zip(rivals, drawing.fitting(amounts, room)) if fits]
            if amounts_alone:
                return [*fitting]
            sheet = self.attempt.sheets.with_clues({key: room})
            return [rival for rival in fitting if rival.fits(sheet)]

        fitting, patience = left(), ROOM_PATIENCE * self._rounds
        fewest = len(fitting)
        while fitting and patience:
            self.attempt.sheets.deadline.check()
            patience -= 1
            best, moves = None, list[FilledBoard]()
            before = dict(room)
            near = self._cells(board, self.rng.choice(fitting))
            for changed in islice(self._exchanged(drawing, key, room, near), ROOMS_TRIED):
                room.update(changed)
                after = left()
                if best is None or len(after) < len(moves):
                    best, moves = changed, after
            room.update(before)
            if best is not None and (len(moves) <= len(fitting) or self.rng.random() < WORSE):
                room.update(best)
                fitting = moves
                if len(fitting) < fewest:
                    fewest, patience = len(fitting), ROOM_PATIENCE * self._rounds
        return fitting

    def _exchanged(
        self, drawing: AroundBoard, key: str, room: Division, near: Sequence[Place]
    ) -> Iterator[Division]:
        """Divisions that differ near these cells, and of which the board is a solution too."""
        before = dict(room)
        for _ in range(len(room)):
            changed = dict(before)
            drawing.exchange(changed, near)
            if changed != before and self._keeps(drawing.board, drawing, {key: changed}):
                yield changed

    def _keeps(self, board: FilledBoard, drawing: AroundBoard, rooms: Mapping[str, Division]) -> bool:
        """Is the board a solution of these rooms?"""
        (room,) = rooms.values()
        quick = drawing.is_additive
        return (not quick or bool(drawing.fitting(drawing.amounts[None], room).all())) and (
            (quick and bool(self.attempt.around)) or self.attempt.fits(board, rooms)
        )
