"""Paintarea: paint whole tiles, so that painted cells are connected and each 2x2 has cells of both kinds."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

PAINTED = Shows("shade", c)

GENRE = Genre(
    name="paintarea",
    title="Paintarea",
    source="Nikoli; puzz.link, rules of paintarea. A number does not count its own cell.",
    link="paintarea",
    unknown=(Shading("shade"),),
    given=(RoomClue("tiles"), NumberClue("clues", lo=0, hi=4, link="number10")),
    rules=(
        GenreRule(
            "a tile is painted as a whole or not at all",
            ForAll(g, Rooms("tiles"), Alike(c, Members(g), PAINTED)),
        ),
        GenreRule("painted cells are connected", AllConnected(ByLabel(c, CELLS, PAINTED))),
        GenreRule("no 2x2 is all painted", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~PAINTED))),
        GenreRule("each 2x2 has a painted cell", ForAll(g, Windows(2, 2), Exists(c, Members(g), PAINTED))),
        GenreRule(
            "a number counts the painted cells beside it",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d)).is_(ClueAt("clues", c)),
            ),
        ),
    ),
)
