"""Snake Egg: a snake of shaded cells, which leaves one area of each size that is stated, no others."""

from __future__ import annotations

from zenkai_solver.models.genres.pages import snake
from zenkai_solver.models.genres.pages.snake import NEXT, SNAKE
from zenkai_solver.models.genres.vocabulary import *

AREAS = ByLabel(c, CELLS, ~SNAKE)
SIZE, CLUE = GroupSum(AREAS, c), ClueAt("clues", c)
EGGS, NUMBERED = (Where(c, WithClue("clues"), holds) for holds in (CLUE.is_(0), CLUE >= 1))
SIZES = NumbersGiven("sizes", d, WithClue("sizes"))

GENRE = Genre(
    name="snakeegg",
    title="Snake Egg",
    source="puzz.link, rules of snakeegg. 0 is an end of the snake.",
    link="snakeegg",
    unknown=(Shading("snake"),),
    given=(
        NumberClue("clues", link="number10or16"),
        NumbersClue("sizes", at="board", lo=1, dropped=False, link="sizes"),
    ),
    rules=(
        *snake.GENRE.rules[:3],
        GenreRule("an end is at each 0", ForAll(c, EGGS, SNAKE & NEXT.is_(1))),
        GenreRule("a number is the size of its area", ForAll(c, NUMBERED, SIZE.is_(CLUE))),
        GenreRule(
            "there is one area of each size",
            ForAll(v, SIZES, CountOf(c, CELLS, SIZE.is_(v)).is_(v)),
        ),
        GenreRule(
            "there are no areas of other sizes",
            ForAll(c, CELLS, SNAKE | Exists(v, SIZES, SIZE.is_(v))),
        ),
    ),
)
