"""The clues that a filled board of a genre would have, computed from the rules of the genre."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from zenkai_solver.models.genres.areas import Centred, SizeBetween, centre_of
from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueKind,
    NumberClue,
    RoomClue,
    SignClue,
    SignedClue,
    SumClue,
)
from zenkai_solver.models.genres.expressions import ForAll, HasClue, Indicator
from zenkai_solver.models.genres.genre import Genre, amount_of
from zenkai_solver.models.genres.graphs import ByLines, EachGroup, EndsAt, Graph, Groups
from zenkai_solver.models.genres.layers import CellNumbers
from zenkai_solver.models.genres.reading import line_places
from zenkai_solver.models.genres.sheet import (
    HIDDEN,
    BoardView,
    Bound,
    GenreSheet,
    Group,
    Place,
    Value,
    kind_of,
    values_in,
)
from zenkai_solver.solvers.generators.rules import Clues, FilledBoard, closed, keys_in

MOST_TRIED = 30  # numbers that are tried as a clue where no rule says which one it is


@dataclass(frozen=True)
class Item:
    """A clue that may go, and what is left in its place if anything is; of sums the one of this part."""

    key: str
    place: Place
    part: int | None = None
    none: int = 0


def places(kind: ClueKind, sheet: GenreSheet) -> tuple[Place, ...]:
    """Where a clue of this kind may be."""
    match kind.at:
        case "edge" if kind.rooms:  # walls within rooms, which divide nothing
            return ()
        case "cell" | "edge" | "corner":
            return sheet.every[kind.at]
        case "room":
            return tuple(room.at for room in sheet.rooms(kind.rooms))
        case "line" | "side":
            return tuple(at for own in line_places(kind, sheet.rows, sheet.columns).values() for at in own)
        case _:
            return ()


@cache
def one_in_each(genre: Genre, key: str) -> Graph | None:
    """The graph of which each group has exactly one clue of the key, where a rule says so."""
    for own in values_in(genre.rules):
        match own:
            case EachGroup(graph, each, Indicator(HasClue(of, spot, None)), least, most):
                if (of, spot) == (key, each) and least == most:
                    return graph
    return None


def is_hole(kind: ClueKind) -> bool:
    """Do these say which cells are none? They are given beforehand."""
    return not kind.dropped and kind.link in ("empty", "bosanowa")


def is_scattered(kind: ClueKind) -> bool:
    """Are these drawn before the board? Signs stay as they are; a number may be hidden, but not go."""
    return kind.at == "cell" and not kind.dropped and isinstance(kind, SignClue | NumberClue)


def _shown(genre: Genre, key: str) -> str | None:
    """The layer of numbers in which the clues of the key are known numbers."""
    return next(
        (layer.name for layer in genre.unknown if isinstance(layer, CellNumbers) and layer.given == key), None
    )


def _is_free(genre: Genre, kind: ClueKind) -> bool:
    """Numbers in cells that no board has, and no rule computes: the rules say which of them go together."""
    shown = _shown(genre, kind.key)
    return isinstance(kind, NumberClue) and kind.at == "cell" and not shown and not amount_of(genre, kind.key)


def free_numbers(genre: Genre, sheet: GenreSheet) -> dict[str, list[int]]:
    """By key, the small ones of numbers in cells that no board says, each of which may be any."""
    keys = {size.key for rule in genre.rules if isinstance(size := rule.holds, SizeBetween)}
    kinds = (kind for kind in genre.given if isinstance(kind, NumberClue) and _is_free(genre, kind))
    return {
        kind.key: _small(kind, sheet)
        for kind in kinds
        if kind.dropped
        and kind.key not in keys
        and not _ends_at(genre, kind.key)
        and one_in_each(genre, kind.key) is None
    }


def is_chosen(genre: Genre, kind: ClueKind) -> bool:
    """May a board have several clues of the kind, of which one is chosen, or several places for them?"""
    if isinstance(kind, RoomClue) or kind.at == "board" or _shown(genre, kind.key):
        return False
    sized = any(isinstance(word, SizeBetween) and word.key == kind.key for word in values_in(genre.rules))
    signs = isinstance(kind, SignClue | ArrowClue | SignedClue) and not is_scattered(kind)
    return sized or signs or one_in_each(genre, kind.key) is not None or _depend(genre, kind.key)


def _small(kind: NumberClue, sheet: GenreSheet) -> list[int]:
    return [number for number in range(1, 1 + max(sheet.rows, sheet.columns)) if _allowed(kind, number)]


def _around_sizes(groups: Groups, rng: random.Random, before: Mapping[Place, Value]) -> dict[Place, Value]:
    """In each group the number before its size, and the one after it."""
    found: dict[Place, Value] = {}
    for group in groups:
        places = sorted(rng.sample(group, len(group)), key=lambda place: place not in before)[:2]
        found |= dict(zip(places, rng.sample((len(group) - 1, len(group) + 1), 2)))
    return found


def _depend(genre: Genre, key: str) -> bool:
    """Does a rule say what all clues of the key are together?"""
    return any(key in closed(rule) for rule in genre.rules)


def _ends_at(genre: Genre, key: str) -> str:
    """The layer whose lines end at the clues of the key; nothing if there is none."""
    rules = (own for own in values_in(genre.rules) if isinstance(own, EndsAt))
    return next((rule.layer for rule in rules if rule.key == key), "")


def _of_ends(view: BoardView, kind: ClueKind, layer: str, rng: random.Random) -> dict[Place, Value] | None:
    """At both ends of each line two signs, or a number that no other line has; None where one has no ends."""
    shown = view.layers[layer]
    lines = ByLines(layer).groups(view)
    rng.shuffle(lines)
    found: dict[Place, Value] = {}
    for number, line in enumerate(lines, 1):
        ends = [at for at in line if sum(shown.get(e, 0) for e in view.sheet.related(at, "sides")) == 1]
        signs = range(1, 1 + len(kind.signs)) if isinstance(kind, SignClue) else (number,) * len(ends)
        if not 2 == len(ends) <= len(signs):
            return None
        found |= zip(ends, rng.sample(signs, len(ends)))
    return found


def _allowed(kind: ClueKind, number: int) -> bool:
    return not isinstance(kind, NumberClue) or kind.lo <= number <= kind.hi


def _bound(sheet: GenreSheet, kind: ClueKind, place: Place) -> Bound:
    """What the name of the place stands for in a rule: of a line or room the group."""
    groups: tuple[Group, ...] = ()
    if kind.at == "line":
        groups = sheet.lines
    elif kind.at == "room":
        groups = sheet.rooms(kind.rooms)
    return next((group for group in groups if group.at == place), place)


@dataclass(frozen=True)
class CluesOfBoard:
    """The clues that a board may have on a sheet, which has its size, rooms and black cells."""

    board: FilledBoard
    sheet: GenreSheet
    rng: random.Random
    _refused_by: dict[Value, set[Place]] = field(default_factory=dict)

    @property
    def genre(self) -> Genre:
        return self.board.puzzle.genre

    def every(self, before: Clues | None = None) -> dict[str, dict[Place, Value]] | None:
        """All clues beside those of the sheet; None where some group has no place for its clue, or the clues
        do not go together. What is chosen is as `before`, where it can.
        """
        found: dict[str, dict[Place, Value]] = {}
        for kind in self.genre.given:
            if isinstance(kind, RoomClue) or kind.at == "board" or is_hole(kind):
                continue
            if is_scattered(kind) and isinstance(kind, SignClue):
                continue
            clues = self._of_kind(kind, (before or {}).get(kind.key, {}))
            if clues is None:
                return None
            found[kind.key] = clues
        return self._fitting(found, before or {})

    def _view(self) -> BoardView:
        return self.board.view(self.sheet)

    def _fits(self, clues: Clues, open_key: str | None = None) -> bool:
        return self.board.fits(self.sheet.with_clues(clues), open_key)

    def _fitting(
        self, found: dict[str, dict[Place, Value]], before: Clues
    ) -> dict[str, dict[Place, Value]] | None:
        """All of these clues, or, where they do not go together, as many as do, one after the other: those
        that were there before come first.
        """
        if self._fits(found):
            return found
        if any(one_in_each(self.genre, key) is not None for key in found):
            return None
        chosen: dict[str, dict[Place, Value]] = {key: {} for key in found}
        every = [(key, place) for key, clues in found.items() for place in clues]
        self.rng.shuffle(every)
        every.sort(key=lambda item: item[1] not in before.get(item[0], ()))
        for key, place in every:
            chosen[key][place] = found[key][place]
            if not self._fits(chosen):
                del chosen[key][place]
        return chosen if self._fits(chosen) else None

    def _of_kind(self, kind: ClueKind, before: Mapping[Place, Value]) -> dict[Place, Value] | None:
        """The clues of one kind: by a rule about areas or lines as wholes, or each by itself."""
        for word in values_in(self.genre.rules):
            if isinstance(word, Centred) and kind.key in keys_in(word):
                middles = map(centre_of, word.graph.groups(self._view()))
                return {place: 1 for place in sorted(middles) if kind_of(place) == kind.at}
            if isinstance(word, SizeBetween) and word.key == kind.key:
                return _around_sizes(word.graph.groups(self._view()), self.rng, before)
        if layer := _ends_at(self.genre, kind.key):
            return _of_ends(self._view(), kind, layer, self.rng)
        graph = one_in_each(self.genre, kind.key)
        if _is_free(self.genre, kind) and graph is None:
            return self._numbers_together(kind, before)
        if isinstance(kind, SignClue) and len(kind.signs) > 1 and _depend(self.genre, kind.key):
            found = self._together(kind, before)
        else:
            found = self._amounts_together(kind) or dict(self._each(kind))
        return found if graph is None else self._one_of_each(graph, found, before)

    def _one_of_each(
        self, graph: Graph, found: Mapping[Place, Value], before: Mapping[Place, Value]
    ) -> dict[Place, Value] | None:
        chosen = {}
        for group in graph.groups(self._view()):
            if not (able := [place for place in group if place in found]):
                return None
            at = self.rng.choice([place for place in able if place in before] or able)
            chosen[at] = found[at]
        return chosen

    def _numbers_together(self, kind: ClueKind, before: Mapping[Place, Value]) -> dict[Place, Value]:
        """Numbers at places in random order that go with those chosen: as before, small, or any."""
        assert isinstance(kind, NumberClue)
        if _depend(self.genre, kind.key):
            return self._together(kind, before)
        small = _small(kind, self.sheet)
        tried = range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)
        large = [number for number in tried if number not in small]
        able = self.rng.sample(order := places(kind, self.sheet), len(order))
        found: dict[Place, Value] = {}
        for place in able:
            known = [before[place]] if place in before else []
            for number in (*known, *self.rng.sample(small, len(small)), *large):
                if self._fits({kind.key: {**found, place: number}}):
                    found[place] = number
                    break
        return found

    def _together(self, kind: NumberClue | SignClue, before: Mapping[Place, Value]) -> dict[Place, Value]:
        """Clues that break few rules together, where none can be alone: each place takes what breaks fewest,
        as before if it can. A place has no number only if each breaks more rules; whether it has a sign is
        random.
        """
        found = dict[Place, Value]()
        if isinstance(kind, SignClue):
            every: list[Value] = [*range(1, 1 + len(kind.signs))]
        else:
            every = [*range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)]

        def broken(clues: Mapping[Place, Value]) -> int:
            view = self.board.view(self.sheet.with_clues({kind.key: clues}))
            rules = (rule.holds for rule in self.genre.rules if keys_in(rule.holds))
            return sum(1 for holds in rules for _ in holds.broken(view))

        cells = self.sheet.every["cell"]
        for place in self.rng.sample(cells, len(cells)) if kind.at == "cell" else ():
            known = [{**found, place: before[place]}] if place in before else []
            ways = [{**found, place: value} for value in self.rng.sample(every, len(every))]
            ways.insert(self.rng.randint(0, len(ways)) if isinstance(kind, SignClue) else len(ways), found)
            found = min([*known, *ways], key=broken)
        return found

    def _each(self, kind: ClueKind) -> Iterator[tuple[Place, Value]]:
        """The clue of each place that may have one."""
        shown = _shown(self.genre, kind.key)
        given = self.sheet.clues.get(kind.key, {})
        view = self._view()
        for place in places(kind, self.sheet):
            if is_scattered(kind):
                if place in given:
                    number = self._amount(view, kind, place)
                    yield place, HIDDEN if number is None else number
            elif isinstance(kind, SumClue):
                if place in given:
                    parts = (self._amount(view, kind, place, part) for part in (0, 1))
                    yield place, tuple(number or 0 for number in parts)
            elif shown is not None:
                number = self.board.values.get((shown, place), HIDDEN)
                if _allowed(kind, number):
                    yield place, number
            elif able := [value for value in self._possible(kind, place) if self._alone(kind, place, value)]:
                yield place, self.rng.choice(able)
            elif isinstance(kind, ArrowClue) and place in given:
                yield place, (0, HIDDEN)

    def _amounts_together(self, kind: ClueKind) -> dict[Place, Value]:
        """The numbers that a rule computes, of all places, if the board fits all of them; else none."""
        if not isinstance(kind, NumberClue) or _shown(self.genre, kind.key) or is_scattered(kind):
            return {}
        if one_in_each(self.genre, kind.key):
            return {}
        view = self._view()
        numbers = ((place, self._amount(view, kind, place)) for place in places(kind, self.sheet))
        every: dict[Place, Value] = {
            at: number for at, number in numbers if number is not None and _allowed(kind, number)
        }
        return every if self._fits({kind.key: every}, kind.key) else {}

    def _amount(self, view: BoardView, kind: ClueKind, place: Place, part: int = 0) -> int | None:
        """The number that the clue is by a rule; None where no rule says it."""
        known = amount_of(self.genre, kind.key, part)
        if known is None:
            return None
        each, amount = known
        return amount.number(view.bind(each.name, _bound(self.sheet, kind, place)))

    def _possible(self, kind: ClueKind, place: Place) -> Iterator[Value]:
        """The values that the clue of a place may have, as far as its kind and one rule say it."""
        if isinstance(kind, ArrowClue):
            for direction in (1, 2, 3, 4):
                number = self._with_number(kind, place, (direction,))
                if number is not None or kind.bare:
                    yield direction, HIDDEN if number is None else number
        elif isinstance(kind, SignedClue):
            directions = (1, 2, 3, 4) if kind.arrows else (0,)
            for sign, direction in product(range(1, 1 + len(kind.signs)), directions):
                parts = (sign, direction) if kind.arrows else (sign,)
                number = self._with_number(kind, place, parts)
                yield (*parts, HIDDEN if number is None else number)
        elif isinstance(kind, SignClue):
            yield from range(1, 1 + len(kind.signs))
        elif (number := self._amount(self._view(), kind, place)) is not None:
            if _allowed(kind, number):
                yield number
        elif isinstance(kind, NumberClue):
            yield from range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)

    def _with_number(self, kind: ClueKind, place: Place, parts: tuple[int, ...]) -> int | None:
        """The number of a clue of which these parts are known; None where no rule says it."""
        sheet = self.sheet.with_clues({kind.key: {place: (*parts, HIDDEN)}})
        return self._amount(self.board.view(sheet), kind, place, len(parts))

    def _alone(self, kind: ClueKind, place: Place, value: Value) -> bool:
        """Does the board keep the rules with this clue of the kind alone?"""
        graph = one_in_each(self.genre, kind.key)
        if graph is not None:  # the rule that wants one in each group is kept later
            inside = any(place in group for group in graph.groups(self._view()))
            known = amount_of(self.genre, kind.key) is not None
            return inside and (known or place not in self._refused(kind, value))
        return self._fits({kind.key: {place: value}}, kind.key)

    def _refused(self, kind: ClueKind, value: Value) -> set[Place]:
        """Where a rule that is about each clue by itself does not hold, if all places have this value."""
        if value in self._refused_by:
            return self._refused_by[value]
        every = dict.fromkeys(places(kind, self.sheet), value)
        view = self.board.view(self.sheet.with_clues({kind.key: every}))
        found: set[Place] = set()
        for rule in self.genre.rules:
            match rule.holds:
                case ForAll(each, over, holds) if kind.key in keys_in(rule.holds):
                    for at in over.at(view):
                        if isinstance(at, tuple) and at in every and not holds.true(view.bind(each.name, at)):
                            found.add(at)
        self._refused_by[value] = found
        return found


# ---- clues that go


def items(genre: Genre, clues: Clues) -> list[Item]:
    """The clues that may go, in order."""
    found = []
    for kind in genre.given:
        if isinstance(kind, NumberClue) and is_scattered(kind):
            own = sorted(clues.get(kind.key, {}).items())
            found += [Item(kind.key, place, none=HIDDEN) for place, value in own if value != HIDDEN]
        elif kind.dropped and kind.at != "board" and not isinstance(kind, RoomClue):
            for place, value in sorted(clues.get(kind.key, {}).items()):
                if isinstance(kind, SumClue):
                    assert isinstance(value, tuple)
                    found += [
                        Item(kind.key, place, part, kind.lo - 1)
                        for part, own in enumerate(value)
                        if own >= kind.lo
                    ]
                else:
                    found.append(Item(kind.key, place))
    return found


def without(clues: Clues, gone: list[Item]) -> dict[str, dict[Place, Value]]:
    """The clues that are left; a black cell stays, without its sum."""
    left = {key: dict(own) for key, own in clues.items()}
    for item in gone:
        value = left[item.key][item.place]
        if item.part is None and item.none:
            left[item.key][item.place] = item.none
        elif item.part is None:
            del left[item.key][item.place]
        else:
            assert isinstance(value, tuple)
            left[item.key][item.place] = tuple(
                item.none if i == item.part else own for i, own in enumerate(value)
            )
    return left


def hidden(genre: Genre, clues: Clues, gone: list[Item]) -> dict[str, dict[Place, Value]] | None:
    """The clues with `?` in place of these; None of kinds that have no `?`."""
    kinds: Mapping[str, ClueKind] = {kind.key: kind for kind in genre.given}
    left = {key: dict(own) for key, own in clues.items()}
    for item in gone:
        kind = kinds[item.key]
        if isinstance(kind, NumberClue) and kind.hidden:
            left[item.key][item.place] = HIDDEN
        elif isinstance(kind, ArrowClue) and not kind.bare:
            value = left[item.key][item.place]
            assert isinstance(value, tuple)
            left[item.key][item.place] = value[0], HIDDEN
        elif isinstance(kind, SignedClue):
            value = left[item.key][item.place]
            assert isinstance(value, tuple)
            left[item.key][item.place] = (value[0], *(0 for _ in value[1:-1]), HIDDEN)
        else:
            return None
    return left
