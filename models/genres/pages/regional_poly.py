"""Regional Polyominoes: place the pieces of the bank, one at most in a room, so that none touch."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="regional_poly",
    title="Regional Polyominoes",
    source="puzz.link, rules of regional-poly.",
    link="regional-poly",
    unknown=(Shading("shade"),),
    given=(
        RoomClue("rooms"),
        SignClue("crosses", signs="x", link="empty"),
        FleetClue("pieces", link="fleet"),
    ),
    rules=(
        GenreRule("a cell with a cross is not shaded", ForAll(c, WithClue("crosses"), ~SHADED)),
        GenreRule(
            "shaded cells of different rooms are not neighbours",
            ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), SHADED) <= 1),
        ),
        GenreRule(
            "the shaded cells of a room are connected",
            ForAll(g, Rooms("rooms"), AllConnected(ByLabel(c, Members(g), SHADED))),
        ),
        GenreRule(
            "the blocks are the pieces of the bank, and do not touch, not even at a corner",
            Pieces(ByLabel(c, CELLS, SHADED, "around"), "pieces"),
        ),
    ),
)
