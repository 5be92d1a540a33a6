"""Turn and Run: one loop, which turns at each number, and goes so far from it until it turns again."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
CROSSINGS = Where(c, WithClue("numbers"), HasClue("numbers", c, 0))
NUMBERS = Where(c, WithClue("numbers", hidden=True), ~HasClue("numbers", c, 0))
KNOWN = Where(c, WithClue("numbers"), ClueAt("numbers", c) >= 1)
ARM = Leading(e, Ray(c, k, "edge"), LINE)
EVERYWHERE = Where(c, CELLS, HasClue("through_all_cells", WholeBoard()) & ~HasClue("holes", c))


def runs(backward: bool) -> Truth:
    """From each number on the loop goes straight as far as that says."""
    ahead = Heads("line", Along(c, k, 1), k, backward)
    return ForAll(c, KNOWN, Exists(k, Directions(), ahead & ARM.is_(ClueAt("numbers", c))))


GENRE = Genre(
    name="turnrun",
    title="Turn and Run",
    source="puzz.link, rules of turnrun. There is a loop; 0 is a crossing.",
    link="turnrun",
    unknown=(CentreLines("line"),),
    given=(
        NumberClue("numbers", link="number16"),
        SignClue("holes", dropped=False, link="empty"),
        SwitchClue("through_all_cells", sign="f"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        GenreRule("the loop does not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule("the loop does not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("the loop crosses itself at each crossing", ForAll(c, CROSSINGS, LINES.is_(4))),
        GenreRule(
            "the loop crosses itself only at crossings",
            ForAll(c, Where(c, CELLS, ~HasClue("numbers", c, 0)), LINES <= 3),
        ),
        GenreRule("the loop visits each number", ForAll(c, NUMBERS, LINES >= 2)),
        GenreRule("the loop turns at each number", ForAll(c, NUMBERS, ~GoesStraight("line", c))),
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
        GenreRule(
            "a number is the distance to the next turn of the loop, in its direction of travel",
            runs(False) | runs(True),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, EVERYWHERE, LINES >= 2)),
    ),
)
