"""Japanese Sums: numbers in some cells, none twice in a line; clues are the sums of its blocks, in order."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)

GENRE = Genre(
    name="japanesesums",
    title="Japanese Sums",
    source="puzz.link, rules of japanesesums. A cell without a number is shaded.",
    link="japanesesums",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=ClueAt("largest", WholeBoard()), given="numbers"),),
    given=(
        NumberClue("largest", at="board", lo=1, hidden=False, link="count"),
        NumbersClue("sums", at="line", lo=1, link="lines16"),
        NumberClue("numbers", lo=1, hidden=False, link="number16?"),
    ),
    rules=(
        GenreRule(
            "no number occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), NUMBER, but=0)),
        ),
        GenreRule(
            "clues are the sums of the blocks of their row or column, in order",
            ForAll(g, WithClue("sums", among=RowsAndColumns()), SumsInTurn(c, Members(g), NUMBER, "sums", g)),
        ),
    ),
)
