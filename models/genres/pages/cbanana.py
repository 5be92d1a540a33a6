"""Choco Banana: groups of shaded cells are rectangles, others are not; numbers are the sizes of groups."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
DARK, LIGHT = ByLabel(c, CELLS, SHADED), ByLabel(c, CELLS, ~SHADED)
AROUND = Where(p, Adjacent(d, "corners"), SizeOf(Adjacent(p, "corners")).is_(4))
BENDS = Exists(p, AROUND, CountOf(c, Adjacent(p, "corners"), SHADED).is_(1))

GENRE = Genre(
    name="cbanana",
    title="Choco Banana",
    source="puzz.link, rules of cbanana.",
    link="cbanana",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("each group of shaded cells is a rectangle", Rectangles(DARK)),
        GenreRule(
            "no group of unshaded cells is a rectangle",
            ForAll(q, CELLS, Shows("shade", q) | (GroupCount(LIGHT, q, d, BENDS) >= 1)),
        ),
        GenreRule(
            "a number is the size of its group",
            ForAll(d, WithClue("clues"), (GroupSum(DARK, d) + GroupSum(LIGHT, d)).is_(ClueAt("clues", d))),
        ),
    ),
)
