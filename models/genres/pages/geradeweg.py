"""Geradeweg: a loop through all numbers; each straight part of it that touches a number is so long."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ARM = Leading(e, Ray(c, k, "edge"), Shows("line", e))  # straight on in this direction
LENGTHS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
STRAIGHT = GoesStraight("line", c)
BOTH_ARMS = SumOf(k, Directions(), ARM)
CLUES = WithClue("clues", hidden=True)
UNSAID = Where(c, CLUES, ~IsIn(c, WithClue("clues")))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())

GENRE = Genre(
    name="geradeweg",
    title="Geradeweg",
    source="puzz.link, rules of geradeweg. There is a loop; parts that meet at `?` are of the same length.",
    link="geradeweg",
    unknown=(CentreLines("line"),),
    given=(NumberClue("clues", lo=1, link="number16"), SwitchClue("through_all_cells", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each number", ForAll(c, CLUES, LINES.is_(2))),
        GenreRule(
            "a straight line of the loop through a number has that length",
            ForAll(c, WithClue("clues"), STRAIGHT >> BOTH_ARMS.is_(ClueAt("clues", c))),
        ),
        GenreRule(
            "where the loop turns at a number, both straight lines from it have that length",
            ForAll(
                c,
                WithClue("clues"),
                STRAIGHT | ForAll(k, Directions(), ARM.is_(0) | ARM.is_(ClueAt("clues", c))),
            ),
        ),
        GenreRule(
            "where the loop turns at `?`, both straight lines from it have the same length",
            ForAll(c, UNSAID, STRAIGHT | Exists(v, LENGTHS, CountOf(k, Directions(), ARM.is_(v)).is_(2))),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES.is_(2))),
    ),
)
