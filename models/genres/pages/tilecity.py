"""Tile City: shade tiles; what is left over has in each part one tile of each size from 1 on."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LEFT = ByLabel(c, CELLS, ~SHADED)
TILE = SizeOf(SameRoom("rooms", d))
LARGEST = Largest(g, Rooms("rooms"), SizeOf(Members(g)))
OF_SIZE = GroupSum(LEFT, c, d, Indicator(TILE.is_(v)))  # cells of tiles of this size, in the same part

GENRE = Genre(
    name="tilecity",
    title="Tile City",
    source="puzz.link, rules of tilecity.",
    link="tilecity",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("clues", lo=1, link="number10")),
    rules=(
        GenreRule("a tile is shaded or not", ForAll(g, Rooms("rooms"), Alike(c, Members(g), SHADED))),
        GenreRule("a tile with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule(
            "no part has two tiles of one size",
            ForAll(c, CELLS, ForAll(v, NumbersFrom(ONE, LARGEST), v >= OF_SIZE)),
        ),
        GenreRule(
            "a part with a tile has one that is smaller by one, down to 1",
            ForAll(
                c,
                CELLS,
                ForAll(
                    v,
                    Where(v, NumbersFrom(ONE, LARGEST), SizeOf(SameRoom("rooms", c)).is_(v + 1)),
                    SHADED | (OF_SIZE >= 1),
                ),
            ),
        ),
        GenreRule(
            "a number is the size of the largest tile of its part",
            ForAll(
                c,
                WithClue("clues"),
                ForAll(
                    v,
                    NumbersFrom(ONE, LARGEST),
                    (ClueAt("clues", c).is_(v) & (OF_SIZE >= 1))
                    | (ClueAt("clues", c) > v)
                    | ((ClueAt("clues", c) < v) & OF_SIZE.is_(0)),
                )
                & (ClueAt("clues", c) <= LARGEST),
            ),
        ),
    ),
)
