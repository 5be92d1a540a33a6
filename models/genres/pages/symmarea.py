"""Symmetry Area: areas that a half turn moves into themselves; neighbouring ones differ in size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

MOST = Largest(d, CELLS, LargerOf(Largest(p, WithClue("clues"), ClueAt("clues", p)), Unclaimed("clues", d)))
NUMBER = ValueAt("number", c)

GENRE = Genre(
    name="symmarea",
    title="Symmetry Area",
    source="puzz.link, rules of symmarea. Areas without a given number may have any size.",
    link="symmarea",
    unknown=(
        CellNumbers("number", lo=ONE, hi=MOST, given="clues"),
        Areas("wall"),
    ),
    given=(NumberClue("clues", lo=1, hidden=False, link="number16"),),
    rules=(
        GenreRule(
            "each number is the size of its area, and no other area of that size is beside it",
            ForAll(v, NumbersFrom(ONE, MOST), EachGroup(ByLabel(c, CELLS, NUMBER.is_(v)), c, ONE, v, v)),
        ),
        GenreRule(
            "walls lie between different numbers",
            ForAll(
                e,
                INNER,
                (Shows("wall", e) >> Distinct(c, Adjacent(e, "beside"), NUMBER))
                & (Shows("wall", e) | ~Distinct(c, Adjacent(e, "beside"), NUMBER)),
            ),
        ),
        GenreRule("each area looks the same after a half turn", HalfTurn(ByWalls("wall"))),
    ),
)
