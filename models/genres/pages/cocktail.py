"""Cocktail Lamp: shade a block at most in each room; blocks touch at corners only, and are connected so."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="cocktail",
    title="Cocktail Lamp",
    source="puzz.link, rules of cocktail. A room without a number may have no block.",
    link="cocktail",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("sizes", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("a number counts the shaded cells of its room", room_counts("sizes", SHADED)),
        GenreRule(
            "the shaded cells of a room are connected",
            ForAll(g, Rooms("rooms"), AllConnected(ByLabel(c, Members(g), SHADED))),
        ),
        GenreRule(
            "shaded cells of different rooms are not neighbours",
            ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), SHADED) <= 1),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule(
            "shaded cells are connected, diagonally too", AllConnected(ByLabel(c, CELLS, SHADED, "around"))
        ),
    ),
)
