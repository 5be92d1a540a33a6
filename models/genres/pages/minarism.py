"""Minarism: each number once in each row and column; signs compare, and numbers are differences."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
LARGER, SMALLER = (ValueAt("number", Along(e, ArrowAt("signs", e), step)) for step in (-1, 1))

GENRE = Genre(
    name="minarism",
    title="Minarism",
    source="Nikoli; puzz.link, rules of minarism. The board is a square.",
    link="minarism",
    unknown=(CellNumbers("number", hi=LargerOf(ROWS, COLUMNS)),),
    given=(
        ArrowClue("signs", at="edge", bare=True, link="minarism"),
        NumberClue("differences", at="edge", lo=1, link="minarism"),
    ),
    rules=(
        GenreRule(
            "no number occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), NUMBER)),
        ),
        GenreRule(
            "a sign points at the smaller number",
            ForAll(e, WithClue("signs"), (SMALLER > 0) & (LARGER > SMALLER)),
        ),
        GenreRule(
            "a number between two cells is the difference of their numbers",
            ForAll(
                e,
                WithClue("differences"),
                SpreadOf(c, Adjacent(e, "beside"), NUMBER).is_(ClueAt("differences", e)),
            ),
        ),
    ),
)
