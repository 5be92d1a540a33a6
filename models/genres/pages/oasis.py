"""Oasis: shade cells, none beside another; numbers count the circles that are reached."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
WAYS = ByLabel(d, CELLS, SamePlace(d, c) | ~Shows("shade", d) & ~HasClue("circles", d))
OTHERS = Where(p, WithClue("circles", hidden=True), ~SamePlace(p, c))
REACHED = Exists(e, Adjacent(p, "neighbours"), SameGroup(WAYS, c, e))

GENRE = Genre(
    name="oasis",
    title="Oasis",
    source="puzz.link, rules of oasis. At least one cell is shaded.",
    link="oasis",
    unknown=(Shading("shade"),),
    given=(NumberClue("circles", circled=True, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a circle is not shaded", ForAll(c, WithClue("circles", hidden=True), ~SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("no 2x2 is all unshaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "a number counts the circles that are reached from it without passing another",
            ForAll(c, WithClue("circles"), CountOf(p, OTHERS, REACHED).is_(ClueAt("circles", c))),
        ),
    ),
)
