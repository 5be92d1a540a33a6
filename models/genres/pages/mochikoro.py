"""Mochikoro: shade cells so that what is left are rectangles, joined by corners, with one number at most."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
OPEN = ByLabel(c, CELLS, ~SHADED)

GENRE = Genre(
    name="mochikoro",
    title="Mochikoro",
    source="Nikoli; puzz.link, rules of mochikoro. At least one cell is shaded.",
    link="mochikoro",
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
    ),
)
