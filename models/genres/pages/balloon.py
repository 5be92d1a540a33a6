"""Balloon Box: divide the dark cells into rectangles; a line through other cells joins each with its size."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import LINES
from zenkai_solver.models.genres.vocabulary import *

BALLOON = ByWalls("wall")
STRING = ByLines("line")
INSIDE, NUMBERED = WithClue("balloons"), WithClue("numbers", hidden=True)
PASSED = Where(c, CELLS, ~HasClue("balloons", c) & ~HasClue("numbers", c))
SIDES = Adjacent(e, "beside")
OUTSIDE = ForAll(p, SIDES, ~HasClue("balloons", p)) & ~HasClue("may_touch", WholeBoard())
APART = ForAll(c, SIDES, ForAll(d, Where(d, SIDES, ~SamePlace(c, d)), ~SameGroup(STRING, c, d)))

GENRE = Genre(
    name="balloon",
    title="Balloon Box",
    source="puzz.link, rules of balloon. `~` is a cell of a balloon; other cells are areas of their own. A "
    "line does not touch itself unless may_touch, the letter a of links, is stated.",
    link="balloon",
    unknown=(Areas("wall"), CentreLines("line")),
    given=(
        SignClue("balloons", signs="~", dropped=False, link="binary"),
        NumberClue("numbers", lo=1, link="number16"),
        SwitchClue("may_touch", sign="a"),
    ),
    rules=(
        GenreRule("each balloon is a rectangle", Rectangles(BALLOON)),
        GenreRule(
            "walls lie around all other cells",
            ForAll(e, Where(e, INNER, Exists(p, SIDES, ~HasClue("balloons", p))), Shows("wall", e)),
        ),
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines go through all other cells", ForAll(c, PASSED, LINES.is_(2))),
        GenreRule("a line ends at each number", ForAll(c, NUMBERED, LINES.is_(1))),
        GenreRule("no line goes through a balloon", ForAll(c, INSIDE, LINES <= 1)),
        GenreRule(
            "each line ends at one number", EachGroup(STRING, c, Indicator(HasClue("numbers", c)), ONE, ONE)
        ),
        GenreRule(
            "each balloon has one line",
            ForAll(
                c,
                INSIDE,
                GroupCount(BALLOON, c, d, Exists(e, Adjacent(d, "sides"), Shows("line", e))).is_(1),
            ),
        ),
        GenreRule(
            "a number is the size of its balloon",
            ForAll(
                c,
                WithClue("numbers"),
                ForAll(d, INSIDE, ~SameGroup(STRING, c, d) | GroupSum(BALLOON, d).is_(ClueAt("numbers", c))),
            ),
        ),
        GenreRule(
            "a line does not touch itself", ForAll(e, Where(e, INNER, OUTSIDE), Shows("line", e) | APART)
        ),
    ),
)
