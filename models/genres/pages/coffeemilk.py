"""Coffee Milk: straight lines join circles to groups of one grey one, and as many white as black ones."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
HERE, BEHIND = Shows("line", Along(c, k, 1)), Shows("line", Along(c, k, -1))
NEXT = FirstOf(d, Ray(c, k), HasClue("circles", d))
OPEN = Where(c, CELLS, ~HasClue("circles", c))
WHITE_AND_BLACK = (ClueAt("circles", c) + ClueAt("circles", d)).is_(3)
GREY = HasClue("circles", c, 3)


def circles(value: int) -> Amount:
    """How many circles of this colour are in the group of a circle."""
    return GroupSum(ByLines("line"), c, d, Indicator(HasClue("circles", d, value)))


GENRE = Genre(
    name="coffeemilk",
    title="Coffee Milk",
    source="puzz.link, rules of coffeemilk. White is 1 and black 2; there is a line, and at each circle one.",
    link="coffeemilk",
    unknown=(CentreLines("line"),),
    given=(SignClue("circles", signs="o*@", dropped=False, link="coffeemilk"),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        GenreRule("there is a line at each circle", ForAll(c, WithClue("circles"), LINES >= 1)),
        GenreRule("lines do not cross", ForAll(c, OPEN, LINES <= 2)),
        GenreRule(
            "lines go straight from circle to circle",
            ForAll(c, OPEN, ForAll(k, Directions(), HERE >> BEHIND)),
        ),
        GenreRule(
            "no line joins a white circle and a black one",
            ForAll(
                c,
                WithClue("circles"),
                ForAll(k, Directions(), ForAll(d, NEXT, ~HERE | ~WHITE_AND_BLACK)),
            ),
        ),
        GenreRule(
            "each group has one grey circle",
            EachGroup(ByLines("line"), c, Indicator(GREY), ONE, ONE),
        ),
        GenreRule(
            "each group has as many white circles as black ones",
            ForAll(c, Where(c, WithClue("circles"), GREY), circles(1).is_(circles(2))),
        ),
    ),
)
