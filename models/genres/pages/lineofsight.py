"""Line of Sight: one loop along edges of cells; a number is the length of the part that its arrow sees."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
ARROW = ArrowAt("arrows", c)
AHEAD = Ray(c, ARROW, "edge")  # the edges across the way of the arrow
NEARER = Where(p, AHEAD, IsIn(e, Ray(p, ARROW, "edge")))
HIDDEN_EDGE = Exists(p, NEARER, Shows("line", p))
ASIDE = Where(k, Directions(), ~SamePlace(k, ARROW) & ~SamePlace(Along(k, k, -2), ARROW))
LENGTH = SumOf(k, ASIDE, Leading(p, Ray(e, k, "edge"), Shows("line", p))) + 1
ARROWS = Where(c, WithClue("arrows"), ClueAt("arrows", c) >= 1)
SEES, SEES_NONE = (
    Where(c, ARROWS, holds) for holds in (ClueAt("arrows", c, 1).isnt(0), ClueAt("arrows", c, 1).is_(0))
)
NUMBERED = Where(c, ARROWS, ClueAt("arrows", c, 1) >= 1)
ON_LOOP = Exists(e, Adjacent(p, "sides"), LINE)
EVERYWHERE = HasClue("through_all_corners", WholeBoard())

GENRE = Genre(
    name="lineofsight",
    title="Line of Sight",
    source="puzz.link, rules of lineofsight. There is a loop. A `?` without an arrow says nothing.",
    link="lineofsight",
    unknown=(EdgeLines("line"),),
    given=(ArrowClue("arrows", loose=True, link="arrow16"), SwitchClue("through_all_corners", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("an arrow sees the loop", ForAll(c, SEES, Exists(e, AHEAD, LINE))),
        GenreRule("an arrow with 0 does not see the loop", ForAll(c, SEES_NONE, ForAll(e, AHEAD, ~LINE))),
        GenreRule(
            "a number is the length of the part that its arrow sees",
            ForAll(c, NUMBERED, ForAll(e, AHEAD, ~LINE | HIDDEN_EDGE | LENGTH.is_(ClueAt("arrows", c, 1)))),
        ),
        GenreRule(
            "a number has an arrow",
            ForAll(c, WithClue("arrows"), (ClueAt("arrows", c) >= 1) | (ClueAt("arrows", c, 1) < 0)),
        ),
        GenreRule("the loop goes through each corner", ForAll(p, Where(p, CORNERS, EVERYWHERE), ON_LOOP)),
    ),
)
