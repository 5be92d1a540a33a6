"""Disorderly Loop: one loop; numbers are how far it goes, piece by piece, from where an arrow points."""

from __future__ import annotations

from zenkai_solver.models.genres.sheet import HIDDEN
from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ARROWS = Where(c, WithClue("clues"), ClueAt("clues", c) >= 1)
AHEAD = ArrowAt("clues", c)
UNCLUED = Where(c, CELLS, HasClue("all_cells", WholeBoard()) & ~HasClue("clues", c))

GENRE = Genre(
    name="disloop",
    title="Disorderly Loop",
    source="puzz.link, rules of disloop. The pieces may go on around the loop again.",
    link="disloop",
    unknown=(CentreLines("line"),),
    given=(
        NumbersClue("clues", lo=1, hi=9, arrows=True, link="disloop"),
        SwitchClue("all_cells", sign="f"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through no clue", ForAll(c, WithClue("clues"), LINES.is_(0))),
        GenreRule(
            "the loop turns where an arrow points, and goes on in its direction",
            ForAll(c, ARROWS, Shows("line", Along(c, AHEAD, 3))),
        ),
        GenreRule(
            "numbers are the lengths of the pieces from there on, in any order",
            ForAll(c, ARROWS, PiecesAre("line", Along(c, AHEAD, 2), AHEAD, "clues", c)),
        ),
        GenreRule(
            "numbers have an arrow",
            ForAll(c, WithClue("clues"), (ClueAt("clues", c) >= 1) | ClueAt("clues", c, 1).is_(HIDDEN)),
        ),
        GenreRule("the loop goes through each other cell", ForAll(c, UNCLUED, LINES.is_(2))),
    ),
)
