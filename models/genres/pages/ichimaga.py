"""Ichimaga: lines join circles, and turn once at most; a number counts the lines at its circle."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
CIRCLES = WithClue("circles", hidden=True)
OPEN = Where(c, CELLS, ~HasClue("circles", c))
AHEAD = AsLong(
    e, Ray(c, k, "edge"), ~HasClue("circles", Along(e, k, -1))
)  # to the next circle, or the border
ARM = Leading(e, AHEAD, LINE)
CIRCLE_AHEAD = Exists(d, Ray(c, k), HasClue("circles", d))
ARRIVES = ARM.is_(0) | (CIRCLE_AHEAD & ARM.is_(SizeOf(AHEAD)))

THERE_IS_A_LINE = GenreRule("at least one line is drawn", Exists(e, INNER, LINE))
EACH_LINE = (
    GenreRule("lines end only at circles", ForAll(c, OPEN, LINES.isnt(1))),
    GenreRule(
        "a line turns at most once",
        ForAll(c, OPEN, LINES.is_(0) | GoesStraight("line", c) | ForAll(k, Directions(), ARRIVES)),
    ),
    GenreRule(
        "a number counts the lines at its circle",
        ForAll(c, WithClue("circles"), LINES.is_(ClueAt("circles", c))),
    ),
)

GENRE = Genre(
    name="ichimaga",
    title="Ichimaga",
    source="puzz.link, rules of ichimaga. There is a line; each circle has one.",
    link="ichimaga",
    unknown=(CentreLines("line"),),
    given=(NumberClue("circles", lo=1, hi=4, dropped=False, circled=True, link="4cell"),),
    rules=(
        THERE_IS_A_LINE,
        GenreRule("lines do not branch or cross", ForAll(c, OPEN, LINES <= 2)),
        *EACH_LINE,
        GenreRule(
            "all circles are connected", AllConnected(ByLines("line")) & ForAll(c, CIRCLES, LINES >= 1)
        ),
    ),
)
