"""Onsen-meguri: a loop for each circle, with as many cells in each room that it visits, each room once."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ROOMS, LOOPS = Rooms("rooms"), ByLines("line")
LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
CIRCLES = WithClue("clues", hidden=True)
OF_LOOP = SameGroup(LOOPS, d, c)  # c is in the loop of the circle d
IN_ONE_LOOP = LINES.is_(0) | CountOf(d, CIRCLES, OF_LOOP).is_(1)  # implied, for propagation
IN_ROOM = CountOf(c, Members(g), OF_LOOP)
IN_OWN_ROOM = CountOf(c, SameRoom("rooms", d), OF_LOOP)
CROSSED = CountOf(e, BorderOf(g), LINE & Exists(c, Adjacent(e, "beside"), OF_LOOP))

GENRE = Genre(
    name="onsen",
    title="Onsen-meguri",
    source="Nikoli; puzz.link, rules of onsen.",
    link="onsen",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), NumberClue("clues", lo=1, circled=True, link="number16")),
    rules=(
        GenreRule("each line is a loop", ForAll(c, CELLS, LINES.is_(0) | LINES.is_(2))),
        GenreRule("each circle is on a loop", ForAll(c, CIRCLES, LINES >= 1)),
        GenreRule(
            "each loop has one circle",
            EachGroup(LOOPS, c, Indicator(HasClue("clues", c)), ONE, ONE) & ForAll(c, CELLS, IN_ONE_LOOP),
        ),
        GenreRule("each room is visited", ForAll(g, ROOMS, Exists(c, Members(g), LINES >= 1))),
        GenreRule("a loop visits no room twice", ForAll(d, CIRCLES, ForAll(g, ROOMS, CROSSED <= 2))),
        GenreRule(
            "a loop has equally many cells in each room that it visits",
            ForAll(d, CIRCLES, ForAll(g, ROOMS, IN_ROOM.is_(0) | IN_ROOM.is_(IN_OWN_ROOM))),
        ),
        GenreRule(
            "a number counts the cells of its loop in its room",
            ForAll(d, WithClue("clues"), IN_OWN_ROOM.is_(ClueAt("clues", d))),
        ),
    ),
)
