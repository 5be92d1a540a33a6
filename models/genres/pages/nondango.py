"""Nondango: blacken a circle in each room; nowhere three circles in a row are of one colour."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BLACK = Shows("circle", c)
THREE = Where(g, Stretches(RowsAndColumns(), 3), SizeOf(Where(c, Members(g), HasClue("circles", c))).is_(3))
SLANTED = Where(g, Stretches(Diagonals(), 3), SizeOf(Where(c, Members(g), HasClue("circles", c))).is_(3))
MIXED = Exists(c, Members(g), BLACK) & Exists(c, Members(g), ~BLACK)

GENRE = Genre(
    name="nondango",
    title="Nondango",
    source="Nikoli; puzz.link, rules of nondango.",
    link="nondango",
    unknown=(Symbols("circle", ".*"),),
    given=(RoomClue("rooms"), SignClue("circles", signs="o", dropped=False, link="filled")),
    rules=(
        GenreRule("only a circle is black", ForAll(c, Where(c, CELLS, ~HasClue("circles", c)), ~BLACK)),
        GenreRule(
            "each room has one black circle", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), BLACK).is_(1))
        ),
        GenreRule("of three circles in a row or column not all are of one colour", ForAll(g, THREE, MIXED)),
        GenreRule("of three circles on a diagonal not all are of one colour", ForAll(g, SLANTED, MIXED)),
    ),
)
