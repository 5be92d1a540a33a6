"""Ovotovata: one loop, which turns as many cells behind each way out of a room as the number of this says."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

CLUED = WithClue("clues", among=Rooms("rooms"))
NUMBER = ClueAt("clues", g, 1)
NUMBERED = Where(g, CLUED, NUMBER >= 1)
UNSAID = Where(g, CLUED, (NUMBER <= 0) & (ClueAt("clues", g) <= 2))
SHADED = Where(g, CLUED, ClueAt("clues", g) >= 2)
LINE = Shows("line", Along(c, k, 1))
OUTWARD = Where(k, Directions(), IsIn(Along(c, k, 2), CELLS) & ~IsIn(Along(c, k, 2), Members(g)))
ARM = Leading(e, Ray(c, k, "edge"), Shows("line", e))


def turns_after(number: Amount) -> Truth:
    """Does the loop turn behind so many cells wherever it leaves the room?"""
    return ForAll(c, Members(g), ForAll(k, OUTWARD, ~LINE | ARM.is_(number)))


GENRE = Genre(
    name="ovotovata",
    title="Ovotovata",
    source="puzz.link, rules of ovotovata. A room has o and a number or `?`, * and one if it is "
    "shaded; # is a shaded room without a number.",
    link="ovotovata",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        SignedClue("clues", at="room", rooms="rooms", signs="o*#", numberless="#", link="ovotovata"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop visits each shaded room",
            ForAll(g, SHADED, Exists(c, Members(g), Exists(k, Directions(), LINE))),
        ),
        GenreRule(
            "a number is how far the loop goes straight out of its room",
            ForAll(g, NUMBERED, turns_after(NUMBER)),
        ),
        GenreRule(
            "the loop goes equally far straight out of a room with `?`",
            ForAll(g, UNSAID, Exists(v, NumbersFrom(ONE, LargerOf(ROWS, COLUMNS)), turns_after(v))),
        ),
    ),
)
