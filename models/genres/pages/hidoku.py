"""Hidoku: the numbers from 1 on, each once, and each beside the next one, or at its corner."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

w, NEXT = Var("w"), NumbersFrom(v + ONE, v + ONE)
OPEN = Where(d, CELLS, ~HasClue("holes", d))
LAST = SizeOf(OPEN)
NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
NEAR = Adjacent(c, "around")

GENRE = Genre(
    name="hidoku",
    title="Hidoku",
    source="Gyora Benedek (Hidato); Janko, rules of Hidoku. Holes are no cells.",
    unknown=(CellNumbers("number", hi=LAST, where=~HasClue("holes", CELL), given="clues"),),
    given=(NumberClue("clues", lo=1, hidden=False), SignClue("holes", dropped=False)),
    rules=(
        GenreRule(
            "each number from 1 on is there once",
            ForAll(v, NumbersFrom(ONE, LAST), CountOf(c, CELLS, NUMBER.is_(v)).is_(1)),
        ),
        GenreRule(
            "successive numbers are neighbours, perhaps diagonally",
            ForAll(
                v,
                NumbersFrom(ONE, LAST - 1),
                ForAll(w, NEXT, ForAll(c, CELLS, NUMBER.isnt(v) | Exists(d, NEAR, OTHER.is_(w)))),
            ),
        ),
    ),
)
