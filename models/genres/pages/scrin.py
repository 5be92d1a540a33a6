"""Scrin: rectangles in a ring of corners, with one number at most, their size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
RECTANGLES, OPEN = ByLabel(p, CELLS, Shows("shade", p)), ByLabel(p, CELLS, ~Shows("shade", p))
m, x, y = (Var(name) for name in "mxy")  # a direction across k; the cell where k ends, and the corner


def ends(start: Var, end: Var, direction: Var) -> Truth:
    """The shaded cells from here on in this direction end there."""
    beyond = Shows("shade", Along(end, direction, 2))
    return ForAll(p, CellsBetween(start, end), Shows("shade", p)) & Shows("shade", end) & ~beyond


ACROSS = Where(m, Directions(), ~SamePlace(m, k) & ~SamePlace(Along(m, k, 1), Along(k, k, -1)))
CORNERED = Shows("shade", Along(Along(y, k, 2), m, 2))
TOUCHED = Exists(
    x,
    Ray(Along(c, k, -1), k),
    ends(c, x, k) & Exists(y, Ray(Along(x, m, -1), m), ends(x, y, m) & CORNERED),
)
TWICE = SumOf(k, Directions(), CountOf(m, ACROSS, TOUCHED))  # each corner from both sides
AT_BORDER = SizeOf(Adjacent(d, "neighbours")) < 4
BEND = Exists(p, Adjacent(d, "corners"), CountOf(e, Adjacent(p, "corners"), ~Shows("shade", e)).is_(3))

GENRE = Genre(
    name="scrin",
    title="Scrin",
    source="puzz.link, rules of scrin: what is left within the ring is no rectangle.",
    link="scrin",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, circled=True, link="number16"),),
    rules=(
        GenreRule("a circle is shaded", ForAll(c, WithClue("clues", hidden=True), SHADED)),
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("each group of shaded cells is a rectangle", Rectangles(RECTANGLES)),
        GenreRule(
            "no rectangle has two circles",
            EachGroup(RECTANGLES, c, Indicator(HasClue("clues", c)), Fixed(0), ONE),
        ),
        GenreRule(
            "a number is the size of its rectangle",
            sizes_of_groups("clues", RECTANGLES),
        ),
        GenreRule(
            "each rectangle touches two others at its corners",
            ForAll(c, CELLS, ~SHADED | TWICE.is_(4)),
        ),
        GenreRule("rectangles are connected diagonally", AllConnected(ByLabel(c, CELLS, SHADED, "around"))),
        GenreRule(
            "no group of unshaded cells away from the border is a rectangle",
            ForAll(c, CELLS, SHADED | (GroupCount(OPEN, c, d, AT_BORDER | BEND) >= 1)),
        ),
    ),
)
