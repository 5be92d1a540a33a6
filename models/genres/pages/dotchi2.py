"""Dotchi Dotchi Loop: in each room through all circles of one colour, straight at white, turning at black."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ON_LOOP = Exists(e, Adjacent(c, "sides"), Shows("line", e))
STRAIGHT = GoesStraight("line", c)
WHITE, BLACK = (Where(c, WithClue("circles"), HasClue("circles", c, value)) for value in (1, 2))


def circles(value: int) -> PlaceList:
    """The white circles (1), or the black ones (2), of a room."""
    return Where(c, Members(g), HasClue("circles", c, value))


def only(value: int) -> Truth:
    """The loop goes through a circle of this value in the room, all of them, and none of the other."""
    return (
        (SizeOf(circles(value)) > 0)
        & ForAll(c, circles(value), ON_LOOP)
        & ForAll(c, circles(3 - value), ~ON_LOOP)
    )


GENRE = Genre(
    name="dotchi2",
    title="Dotchi Dotchi Loop",
    source="puzz.link, rules of dotchi2. There is a loop.",
    link="dotchi2",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        SignClue("circles", signs="o*", link="circle"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "in each room the loop goes through all circles of one colour, and none of the other",
            ForAll(g, Rooms("rooms"), only(1) | only(2)),
        ),
        GenreRule("the loop goes straight on at white circles", ForAll(c, WHITE, ~ON_LOOP | STRAIGHT)),
        GenreRule("the loop turns at black circles", ForAll(c, BLACK, ~STRAIGHT)),
    ),
)
