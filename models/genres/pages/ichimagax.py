"""Crossing Ichimaga: lines, which may cross, join circles, and turn once at most; a number counts them."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.ichimaga import ARRIVES, CIRCLES, LINE, LINES, OPEN
from zenkai_solver.models.genres.pages.ichimaga import GENRE as ICHIMAGA
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="ichimagax",
    title="Crossing Ichimaga",
    source="puzz.link, rules of ichimagax. There is a line; each circle has one.",
    link="ichimagax",
    unknown=ICHIMAGA.unknown,
    given=ICHIMAGA.given,
    rules=(
        GenreRule("there is a line", Exists(e, INNER, LINE)),
        GenreRule("lines do not branch", ForAll(c, OPEN, LINES.isnt(3))),
        GenreRule("lines end only at circles", ForAll(c, OPEN, LINES.isnt(1))),
        GenreRule(
            "a line turns at most once",
            ForAll(c, OPEN, LINES.is_(0) | GoesStraight("line", c) | ForAll(k, Directions(), ARRIVES)),
        ),
        GenreRule(
            "a number counts the lines at its circle",
            ForAll(c, WithClue("circles"), LINES.is_(ClueAt("circles", c))),
        ),
        GenreRule(
            "all circles are connected",
            AllConnected(ByStrands("line", hubs="circles")) & ForAll(c, CIRCLES, LINES >= 1),
        ),
    ),
)
