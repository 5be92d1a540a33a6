"""Which clues each rule of a genre reads: after a change of a clue only what depends on it is checked.

A rule that is quantified over places is evaluated place by place. Often it reads at a place only the clue of
that place: then its value there is remembered from earlier sheets with the same clue.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any

from zenkai_solver.models.genres.amounts import ClueAt, Indicator, SizeOf
from zenkai_solver.models.genres.areas import Centred, SizeBetween
from zenkai_solver.models.genres.expressions import Compare, CountOf, Fixed, Negation, Truth, Var
from zenkai_solver.models.genres.genre import Genre, GenreRule, keys_in, keys_of
from zenkai_solver.models.genres.graphs import rooms_in
from zenkai_solver.models.genres.groups import EachGroup, EndsAt, GroupSum, SameClues
from zenkai_solver.models.genres.places import (
    Adjacent,
    ArrowAt,
    AsLong,
    Ray,
    Where,
    WholeBoard,
    WithClue,
)
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import (
    BINDS,
    AnyView,
    BoardView,
    Bound,
    GenreSheet,
    Group,
    Place,
    Result,
    Value,
    values_in,
)
from zenkai_solver.models.genres.statements import Exists, ForAll, HasClue

Spot = tuple[str, Place]  # of this layer, here
Values = Mapping[Spot, int]
Clues = Mapping[str, Mapping[Place, Value]]
IN_LINE = ("neighbours", "sides", "beside", "ends")  # relations that do not leave the row and the column
NO_VALUE = (0,)  # the only value of a place that a clue excludes from its layer


@cache
def closed(rule: GenreRule) -> frozenset[str]:
    """The keys under a closed-world assumption: the rule states what holds at places without a clue, or that
    there is one, so it is only valid when all clues of the key are known.
    """
    keys = set[str]()
    for word in values_in(rule.holds):
        match word:
            case SameClues(_, key) | EndsAt(_, key):
                keys.add(key)
            case Exists(_, Where(_, _, holds)):
                inner = (part for part in values_in(holds) if isinstance(part, HasClue))
                keys |= {part.key for part in inner}
            case Compare(CountOf(_, over, _), "=" | ">=", Fixed(least)) if least > 0:
                keys |= {part.key for part in values_in(over) if isinstance(part, WithClue)}
            case Compare(GroupSum(_, _, _, Indicator(HasClue(key))), "=" | ">=", Fixed(least)) if least > 0:
                keys.add(key)
            case Compare(SizeOf(over), "=" | ">" | ">=", Fixed()):
                keys |= {part.key for part in values_in(over) if isinstance(part, HasClue)}
            case Where(_, _, holds):
                denied = (part.holds for part in values_in(holds) if isinstance(part, Negation))
                keys |= {
                    part.key
                    for part in denied
                    if isinstance(part, HasClue) and not isinstance(part.spot, WholeBoard)
                }
    return frozenset(keys)


@dataclass(frozen=True, eq=False)
class AnalysedRule:
    """A rule, and the keys of the clues that it reads.

    keys      all of them
    closed    those of which it needs all clues (closed-world assumption)
    here      those of which it reads at each place only the clue of that place
    anywhere  those of which it reads further clues
    straight  those of them of which it reads only clues in the row and the column of the place
    counted   those of which it says that each group has some
    required  keys that a sheet must have before the rule can be evaluated
    some_of   sets of keys; a sheet must have a clue of each set
    """

    rule: GenreRule
    keys: frozenset[str]
    closed: frozenset[str]
    here: frozenset[str]
    anywhere: frozenset[str]
    straight: frozenset[str]
    counted: frozenset[str]
    required: frozenset[str]
    some_of: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, rule: GenreRule) -> AnalysedRule:
        required, some_of, counted = set(closed(rule)), [], set[str]()
        for word in values_in(rule.holds):
            required.update(rooms_in(word))
            if isinstance(word, EachGroup):
                required |= keys_in(word.weight)
                counted |= keys_in(word.weight) if word.least != Fixed(0) else set()
            elif isinstance(word, Centred):
                some_of.append(keys_in(word.over))
            elif isinstance(word, SizeBetween) or (
                isinstance(word, ClueAt) and isinstance(word.spot, WholeBoard)
            ):
                required.add(word.key)
        here, anywhere = _scopes(rule.holds)
        return cls(
            *(rule, keys_in(rule.holds), closed(rule), here, anywhere),
            *(_straight(rule.holds, anywhere), frozenset(counted)),
            *(frozenset(required), tuple(some_of)),
        )

    def waits(self, sheet: GenreSheet) -> bool:
        """Does the sheet lack clues or rooms without which the rule cannot be evaluated?"""
        return not self.required <= sheet.clues.keys() or not all(
            any(sheet.clues.get(key) for key in keys) for keys in self.some_of
        )

    def parts(self, view: AnyView) -> Iterator[tuple[Bound | None, Truth, AnyView]]:
        """The instances of the rule: place, body and view; the whole rule if it is not quantified."""
        holds = self.rule.holds
        if not isinstance(holds, ForAll):
            yield None, holds, view
            return
        for bound in holds.over.at(view):
            yield bound, holds.holds, view.bind(holds.each.name, bound)

    def is_local(self, key: str) -> bool:
        """Does a clue of the key change only what the rule says of the clue's own place?"""
        holds = self.rule.holds
        if key in self.anywhere or not isinstance(holds, ForAll):
            return False
        return isinstance(holds.over, WithClue) or key not in keys_in(holds.over)

    def instances(self, sheet: GenreSheet) -> Sequence[tuple[Bound | None, object]]:
        """The places of the rule on the sheet, each with a key of what it reads there; kept by the sheet."""
        known: list[tuple[Bound | None, object]] | None = sheet.memo.get((self, "instances"))
        if known is None:
            known = sheet.memo[self, "instances"] = [*self._instances(sheet)]
        return known

    def instances_at(self, sheet: GenreSheet, place: Place) -> Iterator[tuple[Bound | None, object]]:
        """The one of them at this place, if there is one."""
        return self._instances(sheet, lambda bound: _place_of(bound) == place)

    def _instances(
        self, sheet: GenreSheet, wanted: Callable[[Bound | None], bool] = lambda bound: True
    ) -> Iterator[tuple[Bound | None, object]]:
        asked, holds = self.asked(sheet), self.rule.holds
        bounds = holds.over.at(BoardView(sheet, {})) if isinstance(holds, ForAll) else (None,)
        return ((bound, (self, asked, self.asked_at(sheet, bound))) for bound in bounds if wanted(bound))

    def at(self, view: BoardView, bound: Bound | None) -> tuple[Truth, BoardView]:
        """Its body at this one of its places, and the view there; the whole rule if it is not quantified."""
        holds = self.rule.holds
        if not isinstance(holds, ForAll):
            return holds, view
        assert bound is not None
        return holds.holds, view.bind(holds.each.name, bound)

    def asked(self, sheet: GenreSheet) -> tuple[object, ...]:
        """The clues of the sheet that the rule may read from any place, wherever they are."""
        keys = sorted(self.anywhere - self.straight)
        return tuple(frozenset(sheet.clues.get(key, {}).items()) for key in keys)

    def asked_at(self, sheet: GenreSheet, bound: Bound | None) -> tuple[object, ...]:
        """The place, and the clues that the rule reads at it."""
        place = _place_of(bound)
        if not isinstance(place, tuple):
            return (bound,)
        here = (sheet.clues.get(key, {}).get(place) for key in sorted(self.here))
        return bound, *here, *(_lines(sheet, key).at(place) for key in sorted(self.straight))


