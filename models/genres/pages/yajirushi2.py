"""Yajirushi 2: arrows that point at each other in pairs; empty cells are connected, numbers count arrows."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BACK = Along(k, k, -2)  # the opposite direction
AHEAD = AsLong(d, Ray(c, k), ~HasClue("clues", d))
CLEAR = ForAll(p, CellsBetween(c, d), ValueAt("arrow", p).is_(0))
OPEN = Where(c, CELLS, ~HasClue("clues", c))

GENRE = Genre(
    name="yajirushi2",
    title="Yajirushi 2",
    source="puzz.link, rules of yajirushi2. A cell with a clue is not empty.",
    link="yajirushi2",
    unknown=(Arrows("arrow", where=~HasClue("clues", CELL)),),
    given=(NumberClue("clues", hi=4, dropped=False, dark=True, link="4cell"),),
    rules=(
        GenreRule(
            "the next arrow in an arrow's direction points back at it",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    PointsTo("arrow", c, k) >> Exists(d, AHEAD, PointsTo("arrow", d, BACK) & CLEAR),
                ),
            ),
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
            "a number counts the arrows beside it",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(d, Adjacent(c, "neighbours"), ValueAt("arrow", d) >= 1).is_(ClueAt("clues", c)),
            ),
        ),
        GenreRule("empty cells are connected", AllConnected(ByLabel(c, OPEN, Shows("arrow", c, 0)))),
    ),
)
