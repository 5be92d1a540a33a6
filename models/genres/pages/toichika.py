"""Toichika: an arrow in each room; they point at each other in pairs, from rooms that are no neighbours."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BACK = Along(k, k, -2)  # the opposite direction
CLEAR = ForAll(p, CellsBetween(c, d), ValueAt("arrow", p).is_(0))
PAIR = PointsTo("arrow", d, BACK) & CLEAR
NEAR = Exists(  # d is in the room of c, or in one beside it
    p,
    SameRoom("rooms", c),
    IsIn(p, SameRoom("rooms", d)) | Exists(e, Adjacent(p, "neighbours"), IsIn(e, SameRoom("rooms", d))),
)

GENRE = Genre(
    name="toichika",
    title="Toichika",
    source="Nikoli; puzz.link, rules of toichika.",
    link="toichika",
    unknown=(Arrows("arrow", given="arrows"),),
    given=(RoomClue("rooms"), ArrowClue("arrows", bare=True, link="arrows")),
    rules=(
        GenreRule(
            "each room has one arrow",
            ForAll(g, Rooms("rooms"), CountOf(c, Members(g), ValueAt("arrow", c) >= 1).is_(1)),
        ),
        GenreRule(
            "the next arrow in an arrow's direction points back at it",
            ForAll(c, CELLS, ForAll(k, Directions(), PointsTo("arrow", c, k) >> Exists(d, Ray(c, k), PAIR))),
        ),
        GenreRule(
            "arrows of a pair are not in neighbouring rooms",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    ForAll(d, Where(d, Ray(c, k), NEAR), ~(PointsTo("arrow", c, k) & PAIR)),
                ),
            ),
        ),
    ),
)
