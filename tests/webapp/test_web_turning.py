"""Sudokus and genres that are turned and flipped: their solutions are those of the puzzle, moved the same way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.clues import RoomClue
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.loading import loads
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.solvers.webapp.palette import FORMS, example
from zenkai_solver.solvers.webapp.turning import DIRECTED, FLIP, TURN, turned_text

DIRECTIONS = {*DIRECTED[TURN]}
FEW = ("quad", "little-killer:down-left", "skyscraper:left", "sandwich:rows", "thermo", "falling-diagonal")
Board = tuple[str, ...]


def moved(board: Board, how: str) -> Board:
    if how == FLIP:
        return tuple(row[::-1] for row in board)
    return tuple("".join(column) for column in zip(*reversed(board)))


def boards(data: dict[str, Any]) -> list[Board]:
    return sorted(one.board for one in zenkai.solve(json.dumps(data), symmetry="all", backend="sat"))


def turned(data: dict[str, Any], how: str) -> dict[str, Any]:
    found: dict[str, Any] = parse_yaml(turned_text(data, how)).data
    return found


def names() -> list[Any]:
    """Every rule of the page that a 4x4 can have and that has no direction."""
    found = []
    for name in FORMS:
        data = {"puzzle": "sudoku", "size": "4x4", "rules": [example(name, 4)]}
        try:
            loads(json.dumps(data), "x")
        except InstanceError:
            continue
        if name not in DIRECTIONS:
            found.append(pytest.param(name, marks=() if name in FEW else pytest.mark.broad))
    return found


@pytest.mark.parametrize("how", [TURN, FLIP])
@pytest.mark.parametrize("name", names())
def test_solutions_are_moved(name: str, how: str) -> None:
    data = {"puzzle": "sudoku", "grid": "1...\n....\n....\n....\n", "rules": [example(name, 4)]}
    wanted = sorted(moved(board, how) for board in boards(data))
    assert boards(turned(data, how)) == wanted


@pytest.mark.parametrize(
    "data",
    [
        {
            "size": "2x3",
            "latin": True,
            "box": "none",
            "rules": [{"any": [{"thermo": ["R1C1-R1C3"]}, "anti-king"]}],
        },
        {
            "grid": "1.....\n......\n......\n......\n......\n.....6\n",
            "rules": [{"killer": ["6 = R1C1 R1C2 R2C1"]}],
        },
        {"size": "3x3", "regions": "AAB\nABB\nCCC\n", "digits": "1-3"},
    ],
)
def test_other_keys_are_moved(data: dict[str, Any]) -> None:
    """Four quarter turns, or two flips, lead back to the same puzzle."""
    stated = {"puzzle": "sudoku", **data}
    back = stated
    for _ in range(4):
        back = turned(back, TURN)
    assert loads(json.dumps(back), "x").puzzle == loads(json.dumps(stated), "x").puzzle
    assert (
        loads(json.dumps(turned(turned(stated, FLIP), FLIP)), "x").puzzle
        == loads(json.dumps(stated), "x").puzzle
    )


def test_grids_that_share_cells_are_turned() -> None:
    once = turned({"puzzle": "sudoku", "grids": "windmill"}, FLIP)
    assert once["grids"] != turned(once, FLIP)["grids"]
    assert (
        loads(json.dumps(turned(once, FLIP)), "x").puzzle
        == loads("puzzle: sudoku\ngrids: windmill\n", "x").puzzle
    )


@pytest.mark.parametrize(
    "data",
    [
        {"puzzle": "sudoku", "size": "4x4", "rules": ["dutch-flatmates"]},
        {"puzzle": "sudoku", "size": "4x4", "rules": [{"row-indexing": ["R1C1"]}]},
        {"puzzle": "sudoku", "size": "4x4", "where": "1@R1C1"},
        {"puzzle": "nonogram", "rows": [[1]], "columns": [[1]]},
    ],
)
def test_what_has_a_direction_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(InstanceError):
        turned(data, TURN)


@pytest.mark.parametrize("how", ["", "up", "5"])
def test_no_other_way_is_known(how: str) -> None:
    with pytest.raises(InstanceError):
        turned({"puzzle": "sudoku", "size": "4x4"}, how)


SHIPPED = sorted((INSTANCES / "genres").glob("*.yaml"))
SOME = ("yajilin", "gokigen", "heyawake", "masyu", "skyscrapers", "norinori")


@pytest.mark.parametrize("how", [TURN, FLIP])
@pytest.mark.parametrize(
    "path",
    [pytest.param(own, id=own.stem, marks=() if own.stem in SOME else pytest.mark.broad) for own in SHIPPED],
)
def test_genres_are_turned(path: Path, how: str) -> None:
    """As many solutions as before, or a refusal; often enough done the puzzle is there again."""
    stated = parse_yaml(path.read_text("utf-8")).data
    puzzle = loads(json.dumps(stated), "x").puzzle
    assert isinstance(puzzle, GenrePuzzle)
    if path.stem not in SOME and refused(stated, how):
        return
    once = turned(stated, how)
    assert (
        zenkai.count(json.dumps(once), backend="sat").all
        == zenkai.count(json.dumps(stated), backend="sat").all
    )
    back = once
    for _ in range(3 if how == TURN else 1):
        back = turned(back, how)
    again = loads(json.dumps(back), "x").puzzle
    assert isinstance(again, GenrePuzzle)
    assert givens(again) == givens(puzzle)


def refused(data: dict[str, Any], how: str) -> bool:
    try:
        turned(data, how)
    except InstanceError as error:
        return "directions" in str(error)
    return False


def givens(puzzle: GenrePuzzle) -> tuple[Any, ...]:
    """The clues but for the letters of rooms, and what is known."""
    rooms = {kind.key for kind in puzzle.genre.given if isinstance(kind, RoomClue)}
    clues = {key: own for key, own in puzzle.sheet.clues.items() if key not in rooms}
    parts = {key: {frozenset(room.places) for room in puzzle.sheet.rooms(key)} for key in rooms}
    return clues, parts, puzzle.known
