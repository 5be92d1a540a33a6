"""Wagiri: a diagonal in each cell; numbers say how many meet; some are on a loop, and others are on none."""

from __future__ import annotations

from zenkai_solver.models.genres.pages import gokigen
from zenkai_solver.models.genres.vocabulary import *

ACROSS = SameGroup(ByDiagonals("line", without=c), p, Opposite(p, c))
ON_LOOP = Exists(p, Adjacent(c, "corners"), Touches("line", c, p) & ACROSS)
LOOPED, CUT = (Where(c, WithClue("signs"), HasClue("signs", c, sign)) for sign in (1, 2))

GENRE = Genre(
    name="wagiri",
    title="Wagiri",
    source="Nikoli (Gokigen Naname, Wagiri); puzz.link, rules of wagiri. `o` is on a loop, `/` on none.",
    link="wagiri",
    unknown=gokigen.GENRE.unknown,
    given=(
        NumberClue("numbers", at="corner", hi=4, link="4cell"),
        SignClue("signs", signs="o/", hidden=True, link="number10"),
    ),
    rules=(
        GenreRule(
            "a number counts the diagonals that meet at its corner",
            ForAll(p, WithClue("numbers"), gokigen.MEETING.is_(ClueAt("numbers", p))),
        ),
        GenreRule("a diagonal at `o` is on a loop", ForAll(c, LOOPED, ON_LOOP)),
        GenreRule("a diagonal at `/` is on no loop", ForAll(c, CUT, ~ON_LOOP)),
    ),
)
