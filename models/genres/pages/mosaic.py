"""Mosaic: shade cells; a number counts the shaded cells among its own and the eight around it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
COUNT = CountOf(d, Adjacent(c, "around"), Shows("shade", d)) + Indicator(SHADED)

GENRE = Genre(
    name="mosaic",
    title="Mosaic",
    source="Conceptis (Fill-a-Pix); Janko, rules of Mosaik.",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", hi=9, hidden=False),),
    rules=(
        GenreRule(
            "a number counts the shaded cells among its own and the eight around it",
            ForAll(c, WithClue("clues"), COUNT.is_(ClueAt("clues", c))),
        ),
    ),
)
