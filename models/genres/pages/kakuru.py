"""Kakuru: numbers 1 to 9, no equal ones touch; a clue is the sum of those around it, which all differ."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AROUND = Where(d, Adjacent(c, "around"), ~HasClue("sums", d))
HERE, NUMBER = ValueAt("number", c), ValueAt("number", d)
WHITE = Where(c, CELLS, ~HasClue("sums", c))

GENRE = Genre(
    name="kakuru",
    title="Kakuru",
    source="puzz.link, rules of kakuru. `#` is a black cell without a sum.",
    link="kakuru",
    unknown=(CellNumbers("number", lo=Fixed(0), where=~HasClue("sums", CELL)),),
    given=(NumberClue("sums", lo=1, hi=45, unsaid="#", dark=True, dropped=False, link="kakuru"),),
    rules=(
        GenreRule("each white cell has a number", ForAll(c, WHITE, HERE >= 1)),
        GenreRule(
            "equal numbers do not touch, not even at a corner",
            ForAll(c, WHITE, ForAll(d, AROUND, HERE.is_(0) | HERE.isnt(NUMBER))),
        ),
        GenreRule(
            "numbers around a sum all differ", ForAll(c, WithClue("sums"), Distinct(d, AROUND, NUMBER, but=0))
        ),
        GenreRule(
            "a sum is that of the numbers around it",
            ForAll(c, WithClue("sums"), SumOfDifferent(d, AROUND, NUMBER).is_(ClueAt("sums", c))),
        ),
    ),
)
