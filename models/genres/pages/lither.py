"""Litherslink: lines on edges that are two trees or more; no two lines meet at a corner alone."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(p, "sides"), Shows("line", e))
FIRST = FirstOf(p, CORNERS, SamePlace(p, p))

GENRE = Genre(
    name="lither",
    title="Litherslink",
    source="Palmer Mebane; puzz.link, rules of lither.",
    link="lither",
    unknown=(EdgeLines("line"),),
    given=(NumberClue("clues", hi=3, link="4cell"),),
    rules=(
        GenreRule(
            "at each corner one, three or four lines meet",
            ForAll(p, CORNERS, (LINES >= 1) & LINES.isnt(2)),
        ),
        GenreRule("the lines close no loop", NoLoop("line")),
        GenreRule(
            "the lines form at least two separate trees",
            ForAll(p, FIRST, GroupSum(ByLines("line"), p) < SizeOf(CORNERS)),
        ),
        GenreRule(
            "a number counts the lines around its cell",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(e, Adjacent(c, "sides"), Shows("line", e)).is_(ClueAt("clues", c)),
            ),
        ),
    ),
)