def _place_of(bound: Bound | None) -> Place | int | None:
    """Where a clue of what is bound is."""
    return bound.at if isinstance(bound, Group) else bound


def _scopes(holds: Truth) -> tuple[frozenset[str], frozenset[str]]:
    """The keys read only at the quantified place, and those read elsewhere.

    The range of the quantifier is evaluated for each sheet, so the keys in it do not count.
    """
    if not isinstance(holds, ForAll):
        return frozenset(), keys_in(holds)
    here, anywhere = set[str](), set[str]()
    for word in values_in(holds.holds):
        if getattr(word, "each", None) == holds.each:  # an inner quantifier rebinds the variable
            return frozenset(), keys_in(holds)
        at_place = isinstance(word, ClueAt | HasClue | ArrowAt) and word.spot == holds.each
        (here if at_place else anywhere).update(keys_of(word))
    return frozenset(here - anywhere), frozenset(anywhere)


@dataclass(frozen=True)
class _CluesOfLines:
    """The clues of a key by the row, and by the column, that they are in, with their places."""

    rows: Mapping[int, frozenset[object]]
    columns: Mapping[int, frozenset[object]]

    def at(self, place: Place) -> tuple[object, object]:
        """Those in the row and in the column of the place."""
        return self.rows.get(place[0]), self.columns.get(place[1])


