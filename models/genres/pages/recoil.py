"""Recoil: each step of a path throws an obstacle back; all cells are on the path or have an obstacle."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

OPEN = Where(c, CELLS, ~HasClue("holes", c))
LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ON_PATH = (LINES >= 1) | HasClue("start", c)
NUMBER = ValueAt("number", c)
MOST = Indicator(~HasClue("start", CELL), SizeOf(OPEN) - ONE) + ONE  # the start is 1
COMES_FROM = Shows("line", Along(c, k, 1)) & NUMBER.is_(ValueAt("number", Along(c, k, 2)) + 1)


def counted(holds: Truth) -> CountOf:
    """How many cells have the number `v`, and this."""
    return CountOf(c, OPEN, NUMBER.is_(v) & holds)


def none_at(cell: Spot) -> Truth:
    return ForAll(e, Adjacent(cell, "sides"), ~Shows("line", e)) & ~HasClue("start", cell)


BETWEEN = Where(p, CellsBetween(c, d), ~HasClue("holes", p))
BEHIND = Where(d, Ray(c, k), ~HasClue("holes", d))
THROWN = Exists(
    d,
    BEHIND,
    ValueAt("number", d).is_(NUMBER) & none_at(d) & ForAll(p, BETWEEN, ValueAt("number", p) < NUMBER),
)

GENRE = Genre(
    name="recoil",
    title="Recoil",
    source="puzz.link, rules of recoil. The cells of the path are 1, 2, ...; an obstacle has that of its "
    "step.",
    link="recoil",
    unknown=(
        CentreLines("line"),
        CellNumbers("number", hi=MOST, where=~HasClue("holes", CELL)),
    ),
    given=(
        SignClue("start", signs="*", dropped=False, link="goal"),
        SignClue("holes", signs="#", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("there is one start", SizeOf(WithClue("start")).is_(1)),
        GenreRule("the path begins at the start", ForAll(c, WithClue("start"), LINES <= 1)),
        GenreRule("the path does not branch or cross itself", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("there is one path", AllConnected(ByLines("line"))),
        GenreRule("no line goes through a hole", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule(
            "numbers rise by one along the path",
            ForAll(
                c,
                Where(c, OPEN, ~HasClue("start", c)),
                LINES.is_(0) | CountOf(k, Directions(), COMES_FROM).is_(1),
            ),
        ),
        GenreRule(
            "each step throws an obstacle into the first free cell behind it",
            ForAll(c, OPEN, ForAll(k, Directions(), COMES_FROM >> THROWN)),
        ),
        GenreRule("only the start has the number 1", CountOf(c, OPEN, NUMBER.is_(1)).is_(1)),
        GenreRule(
            "each number from 2 is on one step and one obstacle",
            ForAll(v, NumbersFrom(Fixed(2), SizeOf(OPEN)), counted(ON_PATH).is_(counted(~ON_PATH))),
        ),
    ),
)
