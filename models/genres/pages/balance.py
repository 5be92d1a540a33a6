"""Balance Loop: a loop through all circles, with equal arms at white ones and unequal ones at black ones."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ARM = Leading(e, Ray(c, k, "edge"), Shows("line", e))  # straight on in this direction
LENGTHS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
SO_LONG = CountOf(k, Directions(), ARM.is_(v))  # the arms of this length
CIRCLES = WithClue("circles")
WHITE, BLACK = (Where(c, CIRCLES, ClueAt("circles", c).is_(value)) for value in (1, 2))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())

GENRE = Genre(
    name="balance",
    title="Balance Loop",
    source="Prasanna Seshadri; puzz.link, rules of balance. There is a loop.",
    link="balance",
    unknown=(CentreLines("line"),),
    given=(SignedClue("circles", signs="o*", link="balance"), SwitchClue("through_all_cells", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each circle", ForAll(c, CIRCLES, LINES.is_(2))),
        GenreRule(
            "the two straight lines from a white circle have the same length",
            ForAll(c, WHITE, Exists(v, LENGTHS, SO_LONG.is_(2))),
        ),
        GenreRule(
            "the two straight lines from a black circle have different lengths",
            ForAll(c, BLACK, ForAll(v, LENGTHS, SO_LONG <= 1)),
        ),
        GenreRule(
            "a number is the length of both straight lines from its circle together",
            ForAll(
                c,
                Where(c, CIRCLES, ClueAt("circles", c, 1) >= 0),
                SumOf(k, Directions(), ARM).is_(ClueAt("circles", c, 1)),
            ),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES.is_(2))),
    ),
)
