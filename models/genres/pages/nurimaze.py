"""Nuri-Maze: shade tiles, so that a maze is left; circles are on the way from S to G, triangles are not."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
CIRCLES, TRIANGLES = (Where(c, WithClue("signs"), HasClue("signs", c, value)) for value in (3, 4))
AT_BORDER = SizeOf(Adjacent(c, "neighbours")) < 4
OTHERS = ByLabel(p, CELLS, ~Shows("shade", p) & ~SamePlace(p, c))  # by which S and G may be joined without c
STARTS, GOALS = (Where(cell, WithClue("signs"), HasClue("signs", cell, i)) for i, cell in ((1, d), (2, e)))
AVOIDED = ForAll(d, STARTS, ForAll(e, GOALS, SameGroup(OTHERS, d, e)))
PASSED = ForAll(d, STARTS, ForAll(e, GOALS, ~SameGroup(OTHERS, d, e)))

GENRE = Genre(
    name="nurimaze",
    title="Nuri-Maze",
    source="puzz.link, rules of nurimaze. There is one S and one G.",
    link="nurimaze",
    unknown=(Shading("shade"),),
    given=(RoomClue("tiles"), SignClue("signs", signs="SGo^", link="toichika")),
    rules=(
        GenreRule("there is one S, and one G", SizeOf(STARTS).is_(1) & SizeOf(GOALS).is_(1)),
        GenreRule(
            "a tile is shaded as a whole or not at all",
            ForAll(g, Rooms("tiles"), Alike(c, Members(g), SHADED)),
        ),
        GenreRule("a cell with a sign is not shaded", ForAll(c, WithClue("signs"), ~SHADED)),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "unshaded cells form no loop, and no 2x2",
            ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))
            & EachGroup(ByLabel(c, CELLS, SHADED, "around"), c, Indicator(AT_BORDER), ONE),
        ),
        GenreRule("the way from S to G goes through all circles", ForAll(c, CIRCLES, PASSED)),
        GenreRule("the way from S to G goes through no triangle", ForAll(c, TRIANGLES, AVOIDED)),
    ),
)
