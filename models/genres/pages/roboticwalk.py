"""Robotic Walk: one loop, which turns at every second of its dark cells, and goes straight on at others."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.morningwalk import (
    COUNTS,
    GIVEN,
    LINES,
    ONE_LOOP,
    SECTIONS,
    THROUGH_ALL,
    THROUGH_NUMBERS,
)
from zenkai_solver.models.genres.vocabulary import *

HERE, AHEAD = Along(c, k, 1), Along(c, k, 2)
TO_DARK = Shows("line", Along(d, k, 1)) & HasClue("dark", Along(d, k, 2))
STRAIGHT_THERE = GoesStraight("line", Along(d, k, 2))
AT_STRAIGHT, AT_TURN = (
    Exists(k, Directions(), TO_DARK & there) for there in (STRAIGHT_THERE, ~STRAIGHT_THERE)
)
BOTH = Where(e, INNER, ForAll(c, Adjacent(e, "beside"), HasClue("dark", c)))
LIGHT = Where(c, CELLS, ~HasClue("dark", c))
ENDS = LINES.is_(0) | ForAll(k, Directions(), ~(Shows("line", HERE) & HasClue("dark", AHEAD)))

GENRE = Genre(
    name="roboticwalk",
    title="Robotic Walk",
    source="puzz.link, rules of roboticwalk. There is a loop.",
    link="roboticwalk",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(
        ONE_LOOP,
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule(
            "of two successive dark cells the loop turns at exactly one",
            ForAll(
                e,
                BOTH,
                ~Shows("line", e) | CountOf(c, Adjacent(e, "beside"), GoesStraight("line", c)).is_(1),
            )
            & ForAll(
                c,
                LIGHT,
                ENDS
                | (
                    GroupCount(SECTIONS, c, d, AT_STRAIGHT).is_(1)
                    & GroupCount(SECTIONS, c, d, AT_TURN).is_(1)
                ),
            ),
        ),
        THROUGH_ALL,
    ),
)
