"""Kropki: each number once in each row and column; dots are where one is 1 more, or twice, the other."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
BESIDE = Adjacent(e, "beside")
NUMBERS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
NEXT = SpreadOf(c, BESIDE, NUMBER).is_(1)
HALF = CountOf(c, BESIDE, NUMBER.is_(v)).is_(1)
TWICE = Exists(v, NUMBERS, HALF & Exists(c, BESIDE, NUMBER.is_(v + v)))


def dotted(value: int, holds: Truth) -> Truth:
    """The statement holds where this dot is."""
    return ForAll(e, Where(e, INNER, HasClue("dots", e, value)), holds)


def undotted(value: int, holds: Truth) -> Truth:
    """It does not where there is none."""
    return ForAll(e, Where(e, INNER, ~HasClue("dots", e, value)), ~holds)


ONE_AND_TWO = ForAll(c, BESIDE, NUMBER <= 2) & HasClue("dots", e)

GENRE = Genre(
    name="kropki",
    title="Kropki",
    source="World Puzzle Championship; puzz.link, rules of kropki. 1 and 2 have either dot.",
    link="kropki",
    unknown=(CellNumbers("number", hi=LargerOf(ROWS, COLUMNS)),),
    given=(SignClue("dots", at="edge", signs="o*", dropped=False, link="circle"),),
    rules=(
        GenreRule(
            "no number occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), NUMBER)),
        ),
        GenreRule("each dot lies between two cells", ForAll(e, WithClue("dots"), SizeOf(BESIDE).is_(2))),
        GenreRule("at a white dot one number is 1 more than the other", dotted(1, NEXT)),
        GenreRule("at a black dot one number is twice the other", dotted(2, TWICE)),
        GenreRule("without a white dot no number is 1 more than the other", undotted(1, NEXT & ~ONE_AND_TWO)),
        GenreRule("without a black dot no number is twice the other", undotted(2, TWICE & ~ONE_AND_TWO)),
    ),
)
