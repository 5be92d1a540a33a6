"""Water Walk: one loop, in water for two cells in turn at most; a number counts the cells of its section."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.morningwalk import (
    COUNTS,
    GIVEN,
    ONE_LOOP,
    SECTIONS,
    THROUGH_ALL,
    THROUGH_NUMBERS,
)
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="waterwalk",
    title="Water Walk",
    source="puzz.link, rules of waterwalk. There is a loop; dark cells are water.",
    link="waterwalk",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(
        ONE_LOOP,
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule(
            "the loop is in water for at most two successive cells",
            ForAll(c, WithClue("dark"), GroupSum(SECTIONS, c) <= 2),
        ),
        THROUGH_ALL,
    ),
)
