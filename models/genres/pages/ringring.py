"""Ring-ring: rectangles of lines, which may cross, through each cell that is not black."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
j = Var("j")  # another direction


def arm(cell: Spot, direction: Spot) -> Amount:
    """How far a line goes straight on from a cell."""
    return Leading(e, Ray(cell, direction, "edge"), LINE)


ACROSS = Where(j, Directions(), ~SamePlace(j, k) & ~SamePlace(Along(j, j, -2), k))
TURNS = LINES.is_(2) & Shows("line", Along(c, k, 1)) & Shows("line", Along(c, j, 1))
REACHES = arm(c, k).is_(SizeOf(CellsBetween(c, d)) + 1)
ENOUGH = arm(d, j) >= arm(c, j)  # so the line turns at d, too, and the same is asked from there
RECTANGLES = (
    GenreRule("lines do not branch or end", ForAll(c, CELLS, LINES.isnt(1) & LINES.isnt(3))),
    GenreRule(
        "each loop is a rectangle",
        ForAll(
            c,
            CELLS,
            ForAll(
                k,
                Directions(),
                ForAll(j, ACROSS, ~TURNS | ForAll(d, Ray(c, k), ~REACHES | ENOUGH)),
            ),
        ),
    ),
)

GENRE = Genre(
    name="ringring",
    title="Ring-ring",
    source="Nikoli; puzz.link, rules of ringring. There is a line.",
    link="ringring",
    unknown=(CentreLines("line"),),
    given=(SignClue("black", dropped=False, link="binary"),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        *RECTANGLES,
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("black"), LINES.is_(0))),
        GenreRule(
            "a line goes through each other cell",
            ForAll(c, Where(c, CELLS, ~HasClue("black", c)), LINES >= 2),
        ),
    ),
)
