"""A sudoku, or a puzzle of a genre, a quarter turn clockwise, or with left and right exchanged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.puzzle import GenrePuzzle, MovedSheet
from zenkai_solver.models.genres.reading import puzzle_with
from zenkai_solver.models.genres.sheet import Place, Value
from zenkai_solver.models.grid import TRANSFORMS, Cell, cell_name
from zenkai_solver.models.loading import loads
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.words import CELL
from zenkai_solver.solvers.core.sources import NAME, as_yaml
from zenkai_solver.solvers.webapp.sheets import text_of

TURN, FLIP = "turn", "flip"
SIDES = {  # where the clues of a side arrive, and whether in the opposite order
    TURN: {
        "top": ("right", False),
        "right": ("bottom", True),
        "bottom": ("left", False),
        "left": ("top", True),
        "columns": ("rows", False),
        "rows": ("columns", True),
    },
    FLIP: {
        "top": ("top", True),
        "right": ("left", False),
        "bottom": ("bottom", True),
        "left": ("right", False),
        "columns": ("columns", True),
        "rows": ("rows", False),
    },
}
WAYS = {
    TURN: {
        "down-right": "down-left",
        "down-left": "up-left",
        "up-left": "up-right",
        "up-right": "down-right",
    },
    FLIP: {
        "down-right": "down-left",
        "down-left": "down-right",
        "up-left": "up-right",
        "up-right": "up-left",
    },
}
NAMES = {"falling-diagonal": "rising-diagonal", "rising-diagonal": "falling-diagonal"}
DIRECTED = {
    TURN: ("row-indexing", "column-indexing", "dutch-flatmates"),
    FLIP: ("row-indexing", "column-indexing"),
}
WAY = re.compile("(?:down|up)-(?:left|right)")


TRANSFORM = {TURN: TRANSFORMS["turn 90"], FLIP: TRANSFORMS["flip"]}


def turned_text(data: Mapping[str, Any], how: str) -> str:
    """The text of the puzzle of the mapping, moved so, TURN or FLIP. Raises InstanceError for what is neither
    a sudoku nor of a genre, or has a condition, or a rule about directions.
    """
    puzzle = loads(as_yaml(data), NAME).puzzle
    if how in SIDES and isinstance(puzzle, Sudoku):
        return as_yaml(turned(data, puzzle, how))
    if how in SIDES and isinstance(puzzle, GenrePuzzle):
        return text_of(turned_genre(puzzle, how), data)
    raise InstanceError((), "only sudokus and puzzles of genres, without a condition, are turned so")


def turned_genre(puzzle: GenrePuzzle, how: str) -> GenrePuzzle:
    """The puzzle with its clues and known values moved. Raises InstanceError."""
    refused = InstanceError((), f"the rules of {puzzle.genre.name:.40} name directions: it cannot be turned")
    if puzzle.genre.directed:
        raise refused
    moved = MovedSheet(puzzle.sheet, TRANSFORM[how])
    clues: dict[str, dict[Place, Value]] = {}
    for kind in puzzle.genre.given:
        arrived = {at: clue for at, clue in moved.clues(kind) if clue is not None}
        if len(arrived) < len(puzzle.sheet.clues.get(kind.key, {})):
            raise refused
        clues[kind.key] = arrived
    rows, columns = (side // 2 for side in moved.size)
    bare = puzzle_with(puzzle.genre, rows, columns, clues)
    known = {}
    for (name, place), value in puzzle.known.items():
        layer, at = puzzle.layers[name], (name, moved.image(place))
        text = layer.text(place, value)
        known[at] = bare.frame.texts[at][layer.moved_signs(moved.transform).get(text, text)]
    return replace(bare, known=known)


def turned(data: Mapping[str, Any], puzzle: Sudoku, how: str) -> dict[str, Any]:
    """The mapping of the sudoku, moved. Raises InstanceError."""
    return _Turned(how, puzzle.grid.rows, puzzle.grid.columns).mapping(data, puzzle)


class _Turned:
    def __init__(self, how: str, rows: int, columns: int) -> None:
        self.how, self.rows, self.columns = how, rows, columns

    def goal(self, cell: Cell, wide: int = 1) -> Cell:
        """Where the first cell of a square of cells goes."""
        r, c = cell
        return (c, self.rows - wide - r) if self.how == TURN else (r, self.columns - wide - c)

    def mapping(self, data: Mapping[str, Any], puzzle: Sudoku) -> dict[str, Any]:
        moved = {key: value for key, value in data.items() if key != "expect"}
        if "grid" in data:
            moved["grid"] = self.drawing(puzzle.with_clues([])["grid"])
        if "regions" in data:
            moved["regions"] = self.drawing(str(data["regions"]))
        for key in ("size", "box"):
            sides = str(data.get(key, "")).split("x")
            if self.how == TURN and len(sides) == 2:
                moved[key] = f"{sides[1].strip()}x{sides[0].strip()}"
        if "grids" in data:
            wide = len(puzzle.grid.values)
            moved["grids"] = [cell_name(self.goal(corner, wide)) for corner in puzzle.grid.corners]
        if "rules" in data:
            moved["rules"] = self.rule(data["rules"])
        return moved

    def drawing(self, text: str) -> str:
        lines = [re.sub(r"\s", "", line) for line in text.split("\n") if line.strip()]
        if [len(line) for line in lines] != [self.columns] * self.rows:
            raise InstanceError("regions", "a drawing with a sign per cell, and nothing else, can be turned")
        if self.how == FLIP:
            return "".join(f"{line[::-1]}\n" for line in lines)
        return "".join("".join(line[c] for line in reversed(lines)) + "\n" for c in range(self.columns))

    def rule(self, value: Any, name: str = "") -> Any:
        """Rules, one of them, or what it states; `name` is that of the rule."""
        if isinstance(value, list):
            return [self.rule(one, name) for one in value]
        if isinstance(value, dict):
            return dict(self.entry(key, stated, name) for key, stated in value.items())
        if not isinstance(value, str):
            return value
        if not name:
            return self.named(value)
        if name == "quad":
            return CELL.sub(lambda cell: self.cell(cell, 2), value, count=1)
        return WAY.sub(lambda way: WAYS[self.how][way[0]], CELL.sub(self.cell, value))

    def entry(self, key: str, value: Any, name: str) -> tuple[str, Any]:
        if name and key in SIDES[self.how]:
            side, back = SIDES[self.how][key]
            words = value.split() if isinstance(value, str) else list(value)
            words = words[::-1] if back else words
            return side, " ".join(map(str, words)) if isinstance(value, str) else words
        return (
            (key, self.rule(value, name))
            if name
            else (self.named(key), self.rule(value, "" if key == "any" else key))
        )

    def named(self, name: str) -> str:
        if name in DIRECTED[self.how]:
            raise InstanceError("rules", f"{name} is about directions: it cannot be turned")
        return NAMES.get(name, name)

    def cell(self, match: re.Match[str], wide: int = 1) -> str:
        return cell_name(self.goal((int(match[1]) - 1, int(match[2]) - 1), wide))
