"""Martini: a block at most in each room, all in a chain of corners; numbers count circles."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
OPEN = ByLabel(c, CELLS, ~SHADED)
BLACK = HasClue("circles", c, 0)

GENRE = Genre(
    name="martini",
    title="Martini",
    source="puzz.link, rules of martini. 0 is a black circle, `?` a white one without a number.",
    link="martini",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("circles", circled=True, link="number16")),
    rules=(
        GenreRule("a black circle is shaded", ForAll(c, Where(c, CELLS, BLACK), SHADED)),
        GenreRule(
            "a white circle is not shaded",
            ForAll(c, Where(c, WithClue("circles", hidden=True), ~BLACK), ~SHADED),
        ),
        GenreRule(
            "the shaded cells of a room are connected",
            ForAll(g, Rooms("rooms"), AllConnected(ByLabel(c, Members(g), SHADED))),
        ),
        GenreRule(
            "blocks of different rooms do not touch",
            ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), SHADED) <= 1),
        ),
        GenreRule("blocks are connected diagonally", AllConnected(ByLabel(c, CELLS, SHADED, "around"))),
        GenreRule(
            "a number counts the white circles in its area",
            ForAll(
                d,
                Where(d, WithClue("circles"), ClueAt("circles", d) > 0),
                GroupSum(OPEN, d, c, Indicator(HasClue("circles", c) & ~BLACK)).is_(ClueAt("circles", d)),
            ),
        ),
    ),
)
