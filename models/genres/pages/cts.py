"""Cross the Streams: shade cells, all connected; clues are the lengths of blocks of their line, in order."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="cts",
    title="Cross the Streams",
    source="puzz.link, rules of cts. 0 is any number of blocks, or none, as its asterisk is; `?` is a block.",
    link="cts",
    unknown=(Shading("shade"),),
    given=(NumbersClue("blocks", at="line", link="lines16"),),
    rules=(
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule(
            "clues are the lengths of the blocks of their row or column, in order",
            ForAll(
                g,
                WithClue("blocks", among=RowsAndColumns()),
                SumsInTurn(c, Members(g), Indicator(SHADED), "blocks", g),
            ),
        ),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
