"""Kazunori Room: each room has each number from 1 on twice, side by side; sums of two cells are given."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
SIZE = SizeOf(Members(g))
NEAR = Where(d, Adjacent(c, "neighbours"), IsIn(d, SameRoom("rooms", c)))
PAIRS = Where(v, NumbersFrom(ONE, SIZE), v + v <= SIZE)

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
                ForAll(v, PAIRS, CountOf(c, Members(g), NUMBER.is_(v)).is_(2))
                & ForAll(c, Members(g), NUMBER + NUMBER <= SIZE),
            ),
        ),
        GenreRule(
            "equal numbers of a room are neighbours",
            ForAll(c, CELLS, Exists(d, NEAR, ValueAt("number", d).is_(NUMBER))),
        ),
        GenreRule(
            "no 2x2 has four equal numbers",
            ForAll(
                g,
                Windows(2, 2),
                Exists(c, Members(g), Exists(d, Members(g), ValueAt("number", d).isnt(NUMBER))),
            ),
        ),
        GenreRule(
            "a number between two cells is their sum",
            ForAll(e, WithClue("sums"), SumOf(c, Adjacent(e, "beside"), NUMBER).is_(ClueAt("sums", e))),
        ),
    ),
)
