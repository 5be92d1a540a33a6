"""The clues of a filled board of a genre, by the rules of the genre, and which can be removed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from zenkai_solver.models.genres.clues import ArrowClue, ClueKind, NumberClue, RoomClue, SignClue, SumClue
from zenkai_solver.models.genres.expressions import HasClue, Indicator
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
from zenkai_solver.solvers.generators.sheets import Clues, Values, fits

MOST_TRIED = 30  # numbers that are tried as a clue if no rule determines it


@dataclass(frozen=True)
class Item:
    """A clue that can be removed; `part`: which one of the sums in a black cell."""

    key: str
    place: Place
    part: int | None = None


def places(kind: ClueKind, sheet: GenreSheet) -> tuple[Place, ...]:
    """The places where a clue of this kind may be."""
    match kind.at:
        case "cell" | "edge" | "corner":
            return sheet.every[kind.at]
        case "room":
            return tuple(room.at for room in sheet.rooms(kind.rooms))
        case "line" | "side":
            of_lines = line_places(kind, sheet.rows, sheet.columns).values()
            return tuple(place for line in of_lines for place in line)
        case _:
            return ()


def one_in_each(genre: Genre, key: str) -> Graph | None:
    """The graph whose groups each have exactly one clue of the key, if a rule says so; else None."""
    for expression in values_in(genre.rules):
        match expression:
            case EachGroup(graph, each, Indicator(HasClue(of, spot, None)), least, most):
                if (of, spot) == (key, each) and least == most:
                    return graph
    return None


def clues_of(
    puzzle: GenrePuzzle, values: Values, rng: random.Random, before: Clues | None = None
) -> dict[str, dict[Place, Value]] | None:
    """All clues that the board may have besides those of the sheet, by key and place; None if some group has
    no place for its only clue, or the clues contradict each other. Where there is a choice of places, those
    of `before` are preferred.
    """
    clues: dict[str, dict[Place, Value]] = {}
    for kind in puzzle.genre.given:
        if isinstance(kind, RoomClue) or kind.at == "board":
            continue
        of_kind = dict(_clues(puzzle, kind, values, rng))
        graph = one_in_each(puzzle.genre, kind.key)
        if graph is not None:
            chosen = {}
            for group in graph.groups(puzzle.view(values)):
                if not (able := [place for place in group if place in of_kind]):
                    return None
                at = rng.choice(
                    [place for place in able if place in (before or {}).get(kind.key, {})] or able
                )
                chosen[at] = of_kind[at]
            of_kind = chosen
        clues[kind.key] = of_kind
    sheet = replace(puzzle.sheet, clues={**puzzle.sheet.clues, **clues})
    return clues if fits(puzzle.genre, sheet, puzzle, values) else None


def _clues(
    puzzle: GenrePuzzle, kind: ClueKind, values: Values, rng: random.Random
) -> Iterator[tuple[Place, Value]]:
    """For each place that may have a clue of the kind, a clue that is true on the board."""
    genre, sheet = puzzle.genre, puzzle.sheet
    numbers = (layer for layer in genre.unknown if isinstance(layer, CellNumbers))
    shown = next((layer.name for layer in numbers if layer.given == kind.key), None)
    view = puzzle.view(values)
    for place in places(kind, sheet):
        if isinstance(kind, SumClue):
            if place in sheet.clues.get(kind.key, {}):
                sums = (_amount(puzzle, view, kind, place, part) for part in (0, 1))
                yield place, tuple(amount or 0 for amount in sums)
        elif shown is not None:
            number = values.get((shown, place), HIDDEN)
            if _allowed(kind, number):
                yield place, number
        else:
            possible = _possible(puzzle, view, kind, place)
            if able := [value for value in possible if _is_true(puzzle, kind, place, value, values)]:
                yield place, rng.choice(able)


def _allowed(kind: ClueKind, number: int) -> bool:
    return not isinstance(kind, NumberClue) or kind.lo <= number <= kind.hi


def _amount(puzzle: GenrePuzzle, view: BoardView, kind: ClueKind, place: Place, part: int = 0) -> int | None:
    """The number that a rule determines for the clue; None if none does."""
    known = amount_of(puzzle.genre, kind.key, part)
    if known is None:
        return None
    each, amount = known
    return amount.number(view.bind(each.name, _bound(puzzle.sheet, kind, place)))


def _bound(sheet: GenreSheet, kind: ClueKind, place: Place) -> Bound:
    """The value that a rule's variable is bound to for the clue's place: the group for a line or room."""
    groups: tuple[Group, ...] = ()
    if kind.at == "line":
        groups = sheet.lines
    elif kind.at == "room":
        groups = sheet.rooms(kind.rooms)
    return next((group for group in groups if group.at == place), place)


def _possible(puzzle: GenrePuzzle, view: BoardView, kind: ClueKind, place: Place) -> Iterator[Value]:
    """The values that the clue of a place may have by its kind and by the rule that determines it, if any."""
    if isinstance(kind, ArrowClue):
        for direction in (1, 2, 3, 4):
            clues = {**puzzle.sheet.clues, kind.key: {place: (direction, HIDDEN)}}
            with_arrow = replace(view, sheet=replace(puzzle.sheet, clues=clues), seen={})
            number = _amount(puzzle, with_arrow, kind, place, 1)
            if number is not None or kind.bare:
                yield direction, HIDDEN if number is None else number
    elif isinstance(kind, SignClue):
        yield from range(1, 1 + len(kind.signs))
    elif (number := _amount(puzzle, view, kind, place)) is not None:
        if _allowed(kind, number):
            yield number
    elif isinstance(kind, NumberClue):
        yield from range(kind.lo, min(kind.hi, kind.lo + MOST_TRIED) + 1)


def _is_true(puzzle: GenrePuzzle, kind: ClueKind, place: Place, value: Value, values: Values) -> bool:
    """Does the board satisfy the rules if this is the only clue of its kind?"""
    graph = one_in_each(puzzle.genre, kind.key)
    if graph is not None:  # the rule that requires one clue in each group is observed by `clues_of`
        return any(place in group for group in graph.groups(puzzle.view(values)))
    clues = {**puzzle.sheet.clues, kind.key: {place: value}}
    return fits(puzzle.genre, replace(puzzle.sheet, clues=clues), puzzle, values)


# ---- clues that are removed


def items(genre: Genre, clues: Clues) -> list[Item]:
    """The clues that can be removed, in a fixed order."""
    removable = []
    for kind in genre.given:
        if kind.dropped and kind.at != "board" and not isinstance(kind, RoomClue):
            for place, value in sorted(clues.get(kind.key, {}).items()):
                if isinstance(kind, SumClue):
                    assert isinstance(value, tuple)
                    removable += [Item(kind.key, place, part) for part, amount in enumerate(value) if amount]
                else:
                    removable.append(Item(kind.key, place))
    return removable


def without(clues: Clues, gone: list[Item]) -> dict[str, dict[Place, Value]]:
    """The clues without the items `gone`; a black cell stays, without its sum."""
    left = {key: dict(of_key) for key, of_key in clues.items()}
    for item in gone:
        value = left[item.key][item.place]
        if item.part is None:
            del left[item.key][item.place]
        else:
            assert isinstance(value, tuple)
            sums = tuple(0 if part == item.part else amount for part, amount in enumerate(value))
            left[item.key][item.place] = sums
    return left


def hidden(genre: Genre, clues: Clues, gone: list[Item]) -> dict[str, dict[Place, Value]] | None:
    """The clues with `?` in place of the items `gone`; None if the kind of one has no `?`."""
    kinds: Mapping[str, ClueKind] = {kind.key: kind for kind in genre.given}
    left = {key: dict(of_key) for key, of_key in clues.items()}
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
