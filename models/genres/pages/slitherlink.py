"""Slitherlink: one loop along the edges of cells; a number says how many edges of its cell it uses."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))

GENRE = Genre(
    name="slitherlink",
    title="Slitherlink",
    source="Nikoli; puzz.link, rules of slither. There is a loop: a board without a line is no solution.",
    link="slither",
    unknown=(EdgeLines("line"),),
    given=(NumberClue("clues", lo=0, hi=4, link="4cell"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "around a cell with a number so many edges have a line",
            ForAll(c, WithClue("clues"), LINES.is_(ClueAt("clues", c))),
        ),
    ),
)
