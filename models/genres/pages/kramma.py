"""KaitoRamma: straight walls from border to border; each block has circles of one colour."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ON = Where(k, Directions(), IsIn(Along(e, k, 1), CORNERS) & IsIn(Along(e, k, 2), INNER))

GENRE = Genre(
    name="kramma",
    title="KaitoRamma",
    source="Nikoli; puzz.link, rules of kramma, in links with the letter c.",
    link="kramma",
    unknown=(Areas("wall"),),
    given=(SignClue("circles", signs="o*", link="circle"),),
    rules=(
        GenreRule(
            "each wall goes straight on to the border",
            ForAll(e, INNER, ForAll(k, ON, ~Shows("wall", e) | Shows("wall", Along(e, k, 2)))),
        ),
        GenreRule("each block has circles of one colour", SameClues(ByWalls("wall"), "circles")),
    ),
)
