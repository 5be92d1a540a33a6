"""The boards of a genre on many sheets of clues: one solver, which keeps what it learns.

The rules are stated for each sheet as the genre states them. A constraint that depends on the clues holds
under a condition, which is assumed for the sheets that state it; each constraint is added once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from zenkai_solver.models.constraints import Clause, Constraint, ExactlyOne, Lit
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.genres.areas import Centred, SizeBetween
from zenkai_solver.models.genres.expressions import (
    ClueAt,
    Compare,
    CountOf,
    Exists,
    Fixed,
    ForAll,
    HasClue,
    Negation,
    Where,
    WholeBoard,
    WithClue,
)
from zenkai_solver.models.genres.genre import Genre, GenreRule
from zenkai_solver.models.genres.graphs import EachGroup, EndsAt, SameClues, rooms_in
from zenkai_solver.models.genres.layers import Areas, LineLayer
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet, Place, Value, values_in
from zenkai_solver.models.genres.stating import FALSE, TRUE, StatedView, Writer
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.cuts import ConstraintSolver

Spot = tuple[str, Place]  # of this layer, here
Values = Mapping[Spot, int]
Clues = Mapping[str, Mapping[Place, Value]]

WALLS = 0.35  # the chance that a wall is tried before none, so that areas are large
LINES = 0.75  # the chance that a line is tried before none, so that loops are long
SMALL = 9  # numbers above it are tried last


@cache
def keys_in(expression: object) -> frozenset[str]:
    """The keys of clues that the expression mentions."""
    found = (getattr(own, name, "") for own in values_in(expression) for name in ("key", "given", "walls"))
    return frozenset(own for own in found if isinstance(own, str) and own)


@cache
def closed(rule: GenreRule) -> frozenset[str]:
    """The keys of which the rule takes all clues for known: it says what holds of places without one, or that
    there is one.
    """
    found = set[str]()
    for own in values_in(rule.holds):
        match own:
            case SameClues(_, key) | EndsAt(_, key):
                found.add(key)
            case Exists(_, Where(_, _, holds)):
                inner = (part for part in values_in(holds) if isinstance(part, HasClue))
                found |= {part.key for part in inner}
            case Compare(CountOf(_, over, _), "=" | ">=", Fixed(least)) if least > 0:
                found |= {part.key for part in values_in(over) if isinstance(part, WithClue)}
            case Where(_, _, holds):
                denied = (part.holds for part in values_in(holds) if isinstance(part, Negation))
                found |= {
                    part.key
                    for part in denied
                    if isinstance(part, HasClue) and not isinstance(part.spot, WholeBoard)
                }
    return frozenset(found)


def waits(rule: GenreRule, sheet: GenreSheet) -> bool:
    """Does the rule mean something only when there are clues, or rooms, that the sheet has not?"""
    if not closed(rule) <= sheet.clues.keys():
        return True
    for own in values_in(rule.holds):
        if isinstance(own, EachGroup) and not keys_in(own.weight) <= sheet.clues.keys():
            return True
        if isinstance(own, Centred) and not any(sheet.clues.get(key) for key in keys_in(own.over)):
            return True
        if isinstance(own, SizeBetween) and own.key not in sheet.clues:
            return True
        if any(key not in sheet.clues for key in rooms_in(own)):
            return True
        if isinstance(own, ClueAt) and isinstance(own.spot, WholeBoard) and own.key not in sheet.clues:
            return True
    return False


def fits(
    genre: Genre, sheet: GenreSheet, puzzle: GenrePuzzle, values: Values, alone: str | None = None
) -> bool:
    """Has the board possible values, and keeps it the rules that depend on clues and do not wait for more?

    Of the key `alone` there will be more clues, so no rule is asked that takes all for known.
    """
    own = replace(puzzle, sheet=sheet)
    depends = any(keys_in(layer) for layer in genre.unknown)
    if depends and any(value not in own.domains.get(spot, ()) for spot, value in values.items()):
        return False
    view = own.view(values)
    rules = (
        rule
        for rule in genre.all_rules
        if keys_in(rule.holds) and not waits(rule, sheet) and alone not in closed(rule)
    )
    return all(rule.holds.true(view) for rule in rules)


@dataclass
class _Auxiliaries(ModelBuilder):
    """Makes variables of the solver."""

    fresh: Callable[[], int] = int

    def auxiliary(self, name: object) -> int:
        return self.fresh()


@dataclass
class _SharedWriter(Writer):
    """Tells what defines auxiliary variables, which always holds, from what is stated."""

    stated: list[Constraint] = field(default_factory=list)
    definitions: list[Constraint] = field(default_factory=list)
    defining: bool = False

    def add(self, *constraints: Constraint) -> None:
        (self.definitions if self.defining else self.stated).extend(constraints)

    def define(self, *clauses: tuple[Lit, ...]) -> None:
        self.defining = True
        super().define(*clauses)
        self.defining = False


class Sheets:
    """Of sheets that have the clues of `base`, and more of the varying kinds. Close it after use."""

    def __init__(self, genre: Genre, base: GenreSheet, deadline: Deadline = NEVER) -> None:
        self.genre, self.base, self.deadline = genre, base, deadline
        self.puzzle = GenrePuzzle(genre, base)
        self.solver = ConstraintSolver(deadline)
        for number in range(len(self.puzzle.variables)):
            if number % 1_000 == 0:
                deadline.check()
            self.solver.fresh()
        rules = tuple(rule.holds for rule in genre.all_rules)
        self.out = _SharedWriter(_Auxiliaries(fresh=self.solver.fresh), self.puzzle.shown, rules=rules)
        self._conditions: dict[Constraint, Lit] = {}
        self._of_rules: dict[GenreRule, tuple[object, tuple[Lit, ...] | None]] = {}  # of the last sheet
        for lits in self.puzzle.shown.values():
            if len(lits) > 1 and -lits.get(0, 0) not in lits.values():
                self.solver.add(ExactlyOne(tuple(lits.values())))
        self._depending = [rule for rule in genre.all_rules if keys_in(rule.holds)]
        view = StatedView(base, {}, self.out)
        for rule in genre.all_rules:
            if not keys_in(rule.holds):
                self._require(rule, view)
        for constraint in self._taken():
            self.solver.add(constraint)

    def close(self) -> None:
        self.solver.close()

    def anew(self) -> Sheets:
        """The same, with nothing learnt."""
        return Sheets(self.genre, self.base, self.deadline)

    @property
    def number(self) -> int:
        """How many constraints hold under a condition."""
        return len(self._conditions)

    def with_clues(self, clues: Clues) -> GenreSheet:
        return replace(self.base, clues={**self.base.clues, **clues})

    # ---- what a sheet states

    def _require(self, rule: GenreRule, view: StatedView) -> None:
        """Place by place, so that deadlines are heard."""
        if not isinstance(rule.holds, ForAll):
            rule.holds.require(view)
            return
        for own in rule.holds.over.at(view):
            self.deadline.check()
            rule.holds.holds.require(view.bind(rule.holds.each.name, own))

    def _taken(self) -> list[Constraint]:
        """What was stated since; the definitions of auxiliary variables are added."""
        for constraint in self.out.definitions:
            self.solver.add(constraint)
        stated = self.out.stated
        self.out.stated, self.out.definitions = [], []
        return stated

    def conditions(self, sheet: GenreSheet) -> list[Lit] | None:
        """What is assumed for this sheet; None where no board can keep the rules."""
        self.out.memo = {key: own for key, own in self.out.memo.items() if not keys_in(key)}
        view = StatedView(sheet, {}, self.out)
        assumed: dict[Lit, None] = {}
        for rule in self._depending:
            if waits(rule, sheet):
                continue
            found = self._condition_of(rule, view)
            if found is None:
                return None
            assumed |= dict.fromkeys(found)
        narrowed = self._narrowed(sheet)
        return None if narrowed is None else [*assumed, *narrowed]

    def _condition_of(self, rule: GenreRule, view: StatedView) -> tuple[Lit, ...] | None:
        """What is assumed for one rule: as before, if the clues that it asks are as they were."""
        clues = tuple(
            (key, frozenset(view.sheet.clues.get(key, {}).items())) for key in sorted(keys_in(rule.holds))
        )
        before = self._of_rules.get(rule)
        if before is not None and before[0] == clues:
            return before[1]
        self._require(rule, view)
        assumed: dict[Lit, None] = {}
        stated = self._taken()
        possible = Clause(()) not in stated
        for constraint in stated if possible else ():
            if isinstance(constraint, Clause) and len(constraint.lits) < 2:
                assumed[constraint.lits[0]] = None
                continue
            if constraint not in self._conditions:
                self._conditions[constraint] = self.solver.fresh()
                self.solver.add(constraint, self._conditions[constraint])
            assumed[self._conditions[constraint]] = None
        found = tuple(assumed) if possible else None
        self._of_rules[rule] = clues, found
        return found

    @cached_property
    def _domains_depend(self) -> bool:
        return any(keys_in(layer) for layer in self.genre.unknown)

    def _narrowed(self, sheet: GenreSheet) -> list[Lit] | None:
        """That no place has a value that is not possible on this sheet; None where one has none."""
        if not self._domains_depend:
            return []
        found: list[Lit] = []
        for spot, values in GenrePuzzle(self.genre, sheet).domains.items():
            lits = self.puzzle.shown[spot]
            if not values or not set(values) <= lits.keys():
                return None
            if len(values) == 1:
                found.append(lits[values[0]])
            elif len(values) < len(lits):
                found += (-lit for value, lit in lits.items() if value not in values)
        return [lit for lit in found if abs(lit) != TRUE]

    # ---- boards

    def values(self, true: frozenset[int]) -> dict[Spot, int]:
        return {
            spot: next(value for value, lit in lits.items() if _holds(lit, true))
            for spot, lits in self.puzzle.shown.items()
        }

    def literals(self, values: Values) -> list[Lit]:
        """Those that state these values."""
        lits = (self.puzzle.shown[spot][value] for spot, value in values.items())
        return [lit for lit in lits if abs(lit) != TRUE]

    def random_board(
        self, assumed: Sequence[Lit], rng: random.Random, fixed: Values | None = None
    ) -> dict[Spot, int] | None:
        """Places in random order, each with the first of its values in random order that can be beside those
        before: so the board does not depend on what the solver finds first. None where there is none.
        """
        chosen = [*assumed, *self.literals(fixed or {})]
        known = self.solver.solution(chosen)
        if known is None:
            return None
        spots = [spot for spot in self.puzzle.shown if spot not in (fixed or {})]
        rng.shuffle(spots)
        for spot in spots:
            for value in self._order(spot, rng):
                lit = self.puzzle.shown[spot][value]
                if not _holds(lit, known):
                    found = self.solver.solution([*chosen, lit]) if lit != FALSE else None
                    if found is None:
                        continue
                    known = found
                if abs(lit) != TRUE:
                    chosen.append(lit)
                break
        return self.values(known)

    def _order(self, spot: Spot, rng: random.Random) -> list[int]:
        """The values of the place as they are tried."""
        values = list(self.puzzle.shown[spot])
        if len(values) == 2 and isinstance(self.puzzle.layers[spot[0]], LineLayer):
            likely = WALLS if isinstance(self.puzzle.layers[spot[0]], Areas) else LINES
            return values[::-1] if rng.random() < likely else values
        rng.shuffle(values)
        return sorted(values, key=lambda value: value > SMALL)

    def not_this(self, values: Values) -> Lit:
        """A literal that, assumed, bars this board."""
        lit = self.solver.fresh()
        self.solver.add(Clause((-lit, *(-own for own in self.literals(values)))))
        return lit

    def near(self, values: Values) -> None:
        """What is found from here on resembles these values."""
        self.solver.solver.set_phases(self.literals(values))

    def board(self, assumed: Sequence[Lit]) -> dict[Spot, int] | None:
        """Some board; the same version of the solver finds the same one."""
        true = self.solver.solution(assumed)
        return None if true is None else self.values(true)


def _holds(lit: Lit, true: frozenset[int]) -> bool:
    return lit == TRUE or (lit != FALSE and (lit > 0) == (abs(lit) in true))
