"""Dominion: shade dominoes that part the board; equal letters are in one region, others in another one."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LETTER = ClueAt("letters", c)
REGIONS = ByLabel(d, CELLS, ~Shows("shade", d))
KNOWN = IsIn(e, WithClue("letters"))
ALIKE = Where(e, WithClue("letters"), ClueAt("letters", e).is_(LETTER))

GENRE = Genre(
    name="dominion",
    title="Dominion",
    source="puzz.link, rules of dominion. `?` is any letter that is elsewhere, too.",
    link="dominion",
    unknown=(Shading("shade"),),
    given=(NumberClue("letters", lo=1, hi=26, letters=True, link="number16"),),
    rules=(
        GenreRule("a cell with a letter is not shaded", ForAll(c, WithClue("letters", hidden=True), ~SHADED)),
        GenreRule(
            "each block of shaded cells is a domino",
            ForAll(c, CELLS, ~SHADED | CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d)).is_(1)),
        ),
        GenreRule("each region has a letter", EachGroup(REGIONS, e, Indicator(KNOWN), ONE)),
        GenreRule(
            "equal letters are in one region",
            ForAll(
                c,
                WithClue("letters"),
                GroupSum(REGIONS, c, e, Indicator(IsIn(e, ALIKE))).is_(SizeOf(ALIKE)),
            ),
        ),
        GenreRule(
            "different letters are in different regions",
            ForAll(
                c,
                WithClue("letters"),
                GroupSum(REGIONS, c, e, Indicator(KNOWN & ~IsIn(e, ALIKE))).is_(0),
            ),
        ),
    ),
)
