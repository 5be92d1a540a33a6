"""No Three: shade a cell at each circle; of three in a line, the next ones are not as far apart."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *


def shaded(cell: Var | Along) -> Truth:
    return Shows("shade", cell)


def circled(key: str, cells: PlaceList, number: int) -> Truth:
    """Of these cells at each circle of the key, which are so many, one is shaded."""
    return ForAll(p, WithClue(key), SizeOf(cells).is_(number) & CountOf(c, cells, shaded(c)).is_(1))


APART: Amount = Times(Fixed(2), SizeOf(CellsBetween(c, d)))
THIRD = Along(d, k, APART + 2)
BETWEEN = Exists(q, CellsBetween(c, d), shaded(q)) | Exists(q, CellsBetween(d, THIRD), shaded(q))

GENRE = Genre(
    name="nothree",
    title="No Three",
    source="puzz.link, rules of nothree. At least one cell is shaded.",
    link="nothree",
    unknown=(Shading("shade"),),
    given=(
        SignClue("circles", signs="o", link="dot"),
        SignClue("sides", at="edge", signs="o", link="dot"),
        SignClue("corners", at="corner", signs="o", link="dot"),
    ),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, shaded(c))),
        GenreRule("no two shaded cells are neighbours", no_neighbours(shaded(c))),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~shaded(c)))),
        GenreRule("a cell with a circle is shaded", ForAll(c, WithClue("circles"), shaded(c))),
        GenreRule(
            "of the two cells at a circle exactly one is shaded", circled("sides", Adjacent(p, "beside"), 2)
        ),
        GenreRule(
            "of the four cells at a circle exactly one is shaded",
            circled("corners", Adjacent(p, "corners"), 4),
        ),
        GenreRule(
            "no three successive shaded cells of a row or column are equally far apart",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    ForAll(d, Ray(c, k), ~(shaded(c) & shaded(d) & shaded(THIRD)) | BETWEEN),
                ),
            ),
        ),
    ),
)
