"""Suguru: the numbers from 1 on, each once in each room; equal ones do not touch, not even at a corner."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)

GENRE = Genre(
    name="suguru",
    title="Suguru",
    source="Naoki Inaba (Nanba burokku); puzz.link, rules of suguru.",
    link="suguru",
    unknown=(CellNumbers("number", hi=SizeOf(SameRoom("rooms", CELL)), given="clues"),),
    given=(RoomClue("rooms"), NumberClue("clues", lo=1, hidden=False, link="number16")),
    rules=(
        GenreRule(
            "each room has the numbers from 1 to its size",
            ForAll(g, Rooms("rooms"), Distinct(c, Members(g), NUMBER)),
        ),
        GenreRule(
            "equal numbers do not touch",
            ForAll(g, Windows(2, 2), Distinct(c, Members(g), NUMBER))
            & ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), NUMBER)),
        ),
    ),
)
