"""Puzzles of our genres as the modules of the Python package cspuz take them: the arguments of `solve_NAME`.

The package (github.com/semiexp/cspuz) has a module for some of our genres; NotStated is raised for others,
and for clues that a module does not take. Cells are (row, column) from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zenkai_solver.models.genres.clues import SwitchClue
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN, WHOLE, GenreSheet

NAMES = {"lightup": "akari", "skyscrapers": "building", "starbattle": "star_battle"}  # named otherwise
ARROWS = ("", "^", "v", "<", ">")  # by our directions
Grid = list[list[Any]]


class NotStated(Exception):
    """A puzzle that no module of cspuz takes; in words."""


def arguments(puzzle: GenrePuzzle) -> tuple[str, list[Any]]:
    """The name of the module, and the arguments of its solver as JSON has them."""
    name, sheet = puzzle.genre.name, puzzle.sheet
    if name not in ARGUMENTS:
        raise NotStated("cspuz has no such module")
    if any(sheet.clues.get(kind.key) for kind in puzzle.genre.given if isinstance(kind, SwitchClue)):
        raise NotStated("cspuz has no such further rule")
    return NAMES.get(name, name), ARGUMENTS[name](sheet)


def _grid(key: str, empty: Any, hidden: Any = None, corners: bool = False) -> Callable[[GenreSheet], Grid]:
    """The clues of cells, or corners, by row; `hidden` for those that are not said."""

    def grid(sheet: GenreSheet) -> Grid:
        clues, first = sheet.clues.get(key, {}), 0 if corners else 1
        if hidden is None and HIDDEN in clues.values():
            raise NotStated("cspuz has no ? there")
        shown = {at: hidden if clue == HIDDEN else clue for at, clue in clues.items()}
        rows, columns = (range(first, 2 * size + 1, 2) for size in (sheet.rows, sheet.columns))
        return [[shown.get((y, x), empty) for x in columns] for y in rows]

    return grid


def _sized(*arguments: Callable[[GenreSheet], Any]) -> Callable[[GenreSheet], list[Any]]:
    """Height and width first."""
    return lambda sheet: [sheet.rows, sheet.columns, *(argument(sheet) for argument in arguments)]


def _rooms(sheet: GenreSheet) -> Grid:
    return [[(y // 2, x // 2) for y, x in room.places] for room in sheet.rooms("rooms")]


def _counts(sheet: GenreSheet) -> list[int]:
    """Of each room its number; -1 where there is none, or `?`."""
    counts = [sheet.clues.get("counts", {}).get(room.at, HIDDEN) for room in sheet.rooms("rooms")]
    return [-1 if count == HIDDEN else count for count in counts]  # type: ignore[misc]


def _buildings(sheet: GenreSheet) -> list[Any]:
    if sheet.clues.get("clues"):
        raise NotStated("cspuz has no numbers within the board")
    clues, last = sheet.clues.get("sides", {}), 2 * sheet.rows + 1
    along = range(1, last, 2)
    level = ([clues.get((y, x), 0) for x in along] for y in (-1, last))
    upright = ([clues.get((y, x), 0) for y in along] for x in (-1, last))
    return [sheet.rows, *level, *upright]


def _stars(sheet: GenreSheet) -> list[Any]:
    return [sheet.rows, _grid("regions", -1)(sheet), sheet.clues["stars"][WHOLE]]


def _putteria(sheet: GenreSheet) -> list[Any]:
    if sheet.clues.get("clues"):
        raise NotStated("cspuz has no numbers there")
    return [sheet.rows, sheet.columns, _rooms(sheet)]


def _yajilin(sheet: GenreSheet) -> list[Any]:
    clues = sheet.clues.get("arrows", {}).values()
    if any(not isinstance(clue, tuple) or clue[0] <= 0 or clue[1] < 0 for clue in clues):
        raise NotStated("cspuz has no such arrow")
    grid = _grid("arrows", None)(sheet)
    return [
        sheet.rows,
        sheet.columns,
        [[".." if value is None else f"{ARROWS[value[0]]}{value[1]}" for value in row] for row in grid],
    ]


ARGUMENTS: Mapping[str, Callable[[GenreSheet], list[Any]]] = {
    "creek": _sized(_grid("clues", -1, -1, corners=True)),
    "fillomino": _sized(_grid("clues", 0)),
    "geradeweg": _sized(_grid("clues", 0)),
    "gokigen": _sized(_grid("clues", -1, -1, corners=True)),
    "heyawake": _sized(_rooms, _counts),
    "lightup": _sized(_grid("clues", -2, -1)),
    "lits": _sized(_rooms),
    "masyu": _sized(_grid("circles", 0)),
    "norinori": _sized(_rooms),
    "nurikabe": _sized(_grid("clues", 0, -1)),
    "nurimisaki": _sized(_grid("clues", -1, 0)),
    "putteria": _putteria,
    "skyscrapers": _buildings,
    "slitherlink": _sized(_grid("clues", -1, -1)),
    "starbattle": _stars,
    "yajilin": _yajilin,
    "yinyang": _sized(_grid("circles", 0)),
}
