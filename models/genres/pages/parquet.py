"""Parquet: shade one tile of each region; shaded cells are connected, and go round nothing."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

h = Var("h")  # a region, of which g is a tile
SHADED = Shows("shade", c)
TILES = Where(g, Rooms("tiles"), Exists(c, Members(g), IsIn(c, Members(h))))
AT_BORDER = SizeOf(Adjacent(c, "neighbours")) < 4

GENRE = Genre(
    name="parquet",
    title="Parquet",
    source="puzz.link, rules of parquet. Tiles lie within regions.",
    link="parquet",
    unknown=(Shading("shade"),),
    given=(RoomClue("tiles", link="parquet"), RoomClue("regions", link="parquet")),
    rules=(
        GenreRule(
            "a tile is shaded as a whole or not at all",
            ForAll(g, Rooms("tiles"), Alike(c, Members(g), SHADED)),
        ),
        GenreRule(
            "each region has one shaded tile",
            ForAll(h, Rooms("regions"), CountOf(g, TILES, Exists(c, Members(g), SHADED)).is_(1)),
        ),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
        GenreRule(
            "shaded cells form no loop, and no 2x2",
            ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))
            & EachGroup(ByLabel(c, CELLS, ~SHADED, "around"), c, Indicator(AT_BORDER), ONE),
        ),
    ),
)
