"""Hashiwokakero: one or two straight bridges between islands, which are all connected and do not cross."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BRIDGES, SECOND = (CountOf(e, Adjacent(c, "sides"), Shows(name, e)) for name in ("bridge", "second"))
WATER = Where(c, CELLS, ~HasClue("islands", c))


def goes_on(layer: str) -> Truth:
    """What comes to a cell goes straight on beyond it."""
    return ForAll(
        c,
        WATER,
        ForAll(k, Directions(), Shows(layer, Along(c, k, 1)) >> Shows(layer, Along(c, k, -1))),
    )


GENRE = Genre(
    name="hashikake",
    title="Hashiwokakero",
    source="Nikoli; puzz.link, rules of hashikake. There is a bridge; each island has one, `?` too.",
    link="hashikake",
    unknown=(CentreLines("bridge"), CentreLines("second")),
    given=(NumberClue("islands", lo=1, hi=8, dropped=False, circled=True, link="number16"),),
    rules=(
        GenreRule("at least one bridge is drawn", Exists(e, INNER, Shows("bridge", e))),
        GenreRule(
            "a second bridge lies beside a first one",
            ForAll(e, INNER, Shows("second", e) >> Shows("bridge", e)),
        ),
        GenreRule("bridges go straight from island to island", goes_on("bridge") & goes_on("second")),
        GenreRule("bridges do not cross", ForAll(c, WATER, BRIDGES <= 2)),
        GenreRule(
            "a number counts the bridges at its island",
            ForAll(c, WithClue("islands"), (BRIDGES + SECOND).is_(ClueAt("islands", c))),
        ),
        GenreRule(
            "all islands are connected",
            AllConnected(ByLines("bridge")) & ForAll(c, WithClue("islands", hidden=True), BRIDGES >= 1),
        ),
    ),
)
