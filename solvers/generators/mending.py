"""A board of a genre whose clues have no other solution: it is changed where another solution differs."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from zenkai_solver.models.genres.graphs import ByLines
from zenkai_solver.models.genres.sheet import Place
from zenkai_solver.solvers.generators.attempts import ROOMS_TRIED, WORSE, Attempt
from zenkai_solver.solvers.generators.rooms import (
    Division,
    other_room,
    split,
)
from zenkai_solver.solvers.generators.rules import (
    Clues,
    FilledBoard,
    Spot,
    differing,
    is_near,
)

MENDED = 300  # changes of a board until its solution is unique, at most
ROOMS = 0.7  # the chance that rooms are changed in place of the board
NUMBERS = 0.8  # the chance that a number is changed in place of the board, if the board does not determine it
CHOSEN = 0.6  # the chance that clues are chosen again in place of the board, where there is a choice
CHANGED = 0.7  # the chance that single clues are changed in place of the board, where it leaves a choice
CHANGES = 12  # such changes at once
SWAPPED = 0.15  # the chance that the second solution becomes the board, where clues leave a choice
STUCK, SWAPPED_STUCK = 3, 0.3  # changes without progress, and the same chance after them whatever clues leave
ROOMS_SPLIT = 6  # rooms divided in two, if no such change excludes all rivals
PATIENCE = 12  # changes without progress after which a board is given up
UNCUT = 6  # changes without progress after which a line that ends at numbers is cut
EVALUATED = 40_000  # evaluations of rules after which a board is given up; for later boards more
BOARDS_ALIKE = 4  # boards that may take as many
NEAR, NEARLY = 0.3, 40  # the share of the places that differed at first, and the patience when fewer do
# Times the odds with which other solutions of the best boards so far differ at a place: others are given up
POOR = 1.5
BEST = 4  # one of so many boards is among the best: one by itself may be by luck
MUCH_WORSE = 1.5  # times the least number of differing places: beyond it no change is accepted
AROUND = (3, 5, 6)  # half cells around the differences that are redrawn, first around one of them
NUMBERS_TRIED = 150  # changes of a number, of which the one that excludes most rivals is taken
RIVALS = 8  # other solutions that are remembered, to be excluded by a change of clues


@dataclass(frozen=True)
class Mended:
    """A board with its clues, its rivals (other solutions of these clues), and where they differ from it."""

    board: FilledBoard
    clues: Clues
    rivals: Sequence[FilledBoard]
    differs: Sequence[Spot]


class Mending:
    """The search of an attempt that changes a board, its clues or its rooms.

    `starts` are the odds that other solutions of the boards so far, before all changes, differ at a place.
    """

    def __init__(self, attempt: Attempt, starts: list[float]) -> None:
        self.starts = starts
        self.attempt, self.rng, self.puzzle = attempt, attempt.rng, attempt.puzzle

    def unique(self, board: FilledBoard) -> tuple[FilledBoard, Clues] | None:
        """Change the board, its clues or its rooms where a second solution differs, until there is none."""
        before: Mended | None = None
        rivals: list[FilledBoard] = []  # the latest ones, which a change should not bring back
        rooms = self.attempt.rooms_like(board)
        if rooms is None:
            return None
        clues: Clues | None = self.attempt.clues(board, rooms)
        left, near = PATIENCE, 0.0
        fewest = len(board.values) + 1
        for turn in range(MENDED):
            left -= 1
            most = self._most_differing(before, fewest)
            after = self._seen(board, clues, most)
            if after is not None:
                if not after.rivals:
                    return board, after.clues
                rivals = [*rivals, after.rivals[0]][-RIVALS:]
                near = near or NEAR * len(after.differs)
                if len(after.differs) < fewest:
                    fewest = len(after.differs)
                    left = PATIENCE if fewest > near or self.attempt.ended else NEARLY
                if len(after.differs) <= most:
                    before = after
            if before is None or not left or self._is_given_up(turn, before):
                return None
            cuts = self.attempt.ended and left < PATIENCE - UNCUT
            changed = (
                self._with_a_cut(before) if cuts else self._changed(before, rivals, left < PATIENCE - STUCK)
            )
            if changed is None:
                return None
            board, clues = changed
            if cuts:  # which end by themselves
                before, left = None, PATIENCE - UNCUT
        return None

    def _is_given_up(self, turn: int, mended: Mended) -> bool:
        """Can nothing change, has too much been tried, or is it a new board that is poor?"""
        most = EVALUATED * (1 + len(self.starts) // BOARDS_ALIKE)
        worked = self.attempt.fixed or self.attempt.evaluations.number > most
        return worked or (turn == 0 and self._is_poor(mended))

    def _is_poor(self, start: Mended) -> bool:
        """Do other solutions of a new board differ in far more places than those of the best ones so far?"""
        number = len(start.differs)
        odds = number / (1 + len(start.board.values) - number)
        insort(self.starts, odds)
        return odds > POOR * self.starts[len(self.starts) // BEST]

    def _most_differing(self, before: Mended | None, fewest: int) -> float:
        """The number of differing places up to which a change is accepted: rarely more than `before`."""
        if before is None:
            return math.inf
        worse = MUCH_WORSE * fewest if self.rng.random() < WORSE else 0
        return max(len(before.differs), worse)

    def _seen(self, board: FilledBoard, clues: Clues | None, most: float) -> Mended | None:
        """The board with these clues, and other solutions of them, until these differ in so many places; None
        without clues, and if it stays open whether there are any.
        """
        if clues is None:
            return None
        if self.attempt.sheets.is_full:
            self.attempt.renew()
        others = self.attempt.others(board, clues, most)
        return None if others is None else Mended(board, clues, *others)

    def _changed(
        self, mended: Mended, latest: Sequence[FilledBoard], stuck: bool
    ) -> tuple[FilledBoard, Clues | None] | None:
        """The board, its clues or its rooms changed so that a rival is no longer a solution, nor, if that is
        possible, are the latest ones before. If `stuck`, the rival that differs most may be the board.
        """
        board, clues = mended.board, mended.clues
        rivals = [*mended.rivals, *(rival for rival in latest if rival.values != board.values)]
        if stuck and self.rng.random() < SWAPPED_STUCK:
            rival = max(mended.rivals, key=lambda rival: len(differing(board.values, rival.values)))
            return rival, self.attempt.clues(rival, clues)
        if self.attempt.drawn and self.rng.random() < ROOMS:
            other = self._with_other_rooms(mended, rivals)
            if other is not None:
                return board, other
        if self.attempt.numbers and self.rng.random() < NUMBERS:
            return board, self._with_other_numbers(mended, rivals)
        if self.attempt.changeable and self.rng.random() < CHANGED:
            other = self._with_changed_clues(mended, rivals)
            if other is not None:
                return board, other
        if self.attempt.chosen and self.rng.random() < SWAPPED:
            rival = self.rng.choice(mended.rivals)
            return rival, self.attempt.clues(rival, clues)
        if self.attempt.chosen and self.rng.random() < CHOSEN:
            other = self._with_other_choices(mended, rivals)
            if other is not None:
                return board, other
        redrawn = self._redrawn(mended)
        return None if redrawn is None else (redrawn, self.attempt.clues(redrawn, clues))

    def _with_other_rooms(self, mended: Mended, rivals: Sequence[FilledBoard]) -> Clues | None:
        """The clues of the board after some cells near the differences moved to adjacent rooms, so that the
        board is still a solution and fewer rivals are; None if none of these changes excludes one.
        """
        board, clues = mended.board, mended.clues
        key = self.rng.choice(self.attempt.drawn)
        room = {
            at: int(str(number)) for at, number in {**self.attempt.sheets.base.clues, **clues}[key].items()
        }
        near = [
            at
            for _, place in mended.differs
            for at in (place, *self.puzzle.sheet.related(place, "beside"))
            if at in room
        ]
        if not near:
            return None
        moved = islice(self._fitting(mended, key, self._moved_rooms(room, near)), ROOMS_TRIED)
        halved = (split(self.puzzle.sheet, room, self.rng.choice(near), self.rng) for _ in range(ROOMS_SPLIT))
        changes = (
            self.attempt.clues(board, {**clues, key: changed})
            for changed in chain(moved, self._fitting(mended, key, halved))
        )
        least = self.attempt.left(rivals, clues, len(rivals))
        return self._fewest_rivals(changes, rivals, least)

    def _fewest_rivals(
        self, changes: Iterable[Clues | None], rivals: Sequence[FilledBoard], least: int
    ) -> Clues | None:
        """The first of the clues of which the fewest rivals, and fewer than `least`, are solutions; none are
        looked at after clues without any. None if there are no such clues.
        """
        best = None
        for changed in changes:
            if changed is None:
                continue
            left = self.attempt.left(rivals, changed, least)
            if left < least:
                best, least = changed, left
            if not left:
                break
        return best

    def _fitting(self, mended: Mended, key: str, rooms: Iterable[Division]) -> Iterator[Division]:
        """Those of the divisions of which the board is a solution, and that are new."""
        before = mended.clues.get(key, self.attempt.sheets.base.clues.get(key))
        return (room for room in rooms if room != before and self.attempt.fits(mended.board, {key: room}))

    def _moved_rooms(self, room: Division, near: Sequence[Place]) -> Iterator[Division]:
        """The division after up to three of these cells moved to adjacent rooms, as often as it has cells."""
        for _ in range(len(room)):
            changed = dict(room)
            for place in self.rng.choices(near, k=self.rng.choice((1, 1, 2, 3))):
                if place in room:
                    other = other_room(self.puzzle.sheet, changed, place, self.rng)
                    changed[place] = changed[place] if other is None else other
            yield changed

    def _with_a_cut(self, mended: Mended) -> tuple[FilledBoard, Clues] | None:
        """The board without an edge of a line, where a second solution differs, so that the line becomes two,
        the shorter of them as long as possible; None if no line is long enough. Each solution of it is one
        of the board before, with the edge.
        """
        values, layer = mended.board.values, self.attempt.ended
        cuts: list[tuple[int, FilledBoard]] = []
        for spot in mended.differs:
            if spot[0] == layer and values[spot]:
                board = FilledBoard(self.puzzle, {**values, spot: 0}, self.attempt.evaluations)
                lines = ByLines(layer).groups(board.view(self.puzzle.sheet))
                ends = self.puzzle.sheet.related(spot[1], "beside")
                cuts.append((min(sum(len(line) for line in lines if end in line) for end in ends), board))
        self.rng.shuffle(cuts)
        for shorter, board in sorted(cuts, key=lambda cut: -cut[0]):
            if shorter and (clues := self.attempt.clues(board, None)) is not None:
                return board, clues
        return None

    def _with_other_numbers(self, mended: Mended, rivals: Sequence[FilledBoard]) -> Clues:
        """The clues with another number in one place: the board is still a solution, and few rivals are."""
        clues = mended.clues
        key = self.rng.choice(sorted(self.attempt.numbers))
        numbers = clues[key]
        near = [place for _, place in mended.differs]
        places = [place for place in sorted(numbers) if is_near(place, near, 0)] or [*numbers]
        choices = self.attempt.numbers[key]
        changes = (
            {**clues, key: {**numbers, self.rng.choice(places): number}}
            for number in (self.rng.choice(choices) for _ in range(NUMBERS_TRIED if places else 0))
        )
        fitting = (changed for changed in changes if self.attempt.fits(mended.board, changed))
        return self._fewest_rivals(fitting, rivals, len(rivals) + 1) or clues

    def _with_changed_clues(self, mended: Mended, rivals: Sequence[FilledBoard]) -> Clues | None:
        """The clues after changes of single ones, each of which leaves fewer rivals; None if none does."""
        near = [place for _, place in mended.differs]
        clues, left = mended.clues, len(rivals)
        for _ in range(CHANGES):
            other = self._fewest_rivals(self.attempt.changes(mended.board, clues, near), rivals, left)
            if other is None:
                break
            clues, rivals = other, [rival for rival in rivals if self.attempt.fits(rival, other)]
            left = len(rivals)
        return None if clues is mended.clues else clues

    def _with_other_choices(self, mended: Mended, rivals: Sequence[FilledBoard]) -> Clues | None:
        """The clues near the differences chosen again, so that fewer rivals are solutions, or None."""
        near = [place for _, place in mended.differs]

        def chosen_again(reach: int) -> Clues | None:
            kept = {
                key: clues
                if key in self.attempt.kept
                else {place: value for place, value in clues.items() if not is_near(place, near, reach)}
                for key, clues in mended.clues.items()
            }
            return self.attempt.clues(mended.board, kept)

        least = self.attempt.left(rivals, mended.clues, len(rivals))
        return self._fewest_rivals(map(chosen_again, (0, 1, 2, 2, 3, 3)), rivals, least)

    def _redrawn(self, mended: Mended) -> FilledBoard | None:
        """Another board that differs only near one of these places; if none does, near all, or anywhere."""
        rooms = {key: clues for key, clues in mended.clues.items() if key in self.attempt.kept}
        assumed = self.attempt.sheets.conditions(self.attempt.sheets.with_clues(rooms))
        assert assumed is not None
        values = mended.board.values
        assumed.append(self.attempt.sheets.not_this({spot: values[spot] for spot in mended.differs}))
        assumed += self.attempt.taut
        every = [place for _, place in mended.differs]
        first = ([self.rng.choice(every)], AROUND[0])
        for near, reach in (first, *((every, reach) for reach in AROUND)):
            fixed = {spot: value for spot, value in values.items() if not is_near(spot[1], near, reach)}
            board = self.attempt.drawn_board(assumed, fixed)
            if board is not None:
                return board
        return self.attempt.drawn_board(assumed)
