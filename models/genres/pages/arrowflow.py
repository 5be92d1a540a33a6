"""Arrow Flow: an arrow in each empty cell; they lead to numbers, which say how many lead there."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

FLOWS = ByArrows("arrow")
GOAL = HasClue("clues", c)  # or a 0, at which no arrow points
TARGET = Along(c, k, 2)

GENRE = Genre(
    name="arrowflow",
    title="Arrow Flow",
    source="puzz.link, rules of arrowflow. No arrow leads to a 0; a `?` may have none.",
    link="arrowflow",
    unknown=(Arrows("arrow", where=~HasClue("clues", CELL), may_be_empty=False),),
    given=(NumberClue("clues", dropped=False, link="number16"),),
    rules=(
        GenreRule(
            "neighbouring arrows differ",
            ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), ValueAt("arrow", c), but=0)),
        ),
        GenreRule(
            "each arrow leads to a number, at once or by other arrows",
            ForAll(
                c,
                CELLS,
                ForAll(
                    k,
                    Where(k, Directions(), ~IsIn(TARGET, CELLS) | HasClue("clues", TARGET, 0)),
                    ~PointsTo("arrow", c, k),
                ),
            )
            & EachGroup(FLOWS, c, Indicator(GOAL), ONE, ONE),
        ),
        GenreRule(
            "a number counts the arrows that lead to it",
            ForAll(c, WithClue("clues"), (GroupSum(FLOWS, c) - ONE).is_(ClueAt("clues", c))),
        ),
    ),
)
