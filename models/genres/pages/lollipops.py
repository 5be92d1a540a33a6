"""Lollipops: circles, each with a bar beside it; equal symbols have another one between them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

VALUE = ValueAt("symbol", c)
CIRCLE, UPRIGHT, LEVEL = (Shows("symbol", c, value) for value in (1, 2, 3))
BESIDE = Adjacent(c, "neighbours")
ABOVE, BELOW, LEFT, RIGHT = (
    Shows("symbol", Along(c, way, 2))
    for way in (Toward("up"), Toward("down"), Toward("left"), Toward("right"))
)


def unlike_the_next(layer: str) -> Truth:
    """Each sign of the layer is another one than the next in its row and column, however far that is."""
    value = ValueAt(layer, c)
    following = First(d, Ray(c, k), ValueAt(layer, d))
    return ForAll(c, CELLS, ForAll(k, Directions(), value.is_(0) | following.isnt(value)))


GENRE = Genre(
    name="lollipops",
    title="Lollipops",
    source="puzz.link, rules of lollipops.",
    link="lollipops",
    unknown=(Symbols("symbol", ".o|-", given="symbols"),),
    given=(SignClue("symbols", signs="o|-", turning="|-", link="number10"),),
    rules=(
        GenreRule(
            "each symbol is beside one other",
            ForAll(c, CELLS, VALUE.is_(0) | CountOf(d, BESIDE, ValueAt("symbol", d) >= 1).is_(1)),
        ),
        GenreRule("no two circles are neighbours", no_neighbours(CIRCLE)),
        GenreRule(
            "an upright bar has its circle above or below",
            ForAll(c, CELLS, UPRIGHT >> (ABOVE | BELOW)),
        ),
        GenreRule("a level bar has its circle left or right", ForAll(c, CELLS, LEVEL >> (LEFT | RIGHT))),
        GenreRule(
            "the next symbol in a row or column is another one",
            unlike_the_next("symbol"),
        ),
    ),
)
