"""Moon or Sun: a loop visits each room once, through all its moons or all its suns, room by room in turn."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
ON_LOOP = Exists(p, Adjacent(d, "sides"), Shows("line", p))


def marks(cells: PlaceList, value: int) -> PlaceList:
    """The suns (1), or the moons (2), among cells."""
    return Where(d, cells, HasClue("marks", d, value))


def only_marks(value: int) -> Truth:
    """The loop goes through all marks of this value in the room, and through none of the other."""
    return ForAll(d, marks(Members(g), value), ON_LOOP) & ForAll(d, marks(Members(g), 3 - value), ~ON_LOOP)


THROUGH_SUNS = Exists(d, marks(SameRoom("rooms", c), 1), ON_LOOP)

GENRE = Genre(
    name="moonsun",
    title="Moon or Sun",
    source="Nikoli; puzz.link, rules of moonsun. A loop within the only room visits that once.",
    link="moonsun",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), SignClue("marks", signs="o*", link="circle")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop visits each room once",
            ForAll(
                g,
                Where(g, Rooms("rooms"), SizeOf(BorderOf(g)) > 0),
                CountOf(e, BorderOf(g), LINE).is_(2),
            ),
        ),
        GenreRule(
            "in each room there is a sun or a moon on the loop",
            ForAll(g, Rooms("rooms"), Exists(d, Where(d, Members(g), HasClue("marks", d)), ON_LOOP)),
        ),
        GenreRule(
            "in each room all suns and no moons are on the loop, or all moons and no suns",
            ForAll(g, Rooms("rooms"), only_marks(1) | only_marks(2)),
        ),
        GenreRule(
            "suns and moons take turns from room to room",
            ForAll(e, RoomBorders("rooms"), LINE >> CountOf(c, Adjacent(e, "beside"), THROUGH_SUNS).is_(1)),
        ),
    ),
)
