"""Kakuro: a digit in each white cell, none twice in a run; those of a run add up to the sum before it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WHITE = ~HasClue("sums", d)
DIGIT = ValueAt("digit", d)


def run(direction: Toward, part: int) -> Truth:
    """The digits of the run from a black cell, all different, have the sum that it states; 0: none."""
    cells = AsLong(d, Ray(c, direction), WHITE)
    stated = Where(c, WithClue("sums"), ClueAt("sums", c, part) > 0)
    return ForAll(c, stated, SumOfDifferent(d, cells, DIGIT).is_(ClueAt("sums", c, part)))


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
