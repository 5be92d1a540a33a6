"""Fractional Division: areas with one number each, which is how many dots they have per cell."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
DOTS = Indicator(HasClue("dots", d), ClueAt("dots", d))
UPPER, LOWER, WHOLE = ClueAt("fractions", c), ClueAt("fractions", c, 1), ClueAt("numbers", c)
SINGLE = Indicator(HasClue("fractions", c) | HasClue("numbers", c) | HasClue("holes", c))

GENRE = Genre(
    name="fracdiv",
    title="Fractional Division",
    source="puzz.link, rules of fracdiv. `?` is any number; holes are no cells.",
    link="fracdiv",
    unknown=(Areas("wall"),),
    given=(
        NumbersClue("fractions", between="/", length=2, dropped=False, link="fracdiv"),
        NumberClue("numbers", dropped=False, link="fracdiv"),
        NumberClue("dots", lo=1, hi=9, hidden=False, dropped=False, circled=True, link="fracdiv"),
        SignClue("holes", dropped=False, link="fracdiv"),
    ),
    rules=(
        GenreRule("each area has one number", EachGroup(AREAS, c, SINGLE, ONE, ONE)),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule(
            "a fraction is that of the dots of its area by the cells",
            ForAll(
                c,
                Where(c, WithClue("fractions"), LOWER >= 0),
                GroupSum(AREAS, c, d, Times(LOWER, DOTS) - UPPER).is_(0),
            ),
        ),
        GenreRule(
            "a whole number is how many dots its area has per cell",
            ForAll(c, WithClue("numbers"), GroupSum(AREAS, c, d, DOTS - WHOLE).is_(0)),
        ),
    ),
)
