"""Icelom: a way from IN to OUT through all cells without ice, and the numbers 1, 2, ... in turn."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.icebarn import DOORS, ICE, ICE_CELLS, ONE_WAY, PASSING, STARTS, WAY
from zenkai_solver.models.genres.vocabulary import *

NUMBERED = HasClue("numbers", q)
GOES, COMES = (Heads("line", Along(c, k, halves), k, start=d) for halves in (1, -1))
PASSED, PASSED_BEFORE = (PassedBefore("line", d, Along(c, k, halves), q, NUMBERED) for halves in (1, -1))
NUMBER = ClueAt("numbers", c)
NUMBERS = (
    GenreRule(
        "the way goes through the numbers in turn",
        ForAll(
            d,
            STARTS,
            ForAll(
                c,
                WithClue("numbers"),
                ForAll(
                    k,
                    Directions(),
                    (GOES >> PASSED.is_(NUMBER)) & (COMES >> (PASSED_BEFORE + ONE).is_(NUMBER)),
                ),
            ),
        ),
    ),
    GenreRule("the way goes through each number", ForAll(c, WithClue("numbers", hidden=True), PASSING >= 1)),
)
GIVEN = (ICE_CELLS, NumberClue("numbers", lo=1, dropped=False, link="number16"), DOORS)

GENRE = Genre(
    name="icelom",
    title="Icelom",
    source="puzz.link, rules of icelom. `~` is ice; I is IN, O is OUT; `?` counts as a number.",
    link="icelom",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(
        *WAY,
        *NUMBERS,
        ONE_WAY,
        GenreRule(
            "the way goes through each cell without ice", ForAll(c, Where(c, CELLS, ~ICE), PASSING >= 1)
        ),
    ),
)
