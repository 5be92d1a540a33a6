"""Bunnyhop: a loop along sides of cells, which passes through each cell on the way between two corners."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

PASSES = Exists(k, Directions(), PointsTo("side", c, k) & SamePlace(e, Along(c, k, 1)))

GENRE = Genre(
    name="bunnyhop",
    title="Bunnyhop",
    source="puzz.link, rules of bunnyhop. The arrow of a cell points at the side along which the loop passes "
    "through it.",
    link="bunnyhop",
    unknown=(EdgeLines("line"), Arrows("side", where=~HasClue("black", CELL))),
    given=(SignClue("black", signs="#", dropped=False, link="empty"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop passes through each cell but black ones",
            ForAll(c, Where(c, CELLS, ~HasClue("black", c)), ValueAt("side", c) >= 1),
        ),
        GenreRule(
            "each line passes through one cell",
            ForAll(e, EDGES, CountOf(c, Adjacent(e, "beside"), PASSES).is_(ValueAt("line", e))),
        ),
    ),
)
