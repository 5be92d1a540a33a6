"""Remembered Length: one loop; a number is how many cells it visits in turn in the room after its own."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
VISITS = ByLines("line", across=~IsIn(EDGE, RoomBorders("rooms")))
AHEAD = Along(c, k, 2)
OUT = Where(k, Directions(), IsIn(AHEAD, CELLS) & ~IsIn(AHEAD, Members(g)))
NUMBERED = WithClue("numbers", among=Rooms("rooms"))


def remembered(backward: bool) -> Truth:
    """Wherever the loop leaves a room with a number, its next visit is as long."""
    leaves = Heads("line", Along(c, k, 1), k, backward)
    as_long = GroupSum(VISITS, AHEAD).is_(ClueAt("numbers", g))
    return ForAll(g, NUMBERED, ForAll(c, Members(g), ForAll(k, OUT, leaves >> as_long)))


GENRE = Genre(
    name="remlen",
    title="Remembered Length",
    source="puzz.link, rules of remlen.",
    link="remlen",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        SignClue("holes", dropped=False, link="empty/"),
        NumberClue("numbers", at="room", rooms="rooms", lo=1, link="number16"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop goes through each cell", ForAll(c, Where(c, CELLS, ~HasClue("holes", c)), LINES.is_(2))
        ),
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule("a number is the length of the next visit", remembered(False) | remembered(True)),
    ),
)
