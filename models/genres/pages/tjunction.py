"""T-Junction: a T in each empty cell, all connected; neighbours lie differently, and leave no line open."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
FREE = Where(c, CELLS, ~HasClue("clues", c))
BESIDE = Where(d, Adjacent(c, "neighbours"), ~HasClue("clues", d))
SIDE = Where(e, INNER, SamePlace(e, Along(c, k, 1)))
CLOSED = PointsTo("stem", c, Along(k, k, -2))
BETWEEN_T = ForAll(q, Adjacent(EDGE, "beside"), ~HasClue("clues", q))
FIRST = FirstOf(d, CELLS, ~HasClue("clues", d))
OTHERS = Where(c, FREE, ~SamePlace(c, d))

GENRE = Genre(
    name="tjunction",
    title="T-Junction",
    source="puzz.link, rules of tjunction. An arrow is the stem of a T; its lines may end at the border.",
    link="tjunction",
    unknown=(Arrows("stem", where=~HasClue("clues", CELL), may_be_empty=False), CentreLines("line")),
    given=(NumberClue("clues", hi=4, dropped=False, dark=True, link="4cell"),),
    rules=(
        GenreRule(
            "a T has a line at each side, but not behind its stem",
            ForAll(c, FREE, ForAll(k, Directions(), ForAll(e, SIDE, (LINE & ~CLOSED) | (CLOSED & ~LINE)))),
        ),
        GenreRule(
            "no line is between two clues",
            ForAll(e, Where(e, INNER, ForAll(c, Adjacent(e, "beside"), HasClue("clues", c))), ~LINE),
        ),
        GenreRule(
            "neighbours lie differently",
            ForAll(
                c,
                FREE,
                ForAll(d, BESIDE, ForAll(k, Directions(), ~PointsTo("stem", c, k) | ~PointsTo("stem", d, k))),
            ),
        ),
        GenreRule(
            "those that meet a clue lie differently",
            ForAll(
                c,
                WithClue("clues", hidden=True),
                ForAll(
                    k,
                    Directions(),
                    CountOf(d, Where(d, BESIDE, ~SamePlace(d, Along(c, k, 2))), PointsTo("stem", d, k)) <= 1,
                ),
            ),
        ),
        GenreRule(
            "a number counts the T that meet it",
            ForAll(c, WithClue("clues"), CountOf(e, Adjacent(c, "sides"), LINE).is_(ClueAt("clues", c))),
        ),
        GenreRule(
            "all T are connected",
            ForAll(d, FIRST, ForAll(c, OTHERS, SameGroup(ByLines("line", across=BETWEEN_T), d, c))),
        ),
    ),
)
