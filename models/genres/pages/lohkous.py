"""Lohkous: divide the board into blocks; the numbers of a block are how long and how wide it is."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

BLOCKS = ByWalls("wall")


def length(one: DirectionName, other: DirectionName) -> Amount:
    """How many cells in turn the block of `d` has from it on, in both of these directions."""
    ways = Where(k, Directions(), SamePlace(k, Toward(one)) | SamePlace(k, Toward(other)))
    return ONE + SumOf(k, ways, Leading(p, Ray(d, k), ~Shows("wall", Along(p, k, -1))))


OCCURS = Exists(
    d, CELLS, SameGroup(BLOCKS, c, d) & (length("left", "right").is_(v) | length("up", "down").is_(v))
)
NUMBERS = NumbersGiven("clues", d, Where(d, CELLS, SamePlace(c, d)))
ALL_NUMBERS = NumbersGiven("clues", d, Where(d, CELLS, SamePlace(c, d)), hidden=True)
CLUED = WithClue("clues", hidden=True)

GENRE = Genre(
    name="lohkous",
    title="Lohkous",
    source="puzz.link, rules of lohkous. Each `?` is a further length.",
    link="lohkous",
    unknown=(Areas("wall"),),
    given=(NumbersClue("clues", lo=1, link="lohkous"),),
    rules=(
        GenreRule(
            "each block has one cell with numbers",
            EachGroup(BLOCKS, c, Indicator(HasClue("clues", c)), ONE, ONE),
        ),
        GenreRule(
            "each number is a length or a width of its block",
            ForAll(c, CLUED, ForAll(v, NUMBERS, OCCURS)),
        ),
        GenreRule(
            "a block has as many lengths and widths as numbers",
            ForAll(
                c,
                CLUED,
                CountOf(v, NumbersFrom(ONE, LargerOf(ROWS, COLUMNS)), OCCURS).is_(SizeOf(ALL_NUMBERS)),
            ),
        ),
    ),
)
