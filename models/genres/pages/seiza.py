"""Seiza: a star in each room; straight lines join all; a number counts those at the star of its room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

STAR = Shows("star", c)
LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))

GENRE = Genre(
    name="seiza",
    title="Seiza",
    source="puzz.link, rules of seiza. Black cells, which are in no room, have no lines; walls within a "
    "room say nothing.",
    link="seiza",
    unknown=(Shading("star", sign="*", within="rooms"), CentreLines("line", within="rooms")),
    given=(
        RoomClue("rooms", gaps=True, link="seiza"),
        SignClue("walls", at="edge", rooms="rooms", link="seiza"),
        NumberClue("numbers", at="room", rooms="rooms", lo=1, hi=4, link="number16"),
    ),
    rules=(
        GenreRule("no two stars touch", ForAll(g, Windows(2, 2), CountOf(c, Members(g), STAR) <= 1)),
        GenreRule("lines branch and cross only at stars", ForAll(c, CELLS, STAR | (LINES <= 2))),
        GenreRule(
            "lines turn only at stars", ForAll(c, CELLS, STAR | (LINES <= 1) | GoesStraight("line", c))
        ),
        GenreRule("lines end only at stars", ForAll(c, CELLS, STAR | LINES.isnt(1))),
        GenreRule("each room has one star", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), STAR).is_(1))),
        GenreRule(
            "a number counts the lines at the star of its room",
            ForAll(
                g,
                WithClue("numbers", among=Rooms("rooms")),
                ForAll(c, Members(g), ~STAR | LINES.is_(ClueAt("numbers", g))),
            ),
        ),
        GenreRule("each star has a line", ForAll(c, CELLS, ~STAR | (LINES >= 1))),
        GenreRule("all stars are connected", AllConnected(ByLines("line"))),
    ),
)