def _lines(sheet: GenreSheet, key: str) -> _CluesOfLines:
    """Of the sheet, which keeps them."""
    known: _CluesOfLines | None = sheet.memo.get(("lines", key))
    if known is None:
        lines: tuple[dict[int, set[object]], ...] = ({}, {})
        for item in sheet.clues.get(key, {}).items():
            for of, number in zip(lines, item[0]):
                of.setdefault(number, set()).add(item)
        rows, columns = ({at: frozenset(clues) for at, clues in of.items()} for of in lines)
        known = sheet.memo["lines", key] = _CluesOfLines(rows, columns)
    return known


def _straight(holds: Truth, anywhere: Collection[str]) -> frozenset[str]:
    """Those of the keys of which the body of a rule reads only clues in line with the quantified place."""
    if not isinstance(holds, ForAll):
        return frozenset()
    reads = [*_reads(holds.holds, {holds.each.name: True})]
    return frozenset(anywhere) - {key for key, in_line in reads if not in_line}


def _reads(word: object, known: Mapping[str, bool]) -> Iterator[tuple[str, bool]]:
    """The keys in the expression, each with whether its clue is in line with the quantified place there.

    Of a name that is `known` it says whether it is that place itself, else a place in line with it.
    """
    if isinstance(word, tuple):
        for part in word:
            yield from _reads(part, known)
    if not is_dataclass(word):
        return
    at = word.spot if isinstance(word, HasClue | ClueAt | ArrowAt) else None
    in_line = isinstance(at, Var) and at.name in known
    yield from ((key, in_line) for key in keys_of(word))
    each, over = getattr(word, "each", None), getattr(word, "over", None)
    inner = known
    if isinstance(each, Var):
        inner = {name: here for name, here in known.items() if name != each.name}
        if _in_line(over, known):
            inner[each.name] = False
    for attribute in fields(word):
        yield from _reads(getattr(word, attribute.name), inner if attribute.name in BINDS else known)


def _in_line(over: object, known: Mapping[str, bool]) -> bool:
    """Are all places of the list in line with the quantified place?"""
    while isinstance(over, Where | AsLong):
        over = over.over
    near = isinstance(over, Adjacent) and over.relation in IN_LINE
    spot = over.spot if isinstance(over, Ray | Adjacent) and (near or isinstance(over, Ray)) else None
    return isinstance(spot, Var) and known.get(spot.name, False)


@cache
def analysed(genre: Genre) -> tuple[AnalysedRule, ...]:
    """The rules of the genre and of its layers."""
    return tuple(AnalysedRule.of(rule) for rule in genre.all_rules)


@cache
def domains_depend(genre: Genre) -> bool:
    """Do the domains of the unknowns depend on clues?"""
    return any(keys_in(layer) for layer in genre.unknown)


@dataclass
class Evaluations:
    """How often rules were evaluated at a place of a board."""

    number: int = 0


