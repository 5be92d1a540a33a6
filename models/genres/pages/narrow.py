"""Narrowfence: areas with one number each, no rectangles; of a number no 2x2, and each shape once."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.aho import BENDS
from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
NUMBER, OTHER = ClueAt("numbers", c), ClueAt("numbers", d)
EQUAL = Where(d, WithClue("numbers"), ~SamePlace(c, d) & NUMBER.is_(OTHER))
GIVEN = Where(d, WithClue("numbers"), OTHER.is_(v))
IN_EACH = Indicator(HasClue("numbers", c) | HasClue("holes", c))

GENRE = Genre(
    name="narrow",
    title="Narrowfence",
    source="puzz.link, rules of narrow: areas with `?` may be alike. Turned and mirrored shapes are the "
    "same; holes are no cells.",
    link="narrow",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("numbers", lo=1, link="number16"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule("each area has one number", EachGroup(AREAS, c, IN_EACH, ONE, ONE)),
        GenreRule("no area is a rectangle", ForAll(c, WithClue("numbers", hidden=True), BENDS >= 1)),
        GenreRule(
            "areas with the same number differ in shape",
            ForAll(c, WithClue("numbers"), ForAll(d, EQUAL, ~SameShape(AREAS, c, d))),
        ),
        GenreRule(
            "no 2x2 is in areas with the same number",
            ForAll(
                g,
                Windows(2, 2),
                ForAll(
                    v,
                    NumbersGiven("numbers", c, WithClue("numbers")),
                    Exists(c, Members(g), ForAll(d, GIVEN, ~SameGroup(AREAS, c, d))),
                ),
            ),
        ),
    ),
)
