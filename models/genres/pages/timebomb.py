"""Time Bomb: bombs move along lines, so that each boulder has one around it; a number is the distance."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
BOMBS = WithClue("bombs", hidden=True)
JOINED = SameGroup(ByLines("line"), c, d)


def is_used(cell: Spot) -> Truth:
    """A bomb or a line is in the cell."""
    return HasClue("bombs", cell) | Exists(e, Adjacent(cell, "sides"), LINE)


PAIRS = Where(d, Adjacent(e, "beside"), ~SamePlace(c, d) & ~(HasClue("bombs", c) & HasClue("bombs", d)))
ARRIVED = ~HasClue("bombs", d) & CountOf(e, Adjacent(d, "sides"), LINE).is_(1)

GENRE = Genre(
    name="timebomb",
    title="Time Bomb",
    source="puzz.link, rules of timebomb. There is a line; a bomb that stays does not explode.",
    link="timebomb",
    unknown=(CentreLines("line"),),
    given=(
        NumberClue("bombs", lo=1, circled=True, dropped=False, link="boulders"),
        SignClue("boulders", signs="*", dropped=False, link="boulders"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule("a line begins at each bomb that it visits", ForAll(c, BOMBS, LINES <= 1)),
        GenreRule(
            "each line is of one bomb",
            one_per_line("bombs"),
        ),
        GenreRule("no line goes through a boulder", ForAll(c, WithClue("boulders"), LINES.is_(0))),
        GenreRule(
            "lines of different bombs are not neighbours",
            ForAll(
                e,
                INNER,
                LINE | ForAll(c, Adjacent(e, "beside"), ForAll(d, PAIRS, ~is_used(c) | ~is_used(d) | JOINED)),
            ),
        ),
        GenreRule(
            "a number is the distance that its bomb moves",
            ForAll(
                c,
                WithClue("bombs"),
                GroupSum(ByLines("line"), c).is_(ClueAt("bombs", c) + 1),
            ),
        ),
        GenreRule(
            "a bomb arrives beside each boulder, or at its corner",
            ForAll(c, WithClue("boulders"), Exists(d, Adjacent(c, "around"), ARRIVED)),
        ),
    ),
)
