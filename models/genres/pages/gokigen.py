"""Slant: a diagonal in each cell; a number says how many meet at its corner; they close no loop."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

MEETING = CountOf(c, Adjacent(p, "corners"), Touches("line", c, p))

GENRE = Genre(
    name="gokigen",
    title="Slant",
    source="Nikoli (Gokigen Naname); puzz.link, rules of gokigen. `?` says nothing.",
    link="gokigen",
    unknown=(DiagonalLines("line"),),
    given=(NumberClue("clues", at="corner", hi=4, link="4cell"),),
    rules=(
        GenreRule(
            "a number counts the diagonals that meet at its corner",
            ForAll(p, WithClue("clues"), MEETING.is_(ClueAt("clues", p))),
        ),
        GenreRule("the diagonals close no loop", NoLoop("line")),
    ),
)
