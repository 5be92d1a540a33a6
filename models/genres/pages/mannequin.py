"""Mannequin Gate: two shaded cells in each room, so far apart as it says; rooms beside each other differ."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ROOMS = Rooms("rooms")
h = Var("h")  # a room beside another
HERE = Where(e, SameRoom("rooms", c), SamePlace(e, c))
STEP = Indicator(IsIn(e, RoomBorders("rooms")), NO_BOUND) + ONE
APART = LeastReached(e, HERE, Fixed(-1), STEP, d)  # the cells between c and d on the way through the room
OTHERS = Where(d, Where(d, Members(g), APART.isnt(ClueAt("clues", g))), ~SamePlace(c, d))


def between(room: Var) -> Truth:
    """Between the shaded cells of the room are v cells."""
    known = IsIn(room, WithClue("clues"))
    pairs = Exists(d, Where(d, Members(room), APART.is_(v)), Shows("shade", d))
    counted = Exists(c, Members(room), SHADED & pairs)
    return (known & v.is_(ClueAt("clues", room))) | (~known & counted)


DISTANCES = NumbersFrom(Fixed(0), SizeOf(Members(g)) - 2)

GENRE = Genre(
    name="mannequin",
    title="Mannequin Gate",
    source="puzz.link, rules of mannequin. The way between the two cells is the shortest within the room.",
    link="mannequin",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("clues", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule(
            "each room has two shaded cells",
            ForAll(g, ROOMS, CountOf(c, Members(g), SHADED).is_(2)),
        ),
        GenreRule(
            "a number counts the cells on the way between the two shaded cells of its room",
            ForAll(
                g,
                WithClue("clues", among=ROOMS),
                ForAll(c, Members(g), ForAll(d, OTHERS, ~SHADED | ~Shows("shade", d))),
            ),
        ),
        GenreRule(
            "in neighbouring rooms these numbers of cells differ",
            ForAll(
                g,
                ROOMS,
                ForAll(
                    h, RoomsBeside("rooms", g, later=True), ForAll(v, DISTANCES, ~between(g) | ~between(h))
                ),
            ),
        ),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
