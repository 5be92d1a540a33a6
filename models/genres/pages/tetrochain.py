"""Tetro Chain: tetrominoes in a chain of corners, no two of a shape in turn; arrows count their cells."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.yajilin import COUNTED, NUMBERS_HAVE_ARROWS
from zenkai_solver.models.genres.vocabulary import *

SHADED, OTHER = Shows("shade", c), Shows("shade", d)
SHAPES = ("####", "##/##", "###/#..", "###/.#.", "##./.##")
TETROMINOES = Shaped(ByLabel(c, CELLS, SHADED), SHAPES)
AT_CORNERS = Where(d, Adjacent(c, "around"), ~IsIn(d, Adjacent(c, "neighbours")))
BETWEEN = Where(p, Adjacent(c, "neighbours"), IsIn(p, Adjacent(d, "neighbours")))
JOINED = Exists(p, BETWEEN, Shows("shade", p))  # c and d are then in one tetromino
CHAIN = (
    GenreRule("each block of shaded cells is a tetromino", TETROMINOES),
    GenreRule(
        "tetrominoes that touch at a corner differ in shape",
        ForAll(
            c,
            CELLS,
            ForAll(
                d,
                AT_CORNERS,
                ~SHADED | ~OTHER | JOINED | ShapeAt(TETROMINOES, c).isnt(ShapeAt(TETROMINOES, d)),
            ),
        ),
    ),
    GenreRule(
        "shaded cells are connected, diagonally too", AllConnected(ByLabel(c, CELLS, SHADED, "around"))
    ),
)
AHEAD = CountOf(d, Ray(c, ArrowAt("arrows", c)), OTHER)

GENRE = Genre(
    name="tetrochain",
    title="Tetro Chain-Y",
    source="puzz.link, rules of tetrochain. Turned and mirrored shapes are the same. The cell of a `?` "
    "is not shaded.",
    link="tetrochain",
    unknown=(Shading("shade"),),
    given=(ArrowClue("arrows", loose=True, link="arrow16"),),
    rules=(
        GenreRule("an arrow is not shaded", ForAll(c, WithClue("arrows"), ~SHADED)),
        *CHAIN,
        GenreRule(
            "an arrow counts the shaded cells in its direction",
            ForAll(c, COUNTED, AHEAD.is_(ClueAt("arrows", c, 1))),
        ),
        NUMBERS_HAVE_ARROWS,
    ),
)
