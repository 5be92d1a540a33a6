"""Aqre: shade as many cells of each room as it says, connected, with no four in a row alike."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)


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
    source="Eric Fox; puzz.link, rules of aqre, not its variant for borders. A room may have no number.",
    link="aqre",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule(
            "a number is that of the shaded cells of its room",
            ForAll(
                g,
                WithClue("counts", among=Rooms("rooms")),
                CountOf(c, Members(g), SHADED).is_(ClueAt("counts", g)),
            ),
        ),
        GenreRule("no four cells in a row or column are shaded", somewhere(~SHADED)),
        GenreRule("no four cells in a row or column are left", somewhere(SHADED)),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
