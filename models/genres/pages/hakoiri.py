"""Hakoiri-masashi: a circle, a triangle and a square in each room, connected, and no two alike touch."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SIGNS = NumbersFrom(ONE, Fixed(3))
SIGN = ValueAt("sign", c)

GENRE = Genre(
    name="hakoiri",
    title="Hakoiri-masashi",
    source="Nikoli; puzz.link, rules of hakoiri. `?` is an unknown sign.",
    link="hakoiri",
    unknown=(Symbols("sign", ".o^#", given="clues"),),
    given=(RoomClue("rooms"), SignClue("clues", signs="o^#", hidden=True, link="number10")),
    rules=(
        GenreRule(
            "each room has one of each sign",
            ForAll(g, Rooms("rooms"), ForAll(v, SIGNS, CountOf(c, Members(g), SIGN.is_(v)).is_(1))),
        ),
        GenreRule(
            "no two alike touch, not even at a corner",
            ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), SIGN, but=0))
            & ForAll(g, Windows(2, 2), ForAll(v, SIGNS, CountOf(c, Members(g), SIGN.is_(v)) <= 1)),
        ),
        GenreRule("the signs are connected", AllConnected(ByLabel(c, CELLS, SIGN > 0))),
    ),
)
