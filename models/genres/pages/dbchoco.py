"""Double Choco: divide the board into blocks, each of a white and a grey part, which have the same shape."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SIDES = Adjacent(e, "beside")
BLOCKS = ByWalls("wall")
PARTS = ByWalls("wall", across=Alike(p, Adjacent(EDGE, "beside"), HasClue("grey", p)))
BETWEEN = Where(e, INNER, ~Alike(p, SIDES, HasClue("grey", p)))  # a white cell and a grey one
GREY, WHITE = Where(c, SIDES, HasClue("grey", c)), Where(d, SIDES, ~HasClue("grey", d))
SIZE = GroupSum(PARTS, c)

GENRE = Genre(
    name="dbchoco",
    title="Double Choco",
    source="puzz.link, rules of dbchoco. `~` is grey.",
    link="dbchoco",
    unknown=(Areas("wall"),),
    given=(
        SignClue("grey", signs="~", dropped=False, link="binary"),
        NumberClue("clues", lo=1, link="number16"),
    ),
    rules=(
        GenreRule(
            "each block has one white and one grey part",
            ForAll(c, CELLS, GroupSum(BLOCKS, c).is_(SIZE + SIZE)),
        ),
        GenreRule(
            "a number is the size of its part", ForAll(c, WithClue("clues"), SIZE.is_(ClueAt("clues", c)))
        ),
        GenreRule(
            "both parts of a block have the same shape",
            ForAll(
                e,
                BETWEEN,
                Shows("wall", e) | ForAll(c, GREY, ForAll(d, WHITE, SameShape(PARTS, c, d))),
            ),
        ),
    ),
)
