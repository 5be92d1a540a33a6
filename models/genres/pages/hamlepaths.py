"""Hamle Paths: panels move straight, so that no two are neighbours and what is left is connected."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import CIRCLES, NUMBERED_MOVES, occupied
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="hamlepaths",
    title="Hamle Paths",
    source="puzz.link, rules of hamlepaths. A panel without a number may stay. There is a line.",
    link="hamlepaths",
    unknown=(CentreLines("line"),),
    given=(CIRCLES,),
    rules=(
        *NUMBERED_MOVES,
        GenreRule("no two panels are neighbours in the end", no_neighbours(occupied(c))),
        GenreRule("the cells without a panel are connected", AllConnected(ByLabel(c, CELLS, ~occupied(c)))),
    ),
)
