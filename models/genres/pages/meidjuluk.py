"""Meidjuluk: divide the board into one block of each size that is stated; numbers are factors of the size."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.snakeegg import CLUE, SIZES
from zenkai_solver.models.genres.vocabulary import *

MULTIPLE = Var("multiple")
BLOCKS = ByWalls("wall")
SIZE = GroupSum(BLOCKS, c)
OPEN = Where(c, CELLS, ~HasClue("holes", c))
EQUAL = Where(d, WithClue("clues"), ~SamePlace(c, d) & ClueAt("clues", d).is_(CLUE))
DIVIDES = Exists(MULTIPLE, NumbersFrom(ONE, v), Times(CLUE, MULTIPLE).is_(v))

GENRE = Genre(
    name="meidjuluk",
    title="Meidjuluk",
    source="puzz.link, rules of meidjuluk. Holes are in no block.",
    link="meidjuluk",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("clues", lo=1, link="boulders"),
        SignClue("holes", dropped=False, link="boulders"),
        NumbersClue("sizes", at="board", lo=1, dropped=False, link="sizes"),
    ),
    rules=(
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule("there is one block of each size", ForAll(v, SIZES, CountOf(c, OPEN, SIZE.is_(v)).is_(v))),
        GenreRule("there are no blocks of other sizes", ForAll(c, OPEN, Exists(v, SIZES, SIZE.is_(v)))),
        GenreRule(
            "a number is a factor of the size of its block",
            ForAll(c, WithClue("clues"), Exists(v, SIZES, SIZE.is_(v) & DIVIDES)),
        ),
        GenreRule(
            "no block has a number twice",
            ForAll(c, WithClue("clues"), ForAll(d, EQUAL, ~SameGroup(BLOCKS, c, d))),
        ),
    ),
)
