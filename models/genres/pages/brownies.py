"""Brownies: circles move straight, so that each number counts those around it."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import LINES, MOVES, occupied
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="brownies",
    title="Brownies",
    source="puzz.link, rules of brownies. A circle may stay.",
    link="brownies",
    unknown=(CentreLines("line"),),
    given=(
        NumberClue("numbers", hi=8, dark=True, link="brownies"),
        SignClue("circles", signs="o", dropped=False, link="brownies"),
    ),
    rules=(
        *MOVES,
        GenreRule("no circle moves over a number", ForAll(c, WithClue("numbers", hidden=True), LINES.is_(0))),
        GenreRule(
            "a number counts the circles around it in the end",
            ForAll(
                c,
                WithClue("numbers"),
                CountOf(d, Adjacent(c, "around"), occupied(d)).is_(ClueAt("numbers", c)),
            ),
        ),
    ),
)
