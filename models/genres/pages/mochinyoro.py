"""Mochinyoro: Mochikoro, in which no block of shaded cells is a rectangle."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
OPEN, BLOCKS = ByLabel(c, CELLS, ~SHADED), ByLabel(c, CELLS, SHADED)
BENDS = Exists(p, Adjacent(d, "corners"), CountOf(c, Adjacent(p, "corners"), SHADED).is_(3))

GENRE = Genre(
    name="mochinyoro",
    title="Mochinyoro",
    source="Nikoli; puzz.link, rules of mochinyoro. At least one cell is shaded.",
    link="mochinyoro",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("each group of unshaded cells is a rectangle", Rectangles(OPEN)),
        GenreRule(
            "no rectangle has two numbers", EachGroup(OPEN, c, Indicator(HasClue("clues", c)), Fixed(0), ONE)
        ),
        GenreRule(
            "a number is the size of its rectangle",
            ForAll(d, WithClue("clues"), GroupSum(OPEN, d).is_(ClueAt("clues", d))),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule(
            "unshaded cells are connected, diagonally too",
            AllConnected(ByLabel(c, CELLS, ~SHADED, "around")),
        ),
        GenreRule(
            "no block of shaded cells is a rectangle",
            ForAll(q, CELLS, ~Shows("shade", q) | (GroupCount(BLOCKS, q, d, BENDS) >= 1)),
        ),
    ),
)
