"""The clues that a filled board of a genre would have, computed from the rules of the genre."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from zenkai_solver.models.genres.clues import ArrowClue, ClueKind, NumberClue, RoomClue, SignClue, SumClue
from zenkai_solver.models.genres.expressions import ForAll, HasClue, Indicator
from zenkai_solver.models.genres.genre import Genre, amount_of
from zenkai_solver.models.genres.graphs import EachGroup, Graph
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
    values_in,
)
from zenkai_solver.solvers.generators.sheets import Clues, Values, fits, keys_in

MOST_TRIED = 30  # numbers that are tried as a clue where no rule says which one it is


@dataclass(frozen=True)
class Item:
    """A clue that may go; of several sums the one of this part."""

    key: str
    place: Place
    part: int | None = None


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
        if isinstance(kind, RoomClue) or kind.at == "board":
            continue
        own = dict(_clues(puzzle, kind, values, rng))
        graph = one_in_each(puzzle.genre, kind.key)
        if graph is not None:
            chosen = {}
            for group in graph.groups(puzzle.view(values)):
                if not (able := [place for place in group if place in own]):
                    return None
                at = rng.choice(
                    [place for place in able if place in (before or {}).get(kind.key, {})] or able
                )
                chosen[at] = own[at]
            own = chosen
        found[kind.key] = own
    sheet = replace(puzzle.sheet, clues={**puzzle.sheet.clues, **found})
    return found if fits(puzzle.genre, sheet, puzzle, values) else None


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
        if isinstance(kind, SumClue):
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
    return fits(puzzle.genre, replace(puzzle.sheet, clues=clues), puzzle, values)


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
        if kind.dropped and kind.at != "board" and not isinstance(kind, RoomClue):
            for place, value in sorted(clues.get(kind.key, {}).items()):
                if isinstance(kind, SumClue):
                    assert isinstance(value, tuple)
                    found += [Item(kind.key, place, part) for part, own in enumerate(value) if own]
                else:
                    found.append(Item(kind.key, place))
    return found


def without(clues: Clues, gone: list[Item]) -> dict[str, dict[Place, Value]]:
    """The clues that are left; a black cell stays, without its sum."""
    left = {key: dict(own) for key, own in clues.items()}
    for item in gone:
        value = left[item.key][item.place]
        if item.part is None:
            del left[item.key][item.place]
        else:
            assert isinstance(value, tuple)
            left[item.key][item.place] = tuple(0 if i == item.part else own for i, own in enumerate(value))
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
        else:
            return None
    return left
