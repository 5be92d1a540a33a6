"""Mid-loop: one loop through all dots; each dot is at the middle of a straight part of it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

HERE, BEHIND = (Leading(e, Ray(p, way, "edge"), Shows("line", e)) for way in (k, Along(k, k, -2)))
LENGTHWISE = Where(k, Directions(), IsIn(Along(p, k, 1), CELLS))  # of a dot between two cells
LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
EVERYWHERE = HasClue("through_all_cells", WholeBoard())

GENRE = Genre(
    name="midloop",
    title="Mid-loop",
    source="puzz.link, rules of midloop. There is a loop.",
    link="midloop",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("dots", signs="*", link="blackdot"),
        SignClue("sides", at="edge", signs="*", link="blackdot"),
        SwitchClue("through_all_cells", sign="f"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop goes through each dot",
            ForAll(c, WithClue("dots"), LINES.is_(2)) & ForAll(e, WithClue("sides"), Shows("line", e)),
        ),
        GenreRule(
            "each dot is the middle of a straight line of the loop",
            ForAll(p, WithClue("dots"), ForAll(k, Directions(), HERE.is_(BEHIND)))
            & ForAll(p, WithClue("sides"), ForAll(k, LENGTHWISE, HERE.is_(BEHIND))),
        ),
        GenreRule("the loop goes through each cell", ForAll(c, Where(c, CELLS, EVERYWHERE), LINES.is_(2))),
    ),
)
