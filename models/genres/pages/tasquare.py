"""Tasquare: shade squares; a number counts the cells of all squares beside it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SQUARE = SumOf(  # the cells of the square beside a cell in a direction
    v,
    NumbersFrom(ONE, LargerOf(ROWS, COLUMNS)),
    Indicator(Leading(d, Ray(c, k), Shows("shade", d)) >= v, v + v - 1),
)
BESIDE = SumOf(k, Directions(), SQUARE)

GENRE = Genre(
    name="tasquare",
    title="Tasquare",
    source="Nikoli; puzz.link, rules of tasquare. `?` is beside a square; at least one cell is shaded.",
    link="tasquare",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("each group of shaded cells is a square", Squares(ByLabel(c, CELLS, SHADED))),
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
