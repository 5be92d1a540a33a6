"""Rail Pool: one loop through all cells; the numbers of a room are the lengths of lines in it."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

LOOP_HERE = Exists(e, Adjacent(c, "sides"), Shows("line", e))


def length(one: DirectionName, other: DirectionName) -> Amount:
    """How long the straight line through `c` is, in both of these directions."""
    return SumOf(
        k,
        Where(k, Directions(), SamePlace(k, Toward(one)) | SamePlace(k, Toward(other))),
        Leading(e, Ray(c, k, "edge"), Shows("line", e)),
    )


LEVEL, UPRIGHT = length("left", "right"), length("up", "down")
IN_ROOM = Exists(c, Members(g), LEVEL.is_(v) | UPRIGHT.is_(v))
NUMBERS = NumbersGiven("lengths", c, Members(g))
ALL_NUMBERS = NumbersGiven("lengths", c, Members(g), hidden=True)
GIVEN_ROOMS = Where(g, Rooms("rooms", without="holes"), SizeOf(ALL_NUMBERS) >= 1)
POSSIBLE = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))

GENRE = Genre(
    name="railpool",
    title="Rail Pool",
    source="puzz.link, rules of railpool. Each `?` is a further length. Holes are no cells.",
    link="railpool",
    unknown=(CentreLines("line"),),
    given=(
        NumbersClue("lengths", lo=1, link="railpool"),
        RoomClue("rooms"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through no hole", ForAll(c, WithClue("holes"), ~LOOP_HERE)),
        GenreRule(
            "the loop goes through each other cell",
            ForAll(c, Where(c, CELLS, ~HasClue("holes", c)), LOOP_HERE),
        ),
        GenreRule(
            "each number of a room is the length of a straight line in it",
            ForAll(g, GIVEN_ROOMS, ForAll(v, NUMBERS, IN_ROOM)),
        ),
        GenreRule(
            "the lines in a room with numbers have as many lengths",
            ForAll(g, GIVEN_ROOMS, CountOf(v, POSSIBLE, IN_ROOM).is_(SizeOf(ALL_NUMBERS))),
        ),
    ),
)
