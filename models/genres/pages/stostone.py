"""Stostone: a block of shaded cells in each room; if all fall, they fill the lower half."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ROOMS = Rooms("rooms")
DOWN = Toward("down")
FALLS = CountOf(d, Ray(c, DOWN), ~Shows("shade", d))
RIGHT = Along(c, Toward("right"), 2)
OF_NEXT = CountOf(d, Ray(RIGHT, DOWN), ~Shows("shade", d))
LINE = CountOf(d, Ray(c, DOWN), Shows("shade", d)) + Indicator(SHADED)  # of the column of a first cell

GENRE = Genre(
    name="stostone",
    title="Stostone",
    source="Nikoli; puzz.link, rules of stostone. The board has an even number of rows.",
    link="stostone",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("clues", at="room", rooms="rooms", lo=1, link="number16")),
    rules=(
        GenreRule("each room has a shaded cell", ForAll(g, ROOMS, Exists(c, Members(g), SHADED))),
        GenreRule(
            "the shaded cells of a room are connected",
            ForAll(g, ROOMS, AllConnected(ByLabel(c, Members(g), SHADED))),
        ),
        GenreRule("a number counts the shaded cells of its room", room_counts("clues", SHADED)),
        GenreRule(
            "blocks of different rooms do not touch",
            ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), SHADED) <= 1),
        ),
        GenreRule(
            "half of the cells of each column are shaded",
            ForAll(c, Where(c, CELLS, SizeOf(Ray(c, Toward("up"))).is_(0)), (LINE + LINE).is_(ROWS)),
        ),
        GenreRule(
            "when the blocks fall down, all cells of a block fall equally far",
            ForAll(
                c,
                Where(c, CELLS, SizeOf(Ray(c, Toward("right"))) > 0),
                ~SHADED | ~Shows("shade", RIGHT) | FALLS.is_(OF_NEXT),
            ),
        ),
    ),
)
