"""U-Turns: lines join grey circles through white ones; they turn twice to one side between two circles."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.kusabi import LINES, U_TURNS
from zenkai_solver.models.genres.vocabulary import *


def circles(cell: Var, value: int) -> PlaceList:
    """Black, grey and white ones: 1 to 3."""
    return Where(cell, WithClue("circles"), HasClue("circles", cell, value))


GENRE = Genre(
    name="uturns",
    title="U-Turns",
    source="puzz.link, rules of uturns.",
    link="uturns",
    unknown=(CentreLines("line"),),
    given=(SignClue("circles", signs="*%o", dropped=False, link="number10"),),
    rules=(
        GenreRule("one line ends at each grey circle", ForAll(c, circles(c, 2), LINES.is_(1))),
        GenreRule(
            "lines end only at grey circles",
            ForAll(c, Where(c, CELLS, ~HasClue("circles", c, 2)), LINES.isnt(1)),
        ),
        *U_TURNS,
        GenreRule("no line goes through a black circle", ForAll(c, circles(c, 1), LINES.is_(0))),
        GenreRule("a line goes through each white circle", ForAll(c, circles(c, 3), LINES.is_(2))),
    ),
)
