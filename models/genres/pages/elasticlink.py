"""Elastic Link: lines join circles in pairs; the parts that meet at a turn differ in length by one."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
TURNS = CountOf(e, Adjacent(d, "sides"), LINE).is_(2) & ~GoesStraight("line", d)


def length(*names: DirectionName) -> Amount:
    """Of the straight part through the cell in these two directions, in steps from cell to cell."""
    arms = [Leading(e, Ray(c, Toward(name), "edge"), LINE) for name in names]
    return arms[0] + arms[1]


UPRIGHT, LEVEL = length("up", "down"), length("left", "right")
NUMBER = ClueAt("numbers", c)

GENRE = Genre(
    name="elasticlink",
    title="Elastic Link",
    source="puzz.link, rules of elasticlink.",
    link="elasticlink",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("circles", signs="o", dropped=False, link="binary"),
        NumberClue("numbers", lo=1, link="number16"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule("one line ends at each circle, and at no other cell", EndsAt("line", "circles")),
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule(
            "a line turns", ForAll(c, WithClue("circles"), GroupCount(ByLines("line"), c, d, TURNS) >= 1)
        ),
        GenreRule("a line is at each number", ForAll(c, WithClue("numbers", hidden=True), LINES >= 1)),
        GenreRule(
            "a number is the length of a part at it",
            ForAll(c, WithClue("numbers"), UPRIGHT.is_(NUMBER) | LEVEL.is_(NUMBER)),
        ),
        GenreRule(
            "parts that meet at a turn differ in length by one",
            ForAll(
                c,
                CELLS,
                (LINES <= 1) | GoesStraight("line", c) | UPRIGHT.is_(LEVEL + 1) | LEVEL.is_(UPRIGHT + 1),
            ),
        ),
    ),
)
