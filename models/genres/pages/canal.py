"""Canal View: shade connected canals; a number says how many of their cells it sees, up to an open one."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), Shows("shade", d)))

GENRE = Genre(
    name="canal",
    title="Canal View",
    source="Prasanna Seshadri; puzz.link, rules of canal. There may be no shaded cell.",
    link="canal",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=0, link="number16"),),
    rules=(
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule(
            "a number counts the shaded cells next to it in each direction, up to the first unshaded one",
            ForAll(c, WithClue("clues"), SEEN.is_(ClueAt("clues", c))),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
