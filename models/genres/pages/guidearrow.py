"""Guide Arrow: shade cells, so that what is left is a tree, in which arrows point along the way to a star."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.cityspace import NO_LOOP
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ARROW = ArrowAt("arrows", c)
ARROWS = Where(c, WithClue("arrows"), ClueAt("arrows", c) >= 1)
WITHOUT = ByLabel(d, CELLS, ~Shows("shade", d) & ~SamePlace(c, d))

GENRE = Genre(
    name="guidearrow",
    title="Guide Arrow",
    source="puzz.link, rules of guidearrow. A `?` is an arrow in any direction; the star is not shaded.",
    link="guidearrow",
    unknown=(Shading("shade"),),
    given=(
        SignClue("star", signs="*", dropped=False, link="goal"),
        ArrowClue("arrows", bare=True, plain="?", link="pointers"),
    ),
    rules=(
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule(
            "arrows and the star are not shaded",
            ForAll(c, Together((WithClue("arrows"), WithClue("star"))), ~SHADED),
        ),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        NO_LOOP,
        GenreRule(
            "an arrow points along the way to the star",
            ForAll(c, ARROWS, ForAll(p, WithClue("star"), SameGroup(WITHOUT, Along(c, ARROW, 2), p))),
        ),
    ),
)
