"""NIKOJI: areas with a letter each, alike for equal letters, which are at the same place of their areas."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
LETTERS = WithClue("letters")


def first(cell: Var) -> Truth:
    """No such letter is before this one."""
    alike = ClueAt("letters", p).is_(ClueAt("letters", cell))
    return IsIn(cell, FirstOf(p, LETTERS, alike))


SAME = Where(d, LETTERS, ClueAt("letters", c).is_(ClueAt("letters", d)) & ~SamePlace(c, d))
GREATER = Where(d, LETTERS, first(d) & (ClueAt("letters", d) > ClueAt("letters", c)))

GENRE = Genre(
    name="nikoji",
    title="NIKOJI",
    source="puzz.link, rules of nikoji. A `?` is any letter, which may be another one. "
    "Turned and mirrored shapes are the same for different letters.",
    link="nikoji",
    unknown=(Areas("wall"),),
    given=(NumberClue("letters", lo=1, hi=26, letters=True, link="number16"),),
    rules=(
        GenreRule(
            "each area has one letter", EachGroup(AREAS, c, Indicator(HasClue("letters", c)), ONE, ONE)
        ),
        GenreRule(
            "areas of equal letters are alike, with the letter at the same place",
            ForAll(c, Where(c, LETTERS, first(c)), ForAll(d, SAME, SameShape(AREAS, c, d, anchored=True))),
        ),
        GenreRule(
            "areas of different letters differ in shape",
            ForAll(c, Where(c, LETTERS, first(c)), ForAll(d, GREATER, ~SameShape(AREAS, c, d))),
        ),
    ),
)
