"""Uso-one: shade cells; numbers count the shaded neighbours, but one of each room does not."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
COUNT = CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d))
WRONG = COUNT.isnt(ClueAt("clues", c))
NUMBERS = Where(c, Members(g), IsIn(c, WithClue("clues")))

GENRE = Genre(
    name="usoone",
    title="Uso-one",
    source="Nikoli; puzz.link, rules of usoone. `?` is an unknown number, and is not the wrong one.",
    link="usoone",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("clues", lo=0, hi=4, link="4cell")),
    rules=(
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "in each room exactly one number is wrong",
            ForAll(g, Rooms("rooms"), CountOf(c, NUMBERS, WRONG).is_(1)),
        ),
    ),
)
