"""Nanro: numbers in some cells of each room, each of them how many they are there; they are connected."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)

GENRE = Genre(
    name="nanro",
    title="Nanro",
    source="Nikoli; puzz.link, rules of nanro. A cell with `?` has a number.",
    link="nanro",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=SizeOf(SameRoom("rooms", CELL)), given="clues"),),
    given=(
        RoomClue("rooms"),
        NumberClue("clues", lo=1, link="number16"),
    ),
    rules=(
        GenreRule("each room has a number", ForAll(g, Rooms("rooms"), Exists(c, Members(g), NUMBER > 0))),
        GenreRule(
            "a number counts the cells with numbers in its room",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(
                    v,
                    NumbersFrom(ONE, SizeOf(Members(g))),
                    ~Exists(c, Members(g), NUMBER.is_(v)) | CountOf(c, Members(g), NUMBER > 0).is_(v),
                ),
            ),
        ),
        GenreRule("a cell with `?` has a number", ForAll(c, WithClue("clues", hidden=True), NUMBER > 0)),
        GenreRule(
            "equal numbers of different rooms are not neighbours",
            ForAll(e, RoomBorders("rooms"), Distinct(c, Adjacent(e, "beside"), NUMBER, but=0)),
        ),
        GenreRule("no 2x2 has four numbers", ForAll(g, Windows(2, 2), Exists(c, Members(g), NUMBER.is_(0)))),
        GenreRule("the cells with numbers are connected", AllConnected(ByLabel(c, CELLS, NUMBER > 0))),
    ),
)
