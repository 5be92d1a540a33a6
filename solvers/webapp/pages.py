"""The gallery of genres: of each its rules in words, their source, and an example."""

from __future__ import annotations

from typing import Any

from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core import shipped
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.webapp.errors import NotThere
from zenkai_solver.solvers.webapp.sheets import QUICK, entered, rules_of, text_of

BLANK = 6  # rows and columns of the picture of a genre that has no example


def listed() -> list[dict[str, str]]:
    """Name, title and source of each genre of the table."""
    known = ((name, genre(name)) for name in GENRES)
    return [{"name": name, "title": stated.title, "source": stated.source} for name, stated in known]


def page(name: str, solved: bool) -> dict[str, Any]:
    """The page of a genre: its rules in words, and an example, `solved` or not. Raises NotThere."""
    if name not in GENRES:
        raise NotThere
    stated = genre(name)
    instance = loads(example(name), name, QUICK)
    puzzle = instance.puzzle
    assert isinstance(puzzle, GenrePuzzle)
    shown: dict[str, Any] = {
        "name": name,
        "title": stated.title,
        "rules": rules_of(puzzle),
        "source": stated.source,
        "text": instance.text,
        "svg": puzzle.unsolved_svg(),
        "solved": None,
    }
    return {**shown, "solved": _solved(instance)} if solved else shown


def example(name: str) -> str:
    """The text of the shipped instance of that name; of a genre without one a blank sheet."""
    path = shipped.names().get(f"genres/{name}")
    if path is not None:
        return path.read_text("utf-8")
    return text_of(entered({"genre": name, "rows": BLANK, "columns": BLANK}), {})


def _solved(instance: Instance) -> str | None:
    """The picture of the instance's solution."""
    boards = (chunk.board(0) for chunk in prepare(instance, "sat").chunks() if len(chunk))
    return next((instance.puzzle.svg(board) for board in boards), None)
