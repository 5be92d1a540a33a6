"""Isowatari: shade blocks of one size, so that the rest is connected and fills no 2x2."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
FREE = Where(c, CELLS, ~HasClue("holes", c))
LEFT = ~SHADED & ~HasClue("holes", c)
SIZE = ClueAt("size_of_blocks", WholeBoard())

GENRE = Genre(
    name="isowatari",
    title="Isowatari",
    source="puzz.link, rules of isowatari.",
    link="isowatari",
    unknown=(Shading("shade"),),
    given=(
        NumberClue("size_of_blocks", at="board", lo=1, hidden=False, link="count"),
        SignClue("circles", signs="o*", link="circle"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("holes are not shaded", ForAll(c, WithClue("holes"), ~SHADED)),
        GenreRule(
            "black circles are shaded, and no white ones",
            ForAll(c, Where(c, WithClue("circles"), HasClue("circles", c, 2)), SHADED)
            & ForAll(c, Where(c, WithClue("circles"), HasClue("circles", c, 1)), ~SHADED),
        ),
        GenreRule(
            "each block has as many cells as the board says",
            EachGroup(ByLabel(c, CELLS, SHADED), c, ONE, SIZE, SIZE),
        ),
        GenreRule("no 2x2 is all unshaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~LEFT))),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, FREE, ~SHADED))),
    ),
)
