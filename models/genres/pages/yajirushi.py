"""Yajirushi: arrows that point at each other in pairs; each empty cell is between the arrows of a pair."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

FREE = ~HasClue("black", c)
EMPTY = ValueAt("arrow", p).is_(0)
BACK = Along(k, k, -2)  # the opposite direction
CLEAR = ForAll(p, CellsBetween(c, d), EMPTY)


def seen(key: str) -> Truth:
    """The next arrow in a direction points here, and no cell with a clue of the key is before it."""
    ahead = AsLong(d, Ray(c, k), ~HasClue(key, d))
    return Exists(d, ahead, PointsTo("arrow", d, BACK) & CLEAR)


def pairs(key: str) -> tuple[GenreRule, ...]:
    """Arrows point at each other in pairs, over cells without a clue of the key."""
    points, back = PointsTo("arrow", c, k), PointsTo("arrow", Along(c, k, 2), BACK)
    return (
        GenreRule(
            "the next arrow in an arrow's direction points back at it",
            ForAll(c, CELLS, ForAll(k, Directions(), points >> seen(key))),
        ),
        GenreRule(
            "arrows of a pair are not neighbours", ForAll(c, CELLS, ForAll(k, Directions(), points >> ~back))
        ),
    )


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
        *pairs("black"),
        GenreRule(
            "each empty cell is between the arrows of a pair",
            ForAll(
                c,
                Where(c, CELLS, FREE),
                (ValueAt("arrow", c) >= 1) | Exists(k, Directions(), seen("black")),
            ),
        ),
    ),
)
