"""Penpa+ links: of a genre if a tag or the title names one, else of a sudoku."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zenkai_solver.models.formats import penpa
from zenkai_solver.models.formats.faults import well_formed
from zenkai_solver.models.formats.penpa_text import TITLE, lines_of, tags_of, unescaped
from zenkai_solver.models.formats.stated import StatedSudoku

if TYPE_CHECKING:  # genres are loaded on demand
    from zenkai_solver.models.formats.puzzlink_genres import StatedGenre


def stated(query: str) -> StatedSudoku | StatedGenre:
    """The puzzle of what follows # or ?. Raises InstanceError that names a part that cannot be read."""
    lines = lines_of(query)
    with well_formed("Penpa+"):
        tags, head = tags_of(lines), lines[0].split(",")
        title = unescaped(head[TITLE]).removeprefix("Title:").strip() if len(head) > TITLE else ""
        if head[0] != "sudoku" and not penpa.KNOWN_GENRES & {*tags} and (tags or title):
            from zenkai_solver.models.formats import penpa_genres

            if (name := penpa_genres.named(tags, title)) is not None:
                return penpa_genres.read(name, lines)
    return penpa.stated(lines)
