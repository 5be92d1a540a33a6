"""Golem Grad: lines join circles in pairs, in one block of cells; numbers are sizes of areas left over."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
IS_CIRCLE = HasClue("clues", c, 0)
USED = IS_CIRCLE | (LINES >= 1)
LEFT = ByLabel(c, CELLS, ~USED)
CIRCLES = Where(c, WithClue("clues"), IS_CIRCLE)
OTHERS = Where(c, CELLS, ~IS_CIRCLE)
NUMBERS = Where(c, WithClue("clues", hidden=True), ~IS_CIRCLE)
SIZES = Where(d, WithClue("clues"), ClueAt("clues", d) >= 1)

GENRE = Genre(
    name="golemgrad",
    title="Golem Grad",
    source="puzz.link, rules of golemgrad. 0 is a circle; `?` is an area of any size.",
    link="golemgrad",
    unknown=(CentreLines("line"),),
    given=(NumberClue("clues", dropped=False, link="number16"),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("one line ends at each circle", ForAll(c, CIRCLES, LINES.is_(1))),
        GenreRule("lines end only at circles", ForAll(c, OTHERS, LINES.isnt(1))),
        GenreRule("lines do not branch or cross", ForAll(c, OTHERS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule("lines go through no number", ForAll(c, NUMBERS, ~USED)),
        GenreRule("lines do not fill a 2x2", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~USED))),
        GenreRule("the cells of lines are connected", AllConnected(ByLabel(c, CELLS, USED))),
        GenreRule(
            "no area of unused cells has two numbers",
            EachGroup(LEFT, c, Indicator(HasClue("clues", c)), Fixed(0), ONE),
        ),
        GenreRule(
            "a number is the size of its area", ForAll(d, SIZES, GroupSum(LEFT, d).is_(ClueAt("clues", d)))
        ),
    ),
)
