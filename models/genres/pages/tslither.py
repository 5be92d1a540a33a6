"""Touch Slitherlink: one loop along the edges of cells; a number counts how often it touches its cell."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ON_LOOP = Exists(e, Adjacent(p, "sides"), Shows("line", e))
TOUCHED = CountOf(p, Adjacent(c, "corners"), ON_LOOP)
USED = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
# A stretch of the loop around the cell has one corner more than edges; a loop around it alone has as many.
AROUND = ForAll(e, Adjacent(c, "sides"), Shows("line", e))
TOUCHES = TOUCHED - USED + Indicator(AROUND)
EVERYWHERE = HasClue("through_all_corners", WholeBoard())

GENRE = Genre(
    name="tslither",
    title="Touch Slitherlink",
    source="puzz.link, rules of tslither. There is a loop; a loop around one cell touches that once.",
    link="tslither",
    unknown=(EdgeLines("line"),),
    given=(NumberClue("clues", hi=4, link="4cell"), SwitchClue("through_all_corners", sign="f")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "a number counts how often the loop touches its cell",
            ForAll(c, WithClue("clues"), TOUCHES.is_(ClueAt("clues", c))),
        ),
        GenreRule("the loop goes through each corner", ForAll(p, Where(p, CORNERS, EVERYWHERE), ON_LOOP)),
    ),
)
