"""Yajisan-Kazusan: shade cells, none beside another; arrows that are not shaded count shaded cells ahead."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
COUNTED = Where(c, WithClue("arrows"), (ClueAt("arrows", c) > 0) & (ClueAt("arrows", c, 1) >= 0))
AHEAD = CountOf(d, Ray(c, ArrowAt("arrows", c)), Shows("shade", d))

GENRE = Genre(
    name="yajikazu",
    title="Yajisan-Kazusan",
    source="Nikoli; puzz.link, rules of yajikazu. One cell at least is shaded.",
    link="yajikazu",
    unknown=(Shading("shade"),),
    given=(ArrowClue("arrows", link="arrow16", loose=True),),
    rules=(
        GenreRule("there is a shaded cell", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("the cells that are left are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "an arrow that is not shaded counts the shaded cells in its direction",
            ForAll(c, COUNTED, SHADED | AHEAD.is_(ClueAt("arrows", c, 1))),
        ),
    ),
)
