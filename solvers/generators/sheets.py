"""The solutions of a genre for many sheets of clues, by one incremental solver.

A constraint that depends on clues is added once, under a condition (an activation literal). A sheet is solved
under the assumption of the conditions of its constraints.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain
from operator import ne

from zenkai_solver.models.constraints import Clause, Constraint, ExactlyOne, Lit
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.genres.areas import Centred, SizeBetween
from zenkai_solver.models.genres.genre import Genre, keys_in
from zenkai_solver.models.genres.graphs import ByWalls
from zenkai_solver.models.genres.groups import Rectangles
from zenkai_solver.models.genres.layers import Areas, LineLayer
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.shapes import SameShape
from zenkai_solver.models.genres.sheet import GenreSheet, Place, Value, values_in
from zenkai_solver.models.genres.stating import FALSE, TRUE, Result, StatedView, Writer
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.clues import one_in_each
from zenkai_solver.solvers.generators.cuts import ConstraintSolver
from zenkai_solver.solvers.generators.rules import (
    NO_VALUE,
    AnalysedRule,
    Clues,
    Spot,
    Values,
    analysed,
    domains_depend,
)

WALLS = 0.35  # the chance that a wall is tried before no wall; low, so that areas are large
# The same where clues bound the sizes of areas, or compare their shapes: large areas have many solutions
MORE_WALLS = 0.8
LINES = 0.75  # the chance that a line is tried before no line; high, so that loops are long
SMALL = 9  # numbers above it are tried last
MOST_WORK = 30  # per place of a random board, after which any solution is taken
EVEN = 0.9  # the chance that a cell of an even room prefers the value of the other cells
MOST_CONDITIONS = 20_000  # conditional constraints after which a new solver is made
MORE_VARIABLES = 15_000  # than after the first clues, and as many again, after which one is made too
MOST_OF_VALUE = 400  # work to see whether a place can have a value


@dataclass
class _Auxiliaries(ModelBuilder):
    """A model builder whose auxiliary variables are those of the solver."""

    fresh: Callable[[], int] = int

    def auxiliary(self, name: object) -> int:
        return self.fresh()


@dataclass(eq=False)
class _Brought:
    """Constraints, and those that are brought by the results of the memo that are `used` in them."""

    stated: list[Constraint] = field(default_factory=list)
    used: dict[_Brought, None] = field(default_factory=dict)

    def every(self, seen: set[_Brought] | None = None) -> Iterator[Constraint]:
        """With those that are brought too, each once; `seen`: results whose constraints are there already."""
        seen = set() if seen is None else seen
        yield from self.stated
        for other in self.used:
            if other not in seen:
                seen.add(other)
                yield from other.every(seen)

    @cached_property
    def apart(self) -> tuple[tuple[Constraint, ...], tuple[Lit, ...]]:
        """The constraints but unit clauses, and the literals of these."""
        larger = (one for one in self.stated if not isinstance(one, Clause) or len(one.lits) != 1)
        units = (one.lits[0] for one in self.stated if isinstance(one, Clause) and len(one.lits) == 1)
        return tuple(dict.fromkeys(larger)), tuple(dict.fromkeys(units))


@dataclass
class _SharedWriter(Writer):
    """Separates definitions of auxiliary variables, which hold unconditionally, from other constraints.

    Other constraints on auxiliary variables, such as those of the directions of a way, which begins at a
    clue, hold only on some sheets: they are brought to each rule that uses a result of the memo.
    """

    stated: _Brought = field(default_factory=_Brought)
    definitions: list[Constraint] = field(default_factory=list)
    brought: dict[object, _Brought] = field(default_factory=dict)

    def once(self, key: object, compute: Callable[[], Result]) -> Result:
        if key not in self.memo:
            outer, self.stated = self.stated, _Brought()
            super().once(key, compute)
            self.brought[key], self.stated = self.stated, outer
        brought = self.brought.get(key)
        if brought is not None and (brought.stated or brought.used):
            self.stated.used[brought] = None
        return super().once(key, compute)

    def add(self, *constraints: Constraint) -> None:
        self.stated.stated.extend(constraints)

    def define(self, *clauses: tuple[Lit, ...]) -> None:
        self.definitions.extend(map(Clause, clauses))


class Sheets:
    """The solver for sheets that extend `base` by further clues. Close it after use."""

    def __init__(self, genre: Genre, base: GenreSheet, deadline: Deadline = NEVER) -> None:
        self.genre, self.base, self.deadline = genre, base, deadline
        self.puzzle = GenrePuzzle(genre, base)
        self.marked = 0.5  # the chance that a mark is tried before none in a cell of a random board
        self.solver = ConstraintSolver(deadline)
        for number in range(len(self.puzzle.variables)):
            if number % 1_000 == 0:
                deadline.check()
            self.solver.fresh()
        rules = tuple(rule.holds for rule in genre.all_rules)
        self.out = _SharedWriter(_Auxiliaries(fresh=self.solver.fresh), self.puzzle.shown, rules=rules)
        self._conditions: dict[tuple[Constraint, ...], Lit] = {}
        self._of_brought: dict[_Brought, tuple[Lit, ...] | None] = {}
        self._stated: dict[object, tuple[Lit, ...] | None] = {}  # the conditions of a rule at a place
        self._first = 0  # variables after the clues of a first board
        self._memo_of: GenreSheet | None = None  # the sheet that the writer's memo is valid for
        for lits in self.puzzle.shown.values():
            if len(lits) > 1 and -lits.get(0, 0) not in lits.values():
                self.solver.add([ExactlyOne(tuple(lits.values()))])
        # The statement of a rule about areas that are rectangles, or their centres, may depend on all clues.
        together = any(
            isinstance(word, Centred) or (isinstance(word, Rectangles) and isinstance(word.graph, ByWalls))
            for word in values_in(genre.rules)
        )
        self._every_key = frozenset(kind.key for kind in genre.given) if together else frozenset[str]()
        bounded = any(isinstance(word, SizeBetween) for word in values_in(genre.rules))
        shaped = any(isinstance(word, SameShape) for word in values_in(genre.rules))
        compared = shaped and any(one_in_each(genre, kind.key) for kind in genre.given)
        self._walls = MORE_WALLS if bounded or compared else WALLS
        self._depending = [rule for rule in analysed(genre) if rule.keys]
        view = StatedView(base, {}, self.out)
        for rule in analysed(genre):
            if not rule.keys:
                for _, holds, inner in rule.parts(view):
                    self.deadline.check()
                    holds.require(inner)
        self.solver.add([*self._taken().every()])
        self.out.brought.clear()  # it holds on every sheet

    def close(self) -> None:
        self.solver.close()

    @property
    def is_full(self) -> bool:
        """Has it so much that holds under conditions, most of removed clues, that a new one is quicker?"""
        conditions, more = sum(map(len, self._conditions)), self.solver.top - self._first
        return conditions > MOST_CONDITIONS or more > max(self._first, MORE_VARIABLES)

    def with_clues(self, clues: Clues) -> GenreSheet:
        return self.base.with_clues(clues)

    # ---- the conditions of a sheet

    def _taken(self) -> _Brought:
        """The constraints stated since the last call; definitions among them go to the solver."""
        self.solver.add(self.out.definitions)
        stated = self.out.stated
        self.out.stated, self.out.definitions = _Brought(), []
        return stated

    def conditions(self, sheet: GenreSheet) -> list[Lit] | None:
        """The assumptions of this sheet; None if it has no solution for a trivial reason."""
        view = StatedView(sheet, {}, self.out)
        assumed: dict[Lit, None] = {}
        self.deadline.check()
        for rule in self._depending:
            if rule.waits(sheet):
                continue
            for lits in self._conditions_of(rule, view):
                if lits is None:
                    return None
                assumed |= dict.fromkeys(lits)
        if not self._first and sheet.clues != self.base.clues:
            self._first = self.solver.top
        narrowed = self._narrowed(sheet)
        return None if narrowed is None else [*assumed, *narrowed]

    def _conditions_of(self, rule: AnalysedRule, view: StatedView) -> Iterable[tuple[Lit, ...] | None]:
        """The assumptions for each place of the rule, remembered by the clues that the rule reads."""
        sheet = view.sheet
        asked = (rule, *rule.asked(sheet))
        if self._every_key:
            asked = (rule, *(frozenset(sheet.clues.get(key, {}).items()) for key in sorted(self._every_key)))
        for bound, holds, inner in rule.parts(view):
            key = asked, rule.asked_at(sheet, bound)
            if key not in self._stated:
                if self._memo_of is not sheet:
                    self.out.memo = {of: value for of, value in self.out.memo.items() if not keys_in(of)}
                    self._memo_of = sheet
                self.deadline.check()
                holds.require(inner)
                self._stated[key] = self._assumed(self._taken(), bound is not None)
            yield self._stated[key]

    def _assumed(self, brought: _Brought, together: bool = True) -> tuple[Lit, ...] | None:
        """What is assumed for the constraints to hold: unit clauses themselves, and activation literals of
        the others, one if they hold or not `together`. None if one of them is the empty clause.
        """
        if brought not in self._of_brought:
            self._of_brought[brought] = self._under_conditions(brought, together)
        return self._of_brought[brought]

    def _under_conditions(self, brought: _Brought, together: bool) -> tuple[Lit, ...] | None:
        """The same of what is not known yet."""
        larger, units = brought.apart
        inner = [self._assumed(used) for used in brought.used]
        if Clause(()) in larger or None in inner:
            return None
        groups = [larger] if together and larger else [(one,) for one in larger]
        for group in groups:
            if group not in self._conditions:
                self._conditions[group] = self.solver.fresh()
                self.solver.add(group, self._conditions[group])
        here = (*units, *(self._conditions[group] for group in groups))
        return tuple(dict.fromkeys(chain(here, *(lits for lits in inner if lits))))

    def _narrowed(self, sheet: GenreSheet) -> list[Lit] | None:
        """Literals that exclude values outside the domains of this sheet; None if a domain is empty."""
        if not domains_depend(self.genre):
            return []
        narrowed: list[Lit] = []
        domains = GenrePuzzle(self.genre, sheet).domains
        for spot, lits in self.puzzle.shown.items():
            values = domains.get(spot, NO_VALUE)
            if not values or not set(values) <= lits.keys():
                return None
            if len(values) == 1:
                narrowed.append(lits[values[0]])
            elif len(values) < len(lits):
                narrowed += (-lit for value, lit in lits.items() if value not in values)
        return [lit for lit in narrowed if abs(lit) != TRUE]

    # ---- boards

    def values(self, true: frozenset[int]) -> dict[Spot, int]:
        return {
            spot: next(value for value, lit in lits.items() if _holds(lit, true))
            for spot, lits in self.puzzle.shown.items()
        }

    def literals(self, values: Values) -> list[Lit]:
        """The literals of these values."""
        lits = (self.puzzle.shown[spot][value] for spot, value in values.items())
        return [lit for lit in lits if abs(lit) != TRUE]

    def random_board(
        self,
        assumed: Sequence[Lit],
        rng: random.Random,
        fixed: Values | None = None,
        even: Mapping[Place, Value] | None = None,
        most: float = math.inf,
    ) -> dict[Spot, int] | None:
        """A random solution; None if there is none, or none within `most` work. Places in random order
        get the first of their values in random order that is consistent with the earlier ones. After too much
        work the rest is taken from a solution in which the solver prefers these values. Cells of one room of
        `even` prefer equal values.
        """
        chosen = [*assumed, *self.literals(fixed or {})]
        spots = [spot for spot in self.puzzle.shown if spot not in (fixed or {})]
        rng.shuffle(spots)
        orders = {spot: self._order(spot, rng) for spot in spots}
        if even is not None:
            self._even_out(orders, even, rng)
        self._prefer({spot: order[0] for spot, order in orders.items()})
        self.solver.search.follow = True  # else each cut begins with the preferences, which break all others
        known = self.solver.solution_within(chosen, most).true
        self.solver.search.follow = False
        if known is None:
            return None
        left = MOST_WORK * len(spots)
        for spot in spots:
            for value in orders[spot]:
                lit = self.puzzle.shown[spot][value]
                if not _holds(lit, known):
                    if lit == FALSE:
                        continue
                    if left <= 0:
                        return self.values(known)
                    answer = self.solver.solution_within([*chosen, lit], MOST_OF_VALUE)
                    left -= answer.work
                    if answer.true is None:
                        continue
                    known = answer.true
                if abs(lit) != TRUE:
                    chosen.append(lit)
                break
        return self.values(known)

    def _even_out(
        self, orders: Mapping[Spot, list[int]], room: Mapping[Place, Value], rng: random.Random
    ) -> None:
        """Let most cells of a room prefer the same value."""
        first: dict[tuple[str, Value], int] = {}
        for (name, place), order in sorted(orders.items()):
            if place in room and rng.random() < EVEN:
                value = first.setdefault((name, room[place]), order[0])
                order.sort(key=partial(ne, value))

    def _prefer(self, values: Values) -> None:
        """Set the phases of the solver to these values."""
        lits = (
            lit if name == value else -lit
            for spot, value in values.items()
            for name, lit in self.puzzle.shown[spot].items()
        )
        self.solver.solver.set_phases([lit for lit in lits if abs(lit) != TRUE])

    def _order(self, spot: Spot, rng: random.Random) -> list[int]:
        """The values of the place in the order in which they are tried."""
        values = list(self.puzzle.shown[spot])
        if len(values) == 2 and isinstance(self.puzzle.layers[spot[0]], LineLayer):
            likely = self._walls if isinstance(self.puzzle.layers[spot[0]], Areas) else LINES
            return values[::-1] if rng.random() < likely else values
        rng.shuffle(values)
        if sorted(values) == [0, 1]:
            values.sort(reverse=rng.random() < self.marked)
        return sorted(values, key=lambda value: value > SMALL)

    def not_this(self, values: Values) -> Lit:
        """A new literal whose assumption excludes these values together."""
        lit = self.solver.fresh()
        self.solver.add([Clause((-lit, *(-stated for stated in self.literals(values))))])
        return lit

    def assuming(self, constraints: Iterable[Constraint]) -> Lit:
        """A new literal whose assumption makes these constraints hold."""
        assumed = self.solver.fresh()
        self.solver.add([*constraints], assumed)
        return assumed

    def near(self, values: Values) -> None:
        """Let further solutions be similar to these values."""
        self._prefer(values)

    def board(self, assumed: Sequence[Lit]) -> dict[Spot, int] | None:
        """A solution under these assumptions, or None; it depends on the version of the solver only."""
        true = self.solver.solution(assumed)
        return None if true is None else self.values(true)


class LatestSheets:
    """The solver for the latest sheet, which stays for further boards on the same. Close it after use."""

    def __init__(self, genre: Genre, deadline: Deadline) -> None:
        self.genre, self.deadline = genre, deadline
        self._latest: Sheets | None = None

    def of(self, base: GenreSheet) -> Sheets:
        """The solver; a new one too where the latest is full."""
        latest = self._latest
        if latest is None or latest.base != base or latest.is_full:
            self.close()
            latest = self._latest = Sheets(self.genre, base, self.deadline)
        return latest

    def close(self) -> None:
        if self._latest is not None:
            self._latest.close()
            self._latest = None


def _holds(lit: Lit, true: frozenset[int]) -> bool:
    return lit == TRUE or (lit != FALSE and (lit > 0) == (abs(lit) in true))
