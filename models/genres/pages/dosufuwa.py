"""Dosun-Fuwari: a balloon and an iron ball in each room; balloons rise, iron balls sink."""

from __future__ import annotations

from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

BALLOON, IRON = 1, 2
ROOMS = Rooms("rooms", without="holes")


def leans(ball: int, way: DirectionName) -> Truth:
    """The cell next to each such ball in this direction, if it is open, has one, too."""
    beyond = Along(c, Toward(way), 2)
    free = Where(c, CELLS, IsIn(beyond, CELLS) & ~HasClue("holes", beyond))
    return ForAll(c, free, Shows("ball", c, ball) >> Shows("ball", beyond, ball))


def one(ball: int) -> Truth:
    """In each room there is one."""
    return ForAll(g, ROOMS, CountOf(c, Members(g), Shows("ball", c, ball)).is_(1))


GENRE = Genre(
    name="dosufuwa",
    title="Dosun-Fuwari",
    source="Nikoli; puzz.link, rules of dosufuwa.",
    link="dosufuwa",
    unknown=(Symbols("ball", ".o*"),),
    given=(RoomClue("rooms"), SignClue("holes", dropped=False, link="block")),
    rules=(
        GenreRule("each room has one balloon", one(BALLOON)),
        GenreRule("each room has one iron ball", one(IRON)),
        GenreRule("black cells are empty", ForAll(c, WithClue("holes"), ValueAt("ball", c).is_(0))),
        GenreRule("above a balloon is another one, a black cell or the border", leans(BALLOON, "up")),
        GenreRule("below an iron ball is another one, a black cell or the border", leans(IRON, "down")),
    ),
)
