"""Snake Pit: divide the board into snakes, which do not touch themselves; numbers are their lengths."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.fillomino import GIVEN, GROUPS, MOST
from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
EQUALS = CountOf(d, Adjacent(c, "neighbours"), ValueAt("number", d).is_(NUMBER))
LENGTHS = NumbersFrom(ONE + ONE, MOST)
OF_SNAKE = ByLabel(p, CELLS, ValueAt("number", p).is_(NUMBER))
SNAKES = Where(c, CELLS, ~HasClue("holes", c))
IS_END = CountOf(e, Adjacent(d, "neighbours"), ValueAt("number", e).is_(ValueAt("number", d))).is_(1)
DIAGONAL = Where(d, Adjacent(c, "around"), ~IsIn(d, Adjacent(c, "neighbours")))
BETWEEN = Where(e, Adjacent(c, "neighbours"), IsIn(e, Adjacent(d, "neighbours")))

GENRE = Genre(
    name="snakepit",
    title="Snake Pit",
    source="puzz.link, rules of snakepit. `~` is a grey cell. Walls lie between snakes.",
    link="snakepit",
    unknown=(
        CellNumbers(
            "number",
            lo=Fixed(2),
            hi=LargerOf(Fixed(2), LargerOf(GIVEN, Unclaimed("clues", CELL))),
            where=~HasClue("holes", CELL),
            given="clues",
        ),
    ),
    given=(
        NumberClue("clues", lo=2, link="boulders"),
        SignClue("holes", dropped=False, link="boulders"),
        SignClue("ends", signs="o", link="snakepit"),
        SignClue("middles", signs="~", link="snakepit"),
        SignClue("walls", at="edge", link="border?"),
    ),
    rules=(
        GenreRule(
            "a snake has as many cells as its number",
            ForAll(v, LENGTHS, EachGroup(GROUPS, c, ONE, v, v)),
        ),
        GenreRule("a snake does not branch", ForAll(c, SNAKES, EQUALS <= 2)),
        GenreRule(
            "a snake is no ring", ForAll(c, SNAKES, (NUMBER <= 7) | (GroupCount(OF_SNAKE, c, d, IS_END) >= 1))
        ),
        GenreRule(
            "a snake does not touch itself at a corner",
            ForAll(
                c,
                SNAKES,
                ForAll(
                    d,
                    DIAGONAL,
                    CountOf(e, BETWEEN, ValueAt("number", e).is_(NUMBER)).is_(1) | ~SameGroup(OF_SNAKE, c, d),
                ),
            ),
        ),
        GenreRule(
            "a circle is an end of a snake",
            ForAll(c, WithClue("ends"), EQUALS <= 1),
        ),
        GenreRule(
            "a grey cell is no end of a snake",
            ForAll(c, WithClue("middles"), EQUALS >= 2),
        ),
        GenreRule(
            "numbers differ across a wall",
            ForAll(e, WithClue("walls"), Distinct(c, Adjacent(e, "beside"), NUMBER)),
        ),
    ),
)
