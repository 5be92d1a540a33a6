"""Heavy Dots: areas without a 2x2; three walls meet at a black dot, four at a white one, two around them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WALLS = CountOf(e, Adjacent(p, "sides"), Shows("wall", e) | ~IsIn(e, INNER))
BESIDE = Where(p, CORNERS, ~HasClue("dots", p) & Exists(k, Directions(), HasClue("dots", Along(p, k, 2))))
WITHIN = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))


def dots(value: int) -> PlaceList:
    """Black ones are 1, white ones 2."""
    return Where(p, WithClue("dots"), HasClue("dots", p, value))


GENRE = Genre(
    name="heavydots",
    title="Heavy Dots",
    source="puzz.link, rules of heavydots. The border of the board counts as walls.",
    link="heavydots",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("numbers", lo=1, link="number16"),
        SignClue("dots", at="corner", signs="*o", link="circle"),
    ),
    rules=(
        GenreRule("three walls meet at a black dot", ForAll(p, dots(1), WALLS.is_(3))),
        GenreRule("four walls meet at a white dot", ForAll(p, dots(2), WALLS.is_(4))),
        GenreRule("at most two walls meet beside a dot", ForAll(p, BESIDE, WALLS <= 2)),
        GenreRule("no 2x2 is in one area", ForAll(p, WITHIN, WALLS >= 1)),
        GenreRule(
            "no area has two numbers",
            EachGroup(ByWalls("wall"), c, Indicator(HasClue("numbers", c)), Fixed(0), ONE),
        ),
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("numbers", ByWalls("wall")),
        ),
    ),
)
