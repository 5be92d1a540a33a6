"""Sukoro-room: numbers in whole rooms, each that of its neighbours with a number."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)

GENRE = Genre(
    name="sukororoom",
    title="Sukoro-room",
    source="puzz.link, rules of sukororoom. A cell with `?` has a number; there is at least one.",
    link="sukororoom",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=Fixed(4), given="clues"),),
    given=(
        RoomClue("rooms"),
        NumberClue("clues", lo=1, hi=4, link="number10"),
    ),
    rules=(
        GenreRule("there is a number", Exists(c, CELLS, NUMBER > 0)),
        GenreRule("a cell with `?` has a number", ForAll(c, WithClue("clues", hidden=True), NUMBER > 0)),
        GenreRule(
            "all cells of a room have numbers or none has",
            ForAll(g, Rooms("rooms"), Alike(c, Members(g), NUMBER > 0)),
        ),
        GenreRule(
            "no number occurs twice in a room",
            ForAll(g, Rooms("rooms"), Distinct(c, Members(g), NUMBER, but=0)),
        ),
        GenreRule(
            "a number counts its neighbours with a number",
            ForAll(c, CELLS, NUMBER.is_(0) | CountOf(d, Adjacent(c, "neighbours"), OTHER > 0).is_(NUMBER)),
        ),
        GenreRule("the cells with numbers are connected", AllConnected(ByLabel(c, CELLS, NUMBER > 0))),
    ),
)
