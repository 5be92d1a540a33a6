"""Inverse LITSO: leave a tetromino of each room, so that the shaded rest is connected and fills no 2x2."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
WITHIN = ~IsIn(EDGE, RoomBorders("rooms"))
SHAPES = ("###/#..", "####", "###/.#.", "##./.##", "##/##")
L_I_T_S_O = Shaped(ByLabel(c, CELLS, ~SHADED, across=WITHIN), SHAPES)

GENRE = Genre(
    name="invlitso",
    title="Inverse LITSO",
    source="puzz.link, rules of invlitso. Turned and mirrored shapes are the same.",
    link="invlitso",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"),),
    rules=(
        GenreRule(
            "four cells of each room are unshaded",
            ForAll(g, Rooms("rooms"), CountOf(c, Members(g), ~SHADED).is_(4)),
        ),
        GenreRule("the unshaded cells of a room are an L, I, T, S or O", L_I_T_S_O),
        GenreRule(
            "no two of a shape share an edge",
            ForAll(e, RoomBorders("rooms"), Distinct(c, Adjacent(e, "beside"), ShapeAt(L_I_T_S_O, c), but=0)),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
