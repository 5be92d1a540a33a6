"""All or Nothing: one loop through all cells of some rooms, each visited once; of two neighbours one is."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

HOLE = HasClue("holes", c)
ON_LOOP = Exists(p, Adjacent(c, "sides"), Shows("line", p))

GENRE = Genre(
    name="nothing",
    title="All or Nothing",
    source="puzz.link, rules of nothing. There is a loop. The loop does not go through holes.",
    link="nothing",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop does not go through holes", ForAll(c, WithClue("holes"), ~ON_LOOP)),
        GenreRule(
            "the loop goes through all cells of a room or none",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(c, Where(c, Members(g), ~HOLE), ON_LOOP) | ForAll(c, Members(g), ~ON_LOOP),
            ),
        ),
        GenreRule(
            "the loop visits no room twice",
            ForAll(g, Rooms("rooms"), CountOf(e, BorderOf(g), Shows("line", e)) <= 2),
        ),
        GenreRule(
            "of two neighbouring rooms the loop visits at least one",
            ForAll(e, RoomBorders("rooms"), Exists(c, Adjacent(e, "beside"), HOLE | ON_LOOP)),
        ),
    ),
)
