"""Turnaround: one loop through all numbers, each that of the turns at its cell and before and after it."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

ON_LOOP = Exists(e, Adjacent(c, "sides"), Shows("line", e))
m = Var("m")  # a direction, at a cell on the loop


def turn(cell: Spot) -> Truth:
    """The loop, which goes through the cell, turns there."""
    return ForAll(m, Directions(), ~(Shows("line", Along(cell, m, 1)) & Shows("line", Along(cell, m, -1))))


TURNS = Indicator(turn(c)) + CountOf(k, Directions(), Shows("line", Along(c, k, 1)) & turn(Along(c, k, 2)))

GENRE = Genre(
    name="turnaround",
    title="Turnaround",
    source="puzz.link, rules of turnaround. There is a loop; `?` is an unknown number.",
    link="turnaround",
    unknown=(CentreLines("line"),),
    given=(NumberClue("clues", lo=0, hi=3, link="number16"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each number", ForAll(c, WithClue("clues", hidden=True), ON_LOOP)),
        GenreRule(
            "a number counts the turns at its cell and the two beside it on the loop",
            ForAll(c, WithClue("clues"), TURNS.is_(ClueAt("clues", c))),
        ),
    ),
)
