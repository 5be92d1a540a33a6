"""Slash Pack: diagonals divide the board into areas, each of which has each number once."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByHalves("line")
CLUES, KNOWN = WithClue("clues", hidden=True), WithClue("clues")
EQUAL = Where(d, KNOWN, ClueAt("clues", d).is_(ClueAt("clues", c)) & ~SamePlace(c, d))
TOGETHER = Exists(e, Adjacent(c, "sides"), Exists(p, Adjacent(d, "sides"), SameGroup(AREAS, e, p)))
INSIDE = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))
SIDES = SumOf(c, Adjacent(e, "beside"), Indicator(HasClue("clues", c)))  # a clue has four, all in one area
FOUR_OF_EACH = Times(Fixed(4), Largest(d, KNOWN, ClueAt("clues", d)))

GENRE = Genre(
    name="slashpack",
    title="Slash Pack",
    source="puzz.link, rules of slashpack. Numbers are 1 to the largest one; `?` is any of them.",
    link="slashpack",
    unknown=(DiagonalLines("line", may_be_empty=True),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("no line is in a cell with a number", ForAll(c, CLUES, ValueAt("line", c).is_(0))),
        GenreRule(
            "no line ends within the board",
            ForAll(p, INSIDE, CountOf(c, Adjacent(p, "corners"), Touches("line", c, p)).isnt(1)),
        ),
        GenreRule("no area has a number twice", ForAll(c, KNOWN, ForAll(d, EQUAL, ~TOGETHER))),
        GenreRule(
            "each area has as many numbers as the largest",
            EachGroup(AREAS, e, SIDES, FOUR_OF_EACH, FOUR_OF_EACH),
        ),
    ),
)
