"""Str8ts: no number twice in a row or column; those between black cells are consecutive, in any order."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
NUMBERS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
WHITE = ~HasClue("black", c)
BLACK = SizeOf(Where(c, Members(g), IsIn(c, WithClue("black")) & ClueAt("black", c).is_(v)))

GENRE = Genre(
    name="str8ts",
    title="Str8ts",
    source="Jeff Widderich; Janko, rules of Straights. A number in a black cell counts for its row and "
    "column, and for no street; `#` is a black cell without one.",
    unknown=(
        CellNumbers("number", hi=LargerOf(ROWS, COLUMNS), where=~HasClue("black", CELL), given="clues"),
    ),
    given=(
        NumberClue("black", lo=1, unsaid="#", dark=True, dropped=False),
        NumberClue("clues", lo=1, hidden=False),
    ),
    rules=(
        GenreRule(
            "no number occurs twice in a row or column",
            ForAll(
                g,
                RowsAndColumns(),
                ForAll(v, NUMBERS, CountOf(c, Members(g), NUMBER.is_(v)) + BLACK <= 1),
            ),
        ),
        GenreRule(
            "the numbers of a street are consecutive",
            ForAll(g, Runs(c, WHITE), SpreadOf(c, Members(g), NUMBER) <= SizeOf(Members(g)) - 1),
        ),
    ),
)
