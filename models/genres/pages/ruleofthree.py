"""Rule of Three: a line, or two that cross, in each cell; each is three cells long; no crossings touch."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

CROSSED = Shows("bar", c, 3)
REACH, REACH_BACK = (Leading(d, Ray(c, way), LiesAlong("bar", d, k)) for way in (k, Along(k, k, -2)))
LENGTH = ONE + REACH + REACH_BACK  # of the line of `c` in the direction `k`

GENRE = Genre(
    name="ruleofthree",
    title="Rule of Three",
    source="puzz.link, rules of ruleofthree. Black cells have no lines.",
    link="ruleofthree",
    unknown=(Bars("bar", where=~HasClue("holes", CELL), crossed=True),),
    given=(SignClue("holes", dropped=False, link="empty"),),
    rules=(
        GenreRule(
            "each line is three cells long",
            ForAll(c, CELLS, ForAll(k, Directions(), LiesAlong("bar", c, k) >> LENGTH.is_(3))),
        ),
        GenreRule("no two crossings are neighbours", no_neighbours(CROSSED)),
    ),
)
