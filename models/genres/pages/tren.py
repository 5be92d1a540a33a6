"""Tren: blocks of 1x2 and 1x3, each with one number, which says over how many cells it can slide."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *

BLOCKS = ByWalls("wall")
SIZE, FREE = GroupSum(BLOCKS, c), HasClue("connected", WholeBoard())
BACK = Along(k, k, -2)


def is_free(cell: Spot) -> Truth:
    """Is the cell in no block? Then it is alone, without a number."""
    inner = Where(p, Adjacent(cell, "sides"), SizeOf(Adjacent(p, "beside")).is_(2))
    return ~HasClue("clues", cell) & ForAll(p, inner, Shows("wall", p))


def goes_on(direction: Spot) -> Truth:
    """Does the block go on from the cell in this direction?"""
    return Exists(d, Ray(c, direction, most=ONE), ~Shows("wall", Along(c, direction, 1)))


def reach(direction: Spot) -> Amount:
    """How many cells of the block, and then free ones, follow in this direction."""
    return Leading(d, Ray(c, direction), ~Shows("wall", Along(d, direction, -1)) | is_free(d))


GENRE = Genre(
    name="tren",
    title="Tren",
    source="puzz.link, rules of tren. A cell that is in no block is an area of its own.",
    link="tren",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", link="number16"), SwitchClue("connected", sign="n")),
    rules=(
        GenreRule("each block is straight", Rectangles(BLOCKS)),
        GenreRule("a block has three cells at most", EachGroup(BLOCKS, c, ONE, ONE, Fixed(3))),
        GenreRule("each number is in a block", ForAll(c, WithClue("clues", hidden=True), SIZE >= 2)),
        GenreRule(
            "each block has one number",
            ForAll(c, CELLS, SIZE.is_(1) | GroupCount(BLOCKS, c, d, HasClue("clues", d)).is_(1)),
        ),
        GenreRule(
            "a number is how many cells its block can slide",
            ForAll(
                c,
                WithClue("clues"),
                ForAll(
                    k,
                    Directions(),
                    goes_on(k) >> (reach(k) + reach(BACK) + ONE).is_(ClueAt("clues", c) + SIZE),
                ),
            ),
        ),
        GenreRule(
            "the cells that are in no block are connected",
            AllConnected(ByLabel(d, Where(d, CELLS, FREE), is_free(d))),
        ),
    ),
)
