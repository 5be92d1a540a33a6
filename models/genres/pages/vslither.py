"""Vertex Slitherlink: one loop along the edges of cells; a number counts corners of its cell on the loop."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ON_LOOP = Exists(e, Adjacent(p, "sides"), Shows("line", e))
EVERYWHERE = HasClue("through_all_corners", WholeBoard())

GENRE = Genre(
    name="vslither",
    title="Vertex Slitherlink",
    source="puzz.link, rules of vslither. There is a loop.",
    link="vslither",
    unknown=(EdgeLines("line"),),
    given=(NumberClue("clues", hi=4, link="4cell"), SwitchClue("through_all_corners", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "a number counts the corners of its cell that the loop goes through",
            ForAll(c, WithClue("clues"), CountOf(p, Adjacent(c, "corners"), ON_LOOP).is_(ClueAt("clues", c))),
        ),
        GenreRule("the loop goes through each corner", ForAll(p, Where(p, CORNERS, EVERYWHERE), ON_LOOP)),
    ),
)
