"""Bramble: shade single cells and pairs, which hang together at corners without a loop, as rooms count."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BLOCKS = ByLabel(c, CELLS, SHADED)
AT_CORNER = Where(d, Adjacent(c, "around"), ~IsIn(d, Adjacent(c, "neighbours")))
AT_BORDER = Indicator(SizeOf(Adjacent(c, "neighbours")) <= 3)

GENRE = Genre(
    name="bramble",
    title="Bramble",
    source="puzz.link, rules of bramble. At least one cell is shaded.",
    link="bramble",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a block has one cell or two", EachGroup(BLOCKS, c, ONE, ONE, Fixed(2))),
        GenreRule(
            "shaded cells of different rooms are not neighbours",
            ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), SHADED) <= 1),
        ),
        GenreRule(
            "blocks enclose no unshaded cell", EachGroup(ByLabel(c, CELLS, ~SHADED), c, AT_BORDER, ONE)
        ),
        GenreRule(
            "of two blocks that touch at a corner one has two cells",
            ForAll(
                c,
                CELLS,
                ForAll(
                    d,
                    AT_CORNER,
                    ~SHADED
                    | ~Shows("shade", d)
                    | Exists(
                        e,
                        Together((Adjacent(c, "neighbours"), Adjacent(d, "neighbours"))),
                        Shows("shade", e),
                    ),
                ),
            ),
        ),
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
        GenreRule(
            "shaded cells are connected, diagonally too",
            AllConnected(ByLabel(c, CELLS, SHADED, "around")),
        ),
    ),
)
