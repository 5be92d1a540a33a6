"""Shingoki: one loop, straight at white circles, turning at black ones; numbers add the parts that meet."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ARMS = SumOf(k, Directions(), Leading(e, Ray(c, k, "edge"), Shows("line", e)))
WHITE, BLACK = (Where(c, WithClue("circles"), ClueAt("circles", c).is_(value)) for value in (1, 2))
NUMBERED = Where(c, WithClue("circles"), ClueAt("circles", c, 1) >= 0)

GENRE = Genre(
    name="shingoki",
    title="Shingoki",
    source="Nikoli (Semaphores); as Noqx has it. There is a loop; at a grey circle it may turn. A number "
    "is how many steps from cell to cell both parts that meet at its circle have.",
    unknown=(CentreLines("line"),),
    given=(SignedClue("circles", signs="o*%"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each circle", ForAll(c, WithClue("circles"), LINES.is_(2))),
        GenreRule("the loop goes straight through a white circle", ForAll(c, WHITE, GoesStraight("line", c))),
        GenreRule("the loop turns at a black circle", ForAll(c, BLACK, ~GoesStraight("line", c))),
        GenreRule(
            "a number is the length of the parts that meet at its circle",
            ForAll(c, NUMBERED, ARMS.is_(ClueAt("circles", c, 1))),
        ),
    ),
)
