"""Kakurasu: shade cells; a number is the sum of the places of the shaded cells in its row or column."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BEFORE = Where(d, Together((Ray(c, Toward("left")), Ray(c, Toward("up")))), IsIn(d, Members(g)))
PLACE = SizeOf(BEFORE) + 1
SUM = SumOf(c, Members(g), Indicator(Shows("shade", c), PLACE))

GENRE = Genre(
    name="kakurasu",
    title="Kakurasu",
    source="Janko, rules of Kakurasu; puzz.link, rules of box. At least one cell is shaded. "
    "Places are counted from the left and from above, from 1 on.",
    link="box",
    unknown=(Shading("shade"),),
    given=(NumberClue("sums", at="line", hidden=False, link="box"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, Shows("shade", c))),
        GenreRule(
            "a number is the sum of the places of the shaded cells in its row or column",
            ForAll(g, WithClue("sums", among=RowsAndColumns()), SUM.is_(ClueAt("sums", g))),
        ),
    ),
)
