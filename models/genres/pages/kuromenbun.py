"""Kuromenbun: shade cells, which part the rooms; a number counts the shaded cells beside its region."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
WITHIN = ~IsIn(EDGE, RoomBorders("rooms")) & ~HasClue("walls", EDGE)
REGIONS = ByLabel(d, CELLS, ~Shows("shade", d), across=WITHIN)
BESIDE = CountOf(p, CELLS, Shows("shade", p) & Exists(e, Adjacent(p, "neighbours"), SameGroup(REGIONS, c, e)))

GENRE = Genre(
    name="kuromenbun",
    title="Kuromenbun",
    source="puzz.link, rules of kuromenbun. Borders part regions, and a shaded cell beyond one counts.",
    link="kuromenbun",
    unknown=(Shading("shade"),),
    given=(
        RoomClue("rooms"),
        SignClue("walls", at="edge", rooms="rooms", dropped=False, link="border"),
        NumberClue("clues", link="number16"),
    ),
    rules=(
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule(
            "no region has two numbers",
            EachGroup(REGIONS, c, Indicator(HasClue("clues", c)), Fixed(0), ONE),
        ),
        GenreRule(
            "a number counts the shaded cells beside its region",
            ForAll(c, WithClue("clues"), BESIDE.is_(ClueAt("clues", c))),
        ),
    ),
)
