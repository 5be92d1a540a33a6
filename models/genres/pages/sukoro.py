"""Sukoro: numbers in some cells, each that of its neighbours with a number."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
NUMBERED = NUMBER >= 1

GENRE = Genre(
    name="sukoro",
    title="Sukoro",
    source="Nikoli; puzz.link, rules of sukoro. A cell with `?` has a number; there is at least one.",
    link="sukoro",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=Fixed(4), given="clues"),),
    given=(NumberClue("clues", lo=1, hi=4, link="number10"),),
    rules=(
        GenreRule("there is a number", Exists(c, CELLS, NUMBERED)),
        GenreRule("a cell with `?` has a number", ForAll(c, WithClue("clues", hidden=True), NUMBERED)),
        GenreRule(
            "equal numbers are not neighbours",
            ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), NUMBER, but=0)),
        ),
        GenreRule(
            "a number counts its neighbours with a number",
            ForAll(
                d,
                CELLS,
                ValueAt("number", d).is_(0)
                | CountOf(c, Adjacent(d, "neighbours"), NUMBERED).is_(ValueAt("number", d)),
            ),
        ),
        GenreRule("the cells with numbers are connected", AllConnected(ByLabel(c, CELLS, NUMBERED))),
    ),
)
