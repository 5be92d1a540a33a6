"""NEWS: two of the letters N, E, W, S in each room; each is further in its direction than the other one."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

LETTER = ValueAt("letter", c)
ROOM = SameRoom("rooms", c)


def further(value: int, direction: Spot) -> Truth:
    """The other letter of the room of this one is not so far in this direction."""
    behind = Where(d, ROOM, SizeOf(Ray(d, direction)) > SizeOf(Ray(c, direction)))
    return ForAll(c, CELLS, ~Shows("letter", c, value) | Exists(d, behind, ~Shows("letter", d, 0)))


GENRE = Genre(
    name="news",
    title="NEWS",
    source="puzz.link, rules of news. x is an empty cell.",
    link="news",
    unknown=(Symbols("letter", ".NSWE", given="clues"),),
    given=(
        SwitchClue("empty_connected", sign="n"),
        RoomClue("rooms"),
        SignClue("clues", signs="NSWEx", link="toichika"),
    ),
    rules=(
        GenreRule(
            "each room has two letters", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), LETTER > 0).is_(2))
        ),
        GenreRule(
            "no letter occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), LETTER, but=0)),
        ),
        GenreRule(
            "each letter lies further in its direction (N is up) than the other letter of its room",
            further(1, Toward("up"))
            & further(2, Toward("down"))
            & further(3, Toward("left"))
            & further(4, Toward("right")),
        ),
        GenreRule(
            "empty cells are connected",
            ForAll(
                g,
                Where(g, Windows(1, 1), HasClue("empty_connected", WholeBoard())),
                AllConnected(ByLabel(c, CELLS, LETTER.is_(0))),
            ),
        ),
    ),
)
