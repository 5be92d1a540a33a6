"""Ladders: each is in a cell, and joins the rooms before and behind it, so that all rooms are joined."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LADDER = ValueAt("ladder", c) >= 1
ALONG = LiesAlong("ladder", c, k)
MIDDLE = CentreOf(Members(g))
ENDS = Where(d, Members(g), ~SamePlace(d, MIDDLE))
JOINED = ByTies(
    CELLS,
    (
        Tie(g, Rooms("rooms"), AllOf(()), Members(g)),
        Tie(g, Windows(3, 1), Shows("ladder", MIDDLE, 1), ENDS),
        Tie(g, Windows(1, 3), Shows("ladder", MIDDLE, 2), ENDS),
    ),
)
OVER_NONE = Where(k, Directions(), ~IsIn(Along(c, k, 1), RoomBorders("rooms")))
TO_ITSELF = Where(
    k, Directions(), IsIn(Along(c, k, 2), CELLS) & IsIn(Along(c, k, -2), SameRoom("rooms", Along(c, k, 2)))
)
BOTH = AllOf(tuple(LiesAlong("ladder", Along(e, k, halves), k) for halves in (1, -1)))

GENRE = Genre(
    name="ladders",
    title="Ladders",
    source="puzz.link, rules of ladders.",
    link="ladders",
    unknown=(Bars("ladder", may_be_empty=True),),
    given=(RoomClue("rooms"), NumberClue("numbers", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("there is a ladder", Exists(c, CELLS, LADDER)),
        GenreRule("no two ladders touch", ForAll(e, INNER, ForAll(k, Directions(), ~BOTH))),
        GenreRule("a ladder lies over two borders of rooms", ForAll(c, CELLS, ForAll(k, OVER_NONE, ~ALONG))),
        GenreRule("a ladder joins two rooms", ForAll(c, CELLS, ForAll(k, TO_ITSELF, ~ALONG))),
        GenreRule("a number counts the ladders in its room", room_counts("numbers", LADDER)),
        GenreRule("ladders join all rooms", AllConnected(JOINED)),
    ),
)
