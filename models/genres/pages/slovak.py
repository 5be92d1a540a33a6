"""Slovak Sums: each number once in each row and column, other cells empty; clues are sums of those beside."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LARGEST, NEAR = ClueAt("largest", WholeBoard()), Adjacent(c, "neighbours")
SUM, NUMBER = ClueAt("clues", c), ClueAt("clues", c, 1)

GENRE = Genre(
    name="slovak",
    title="Slovak Sums",
    source="puzz.link, rules of slovak. A clue is a sum / how many numbers are beside it. By the site "
    "a sum is not asked for where a cell beside it is empty; here it always is.",
    link="slovak",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=LARGEST, where=~HasClue("clues", CELL)),),
    given=(
        NumberClue("largest", at="board", lo=1, hidden=False, dropped=False, link="count"),
        NumbersClue("clues", between="/", length=2, dropped=False, link="slovak"),
    ),
    rules=(
        GenreRule(
            "each row and column has each number once",
            ForAll(
                g,
                RowsAndColumns(),
                ForAll(
                    v,
                    NumbersFrom(ONE, LARGEST),
                    CountOf(c, Members(g), ValueAt("number", c).is_(v)).is_(1),
                ),
            ),
        ),
        GenreRule(
            "a number is the sum of those beside its cell",
            ForAll(c, Where(c, WithClue("clues"), SUM >= 0), SumOf(d, NEAR, ValueAt("number", d)).is_(SUM)),
        ),
        GenreRule(
            "circles count the numbers beside their cell",
            ForAll(
                c,
                Where(c, WithClue("clues"), NUMBER >= 0),
                CountOf(d, NEAR, ValueAt("number", d) >= 1).is_(NUMBER),
            ),
        ),
    ),
)
