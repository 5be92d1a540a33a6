"""Simple Gako: a number in each cell, which is how often it is in its row and column."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)

GENRE = Genre(
    name="simplegako",
    title="Simple Gako",
    source="puzz.link, rules of simplegako.",
    link="simplegako",
    unknown=(CellNumbers("number", hi=ROWS + COLUMNS, given="clues"),),
    given=(NumberClue("clues", lo=1, hidden=False, link="number16"),),
    rules=(
        GenreRule(
            "a number is how often it occurs in its row and column together",
            ForAll(
                c, CELLS, (SumOf(k, Directions(), CountOf(d, Ray(c, k), OTHER.is_(NUMBER))) + ONE).is_(NUMBER)
            ),
        ),
    ),
)
