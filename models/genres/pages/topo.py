"""Topo: areas of equal numbers, of which neighbours differ by one; borders do not branch or cross."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.view import DIGITS
from zenkai_solver.models.genres.vocabulary import *

SIGN = ValueAt("number", c)  # one more than the number
BESIDE = Adjacent(e, "beside")
APART = SpreadOf(c, BESIDE, SIGN)
AVERAGE = ClueAt("averages", e)  # of the number and one half

GENRE = Genre(
    name="topo",
    title="Topo",
    source="puzz.link, rules of topo. Numbers are 0 to 19 here, A is 10. A number between two cells, n, says "
    "that they have n and n + 1; the site writes n½. `?` there is a border.",
    link="topo",
    unknown=(Symbols("number", DIGITS, given="clues"),),
    given=(
        NumberClue("averages", at="edge", link="number16"),
        SignClue("clues", signs=DIGITS, hidden=True, link="number16+1?"),
    ),
    rules=(
        GenreRule("numbers of neighbouring areas differ by one", ForAll(e, INNER, APART <= 1)),
        GenreRule(
            "borders of areas do not branch or cross",
            ForAll(
                p, CORNERS, CountOf(e, Where(e, Adjacent(p, "sides"), SizeOf(BESIDE).is_(2)), APART >= 1) <= 2
            ),
        ),
        GenreRule(
            "a clue between two cells is on a border",
            ForAll(e, WithClue("averages", hidden=True), APART.is_(1)),
        ),
        GenreRule(
            "a number between two cells is their average",
            ForAll(e, WithClue("averages"), SumOf(c, BESIDE, SIGN).is_(AVERAGE + AVERAGE + 3)),
        ),
    ),
)
