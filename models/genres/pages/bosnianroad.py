"""Bosnian Road: shaded cells are a loop that does not touch itself; a number counts those around it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
NEAR = Where(d, Adjacent(c, "neighbours"), IsIn(d, Members(g)))  # within a window
BESIDE, AROUND = (CountOf(d, Adjacent(c, how), Shows("shade", d)) for how in ("neighbours", "around"))

GENRE = Genre(
    name="bosnianroad",
    title="Bosnian Road",
    source="puzz.link, rules of bosnianroad. A 2x2 that is shaded as a whole is a loop.",
    link="bosnianroad",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", hi=8, link="number10"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a clue is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("each shaded cell has two shaded neighbours", ForAll(c, CELLS, SHADED >> BESIDE.is_(2))),
        GenreRule(
            "the loop does not touch itself at a corner",
            ForAll(
                g,
                Windows(2, 2),
                CountOf(c, Members(g), SHADED).isnt(2)
                | Exists(c, Members(g), SHADED & Exists(d, NEAR, Shows("shade", d))),
            ),
        ),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
        GenreRule(
            "a number counts the shaded cells around it",
            ForAll(c, WithClue("clues"), AROUND.is_(ClueAt("clues", c))),
        ),
    ),
)
