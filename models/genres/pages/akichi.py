"""Akichiwake: shade cells, so that the largest block of open cells of each room has as many as it says."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.heyawake import NO_LONG_LINE
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
PARTS = ByLabel(d, CELLS, ~Shows("shade", d), across=~IsIn(EDGE, RoomBorders("rooms")))
NUMBERED = WithClue("sizes", among=Rooms("rooms"))
AT_MOST = HasClue("sizes_are_bounds", WholeBoard())
SIZE = ClueAt("sizes", g)

GENRE = Genre(
    name="akichi",
    title="Akichiwake",
    source="puzz.link, rules of akichi, where numbers are bounds alone in links with the letter x. "
    "At least one cell is shaded.",
    link="akichi",
    unknown=(Shading("shade"),),
    given=(
        RoomClue("rooms"),
        NumberClue("sizes", at="room", rooms="rooms", link="number16"),
        SwitchClue("sizes_are_bounds", sign="x"),
    ),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule(
            "no group of unshaded cells of a room is larger than its number",
            ForAll(g, NUMBERED, ForAll(c, Members(g), GroupSum(PARTS, c) <= SIZE)),
        ),
        GenreRule(
            "some group of unshaded cells of a room is as large as its number",
            ForAll(
                g,
                Where(g, NUMBERED, ~AT_MOST & (SIZE >= 1)),
                Exists(c, Members(g), GroupSum(PARTS, c) >= SIZE),
            ),
        ),
        NO_LONG_LINE,
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
