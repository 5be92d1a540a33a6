"""Bosanowa: a number in each circle, which is the sum of its differences to those beside it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

MOST = LargerOf(Fixed(99), Largest(d, WithClue("clues"), ClueAt("clues", d)))
CIRCLE = ~HasClue("holes", CELL)
INSIDE = CountOf(c, Adjacent(e, "beside"), ~HasClue("holes", c)).is_(2)
APART = Times(Fixed(99), Indicator(~INSIDE))
DOUBLED = LeastReached(e, WithClue("clues"), ClueAt("clues", e), APART, CELL, factor=Fixed(2))
DIFFERENCES = SumOf(
    e, Where(e, Adjacent(d, "sides"), INSIDE), SpreadOf(c, Adjacent(e, "beside"), ValueAt("number", c))
)

GENRE = Genre(
    name="bosanowa",
    title="Bosanowa",
    source="Nikoli; puzz.link, rules of bosanowa: positive numbers; here up to 99, or the largest given.",
    link="bosanowa",
    unknown=(CellNumbers("number", hi=SmallerOf(MOST, DOUBLED), where=CIRCLE, given="clues"),),
    given=(
        SignClue("holes", signs="#", dropped=False, link="bosanowa"),
        NumberClue("clues", lo=1, hidden=False, link="number16"),
    ),
    rules=(
        GenreRule(
            "a number is the sum of its differences from the numbers beside it",
            ForAll(d, Where(d, CELLS, ~HasClue("holes", d)), DIFFERENCES.is_(ValueAt("number", d))),
        ),
    ),
)
