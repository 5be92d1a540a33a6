"""Koburin: shade cells, none beside another; a loop goes through the rest. A number counts shaded cells."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED, LINE = Shows("shade", c), Shows("line", e)
ON_LOOP = Exists(e, Adjacent(c, "sides"), LINE)
FREE = Where(c, CELLS, ~HasClue("numbers", c))
OUTSIDE = Where(c, CELLS, HasClue("shaded_outside", WholeBoard()))
NUMBER, DIAGONALS = ClueAt("numbers", c), HasClue("with_diagonals", WholeBoard())
BESIDE = CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d))
AROUND = CountOf(d, Adjacent(c, "around"), Shows("shade", d))

GENRE = Genre(
    name="koburin",
    title="Koburin",
    source="puzz.link, rules of koburin. There is a loop.",
    link="koburin",
    unknown=(Shading("shade"), CentreLines("line")),
    given=(
        NumberClue("numbers", hi=4, link="4cell"),
        SwitchClue("shaded_outside", sign="o"),
        SwitchClue("with_diagonals", sign="m"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "a cell with a clue is neither shaded nor on the loop",
            ForAll(c, WithClue("numbers", hidden=True), ~SHADED & ~ON_LOOP),
        ),
        GenreRule("each cell without a clue is shaded or on the loop", ForAll(c, FREE, SHADED | ON_LOOP)),
        GenreRule(
            "the loop does not go through shaded cells",
            ForAll(c, CELLS, ForAll(e, Adjacent(c, "sides"), SHADED >> ~LINE)),
        ),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule(
            "a number counts the shaded cells beside it",
            ForAll(c, Where(c, WithClue("numbers"), ~DIAGONALS), BESIDE.is_(NUMBER)),
        ),
        GenreRule(
            "a number counts the shaded cells around it",
            ForAll(c, Where(c, WithClue("numbers"), DIAGONALS), AROUND.is_(NUMBER)),
        ),
        GenreRule(
            "shaded cells are outside the loop",
            ForAll(c, OUTSIDE, ForAll(p, Adjacent(c, "corners"), ~SHADED | ~Inside("line", p))),
        ),
    ),
)
