"""Fillomino: a number in each cell, so that each group of equal numbers has as many cells as its number."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

GIVEN = Largest(d, WithClue("clues"), ClueAt("clues", d))
MOST = LargerOf(GIVEN, Largest(d, CELLS, Unclaimed("clues", d)))
GROUPS = ByLabel(c, CELLS, ValueAt("number", c).is_(v))

GENRE = Genre(
    name="fillomino",
    title="Fillomino",
    source="Nikoli; puzz.link, rules of fillomino. Groups without a given number may have any size.",
    link="fillomino",
    unknown=(CellNumbers("number", lo=ONE, hi=LargerOf(GIVEN, Unclaimed("clues", CELL)), given="clues"),),
    given=(NumberClue("clues", lo=1, hidden=False, link="number16"),),
    rules=(
        GenreRule(
            "a group of equal numbers has as many cells as its number",
            ForAll(v, NumbersFrom(ONE, MOST), EachGroup(GROUPS, c, ONE, v, v)),
        ),
    ),
)
