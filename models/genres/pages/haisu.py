"""Haisu: a way from S to G through all cells; a number is the visit to its room in which the way is there."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
STARTS, GOALS = (Where(place, WithClue("ends"), HasClue("ends", place, i)) for i, place in ((1, d), (2, e)))
CROSSED = CountOnWay("line", d, c, IsIn(EDGE, BorderOf(g)))  # into the room, and out of it
INNER_WALLS = IsIn(EDGE, WithClue("walls")) & ForAll(p, Adjacent(EDGE, "beside"), IsIn(p, Members(g)))
CROSSED_WITHIN = CountOnWay("line", d, c, INNER_WALLS)
BEGUN = Indicator(IsIn(d, Members(g)))
TWICE = Times(Fixed(2), ClueAt("visits", c)) - ONE - BEGUN

GENRE = Genre(
    name="haisu",
    title="Haisu",
    source="puzz.link, rules of haisu. A new visit begins over a wall within a room, too.",
    link="haisu",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("ends", signs="SG", dropped=False, link="haisu"),
        RoomClue("rooms"),
        SignClue("walls", at="edge", rooms="rooms", dropped=False, link="border"),
        NumberClue("visits", lo=1, link="number16"),
    ),
    rules=(
        GenreRule("there is one S, and one G", SizeOf(STARTS).is_(1) & SizeOf(GOALS).is_(1)),
        GenreRule("the way begins at S and ends at G", ForAll(c, WithClue("ends"), LINES.is_(1))),
        GenreRule(
            "the way goes through each other cell, and does not branch or cross itself",
            ForAll(c, Where(c, CELLS, ~HasClue("ends", c)), LINES.is_(2)),
        ),
        GenreRule("the lines are one way", AllConnected(ByLines("line"))),
        GenreRule(
            "a number is how often the way has come into its room",
            ForAll(
                d,
                STARTS,
                ForAll(
                    g,
                    Rooms("rooms"),
                    ForAll(
                        c,
                        Where(c, WithClue("visits"), IsIn(c, Members(g))),
                        (CROSSED + Times(Fixed(2), CROSSED_WITHIN)).is_(TWICE),
                    ),
                ),
            ),
        ),
    ),
)
