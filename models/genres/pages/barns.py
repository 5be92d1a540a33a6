"""Barns: one loop through all cells, which crosses itself on ice alone, and does not turn there."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
HERE, BEHIND = (Shows("line", Along(c, k, halves)) for halves in (1, -1))

GENRE = Genre(
    name="barns",
    title="Barns",
    source="Nikoli; puzz.link, rules of barns.",
    link="barns",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("ice", signs="~", dropped=False, link="binary"),
        SignClue("walls", at="edge", link="border"),
    ),
    rules=(
        GenreRule("the loop goes through each cell", ForAll(c, CELLS, LINES >= 2)),
        GenreRule("the loop does not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule(
            "the loop crosses itself only on ice",
            ForAll(c, Where(c, CELLS, ~HasClue("ice", c)), LINES <= 2),
        ),
        GenreRule(
            "the loop goes straight on over ice",
            ForAll(c, WithClue("ice"), ForAll(k, Directions(), HERE >> BEHIND)),
        ),
        GenreRule("no line goes through a wall", ForAll(e, WithClue("walls"), ~Shows("line", e))),
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
    ),
)
