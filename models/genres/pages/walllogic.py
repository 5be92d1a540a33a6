"""Wall Logic: straight arrows go out from numbers, each of which is the sum of the lengths of its arrows."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BEHIND = Along(c, k, -2)
ARM = Leading(d, Ray(c, k), PointsTo("arrow", d, k))

GENRE = Genre(
    name="walllogic",
    title="Wall Logic",
    source="Nikoli; puzz.link, rules of walllogic. There is an arrow; cells may be empty.",
    link="walllogic",
    unknown=(Arrows("arrow", where=~HasClue("clues", CELL) & ~HasClue("black", CELL)),),
    given=(
        NumberClue("clues", dropped=False, link="walllogic"),
        SignClue("black", dropped=False, link="walllogic"),
    ),
    rules=(
        GenreRule("there is an arrow", Exists(c, CELLS, ValueAt("arrow", c) >= 1)),
        GenreRule(
            "an arrow comes from a number, or goes on behind another",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Directions(),
                    PointsTo("arrow", c, k) >> (HasClue("clues", BEHIND) | PointsTo("arrow", BEHIND, k)),
                ),
            ),
        ),
        GenreRule(
            "a number is the sum of the lengths of its arrows",
            ForAll(c, WithClue("clues"), SumOf(k, Directions(), ARM).is_(ClueAt("clues", c))),
        ),
    ),
)
