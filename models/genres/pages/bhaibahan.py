"""Bhai Bahan: one loop; a number counts the cells in turn at which it turns, or at which it does not."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
STRAIGHT = GoesStraight("line", c)
SEGMENTS = ByLines("line", across=Alike(d, Adjacent(EDGE, "beside"), GoesStraight("line", d)))
BOTH = Where(e, INNER, ForAll(c, Adjacent(e, "beside"), HasClue("circles", c)))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())

GENRE = Genre(
    name="bhaibahan",
    title="Bhai Bahan",
    source="puzz.link, rules of bhaibahan. There is a loop.",
    link="bhaibahan",
    unknown=(CentreLines("line"),),
    given=(
        NumberClue("circles", lo=1, circled=True, link="number16"),
        SwitchClue("through_all_cells", sign="f"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop goes through each circle", ForAll(c, WithClue("circles", hidden=True), LINES >= 1)
        ),
        GenreRule(
            "the loop turns at one of two circles that are neighbours",
            ForAll(e, BOTH, CountOf(c, Adjacent(e, "beside"), STRAIGHT).is_(1)),
        ),
        GenreRule(
            "a number counts the cells of its segment",
            sizes_of_groups("circles", SEGMENTS),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES >= 1)),
    ),
)
