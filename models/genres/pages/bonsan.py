"""Bonsan: circles move straight, so that a half turn of the board moves all of them into one another."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import CIRCLES, NUMBERED_MOVES, occupied
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="bonsan",
    title="Bonsan",
    source="puzz.link, rules of bonsan, in links with the letter c. A circle without a number may stay. "
    "There is a line.",
    link="bonsan",
    unknown=(CentreLines("line"),),
    given=(CIRCLES,),
    rules=(
        *NUMBERED_MOVES,
        GenreRule(
            "a half turn of the board maps the circles onto each other in the end",
            ForAll(c, CELLS, occupied(c) >> occupied(Opposite(c, CentreOf(CELLS)))),
        ),
    ),
)
