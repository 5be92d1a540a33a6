"""Evolmino: blocks of squares on arrows; along an arrow each is the one before it and one square more."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SQUARE = Shows("square", c)
BLOCKS = ByLabel(q, CELLS, Shows("square", q))
ARROWS = Where(e, Adjacent(c, "sides"), HasClue("arrows", e))
INTO = CountOf(e, ARROWS, SamePlace(c, Along(e, ArrowAt("arrows", e), 1)))
OUT_OF = CountOf(e, ARROWS, SamePlace(c, Along(e, ArrowAt("arrows", e), -1)))
ON_ARROW = Exists(e, Adjacent(c, "sides"), HasClue("arrows", e))
NEXT = Following("arrows", c)
NONE_BETWEEN = ForAll(p, AsLong(p, NEXT, ~SamePlace(p, d)), ~Shows("square", p))
REACHES, GOES_ON = GroupSum(BLOCKS, c) >= v, GroupSum(BLOCKS, d) >= v + 1
ONE_MORE = Fits(BLOCKS, c, d) & ForAll(v, NumbersFrom(ONE, AREA), (REACHES & GOES_ON) | (~REACHES & ~GOES_ON))

GENRE = Genre(
    name="evolmino",
    title="Evolmino",
    source="puzz.link, rules of evolmino. `o` is a given square, `#` a cell without one.",
    link="evolmino",
    unknown=(Shading("square", sign="s"),),
    given=(
        SignClue("squares", signs="#o", dropped=False, link="circle"),
        ArrowClue("arrows", at="edge", bare=True, dropped=False, link="icebarn"),
    ),
    rules=(
        GenreRule(
            "an arrow leads from a cell to the next one",
            ForAll(e, WithClue("arrows"), IsIn(Along(e, ArrowAt("arrows", e), 1), CELLS)),
        ),
        GenreRule(
            "arrows do not branch or close", ForAll(c, CELLS, (INTO <= 1) & (OUT_OF <= 1) & ~IsIn(c, NEXT))
        ),
        GenreRule(
            "squares are in cells that are not black, and where they are given",
            ForAll(c, WithClue("squares"), ValueAt("square", c).is_(ClueAt("squares", c) - 1)),
        ),
        GenreRule(
            "each block has one square on an arrow", EachGroup(BLOCKS, c, Indicator(ON_ARROW), ONE, ONE)
        ),
        GenreRule(
            "each arrow passes through two blocks",
            ForAll(
                c,
                Where(c, CELLS, (OUT_OF >= 1) & INTO.is_(0)),
                Indicator(SQUARE) + CountOf(d, NEXT, Shows("square", d)) >= 2,
            ),
        ),
        GenreRule(
            "the next block on an arrow has the shape of this one and one square more",
            ForAll(
                c,
                Where(c, CELLS, ON_ARROW),
                ForAll(d, NEXT, ~SQUARE | ~Shows("square", d) | ~NONE_BETWEEN | ONE_MORE),
            ),
        ),
    ),
)
