"""Distopia: place pieces, each once at most; numbers tell how far the nearest are, and in how many ways."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NEARER = Var("nearer")
SHADED = Shows("shade", c)
CLOSED = Where(c, WithClue("clues", hidden=True), ~HasClue("see_through", WholeBoard()))
AWAY, AWAY_NEARER = (CountOf(k, Directions(), Shows("shade", Along(c, k, far + far))) for far in (v, NEARER))

GENRE = Genre(
    name="distopia",
    title="Distopia",
    source="puzz.link, rules of distopia. Not all pieces need to be placed.",
    link="distopia",
    unknown=(Shading("shade"),),
    given=(
        NumberClue("clues", lo=1, link="number16?"),
        FleetClue("pieces", link="fleet"),
        SwitchClue("see_through", sign="t"),
    ),
    rules=(
        GenreRule("no piece covers a clue", ForAll(c, CLOSED, ~SHADED)),
        GenreRule(
            "pieces are some of those of the bank, and do not touch, not even at a corner",
            Pieces(ByLabel(c, CELLS, SHADED, "around"), "pieces", some=True),
        ),
        GenreRule(
            "a number is the distance of the nearest pieces, times the directions in which they are",
            ForAll(
                c,
                WithClue("clues"),
                Exists(
                    v,
                    NumbersFrom(ONE, LargerOf(ROWS, COLUMNS)),
                    Times(v, AWAY).is_(ClueAt("clues", c))
                    & ForAll(NEARER, NumbersFrom(ONE, v - ONE), AWAY_NEARER.is_(0)),
                ),
            ),
        ),
    ),
)
