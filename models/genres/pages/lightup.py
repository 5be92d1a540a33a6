"""Akari: put lamps into white cells, so that every one is lit and no lamp lights another."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LAMP = Shows("lamp", c)
WHITE = ~HasClue("clues", c)
SEEN = AsLong(d, Ray(c, k), ~HasClue("clues", d))

GENRE = Genre(
    name="lightup",
    title="Akari",
    source="Nikoli; puzz.link, rules of lightup. `#` is a black cell without a number.",
    link="lightup",
    unknown=(Symbols("lamp", ".*"),),
    given=(NumberClue("clues", lo=0, hi=4, unsaid="#", dark=True, link="4cell"),),
    rules=(
        GenreRule("no lamp is in a black cell", ForAll(c, WithClue("clues", hidden=True), ~LAMP)),
        GenreRule(
            "a number counts the lamps beside it",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(d, Adjacent(c, "neighbours"), Shows("lamp", d)).is_(ClueAt("clues", c)),
            ),
        ),
        GenreRule("no lamp lights another", ForAll(g, Runs(c, WHITE), CountOf(c, Members(g), LAMP) <= 1)),
        GenreRule(
            "each white cell is lit",
            ForAll(
                c, Where(c, CELLS, WHITE), LAMP | Exists(k, Directions(), Exists(d, SEEN, Shows("lamp", d)))
            ),
        ),
    ),
)
