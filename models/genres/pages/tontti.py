"""Tonttiraja: lines divide the board; each area has one number, and so many cells without a line."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
EMPTY = ForAll(e, Adjacent(d, "sides"), ~Shows("line", e))
AREAS = ByWays(p, CORNERS, AllOf(()), ~Shows("line", EDGE))  # of the corners between lines
CORNER = CentreOf(FirstOf(p, Adjacent(c, "corners"), AllOf(())))
WITHIN = EMPTY & ForAll(q, Adjacent(d, "corners"), SameGroup(AREAS, CORNER, q))
OF_CLUES = CountOf(c, Adjacent(p, "corners"), HasClue("numbers", c))  # four at each, all in one area
STRAIGHT, BENT = LINES.is_(2) & GoesStraight("line", c), LINES.is_(2) & ~GoesStraight("line", c)
UNLIKE = AllOf(tuple(Exists(c, Adjacent(p, "beside"), ~form) for form in (LINES.is_(3), STRAIGHT, BENT)))

GENRE = Genre(
    name="tontti",
    title="Tonttiraja",
    source="puzz.link, rules of tontti. Lines may end at the border of the board; `?` is any number.",
    link="tontti",
    unknown=(CentreLines("line", out=True),),
    given=(NumberClue("numbers", lo=1, link="number16"),),
    rules=(
        GenreRule("lines do not cross", ForAll(c, CELLS, LINES <= 3)),
        GenreRule("no line ends in a cell", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule(
            "no line is in a cell with a number", ForAll(c, WithClue("numbers", hidden=True), LINES.is_(0))
        ),
        GenreRule(
            "lines have different forms in two cells that they join",
            ForAll(p, INNER, Shows("line", p) >> UNLIKE),
        ),
        GenreRule("each area has one number", EachGroup(AREAS, p, OF_CLUES, Fixed(4), Fixed(4))),
        GenreRule(
            "a number counts the cells of its area without a line",
            ForAll(
                c,
                WithClue("numbers"),
                CountOf(d, CELLS, WITHIN).is_(ClueAt("numbers", c)),
            ),
        ),
    ),
)
