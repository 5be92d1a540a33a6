"""Pipelink Returns: one loop through all cells, which crosses itself in circles alone, and turns in none."""

from __future__ import annotations

from zenkai_solver.models.genres.pages import pipelink
from zenkai_solver.models.genres.pages.barns import BEHIND, HERE
from zenkai_solver.models.genres.pages.pipelink import LINES
from zenkai_solver.models.genres.vocabulary import *

OPEN = Where(c, CELLS, ~HasClue("circles", c) & ~HasClue("parts", c))

GENRE = Genre(
    name="pipelinkr",
    title="Pipelink Returns",
    source="puzz.link, rules of pipelinkr.",
    link="pipelinkr",
    unknown=(CentreLines("line"),),
    given=(PipeClue("parts", link="pipelinkr"), SignClue("circles", signs="o", link="pipelinkr")),
    rules=(
        *pipelink.GENRE.rules,
        GenreRule("the loop crosses itself only in circles", ForAll(c, OPEN, LINES <= 2)),
        GenreRule(
            "the loop goes straight on in circles",
            ForAll(c, WithClue("circles"), ForAll(k, Directions(), HERE >> BEHIND)),
        ),
    ),
)
