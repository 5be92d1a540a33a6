"""Mirroring Tile: shade blocks; each touches another one of the same shape at a corner."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BLOCKS = ByLabel(c, CELLS, SHADED)
ACROSS_CORNERS = Where(e, Adjacent(d, "around"), ~IsIn(e, Adjacent(d, "neighbours")))
IMAGE = ~SameGroup(BLOCKS, d, e) & SameShape(BLOCKS, d, e)

GENRE = Genre(
    name="mrtile",
    title="Mirroring Tile",
    source="puzz.link, rules of mrtile. Shapes turned and mirrored are the same; a cell with `?` is shaded.",
    link="mrtile",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, dark=True, link="number16"),),
    rules=(
        GenreRule("a cell with a number is shaded", ForAll(c, WithClue("clues", hidden=True), SHADED)),
        GenreRule(
            "a number is the size of its block",
            sizes_of_groups("clues", BLOCKS),
        ),
        GenreRule(
            "each block touches one of the same shape at a corner",
            ForAll(
                c,
                CELLS,
                ~SHADED | Exists(d, CELLS, SameGroup(BLOCKS, c, d) & Exists(e, ACROSS_CORNERS, IMAGE)),
            ),
        ),
    ),
)
