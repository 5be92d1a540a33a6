"""Archipelago: islands with their sizes; those that touch at corners have the sizes 1, 2, ..., each once."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

SIZE = ValueAt("island", c)
MOST = CountOf(v, NumbersFrom(ONE, AREA), Times(v, v + ONE) <= AREA + AREA)  # 1 + 2 + ... fit on the board
ISLANDS = ByLabel(c, CELLS, SIZE.is_(v))
CHAINS = ByLabel(q, CELLS, ValueAt("island", q) >= 1, "around")
BESIDE = Adjacent(e, "beside")


def of_chain(size: Amount) -> GroupCount:
    """How many cells of the chain of a cell are in islands of this size."""
    return GroupCount(CHAINS, c, d, ValueAt("island", d).is_(size))


GENRE = Genre(
    name="archipelago",
    title="Archipelago",
    source="puzz.link, rules of archipelago. A cell with a number, or `?`, is in an island.",
    link="archipelago",
    unknown=(CellNumbers("island", lo=Fixed(0), hi=MOST, given="clues"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("a cell with a clue is in an island", ForAll(c, WithClue("clues", hidden=True), SIZE >= 1)),
        GenreRule(
            "cells of an island beside each other have the same size",
            ForAll(e, INNER, Exists(c, BESIDE, SIZE.is_(0)) | SpreadOf(c, BESIDE, SIZE).is_(0)),
        ),
        GenreRule(
            "an island has as many cells as its size",
            ForAll(v, NumbersFrom(ONE, MOST), EachGroup(ISLANDS, c, ONE, v, v)),
        ),
        GenreRule(
            "no two islands of a chain have the same size",
            ForAll(c, CELLS, ForAll(v, NumbersFrom(ONE, MOST), SIZE.isnt(v) | (of_chain(v) <= v))),
        ),
        GenreRule(
            "a chain has each size below that of an island",
            ForAll(c, CELLS, ForAll(v, NumbersFrom(Fixed(2), MOST), SIZE.isnt(v) | (of_chain(v - 1) >= 1))),
        ),
        GenreRule(
            "each island touches another one at a corner",
            ForAll(c, CELLS, SIZE.isnt(1) | Exists(d, Adjacent(c, "around"), ValueAt("island", d) >= 1)),
        ),
    ),
)
