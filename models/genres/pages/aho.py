"""Aho-ni-Narikire: blocks with one number, their size: L-shapes if it is a multiple of 3, else rectangles."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
NUMBERED = WithClue("clues", hidden=True)
SIZE = GroupSum(AREAS, c)
OF_THREES = Exists(v, NumbersFrom(ONE, AREA), SIZE.is_(v + v + v))
INSIDE = Where(p, Adjacent(d, "corners"), SizeOf(Adjacent(p, "corners")).is_(4))
OPEN = Where(e, Adjacent(p, "sides"), IsIn(e, Adjacent(d, "sides")))
FAR = Where(e, Adjacent(p, "sides"), ~IsIn(e, Adjacent(d, "sides")))
BENDS_AT = ForAll(e, OPEN, ~Shows("wall", e)) & ForAll(e, FAR, Shows("wall", e))
BENDS = GroupCount(AREAS, c, d, Exists(p, INSIDE, BENDS_AT))

GENRE = Genre(
    name="aho",
    title="Aho-ni-Narikire",
    source="puzz.link, rules of aho. An L-shape is a rectangle without a smaller one at a corner.",
    link="aho",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", lo=1, circled=True, link="number16"),),
    rules=(
        GenreRule("each block has one number", EachGroup(AREAS, c, Indicator(HasClue("clues", c)), ONE, ONE)),
        GenreRule("a block of another size is a rectangle", ForAll(c, NUMBERED, OF_THREES | BENDS.is_(0))),
        GenreRule(
            "a block whose size is a multiple of 3 is an L-shape",
            ForAll(c, NUMBERED, OF_THREES >> BENDS.is_(1))
            & ForAll(d, CELLS, CountOf(p, INSIDE, BENDS_AT) <= 1),
        ),
        GenreRule(
            "a number is the size of its block", ForAll(c, WithClue("clues"), SIZE.is_(ClueAt("clues", c)))
        ),
    ),
)
