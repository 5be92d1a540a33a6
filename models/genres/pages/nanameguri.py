"""Nanameguri: one loop visits each part of a room between diagonals once, and each cell with a diagonal."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
PARTS = SlashedRooms("rooms", "slashes", "walls")
CROSSED = CountOf(e, Members(g), Shows("line", e))


def turns(sign: int, *pairs: tuple[Toward, Toward]) -> Truth:
    """At cells with this diagonal the loop goes both or neither of the ways of each pair."""
    equal = [
        ValueAt("line", Along(c, one, 1)).is_(ValueAt("line", Along(c, other, 1))) for one, other in pairs
    ]
    return ForAll(c, Where(c, WithClue("slashes"), HasClue("slashes", c, sign)), AllOf(tuple(equal)))


UP, DOWN, LEFT, RIGHT = Toward("up"), Toward("down"), Toward("left"), Toward("right")

GENRE = Genre(
    name="nanameguri",
    title="Nanameguri",
    source="puzz.link, rules of nanameguri. A diagonal divides its room where it is between "
    "two parts of it; a wall within a room is crossed between two visits.",
    link="nanameguri",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        SignClue("walls", at="edge", rooms="rooms", dropped=False, link="border"),
        SignClue("slashes", signs="\\/", turning="\\/", dropped=False, link="circle"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "no line goes through a diagonal",
            AllOf((turns(1, (UP, RIGHT), (DOWN, LEFT)), turns(2, (UP, LEFT), (DOWN, RIGHT)))),
        ),
        GenreRule(
            "the loop goes through each cell with a diagonal", ForAll(c, WithClue("slashes"), LINES.is_(2))
        ),
        GenreRule("the loop visits no part of a room twice", ForAll(g, PARTS, CROSSED <= 2)),
        GenreRule(
            "the loop visits each part of a room",
            ForAll(g, Where(g, PARTS, SizeOf(PARTS) >= 2), CROSSED >= 1),
        ),
    ),
)
