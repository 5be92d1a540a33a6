"""Persistence of Memory: a path between circles that does not touch itself, the same in equal rooms."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
OFF = ForAll(e, Adjacent(d, "sides"), ~LINE)
AHEAD = Where(d, Adjacent(c, "neighbours"), SamePlace(d, Along(c, k, 2)))
ACROSS = Where(d, Adjacent(p, "corners"), SamePlace(d, Opposite(c, p)))
BOTH = Where(e, Adjacent(c, "sides"), IsIn(e, Adjacent(p, "sides")))
SHADED = WithClue("shaded", among=Rooms("rooms"))
ALIKE = SizeOf(Members(g)).is_(SizeOf(Members(v))) & ForAll(
    c, Members(g), IsIn(Displaced(c, g, v), Members(v))
)

GENRE = Genre(
    name="pmemory",
    title="Persistence of Memory",
    source="puzz.link, rules of pmemory. Rooms are alike as they lie; the circles themselves may touch.",
    link="pmemory",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        SignClue("circles", signs="*", dropped=False, link="1cell"),
        SignClue("shaded", at="room", rooms="rooms", signs="#", dropped=False, link="binary"),
    ),
    rules=(
        GenreRule("there is one path", AllConnected(ByLines("line"))),
        GenreRule("the path does not branch", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("the path ends at the circles", EndsAt("line", "circles")),
        GenreRule(
            "the path does not touch itself at sides of cells",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k, Directions(), LINES.isnt(2) | Shows("line", Along(c, k, 1)) | ForAll(d, AHEAD, OFF)
                ),
            ),
        ),
        GenreRule(
            "the path does not touch itself at corners of cells",
            ForAll(
                p,
                CORNERS,
                ForAll(
                    c, Adjacent(p, "corners"), LINES.isnt(2) | Exists(e, BOTH, LINE) | ForAll(d, ACROSS, OFF)
                ),
            ),
        ),
        GenreRule("the path visits each shaded room", ForAll(g, SHADED, Exists(c, Members(g), LINES >= 1))),
        GenreRule(
            "shaded rooms that are alike have equal lines",
            ForAll(
                g,
                SHADED,
                ForAll(
                    v,
                    Where(v, SHADED, ~SamePlace(g, v) & ALIKE),
                    ForAll(
                        c,
                        Members(g),
                        ForAll(
                            k,
                            Directions(),
                            ValueAt("line", Along(c, k, 1)).is_(
                                ValueAt("line", Along(Displaced(c, g, v), k, 1))
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
