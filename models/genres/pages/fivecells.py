"""Fivecells: areas of five cells; a number counts the walls around its cell."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BORDER = SizeOf(Adjacent(e, "beside")).is_(1)
WALLS = CountOf(e, Adjacent(c, "sides"), Shows("wall", e) | BORDER)
WEIGHT = ONE + Indicator(HasClue("holes", c), Fixed(4))  # so that a hole alone has five, too

GENRE = Genre(
    name="fivecells",
    title="Fivecells",
    source="Nikoli; puzz.link, rules of fivecells. The border of the board is of walls, too; "
    "holes are no cells.",
    link="fivecells",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("clues", hi=3, link="fivecells"),
        SignClue("holes", dropped=False, link="fivecells"),
    ),
    rules=(
        GenreRule("each area has five cells", EachGroup(ByWalls("wall"), c, WEIGHT, Fixed(5), Fixed(5))),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule(
            "a number counts the walls around its cell",
            ForAll(c, WithClue("clues"), WALLS.is_(ClueAt("clues", c))),
        ),
    ),
)
