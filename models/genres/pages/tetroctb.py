"""Tetro Chain-CTB: tetrominoes in a chain of corners, each over a border of rooms; no two in turn alike."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.tetrochain import CHAIN, SHADED
from zenkai_solver.models.genres.vocabulary import *

IN_ROOM = IsIn(d, SameRoom("rooms", p))
OVER = Exists(d, Where(d, Adjacent(p, "neighbours"), ~IN_ROOM), Shows("shade", d))

GENRE = Genre(
    name="tetroctb",
    title="Tetro Chain-CTB",
    source="puzz.link, rules of tetroctb. Turned and mirrored shapes are the same. There is a shaded cell.",
    link="tetroctb",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        *CHAIN,
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
        GenreRule(
            "each tetromino crosses a border of rooms",
            ForAll(
                c,
                CELLS,
                ~SHADED
                | (GroupCount(ByLabel(d, CELLS, Shows("shade", d)), c, p, OVER & Shows("shade", p)) >= 1),
            ),
        ),
    ),
)
