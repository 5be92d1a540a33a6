"""Building Walk: a way from S to G through all numbers, which are floors, and lifts, which lead to others."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
STARTS, GOALS = (Where(place, WithClue("ends"), HasClue("ends", place, i)) for i, place in ((1, c), (2, d)))
LIFTS = WithClue("lifts")
LARGEST = LargerOf(ONE, Largest(q, WithClue("numbers"), ClueAt("numbers", q)))
LIMITED = HasClue("largest_is_top", WholeBoard())


def floors(top: Amount, limited: Truth) -> Truth:
    """The floors are 1 to `top`, if a switch says so."""
    fits = FloorsFit("line", c, d, "numbers", "lifts", top)
    return ForAll(c, Where(c, STARTS, limited), ForAll(d, GOALS, fits))


GENRE = Genre(
    name="bdwalk",
    title="Building Walk",
    source="puzz.link, rules of bdwalk. U, D and - are lifts up, down, and either way.",
    link="bdwalk",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("ends", signs="SG", dropped=False, link="haisu"),
        NumberClue("numbers", lo=1, hi=99, hidden=False, link="bdwalk"),
        SignClue("lifts", signs="UD-", link="bdwalk"),
        SwitchClue("largest_is_top", sign="m"),
    ),
    rules=(
        GenreRule("there is one S, and one G", SizeOf(STARTS).is_(1) & SizeOf(GOALS).is_(1)),
        GenreRule("no cell has a number and a lift", ForAll(c, LIFTS, ~HasClue("numbers", c))),
        GenreRule("the way does not branch or cross itself", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("the way begins at S and ends at G", ForAll(c, WithClue("ends"), LINES.is_(1))),
        GenreRule(
            "the way ends nowhere else", ForAll(c, Where(c, CELLS, ~HasClue("ends", c)), LINES.isnt(1))
        ),
        GenreRule(
            "the way goes through each number and lift",
            ForAll(c, Together((WithClue("numbers"), LIFTS)), LINES >= 1),
        ),
        GenreRule("the lines are one way", AllConnected(ByLines("line"))),
        GenreRule(
            "lifts lead to other floors, and may lead above the largest, from number to number",
            floors(LARGEST + SizeOf(LIFTS), ~LIMITED),  # more floors are of no use
        ),
        GenreRule("lifts lead to other floors from number to number", floors(LARGEST, LIMITED)),
    ),
)
