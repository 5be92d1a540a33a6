"""Boards of one cell, of one row and of 60x60 without clues, in every genre: solved, checked, drawn, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.genres.clues import RoomClue, SwitchClue
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.commands import draw
from zenkai_solver.solvers.python_api.api import solve

FIRST = ("slitherlink", "nurikabe", "starbattle", "fillomino", "masyu", "kakuro")


def blank(name: str, rows: int, columns: int) -> str:
    """The board as one room, with the least clues of the board as a whole."""
    lines = [f"puzzle: {name}", f"size: {rows}x{columns}"]
    for kind in genre(name).given:
        if isinstance(kind, RoomClue):
            lines += [f"{kind.key}: |", *["  " + "A" * columns] * rows]
        elif kind.at == "board" and not isinstance(kind, SwitchClue):
            lines.append(f"{kind.key}: {getattr(kind, 'lo', 1)}")
    return "\n".join(lines) + "\n"


NAMES = [pytest.param(name, marks=[] if name in FIRST else pytest.mark.slow) for name in GENRES]


@pytest.mark.parametrize("size", [(1, 1), (1, 20), (20, 1)], ids=lambda size: "{}x{}".format(*size))
@pytest.mark.parametrize("name", NAMES)
def test_the_least_boards(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    text = blank(name, *size)
    solutions = [*solve(text, limit=2)]
    for solution in solutions:
        assert list(loads(text, "x").puzzle.violations(solution.board)) == []
    assert len({solution.board for solution in solutions}) == len(solutions)
    path = tmp_path / "blank.yaml"
    path.write_text(text)
    assert draw.main([str(path), "-o", str(tmp_path / "blank.svg")]) == 0


@pytest.mark.parametrize("name", NAMES)
def test_large_boards_are_read_or_refused_in_one_line(name: str) -> None:
    try:
        puzzle = loads(blank(name, 60, 60), "x").puzzle
    except InstanceError as error:
        refused = str(error)
    else:
        assert isinstance(puzzle, GenrePuzzle)
        assert (puzzle.sheet.rows, puzzle.sheet.columns) == (60, 60)
        return
    assert "60x60" in refused
    assert "\n" not in refused
