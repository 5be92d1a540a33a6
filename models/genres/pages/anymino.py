"""Anymino: shade a block in each room, all connected; of its neighbours none is alike, one of its size."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.disco import BLOCKS, SHADED
from zenkai_solver.models.genres.vocabulary import *

BESIDE = Adjacent(e, "beside")
BOTH = ForAll(c, BESIDE, SHADED)
SIZES = ForAll(c, BESIDE, ForAll(d, BESIDE, GroupSum(BLOCKS, c).is_(GroupSum(BLOCKS, d))))
SHAPES = ForAll(c, BESIDE, ForAll(d, BESIDE, SamePlace(c, d) | SameShape(BLOCKS, c, d)))

GENRE = Genre(
    name="anymino",
    title="Anymino",
    source="puzz.link, rules of anymino. Turned and mirrored shapes are the same.",
    link="anymino",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"),),
    rules=(
        GenreRule(
            "each room has one block", ForAll(g, Rooms("rooms"), GroupsIn(BLOCKS, c, Members(g)).is_(1))
        ),
        GenreRule(
            "no two blocks of the same shape share an edge", ForAll(e, RoomBorders("rooms"), ~BOTH | ~SHAPES)
        ),
        GenreRule(
            "each block shares an edge with one of its size",
            ForAll(g, Rooms("rooms"), Exists(e, BorderOf(g), BOTH & SIZES)),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
