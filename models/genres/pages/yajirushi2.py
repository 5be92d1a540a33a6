"""Yajirushi 2: arrows that point at each other in pairs; empty cells are connected, numbers count arrows."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.yajirushi import pairs
from zenkai_solver.models.genres.vocabulary import *

OPEN = Where(c, CELLS, ~HasClue("clues", c))

GENRE = Genre(
    name="yajirushi2",
    title="Yajirushi 2",
    source="puzz.link, rules of yajirushi2. A cell with a clue is not empty.",
    link="yajirushi2",
    unknown=(Arrows("arrow", where=~HasClue("clues", CELL)),),
    given=(NumberClue("clues", hi=4, dropped=False, dark=True, link="4cell"),),
    rules=(
        *pairs("clues"),
        GenreRule(
            "a number counts the arrows beside it",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(d, Adjacent(c, "neighbours"), ValueAt("arrow", d) >= 1).is_(ClueAt("clues", c)),
            ),
        ),
        GenreRule("empty cells are connected", AllConnected(ByLabel(c, OPEN, Shows("arrow", c, 0)))),
    ),
)
