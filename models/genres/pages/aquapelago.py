"""Aquapelago: shade cells, none beside another; a number is the size of its group, joined by corners."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
GROUPS = ByLabel(c, CELLS, SHADED, "around")

GENRE = Genre(
    name="aquapelago",
    title="Aquapelago",
    source="puzz.link, rules of aquapelago. A cell with a number is shaded; `?` is a group of any size.",
    link="aquapelago",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("a cell with a number is shaded", ForAll(c, WithClue("clues", hidden=True), SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule("no 2x2 is all unshaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))),
        GenreRule(
            "a number is the size of its group of diagonally connected shaded cells",
            ForAll(d, WithClue("clues"), GroupSum(GROUPS, d).is_(ClueAt("clues", d))),
        ),
    ),
)
