"""Coral: shade cells that are connected, and enclose none; numbers are lengths of blocks, in any order."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LINES = WithClue("blocks", among=RowsAndColumns())
AT_BORDER = SizeOf(Adjacent(c, "neighbours")) < 4

GENRE = Genre(
    name="coral",
    title="Coral",
    source="puzz.link, rules of coral.",
    link="coral",
    unknown=(Shading("shade"),),
    given=(NumbersClue("blocks", at="line", lo=1, link="lines16"),),
    rules=(
        GenreRule(
            "numbers are the lengths of the blocks of their row or column, in any order",
            ForAll(
                g, WithClue("blocks", among=RowsAndColumns()), BlocksAre(c, Members(g), SHADED, "blocks", g)
            ),
        ),
        GenreRule(
            "each group of unshaded cells reaches the border",
            EachGroup(ByLabel(c, CELLS, ~SHADED), c, Indicator(AT_BORDER), ONE),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
