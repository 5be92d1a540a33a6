"""Yajisan-Sokoban: boxes move straight; an arrow counts those in its direction, or comes to be under one."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.satogaeri import LINES, MOVES, occupied
from zenkai_solver.models.genres.pages.yajilin import COUNTED
from zenkai_solver.models.genres.vocabulary import *

AHEAD = CountOf(d, Ray(c, ArrowAt("arrows", c)), occupied(d))

GENRE = Genre(
    name="yajisoko",
    title="Yajisan-Sokoban",
    source="puzz.link, rules of yajisoko. Circles are boxes, which may stay. They may move over arrows.",
    link="yajisoko",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("circles", signs="o", dropped=False, link="yajisoko"),
        ArrowClue("arrows", loose=True, link="yajisoko"),
        ArrowClue("covered", bare=True, link="yajisoko"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        *MOVES,
        GenreRule("no box moves over a hole", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule(
            "an arrow counts the boxes in its direction in the end, or is under one",
            ForAll(c, COUNTED, occupied(c) | AHEAD.is_(ClueAt("arrows", c, 1))),
        ),
        GenreRule(
            "a box comes to lie on an arrow without a number", ForAll(c, WithClue("covered"), occupied(c))
        ),
        GenreRule("each clue has an arrow", ForAll(c, WithClue("arrows"), ClueAt("arrows", c) > 0)),
    ),
)
