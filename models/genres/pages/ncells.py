"""N Cells: areas of as many cells as the board says; a number counts the walls around its cell."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
SIZE = ClueAt("cells", WholeBoard())
AT_BORDER = Where(e, Adjacent(c, "sides"), ~IsIn(e, INNER))
WALLS = CountOf(e, Adjacent(c, "sides"), Shows("wall", e)) + SizeOf(AT_BORDER)

GENRE = Genre(
    name="ncells",
    title="N Cells",
    source="As Four Cells of puzz.link, for any number, as Noqx has it. The border counts as walls.",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("cells", at="board", lo=1, hidden=False),
        NumberClue("numbers", hi=4),
    ),
    rules=(
        GenreRule("each area has as many cells as the board says", EachGroup(AREAS, c, ONE, SIZE, SIZE)),
        GenreRule(
            "a number counts the walls around its cell",
            ForAll(c, WithClue("numbers"), WALLS.is_(ClueAt("numbers", c))),
        ),
    ),
)
