"""Skyscrapers: each height once in each row and column; a number says how many are seen from there."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

HEIGHT = ValueAt("height", c)
SEEN = Rising(c, Ray(d, Inward(d)), HEIGHT)

GENRE = Genre(
    name="skyscrapers",
    title="Skyscrapers",
    source="World Puzzle Championship; puzz.link, rules of skyscrapers: heights up to the longer side.",
    link="skyscrapers",
    unknown=(CellNumbers("height", hi=LargerOf(ROWS, COLUMNS), given="clues"),),
    given=(
        NumberClue("sides", at="side", link="number16", lo=1, hidden=False),
        NumberClue("clues", link="number16?", lo=1, hidden=False),
    ),
    rules=(
        GenreRule(
            "no height occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), HEIGHT)),
        ),
        GenreRule(
            "a number beside the board counts the buildings that are seen from there",
            ForAll(d, WithClue("sides"), SEEN.is_(ClueAt("sides", d))),
        ),
    ),
)
