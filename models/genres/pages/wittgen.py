"""Wittgenstein Briquet: blocks of 1x3, so that what is left is connected; numbers count cells in blocks."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
COVERED = Exists(e, Adjacent(c, "sides"), LINE)
COUNT = CountOf(c, Adjacent(d, "neighbours"), COVERED)
ACROSS = Where(k, Directions(), IsIn(Along(e, k, 1), CELLS))
GOES_ON = CountOf(k, ACROSS, Shows("line", Along(e, k, 2)))

GENRE = Genre(
    name="wittgen",
    title="Wittgenstein Briquet",
    source="puzz.link, rules of wittgen. A block is a line through its three cells; a number counts its "
    "neighbours in blocks.",
    link="wittgen",
    unknown=(CentreLines("line"),),
    given=(NumberClue("clues", hi=4, link="4cell"),),
    rules=(
        GenreRule("no block is on a number", ForAll(c, WithClue("clues", hidden=True), ~COVERED)),
        GenreRule(
            "no line bends or branches",
            ForAll(c, CELLS, GoesStraight("line", c) | (CountOf(e, Adjacent(c, "sides"), LINE) <= 1))
            & ForAll(c, CELLS, CountOf(e, Adjacent(c, "sides"), LINE) <= 2),
        ),
        GenreRule("a line goes through three cells", ForAll(e, INNER, ~LINE | GOES_ON.is_(1))),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~COVERED))),
        GenreRule(
            "a number counts the neighbours in blocks",
            ForAll(
                d, WithClue("clues"), CountOf(c, Adjacent(d, "neighbours"), COVERED).is_(ClueAt("clues", d))
            ),
        ),
    ),
)
