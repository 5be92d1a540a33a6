"""Minesweeper: a number says how many of the cells around it have a mine."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

MINES = CountOf(d, Adjacent(c, "around"), Shows("mine", d))

GENRE = Genre(
    name="mines",
    title="Minesweeper",
    source="puzz.link, rules of mines; janko.at, with the number of all mines. A clue has no mine.",
    link="mines",
    unknown=(Shading("mine", sign="*"),),
    given=(NumberClue("clues", lo=0, hi=8, link="number16"), NumberClue("mines", at="board", dropped=False)),
    rules=(
        GenreRule(
            "a cell with a number has no mine", ForAll(c, WithClue("clues", hidden=True), ~Shows("mine", c))
        ),
        GenreRule(
            "a number counts the mines around it",
            ForAll(c, WithClue("clues"), MINES.is_(ClueAt("clues", c))),
        ),
        GenreRule(
            "the number of all mines is as given",
            ForAll(p, WithClue("mines"), CountOf(c, CELLS, Shows("mine", c)).is_(ClueAt("mines", p))),
        ),
    ),
)
