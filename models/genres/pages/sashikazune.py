"""Sashikazune: L-shapes of one cell's width; a number counts the cells from it to the corner."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.sashigane import L_SHAPES, REACHES, bends
from zenkai_solver.models.genres.vocabulary import *

NUMBER = ClueAt("numbers", c)
AT_CORNERS, FURTHER = (Where(c, WithClue("numbers"), holds) for holds in (NUMBER.is_(1), NUMBER >= 2))
SO_FAR = Where(d, Ray(c, k), (SizeOf(CellsBetween(c, d)) + 2).is_(NUMBER))

GENRE = Genre(
    name="sashikazune",
    title="Sashikazune",
    source="puzz.link, rules of sashikazune. A `?` is any number.",
    link="sashikazune",
    unknown=(Areas("wall"),),
    given=(NumberClue("numbers", lo=1, link="number16"),),
    rules=(
        *L_SHAPES,
        GenreRule(
            "a number counts the cells from it to the corner",
            ForAll(c, AT_CORNERS, bends(c))
            & ForAll(c, FURTHER, Exists(k, Directions(), Exists(d, SO_FAR, REACHES & bends(d)))),
        ),
        GenreRule(
            "no area has more than two numbers",
            EachGroup(ByWalls("wall"), c, Indicator(HasClue("numbers", c)), Fixed(0), ONE + ONE),
        ),
    ),
)
