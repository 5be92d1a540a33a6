"""Rooms around a solved board such that no other board is a solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from zenkai_solver.models.genres.sheet import Place, Value, kind_of
from zenkai_solver.solvers.generators.attempts import ROOMS_TRIED, WORSE, Attempt
from zenkai_solver.solvers.generators.rooms import (
    Amounts,
    AroundBoard,
    Division,
    Flags,
)
from zenkai_solver.solvers.generators.rules import (
    Clues,
    FilledBoard,
    differing,
)

ROOM_PATIENCE = 6  # moves of cells per such change, after which another board is taken for the rooms
ROUNDS = 0.0025  # per cell squared: changes of rooms without progress after which a board is given up


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
            seen = self.attempt.others(board, clues)
            if seen is None:
                return None
            others, differs = seen
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

        Each step tries some moves near the differences of a rival, first those of which amounts alone say
        that they leave few; it takes the first of which the board is a solution too.
        """
        board = drawing.board
        fits = np.ones(len(rivals), bool)  # keep they all rules but those about amounts? As last seen

        def with_amounts(division: Division) -> Flags:
            return drawing.fitting(amounts, division) if drawing.is_additive else np.ones(len(rivals), bool)

        def left(again: bool = False) -> list[int]:
            """Those that are solutions; what broke another rule counts as none until all are seen again."""
            able = with_amounts(room)
            if not self._by_amounts(drawing):
                sheet = self.attempt.sheets.with_clues({key: room})
                seen = np.flatnonzero(able if again else able & fits)
                fits[seen] = [rivals[int(i)].fits(sheet) for i in seen]
            return [int(i) for i in np.flatnonzero(able & fits)]

        fitting, patience = left(), ROOM_PATIENCE * self._rounds
        fewest = len(fitting)
        while patience and (fitting or (fitting := left(again=True))):
            self.attempt.sheets.deadline.check()
            patience -= 1
            before = dict(room)
            near = self._cells(board, rivals[self.rng.choice(fitting)])
            tried = islice(self._exchanged(drawing, room, near), ROOMS_TRIED)
            ordered = sorted(tried, key=lambda changed: int((with_amounts(changed) & fits).sum()))
            best = next((one for one in ordered if self._keeps(drawing, {key: one})), None)
            if best is None:
                continue
            known = fits.copy()
            room.update(best)
            after = left()
            if len(after) <= len(fitting) or self.rng.random() < WORSE:
                fitting = after
                if len(fitting) < fewest:
                    fewest, patience = len(fitting), ROOM_PATIENCE * self._rounds
            else:
                room.update(before)
                fits[:] = known
        return [rivals[i] for i in fitting]

    def _exchanged(self, drawing: AroundBoard, room: Division, near: Sequence[Place]) -> Iterator[Division]:
        """Divisions that differ near these cells, in which the board has the amounts of the rules."""
        for _ in range(len(room)):
            changed = dict(room)
            drawing.exchange(changed, near)
            if changed != room and (not drawing.is_additive or drawing.is_kept(room, changed)):
                yield changed

    def _by_amounts(self, drawing: AroundBoard) -> bool:
        """Do the rules say no more of rooms than amounts, which are sums of those of cells?"""
        return bool(self.attempt.around) and drawing.is_additive

    def _keeps(self, drawing: AroundBoard, rooms: Mapping[str, Division]) -> bool:
        """Is the board, which has the amounts of the rules, a solution of these rooms?"""
        return self._by_amounts(drawing) or self.attempt.fits(drawing.board, rooms)
