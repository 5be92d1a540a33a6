"""Castle Wall: a loop around the white cells and no black one; an arrow counts the lines in its direction."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

COLOUR, DIRECTION, NUMBER = (ClueAt("walls", c, part) for part in range(3))
CLUES = WithClue("walls")
WHITE, BLACK = (Where(c, CLUES, COLOUR.is_(value)) for value in (2, 3))
INSIDE = Inside("line", p)

GENRE = Genre(
    name="castle",
    title="Castle Wall",
    source="Palmer Mebane; puzz.link, rules of castle. There is a loop; it does not go through clues.",
    link="castle",
    unknown=(CentreLines("line"),),
    given=(SignedClue("walls", signs="+o*", arrows=True, link="castle"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop does not go through clues",
            ForAll(c, CLUES, ForAll(e, Adjacent(c, "sides"), ~Shows("line", e))),
        ),
        GenreRule(
            "white cells are inside the loop", ForAll(c, WHITE, ForAll(p, Adjacent(c, "corners"), INSIDE))
        ),
        GenreRule(
            "black cells are outside the loop", ForAll(c, BLACK, ForAll(p, Adjacent(c, "corners"), ~INSIDE))
        ),
        GenreRule(
            "an arrow counts the parts of the loop in its direction, from centre to centre",
            ForAll(
                c,
                Where(c, CLUES, (DIRECTION > 0) & (NUMBER >= 0)),
                CountOf(e, Ray(c, ArrowAt("walls", c, 1), "edge"), Shows("line", e)).is_(NUMBER),
            ),
        ),
        GenreRule("a number has an arrow", ForAll(c, CLUES, (DIRECTION > 0) | (NUMBER < 0))),
    ),
)
