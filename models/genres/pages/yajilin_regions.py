"""Regional Yajilin: shade cells, none beside another; a loop goes through the rest. Rooms have numbers."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED, LINE = Shows("shade", c), Shows("line", e)
OUTSIDE = Where(c, CELLS, HasClue("shaded_outside", WholeBoard()))

GENRE = Genre(
    name="yajilin_regions",
    title="Regional Yajilin",
    source="puzz.link, rules of yajilin-regions. There is a loop.",
    link="yajilin-regions",
    unknown=(Shading("shade"), CentreLines("line")),
    given=(
        RoomClue("rooms"),
        NumberClue("numbers", at="room", rooms="rooms", link="number16"),
        SwitchClue("shaded_outside", sign="o"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "each cell is shaded or on the loop",
            ForAll(c, CELLS, SHADED | Exists(e, Adjacent(c, "sides"), LINE)),
        ),
        GenreRule(
            "the loop does not go through shaded cells",
            ForAll(c, CELLS, ForAll(e, Adjacent(c, "sides"), SHADED >> ~LINE)),
        ),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("a number counts the shaded cells of its room", room_counts("numbers", SHADED)),
        GenreRule(
            "shaded cells are outside the loop",
            ForAll(c, OUTSIDE, ForAll(p, Adjacent(c, "corners"), ~SHADED | ~Inside("line", p))),
        ),
    ),
)
