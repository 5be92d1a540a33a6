"""Fourcells: areas of four cells; a number counts the walls around its cell."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BORDER = SizeOf(Adjacent(e, "beside")).is_(1)
WALLS = CountOf(e, Adjacent(c, "sides"), Shows("wall", e) | BORDER)

GENRE = Genre(
    name="fourcells",
    title="Fourcells",
    source="Nikoli; puzz.link, rules of fourcells. The border of the board is of walls, too.",
    link="fourcells",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", hi=4, link="number10"),),
    rules=(
        GenreRule("each area has four cells", EachGroup(ByWalls("wall"), c, ONE, Fixed(4), Fixed(4))),
        GenreRule(
            "a number counts the walls around its cell",
            ForAll(c, WithClue("clues"), WALLS.is_(ClueAt("clues", c))),
        ),
    ),
)
