"""Kakuro: a digit in each white cell, none twice in a run; those of a run add up to the sum before it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WHITE = ~HasClue("sums", d)
DIGIT, NINE, HEAVY = ValueAt("digit", d), Fixed(9), Fixed(46)  # more than the sum of all digits


def run(direction: Toward, part: int) -> Truth:
    """The digits that are in the run from a black cell, each once, have the sum that it states; 0: none.

    HEAVY is added for each of them and taken off for each cell, which is nothing where none is twice: so one
    sum leaves only the sets of digits of which there are as many as cells.
    """
    cells = AsLong(d, Ray(c, direction), WHITE)
    stated = Where(c, WithClue("sums"), ClueAt("sums", c, part) > 0)
    there = Indicator(Exists(d, cells, DIGIT.is_(v)))
    total = SumOf(v, NumbersFrom(ONE, NINE), Times(v + HEAVY, there)) - Times(HEAVY, SizeOf(cells))
    return ForAll(c, stated, total.is_(ClueAt("sums", c, part)))


GENRE = Genre(
    name="kakuro",
    title="Kakuro",
    source="Nikoli; puzz.link, rules of kakuro. A run without a sum may have any sum.",
    link="kakuro",
    unknown=(CellNumbers("digit", where=~HasClue("sums", CELL)),),
    given=(SumClue("sums", link="kakuro"),),
    rules=(
        GenreRule(
            "no digit occurs twice in a run", ForAll(g, Runs(d, WHITE), Distinct(d, Members(g), DIGIT))
        ),
        GenreRule("the digits of a run below a sum add up to it", run(Toward("down"), 0)),
        GenreRule("the digits of a run to the right of a sum add up to it", run(Toward("right"), 1)),
    ),
)
