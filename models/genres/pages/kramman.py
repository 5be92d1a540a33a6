"""New KaitoRamma: walls turn at dots, and nowhere else; each block has circles of one colour."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WALLS = CountOf(e, Adjacent(p, "sides"), Shows("wall", e))
INSIDE = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))
PLAIN = Where(p, INSIDE, ~HasClue("dots", p))
HERE, BEHIND = Shows("wall", Along(p, k, 1)), Shows("wall", Along(p, k, -1))

GENRE = Genre(
    name="kramman",
    title="New KaitoRamma",
    source="puzz.link, rules of kramman.",
    link="kramman",
    unknown=(Areas("wall"),),
    given=(
        SignClue("dots", at="corner", signs="*", dropped=False, link="mark"),
        SignClue("circles", signs="o*", link="circle"),
    ),
    rules=(
        GenreRule("two walls meet at a dot", ForAll(p, WithClue("dots"), WALLS.is_(2))),
        GenreRule("three walls do not meet", ForAll(p, INSIDE, WALLS.isnt(3))),
        GenreRule("walls do not end", ForAll(p, INSIDE, WALLS.isnt(1))),
        GenreRule(
            "walls turn only at dots",
            ForAll(p, PLAIN, ForAll(k, Directions(), (HERE & WALLS.is_(2)) >> BEHIND)),
        ),
        GenreRule("each block has circles of one colour", SameClues(ByWalls("wall"), "circles")),
    ),
)
