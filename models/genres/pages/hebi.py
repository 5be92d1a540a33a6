"""Hebi-Ichigo: snakes of the numbers 1 to 5, which do not touch; arrows say which number is seen first."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
SNAKES = ByLabel(c, CELLS, NUMBER >= 1)
NEAR = Adjacent(c, "neighbours")
WAY = ClueAt("arrows", c)
COUNTED = Where(c, WithClue("arrows"), (WAY >= 1) & (ClueAt("arrows", c, 1) >= 0))
FIRST = First(d, AsLong(d, Ray(c, ArrowAt("arrows", c)), ~HasClue("arrows", d)), ValueAt("number", d))
FACES = NUMBER.is_(1) & Shows("number", Along(c, k, -2), 2)
SEEN = First(d, AsLong(d, Ray(c, k), ~HasClue("arrows", d)), ValueAt("number", d))

GENRE = Genre(
    name="hebi",
    title="Hebi-Ichigo",
    source="puzz.link, rules of hebi. There is a snake. A number without an arrow says nothing.",
    link="hebi",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=Fixed(5), where=~HasClue("arrows", CELL)),),
    given=(ArrowClue("arrows", link="arrow16", loose=True),),
    rules=(
        GenreRule("there is a snake", Exists(c, CELLS, NUMBER >= 1)),
        GenreRule("each snake has five cells", EachGroup(SNAKES, c, ONE, Fixed(5), Fixed(5))),
        GenreRule(
            "beside each number is the next one of its snake",
            ForAll(
                c,
                CELLS,
                NUMBER.is_(0) | NUMBER.is_(5) | Exists(d, NEAR, ValueAt("number", d).is_(NUMBER + 1)),
            ),
        ),
        GenreRule(
            "beside each number is the one before of its snake",
            ForAll(c, CELLS, (NUMBER <= 1) | Exists(d, NEAR, NUMBER.is_(ValueAt("number", d) + 1))),
        ),
        GenreRule(
            "an arrow says which number is seen first",
            ForAll(c, COUNTED, FIRST.is_(ClueAt("arrows", c, 1))),
        ),
        GenreRule(
            "no snake looks at another one", ForAll(c, CELLS, ForAll(k, Directions(), FACES >> SEEN.is_(0)))
        ),
    ),
)
