"""Doppelblock: two black cells in each row and column, and each number once; sums of what lies between."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
NUMBERS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
AHEAD = Where(d, Ray(c, k), IsIn(d, Members(g)))
BETWEEN = CountOf(k, Directions(), Exists(d, AHEAD, OTHER.is_(0))).is_(2)

GENRE = Genre(
    name="doppelblock",
    title="Doppelblock",
    source="World Puzzle Championship; puzz.link, rules of doppelblock. The board is a square.",
    link="doppelblock",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=LargerOf(ROWS, COLUMNS) - 2, given="clues"),),
    given=(
        NumberClue("sums", at="line", hidden=False, link="number16"),
        NumberClue("clues", lo=1, hidden=False, link="number16?"),
    ),
    rules=(
        GenreRule(
            "each row and column has two black cells",
            ForAll(g, RowsAndColumns(), CountOf(c, Members(g), NUMBER.is_(0)).is_(2)),
        ),
        GenreRule(
            "no number is twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), NUMBER, but=0)),
        ),
        GenreRule(
            "a number beside the board is the sum of the numbers between the two black cells",
            ForAll(
                g,
                WithClue("sums", among=RowsAndColumns()),
                SumOf(c, Members(g), SumOf(v, NUMBERS, Indicator(NUMBER.is_(v) & BETWEEN, v))).is_(
                    ClueAt("sums", g)
                ),
            ),
        ),
    ),
)
