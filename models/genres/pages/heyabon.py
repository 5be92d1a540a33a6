"""Heya-Bon: circles move straight, so that a half turn of each room keeps those in it."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import CIRCLES, NUMBERED_MOVES, occupied
from zenkai_solver.models.genres.vocabulary import *

MATE = Opposite(c, CentreOf(Members(g)))

GENRE = Genre(
    name="heyabon",
    title="Heya-Bon",
    source="puzz.link, rules of heyabon. A circle without a number may stay. There is a line. "
    "The centre of a room is that of the rectangle around it.",
    link="heyabon",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), CIRCLES),
    rules=(
        *NUMBERED_MOVES,
        GenreRule(
            "a half turn of a room maps its circles onto each other in the end",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(c, Members(g), occupied(c) >> (IsIn(MATE, Members(g)) & occupied(MATE))),
            ),
        ),
        GenreRule(
            "each room has a circle in the end", ForAll(g, Rooms("rooms"), Exists(c, Members(g), occupied(c)))
        ),
    ),
)
