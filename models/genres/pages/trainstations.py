"""Train Stations: one loop through all cells, which crosses itself at 0, and comes to stations in turn."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
NUMBER = ClueAt("stations", c)
CROSSINGS = Where(c, WithClue("stations"), NUMBER.is_(0))
STATIONS = Where(c, WithClue("stations", hidden=True), ~HasClue("stations", c, 0))
NUMBERED = Where(c, WithClue("stations"), NUMBER >= 1)
FIRST = FirstOf(
    d,
    WithClue("stations"),
    ForAll(c, NUMBERED, ClueAt("stations", d) <= NUMBER) & (ClueAt("stations", d) >= 1),
)
IS_STATION = HasClue("stations", q) & ~HasClue("stations", q, 0)


def in_turn(backward: bool) -> Truth:
    """Is each number right, where the loop is followed in this direction from the least one?"""
    passed = PassedBefore("line", d, Along(c, k, 1), q, IS_STATION, backward)
    right = Heads("line", Along(c, k, 1), k, backward) & (passed + ClueAt("stations", d)).is_(NUMBER)
    return ForAll(d, FIRST, ForAll(c, NUMBERED, Exists(k, Directions(), right)))


GENRE = Genre(
    name="trainstations",
    title="Train Stations",
    source="puzz.link, rules of trainstations. 0 is a crossing; the loop goes through no black cell.",
    link="trainstations",
    unknown=(CentreLines("line"),),
    given=(
        NumberClue("stations", link="number16"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule(
            "no number is larger than that of stations", ForAll(c, NUMBERED, SizeOf(STATIONS) >= NUMBER)
        ),
        GenreRule("the loop does not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule("the loop does not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("the loop crosses itself at each crossing", ForAll(c, CROSSINGS, LINES.is_(4))),
        GenreRule(
            "the loop crosses itself only at crossings",
            ForAll(c, Where(c, CELLS, ~HasClue("stations", c, 0)), LINES <= 3),
        ),
        GenreRule(
            "the loop goes straight through each station", ForAll(c, STATIONS, GoesStraight("line", c))
        ),
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule(
            "the loop goes through each other cell",
            ForAll(c, Where(c, CELLS, ~HasClue("holes", c)), LINES >= 2),
        ),
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
        GenreRule("the loop comes to the stations in turn", in_turn(False) | in_turn(True)),
    ),
)
