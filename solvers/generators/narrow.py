"""Genres with smaller numbers, of which boards are drawn: without clues some allow numbers so large that a
board takes long, such as 1 to 99 in each cell. And rules about clues that say a number, but not what it is,
hold of clues that do not say it yet, too.

A puzzle of the narrower genre may have further solutions: then it gets clues back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain

from zenkai_solver.models.genres.amounts import ClueAt, SmallerOf
from zenkai_solver.models.genres.clues import NumberClue
from zenkai_solver.models.genres.expressions import AllOf, Fixed, Truth, Var
from zenkai_solver.models.genres.genre import Genre, GenreRule, amount_of, keys_in
from zenkai_solver.models.genres.graphs import ByWalls, Graph
from zenkai_solver.models.genres.groups import GroupCount, GroupSum
from zenkai_solver.models.genres.layers import CellNumbers, Layer
from zenkai_solver.models.genres.places import WithClue
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet, Place, Value, values_in
from zenkai_solver.models.genres.statements import ForAll
from zenkai_solver.models.genres.vocabulary import CELLS
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.clues import Item, is_scattered, one_in_each
from zenkai_solver.solvers.generators.rules import Clues, FilledBoard, Values
from zenkai_solver.solvers.generators.sheets import Sheets


def narrowed(genre: Genre, most: int) -> Genre:
    """The genre with numbers of at most `most` in cells, where they may be larger."""
    layers = tuple(_narrowed(layer, most) for layer in genre.unknown)
    return genre if layers == genre.unknown else replace(genre, unknown=layers)


def as_if_said(genre: Genre) -> Genre:
    """The genre in which each clue that is placed before the board says a number, which is computed later, or
    chosen where none may be `?`.
    """
    placed = (kind for kind in genre.given if isinstance(kind, NumberClue) and is_scattered(kind))
    keys = {kind.key for kind in placed if amount_of(genre, kind.key) is not None or not kind.hidden}
    rules = tuple(_as_if_said(rule, keys) for rule in genre.rules)
    return genre if rules == genre.rules else replace(genre, rules=rules)


def _as_if_said(rule: GenreRule, keys: Collection[str]) -> GenreRule:
    match rule.holds:
        case ForAll(each, WithClue(key, False) as over, holds) if key in keys:
            reads = any(isinstance(word, ClueAt) and word.key == key for word in values_in(holds))
            return rule if reads else replace(rule, holds=ForAll(each, replace(over, hidden=True), holds))
    return rule


def of_all_areas(genre: Genre) -> Genre:
    """The genre in which rules about the areas of clues, of which each area has one, hold of every area, so
    that a board which is drawn without clues keeps them.
    """
    rules = tuple(replace(rule, holds=_of_all_areas(genre, rule.holds)) for rule in genre.rules)
    return genre if rules == genre.rules else replace(genre, rules=rules)


def _of_all_areas(genre: Genre, holds: Truth) -> Truth:
    match holds:
        case AllOf(parts):
            return AllOf(tuple(_of_all_areas(genre, part) for part in parts))
        case ForAll(each, WithClue(key, True, None), inner) if key not in keys_in(inner):
            areas = [graph for graph in one_in_each(genre, key) if isinstance(graph, ByWalls)]
            if any(_is_of_area(inner, each, graph) for graph in areas):
                return ForAll(each, CELLS, inner)
    return holds


def _is_of_area(holds: Truth, each: Var, graph: Graph) -> bool:
    """Does the statement say the same of all cells `each` of an area?"""
    words = [word for word in values_in(holds) if isinstance(word, GroupSum | GroupCount)]
    return sum(word == each for word in values_in(holds)) == sum(
        (word.graph, word.spot) == (graph, each) for word in words
    )


def _narrowed(layer: Layer, most: int) -> Layer:
    if not isinstance(layer, CellNumbers) or (isinstance(layer.hi, Fixed) and layer.hi.value <= most):
        return layer
    return replace(layer, hi=SmallerOf(layer.hi, Fixed(most)))


def with_enough_clues(
    puzzle: GenrePuzzle,
    values: Values,
    every: Clues,
    orbits: Sequence[Sequence[Item]],
    deadline: Deadline = NEVER,
) -> GenrePuzzle | None:
    """The puzzle, of which these values are a solution, with orbits of `every` until it is the only one;
    None if all of them do not suffice.
    """
    while (other := _other_solution(puzzle, values, deadline)) is not None:
        sheets = (with_orbits(puzzle.sheet, every, [orbit]) for orbit in orbits)
        sheet = next((sheet for sheet in sheets if not other.fits(sheet)), None)
        if sheet is None:
            return None
        puzzle = GenrePuzzle(puzzle.genre, sheet)
    return puzzle


def _other_solution(puzzle: GenrePuzzle, values: Values, deadline: Deadline) -> FilledBoard | None:
    with closing(Sheets(puzzle.genre, puzzle.sheet, deadline)) as sheets:
        assumed = sheets.conditions(puzzle.sheet)
        assert assumed is not None  # the values satisfy them
        left = {spot: value for spot, value in values.items() if spot in sheets.puzzle.shown}
        other = sheets.board([*assumed, sheets.not_this(left)])  # cells with clues may have no value
    return None if other is None else FilledBoard(puzzle, other)


def with_orbits(sheet: GenreSheet, every: Clues, orbits: Iterable[Sequence[Item]]) -> GenreSheet:
    """The sheet with the clues of these orbits, as they are among `every`."""
    clues: dict[str, dict[Place, Value]] = {}
    for item in chain.from_iterable(orbits):
        placed = clues.setdefault(item.key, dict(sheet.clues.get(item.key, {})))
        placed[item.place] = every[item.key][item.place]
    return sheet.with_clues(clues)
