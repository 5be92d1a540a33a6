"""Soul Mates: each number reaches one equal number over empty cells, as many steps away as it says."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *


def number(cell: Spot) -> ValueAt:
    return ValueAt("number", cell)


OPEN = Where(c, CELLS, ~HasClue("holes", c))
OTHERS = Where(d, CELLS, ~HasClue("holes", d) & ~SamePlace(c, d))
FREE = ByLabel(q, CELLS, ((number(q) <= 0) & ~HasClue("holes", q)) | SamePlace(c, q))  # and the cell itself
MATES = number(d).is_(number(c)) & Exists(p, Adjacent(d, "neighbours"), SameGroup(FREE, c, p))


def within(steps: Amount) -> Truth:
    return Exists(p, Adjacent(d, "neighbours"), Within(FREE, c, p, steps - 1))


GENRE = Genre(
    name="soulmates",
    title="Soul Mates",
    source="puzz.link, rules of soulmates. Holes are no cells.",
    link="soulmates",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=AREA, where=~HasClue("holes", CELL), given="numbers"),),
    given=(
        NumberClue("numbers", lo=1, hidden=False, link="boulders"),
        SignClue("holes", signs="#", dropped=False, link="boulders"),
    ),
    rules=(
        GenreRule(
            "each number reaches one equal number over empty cells",
            ForAll(c, OPEN, number(c).is_(0) | CountOf(d, OTHERS, MATES).is_(1)),
        ),
        GenreRule(
            "each number is the distance to its equal",
            ForAll(
                c,
                OPEN,
                ForAll(
                    v,
                    NumbersFrom(ONE, AREA),
                    number(c).isnt(v) | ForAll(d, OTHERS, ~MATES | (within(v) & ~within(v - 1))),
                ),
            ),
        ),
    ),
)
