"""Yajirushi: arrows that point at each other in pairs; each empty cell is between the arrows of a pair."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

FREE = ~HasClue("black", c)
EMPTY = ValueAt("arrow", p).is_(0)
BACK = Along(k, k, -2)  # the opposite direction
AHEAD = AsLong(d, Ray(c, k), ~HasClue("black", d))
CLEAR = ForAll(p, CellsBetween(c, d), EMPTY)
SEEN = Exists(d, AHEAD, PointsTo("arrow", d, BACK) & CLEAR)  # the next arrow points here

GENRE = Genre(
    name="yajirushi",
    title="Yajirushi",
    source="puzz.link, rules of yajirushi.",
    link="yajirushi",
    unknown=(Arrows("arrow", where=~HasClue("black", CELL), given="arrows"),),
    given=(
        ArrowClue("arrows", bare=True, link="arrows4"),
        SignClue("black", dropped=False, link="arrows4"),
    ),
    rules=(
        GenreRule(
            "the next arrow in an arrow's direction points back at it",
            ForAll(c, CELLS, ForAll(k, Directions(), PointsTo("arrow", c, k) >> SEEN)),
        ),
        GenreRule(
            "arrows of a pair are not neighbours",
            ForAll(
                c,
                CELLS,
                ForAll(k, Directions(), PointsTo("arrow", c, k) >> ~PointsTo("arrow", Along(c, k, 2), BACK)),
            ),
        ),
        GenreRule(
            "each empty cell is between the arrows of a pair",
            ForAll(
                c,
                Where(c, CELLS, FREE),
                (ValueAt("arrow", c) >= 1) | Exists(k, Directions(), SEEN),
            ),
        ),
    ),
)
