"""Aquarium: water in parts of rooms, up to one level where it is joined; numbers count them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WATER = Shows("shade", c)
ROOM = SameRoom("rooms", c)
BELOW, NEXT = Along(c, Toward("down"), 2), Along(c, Toward("right"), 2)
BEFORE = Along(d, Toward("left"), 2)
FURTHER = Where(d, Ray(c, Toward("right")), IsIn(d, ROOM) & ~IsIn(BEFORE, ROOM))  # where it comes back
HERE = Where(e, ROOM, SamePlace(e, c))
HEIGHT, OTHER = (SizeOf(Ray(cell, Toward("down"))) for cell in (c, p))
OUTSIDE = Exists(p, Adjacent(e, "beside"), ~IsIn(p, ROOM) | (OTHER > HEIGHT))
JOINED = LeastReached(e, HERE, Fixed(0), Indicator(OUTSIDE, NO_BOUND), d).is_(0)
WHOLE_ROOMS = HasClue("whole_rooms", WholeBoard())


def level(switched: Truth, reaches: Truth) -> Truth:
    """A cell is as the next one of its room; at the end of its part of a row, as those that it reaches."""
    inner = Where(c, CELLS, switched & IsIn(NEXT, ROOM))
    ends = Where(c, CELLS, switched & ~IsIn(NEXT, ROOM))
    return ForAll(c, inner, ValueAt("shade", c).is_(ValueAt("shade", NEXT))) & ForAll(
        c, ends, ForAll(d, Where(d, FURTHER, reaches), ValueAt("shade", c).is_(ValueAt("shade", d)))
    )


GENRE = Genre(
    name="aquarium",
    title="Aquarium",
    source="puzz.link, rules of aquarium. Parts of a room that are not joined below a level may differ. "
    "At least one cell is shaded.",
    link="aquarium",
    unknown=(Shading("shade"),),
    given=(
        SwitchClue("whole_rooms", sign="r"),
        RoomClue("rooms"),
        NumberClue("counts", at="line", hidden=False, link="/number16"),
    ),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, WATER)),
        GenreRule(
            "below water is water, or the bottom of the room",
            ForAll(c, CELLS, ~WATER | ~IsIn(BELOW, ROOM) | Shows("shade", BELOW)),
        ),
        GenreRule(
            "water that is joined within a room has one level",
            level(~WHOLE_ROOMS, JOINED),
        ),
        GenreRule("all water of a room has one level", level(WHOLE_ROOMS, AllOf(()))),
        GenreRule(
            "a number beside the board counts the shaded cells of its row or column",
            ForAll(
                g,
                WithClue("counts", among=RowsAndColumns()),
                CountOf(c, Members(g), WATER).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
