"""Look-Air: shade squares, none of which sees one of its size; numbers count those of a cross."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *

SHADED, OTHER = Shows("shade", c), Shows("shade", d)
CROSS = CountOf(d, Adjacent(c, "neighbours"), OTHER) + Indicator(SHADED)
FACING = Where(d, Ray(c, k), SizeOf(CellsBetween(c, d)) > 0)
BACK = Along(k, k, -2)


def behind(cell: Var, away: Spot) -> Amount:
    """The side of the square of a cell that looks the other way, less 1."""
    return Leading(q, Ray(cell, away), Shows("shade", q))


GENRE = Genre(
    name="lookair",
    title="Look-Air",
    source="Yuri Kabe; puzz.link, rules of lookair. At least one cell is shaded.",
    link="lookair",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", hi=5, link="number10"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("each group of shaded cells is a square", Squares(ByLabel(c, CELLS, SHADED))),
        GenreRule(
            "a number counts the shaded cells among its own and those beside it",
            ForAll(c, WithClue("clues"), CROSS.is_(ClueAt("clues", c))),
        ),
        GenreRule(
            "no two squares of the same size see each other",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    ForAll(
                        d,
                        FACING,
                        ~SHADED
                        | ~OTHER
                        | Exists(q, CellsBetween(c, d), Shows("shade", q))
                        | behind(c, BACK).isnt(behind(d, k)),
                    ),
                ),
            ),
        ),
    ),
)
