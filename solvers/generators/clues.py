"""The clues that a filled board of a genre would have, computed from the rules of the genre."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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
from zenkai_solver.models.genres.puzzle import GenrePuzzle
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
from zenkai_solver.solvers.generators.sheets import Clues, Values, closed, fits, keys_in

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


def clues_of(
    puzzle: GenrePuzzle, values: Values, rng: random.Random, before: Clues | None = None
) -> dict[str, dict[Place, Value]] | None:
    """All clues that the board may have beside those of the sheet; None where some group has no place for its
    clue, or the clues do not go together. What is chosen is as `before`, where it can.
    """
    found: dict[str, dict[Place, Value]] = {}
    for kind in puzzle.genre.given:
        if isinstance(kind, RoomClue) or kind.at == "board" or is_hole(kind):
            continue
        if is_scattered(kind) and isinstance(kind, SignClue):
            continue
        own = _of_kind(puzzle, kind, values, rng, (before or {}).get(kind.key, {}))
        if own is None:
            return None
        found[kind.key] = own
    return _fitting(puzzle, values, found, rng)


def is_hole(kind: ClueKind) -> bool:
    """Do these say which cells are none? They are given beforehand."""
    return not kind.dropped and kind.link in ("empty", "bosanowa")


def is_scattered(kind: ClueKind) -> bool:
    """Are these drawn before the board? Signs stay as they are; a number may be hidden, but not go."""
    return kind.at == "cell" and not kind.dropped and isinstance(kind, SignClue | NumberClue)


def _fitting(
    puzzle: GenrePuzzle, values: Values, found: dict[str, dict[Place, Value]], rng: random.Random
) -> dict[str, dict[Place, Value]] | None:
    """All of these clues, or, where they do not go together, as many as do, one after the other."""

    def fit(clues: Clues) -> bool:
        sheet = replace(puzzle.sheet, clues={**puzzle.sheet.clues, **clues})
        return fits(puzzle.genre, sheet, puzzle, values)

    if fit(found):
        return found
    if any(one_in_each(puzzle.genre, key) is not None for key in found):
        return None
    chosen: dict[str, dict[Place, Value]] = {key: {} for key in found}
    every = [(key, place) for key, own in found.items() for place in own]
    rng.shuffle(every)
    for key, place in every:
        chosen[key][place] = found[key][place]
        if not fit(chosen):
            del chosen[key][place]
    return chosen if fit(chosen) else None


def _is_free(genre: Genre, kind: ClueKind) -> bool:
    """Numbers in cells that no board has, and no rule computes: the rules say which of them go together."""
    shown = any(isinstance(own, CellNumbers) and own.given == kind.key for own in genre.unknown)
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


def _small(kind: NumberClue, sheet: GenreSheet) -> list[int]:
    return [number for number in range(1, 1 + max(sheet.rows, sheet.columns)) if _allowed(kind, number)]


def _numbers_together(
    puzzle: GenrePuzzle, kind: ClueKind, values: Values, rng: random.Random, before: Mapping[Place, Value]
) -> dict[Place, Value]:
    """Numbers at places in random order, each of which goes with those chosen: as before, small, or any."""
    sheet = puzzle.sheet
    assert isinstance(kind, NumberClue)
    if _depend(puzzle.genre, kind.key):
        return _together(puzzle, kind, values, rng, before)
    small = _small(kind, sheet)
    large = [
        number for number in range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1) if number not in small
    ]
    able = rng.sample(order := places(kind, sheet), len(order))
    found: dict[Place, Value] = {}
    for place in able:
        known = [before[place]] if place in before else []
        for number in (*known, *rng.sample(small, len(small)), *large):
            clues = {**sheet.clues, kind.key: {**found, place: number}}
            if fits(puzzle.genre, replace(sheet, clues=clues), puzzle, values):
                found[place] = number
                break
    return found


def _of_kind(
    puzzle: GenrePuzzle, kind: ClueKind, values: Values, rng: random.Random, before: Mapping[Place, Value]
) -> dict[Place, Value] | None:
    """The clues of one kind: by a rule about areas or lines as wholes, or each by itself."""
    for own in values_in(puzzle.genre.rules):
        if isinstance(own, Centred) and kind.key in keys_in(own):
            middles = map(centre_of, own.graph.groups(puzzle.view(values)))
            return {place: 1 for place in sorted(middles) if kind_of(place) == kind.at}
        if isinstance(own, SizeBetween) and own.key == kind.key:
            return _around_sizes(own.graph.groups(puzzle.view(values)), rng, before)
    if layer := _ends_at(puzzle.genre, kind.key):
        return _of_ends(puzzle.view(values), kind, layer, rng)
    if _is_free(puzzle.genre, kind) and one_in_each(puzzle.genre, kind.key) is None:
        return _numbers_together(puzzle, kind, values, rng, before)
    if isinstance(kind, SignClue) and len(kind.signs) > 1 and _depend(puzzle.genre, kind.key):
        found = _together(puzzle, kind, values, rng, before)
    else:
        found = _said_together(puzzle, kind, values) or dict(_clues(puzzle, kind, values, rng))
    graph = one_in_each(puzzle.genre, kind.key)
    if graph is None:
        return found
    chosen = {}
    for group in graph.groups(puzzle.view(values)):
        if not (able := [place for place in group if place in found]):
            return None
        at = rng.choice([place for place in able if place in before] or able)
        chosen[at] = found[at]
    return chosen


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


def _together(
    puzzle: GenrePuzzle,
    kind: NumberClue | SignClue,
    values: Values,
    rng: random.Random,
    before: Mapping[Place, Value],
) -> dict[Place, Value]:
    """Clues that break few rules together, where none can be alone: each place takes what breaks fewest, as
    before if it can. A place has no number only if each breaks more rules; whether it has a sign is random.
    """
    genre, sheet, found = puzzle.genre, puzzle.sheet, dict[Place, Value]()
    if isinstance(kind, SignClue):
        every: list[Value] = [*range(1, 1 + len(kind.signs))]
    else:
        every = [*range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)]

    def broken(clues: Mapping[Place, Value]) -> int:
        own = replace(puzzle, sheet=replace(sheet, clues={**sheet.clues, kind.key: clues})).view(values)
        return sum(1 for rule in genre.rules if keys_in(rule.holds) for _ in rule.holds.broken(own))

    for place in rng.sample(sheet.every["cell"], len(sheet.every["cell"])) if kind.at == "cell" else ():
        known = [{**found, place: before[place]}] if place in before else []
        ways = [{**found, place: value} for value in rng.sample(every, len(every))]
        ways.insert(rng.randint(0, len(ways)) if isinstance(kind, SignClue) else len(ways), found)
        found = min([*known, *ways], key=broken)
    return found


def _clues(
    puzzle: GenrePuzzle, kind: ClueKind, values: Values, rng: random.Random
) -> Iterator[tuple[Place, Value]]:
    """The clue of each place that may have one."""
    genre, sheet = puzzle.genre, puzzle.sheet
    shown = next(
        (own.name for own in genre.unknown if isinstance(own, CellNumbers) and own.given == kind.key), None
    )
    view = puzzle.view(values)
    for place in places(kind, sheet):
        if is_scattered(kind):
            if place in sheet.clues.get(kind.key, {}):
                number = _amount(puzzle, view, kind, place)
                yield place, HIDDEN if number is None else number
        elif isinstance(kind, SumClue):
            if place in sheet.clues.get(kind.key, {}):
                parts = (_amount(puzzle, view, kind, place, part) for part in (0, 1))
                yield place, tuple(own or 0 for own in parts)
        elif shown is not None:
            number = values.get((shown, place), HIDDEN)
            if _allowed(kind, number):
                yield place, number
        else:
            able = [
                own
                for own in _possible(puzzle, view, kind, place)
                if _alone(puzzle, kind, place, own, values)
            ]
            if able:
                yield place, rng.choice(able)
            elif isinstance(kind, ArrowClue) and place in sheet.clues.get(kind.key, {}):
                yield place, (0, HIDDEN)


def _said_together(puzzle: GenrePuzzle, kind: ClueKind, values: Values) -> dict[Place, Value]:
    """The numbers that a rule says, of all places, if the board keeps the rules with all; else none."""
    genre, sheet = puzzle.genre, puzzle.sheet
    shown = any(isinstance(own, CellNumbers) and own.given == kind.key for own in genre.unknown)
    if not isinstance(kind, NumberClue) or shown or is_scattered(kind) or one_in_each(genre, kind.key):
        return {}
    view = puzzle.view(values)
    said = ((place, _amount(puzzle, view, kind, place)) for place in places(kind, sheet))
    every: dict[Place, Value] = {at: own for at, own in said if own is not None and _allowed(kind, own)}
    clues = {**sheet.clues, kind.key: every}
    return every if fits(genre, replace(sheet, clues=clues), puzzle, values, kind.key) else {}


def _allowed(kind: ClueKind, number: int) -> bool:
    return not isinstance(kind, NumberClue) or kind.lo <= number <= kind.hi


def _amount(puzzle: GenrePuzzle, view: BoardView, kind: ClueKind, place: Place, part: int = 0) -> int | None:
    """The number that a rule says the clue is; None where none does."""
    known = amount_of(puzzle.genre, kind.key, part)
    if known is None:
        return None
    each, amount = known
    return amount.number(view.bind(each.name, _bound(puzzle.sheet, kind, place)))


def _bound(sheet: GenreSheet, kind: ClueKind, place: Place) -> Bound:
    """What the name of the place stands for in a rule: of a line or room the group."""
    groups: tuple[Group, ...] = ()
    if kind.at == "line":
        groups = sheet.lines
    elif kind.at == "room":
        groups = sheet.rooms(kind.rooms)
    return next((group for group in groups if group.at == place), place)


def _possible(puzzle: GenrePuzzle, view: BoardView, kind: ClueKind, place: Place) -> Iterator[Value]:
    """The values that the clue of a place may have, as far as its kind and one rule say it."""
    if isinstance(kind, ArrowClue):
        for direction in (1, 2, 3, 4):
            clues = {**puzzle.sheet.clues, kind.key: {place: (direction, HIDDEN)}}
            own = replace(view, sheet=replace(puzzle.sheet, clues=clues), seen={})
            number = _amount(puzzle, own, kind, place, 1)
            if number is not None or kind.bare:
                yield direction, HIDDEN if number is None else number
    elif isinstance(kind, SignedClue):
        for sign, direction in product(range(1, 1 + len(kind.signs)), (1, 2, 3, 4) if kind.arrows else (0,)):
            said = (sign, direction) if kind.arrows else (sign,)
            clues = {**puzzle.sheet.clues, kind.key: {place: (*said, HIDDEN)}}
            own = replace(view, sheet=replace(puzzle.sheet, clues=clues), seen={})
            number = _amount(puzzle, own, kind, place, len(said))
            yield (*said, HIDDEN if number is None else number)
    elif isinstance(kind, SignClue):
        yield from range(1, 1 + len(kind.signs))
    elif (number := _amount(puzzle, view, kind, place)) is not None:
        if _allowed(kind, number):
            yield number
    elif isinstance(kind, NumberClue):
        yield from range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)


def _alone(puzzle: GenrePuzzle, kind: ClueKind, place: Place, value: Value, values: Values) -> bool:
    """Does the board keep the rules with this clue of the kind alone?"""
    graph = one_in_each(puzzle.genre, kind.key)
    if graph is not None:  # the rule that wants one in each group is kept later
        inside = any(place in group for group in graph.groups(puzzle.view(values)))
        known = amount_of(puzzle.genre, kind.key) is not None
        return inside and (known or place not in _refused(puzzle, kind, value, values))
    clues = {**puzzle.sheet.clues, kind.key: {place: value}}
    return fits(puzzle.genre, replace(puzzle.sheet, clues=clues), puzzle, values, kind.key)


def _refused(puzzle: GenrePuzzle, kind: ClueKind, value: Value, values: Values) -> set[Place]:
    """The places at which a rule that is about each clue by itself does not hold, if all have this value."""
    own = dict.fromkeys(places(kind, puzzle.sheet), value)
    sheet = replace(puzzle.sheet, clues={**puzzle.sheet.clues, kind.key: own})
    view = replace(puzzle, sheet=sheet).view(values)
    found: set[Place] = set()
    for rule in puzzle.genre.rules:
        match rule.holds:
            case ForAll(each, over, holds) if kind.key in keys_in(rule.holds):
                for at in over.at(view):
                    if isinstance(at, tuple) and at in own and not holds.true(view.bind(each.name, at)):
                        found.add(at)
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
