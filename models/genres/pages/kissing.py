"""Kissing Polyominoes: place the pieces of the bank; bars are where two touch along an edge, all of them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
PIECES = ByLabel(c, CELLS, SHADED, across=~HasClue("bars", EDGE))
SIDES = Adjacent(e, "beside")
APART = ForAll(c, SIDES, ForAll(d, Where(d, SIDES, ~SamePlace(c, d)), ~SameGroup(PIECES, c, d)))

GENRE = Genre(
    name="kissing",
    title="Kissing Polyominoes",
    source="puzz.link, rules of kissing.",
    link="kissing",
    unknown=(Shading("shade"),),
    given=(
        SignClue("bars", at="edge", dropped=False, link="border"),
        SignClue("crosses", signs="x", link="empty"),
        FleetClue("pieces", link="fleet"),
    ),
    rules=(
        GenreRule("a cell with a cross is not shaded", ForAll(c, WithClue("crosses"), ~SHADED)),
        GenreRule("the blocks are the pieces of the bank, and touch only at bars", Pieces(PIECES, "pieces")),
        GenreRule(
            "two pieces touch at each bar",
            ForAll(e, WithClue("bars"), ForAll(c, SIDES, SHADED) & APART),
        ),
    ),
)
