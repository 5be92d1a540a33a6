"""Boards of a genre on one sheet, their clues, and the other solutions of these."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.clues import (
    ClueKind,
    NumberClue,
    RoomClue,
    SignClue,
)
from zenkai_solver.models.genres.genre import keys_in
from zenkai_solver.models.genres.layers import CentreLines, EdgeLines
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet, Place, Value
from zenkai_solver.solvers.generators.clue_orbits import ClueOrbits
from zenkai_solver.solvers.generators.clues import (
    CluesOfBoard,
    divides_nothing,
    ends_at,
    free_numbers,
    hidden,
    is_chosen,
    is_hole,
    is_placed_first,
    is_read,
    items,
    one_in_each,
    places,
    reads_itself,
    taken,
    without,
)
from zenkai_solver.solvers.generators.rooms import (
    Division,
    any_division,
    has_sizes,
    like_board,
    room_sizes,
)
from zenkai_solver.solvers.generators.rules import (
    Clues,
    Evaluations,
    FilledBoard,
    Spot,
    Values,
    differing,
)
from zenkai_solver.solvers.generators.sheets import LatestSheets
from zenkai_solver.solvers.generators.taut import taut

CHANGES_TRIED = 60  # changes of one clue, of which the one that excludes most rivals is taken
NEAR = 0.7  # the chance that it is near a place where rivals differ
REMOVED = 0.2  # the chance that a clue is removed in place of another value
MARKED = (0.5, 0.3, 0.7)  # the shares of cells of a random board that are to be marked
FEWEST_LINES = 2  # cells to a line at most, else a board is boring
OTHERS = 60  # other solutions that are sought at once, to see in how many places they differ
OTHERS_WORK = 4_000  # to find these; where it does not suffice for one, the board is given up
OTHERS_OF_ENDS = 10  # the same where lines end at clues: each cut of a line leaves fewer
HARD = 500  # work after which it is not asked whether a solution is unique
HARD_TOGETHER, EASY = 10_000, 100  # the same of all questions about one board, and of each one after these
ROOMS_TRIED = 8  # changes of rooms, of which the one that excludes most rivals is taken
WORSE = 0.1  # the chance that a change for the worse is accepted
MOST_SMALLEST = 3  # cells of the rooms in which cells of a random board are to be alike, at least


class Attempt:
    """The search for a puzzle on one sheet, from a random board.

    around   keys of rooms that are drawn after the board, with the amounts that rules state
    drawn    the other keys of rooms
    changeable   kinds of which a clue can be another one, or at another place, while the board stays
    kept     keys of what a board is drawn with: rooms, and signs of these kinds that are placed first
    sized    keys of rooms that change until the solution is unique, while the board stays
    numbers  by key, the values of clues that the board does not determine
    ended    the layer whose lines end at numbers, or ""
    taut     what is assumed of new boards with such lines
    chosen   does the board leave a choice of clues?
    fixed    are the clues the same whatever the board is, and cannot change?
    has_clues   has a board had clues so far?
    evaluations   of rules on its boards
    """

    def __init__(
        self, orbits: ClueOrbits, base: GenreSheet, rng: random.Random, latest: LatestSheets
    ) -> None:
        self.orbits, self.rng, self.genre, self._latest = orbits, rng, orbits.genre, latest
        self.marked = rng.choice(MARKED)
        self.puzzle = GenrePuzzle(self.genre, base)
        rooms = [kind.key for kind in self.genre.given if isinstance(kind, RoomClue)]
        self.around = [key for key in rooms if key not in base.clues and room_sizes(self.genre, key)]
        self.drawn = [key for key in rooms if key not in self.around]
        self.sized = [key for key in rooms if has_sizes(self.genre, key)]
        self.numbers = free_numbers(self.genre, self.puzzle.sheet)
        self.ended = next(
            (
                layer
                for kind in self.genre.given
                if isinstance(kind, NumberClue) and (layer := ends_at(self.genre, kind.key))
            ),
            "",
        )
        self.changeable = [kind for kind in self.genre.given if self._is_changeable(kind)]
        self.kept = [*self.drawn, *(kind.key for kind in self.changeable if is_placed_first(kind))]
        self.chosen = any(is_chosen(self.genre, kind) for kind in self.genre.given)
        read = any(is_read(self.genre, kind) for kind in self.genre.given)
        self.fixed = not (read or self.drawn or self.sized or self.changeable)
        self.has_clues = False
        self.evaluations = Evaluations()
        self.renew()

    def _is_changeable(self, kind: ClueKind) -> bool:
        """Can a clue of the kind be another one, or at another place, whatever the others are?"""
        if self.orbits.symmetry != "none" or kind.at == "board" or divides_nothing(kind) or is_hole(kind):
            return False
        if one_in_each(self.genre, kind.key) or ends_at(self.genre, kind.key):
            return False
        if is_placed_first(kind):  # not where they say what may be in a cell
            return (
                isinstance(kind, SignClue)
                and kind.at == "cell"
                and kind.key not in keys_in(self.genre.unknown)
            )
        return is_chosen(self.genre, kind) and not reads_itself(self.genre, kind)

    def changes(self, board: FilledBoard, clues: Clues, near: Sequence[Place]) -> Iterator[Clues]:
        """The clues with another one, one more or one less, mostly near these places, so that the board is
        still a solution.
        """
        sheet = self.sheets.with_clues(clues)
        reading = CluesOfBoard(board, sheet, self.rng, self.sheets.deadline)
        around = {at for place in near for at in (place, *sheet.related(place, "around"))}
        for _ in range(CHANGES_TRIED):
            kind = self.rng.choice(self.changeable)
            more = {**clues, kind.key: self._changed(kind, reading, around)}
            if more != clues and self.fits(board, more):
                yield more

    def _changed(
        self, kind: ClueKind, reading: CluesOfBoard, around: Collection[Place]
    ) -> Mapping[Place, Value]:
        """The clues of the kind with another one, one more or one less, mostly at one of these places; the
        same if a place has no other.
        """
        known = reading.sheet.clues.get(kind.key, {})
        gone = taken(self.genre, kind, reading.sheet)
        free = [at for at in places(kind, reading.sheet) if at not in gone]
        if self.rng.random() < NEAR:
            free = [at for at in free if at in around] or free
        if not free:
            return known
        place = self.rng.choice(free)
        values = [value for value in reading.values(kind, place) if value != known.get(place)]
        changed = {at: value for at, value in known.items() if at != place}
        if values and not (place in known and self.rng.random() < REMOVED):
            changed[place] = self.rng.choice(values)
        return changed

    def _taut(self) -> list[Lit]:
        """What is assumed of boards whose lines end at numbers, where there is such a board."""
        shown = self.sheets.puzzle.shown.items()
        line = {place: lits[1] for (layer, place), lits in shown if layer == self.ended}
        return [self.sheets.assuming(taut(self.puzzle.sheet, line))] if line else []

    def renew(self) -> None:
        """Go on with a new solver, if the latest is full of conditions of removed clues."""
        self.sheets = self._latest.of(self.puzzle.sheet)
        self.sheets.marked = self.marked
        self.taut = self._taut()

    def random_board(self, even_rooms: bool = False, most: float = math.inf) -> FilledBoard | None:
        """A random solution of the base; None if there is none, or none within `most` work."""
        assumed = self.sheets.conditions(self.sheets.base)
        rooms = self.sheets.base.clues
        even = None
        if even_rooms and self.drawn:
            even = rooms.get(self.drawn[0]) or any_division(self.puzzle.sheet, self.rng, MOST_SMALLEST)
        if assumed is None:
            return None
        board = self.drawn_board([*assumed, *self.taut], even=even, most=most) if self.taut else None
        return board or self.drawn_board(assumed, even=even, most=most)

    def drawn_board(
        self,
        assumed: Sequence[Lit],
        fixed: Values | None = None,
        even: Mapping[Place, Value] | None = None,
        most: float = math.inf,
    ) -> FilledBoard | None:
        """A random solution with the `fixed` values; cells of a room of `even` are likely to be alike."""
        values = self.sheets.random_board(assumed, self.rng, fixed, even, most)
        return None if values is None else FilledBoard(self.puzzle, values, self.evaluations)

    def is_boring(self, board: FilledBoard) -> bool:
        """Do lines leave most of the board empty?"""
        lines = {layer.name for layer in self.genre.unknown if isinstance(layer, CentreLines | EdgeLines)}
        number = sum(value for (name, _), value in board.values.items() if name in lines)
        return bool(lines) and FEWEST_LINES * number < len(self.puzzle.sheet.every["cell"])

    def is_trivial(self, board: FilledBoard) -> bool:
        """Are all places of each layer alike?"""
        values: dict[str, set[int]] = {}
        for (layer, _), value in board.values.items():
            values.setdefault(layer, set()).add(value)
        return all(len(of_layer) == 1 for of_layer in values.values())

    def others(
        self, board: FilledBoard, clues: Clues, most: float = math.inf
    ) -> tuple[list[FilledBoard], list[Spot]] | None:
        """Up to OTHERS other solutions of these clues, similar to this board, each with a difference at a new
        place; and all places where they differ, until these are more than `most`, or it takes too long.
        Both are empty exactly if the solution is unique; None if it stays open whether it is.
        """
        assumed = self.sheets.conditions(self.sheets.with_clues(clues))
        assert assumed is not None  # the board itself satisfies them
        self.sheets.near(board.values)
        others: list[FilledBoard] = []
        differs, work = dict[Spot, None](), OTHERS_WORK
        wanted = 1 if self.fixed else OTHERS_OF_ENDS if self.ended else OTHERS
        while len(others) < wanted and len(differs) <= most:
            left = {spot: value for spot, value in board.values.items() if spot not in differs}
            answer = self.sheets.solver.solution_within([*assumed, self.sheets.not_this(left)], work)
            if answer.open and not others:
                return None
            if answer.true is None:
                break
            work -= answer.work
            others.append(FilledBoard(self.puzzle, self.sheets.values(answer.true), self.evaluations))
            differs |= dict.fromkeys(differing(board.values, others[-1].values))
        return others, [*differs]

    def fits(self, board: FilledBoard, clues: Clues) -> bool:
        """Is the board a solution of these clues?"""
        return board.fits(self.sheets.with_clues(clues))

    def left(self, rivals: Sequence[FilledBoard], clues: Clues, least: int) -> int:
        """How many of the rivals are solutions of these clues; counted to `least` at most."""
        sheet = self.sheets.with_clues(clues)
        return sum(1 for _ in islice((rival for rival in rivals if rival.fits(sheet)), least))

    def rooms_like(self, board: FilledBoard) -> dict[str, Division] | None:
        """Rooms drawn to fit the board, where the sheet has none yet; None if none were found."""
        rooms: dict[str, Division] = {}
        for key in self.drawn:
            if key not in self.sheets.base.clues:
                room = like_board(board, key, self.rng, self.sheets.deadline)
                if room is None:
                    return None
                rooms[key] = room
        return rooms

    def clues(self, board: FilledBoard, before: Clues | None) -> dict[str, dict[Place, Value]] | None:
        """All clues of the board; with a symmetry only whole orbits of them. None where it needs others."""
        rooms = {key: clues for key, clues in (before or {}).items() if key in self.kept}
        sheet = self.sheets.with_clues(rooms)
        all_clues = CluesOfBoard(board, sheet, self.rng, self.sheets.deadline).every(before)
        if all_clues is not None:
            self.has_clues = True
            all_clues.update({key: dict(room) for key, room in rooms.items()})
        if all_clues is None or self.orbits.symmetry == "none":
            return all_clues
        whole = {item for orbit in self.orbits.of(items(self.genre, all_clues)) for item in orbit}
        gone = [item for item in items(self.genre, all_clues) if item not in whole]
        left = without(all_clues, gone)
        return left if self.fits(board, left) else None

    def fewest_clues(self, board: FilledBoard, clues: Clues) -> Clues:
        """A minimal set of clues with a unique solution: orbits are removed greedily, in random order.

        An unsatisfiable core of "another solution exists" names the clues that it needs; a clue outside the
        core is removed without a search. One whose removal is a hard question stays, and after many of
        these each whose removal is no easy one.
        """
        orbits = self.orbits.of(items(self.genre, clues))
        self.rng.shuffle(orbits)
        barred = self.sheets.not_this(board.values)
        self.sheets.near(board.values)
        stated = self.sheets.conditions(self.sheets.with_clues(clues))
        assert stated is not None
        other = self.sheets.board([*stated, barred])
        assert other is None
        used, work = self.sheets.solver.core, 0
        for orbit in orbits:
            hard: set[Lit] | None = None  # what was asked without the orbit, and stayed open
            for fewer in (without(clues, orbit), hidden(self.genre, clues, orbit)):
                if fewer is None:
                    continue
                left = self.sheets.conditions(self.sheets.with_clues(fewer))
                if left is None or {*left} == hard or not ({*left} <= {*stated} or self.fits(board, fewer)):
                    continue
                if not used <= {*left, barred}:
                    most = HARD if work < HARD_TOGETHER else EASY
                    answer = self.sheets.solver.solution_within([*left, barred], most)
                    work += answer.work
                    if answer.open or answer.true is not None:
                        hard = {*left}
                        continue
                    used = self.sheets.solver.core
                clues, stated = fewer, left
                break
        return clues
