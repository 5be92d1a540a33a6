"""Juosan: a bar in each cell, upright or level; a number counts those of which its room has more."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

UPRIGHT, LEVEL = (CountOf(c, Members(g), Shows("bar", c, value)) for value in (1, 2))

GENRE = Genre(
    name="juosan",
    title="Juosan",
    source="Nikoli; puzz.link, rules of juosan. Where both are as many, the number counts each.",
    link="juosan",
    unknown=(Bars("bar"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", lo=1, link="number16")),
    rules=(
        GenreRule(
            "no three vertical bars stand side by side",
            ForAll(g, Windows(1, 3), Exists(c, Members(g), Shows("bar", c, 2))),
        ),
        GenreRule(
            "no three horizontal bars lie one below another",
            ForAll(g, Windows(3, 1), Exists(c, Members(g), Shows("bar", c, 1))),
        ),
        GenreRule(
            "a number counts the vertical or the horizontal bars of its room, whichever are more",
            ForAll(
                g, WithClue("counts", among=Rooms("rooms")), LargerOf(UPRIGHT, LEVEL).is_(ClueAt("counts", g))
            ),
        ),
    ),
)
