"""Doppelblock: two black cells in each row and column, and each number once; sums of what lies between."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
NUMBERS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
AHEAD, BACK = Inward(g), Along(Inward(g), Inward(g), -2)
BETWEEN = Exists(d, Ray(c, AHEAD), OTHER.is_(0)) & Exists(d, Ray(c, BACK), OTHER.is_(0))

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
            "no number occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), NUMBER, but=0)),
        ),
        GenreRule(
            "a number beside the board is the sum of the numbers between the two black cells",
            ForAll(
                g,
                WithClue("sums", among=RowsAndColumns()),
                SumOf(c, Members(g), CountOf(v, NUMBERS, BETWEEN & (v <= NUMBER))).is_(ClueAt("sums", g)),
            ),
        ),
    ),
)