@dataclass(eq=False)
class FilledBoard:
    """A solved board, which can be checked against the clues of many sheets; `evaluations` counts for it."""

    puzzle: GenrePuzzle
    values: Values
    evaluations: Evaluations = field(default_factory=Evaluations, repr=False)
    _layers: Mapping[str, Mapping[Place, int]] = field(init=False, repr=False)
    _known: dict[object, bool] = field(default_factory=dict, repr=False)
    _counted: dict[object, int] = field(default_factory=dict, repr=False)
    _kept: dict[object, Any] = field(default_factory=dict, repr=False)
    _seen: dict[object, Any] = field(default_factory=dict, repr=False)
    _clues: Clues = field(default_factory=dict, repr=False)  # with which `_seen` was computed

    def __post_init__(self) -> None:
        self._layers = self.puzzle.view(self.values).layers

    def view(self, sheet: GenreSheet) -> BoardView:
        """The board on a sheet with these clues; what the clues of a sheet before say too is kept."""
        before, clues = self._clues, sheet.clues
        if changed := {key for key in (*before, *clues) if before.get(key) != clues.get(key)}:
            seen = self._seen.items()
            self._seen = {key: value for key, value in seen if changed.isdisjoint(keys_in(key))}
            self._clues = clues
        return BoardView(sheet, {}, self._layers, self._seen)

    def fits(self, sheet: GenreSheet, open_key: str | None = None) -> bool:
        """Are the values in their domains, and do the rules that depend on clues and can be evaluated hold?

        Further clues of the key `open_key` will follow, so rules that need all of them are skipped.
        """
        if not self._in_domains(sheet):
            return False
        view = self.view(sheet)
        return all(
            self._keeps(rule, view)
            for rule in analysed(self.puzzle.genre)
            if rule.keys and open_key not in rule.closed | rule.counted and not rule.waits(sheet)
        )

    def fits_one(self, sheet: GenreSheet, key: str, place: Place) -> bool:
        """The same of the only clue of the key, at this place, as long as others of it may follow: by the
        rules about clues of the key, and where they say something of this one.
        """
        if not self._in_domains(sheet):
            return False
        view = self.view(sheet)
        return all(
            self._holds(rule, view, bound, asked)
            for rule in analysed(self.puzzle.genre)
            if key in rule.keys and key not in rule.closed | rule.counted and not rule.waits(sheet)
            for bound, asked in (
                rule.instances_at(sheet, place) if rule.is_local(key) else rule.instances(sheet)
            )
        )

    def _in_domains(self, sheet: GenreSheet) -> bool:
        """Has the sheet the values of the board in its domains?"""
        if not domains_depend(self.puzzle.genre):
            return True
        domains = GenrePuzzle(self.puzzle.genre, sheet).domains
        return all(value in domains.get(spot, NO_VALUE) for spot, value in self.values.items())

    def once(self, key: object, compute: Callable[[], Result]) -> Result:
        """The result of `compute` for this board, kept by the key."""
        if key not in self._kept:
            self._kept[key] = compute()
        result: Result = self._kept[key]
        return result

    def broken(self, sheet: GenreSheet) -> int:
        """The number of places at which rules that depend on clues, and can be evaluated, are violated."""
        view = self.view(sheet)
        asked = (rule for rule in analysed(self.puzzle.genre) if rule.keys and not rule.waits(sheet))
        return sum(not holds for rule in asked for holds in self._truths(rule, view))

    def _keeps(self, rule: AnalysedRule, view: BoardView) -> bool:
        return all(self._truths(rule, view))

    def _truths(self, rule: AnalysedRule, view: BoardView) -> Iterator[bool]:
        """Whether the rule holds, for each of its places."""
        for bound, key in rule.instances(view.sheet):
            yield self._holds(rule, view, bound, key)

    def _holds(self, rule: AnalysedRule, view: BoardView, bound: Bound | None, key: object) -> bool:
        """Does the rule hold at this one of its places, of which it reads what the key says?"""
        if key not in self._known:
            holds, inner = rule.at(view, bound)
            self.evaluations.number += 1
            self._known[key] = holds.true(inner)
        return self._known[key]

    def broken_at(self, rule: AnalysedRule, view: BoardView, bound: Bound | None, key: object) -> int:
        """How often the rule is violated at this one of its places, of which it reads what the key says."""
        if key not in self._counted:
            holds, inner = rule.at(view, bound)
            self.evaluations.number += 1
            self._counted[key] = sum(1 for _ in holds.broken(inner))
        return self._counted[key]


def differing(board: Values, other: Values) -> list[Spot]:
    """Where two boards differ."""
    return [spot for spot, value in board.items() if other[spot] != value]


def is_near(place: Place, others: Collection[Place], reach: int) -> bool:
    """Is one of the others at most so many half cells away, both ways?"""
    return any(abs(place[0] - y) <= reach and abs(place[1] - x) <= reach for y, x in others)
