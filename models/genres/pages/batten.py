"""Battenberg Painting: shade cells; marks are at all corners with shaded cells and others crosswise."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
INSIDE = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))
CROSSWISE = ForAll(e, Adjacent(p, "sides"), CountOf(c, Adjacent(e, "beside"), SHADED).is_(1))

GENRE = Genre(
    name="batten",
    title="Battenberg Painting",
    source="puzz.link, rules of batten.",
    link="batten",
    unknown=(Shading("shade"),),
    given=(
        SignClue("marks", at="corner", link="mark"),
        NumberClue("counts", at="line", hidden=False, link="number16"),
    ),
    rules=(
        GenreRule(
            "the four cells around a mark form a checkerboard",
            ForAll(p, Where(p, INSIDE, HasClue("marks", p)), CROSSWISE),
        ),
        GenreRule(
            "no four cells around a corner without a mark form a checkerboard",
            ForAll(p, Where(p, INSIDE, ~HasClue("marks", p)), ~CROSSWISE),
        ),
        GenreRule(
            "a number beside the board counts the shaded cells of its row or column",
            ForAll(
                g,
                WithClue("counts", among=RowsAndColumns()),
                CountOf(c, Members(g), SHADED).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
