"""Wafusuma: areas, no two of a size beside each other; a circle on a border is the sum of both sizes."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
SIDES = Adjacent(e, "beside")
GROUPS = ByLabel(c, CELLS, NUMBER.is_(v))

GENRE = Genre(
    name="wafusuma",
    title="Wafusuma",
    source="puzz.link, rules of wafusuma. Each cell has the size of its area; `?` is any sum.",
    link="wafusuma",
    unknown=(CellNumbers("number", lo=ONE, hi=AREA),),
    given=(NumberClue("circles", at="edge", lo=1, circled=True, link="edge16"),),
    rules=(
        GenreRule(
            "each number is the size of its area",
            ForAll(v, NumbersFrom(ONE, AREA), EachGroup(GROUPS, c, ONE, v, v)),
        ),
        GenreRule(
            "a circle is between two areas",
            ForAll(e, WithClue("circles", hidden=True), Distinct(c, SIDES, NUMBER)),
        ),
        GenreRule(
            "a number is the sum of the sizes of its areas",
            ForAll(e, WithClue("circles"), SumOf(c, SIDES, NUMBER).is_(ClueAt("circles", e))),
        ),
    ),
)
