"""Shirokuro-link: straight lines, which do not cross, join each white circle with a black one."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
HERE, BEHIND = Shows("line", Along(c, k, 1)), Shows("line", Along(c, k, -1))
NEXT = FirstOf(d, Ray(c, k), HasClue("circles", d))

GENRE = Genre(
    name="wblink",
    title="Shirokuro-link",
    source="Nikoli; puzz.link, rules of wblink. There is a line.",
    link="wblink",
    unknown=(CentreLines("line"),),
    given=(SignClue("circles", signs="o*", link="circle", dropped=False),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("a line ends at each circle, and nowhere else", EndsAt("line", "circles")),
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule(
            "lines do not turn",
            ForAll(c, CELLS, ForAll(k, Directions(), HERE >> (BEHIND | (LINES <= 1)))),
        ),
        GenreRule(
            "a line joins a white circle and a black one",
            ForAll(
                c,
                WithClue("circles"),
                ForAll(
                    k, Directions(), HERE >> Exists(d, NEXT, ClueAt("circles", d).isnt(ClueAt("circles", c)))
                ),
            ),
        ),
    ),
)
