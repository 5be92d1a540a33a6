"""Yosenabe: circles move straight into pots; the number of a pot is the sum of the circles in it."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import MOVES, occupied
from zenkai_solver.models.genres.vocabulary import *

POT = ByLabel(p, CELLS, HasClue("pots", p))
OF_POT = Where(d, WithClue("pots"), SameGroup(POT, c, d))
CAME = SamePlace(e, d) | SameGroup(ByLines("line"), e, d)  # the circle `e` to the cell `d`
INSIDE = Exists(d, OF_POT, occupied(d) & CAME)

GENRE = Genre(
    name="yosenabe",
    title="Yosenabe",
    source="Nikoli; puzz.link, rules of yosenabe. `~` is a pot. A circle without a number adds nothing.",
    link="yosenabe",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("pots", signs="~", dropped=False, link="binary"),
        NumberClue("circles", circled=True, dropped=False, link="yosenabe"),
        NumberClue("sums", link="yosenabe"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        *MOVES,
        GenreRule("each number is in a pot", ForAll(c, WithClue("sums", hidden=True), HasClue("pots", c))),
        GenreRule("each circle is in a pot in the end", ForAll(c, CELLS, occupied(c) >> HasClue("pots", c))),
        GenreRule("each pot has a circle", ForAll(c, WithClue("pots"), Exists(d, OF_POT, occupied(d)))),
        GenreRule(
            "a number is the sum of the circles in its pot",
            ForAll(
                c,
                WithClue("sums"),
                SumOf(e, WithClue("circles"), Indicator(INSIDE, ClueAt("circles", e))).is_(ClueAt("sums", c)),
            ),
        ),
    ),
)
