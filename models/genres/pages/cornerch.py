"""Corner Chain: shade cells; areas left over are rectangles just if even in size, and join at corners."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LEFT = ~Shows("shade", c)
AREAS = ByLabel(c, CELLS, LEFT)
THREE = CountOf(c, Adjacent(p, "corners"), LEFT).is_(3)
BENDS = GroupCount(AREAS, c, d, Exists(p, Adjacent(d, "corners"), THREE))
EVEN = Exists(v, NumbersFrom(ONE, AREA), GroupSum(AREAS, c).is_(v + v))

GENRE = Genre(
    name="cornerch",
    title="Corner Chain",
    source="puzz.link, rules of cornerch. `?` is not shaded.",
    link="cornerch",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=2, link="number16"),),
    rules=(
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), LEFT)),
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("clues", AREAS),
        ),
        GenreRule("an area of even size is a rectangle", ForAll(c, CELLS, EVEN >> BENDS.is_(0))),
        GenreRule("an area of odd size is no rectangle", ForAll(c, CELLS, ~LEFT | EVEN | (BENDS >= 1))),
        GenreRule(
            "unshaded cells are connected, diagonally too",
            AllConnected(ByLabel(c, CELLS, LEFT, "around")),
        ),
    ),
)
