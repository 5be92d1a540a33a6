"""Amibo: lines, one from each circle, of the length that it says; each crosses one as long as itself."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *

ACROSS = Var("across")
BACK = Along(k, k, -2)
CIRCLES = WithClue("circles", hidden=True)
CROSSED, STARTS = Shows("bar", c, 3), LiesAlong("bar", c, k) & ~LiesAlong("bar", Along(c, k, -2), k)
BESIDE = Along(EDGE, k, 1), Along(EDGE, k, -1)  # cells, if `k` is the direction across the edge
JOINED = Exists(k, Directions(), LiesAlong("bar", BESIDE[0], k) & LiesAlong("bar", BESIDE[1], k))
NET = ByWays(c, CELLS, Exists(k, Directions(), LiesAlong("bar", c, k)), JOINED)
ENDS = SumOf(k, Directions(), CountOf(c, CELLS, STARTS))


def ahead(cell: Spot, way: Spot) -> Amount:
    """How many cells of the line in a cell follow in a direction."""
    return Leading(e, Ray(cell, way), LiesAlong("bar", e, way))


def length(cell: Spot, way: Spot) -> Amount:
    """How long the line in a cell is that lies along a direction."""
    return ONE + ahead(cell, way) + ahead(cell, Along(way, way, -2))


SIDEWAYS = Where(ACROSS, Directions(), ~SamePlace(ACROSS, k) & ~SamePlace(ACROSS, BACK))
EQUAL = Shows("bar", d, 3) & ForAll(ACROSS, SIDEWAYS, length(d, k).is_(length(d, ACROSS)))
ON_LINE = SamePlace(c, d) | (ahead(c, k) > SizeOf(CellsBetween(c, d)))

GENRE = Genre(
    name="amibo",
    title="Amibo",
    source="puzz.link, rules of amibo. There is a line.",
    link="amibo",
    unknown=(Bars("bar", where=~HasClue("circles", CELL), crossed=True, may_be_empty=True),),
    given=(NumberClue("circles", lo=2, dropped=False, circled=True, link="number10or16"),),
    rules=(
        GenreRule(
            "at least one line is drawn", Exists(c, CELLS, Exists(k, Directions(), LiesAlong("bar", c, k)))
        ),
        GenreRule(
            "a line ends at each circle, and no other one",
            ForAll(c, CIRCLES, CountOf(k, Directions(), LiesAlong("bar", Along(c, k, 2), k)).is_(1)),
        ),
        GenreRule(
            "a number is the length of the line at its circle",
            ForAll(
                c,
                WithClue("circles"),
                ForAll(k, Directions(), ahead(c, k).is_(0) | ahead(c, k).is_(ClueAt("circles", c))),
            ),
        ),
        GenreRule(
            "each line crosses one of its length",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    STARTS
                    >> Exists(d, Together((Where(d, CELLS, SamePlace(c, d)), Ray(c, k))), ON_LINE & EQUAL),
                ),
            ),
        ),
        GenreRule(
            "lines close no loop",
            ENDS.is_(Times(Fixed(2), GroupsIn(NET, c, CELLS) + CountOf(c, CELLS, CROSSED))),
        ),
        GenreRule("all lines are connected", AllConnected(NET)),
    ),
)
