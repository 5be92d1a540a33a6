"""Aqre: shade as many cells of each room as it says, connected, with no four in a row alike."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SHADED_BESIDE = CountOf(c, Adjacent(e, "beside"), SHADED)
ROOM_BORDERS = RoomBorders("rooms")
IS_ON = HasClue("different_across_borders", WholeBoard())


def across(edges: PlaceList) -> Truth:
    """A rule of the board alone that says so."""
    return ForAll(e, Where(e, edges, IS_ON), SHADED_BESIDE.is_(1))


def somewhere(holds: Truth) -> Truth:
    """Among four cells in a row or column."""
    return AllOf(
        (
            ForAll(g, Windows(1, 4), Exists(c, Members(g), holds)),
            ForAll(g, Windows(4, 1), Exists(c, Members(g), holds)),
        )
    )


GENRE = Genre(
    name="aqre",
    title="Aqre",
    source="Eric Fox; puzz.link, rules of aqre. A room may have no number.",
    link="aqre",
    unknown=(Shading("shade"),),
    given=(
        RoomClue("rooms"),
        SignClue("walls", at="edge", rooms="rooms", dropped=False, link="border"),
        NumberClue("counts", at="room", rooms="rooms", link="number16"),
        SwitchClue("different_across_borders", sign="b"),
    ),
    rules=(
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
        GenreRule("no four successive cells of a row or column are all shaded", somewhere(~SHADED)),
        GenreRule("no four successive cells of a row or column are all unshaded", somewhere(SHADED)),
        GenreRule("two cells across a border differ", across(ROOM_BORDERS) & across(WithClue("walls"))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
