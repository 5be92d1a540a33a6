"""U-Bahn: a network without dead ends; numbers count its bends, straight cells, branches and crossings."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
STRAIGHT = GoesStraight("line", c)
SHAPES = {  # by the part of a clue
    "bends": LINES.is_(2) & ~STRAIGHT,
    "straight cells": STRAIGHT & LINES.is_(2),
    "branches": LINES.is_(3),
    "crossings": LINES.is_(4),
}
GIVEN = WithClue("counts", among=RowsAndColumns())

GENRE = Genre(
    name="ubahn",
    title="U-Bahn",
    source="puzz.link, rules of ubahn. A clue is of bends, straight cells, branches, crossings.",
    link="ubahn",
    unknown=(CentreLines("line"),),
    given=(
        NumbersClue("counts", at="line", length=len(SHAPES), link="ubahn"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("no line ends", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("no line goes through a hole", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule("all lines are connected", AllConnected(ByLines("line"))),
        *(
            GenreRule(
                f"a number counts the {shape} of its row or column",
                ForAll(
                    g,
                    Where(g, GIVEN, ClueAt("counts", g, part) >= 0),
                    CountOf(c, Members(g), holds).is_(ClueAt("counts", g, part)),
                ),
            )
            for part, (shape, holds) in enumerate(SHAPES.items())
        ),
    ),
)
