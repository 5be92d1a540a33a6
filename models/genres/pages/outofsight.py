"""Out of Sight: shade cells, none beside another; no arrow that is left points to a symbol of its colour."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
COLOUR, OTHER = ClueAt("arrows", c, 1), ClueAt("arrows", d, 1)
POINTING = Where(c, WithClue("arrows"), (ClueAt("arrows", c) > 0) & (COLOUR > 0))
ALIKE = Where(d, Ray(c, ArrowAt("arrows", c)), HasClue("arrows", d) & OTHER.is_(COLOUR))

GENRE = Genre(
    name="outofsight",
    title="Out of Sight",
    source="puzz.link, rules of outofsight. A number is a colour, with an arrow or without; `?` is of no "
    "colour. An arrow looks through shaded cells. There is a shaded cell.",
    link="outofsight",
    unknown=(Shading("shade"),),
    given=(ArrowClue("arrows", loose=True, link="arrow16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "no unshaded arrow points to an unshaded symbol of its colour",
            ForAll(c, POINTING, SHADED | ForAll(d, ALIKE, Shows("shade", d))),
        ),
    ),
)
