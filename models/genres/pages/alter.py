"""Alternation: a circle, a triangle and a square in each room; in each line two kinds of sign, in turn."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SIGNS = NumbersFrom(ONE, Fixed(3))
SIGN = ValueAt("sign", c)

GENRE = Genre(
    name="alter",
    title="Alternation",
    source="puzz.link, rules of alter. `?` is an unknown sign.",
    link="alter",
    unknown=(Symbols("sign", ".o^#", given="clues"),),
    given=(
        RoomClue("rooms"),
        SignClue("clues", signs="o^#", hidden=True, link="number10"),
    ),
    rules=(
        GenreRule(
            "each room has one of each sign",
            ForAll(g, Rooms("rooms"), ForAll(v, SIGNS, CountOf(c, Members(g), SIGN.is_(v)).is_(1))),
        ),
        GenreRule(
            "each row and column has two kinds of sign",
            ForAll(g, RowsAndColumns(), CountOf(v, SIGNS, Exists(c, Members(g), SIGN.is_(v))).is_(2)),
        ),
        GenreRule(
            "the two signs of a row or column take turns",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    ForAll(
                        d,
                        Ray(c, k),
                        SIGN.is_(0)
                        | Exists(q, CellsBetween(c, d), ValueAt("sign", q) > 0)
                        | SIGN.isnt(ValueAt("sign", d)),
                    ),
                ),
            ),
        ),
    ),
)
