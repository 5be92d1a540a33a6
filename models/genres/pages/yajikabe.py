"""Yajikabe: shade cells that are connected, none of a 2x2 as a whole; arrows count them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
AHEAD = CountOf(d, Ray(c, ArrowAt("arrows", c)), Shows("shade", d))
COUNTED = Where(c, WithClue("arrows"), ClueAt("arrows", c, 1) >= 0)

GENRE = Genre(
    name="yajikabe",
    title="Yajikabe",
    source="Naoki Inaba; Janko, rules of Yajikabe.",
    unknown=(Shading("shade"),),
    given=(ArrowClue("arrows"),),
    rules=(
        GenreRule("an arrow is not shaded", ForAll(c, WithClue("arrows"), ~SHADED)),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
        GenreRule(
            "an arrow counts the shaded cells in its direction",
            ForAll(c, COUNTED, AHEAD.is_(ClueAt("arrows", c, 1))),
        ),
    ),
)
