"""Triplace: areas of three cells; a number counts the straight ones in its line up to the next hole."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

HOLE = HasClue("holes", d)
WEIGHT = ONE + Indicator(HasClue("holes", c), Fixed(2))  # so that a hole alone has three, too
BACK = Along(k, k, -2)
CELLS_ON = AsLong(d, Ray(c, k), ~HOLE)
WAY = Var("way")


def arm(direction: Spot) -> Amount:
    """How far the area of the cell goes straight on in a direction: one cell or two."""
    return Leading(e, Ray(d, direction, "edge"), IsIn(e, INNER) & ~Shows("wall", e))


ACROSS = Where(WAY, Directions(), ~SamePlace(WAY, k) & ~SamePlace(WAY, BACK))
LIES_ACROSS = Exists(WAY, ACROSS, (arm(WAY) + arm(Along(WAY, WAY, -2))).is_(2))
IS_MIDDLE = (arm(k) >= 1) & (arm(BACK) >= 1)


def counted(direction: Spot, number: Amount) -> Truth:
    """From `c` on in a direction there are as many: one for each cell of those that lie across, and one for
    the middle of each that lies along.
    """
    straight = CountOf(d, CELLS_ON, LIES_ACROSS | IS_MIDDLE)
    return ForAll(k, Where(k, Directions(), SamePlace(k, direction)), straight.is_(number))


def run(direction: DirectionName, part: int) -> Truth:
    """Of each hole with a number that is of some cells."""
    number = ClueAt("holes", c, part)
    there = IsIn(Along(c, Toward(direction), 2), CELLS) & ~HasClue("holes", Along(c, Toward(direction), 2))
    return ForAll(c, Where(c, WithClue("holes"), (number >= 0) & there), counted(Toward(direction), number))


GENRE = Genre(
    name="triplace",
    title="Triplace",
    source="Nikoli; puzz.link, rules of triplace. A number of no cells says nothing.",
    link="triplace",
    unknown=(Areas("wall"),),
    given=(
        SumClue("holes", lo=0, link="triplace"),
        NumberClue("counts", at="line", hidden=False, link="triplace"),
    ),
    rules=(
        GenreRule("each area has three cells", EachGroup(ByWalls("wall"), c, WEIGHT, Fixed(3), Fixed(3))),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule(
            "a number counts the straight areas with a cell below it, up to the next hole", run("down", 0)
        ),
        GenreRule(
            "a number counts the straight areas with a cell to its right, up to the next hole",
            run("right", 1),
        ),
        GenreRule(
            "a number beside the board counts the straight areas with a cell up to the first hole",
            ForAll(c, WithClue("counts"), counted(Inward(c), ClueAt("counts", c))),
        ),
    ),
)
