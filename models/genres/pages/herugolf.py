"""Herugolf: each ball is played into a hole; each stroke is one cell shorter than the one before."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *

j = Var("j")  # another direction
LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
BALLS, HOLES = WithClue("balls"), WithClue("holes")
HARDEST = Largest(d, BALLS, ClueAt("balls", d))
NEXT = ValueAt("next", c)
OPEN = Where(c, CELLS, ~HasClue("balls", c) & ~HasClue("holes", c))


def is_stroke(direction: Spot, length: Amount) -> Truth:
    """Does a stroke of this length join `c` with the cell there?"""
    between = ForAll(d, Ray(c, direction, most=length - ONE), ValueAt("next", d).is_(0))
    return between & ForAll(e, Ray(c, direction, "edge", length), Shows("line", e))


GOES = is_stroke(k, v) & (
    HasClue("holes", Along(c, k, v + v)) | ((v >= 2) & ValueAt("next", Along(c, k, v + v)).is_(v - ONE))
)
LONGER = v + ONE
CAME = is_stroke(j, LONGER) & ValueAt("next", Along(c, j, LONGER + LONGER)).is_(LONGER)
OTHER_WAY = Where(j, Directions(), ~SamePlace(j, k))

GENRE = Genre(
    name="herugolf",
    title="Herugolf",
    source="Nikoli; puzz.link, rules of herugolf. `~` is water; each hole has a ball in the end. A number is "
    "the length of the stroke that begins there.",
    link="herugolf",
    unknown=(
        CentreLines("line"),
        CellNumbers(
            "next",
            lo=Fixed(0),
            hi=HARDEST,
            where=~HasClue("holes", CELL) & ~HasClue("water", CELL),
            given="balls",
        ),
    ),
    given=(
        SignClue("water", signs="~", dropped=False, link="binary"),
        NumberClue("balls", lo=1, hidden=False, circled=True, dropped=False, link="herugolf"),
        SignClue("holes", signs="H", dropped=False, link="herugolf"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("each ball goes into a hole of its own", ForAll(c, BALLS, LINES.is_(1))),
        GenreRule("each hole has a ball in the end", ForAll(c, HOLES, LINES.is_(1))),
        GenreRule("lines do not branch, cross or end", ForAll(c, OPEN, LINES.is_(0) | LINES.is_(2))),
        GenreRule(
            "each line is of one ball",
            one_per_line("balls"),
        ),
        GenreRule(
            "a ball turns only at the end of a stroke",
            ForAll(c, OPEN, LINES.is_(0) | GoesStraight("line", c) | (NEXT >= 1)),
        ),
        GenreRule(
            "each stroke is one cell shorter than the one before, and does not end on water",
            ForAll(
                c,
                Where(c, CELLS, ~HasClue("holes", c)),
                ForAll(
                    v,
                    NumbersFrom(ONE, HARDEST),
                    NEXT.isnt(v)
                    | Exists(k, Directions(), GOES & (HasClue("balls", c) | Exists(j, OTHER_WAY, CAME))),
                ),
            ),
        ),
    ),
)
