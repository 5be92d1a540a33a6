"""Chained Block: shade blocks with one number, its size; blocks form chains in which no two are alike."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BLOCKS, CHAINS = ByLabel(c, CELLS, SHADED), ByLabel(c, CELLS, SHADED, "around")
NUMBERED = WithClue("clues", hidden=True)

GENRE = Genre(
    name="chainedb",
    title="Chained Block",
    source="puzz.link, rules of chainedb. Shapes turned and mirrored are alike; `?` is any number.",
    link="chainedb",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, dark=True, link="number16"),),
    rules=(
        GenreRule("a cell with a number is shaded", ForAll(c, NUMBERED, SHADED)),
        GenreRule(
            "each block has one number", EachGroup(BLOCKS, c, Indicator(HasClue("clues", c)), ONE, ONE)
        ),
        GenreRule(
            "a number is the size of its block",
            sizes_of_groups("clues", BLOCKS),
        ),
        GenreRule(
            "each block touches another one at a corner",
            ForAll(c, NUMBERED, GroupSum(CHAINS, c) > GroupSum(BLOCKS, c)),
        ),
        GenreRule(
            "no two blocks of a chain have the same shape",
            ForAll(
                c,
                NUMBERED,
                ForAll(
                    d,
                    Where(d, NUMBERED, ~SamePlace(c, d)),
                    ~SameGroup(CHAINS, c, d) | SameGroup(BLOCKS, c, d) | ~SameShape(BLOCKS, c, d),
                ),
            ),
        ),
    ),
)
