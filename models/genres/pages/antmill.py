"""Ant Mill: dominoes in a ring of corners; squares and crosses compare two cells."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BESIDE = Adjacent(e, "beside")
AT_CORNERS = Where(d, Adjacent(c, "around"), ~IsIn(d, Adjacent(c, "neighbours")))
TOUCHED = CountOf(d, AT_CORNERS, Shows("shade", d))


def marked(value: int) -> PlaceList:
    return Where(e, WithClue("marks"), HasClue("marks", e, value))


GENRE = Genre(
    name="antmill",
    title="Ant Mill",
    source="puzz.link, rules of antmill. At least one cell is shaded.",
    link="antmill",
    unknown=(Shading("shade"),),
    given=(SignClue("marks", at="edge", signs="#x", link="antmill"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("each mark lies between two cells", ForAll(e, WithClue("marks"), SizeOf(BESIDE).is_(2))),
        GenreRule(
            "each block of shaded cells is a domino",
            ForAll(c, CELLS, ~SHADED | CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d)).is_(1)),
        ),
        GenreRule(
            "each domino touches two others at its corners",
            ForAll(e, INNER, Exists(c, BESIDE, ~SHADED) | SumOf(c, BESIDE, TOUCHED).is_(2)),
        ),
        GenreRule(
            "shaded cells are connected, diagonally too", AllConnected(ByLabel(c, CELLS, SHADED, "around"))
        ),
        GenreRule(
            "the two cells beside a square are both shaded, or neither is",
            ForAll(e, marked(1), Alike(c, BESIDE, SHADED)),
        ),
        GenreRule(
            "of the two cells beside a cross exactly one is shaded",
            ForAll(e, marked(2), CountOf(c, BESIDE, SHADED).is_(1)),
        ),
    ),
)
