"""LITS: shade a tetromino in each room; they are connected, and no two of a shape touch."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
WITHIN = ~IsIn(EDGE, RoomBorders("rooms"))
L_I_T_S = Shaped(ByLabel(c, CELLS, SHADED, across=WITHIN), ("###/#..", "####", "###/.#.", "##./.##"))

GENRE = Genre(
    name="lits",
    title="LITS",
    source="Naoki Inaba; Nikoli; puzz.link, rules of lits. Turned and mirrored shapes are the same. "
    "Janko: cells may be in no room.",
    link="lits",
    unknown=(Shading("shade", within="rooms"),),
    given=(RoomClue("rooms", gaps=True),),
    rules=(
        GenreRule(
            "each room has four shaded cells",
            ForAll(g, Rooms("rooms"), CountOf(c, Members(g), SHADED).is_(4)),
        ),
        GenreRule("the shaded cells of a room are an L, I, T or S", L_I_T_S),
        GenreRule(
            "no two blocks of the same shape share an edge",
            ForAll(e, RoomBorders("rooms"), Distinct(c, Adjacent(e, "beside"), ShapeAt(L_I_T_S, c), but=0)),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
