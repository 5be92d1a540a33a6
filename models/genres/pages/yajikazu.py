"""Yajisan-Kazusan: shade cells, none beside another; arrows that are not shaded count them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
AHEAD = CountOf(d, Ray(c, ArrowAt("arrows", c)), Shows("shade", d))
COUNTED = Where(c, WithClue("arrows"), ClueAt("arrows", c, 1) >= 0)

GENRE = Genre(
    name="yajikazu",
    title="Yajisan-Kazusan",
    source="Nikoli; puzz.link, rules of yajikazu. A shaded arrow says nothing; at least one cell is shaded.",
    link="yajikazu",
    unknown=(Shading("shade"),),
    given=(ArrowClue("arrows", link="arrow16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "an unshaded arrow counts the shaded cells in its direction",
            ForAll(c, COUNTED, SHADED | AHEAD.is_(ClueAt("arrows", c, 1))),
        ),
    ),
)
