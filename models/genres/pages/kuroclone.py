"""Kuroclone: shade two blocks of one shape in each room; an arrow says how large the block beside it is."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.yajilin import COUNTED, NUMBERS_HAVE_ARROWS
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BLOCKS = ByLabel(p, CELLS, Shows("shade", p), across=~IsIn(EDGE, RoomBorders("rooms")))
CLUES = WithClue("arrows", hidden=True)
AHEAD = Along(c, ArrowAt("arrows", c), 2)
IMAGE = SameShape(BLOCKS, c, d, anchored=True, turned=True)

GENRE = Genre(
    name="kuroclone",
    title="Kuroclone",
    source="puzz.link, rules of kuroclone. Turned and mirrored shapes are the same. A `?` without an arrow "
    "is not shaded, and says no more.",
    link="kuroclone",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), ArrowClue("arrows", loose=True, link="arrow16")),
    rules=(
        GenreRule("a cell with a clue is not shaded", ForAll(c, CLUES, ~SHADED)),
        GenreRule(
            "shaded cells of different rooms are not neighbours",
            ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), SHADED) <= 1),
        ),
        GenreRule(
            "each room has two blocks", ForAll(g, Rooms("rooms"), GroupsIn(BLOCKS, c, Members(g)).is_(2))
        ),
        GenreRule(
            "both blocks of a room have the same shape",
            ForAll(c, CELLS, ~SHADED | Exists(d, SameRoom("rooms", c), ~SameGroup(BLOCKS, c, d) & IMAGE)),
        ),
        NUMBERS_HAVE_ARROWS,
        GenreRule(
            "an arrow points to a shaded cell",
            ForAll(c, Where(c, CLUES, ClueAt("arrows", c) > 0), Shows("shade", AHEAD)),
        ),
        GenreRule(
            "a number is the size of the block that its arrow points to",
            ForAll(c, COUNTED, GroupSum(BLOCKS, AHEAD).is_(ClueAt("arrows", c, 1))),
        ),
    ),
)
