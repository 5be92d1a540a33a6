"""Vertigo: one loop through all cells, which may cross itself, and turns to one side alone."""

from __future__ import annotations

from zenkai_solver.models.genres.sheet import DirectionName
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
FREE = Where(c, CELLS, ~HasClue("holes", c))
IN_TURN: tuple[DirectionName, ...] = ("up", "right", "down", "left")


def clockwise(backward: bool) -> Truth:
    """Each turn is clockwise."""
    turns = []
    for before, after in zip(IN_TURN, (*IN_TURN[1:], *IN_TURN[:1])):
        enters = Heads("line", Along(c, Toward(before), -1), Toward(before), backward)
        turns.append(enters & Heads("line", Along(c, Toward(after), 1), Toward(after), backward))
    return ForAll(c, FREE, GoesStraight("line", c) | OneOf(tuple(turns)))


GENRE = Genre(
    name="vertigo",
    title="Vertigo",
    source="puzz.link, rules of vertigo.",
    link="vertigo",
    unknown=(CentreLines("line"),),
    given=(SignClue("holes", dropped=False, link="empty"),),
    rules=(
        GenreRule("the loop does not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule("the loop does not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("the loop goes through each cell", ForAll(c, FREE, LINES >= 1)),
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
        GenreRule("all turns are to the same side", clockwise(False) | clockwise(True)),
    ),
)
