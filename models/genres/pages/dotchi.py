"""Dotchi-Loop: a loop through all white circles and no black one. In a room it turns at all, or at none."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ON_LOOP = Exists(e, Adjacent(c, "sides"), Shows("line", e))
STRAIGHT = GoesStraight("line", c)
WHITE, BLACK = (Where(c, WithClue("circles"), HasClue("circles", c, value)) for value in (1, 2))
IN_ROOM = Where(c, Members(g), HasClue("circles", c, 1))

GENRE = Genre(
    name="dotchi",
    title="Dotchi-Loop",
    source="puzz.link, rules of dotchi. There is a loop.",
    link="dotchi",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), SignClue("circles", signs="o*", link="circle")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each white circle", ForAll(c, WHITE, ON_LOOP)),
        GenreRule("the loop goes through no black circle", ForAll(c, BLACK, ~ON_LOOP)),
        GenreRule(
            "in a room the loop turns at all white circles, or goes straight through all of them",
            ForAll(g, Rooms("rooms"), Alike(c, IN_ROOM, STRAIGHT)),
        ),
    ),
)
