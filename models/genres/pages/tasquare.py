"""Tasquare: shade squares; a number counts the cells of all squares beside it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BLOCKS = ByLabel(c, CELLS, SHADED)
JOINED = ByLabel(d, CELLS, Shows("shade", d) | SamePlace(c, d))
BESIDE = GroupSum(JOINED, c, d, Indicator(~SamePlace(c, d)))

GENRE = Genre(
    name="tasquare",
    title="Tasquare",
    source="Nikoli; puzz.link, rules of tasquare. `?` is beside a square; at least one cell is shaded.",
    link="tasquare",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("there is a shaded cell", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("each group of shaded cells is a rectangle", Rectangles(BLOCKS)),
        GenreRule(
            "each group of shaded cells is a square",
            are_square("shade"),
        ),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "a cell with a clue is beside a shaded one",
            ForAll(
                c, WithClue("clues", hidden=True), Exists(d, Adjacent(c, "neighbours"), Shows("shade", d))
            ),
        ),
        GenreRule(
            "a number counts the cells of all squares beside it",
            ForAll(c, WithClue("clues"), BESIDE.is_(ClueAt("clues", c))),
        ),
    ),
)
