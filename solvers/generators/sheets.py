"""The boards of a genre for many sheets of clues, by one incremental solver.

For each sheet the rules are stated as the genre states them. A constraint that depends on the clues gets a
condition, a literal that is assumed for the sheets which state it; each constraint is added once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from zenkai_solver.models.constraints import Clause, Constraint, ExactlyOne, Lit
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.genres.expressions import ForAll, Rooms, SameRoom, WholeBoard
from zenkai_solver.models.genres.genre import Genre, GenreRule
from zenkai_solver.models.genres.graphs import EachGroup
from zenkai_solver.models.genres.layers import LineLayer
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet, Place, Value, values_in
from zenkai_solver.models.genres.stating import FALSE, TRUE, StatedView, Writer
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.cuts import CutSolver

Spot = tuple[str, Place]  # a layer and a place of it
Values = Mapping[Spot, int]
Clues = Mapping[str, Mapping[Place, Value]]

LINES = 0.75  # the probability that a line is tried before none, so that loops are long
SMALL = 9  # larger numbers are tried last


@cache
def keys_in(expression: object) -> frozenset[str]:
    """The keys of clues that the expression mentions."""
    keys = (getattr(part, name, "") for part in values_in(expression) for name in ("key", "given"))
    return frozenset(key for key in keys if isinstance(key, str) and key)


def waits(rule: GenreRule, sheet: GenreSheet) -> bool:
    """Does the rule make sense only with clues, or rooms, that the sheet does not have yet?"""
    for part in values_in(rule.holds):
        if isinstance(part, EachGroup) and not keys_in(part.weight) <= sheet.clues.keys():
            return True
        if isinstance(part, Rooms | SameRoom) and part.key not in sheet.clues:
            return True
        if (key := getattr(part, "key", None)) and key not in sheet.clues and _of_the_board(part):
            return True
    return False


def _of_the_board(expression: object) -> bool:
    return isinstance(getattr(expression, "spot", None), WholeBoard)


def fits(genre: Genre, sheet: GenreSheet, puzzle: GenrePuzzle, values: Values) -> bool:
    """Does the board, with the clues of the sheet, have values of its domains and satisfy the rules that
    depend on clues, but for those that `waits` names?
    """
    with_sheet = replace(puzzle, sheet=sheet)
    depends = any(keys_in(layer) for layer in genre.unknown)
    if depends and any(value not in with_sheet.domains.get(spot, ()) for spot, value in values.items()):
        return False
    view = with_sheet.view(values)
    rules = (rule for rule in genre.all_rules if keys_in(rule.holds) and not waits(rule, sheet))
    return all(rule.holds.true(view) for rule in rules)


@dataclass
class _Auxiliaries(ModelBuilder):
    """A model builder whose auxiliary variables are fresh ones of the solver."""

    fresh: Callable[[], int] = int

    def auxiliary(self, name: object) -> int:
        return self.fresh()


@dataclass
class _SharedWriter(Writer):
    """Separates `definitions`, the constraints that define auxiliary variables and always hold, from the
    constraints that are `stated`.
    """

    stated: list[Constraint] = field(default_factory=list)
    definitions: list[Constraint] = field(default_factory=list)
    defining: bool = False

    def add(self, *constraints: Constraint) -> None:
        (self.definitions if self.defining else self.stated).extend(constraints)

    @contextmanager
    def _define(self) -> Any:
        before, self.defining = self.defining, True
        try:
            yield
        finally:
            self.defining = before

    def every(self, lits: Iterable[Lit]) -> Lit:
        parts = list(lits)
        with self._define():
            return super().every(parts)

    def choice(self, lit: Lit, one: Lit, other: Lit) -> Lit:
        with self._define():
            return super().choice(lit, one, other)

    def real(self, lit: Lit) -> Lit:
        with self._define():
            return super().real(lit)


class Sheets:
    """The boards for sheets that have the clues of `base` and others. Close it after use."""

    def __init__(self, genre: Genre, base: GenreSheet, deadline: Deadline = NEVER) -> None:
        self.genre, self.base, self.deadline = genre, base, deadline
        self.puzzle = GenrePuzzle(genre, base)
        self.solver = CutSolver(deadline)
        for number in range(len(self.puzzle.variables)):
            if number % 1_000 == 0:
                deadline.check()
            self.solver.fresh()
        self.out = _SharedWriter(_Auxiliaries(fresh=self.solver.fresh), self.puzzle.shown)
        self._conditions: dict[Constraint, Lit] = {}
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

    def fresh_copy(self) -> Sheets:
        """A new one with the same base, and a new solver."""
        return Sheets(self.genre, self.base, self.deadline)

    @property
    def number(self) -> int:
        """The number of constraints with a condition."""
        return len(self._conditions)

    def with_clues(self, clues: Clues) -> GenreSheet:
        return replace(self.base, clues={**self.base.clues, **clues})

    # ---- what a sheet states

    def _require(self, rule: GenreRule, view: StatedView) -> None:
        """State the rule, place by place. Raises Interrupted."""
        if not isinstance(rule.holds, ForAll):
            rule.holds.require(view)
            return
        for bound in rule.holds.over.at(view):
            self.deadline.check()
            rule.holds.holds.require(view.bind(rule.holds.each.name, bound))

    def _taken(self) -> list[Constraint]:
        """The constraints stated since the last call; new definitions are added to the solver."""
        for constraint in self.out.definitions:
            self.solver.add(constraint)
        stated = self.out.stated
        self.out.stated, self.out.definitions = [], []
        return stated

    def conditions(self, sheet: GenreSheet) -> list[Lit] | None:
        """The literals to assume for this sheet; None if no board satisfies the rules. Raises Interrupted."""
        self.out.memo = {key: lit for key, lit in self.out.memo.items() if not keys_in(key)}
        view = StatedView(sheet, {}, self.out)
        for rule in self._depending:
            if not waits(rule, sheet):
                self._require(rule, view)
        assumed: dict[Lit, None] = {}
        for constraint in self._taken():
            if isinstance(constraint, Clause) and len(constraint.lits) < 2:
                if not constraint.lits:
                    return None
                assumed[constraint.lits[0]] = None
                continue
            if constraint not in self._conditions:
                self._conditions[constraint] = self.solver.fresh()
                self.solver.add(constraint, self._conditions[constraint])
            assumed[self._conditions[constraint]] = None
        narrowed = self._narrowed(sheet)
        return None if narrowed is None else [*assumed, *narrowed]

    @cached_property
    def _domains_depend(self) -> bool:
        return any(keys_in(layer) for layer in self.genre.unknown)

    def _narrowed(self, sheet: GenreSheet) -> list[Lit] | None:
        """Literals that exclude values outside the domains of this sheet; None if a domain is empty."""
        if not self._domains_depend:
            return []
        narrowed: list[Lit] = []
        for spot, values in GenrePuzzle(self.genre, sheet).domains.items():
            lits = self.puzzle.shown[spot]
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
        """The literals that state these values."""
        lits = (self.puzzle.shown[spot][value] for spot, value in values.items())
        return [lit for lit in lits if abs(lit) != TRUE]

    def random_board(
        self, assumed: Sequence[Lit], rng: random.Random, fixed: Values | None = None
    ) -> dict[Spot, int] | None:
        """A random board: the spots in random order get the first of their values, in random order, that is
        consistent with those before; so it does not depend on which solutions the solver finds. None if there
        is no board with the assumed literals and `fixed` values. Raises Interrupted.
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
                    solution = self.solver.solution([*chosen, lit]) if lit != FALSE else None
                    if solution is None:
                        continue
                    known = solution
                if abs(lit) != TRUE:
                    chosen.append(lit)
                break
        return self.values(known)

    def _order(self, spot: Spot, rng: random.Random) -> list[int]:
        """The values of the spot in the order in which they are tried."""
        values = list(self.puzzle.shown[spot])
        if len(values) == 2 and isinstance(self.puzzle.layers[spot[0]], LineLayer):
            return values[::-1] if rng.random() < LINES else values
        rng.shuffle(values)
        return sorted(values, key=lambda value: value > SMALL)

    def not_this(self, values: Values) -> Lit:
        """A literal which, when assumed, excludes this board."""
        condition = self.solver.fresh()
        self.solver.add(Clause((-condition, *(-lit for lit in self.literals(values)))))
        return condition

    def near(self, values: Values) -> None:
        """Set the phases of the solver, so that later boards resemble these values."""
        self.solver.solver.set_phases(self.literals(values))

    def board(self, assumed: Sequence[Lit]) -> dict[Spot, int] | None:
        """A board with the assumed literals, the same one for the same version of the solver; None if there
        is none. Raises Interrupted.
        """
        true = self.solver.solution(assumed)
        return None if true is None else self.values(true)


def _holds(lit: Lit, true: frozenset[int]) -> bool:
    return lit == TRUE or (lit != FALSE and (lit > 0) == (abs(lit) in true))
