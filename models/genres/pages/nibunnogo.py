"""Nibun-nogo: groups of shaded cells, and of others, have at most five cells; numbers count shaded ones."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
AT_CORNER = CountOf(c, Adjacent(p, "corners"), SHADED)


def at_most_five(holds: Truth) -> Truth:
    """Groups of cells for which this is true are not larger."""
    return EachGroup(ByLabel(c, CELLS, holds), c, ONE, ONE, Fixed(5))


GENRE = Genre(
    name="nibunnogo",
    title="Nibun-nogo",
    source="puzz.link, rules of nibunnogo.",
    link="nibunnogo",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", at="corner", hi=4, link="4cell"),),
    rules=(
        GenreRule(
            "a number counts the shaded cells at its corner",
            ForAll(p, WithClue("clues"), AT_CORNER.is_(ClueAt("clues", p))),
        ),
        GenreRule(
            "no group of shaded or of unshaded cells has more than five",
            at_most_five(SHADED) & at_most_five(~SHADED),
        ),
    ),
)
