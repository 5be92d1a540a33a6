"""Araf: areas with two numbers each, of a size between the two."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BESIDE = Where(e, Adjacent(c, "sides"), SizeOf(Adjacent(e, "beside")).is_(2))

GENRE = Genre(
    name="araf",
    title="Araf",
    source="Nikoli; puzz.link, rules of araf: more than one, less than the other; `?` is any number.",
    link="araf",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule(
            "each area has two numbers, and its size lies between them", SizeBetween(ByWalls("wall"), "clues")
        ),
        GenreRule("no cell is an area by itself", ForAll(c, CELLS, Exists(e, BESIDE, ~Shows("wall", e)))),
    ),
)
