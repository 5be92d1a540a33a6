"""Hanare-gumi: a number in each room, which is its size; two in a line differ by what is between them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
SIZE, OTHER_SIZE = (SizeOf(SameRoom("rooms", cell)) for cell in (c, d))
APART = SizeOf(CellsBetween(c, d))
MISFITS = Where(d, Ray(c, k), (SIZE <= OTHER_SIZE) & (OTHER_SIZE - SIZE).isnt(APART))  # of a pair the larger

GENRE = Genre(
    name="hanare",
    title="Hanare-gumi",
    source="Nikoli; puzz.link, rules of hanare. `?` is an unknown number.",
    link="hanare",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=SizeOf(SameRoom("rooms", CELL)), given="clues"),),
    given=(RoomClue("rooms"), NumberClue("clues", lo=1, link="number16")),
    rules=(
        GenreRule("a cell with ? has a number", ForAll(c, WithClue("clues", hidden=True), NUMBER > 0)),
        GenreRule(
            "each room has one number", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), NUMBER > 0).is_(1))
        ),
        GenreRule("a number is the size of its room", ForAll(c, CELLS, NUMBER.is_(0) | NUMBER.is_(SIZE))),
        GenreRule(
            "two numbers that see each other differ by the number of empty cells between them",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    ForAll(
                        d,
                        MISFITS,
                        NUMBER.is_(0)
                        | ValueAt("number", d).is_(0)
                        | Exists(e, CellsBetween(c, d), ValueAt("number", e) > 0),
                    ),
                ),
            ),
        ),
    ),
)
