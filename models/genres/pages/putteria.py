"""Putteria: a number in each room, which is its size; no two are neighbours, and no two alike in a line."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
ROOM_SIZE = SizeOf(SameRoom("rooms", c))
SHOWN = Indicator(NUMBER > 0, ROOM_SIZE)  # as a cell has no other number

GENRE = Genre(
    name="putteria",
    title="Putteria",
    source="Nikoli; puzz.link, rules of putteria. `x` is a cell without a number.",
    link="putteria",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=SizeOf(SameRoom("rooms", CELL)), given="clues"),),
    given=(RoomClue("rooms"), NumberClue("clues", lo=1, unsaid="x", link="number16")),
    rules=(
        GenreRule(
            "a cell with a cross has no number",
            ForAll(c, Where(c, WithClue("clues", hidden=True), ~IsIn(c, WithClue("clues"))), NUMBER.is_(0)),
        ),
        GenreRule(
            "each room has one number", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), NUMBER > 0).is_(1))
        ),
        GenreRule(
            "a number is the size of its room",
            ForAll(c, CELLS, NUMBER.is_(0) | NUMBER.is_(ROOM_SIZE)),
        ),
        GenreRule("no two numbers are neighbours", no_neighbours(NUMBER > 0)),
        GenreRule(
            "no number occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), SHOWN, but=0)),
        ),
    ),
)
