"""Tontonbeya: clusters of signs, of one size in a room; each is beside one of its sign in another room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

h, w = Var("h"), Var("w")  # a room beside another, and a number of cells
SIGNS = NumbersFrom(ONE, Fixed(3))
SIGN, ROOMS = ValueAt("sign", c), Rooms("rooms")
NUMBER, SIZE = CountOf(c, Members(g), SIGN.is_(v)), SizeOf(Members(g))
SHARES = Where(w, NumbersFrom(ONE, SIZE), Exists(d, SIGNS, Times(d, w).is_(SIZE)))  # of one to three signs
BETWEEN = Where(e, BorderOf(g), Exists(c, Adjacent(e, "beside"), IsIn(c, Members(h))))
MATE = Exists(e, BETWEEN, ForAll(c, Adjacent(e, "beside"), SIGN.is_(v)))

GENRE = Genre(
    name="tontonbeya",
    title="Tontonbeya",
    source="puzz.link, rules of tontonbeya. `?` says nothing.",
    link="tontonbeya",
    unknown=(Symbols("sign", "o^#", given="clues"),),
    given=(RoomClue("rooms"), SignClue("clues", signs="o^#", hidden=True, link="number10")),
    rules=(
        GenreRule(
            "equal signs of a room are connected",
            ForAll(g, ROOMS, ForAll(v, SIGNS, AllConnected(ByLabel(c, Members(g), SIGN.is_(v))))),
        ),
        GenreRule(
            "the clusters of a room have one size",
            ForAll(g, ROOMS, ForAll(v, SIGNS, NUMBER.is_(0) | Exists(w, SHARES, NUMBER.is_(w)))),
        ),
        GenreRule(
            "each cluster is beside one of its sign in another room",
            ForAll(
                g, ROOMS, ForAll(v, SIGNS, NUMBER.is_(0) | CountOf(h, RoomsBeside("rooms", g), MATE).is_(1))
            ),
        ),
    ),
)
