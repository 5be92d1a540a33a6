"""Tapa: shade cells that are connected, no 2x2 as a whole; numbers are lengths of blocks around."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="tapa",
    title="Tapa",
    source="Serkan Yürekli; puzz.link, rules of tapa. A lone `?` may be 0; at least one cell is shaded.",
    link="tapa",
    unknown=(Shading("shade"),),
    given=(NumbersClue("clues", hi=8, link="tapa"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with numbers is not shaded", ForAll(c, WithClue("clues"), ~SHADED)),
        GenreRule(
            "numbers are the lengths of the blocks around their cell",
            ForAll(c, WithClue("clues"), BlocksAre(d, Ring(c), Shows("shade", d), "clues", c, ring=True)),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
