"""Kazunori Room: each room has each number from 1 on twice, side by side; sums of two cells are given."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
TWICE = Times(Fixed(2), NUMBER)
NEAR = Where(d, Adjacent(c, "neighbours"), IsIn(d, SameRoom("rooms", c)))
ROOM = SizeOf(SameRoom("rooms", c))


def halves(size: Amount) -> PlaceList:
    """The numbers of a room of this size."""
    return Where(v, NumbersFrom(ONE, size), v + v <= size)


GENRE = Genre(
    name="kazunori",
    title="Kazunori Room",
    source="puzz.link, rules of kazunori.",
    link="kazunori",
    unknown=(CellNumbers("number", hi=SizeOf(SameRoom("rooms", CELL))),),
    given=(RoomClue("rooms"), NumberClue("sums", at="edge", lo=2, link="edge16")),
    rules=(
        GenreRule(
            "each room has each number from 1 to half its size twice",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(v, halves(SizeOf(Members(g))), CountOf(c, Members(g), NUMBER.is_(v)).is_(2))
                & ForAll(c, Members(g), TWICE <= ROOM),
            ),
        ),
        GenreRule(
            "equal numbers of a room are neighbours",
            ForAll(
                c,
                CELLS,
                ForAll(v, halves(ROOM), NUMBER.is_(v) >> Exists(d, NEAR, ValueAt("number", d).is_(v))),
            ),
        ),
        GenreRule(
            "no 2x2 has four equal numbers",
            ForAll(
                g,
                Windows(2, 2),
                ForAll(v, halves(Largest(c, Members(g), ROOM)), Exists(c, Members(g), NUMBER.isnt(v))),
            ),
        ),
        GenreRule(
            "a number between two cells is their sum",
            ForAll(e, WithClue("sums"), SumOf(c, Adjacent(e, "beside"), NUMBER).is_(ClueAt("sums", e))),
        ),
    ),
)
