"""Shakashaka: black triangles in cells, so that what is left white are rectangles, upright or turned."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

TRIANGLE = ValueAt("triangle", d) >= 1

GENRE = Genre(
    name="shakashaka",
    title="Shakashaka",
    source="Nikoli; puzz.link, rules of shakashaka. There is a triangle; a black cell may have no number.",
    link="shakashaka",
    unknown=(Triangles("triangle", given="clues"),),
    given=(NumberClue("clues", hi=4, dropped=False, dark=True, link="4cell"),),
    rules=(
        GenreRule("there is a triangle", Exists(d, CELLS, TRIANGLE)),
        GenreRule("each white area is a rectangle", WhiteRectangles("triangle", "clues")),
        GenreRule(
            "a number counts the triangles beside it",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(d, Adjacent(c, "neighbours"), TRIANGLE).is_(ClueAt("clues", c)),
            ),
        ),
    ),
)
