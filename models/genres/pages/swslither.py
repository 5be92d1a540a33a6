"""Sheep Wolf Slitherlink: one loop along the edges of cells, around all sheep and no wolf."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
SIGNS = "01234SW"  # values from 1
NUMBERS = Where(c, WithClue("clues"), ClueAt("clues", c) <= 5)
SHEEP, WOLVES = (Where(c, WithClue("clues"), HasClue("clues", c, value)) for value in (6, 7))

GENRE = Genre(
    name="swslither",
    title="Sheep Wolf Slitherlink",
    source="puzz.link, rules of swslither. There is a loop. S is a sheep, W a wolf.",
    link="swslither",
    unknown=(EdgeLines("line"),),
    given=(SignClue("clues", signs=SIGNS, hidden=True, link="number10+1"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "a number counts the lines around its cell",
            ForAll(c, NUMBERS, (LINES + ONE).is_(ClueAt("clues", c))),
        ),
        GenreRule("sheep are inside the loop", ForAll(c, SHEEP, Inside("line", c))),
        GenreRule("wolves are outside the loop", ForAll(c, WOLVES, ~Inside("line", c))),
    ),
)
