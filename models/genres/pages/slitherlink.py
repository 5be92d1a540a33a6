"""Slitherlink: one loop along the edges of cells; a number says how many edges of its cell it uses."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ON_LOOP = Exists(e, Adjacent(p, "sides"), Shows("line", e))
EVERYWHERE = HasClue("through_all_corners", WholeBoard())

GENRE = Genre(
    name="slitherlink",
    title="Slitherlink",
    source="Nikoli; puzz.link, rules of slither. There is a loop: a board without a line is no solution.",
    link="slither",
    unknown=(EdgeLines("line"),),
    given=(NumberClue("clues", lo=0, hi=4, link="4cell"), SwitchClue("through_all_corners", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "a number counts the lines around its cell",
            ForAll(c, WithClue("clues"), LINES.is_(ClueAt("clues", c))),
        ),
        GenreRule("the loop goes through each corner", ForAll(p, Where(p, CORNERS, EVERYWHERE), ON_LOOP)),
    ),
)
