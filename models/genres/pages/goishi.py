"""Goishi: take all stones; the next one is in line, the first that is left, and the way never turns back."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

j = Var("j")  # a third stone
STONES = WithClue("stones")
NUMBER, OTHER, THIRD = (ValueAt("order", stone) for stone in (c, d, j))
NEXT = OTHER.is_(NUMBER + 1)
IN_LINE = Exists(k, Directions(), IsIn(d, Ray(c, k)))
AHEAD = Where(d, Ray(c, k), HasClue("stones", d))
BETWEEN = Where(e, CellsBetween(c, d), HasClue("stones", e))
BACK = Where(j, Ray(d, Along(k, k, -2)), HasClue("stones", j) & ~SamePlace(c, j))

GENRE = Genre(
    name="goishi",
    title="Goishi",
    source="Nikoli; puzz.link, rules of goishi. There is a stone.",
    link="goishi",
    unknown=(CellNumbers("order", hi=SizeOf(STONES), where=HasClue("stones", CELL)),),
    given=(SignClue("stones", signs="o", dropped=False, link="filled"),),
    rules=(
        GenreRule("there is a stone", Exists(c, STONES, HasClue("stones", c))),
        GenreRule("no number occurs twice", Distinct(c, STONES, NUMBER)),
        GenreRule(
            "the next stone is in the same row or column",
            ForAll(c, STONES, ForAll(d, Where(d, STONES, ~IN_LINE), ~NEXT)),
        ),
        GenreRule(
            "no stone that is left lies between it and the one before",
            ForAll(
                c,
                STONES,
                ForAll(
                    k,
                    Directions(),
                    ForAll(d, AHEAD, ~NEXT | ForAll(e, BETWEEN, ValueAt("order", e) < NUMBER)),
                ),
            ),
        ),
        GenreRule(
            "the way does not turn back",
            ForAll(
                c,
                STONES,
                ForAll(k, Directions(), ForAll(d, AHEAD, ForAll(j, BACK, ~NEXT | THIRD.isnt(OTHER + 1)))),
            ),
        ),
    ),
)
