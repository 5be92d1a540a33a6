"""Nondango: blacken a circle in each room; nowhere three circles in a row are of one colour."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BLACK = Shows("circle", c)
CIRCLES = ForAll(c, Members(g), HasClue("circles", c))
THREE, SLANTED = (Where(g, Stretches(lines, 3), CIRCLES) for lines in (RowsAndColumns(), Diagonals()))
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
        GenreRule(
            "no three successive circles in a row or column have the same colour", ForAll(g, THREE, MIXED)
        ),
        GenreRule(
            "no three successive circles on a diagonal have the same colour", ForAll(g, SLANTED, MIXED)
        ),
    ),
)
