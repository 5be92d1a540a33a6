"""Kropki: each number once in each row and column; dots are where one is 1 more, or twice, the other."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
OTHER = ValueAt("number", Opposite(c, e))  # across the edge
BESIDE = Adjacent(e, "beside")
TWO = Fixed(2)


def dotted(value: int, holds: Truth) -> Truth:
    """The statement holds where this dot is."""
    return ForAll(e, Where(e, INNER, HasClue("dots", e, value)), holds)


def undotted(value: int, larger: Amount) -> Truth:
    """Where there is none, the other number is not the larger one, but for 1 and 2 at another dot."""
    one_and_two = HasClue("dots", e) & ForAll(c, BESIDE, NUMBER <= 2)
    apart = ForAll(c, BESIDE, OTHER.isnt(larger))
    return ForAll(e, Where(e, INNER, ~HasClue("dots", e, value)), one_and_two | apart)


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
        GenreRule(
            "at a white dot one number is 1 more than the other",
            dotted(1, Exists(c, BESIDE, OTHER.is_(NUMBER + ONE))),
        ),
        GenreRule(
            "at a black dot one number is twice the other",
            dotted(2, Exists(c, BESIDE, OTHER.is_(Times(TWO, NUMBER)))),
        ),
        GenreRule("without a white dot no number is 1 more than the other", undotted(1, NUMBER + ONE)),
        GenreRule("without a black dot no number is twice the other", undotted(2, Times(TWO, NUMBER))),
    ),
)
