"""Crossing Ichimaga: lines, which may cross, join circles, and turn once at most; a number counts them."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.ichimaga import CIRCLES, EACH_LINE, LINES, OPEN, THERE_IS_A_LINE
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
        THERE_IS_A_LINE,
        GenreRule("lines do not branch", ForAll(c, OPEN, LINES.isnt(3))),
        *EACH_LINE,
        GenreRule(
            "all circles are connected",
            AllConnected(ByStrands("line", hubs="circles")) & ForAll(c, CIRCLES, LINES >= 1),
        ),
    ),
)
