"""Satogaeri: circles move straight, so that each room has one; a number is the distance of its circle."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
MOVED = SumOf(k, Directions(), Leading(e, Ray(c, k, "edge"), Shows("line", e)))


def occupied(cell: Spot) -> Truth:
    """Is a circle in the cell when all have moved?"""
    lines = CountOf(e, Adjacent(cell, "sides"), Shows("line", e))
    return (HasClue("circles", cell) & lines.is_(0)) | (~HasClue("circles", cell) & lines.is_(1))


CIRCLES = NumberClue("circles", circled=True, dropped=False, link="number16")
MOVES = (
    GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
    GenreRule("circles move straight", ForAll(c, CELLS, (LINES <= 1) | GoesStraight("line", c))),
    GenreRule("no circle moves over another one", ForAll(c, WithClue("circles", hidden=True), LINES <= 1)),
    GenreRule(
        "each line is of one circle",
        one_per_line("circles"),
    ),
)
NUMBERED_MOVES = (
    GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
    *MOVES,
    GenreRule(
        "a number is the distance that its circle moves",
        ForAll(c, WithClue("circles"), MOVED.is_(ClueAt("circles", c))),
    ),
)

GENRE = Genre(
    name="satogaeri",
    title="Satogaeri",
    source="Nikoli; puzz.link, rules of satogaeri. A circle without a number may stay. There is a line.",
    link="satogaeri",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), CIRCLES),
    rules=(
        *NUMBERED_MOVES,
        GenreRule(
            "each room has one circle in the end",
            ForAll(g, Rooms("rooms"), CountOf(c, Members(g), occupied(c)).is_(1)),
        ),
    ),
)
