"""Penta Touch: place the pieces of the bank; dots are where two touch at a corner, all of them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BLOCKS = ByLabel(c, CELLS, SHADED)
INSIDE = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))
AT_CORNER = CountOf(c, Adjacent(p, "corners"), SHADED)
ACROSS = Where(
    d, Adjacent(p, "corners"), IsIn(d, Adjacent(c, "around")) & ~IsIn(d, Adjacent(c, "neighbours"))
)
TOUCH = AT_CORNER.is_(2) & Exists(
    c,
    Adjacent(p, "corners"),
    Exists(d, ACROSS, SHADED & Shows("shade", d) & ~SameGroup(BLOCKS, c, d)),
)

GENRE = Genre(
    name="pentatouch",
    title="Penta Touch",
    source="puzz.link, rules of pentatouch. A piece may touch itself at a corner without a dot.",
    link="pentatouch",
    unknown=(Shading("shade"),),
    given=(
        SignClue("dots", at="corner", signs="*", dropped=False, link="mark"),
        SignClue("crosses", signs="x", link="empty"),
        FleetClue("pieces", link="fleet"),
    ),
    rules=(
        GenreRule("a cell with a cross is not shaded", ForAll(c, WithClue("crosses"), ~SHADED)),
        GenreRule("the blocks are the pieces of the bank", Pieces(BLOCKS, "pieces")),
        GenreRule("two pieces touch at each dot", ForAll(p, WithClue("dots"), TOUCH)),
        GenreRule(
            "no two pieces touch at other corners",
            ForAll(p, Where(p, INSIDE, ~HasClue("dots", p)), ~TOUCH),
        ),
    ),
)
